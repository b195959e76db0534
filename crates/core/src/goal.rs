//! Yes-or-no questions about a game.
//!
//! Win, draw and loss become two questions: "can this player force a win?" and "can this player force at least a draw?".

use std::fmt;

use crate::problem::goes_by_lines;
use crate::symmetry::{Image, reached, reached_by_text};
use crate::{
    Describe, Dominance, Game, Notation, Outcome, Player, Problem, Repetition, RepetitionRule, Role, Status, Symmetric,
    UpToSymmetry, Value,
};

/// What the goal's player wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// A win; a draw is not enough.
    Win,
    /// A win or a draw.
    AtLeastDraw,
}

/// "Can this player force this result?"
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Goal {
    /// The player whose success is a proof: the OR player.
    pub player: Player,
    /// The result that counts as success.
    pub aim: Aim,
}

impl Goal {
    /// Can `player` force a win?
    pub fn win(player: Player) -> Self {
        Self { player, aim: Aim::Win }
    }

    /// Can `player` force at least a draw?
    pub fn at_least_draw(player: Player) -> Self {
        Self { player, aim: Aim::AtLeastDraw }
    }

    /// The value of a finished game under this goal.
    pub fn value(self, outcome: Outcome) -> Value {
        let reached = match outcome {
            Outcome::Win(winner) => winner == self.player,
            Outcome::Draw => self.aim == Aim::AtLeastDraw,
        };
        if reached { Value::Proven } else { Value::Disproven }
    }

    /// What a repetition is worth under this goal: where it draws the game, a disproof of a win, and a proof of at least
    /// a draw.
    ///
    /// ```
    /// use proofset_core::{Goal, Player, Repetition, RepetitionRule};
    ///
    /// let (win, draw) = (Goal::win(Player::First), Goal::at_least_draw(Player::First));
    /// assert_eq!(win.repetition(RepetitionRule::Draw), Repetition::Disproves);
    /// assert_eq!(draw.repetition(RepetitionRule::Draw), Repetition::Proves);
    /// assert_eq!(draw.repetition(RepetitionRule::Wins(Player::Second)), Repetition::Disproves);
    /// assert_eq!(win.repetition(RepetitionRule::MoverLoses), Repetition::MoverLoses);
    /// ```
    pub fn repetition(self, rule: RepetitionRule) -> Repetition {
        let outcome = match rule {
            RepetitionRule::Draw => Outcome::Draw,
            RepetitionRule::Wins(player) => Outcome::Win(player),
            RepetitionRule::MoverLoses => return Repetition::MoverLoses,
        };
        match self.value(outcome) {
            Value::Proven => Repetition::Proves,
            Value::Disproven => Repetition::Disproves,
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let player = match self.player {
            Player::First => "first",
            Player::Second => "second",
        };
        match self.aim {
            Aim::Win => write!(f, "{player}:win"),
            Aim::AtLeastDraw => write!(f, "{player}:draw"),
        }
    }
}

/// A game, a position and a goal, joined into a [`Problem`]: nodes where the goal's player moves are OR nodes.
#[derive(Clone, Debug)]
pub struct Solve<G: Game> {
    game: G,
    root: G::Position,
    goal: Goal,
    /// What stands for a position, if not each stands for itself.
    image: Option<Image<G>>,
}

impl<G: Game> Solve<G> {
    /// The question `goal` about the start position.
    pub fn from_start(game: G, goal: Goal) -> Self {
        let root = game.start();
        Self::new(game, root, goal)
    }

    /// The question `goal` about `root`.
    pub fn new(game: G, root: G::Position, goal: Goal) -> Self {
        Self { game, root, goal, image: None }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The question.
    pub fn goal(&self) -> Goal {
        self.goal
    }
}

impl<G: Symmetric + Clone> UpToSymmetry for Solve<G> {
    fn up_to_symmetry(&self) -> Self {
        if goes_by_lines(self) {
            return self.clone();
        }
        Self { root: self.least_image(&self.root), image: Some(G::least_image), ..self.clone() }
    }

    fn least_image(&self, state: &Self::State) -> Self::State {
        if goes_by_lines(self) { state.clone() } else { self.game.least_image(state) }
    }
}

impl<G: Game> Problem for Solve<G> {
    type State = G::Position;
    type Move = G::Move;

    fn root(&self) -> Self::State {
        self.root.clone()
    }

    #[inline]
    fn status(&self, state: &Self::State) -> Status {
        match self.game.outcome(state) {
            Some(outcome) => Status::Decided(self.goal.value(outcome)),
            None if self.game.to_move(state) == self.goal.player => Status::Open(Role::Or),
            None => Status::Open(Role::And),
        }
    }

    #[inline]
    fn for_each_successor(&self, state: &Self::State, mut visit: impl FnMut(Self::Move, Self::State)) {
        for mv in self.game.moves(state) {
            visit(mv, reached(&self.game, self.image, state, mv));
        }
    }

    #[inline]
    fn rank(&self, state: &Self::State) -> Option<u32> {
        self.game.rank(state)
    }

    #[inline]
    fn owned_bytes(&self, state: &Self::State) -> usize {
        self.game.owned_bytes(state)
    }

    fn repetition(&self) -> Option<Repetition> {
        self.game.repetition().map(|rule| self.goal.repetition(rule))
    }
}

impl<G: Game> Dominance for Solve<G> {}

impl<G: Notation> Describe for Solve<G> {
    fn state_text(&self, state: &Self::State) -> String {
        self.game.position_text(state)
    }

    fn move_text(&self, state: &Self::State, mv: Self::Move) -> String {
        self.game.move_text(state, mv)
    }

    fn successor(&self, state: &Self::State, text: &str) -> Option<Self::State> {
        reached_by_text(&self.game, self.image, state, text)
    }
}
