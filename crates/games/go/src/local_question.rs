//! A question of the size that it needs.
//!
//! What a goal leaves open is settled here: the stones, where a problem does not name them, and the region.

use proofset_core::{NotationError, Problem};

use crate::board::{Board, Color, Point};
use crate::find;
use crate::goal::{Aim, Goal, Place, check_targets};
use crate::history::LocalWithHistory;
use crate::local::Local;
use crate::position::Position;
use crate::region::changing;
use crate::rules::{Rules, Superko};
use crate::sgf;

/// How far a region reaches that is found: steps to empty points.
const REACH: usize = 8;

/// A question about a position.
#[derive(Clone, Debug)]
pub enum LocalQuestion {
    /// At most 64 points can change.
    Small(Local<1>),
    /// At most 128.
    Medium(Local<2>),
    /// More can, or the attacker alone is held near the stones.
    Large(Local<6>),
    /// Nothing may come back.
    WithHistory(LocalWithHistory),
}

impl LocalQuestion {
    /// The question `goal` about a position. Without a goal, the stones are those that the other side surrounds.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the goal, or that it is missing.
    pub fn new(rules: Rules, position: &Position, goal: Option<&str>) -> Result<Self, NotationError> {
        let goal = match goal {
            Some(text) => Goal::parse(text, position.board())?,
            None => surrounded(position)?,
        };
        Self::about(rules, position, goal)
    }

    /// The question that a file asks: with a goal, or with the stones that are marked.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new).
    pub fn from_problem(rules: Rules, problem: &sgf::Problem, goal: Option<&str>) -> Result<Self, NotationError> {
        let position = &problem.position;
        let board = position.board();
        let (stones, points): (Vec<Point>, Vec<Point>) =
            problem.marks.iter().partition(|&&mark| board.stone(mark).is_some());
        if goal.is_some() {
            return Self::new(rules, position, goal);
        }
        let mut goal = match stones.first().and_then(|&stone| board.stone(stone)) {
            None => surrounded(position)?,
            Some(color) => {
                let wrong = |error| {
                    NotationError::new(format!("{error}, and all are marked; name those in question, as in kill:D4"))
                };
                check_targets(board, &stones).map_err(wrong)?;
                Goal::new(aim(position, color), stones)
            }
        };
        if !points.is_empty() {
            goal.place = Place::Points(points);
        }
        Self::about(rules, position, goal)
    }

    /// What is asked, with the region.
    pub fn goal(&self) -> &Goal {
        match self {
            Self::Small(local) => local.goal(),
            Self::Medium(local) => local.goal(),
            Self::Large(local) => local.goal(),
            Self::WithHistory(history) => history.local().goal(),
        }
    }

    /// Whether the answer is seen at once: nothing has to be played for it.
    pub fn is_decided(&self) -> bool {
        match self {
            Self::Small(local) => local.root().end.is_some(),
            Self::Medium(local) => local.root().end.is_some(),
            Self::Large(local) => local.root().end.is_some(),
            Self::WithHistory(history) => history.root().state().end.is_some(),
        }
    }

    /// The question, with its region.
    ///
    /// # Errors
    ///
    /// When it is too large.
    pub fn about(rules: Rules, position: &Position, mut goal: Goal) -> Result<Self, NotationError> {
        let board = position.board();
        // Who is held near the stones needs no border.
        if goal.place == Place::Found && goal.near != [None; 2] {
            goal.place = Place::Board;
        }
        let points = match &goal.place {
            Place::Found => find::found(board, &goal.targets, REACH, goal.framed_by(board)),
            Place::Board => board.size().points().collect(),
            Place::Points(points) => points.clone(),
        };
        if goal.place == Place::Found {
            goal.place = Place::Points(points.clone());
        }
        let count = changing(board, &points, goal.framed_by(board)).len();
        if rules.superko != Superko::None {
            if count > 64 {
                let message = format!("{count} points can change; with superko at most 64 may: give a smaller region");
                return Err(NotationError::new(message));
            }
            return Ok(Self::WithHistory(LocalWithHistory::new(rules, position, goal)?));
        }
        // Who asks about the whole board has the searches that are made for it.
        let is_wide = goal.near[0].is_some() && goal.near[1].is_none();
        Ok(match count {
            _ if is_wide => Self::Large(Local::new(rules, position, goal)?),
            ..=64 => Self::Small(Local::new(rules, position, goal)?),
            65..=128 => Self::Medium(Local::new(rules, position, goal)?),
            _ => Self::Large(Local::new(rules, position, goal)?),
        })
    }
}

/// What is asked of stones of a colour: whoever is to move wants it.
fn aim(position: &Position, color: Color) -> Aim {
    if position.to_move() == color { Aim::Live } else { Aim::Kill }
}

/// The stones that the other side surrounds: theirs do not border the largest part of the board that is empty.
fn surrounded(position: &Position) -> Result<Goal, NotationError> {
    let board = position.board();
    let size = board.size();
    let mut seen = vec![false; size.count()];
    let mut largest = (0, Vec::new());
    for point in size.points().filter(|&point| board.stone(point).is_none()) {
        if seen[size.index(point)] {
            continue;
        }
        let (part, border) = part(board, point, &mut seen);
        if part > largest.0 {
            largest = (part, border);
        }
    }
    let is_outside = |color| largest.1.iter().any(|&stone| board.stone(stone) == Some(color));
    let mut inner = Color::ALL.into_iter().filter(|&color| !is_outside(color));
    let stones =
        |color| board.chains().into_iter().filter(move |chain| chain.color == color).map(|chain| chain.stones[0]);
    match (inner.next(), inner.next()) {
        (Some(color), None) if stones(color).next().is_some() => {
            Ok(Goal::new(aim(position, color), stones(color).collect()))
        }
        _ => {
            let message = "it is not clear which stones are surrounded; name them, as in capture:D4 or live:D4";
            Err(NotationError::new(message))
        }
    }
}

/// How many empty points hang together with one, and the stones beside them.
fn part(board: &Board, from: Point, seen: &mut [bool]) -> (usize, Vec<Point>) {
    let size = board.size();
    let mut points = vec![from];
    let mut border = Vec::new();
    seen[size.index(from)] = true;
    let mut next = 0;
    while let Some(&point) = points.get(next) {
        next += 1;
        for beside in size.neighbours(point) {
            if board.stone(beside).is_some() {
                border.push(beside);
            } else if !seen[size.index(beside)] {
                seen[size.index(beside)] = true;
                points.push(beside);
            }
        }
    }
    (points.len(), border)
}
