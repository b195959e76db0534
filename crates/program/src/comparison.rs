//! `proofset compare --file` and `--orders`: several algorithms on many problems, in many orders of moves; one row an algorithm.
//!
//! The idea: each algorithm searches each problem from scratch, under the same limits, and what it takes is compared with the first
//! algorithm pair by pair, in the cases that both decide. Since problems differ by orders of magnitude, the mean of the
//! ratios is the geometric one, and an interval says how far it would be another with other problems of the kind. A case is a problem in an order
//! of its moves; orders of one problem are not independent of each other, so that the mean of each problem is taken first, unless there is only one.
//!
//! The invariant: two algorithms that decide a problem have the same verdict. Where they have not, one is wrong: the problem is named, and the
//! command ends with status 1.

use std::time::Duration;

use proofset_bench::statistics::{MeanRatio, mean_ratio};
use proofset_catalog::{AlgorithmSpec, Catalog, Known, Outcome, Task};
use proofset_core::{Cancel, RandomOrder, Verdict};
use serde_json::json;

use crate::answer::search;
use crate::arguments::{CompareArguments, Measure};
use crate::batch::{in_row, open_row};
use crate::compare::names;
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output;
use crate::positions::{self, Row};
use crate::progress::{BatchBar, Look, cancel_on_interrupt};

/// What an algorithm has done so far.
struct Standing {
    algorithm: AlgorithmSpec,
    name: String,
    /// Cases that it has decided.
    decided: usize,
    /// Known answers that it agrees with, and others.
    right: usize,
    wrong: usize,
    expanded: u64,
    time: Duration,
    /// What each case took that it has decided, by the place of the case.
    costs: Vec<Option<f64>>,
    /// Why it refused the first case that it did, and how many it refused.
    refused: Option<String>,
    refusals: usize,
}

/// A problem with its question, and its answer if that is known.
struct Problem {
    row: Row,
    task: Task,
    known: Option<Verdict>,
}

impl Problem {
    fn open(catalog: &Catalog, arguments: &CompareArguments, row: Row) -> Result<Self, Failure> {
        let goal = arguments.goal.as_deref().or(row.goal.as_deref());
        let task = open_row(catalog, &arguments.game, &row, goal)?;
        let known = task.known_verdict(&row.known).map_err(|error| in_row(error.into(), &row))?;
        Ok(Self { row, task, known })
    }

    /// The only problem, where no file is given.
    fn alone(catalog: &Catalog, arguments: &CompareArguments) -> Result<Self, Failure> {
        let task = input::open(catalog, &arguments.game, arguments.position.as_deref(), arguments.goal.as_deref())?;
        let (place, id, position) = (task.game().to_owned(), "1".to_owned(), task.position().to_owned());
        Ok(Self { row: Row { place, id, position, goal: None, known: Known::Nothing }, task, known: None })
    }

    /// Whether a verdict is what is known. Of a game with claims of several strengths a file may mean another one.
    fn is_right(&self, verdict: Verdict) -> Option<bool> {
        let is_right = self.known? == verdict;
        let may_mean_another = matches!(self.row.known, Known::Goals(_)) && self.task.grades().is_some();
        (is_right || !may_mean_another).then_some(is_right)
    }
}

/// How many problems there are, and in how many orders each.
#[derive(Clone, Copy)]
struct Cases {
    problems: usize,
    orders: usize,
}

impl Cases {
    fn all(self) -> usize {
        self.problems * self.orders
    }
}

/// What a search took.
fn cost(measure: Measure, outcome: &Outcome, time: Duration) -> f64 {
    // What is decided before anything is expanded counts as one.
    let count = |count: u64| count.max(1) as f64;
    match measure {
        Measure::Expanded => count(outcome.expanded),
        Measure::Visits => count(outcome.visits),
        Measure::Generated => count(outcome.generated),
        Measure::Recomputed => count(outcome.recomputed),
        Measure::Seconds => time.as_secs_f64().max(1e-6),
    }
}

impl Standing {
    fn new(algorithm: AlgorithmSpec) -> Self {
        let name = algorithm.to_string();
        let (costs, time) = (Vec::new(), Duration::ZERO);
        Self { algorithm, name, decided: 0, right: 0, wrong: 0, expanded: 0, time, costs, refused: None, refusals: 0 }
    }

    fn take(&mut self, outcome: &Outcome, time: Duration, is_right: Option<bool>, measure: Measure) {
        let is_decided = outcome.verdict != Verdict::Unknown;
        self.decided += usize::from(is_decided);
        self.right += usize::from(is_right == Some(true));
        self.wrong += usize::from(is_right == Some(false));
        self.expanded += outcome.expanded;
        self.time += time;
        self.costs.push(is_decided.then(|| cost(measure, outcome, time)));
    }

