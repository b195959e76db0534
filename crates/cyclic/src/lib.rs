//! Best-first proof-number and proof-set search on graphs with cycles.
//!
//! The same position can come back along a line of play. Merging equal positions then makes the graph cyclic, and the
//! rules have to say what a repetition is worth: [`Repetition`]. Two searches handle it.
//!
//! | search | how |
//! | --- | --- |
//! | [`Search`] | one node per state; efforts are well-founded, so that verdicts are exact and cycles are decided as a whole |
//! | [`TwinSearch`] | base-twin (Breuker, van den Herik, Uiterwijk and Allis 2001): repetitions are found on the line that is followed |
//!
//! Both handle rules under which the value of a state does not depend on the line that led to it: a repetition
//! disproves, or it proves. Where whoever repeats a position loses they refuse, and depth-first search has an answer.
//!
//! ```
//! use proofset_core::{Limits, Problem, Repetition, Role, Solver, Status, Value, Verdict};
//! use proofset_cyclic::Search;
//! use proofset_nodeset::{Count, Pick};
//!
//! /// Two players push a token along a line of seven points. The first wants it at the right end.
//! struct Push(i8);
//!
//! impl Problem for Push {
//!     type State = (i8, bool);
//!     type Move = i8;
//!
//!     fn root(&self) -> (i8, bool) {
//!         (self.0, true)
//!     }
//!
//!     fn status(&self, &(place, first): &(i8, bool)) -> Status {
//!         match (place, first) {
//!             (6, _) => Status::Decided(Value::Proven),
//!             (_, true) => Status::Open(Role::Or),
//!             (_, false) => Status::Open(Role::And),
//!         }
//!     }
//!
//!     fn for_each_successor(&self, &(place, first): &(i8, bool), mut visit: impl FnMut(i8, (i8, bool))) {
//!         for step in [-1, 1] {
//!             visit(step, ((place + step).max(0), !first));
//!         }
//!     }
//!
//!     fn repetition(&self) -> Option<Repetition> {
//!         Some(Repetition::Disproves)
//!     }
//! }
//!
//! let mut search = Search::new(Push(3), Count::new(), Count::new(), Pick::Oldest);
//! let report = search.solve(&Limits::none(), &mut ()).expect("the rule is one that it can handle");
//! assert_eq!(report.verdict, Verdict::Disproven); // the second player pushes back for ever
//! search.ask((5, true));
//! let report = search.solve(&Limits::none(), &mut ()).expect("the rule is one that it can handle");
//! assert_eq!(report.verdict, Verdict::Proven);
//! ```

mod inheritance;
mod proof;
mod resistance;
mod search;
mod twin;
mod values;
mod wave;

use proofset_core::{Problem, Repetition, SolveError, Value};

pub use search::{Engine, Search};
pub use twin::{TwinEngine, TwinSearch};

/// The value of a repetition, if the problem has one for all of them. With a rank there are none, and it does not
/// matter.
fn repetition_value<P: Problem>(problem: &P, state: &P::State) -> Result<Value, SolveError<P::State>> {
    match problem.repetition() {
        Some(Repetition::Disproves) => Ok(Value::Disproven),
        Some(Repetition::Proves) => Ok(Value::Proven),
        _ if problem.rank(state).is_some() => Ok(Value::Disproven),
        Some(rule) => Err(SolveError::Repetition(rule)),
        None => Err(SolveError::NoRepetition),
    }
}

/// The README as a test: its example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
