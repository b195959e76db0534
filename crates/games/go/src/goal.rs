//! What is asked about a position.
//!
//! A goal is read from a text such as `capture:D4`, `live:B2+C5:region=A1-F7` or `kill:C1:komaster=defender`: what is to be
//! reached, of which stones, who has ko threats, and where both sides play.

use std::fmt;

use proofset_core::NotationError;

use crate::board::{Board, Color, Point, Size};
use crate::region::changing;

/// The side that wants to capture, or the side whose stones these are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Wants to capture.
    Attacker,
    /// Wants to keep the stones.
    Defender,
}

impl Side {
    /// `attacker` or `defender`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Attacker => "attacker",
            Self::Defender => "defender",
        }
    }
}

/// What has to be proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The attacker captures the stones.
    Capture,
    /// The attacker never captures them.
    Save,
    /// As [`Capture`](Self::Capture), of a group in a wide region.
    Kill,
    /// As [`Save`](Self::Save), of a group in a wide region.
    Live,
}

impl Aim {
    const ALL: [(Self, &'static str); 4] =
        [(Self::Capture, "capture"), (Self::Save, "save"), (Self::Kill, "kill"), (Self::Live, "live")];

    /// The word for it.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(aim, _)| *aim == self).map_or("", |(_, name)| name)
    }

    /// Who has to prove it.
    pub fn prover(self) -> Side {
        match self {
            Self::Capture | Self::Kill => Side::Attacker,
            Self::Save | Self::Live => Side::Defender,
        }
    }
}

/// Where both sides play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A region that is found around the stones.
    Found,
    /// The whole board.
    Board,
    /// These points, in order.
    Points(Vec<Point>),
}

/// The syntax of goals, for help texts.
pub const GOALS: &str = "capture:POINT or kill:POINT (the stones there are captured), save:POINT or live:POINT (they never are), with \
     several stones as A1+B2 (all of them are captured) or A1/B2 (one of them is); behind it :komaster=attacker or defender \
     (who may take kos back at once), :threats=N (how often a defender who is komaster may), :eyes (to live takes two eyes, and a seki is not enough), :liberties=N (stones with so many \
     liberties have escaped), :near=N or :near=N,M (how many steps from the stones the attacker and the defender play, or all), :far=NxT or :far=NxT,none (they may \
     play as far as N steps, T times in a line), :region=A1-F7+H3 or :region=board (where both sides play), :frame (the attacker has all that is \
     beyond the region)";

/// A side that plays anywhere, in place of a number of steps.
const ANYWHERE: &str = "all";

/// The most steps that a side can be held to.
const MOST_STEPS: u32 = 9;

/// The most far moves of a side in a line: a state has three bits for them.
const MOST_FAR: u8 = 7;

/// A side that makes no far moves, in place of their number.
const NEVER: &str = "none";

/// The most threats that can be counted: a state has five bits for them, and fifteen are more than kos take.
const MOST_THREATS: u8 = 15;

/// Moves that are farther from the stones than a side else plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Far {
    /// How far from the stones, in steps.
    pub steps: u32,
    /// How often in a line of play.
    pub times: u8,
}

/// A question about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// What has to be proven.
    pub aim: Aim,
    /// Stones of one colour, in order.
    pub targets: Vec<Point>,
    /// Whether one of them is enough for the attacker.
    pub takes_any: bool,
    /// Who may take kos back at once, as if that side had no end of threats.
    pub komaster: Option<Side>,
    /// How often a defender who is komaster may take a ko back at once, in all; as often as it likes if nothing is said.
    pub threats: Option<u8>,
    /// Whether the stones have to live whatever is played against them: a seki is not enough.
    pub eyes: bool,
    /// Stones with so many liberties have escaped.
    pub liberties: Option<u32>,
    /// Whether all that is beyond the region counts as stones of the attacker that cannot be captured.
    pub frame: bool,
    /// How far from the stones the attacker and the defender play, in steps; anywhere in the region if nothing is said.
    pub near: [Option<u32>; 2],
    /// How often each of them may play farther, and how far; never if nothing is said.
    pub far: [Option<Far>; 2],
    /// Where both sides play.
    pub place: Place,
}

