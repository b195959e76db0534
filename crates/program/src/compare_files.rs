//! `proofset compare --file`: several algorithms on the problems of some files, one row an algorithm.
//!
//! The idea: each algorithm searches each problem from scratch, under the same limits, and what it takes is compared with the first
//! algorithm pair by pair, on the problems that both decide. Since problems differ by orders of magnitude, the mean of the
//! ratios is the geometric one, and an interval says how far it would be another with other problems of the kind.
//!
//! The invariant: two algorithms that decide a problem have the same verdict. Where they have not, one is wrong: the problem is named, and the
//! command ends with status 1.

use std::time::Duration;

use proofset_bench::statistics::{MeanRatio, mean_ratio};
use proofset_catalog::{AlgorithmSpec, Catalog, Known, Outcome, Task};
use proofset_core::{Cancel, Verdict};
use serde_json::json;

use crate::answer::search;
use crate::arguments::{CompareArguments, Measure};
use crate::batch::{in_row, open_row};
use crate::compare::names;
use crate::failure::{Exit, Failure};
use crate::output;
use crate::positions::{self, Row};
use crate::progress::{BatchBar, Look, cancel_on_interrupt};

/// What an algorithm has done so far.
struct Standing {
    algorithm: AlgorithmSpec,
    name: String,
    decided: usize,
    /// Known answers that it agrees with, and others.
    right: usize,
    wrong: usize,
    expanded: u64,
    time: Duration,
    /// What each problem took that it has decided, by the place of the problem.
    costs: Vec<Option<f64>>,
    /// Why it refused the first problem that it did, and how many it refused.
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

    /// Whether a verdict is what is known. Of a game with claims of several strengths a file may mean another one.
    fn is_right(&self, verdict: Verdict) -> Option<bool> {
        let is_right = self.known? == verdict;
        let may_mean_another = matches!(self.row.known, Known::Goals(_)) && self.task.grades().is_some();
        (is_right || !may_mean_another).then_some(is_right)
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

    /// How the costs compare with those of another, on the problems that both decide: the ratios, in order, and their mean.
    fn against(&self, other: &Self) -> (Vec<f64>, Option<MeanRatio>) {
        let both = self.costs.iter().zip(&other.costs).filter_map(|(&own, &other)| own.zip(other));
        let problems: Vec<Vec<(f64, f64)>> = both.map(|pair| vec![pair]).collect();
        let mut ratios: Vec<f64> = problems.iter().flatten().map(|(own, other)| own / other).collect();
        ratios.sort_by(f64::total_cmp);
        (ratios, mean_ratio(&problems))
    }
}

pub(crate) fn run(catalog: &Catalog, arguments: &CompareArguments) -> Result<Exit, Failure> {
    let algorithms = names(arguments)?.iter().map(|text| catalog.algorithm(text)).collect::<Result<Vec<_>, _>>()?;
    let rows = positions::read(catalog, &arguments.game, &arguments.file)?;
    let problems = rows.into_iter().map(|row| Problem::open(catalog, arguments, row)).collect::<Result<Vec<_>, _>>()?;
    let mut standings: Vec<Standing> = algorithms.into_iter().map(Standing::new).collect();
    let cancel = cancel_on_interrupt()?;
    let bar = BatchBar::new(problems.len(), arguments.quiet || arguments.json);
    let mut faults = Vec::new();
    for problem in &problems {
        bar.begin(&problem.row.id);
        match examine(problem, &mut standings, arguments, &cancel) {
            Ok(None) => {}
            Ok(Some(contradiction)) => {
                bar.complain(&contradiction);
                faults.push(contradiction);
            }
            Err(failure) => {
                faults.push(in_row(failure, &problem.row));
                break;
            }
        }
        if cancel.is_raised() {
            break;
        }
        bar.end();
    }
    drop(bar);
    report(arguments, &standings, problems.len())?;
    Ok(exit(&standings, problems.len()).after(&faults))
}

/// Asks all algorithms about a problem; two verdicts that contradict each other are returned.
fn examine(
    problem: &Problem,
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

/// How a comparison of so many problems ends.
fn exit(standings: &[Standing], problems: usize) -> Exit {
    let of = |standing: &Standing| match standing {
        Standing { wrong: 1.., .. } => Exit::CheckFailed,
        Standing { refusals: 1.., .. } => Exit::BadInput,
        Standing { decided, .. } if *decided < problems => Exit::Undecided,
        _ => Exit::Done,
    };
    standings.iter().map(of).max().unwrap_or(Exit::Done)
}

fn report(arguments: &CompareArguments, standings: &[Standing], problems: usize) -> Result<(), Failure> {
    let Some(first) = standings.first() else { return Ok(()) };
    if arguments.json {
        return standings.iter().try_for_each(|standing| print_summary(standing, first, problems, arguments.by));
    }
    let is_known = standings.iter().any(|standing| standing.right + standing.wrong > 0);
    let mut titles = vec!["algorithm", "decided"];
    if is_known {
        titles.extend(["right", "wrong"]);
    }
    titles.extend(["expanded", "both", "ratio", "95 % interval", "least", "most", "seconds"]);
    let rows = standings.iter().enumerate().map(|(place, standing)| {
        let mut cells = vec![standing.name.clone(), format!("{} of {problems}", standing.decided)];
        if is_known {
            cells.extend([standing.right, standing.wrong].map(|count| count.to_string()));
        }
        cells.push(output::grouped(standing.expanded));
        let (ratios, mean) = standing.against(first);
        match mean.filter(|_| place > 0) {
            Some(MeanRatio { mean, low, high, problems, .. }) => {
                let (least, most) = (ratios[0], ratios[ratios.len() - 1]);
                cells.extend([
                    problems.to_string(),
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
            "ratio: {}, to {} on the problems that both decide; geometric mean, with the interval of a bootstrap over problems",
            arguments.by, first.name
        ))?;
    }
    for Standing { name, refused, refusals, .. } in standings {
        if let Some(why) = refused {
            output::print(format!("{name} refused {refusals} of {problems}: {why}"))?;
        }
    }
    Ok(())
}

/// What an algorithm has done, as an object behind those of its searches.
fn print_summary(standing: &Standing, first: &Standing, problems: usize, by: Measure) -> Result<(), Failure> {
    let (ratios, mean) = standing.against(first);
    output::print_object(&json!({
        "algorithm": standing.name,
        "problems": problems,
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
    use super::Standing;

    #[test]
    fn costs_are_compared_where_both_decide() {
        let standing = |costs: &[Option<f64>]| {
            let mut standing = Standing::new("pns".parse().unwrap());
            standing.costs = costs.to_vec();
            standing
        };
        let first = standing(&[Some(10.0), Some(10.0), None, Some(10.0)]);
        let (ratios, mean) = standing(&[Some(5.0), None, Some(3.0), Some(20.0)]).against(&first);
        assert_eq!((ratios, mean.unwrap().problems), (vec![0.5, 2.0], 2));
        assert!((mean.unwrap().mean - 1.0).abs() < 1e-9);
        let (ratios, mean) = standing(&[None; 4]).against(&first);
        assert!(ratios.is_empty() && mean.is_none());
    }
}
