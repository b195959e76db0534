//! Which question to ask next: the interval that the value lies in, and a search for it by galloping and halving.
//!
//! The idea (multi-valued proof-number search, after lecture slides of T. Hsu): a search answers "is it at least v?".
//! From an end of the interval, or from a guess, ask in steps that double, until the answer turns; then halve what is
//! left.
//!
//! The published loop takes the middle rounded down. With `high = low + 1` that asks for `low`, which is known, and
//! learns nothing: for 42 of the values from 0 to 63 it never ends. The middle is rounded up here.
//!
//! The invariant: the value is at least `low` and at most `high`, and each question `v` has `low < v <= high`. So no
//! question is redundant, none is asked twice, and the interval shrinks with each answer. The cost: at most
//! `2 floor(log2(value - low + 1)) + 2` questions from the low end.

use proofset_core::Score;

/// What a search says to "is it at least v?"
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is at least this, which is v or more.
    AtLeast(Score),
    /// It is at most this, which is less than v.
    AtMost(Score),
    /// The search was stopped before it knew.
    Unknown,
}

impl Answer {
    /// The answer of a search that says no more than yes or no to `score`.
    pub fn to(score: Score, holds: Option<bool>) -> Self {
        match holds {
            Some(true) => Self::AtLeast(score),
            Some(false) => Self::AtMost(score - 1),
            None => Self::Unknown,
        }
    }
}

/// How the next question is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Nothing was asked; this is the first question.
    Guess(i64),
    /// Upwards from the low end, in steps that double.
    Up,
    /// Downwards from the high end.
    Down,
    /// In the middle.
    Halve,
}

/// What is known of a value, and what to ask next.
///
/// ```
/// use proofset_multi_valued::Bracket;
///
/// let mut bracket = Bracket::new(Some(0), None, None);
/// let mut asked = Vec::new();
/// while let Some(score) = bracket.next_question() {
///     asked.push(score);
///     if score <= 9 { bracket.at_least(score) } else { bracket.at_most(score - 1) }
/// }
/// assert_eq!((bracket.value(), asked), (Some(9), vec![1, 3, 7, 15, 11, 9, 10]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// The ends, as far as they are known; else those of the type.
    low: i64,
    high: i64,
    phase: Phase,
    step: i64,
}

/// What no score lies beyond.
const LEAST: i64 = Score::MIN as i64;
const GREATEST: i64 = Score::MAX as i64;

impl Bracket {
    /// A value between two ends, as far as they are known. The first question is the guess, or the next score to an end
    /// that is known, the low one first; without any of these it is 0.
    ///
    /// If the low end is above the high one, there is no value, and nothing to ask.
    pub fn new(low: Option<Score>, high: Option<Score>, guess: Option<Score>) -> Self {
        let phase = match (guess, low, high) {
            (Some(guess), ..) => Phase::Guess(i64::from(guess)),
            (None, Some(_), _) => Phase::Up,
            (None, None, Some(_)) => Phase::Down,
            (None, None, None) => Phase::Guess(0),
        };
        Self { low: low.map_or(LEAST, i64::from), high: high.map_or(GREATEST, i64::from), phase, step: 1 }
    }

    /// The greatest score that the value is known to reach, if any is.
    pub fn low(&self) -> Option<Score> {
        (self.low > LEAST).then_some(self.low as Score)
    }

    /// The least score that the value is known not to exceed, if any is.
    pub fn high(&self) -> Option<Score> {
        (self.high < GREATEST).then_some(self.high as Score)
    }

    /// The value, once it is known.
    pub fn value(&self) -> Option<Score> {
        (self.low == self.high).then_some(self.low as Score)
    }

    /// True if it is not known whether the value is at least this.
    pub fn is_open(&self, score: Score) -> bool {
        self.low < i64::from(score) && i64::from(score) <= self.high
    }

    /// The score to ask for next: is the value at least this? `None` if nothing is left to ask.
    pub fn next_question(&self) -> Option<Score> {
        if self.low >= self.high {
            return None;
        }
        let score = match self.phase {
            Phase::Guess(guess) => guess,
            Phase::Up => self.low + self.step,
            Phase::Down => self.high + 1 - self.step,
            Phase::Halve => self.high - (self.high - self.low) / 2,
        };
        Some(score.clamp(self.low + 1, self.high) as Score)
    }

    /// The value is at least this: the answer to the question, or more than was asked.
    pub fn at_least(&mut self, score: Score) {
        if i64::from(score) <= self.low {
            return;
        }
        self.low = i64::from(score);
        match self.phase {
            Phase::Guess(_) => self.phase = Phase::Up,
            Phase::Up => self.step *= 2,
            Phase::Down => self.phase = Phase::Halve,
            Phase::Halve => {}
        }
    }

    /// The value is at most this.
    pub fn at_most(&mut self, score: Score) {
        if i64::from(score) >= self.high {
            return;
        }
        self.high = i64::from(score);
        match self.phase {
            Phase::Guess(_) => self.phase = Phase::Down,
            Phase::Up => self.phase = Phase::Halve,
            Phase::Down => self.step *= 2,
            Phase::Halve => {}
        }
    }

    /// Takes in what is known from elsewhere, without an effect on the way in which questions are found.
    pub(crate) fn narrow(&mut self, low: Score, high: Score) {
        self.low = self.low.max(i64::from(low));
        self.high = self.high.min(i64::from(high));
    }
}

/// What [`find_value`] has found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// The interval that is left: one value, unless a question was left without an answer.
    pub bracket: Bracket,
    /// How many questions were asked.
    pub questions: u32,
}

/// Finds a value by asking whether it is at least this or that, until it is known or a question is not answered.
///
/// # Errors
///
/// Whatever `solve` fails with.
///
/// ```
/// use proofset_multi_valued::{Answer, Bracket, find_value};
///
/// let value = 41;
/// let ask = |score| Ok::<_, ()>(Answer::to(score, Some(value >= score)));
/// let found = find_value(Bracket::new(Some(-100), Some(100), Some(40)), ask)?;
/// assert_eq!((found.bracket.value(), found.questions), (Some(41), 4)); // 40, 41, 43 and 42
/// # Ok::<(), ()>(())
/// ```
pub fn find_value<E>(mut bracket: Bracket, mut solve: impl FnMut(Score) -> Result<Answer, E>) -> Result<Found, E> {
    let mut questions = 0;
    while let Some(score) = bracket.next_question() {
        questions += 1;
        match solve(score)? {
            Answer::AtLeast(known) => bracket.at_least(known.max(score)),
            Answer::AtMost(known) => bracket.at_most(known.min(score - 1)),
            Answer::Unknown => break,
        }
    }
    Ok(Found { bracket, questions })
}