fn wrong(message: impl Into<String>) -> NotationError {
    NotationError::new(message)
}

impl Goal {
    /// The question of these stones, whatever their order, without anything more.
    pub fn new(aim: Aim, mut targets: Vec<Point>) -> Self {
        targets.sort_unstable();
        targets.dedup();
        Self {
            aim,
            targets,
            takes_any: false,
            komaster: None,
            threats: None,
            eyes: false,
            liberties: None,
            frame: false,
            near: [None; 2],
            far: [None; 2],
            place: Place::Found,
        }
    }

    /// Reads a goal about a position.
    ///
    /// # Errors
    ///
    /// Says which part is none, or which point has no stone.
    pub fn parse(text: &str, board: &Board) -> Result<Self, NotationError> {
        let mut parts = text.trim().split(':');
        let name = parts.next().unwrap_or_default();
        let Some((aim, _)) = Aim::ALL.into_iter().find(|(_, word)| *word == name) else {
            return Err(wrong(format!("{name:?} is not one; give {GOALS}")));
        };
        let points = parts.next().filter(|points| !points.is_empty());
        let Some(points) = points else {
            return Err(wrong(format!("`{name}` needs a stone; expected {name}:POINT, as in {name}:D4")));
        };
        let separator = if points.contains('/') { '/' } else { '+' };
        let targets = points.split(separator).map(|point| board.size().parse_point(point));
        let mut goal = Self::new(aim, targets.collect::<Result<_, _>>()?);
        check_targets(board, &goal.targets)?;
        goal.takes_any = separator == '/' && goal.targets.len() > 1;
        let mut given: Vec<&str> = Vec::new();
        for part in parts {
            let name = part.split_once('=').map_or(part, |(name, _)| name);
            if given.contains(&name) {
                return Err(wrong(format!("`{part}` behind the stones: {name} is given twice")));
            }
            given.push(name);
            match part.split_once('=') {
                None if part == "eyes" => goal.eyes = true,
                None if part == "frame" => goal.frame = true,
                Some(("komaster", side)) => {
                    let sides = [Side::Attacker, Side::Defender];
                    let Some(side) = sides.into_iter().find(|known| known.name() == side) else {
                        return Err(wrong(format!("komaster={side}: expected attacker or defender")));
                    };
                    goal.komaster = Some(side);
                }
                Some(("threats", count)) => {
                    goal.threats = Some(count.parse().map_err(|_| wrong_threats(count))?);
                }
                Some(("far", moves)) => goal.far = parse_far(moves)?,
                Some(("near", steps)) => goal.near = parse_near(steps)?,
                Some(("liberties", count)) => {
                    let count = count.parse().ok().filter(|count| (2..=400).contains(count));
                    let count = count.ok_or_else(|| wrong(format!("{part}: expected a number from 2 to 400")))?;
                    goal.liberties = Some(count);
                }
                Some(("region", "board")) => goal.place = Place::Board,
                Some(("region", points)) => goal.place = Place::Points(parse_region(points, board.size())?),
                _ => {
                    return Err(wrong(format!(
                        "`{part}` behind the stones: expected komaster=SIDE, threats=N, eyes, liberties=N, \
                         near=N, far=NxT, frame or region=POINTS"
                    )));
                }
            }
        }
        goal.check()?;
        Ok(goal)
    }