    fn refuse(&mut self, why: String) {
        self.refused.get_or_insert(why);
        self.refusals += 1;
        self.costs.push(None);
    }

    /// How the costs compare with those of another, in the cases that both decide, of which each problem has so many: the ratios, in
    /// order, and their mean.
    fn against(&self, other: &Self, cases: Cases) -> (Vec<f64>, Option<MeanRatio>) {
        let pairs: Vec<Option<(f64, f64)>> =
            self.costs.iter().zip(&other.costs).map(|(&own, &other)| own.zip(other)).collect();
        let together = if cases.problems == 1 { 1 } else { cases.orders };
        let problems: Vec<Vec<(f64, f64)>> =
            pairs.chunks(together).map(|pairs| pairs.iter().copied().flatten().collect()).collect();
        let mut ratios: Vec<f64> = problems.iter().flatten().map(|(own, other)| own / other).collect();
        ratios.sort_by(f64::total_cmp);
        (ratios, mean_ratio(&problems))
    }
}

pub(crate) fn run(catalog: &Catalog, arguments: &CompareArguments) -> Result<Exit, Failure> {
    let algorithms = names(arguments)?.iter().map(|text| catalog.algorithm(text)).collect::<Result<Vec<_>, _>>()?;
    let problems = if arguments.file.is_empty() {
        vec![Problem::alone(catalog, arguments)?]
    } else {
        let rows = positions::read(catalog, &arguments.game, &arguments.file)?.into_iter();
        rows.map(|row| Problem::open(catalog, arguments, row)).collect::<Result<Vec<_>, _>>()?
    };
    let mut standings: Vec<Standing> = algorithms.into_iter().map(Standing::new).collect();
    let cancel = cancel_on_interrupt()?;
    let cases = Cases { problems: problems.len(), orders: arguments.orders.unwrap_or(1) as usize };
    let bar = BatchBar::new(cases.all(), arguments.quiet || arguments.json);
    let mut faults = Vec::new();
    'cases: for mut problem in problems {
        for order in 1..=cases.orders as u64 {
            bar.begin(&problem.row.id);
            // Without --orders there is the order of the game alone.
            let order = arguments.orders.map(|_| order);
            if let Some(seed) = order {
                problem.task = problem.task.in_order(RandomOrder::new(seed));
            }
            match examine(&problem, order, &mut standings, arguments, &cancel) {
                Ok(None) => {}
                Ok(Some(contradiction)) => faults.push(contradiction),
                Err(failure) => {
                    faults.push(in_row(failure, &problem.row));
                    break 'cases;
                }
            }
            if cancel.is_raised() {
                break 'cases;
            }
            bar.end();
        }
    }
    drop(bar);
    report(arguments, &standings, cases)?;
    Ok(exit(&standings, cases).after(&faults))
}

/// Asks all algorithms about a problem; two verdicts that contradict each other are returned.
fn examine(
    problem: &Problem,
    order: Option<u64>,
    standings: &mut [Standing],
    arguments: &CompareArguments,
    cancel: &Cancel,
) -> Result<Option<Failure>, Failure> {
    let Problem { row, task, .. } = problem;
    let mut decided: Option<(Verdict, String)> = None;
    let mut contradiction = None;
    for standing in standings {
        if cancel.is_raised() {
            break;
        }
        let limits = arguments.limits.limits(cancel);
        let begun = task.begin(&standing.algorithm).map_err(Failure::from);
        let found = begun.and_then(|mut run| search(&mut *run, task, &standing.algorithm, &limits, Look::quiet(true)));
        let (outcome, time) = match found {
            Ok(found) => found,
            Err(refused @ Failure::Input(_)) => {
                standing.refuse(refused.to_string());
                continue;
            }
            Err(failure) => return Err(failure),
        };
        let verdict = outcome.verdict;
        let is_right = problem.is_right(verdict).filter(|_| verdict != Verdict::Unknown);
        standing.take(&outcome, time, is_right, arguments.by);
        if arguments.json {
            let mut object = output::object(task, task.position(), &standing.name, &outcome, time);
            object["id"] = json!(row.id);
            object["right"] = json!(is_right);
            if let Some(order) = order {
                object["order"] = json!(order);
            }
            output::print_object(&object)?;
        }
        match &decided {
            _ if verdict == Verdict::Unknown => {}
            None => decided = Some((verdict, standing.name.clone())),
            Some((other, by)) if *other != verdict => {
                let (place, name) = (&row.place, &standing.name);
                let message = format!("{place}: {by} says {other}, and {name} {verdict}");
                contradiction = Some(Failure::Internal(anyhow::anyhow!(message)));
            }
            Some(_) => {}
        }
    }
    Ok(contradiction)
}

