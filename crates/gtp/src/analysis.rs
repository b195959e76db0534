//! What is known of each first move, in the form that programs with a board draw (`lz-analyze` of Leela Zero).
//!
//! The idea: a question about stones is asked again behind each move that is legal in its region. A move of which that is proven
//! succeeds and one of which it is disproven fails; what is open when time is out lies between. Moves that succeed come first.
//!
//! Half of the time is shared alike by all moves, and what is left of it then by those that are still open: their searches go on.

use proofset_catalog::{InputError, Oracle};
use proofset_core::{NotationError, Verdict};
use proofset_go::{Aim, Goal, LocalQuestion, Place, Point, Position, Rules};

/// What the form has for a move that surely succeeds: hundredths of a percent.
const CERTAIN: u32 = 10_000;

/// And for one of which nothing is known.
const UNKNOWN: u32 = CERTAIN / 2;

/// A first move.
struct Line {
    moves: Vec<String>,
    visits: u64,
    chance: u32,
}

/// The moves of the side to move about stones, the best first, one behind the other as the form has it.
///
/// # Errors
///
/// What is wrong with the question.
pub(crate) fn analyzed(
    position: &Position,
    stones: Option<Point>,
    oracle: &mut dyn Oracle,
) -> Result<String, InputError> {
    let goal = question(position, stones)
        .map_err(|error| InputError::Position { game: "go".to_owned(), message: error.to_string() })?;
    let points: Vec<Point> = match &goal.place {
        Place::Points(points) => points.clone(),
        Place::Found | Place::Board => position.board().size().points().collect(),
    };
    let behind = |point| Some((point, position.played(Some(point), false)?));
    let mut lines: Vec<_> = points.into_iter().filter_map(behind).map(|move_behind| (move_behind, None)).collect();
    for keeps_half in [true, false] {
        let is_open = |line: &Option<Line>| line.as_ref().is_none_or(|line| line.chance == UNKNOWN);
        let open = lines.iter().filter(|(_, line)| is_open(line)).count() as u32;
        // As many parts stay behind as there are open moves, if half of the time does.
        let parts = (1..=open).rev().map(|left| if keeps_half { left + open } else { left });
        for (((point, next), line), part) in lines.iter_mut().filter(|(_, line)| is_open(line)).zip(parts) {
            let visits = line.as_ref().map_or(0, |line: &Line| line.visits);
            *line = Some(line_behind(*point, next, &goal, oracle, part, visits)?);
        }
    }
    let mut lines: Vec<Line> = lines.into_iter().filter_map(|(_, line)| line).collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.chance));
    let infos = lines.iter().enumerate().map(|(order, Line { moves, visits, chance })| {
        let (first, variation) = (&moves[0], moves.join(" "));
        format!("info move {first} visits {visits} winrate {chance} prior 0 lcb {chance} order {order} pv {variation}")
    });
    Ok(infos.collect::<Vec<_>>().join(" "))
}

/// What the side to move wants of stones, in the region that is found around them; of those that are surrounded, if none are named.
fn question(position: &Position, stones: Option<Point>) -> Result<Goal, NotationError> {
    let rules = Rules::default();
    let asked = match stones.and_then(|stone| Some((stone, position.board().stone(stone)?))) {
        Some((stone, color)) => {
            let aim = if color == position.to_move() { Aim::Live } else { Aim::Kill };
            LocalQuestion::about(rules, position, Goal::new(aim, vec![stone]))
        }
        None => LocalQuestion::new(rules, position, None),
    };
    asked.map(|asked| asked.goal().clone())
}

/// What becomes of the stones behind a move, in one part in so many of the time that is left, after so many visits before.
fn line_behind(
    point: Point,
    next: &Position,
    goal: &Goal,
    oracle: &mut dyn Oracle,
    part: u32,
    visits: u64,
) -> Result<Line, InputError> {
    let mut moves = vec![point.to_string()];
    let is_there = |&target: &Point| next.board().stone(target).is_some();
    if !goal.targets.iter().all(is_there) {
        // Taken by this move, which is what it wanted.
        return Ok(Line { moves, visits: 1, chance: CERTAIN });
    }
    let found = oracle.ask_within(part, "go", &next.to_string(), &goal.to_string())?;
    moves.extend(found.line.iter().map(|mv| mv.to_uppercase()));
    let chance = match found.verdict {
        Verdict::Proven => CERTAIN,
        Verdict::Unknown => UNKNOWN,
        Verdict::Disproven => 0,
    };
    Ok(Line { moves, visits: (visits + found.expanded).max(1), chance })
}
