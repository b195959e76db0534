//! A catalog with one game or problem in it, whose rules are written in Python.

use std::sync::Arc;

use proofset_catalog::{Catalog, DefaultAlgorithm, Entry, InputError, Question, Texts, game_question_kept};
use proofset_core::Solve;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::costs::{Costs, HasCosts, heuristics};
use crate::errors::Error;
use crate::key::Keys;
use crate::memory::KeepsAll;
use crate::object::name_of;
use crate::state::or_raise;
use crate::user_game::UserGame;
use crate::user_problem::UserProblem;

/// The goal of problems that are no games.
const PROVEN: &str = "proven";

/// What is taken if no algorithm is named: few expansions count most where each calls Python.
const DEFAULTS: &[DefaultAlgorithm] = &[
    DefaultAlgorithm { algorithm: "pns", reason: "few expansions, each of which calls Python" },
    DefaultAlgorithm { algorithm: "dfpn", reason: "for what pns does not take" },
];

/// The catalog of one object, and the name by which it is opened. A position is a state of it; without one, its own
/// start is asked about.
pub(crate) fn catalog(
    object: &Bound<'_, PyAny>,
    position: Option<&Bound<'_, PyAny>>,
    keeps_all: &KeepsAll,
    keys: &Arc<Keys>,
) -> PyResult<(Catalog, String)> {
    if let Ok(class) = object.cast::<PyType>() {
        let name = class.name()?;
        return Err(Error::new_err(format!("{name} is a class; give an object of it, such as {name}()")));
    }
    let name = name_of(object)?;
    let is_problem = object.hasattr("successors")?;
    let (keeps_all, keys) = (Arc::clone(keeps_all), Arc::clone(keys));
    let (rules, state) = (object.clone().unbind(), position.map(|state| state.clone().unbind()));
    let entry = if is_problem {
        Entry::problem(name.clone(), move |texts| {
            let problem = Python::attach(|py| {
                or_raise(UserProblem::new(
                    rules.bind(py),
                    state.as_ref().map(|state| state.bind(py)),
                    Arc::clone(&keeps_all),
                    Arc::clone(&keys),
                ))
            });
            ask(texts, problem)
        })
        .with_goals(PROVEN)
    } else {
        Entry::problem(name.clone(), move |texts: &Texts<'_>| {
            let game = Python::attach(|py| {
                or_raise(UserGame::new(
                    rules.bind(py),
                    state.as_ref().map(|state| state.bind(py)),
                    Arc::clone(&keeps_all),
                    Arc::clone(&keys),
                ))
            });
            let heuristics = heuristics(game.costs());
            game_question_kept(texts.game.to_owned(), game, texts.position, texts.goal, heuristics)
        })
    };
    Ok((Catalog::new().with(entry.with_goal_defaults(DEFAULTS)), name))
}

/// The question that a problem asks.
fn ask(texts: &Texts<'_>, problem: UserProblem) -> Result<Question<UserProblem>, InputError> {
    if let Some(goal) = texts.goal.filter(|goal| *goal != PROVEN) {
        return Err(InputError::Goal {
            goal: goal.to_owned(),
            game: texts.game.to_owned(),
            message: format!("{goal:?} is not one; give {PROVEN}"),
        });
    }
    let heuristics = heuristics(problem.costs());
    Ok(Question::new(texts.game, PROVEN, problem).with_heuristics(heuristics))
}

impl HasCosts for Solve<UserGame> {
    fn costs(&self) -> &Costs {
        self.game().costs()
    }
}

impl HasCosts for UserProblem {
    fn costs(&self) -> &Costs {
        Self::costs(self)
    }
}