    /// As many threats and far moves are counted as a state has room for, and of sides alone that they mean something for.
    ///
    /// # Errors
    ///
    /// Says how many there may be, or that they are nobody's.
    pub(crate) fn check(&self) -> Result<(), NotationError> {
        for (near, far) in self.near.iter().zip(self.far) {
            let Some(far @ Far { steps, times }) = far else { continue };
            if !(2..=MOST_STEPS).contains(&steps) || !(1..=MOST_FAR).contains(&times) {
                return Err(wrong_far(&far.to_string()));
            }
            if near.is_none_or(|near| near >= steps) {
                return Err(wrong(format!(
                    "far={far}: a side that plays farther at times is held near the stones else; add near=N with fewer than {steps} steps, \
                     or {NEVER} for a side that is not"
                )));
            }
        }
        let Some(count) = self.threats else { return Ok(()) };
        if !(1..=MOST_THREATS).contains(&count) {
            return Err(wrong_threats(count));
        }
        if self.komaster != Some(Side::Defender) {
            return Err(wrong(
                "the threats of a defender who is komaster are counted; add komaster=defender, or leave out threats",
            ));
        }
        Ok(())
    }

    /// How many far moves the attacker and the defender may make.
    pub(crate) fn far_moves(&self) -> [u8; 2] {
        self.far.map(|far| far.map_or(0, |far| far.times))
    }

    /// What a repetition, or an end of play with the stones on the board, is worth: the side that it serves.
    pub(crate) fn served_by_repetition(&self) -> Side {
        if self.eyes { Side::Attacker } else { Side::Defender }
    }

    /// The colour that has all that is beyond the region, if one has.
    pub(crate) fn framed_by(&self, board: &Board) -> Option<Color> {
        self.defender(board).map(Color::opponent).filter(|_| self.frame)
    }

    /// Who has the frame, and the points of it without stones of that side; `None` without a frame, or where it is still to be
    /// found what it closes in.
    pub fn frame(&self, board: &Board) -> Option<(Color, Vec<Point>)> {
        let color = self.framed_by(board)?;
        let Place::Points(region) = &self.place else { return None };
        let inside = changing(board, region, Some(color));
        let is_bare = |point: &Point| !inside.contains(point) && board.stone(*point) != Some(color);
        Some((color, board.size().points().filter(is_bare).collect()))
    }

    /// Whose stones they are; a goal without a stone has none.
    pub fn defender(&self, board: &Board) -> Option<Color> {
        self.targets.first().and_then(|&target| board.stone(target))
    }
}

fn wrong_far(text: &str) -> NotationError {
    wrong(format!(
        "far={text}: expected a number of steps from 2 to {MOST_STEPS}, x and a number of moves from 1 to {MOST_FAR}, or {NEVER}, or one \
         for the attacker and one for the defender, as in far=2x3,{NEVER}"
    ))
}

fn wrong_threats(count: impl fmt::Display) -> NotationError {
    wrong(format!("threats={count}: expected a number from 1 to {MOST_THREATS}"))
}

/// The stones are there, of one colour, and not too many chains.
pub(crate) fn check_targets(board: &Board, targets: &[Point]) -> Result<(), NotationError> {
    let mut color = None;
    for &target in targets {
        let Some(stone) = board.stone(target) else {
            return Err(wrong(format!("there is no stone on {target}")));
        };
        if *color.get_or_insert(stone) != stone {
            let first = targets[0];
            return Err(wrong(format!("the stones on {first} and {target} have different colours")));
        }
    }
    Ok(())
}

/// Reads `2`, or `2,3` for the attacker and the defender, with `all` for a side that plays anywhere.
fn parse_near(text: &str) -> Result<[Option<u32>; 2], NotationError> {
    let (one, other) = text.split_once(',').unwrap_or((text, text));
    let read = |word: &str| match word.parse() {
        Ok(steps) if (1..=MOST_STEPS).contains(&steps) => Ok(Some(steps)),
        _ if word == ANYWHERE => Ok(None),
        _ => Err(wrong(format!(
            "near={text}: expected a number of steps from 1 to {MOST_STEPS} or {ANYWHERE}, or one for the attacker and one for the \
             defender, as in near=2,{ANYWHERE}"
        ))),
    };
    Ok([read(one)?, read(other)?])
}

