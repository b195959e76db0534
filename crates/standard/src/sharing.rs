//! Problems with much sharing: what experiments are made on, to be asked by everybody.

use proofset_catalog::{DefaultAlgorithm, Entry, GoalForm, InputError, Outcome, Question, Speech, Texts};
use proofset_core::{Arguments, Describe, Parameter, Parameters, Problem, Verdict};
use proofset_sharing::gusts::WindyCourse;
use proofset_sharing::kayles::KaylesSum;
use proofset_sharing::lemmas::LemmaTower;
use proofset_sharing::refutation::Refutation;

const GOAL: &str = "proven";

const GOALS: &[GoalForm] = &[GoalForm::new(GOAL, "the claim at the root is proven")];

/// How verdicts are worded.
struct Words {
    proven: &'static str,
    disproven: &'static str,
}

impl<P: Problem> Speech<P> for Words {
    fn explain(&self, _problem: &P, outcome: &Outcome) -> String {
        match outcome.verdict {
            Verdict::Proven => format!("proven: {}", self.proven),
            _ => format!("disproven: {}", self.disproven),
        }
    }
}

/// The question about a problem that has one goal.
fn question<P>(texts: &Texts<'_>, problem: P, words: Words) -> Result<Question<P>, InputError>
where
    P: Describe + 'static,
    P::State: Send + Sync + 'static,
{
    if let Some(goal) = texts.goal.filter(|&goal| goal != GOAL) {
        let message = format!("{goal:?} is not one; the only one is {GOAL}");
        return Err(InputError::Goal { goal: goal.to_owned(), game: texts.game.to_owned(), message });
    }
    Ok(Question::new(texts.game, GOAL, problem).with_speech(words))
}

/// The same where all of the problem is said by parameters.
fn whole<P>(
    name: &'static str,
    words: fn() -> Words,
    problem: impl Fn(&Arguments) -> Result<P, String> + Send + Sync + 'static,
) -> Entry
where
    P: Describe + 'static,
    P::State: Send + Sync + 'static,
{
    Entry::problem(name, move |texts| {
        let problem = problem(texts.parameters).map_err(|message| InputError::parameters(name, &message))?;
        let root = problem.state_text(&problem.root());
        if texts.position.is_some_and(|position| position != root) {
            let message = "its parameters say all; leave the position out".to_owned();
            return Err(InputError::Position { game: name.to_owned(), message });
        }
        question(texts, problem, words())
    })
    .with_goals(GOALS)
    .with_position("none: the parameters say all")
}

fn seed() -> Parameter {
    Parameter::whole("seed", "the order of moves", 0..=u64::MAX, 0)
}

pub(crate) fn lemma_tower() -> Entry {
    let words = || Words {
        proven: "the tower stands on its last lemma",
        disproven: "the tower does not stand on its last lemma",
    };
    whole("lemma-tower", words, |arguments| {
        Ok(LemmaTower {
            seed: arguments.whole("seed"),
            lemmas: arguments.whole("lemmas"),
            decoys: arguments.whole("decoys"),
            decoy_depth: arguments.whole("depth"),
        })
    })
    .with_summary("lemmas that share their successor, among decoys that share nothing: proof sets at their best")
    .with_parameters(
        Parameters::keys()
            .with(Parameter::whole("lemmas", "lemmas above the fact", 0..=1000, 8))
            .with(Parameter::whole("decoys", "decoys of each lemma", 0..=100, 2))
            .with(Parameter::whole("depth", "plies of a decoy", 0..=LemmaTower::MOST_DECOY_DEPTH, 12))
            .with(seed()),
    )
    .with_goal_defaults(&[DefaultAlgorithm {
        algorithm: "pss",
        reason: "32 of 32 towers in 2 s each; pns 24, dfpn 24",
    }])
    .with_example("proofset solve lemma-tower:lemmas=8,decoys=2,depth=12")
}

pub(crate) fn gusts() -> Entry {
    let words = || Words { proven: "the helm can hold the course", disproven: "the helm cannot hold the course" };
    whole("gusts", words, |arguments| {
        Ok(WindyCourse {
            seed: arguments.whole("seed"),
            axes: arguments.whole("axes"),
            legs: arguments.whole("legs"),
            room: arguments.whole("room"),
            helms: arguments.whole("helms"),
        })
    })
    .with_summary("holding a course on a windy grid, whose wind is an adversary")
    .with_parameters(
        Parameters::keys()
            .with(Parameter::whole("axes", "across how many axes the wind blows", 1..=3, 2))
            .with(Parameter::whole("legs", "legs of the course", 0..=u16::MAX, 6))
            .with(Parameter::whole("room", "cells on each side that the craft may be off", 0..=1000, 2))
            .with(Parameter::whole("helms", "along how many axes the helm can lean at a time", 0..=3, 3))
            .with(seed()),
    )
    .with_goal_defaults(&[DefaultAlgorithm {
        algorithm: "pns:sum=weak",
        reason: "16 of 16 courses in 2 s each with the fewest expansions; dfpn 14",
    }])
    .with_example("proofset solve gusts:axes=1,legs=12,room=2 --algorithm pss")
}

/// The kinds of formulas, each with the sizes that fit 64 variables.
const FORMULAS: [(&str, std::ops::RangeInclusive<u32>); 2] = [("pigeonhole", 1..=7), ("parity", 3..=22)];

pub(crate) fn formula() -> Entry {
    let words = || Words { proven: "the formula is refuted", disproven: "the formula can be satisfied" };
    whole("formula", words, |arguments| {
        let (kind, size) = (arguments.choice("kind"), arguments.whole("size"));
        let seed = arguments.whole("seed");
        let sizes = FORMULAS.into_iter().find(|(name, _)| *name == kind).map(|(_, sizes)| sizes);
        if let Some(sizes) = sizes.filter(|sizes| !sizes.contains(&size)) {
            return Err(format!("the size of {kind} is {} to {}, not {size}", sizes.start(), sizes.end()));
        }
        Ok(if kind == "parity" { Refutation::parity(size, seed) } else { Refutation::pigeonhole(size, seed) })
    })
    .with_summary("refuting a formula by splitting: one pigeon too many, or two chains of exclusive ors")
    .with_parameters(
        Parameters::keys()
            .with(Parameter::choice("kind", "which formula", &FORMULAS.map(|(name, _)| name)))
            .with(Parameter::whole(
                "size",
                "holes for the pigeons, up to 7, or inputs of a chain, from 3 on",
                1..=22,
                3,
            ))
            .with(Parameter::whole("seed", "the names of the variables", 0..=u64::MAX, 0)),
    )
    .with_goal_defaults(&[DefaultAlgorithm {
        algorithm: "pn2",
        reason: "14 of 18 formulas in 2 s each in the least time; dfpn 14, pns with weak sums 12",
    }])
    .with_example("proofset solve formula:kind=parity,size=4 --algorithm pns")
}

pub(crate) fn kayles_sum() -> Entry {
    let name = "kayles-sum";
    Entry::problem(name, move |texts| {
        let text = texts.position.unwrap_or("5.4");
        let wrong = |message: String| InputError::Position { game: name.to_owned(), message };
        let rows: Option<Vec<u32>> = text.split('.').map(|row| row.parse().ok().filter(|&row| row > 0)).collect();
        let rows =
            rows.ok_or_else(|| wrong(format!("{text:?} is not rows of pins; write their lengths, as in 5.4")))?;
        let pins = rows.iter().fold(rows.len() as u64 - 1, |pins, &row| pins + u64::from(row));
        if pins > 64 {
            return Err(wrong(format!("with a gap between rows these are {pins} places, and there are 64")));
        }
        let lengths: Vec<String> = rows.iter().map(u32::to_string).collect();
        let words = Words {
            proven: "the player to move can knock down the last pin",
            disproven: "the player to move cannot knock down the last pin",
        };
        Ok(question(texts, KaylesSum::new(&rows), words)?.with_position(lengths.join(".")))
    })
    .with_summary(
        "Kayles with several rows: a throw knocks down one pin or two neighbours; who takes the last one wins",
    )
    .with_position("the lengths of the rows: 5.4")
    .with_goals(GOALS)
    .with_goal_defaults(&[DefaultAlgorithm {
        algorithm: "dfpn:epsilon=0.25,sum=weak",
        reason: "9 of 14 sums in 2 s each in memory that is held; dfpn 7, pns 6",
    }])
    .with_example("proofset solve kayles-sum 7.5")
}