/// How a comparison in so many cases ends.
fn exit(standings: &[Standing], cases: Cases) -> Exit {
    let of = |standing: &Standing| match standing {
        Standing { wrong: 1.., .. } => Exit::CheckFailed,
        Standing { refusals: 1.., .. } => Exit::BadInput,
        Standing { decided, .. } if *decided < cases.all() => Exit::Undecided,
        _ => Exit::Done,
    };
    standings.iter().map(of).max().unwrap_or(Exit::Done)
}

fn report(arguments: &CompareArguments, standings: &[Standing], cases: Cases) -> Result<(), Failure> {
    let Some(first) = standings.first() else { return Ok(()) };
    if arguments.json {
        return standings.iter().try_for_each(|standing| print_summary(standing, first, cases, arguments.by));
    }
    let is_known = standings.iter().any(|standing| standing.right + standing.wrong > 0);
    let mut titles = vec!["algorithm", "decided"];
    if is_known {
        titles.extend(["right", "wrong"]);
    }
    titles.extend(["expanded", "both", "ratio", "95 % interval", "least", "most", "seconds"]);
    let rows = standings.iter().enumerate().map(|(place, standing)| {
        let mut cells = vec![standing.name.clone(), format!("{} of {}", standing.decided, cases.all())];
        if is_known {
            cells.extend([standing.right, standing.wrong].map(|count| count.to_string()));
        }
        cells.push(output::grouped(standing.expanded));
        let (ratios, mean) = standing.against(first, cases);
        match mean.filter(|_| place > 0) {
            Some(MeanRatio { mean, low, high, .. }) => {
                let (least, most) = (ratios[0], ratios[ratios.len() - 1]);
                cells.extend([
                    ratios.len().to_string(),
                    format!("{mean:.3}"),
                    format!("{low:.3} to {high:.3}"),
                    format!("{least:.3}"),
                    format!("{most:.3}"),
                ]);
            }
            None => cells.extend(["-"; 5].map(str::to_owned)),
        }
        cells.push(output::seconds(standing.time));
        cells
    });
    output::print_table(&titles, rows, 1..titles.len())?;
    if standings.len() > 1 {
        output::print(format!(
            "ratio: {}, to {} where both decide; geometric mean, with the interval of a bootstrap over {}",
            arguments.by,
            first.name,
            if cases.problems == 1 { "orders" } else { "problems" },
        ))?;
    }
    for Standing { name, refused, refusals, .. } in standings {
        if let Some(why) = refused {
            output::print(format!("{name} refused {refusals} of {}: {why}", cases.all()))?;
        }
    }
    Ok(())
}

/// What an algorithm has done, as an object behind those of its searches.
fn print_summary(standing: &Standing, first: &Standing, cases: Cases, by: Measure) -> Result<(), Failure> {
    let (ratios, mean) = standing.against(first, cases);
    output::print_object(&json!({
        "algorithm": standing.name,
        "problems": cases.problems,
        "orders": cases.orders,
        "decided": standing.decided,
        "right": standing.right,
        "wrong": standing.wrong,
        "refused": standing.refusals,
        "expanded": standing.expanded,
        "seconds": (standing.time.as_secs_f64() * 1e6).round() / 1e6,
        "by": by.to_string(),
        "compared_with": first.name,
        "both": ratios.len(),
        "ratio": mean.map(|mean| mean.mean),
        "low": mean.map(|mean| mean.low),
        "high": mean.map(|mean| mean.high),
        "least": ratios.first(),
        "most": ratios.last(),
    }))
}

#[cfg(test)]
mod tests {
    use super::{Cases, Standing};

    #[test]
    fn costs_are_compared_where_both_decide() {
        let standing = |costs: &[Option<f64>]| {
            let mut standing = Standing::new("pns".parse().unwrap());
            standing.costs = costs.to_vec();
            standing
        };
        let first = standing(&[Some(10.0), Some(10.0), None, Some(10.0)]);
        let cases = |problems, orders| Cases { problems, orders };
        let (ratios, mean) = standing(&[Some(5.0), None, Some(3.0), Some(20.0)]).against(&first, cases(4, 1));
        assert_eq!((ratios, mean.unwrap().problems), (vec![0.5, 2.0], 2));
        assert!((mean.unwrap().mean - 1.0).abs() < 1e-9);
        // Orders of one problem count as one of several, and each for itself where there is one alone.
        let twice = standing(&[Some(10.0), Some(40.0), None, Some(10.0)]);
        let mean = |cases| twice.against(&first, cases).1.unwrap();
        assert_eq!((mean(cases(2, 2)).problems, mean(cases(1, 4)).problems), (2, 3));
        assert!((mean(cases(2, 2)).mean - 2_f64.sqrt()).abs() < 1e-9);
        assert!((mean(cases(1, 4)).mean - 4_f64.cbrt()).abs() < 1e-9);
        let (ratios, mean) = standing(&[None; 4]).against(&first, cases(4, 1));
        assert!(ratios.is_empty() && mean.is_none());
    }
}
