//! Searches up to the symmetries of a board, for every game that names them.
//!
//! The idea: the question is asked of least images alone, by all searches alike, and what they find is carried over to the
//! positions that are played. The certificate is one of the game without symmetries, and its checker knows of none.

use proofset_certificate::Reduction;
use proofset_core::{Describe, Parameter, Repetition, UpToSymmetry, Value, goes_by_lines};
use proofset_erased::{Erasable, Sealed};

use crate::host::Parts;
use crate::question::Question;
use crate::run::{Whole, WholeOf};
use crate::{InputError, Texts};

/// The name of the parameter.
const SYMMETRY: &str = "symmetry";

/// The parameter with which a game is searched [up to symmetry](Question::up_to_symmetry).
pub fn symmetry() -> Parameter {
    Parameter::switch(SYMMETRY, "positions that are images of each other on the board are searched as one")
}

impl<P: UpToSymmetry + Describe + Clone + 'static> Question<P>
where
    P::State: Send + Sync + 'static,
{
    /// The question up to symmetry, if the [parameter](symmetry) says so. Searches that go by the moves of the game, and not by
    /// its positions, are not offered then; scores are not either.
    ///
    /// # Errors
    ///
    /// [`InputError::Parameters`] where whoever repeats a position loses: the image of a position is no repetition of it.
    pub fn up_to_symmetry(mut self, texts: &Texts<'_>) -> Result<Self, InputError> {
        if !texts.parameters.is_on(SYMMETRY) {
            return Ok(self);
        }
        if goes_by_lines(&self.problem) {
            return Err(goes_by_lines_error(texts));
        }
        let reduced = self.problem.up_to_symmetry();
        let problem = std::mem::replace(&mut self.problem, reduced);
        let game = played(texts);
        self.parts.reduce_to_images(Box::new(move |_| {
            let reduction = Box::new(Images(problem.clone()));
            Some(Whole { game: game.clone(), problem: Box::new(Erasable::new(problem.clone())), reduction })
        }));
        Ok(self)
    }
}

impl Parts {
    /// Takes those away that go by the moves or the scores of the whole game. Compiled once for all games.
    #[inline(never)]
    fn reduce_to_images(&mut self, whole: WholeOf) {
        self.scores = None;
        self.own = None;
        self.whole = Some(whole);
    }
}

#[cold]
fn goes_by_lines_error(texts: &Texts<'_>) -> InputError {
    let message =
        format!("{}, and the image of a position is no repetition of it; leave out {SYMMETRY}", Repetition::MoverLoses);
    InputError::Parameters { game: texts.game.to_owned(), message }
}

/// The game whose positions are all told apart.
fn played(texts: &Texts<'_>) -> String {
    let name = texts.game.split(':').next().unwrap_or_default();
    match texts.parameters.clone().with(SYMMETRY, false).to_string() {
        parameters if parameters.is_empty() => name.to_owned(),
        parameters => format!("{name}:{parameters}"),
    }
}

/// What stands for positions.
struct Images<P>(P);

impl<P: UpToSymmetry> Reduction<Sealed> for Images<P>
where
    P::State: Send + Sync + 'static,
{
    fn reduced(&self, state: &Sealed) -> Sealed {
        Sealed::new(self.0.least_image(state.open()))
    }

    fn sequence(&self, _: &Sealed, _: &Sealed, _: Value) -> Vec<String> {
        Vec::new()
    }
}