/// Reads `2x3`, or `2x3,3x1` for the attacker and the defender, with `none` for a side that never plays farther.
fn parse_far(text: &str) -> Result<[Option<Far>; 2], NotationError> {
    let (one, other) = text.split_once(',').unwrap_or((text, text));
    let read = |word: &str| {
        if word == NEVER {
            return Ok(None);
        }
        let far = word
            .split_once('x')
            .and_then(|(steps, times)| Some(Far { steps: steps.parse().ok()?, times: times.parse().ok()? }));
        far.map(Some).ok_or_else(|| wrong_far(text))
    };
    Ok([read(one)?, read(other)?])
}

/// Reads points and rectangles: `A1-F7+H3`.
fn parse_region(text: &str, size: Size) -> Result<Vec<Point>, NotationError> {
    let mut points = Vec::new();
    for part in text.split('+') {
        let (one, other) = part.split_once('-').unwrap_or((part, part));
        let (one, other) = (size.parse_point(one)?, size.parse_point(other)?);
        let columns = one.column().min(other.column())..=one.column().max(other.column());
        let rows = one.row().min(other.row())..=one.row().max(other.row());
        points.extend(rows.flat_map(|row| columns.clone().map(move |column| Point::new(column, row))));
    }
    points.sort_unstable();
    points.dedup();
    Ok(points)
}

/// Points as rectangles, each as wide and then as high as can be.
fn write_region(points: &[Point], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut rest = points.to_vec();
    let mut first = true;
    while let Some(&corner) = rest.first() {
        let has = |column, row| rest.contains(&Point::new(column, row));
        let columns = (corner.column()..Size::MAX).take_while(|&column| has(column, corner.row()));
        let last_column = columns.last().unwrap_or(corner.column());
        let all = |row| (corner.column()..=last_column).all(|column| has(column, row));
        let last_row = (corner.row()..Size::MAX).take_while(|&row| all(row)).last().unwrap_or(corner.row());
        let end = Point::new(last_column, last_row);
        f.write_str(if first { "" } else { "+" })?;
        if end == corner {
            write!(f, "{corner}")?;
        } else {
            write!(f, "{corner}-{end}")?;
        }
        rest.retain(|point| {
            !((corner.column()..=last_column).contains(&point.column())
                && (corner.row()..=last_row).contains(&point.row()))
        });
        first = false;
    }
    Ok(())
}

impl fmt::Display for Far {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.steps, self.times)
    }
}

impl fmt::Display for Goal {
    /// In the one way in which certificates write it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.aim.name())?;
        for (index, target) in self.targets.iter().enumerate() {
            let separator = match (index, self.takes_any) {
                (0, _) => "",
                (_, true) => "/",
                (_, false) => "+",
            };
            write!(f, "{separator}{target}")?;
        }
        if let Some(side) = self.komaster {
            write!(f, ":komaster={}", side.name())?;
        }
        if let Some(count) = self.threats {
            write!(f, ":threats={count}")?;
        }
        if self.eyes {
            f.write_str(":eyes")?;
        }
        if let Some(count) = self.liberties {
            write!(f, ":liberties={count}")?;
        }
        if self.frame {
            f.write_str(":frame")?;
        }
        let [attacker, defender] =
            self.near.map(|steps| steps.map_or_else(|| ANYWHERE.to_owned(), |steps| steps.to_string()));
        if attacker != defender {
            write!(f, ":near={attacker},{defender}")?;
        } else if attacker != ANYWHERE {
            write!(f, ":near={attacker}")?;
        }
        let [attacker, defender] = self.far.map(|far| far.map_or_else(|| NEVER.to_owned(), |far| far.to_string()));
        if attacker != defender {
            write!(f, ":far={attacker},{defender}")?;
        } else if attacker != NEVER {
            write!(f, ":far={attacker}")?;
        }
        match &self.place {
            Place::Found => Ok(()),
            Place::Board => f.write_str(":region=board"),
            Place::Points(points) => {
                f.write_str(":region=")?;
                write_region(points, f)
            }
        }
    }
}
