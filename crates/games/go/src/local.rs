//! Can these stones be captured? The question as an AND/OR graph.
//!
//! The idea: the attacker wants to capture stones of the defender; both play in a region, or *elsewhere*, which is a pass.
//! What goes on for ever captures nothing, so a repetition is a success of the defender. Then a position decides what
//! follows, but for one point: the stone of a simple ko that may not be taken back at once. Who is *komaster* may take it
//! back all the same, as if a threat elsewhere had been answered, and so the same question has up to three answers.
//!
//! Passes: the defender may always play elsewhere. The attacker gains nothing by it, since the defender would play elsewhere
//! as well, unless a ko may not be taken at once. Where nobody may play elsewhere, who has no legal move passes.
//!
//! Where the defender needs two eyes, it succeeds by stones that live unconditionally alone: a repetition is a success of
//! the attacker, who may play elsewhere as well.
//!
//! A single stone in question that is taken by a ko is lost, but where the defender is komaster: then it is lost if it is not
//! taken back at once.
//!
//! Judged without a search, unless the rules say no: stones that live unconditionally (Benson 1976) are safe, and so is what a
//! move or two decides.
//!
//! The invariant: the end that a state carries is what the rules say of it. The cost: an expansion tries every empty point;
//! each try finds the chains beside the point, and an end that is near is looked for in the stones alone.

use std::fmt::Write as _;
use std::hash::{Hash, Hasher};

use proofset_bits::Bits;
use proofset_core::{
    Describe, Dominance, NotationError, Pack, Packer, Problem, Repetition, Role, Status, Unpacker, Value, Zoned,
};

use crate::board::{Color, Point};
use crate::goal::{Goal, Place, Side};
use crate::position::Position;
use crate::region::{Played, Region, Stones, each};
use crate::rules::{Rules, Superko};

/// At most so many chains are asked about in one question.
const MOST_TARGETS: usize = 8;

/// How a state ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum End {
    Captured,
    Safe,
}

/// Who has stones where in the region, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<const W: usize> {
    pub(crate) stones: Stones<W>,
    pub(crate) to_move: Color,
    /// The number of the point that may not be taken back at once, and one more; 0 if there is none.
    pub(crate) ko: u16,
    /// The targets that are captured, where all have to be.
    pub(crate) lost: u8,
    /// How many threats the defender has left, where they are counted.
    pub(crate) threats: u8,
    /// How many far moves the attacker and the defender have left, where they make any.
    pub(crate) far: [u8; 2],
    pub(crate) end: Option<End>,
}

/// Where no threats and no far moves are counted a state has the hash that it had before they could be, and orders drawn by it stay what
/// they were.
impl<const W: usize> Hash for State<W> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { stones, to_move, ko, lost, threats, far, end } = self;
        (stones, to_move, ko, lost, end).hash(state);
        if *threats > 0 {
            threats.hash(state);
        }
        if *far != [0; 2] {
            far.hash(state);
        }
    }
}

/// The bits of a number that say which point may not be taken back: those above say how many far moves are left.
const KO_BITS: u32 = 10;

impl<const W: usize> Pack for State<W> {
    const BITS: u32 = <([[u64; W]; 2], u16, u8)>::BITS + 8;

    #[inline]
    fn pack(&self, to: &mut Packer<'_>) {
        let end = match self.end {
            None => 0,
            Some(End::Captured) => 1,
            Some(End::Safe) => 2,
        };
        let [attacker, defender] = self.far;
        let ko = self.ko | (u16::from(attacker) | u16::from(defender) << 3) << KO_BITS;
        let [black, white] = self.stones;
        ([black.words(), white.words()], ko, self.lost).pack(to);
        to.put(u32::from(self.threats) << 3 | end << 1 | self.to_move as u32, 8);
    }

    #[inline]
    fn unpack(from: &mut Unpacker<'_>) -> Self {
        let ([black, white], ko, lost): ([[u64; W]; 2], u16, u8) = Pack::unpack(from);
        let rest = from.take(8);
        let end = [None, Some(End::Captured), Some(End::Safe)][(rest >> 1 & 3) as usize];
        let to_move = Color::ALL[(rest & 1) as usize];
        let far = [(ko >> KO_BITS & 7) as u8, (ko >> (KO_BITS + 3)) as u8];
        let ko = ko & ((1 << KO_BITS) - 1);
        let stones = [Bits::from_words(black), Bits::from_words(white)];
        Self { stones, to_move, ko, lost, threats: (rest >> 3) as u8, far, end }
    }
}

/// A move: a stone on a point of the region, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u16);

impl Move {
    /// No stone: a move elsewhere.
    pub const PASS: Self = Self(u16::MAX);

    pub(crate) fn at(number: usize) -> Self {
        Self(number as u16)
    }

    pub(crate) fn number(self) -> Option<usize> {
        (self != Self::PASS).then_some(self.0.into())
    }
}

/// The question whether one side can capture stones of the other, in a region whose points that can change take `W` words.
#[derive(Clone, Debug)]
pub struct Local<const W: usize> {
    rules: Rules,
    region: Region<W>,
    goal: Goal,
    attacker: Color,
    /// The chains that are asked about, by the number of a stone; those that can never be captured are not among them.
    targets: Vec<u16>,
    has_safe_target: bool,
    start: State<W>,
}

impl<const W: usize> Local<W> {
    /// The question `goal`, whose region is given, about a position.
    pub(crate) fn new(rules: Rules, position: &Position, goal: Goal) -> Result<Self, NotationError> {
        goal.check()?;
        let board = position.board().clone();
        let defender = goal.defender(&board).ok_or_else(|| NotationError::new("no stone is asked about"))?;
        let points: Vec<Point> = match &goal.place {
            Place::Points(points) => points.clone(),
            Place::Found | Place::Board => board.size().points().collect(),
        };
        let frame = goal.framed_by(&board);
        let region = Region::new(board, &points, frame)?;
        let stones = region.stones();
        let mut targets: Vec<u16> = Vec::new();
        let mut seen = Bits::EMPTY;
        let mut has_safe_target = false;
        for &target in &goal.targets {
            match region.number(target) {
                Some(number) if !seen.contains(number) => {
                    seen = seen | region.part(number, stones[defender as usize]);
                    targets.push(number as u16);
                }
                Some(_) => {}
                None if frame.is_some() => {
                    return Err(NotationError::new(format!(
                        "{target} has no liberty in the region, and the frame takes the others"
                    )));
                }
                None => has_safe_target = true,
            }
        }
        if targets.len() > MOST_TARGETS {
            let message = format!("{} chains are asked about; at most {MOST_TARGETS} can be", targets.len());
            return Err(NotationError::new(message));
        }
        let threats = goal.threats.unwrap_or_default();
        let far = goal.far_moves();
        let start = State { stones, to_move: position.to_move(), ko: 0, lost: 0, threats, far, end: None };
        let ko = position.ko().and_then(|point| region.number(point));
        let mut local = Self { rules, region, attacker: defender.opponent(), goal, targets, has_safe_target, start };
        let root = local.open(start, ko);
        // What is done at once is shown as a move.
        let end = local.end_by_chains(&root, false).or_else(|| local.lives(&root).then_some(End::Safe));
        local.start = State { end, ..root };
        Ok(local)
    }

    /// The same question from another state on.
    pub fn from(&self, state: &State<W>) -> Self {
        Self { start: *state, ..self.clone() }
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The question, with its region.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// The side that wants to capture.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// The position of a state.
    pub fn position(&self, state: &State<W>) -> Position {
        let ko = usize::from(state.ko).checked_sub(1).map(|number| self.region.point(number));
        Position::of_game(self.region.with_stones(&state.stones), state.to_move, ko)
    }

    /// The point that a move puts a stone on.
    pub fn point(&self, mv: Move) -> Option<Point> {
        mv.number().map(|number| self.region.point(number))
    }

    /// The fewest liberties of a target that can be captured, and 0 if none is left.
    pub fn fewest_liberties(&self, state: &State<W>) -> u32 {
        let empty = self.region.empty(&state.stones);
        self.chains(state).map(|(_, beside)| (beside & empty).count()).min().unwrap_or(0)
    }

    /// The stones of the targets that are not captured yet, a number a chain.
    pub(crate) fn left(&self, state: &State<W>) -> impl Iterator<Item = usize> {
        let lost = state.lost;
        let numbers = self.targets.iter().enumerate().filter(move |(index, _)| lost >> index & 1 == 0);
        numbers.map(|(_, &number)| number.into())
    }

    /// The targets whose stones are not on the board, or have just been captured.
    pub(crate) fn lost(&self, captured: Bits<W>) -> u8 {
        let targets = self.targets.iter().enumerate();
        targets.fold(0, |lost, (index, &number)| lost | u8::from(captured.contains(number.into())) << index)
    }

    /// These targets, and those that are not on the board: behind a move of the defender, who may have taken a stone back.
    pub(crate) fn not_on_board(&self, lost: u8, stones: &Stones<W>) -> u8 {
        let own = stones[self.attacker.opponent() as usize];
        let targets = self.targets.iter().enumerate();
        targets.fold(lost, |lost, (index, &number)| lost | u8::from(!own.contains(number.into())) << index)
    }

    /// Whether these targets are what the attacker wants.
    pub(crate) fn is_enough(&self, lost: u8) -> bool {
        if self.goal.takes_any {
            lost != 0
        } else {
            !self.has_safe_target && lost.count_ones() as usize == self.targets.len()
        }
    }

    /// What the rules say of a position, and what is seen a move ahead.
    #[inline]
    pub(crate) fn end(&self, state: &State<W>) -> Option<End> {
        let end = self.end_by_chains(state, self.looks_ahead());
        end.or_else(|| self.lives(state).then_some(End::Safe))
    }

    /// What the rules say of the chains in question, and what the side to move, or the attacker after it, does at once, if that
    /// is looked for.
    #[inline]
    fn end_by_chains(&self, state: &State<W>, looks_ahead: bool) -> Option<End> {
        if self.is_enough(state.lost) {
            return Some(End::Captured);
        }
        if self.is_safe_anyway() {
            return Some(End::Safe);
        }
        let defender = self.attacker.opponent();
        let own = state.stones[defender as usize];
        let empty = self.region.empty(&state.stones);
        let (mut all_safe, mut any_safe) = (true, false);
        let mut at_once = state.lost;
        // Of several chains of which one is enough for the attacker the defender saves but one in a move.
        let saves_at_once =
            looks_ahead && state.to_move == defender && (!self.goal.takes_any || self.targets.len() == 1);
        for number in self.left(state) {
            if !own.contains(number) {
                // It has been taken by a ko, and is about to be taken back or lost.
                all_safe = false;
                continue;
            }
            let (chain, beside) = self.region.part_and_beside(number, own);
            let liberties = beside & empty;
            let is_safe = self.is_out(chain, liberties) || saves_at_once && self.gets_out(state, chain, liberties);
            all_safe &= is_safe;
            any_safe |= is_safe;
            if !is_safe && looks_ahead && self.falls(state, chain, liberties) {
                at_once |= self.lost(chain);
            }
        }
        let is_safe = if self.goal.takes_any { all_safe } else { any_safe };
        if is_safe {
            return Some(End::Safe);
        }
        // Several chains fall at once if they share the last liberty, which a single one shows as well.
        (self.is_enough(at_once) && (at_once & !state.lost).is_power_of_two()).then_some(End::Captured)
    }

    /// Whether enough stones in question live unconditionally, as far as that is looked for.
    fn lives(&self, state: &State<W>) -> bool {
        // Who has to move in the region may have to fill an eye.
        if !(self.goal.eyes || self.looks_for_life()) {
            return false;
        }
        let (stones, defender, allows_suicide) = (&state.stones, self.attacker.opponent(), self.rules.allows_suicide);
        let own = stones[defender as usize];
        let may_live = |number: usize| {
            own.contains(number)
                && self.region.may_live(self.region.part(number, own), stones, defender, allows_suicide)
        };
        let are_enough = |live: &dyn Fn(usize) -> bool| {
            if self.goal.takes_any { self.left(state).all(live) } else { self.left(state).any(live) }
        };
        if !are_enough(&may_live) {
            return false;
        }
        let alive = self.region.alive(stones, defender, allows_suicide);
        are_enough(&|number| alive.contains(number))
    }

    /// Whether the only chain in question lives unconditionally, as far as that is looked for.
    #[inline]
    pub(crate) fn chain_lives(&self, state: &State<W>, chain: Bits<W>) -> bool {
        if !(self.goal.eyes || self.looks_for_life()) {
            return false;
        }
        let (stones, defender, allows_suicide) = (&state.stones, self.attacker.opponent(), self.rules.allows_suicide);
        self.region.may_live(chain, stones, defender, allows_suicide)
            && !(chain & self.region.alive(stones, defender, allows_suicide)).is_empty()
    }

    /// Whether a stone in question can never be captured, where all have to be.
    pub(crate) fn is_safe_anyway(&self) -> bool {
        !self.goal.takes_any && self.has_safe_target
    }

    /// Whether stones that live unconditionally are looked for in each position. Of chains with few liberties on a whole board
    /// that is seldom said, and it takes longer than all else.
    fn looks_for_life(&self) -> bool {
        let is_wide = self.goal.liberties.is_some() && self.goal.near != [None; 2];
        self.rules.is_static && self.rules.allows_tenuki && !is_wide
    }

    /// Whether a chain with so many liberties can never be captured, or has as many as it takes.
    #[inline]
    pub(crate) fn is_out(&self, chain: Bits<W>, liberties: Bits<W>) -> bool {
        let has_at_least = |least: u32| least.checked_sub(1).is_none_or(|most| liberties.has_more_than(most));
        self.goal.liberties.is_some_and(has_at_least) || self.region.is_safe(chain, self.attacker.opponent())
    }

    /// A state with a point that has just been taken by a ko, before the rules have been asked.
    pub(crate) fn open(&self, state: State<W>, ko: Option<usize>) -> State<W> {
        // Who is komaster may take back at once; where that is counted, the point has to be known.
        let side = if state.to_move == self.attacker { Side::Attacker } else { Side::Defender };
        let is_free = self.goal.komaster == Some(side) && self.goal.threats.is_none();
        let ko = ko.filter(|_| !is_free).map_or(0, |number| number as u16 + 1);
        State { ko, end: None, ..state }
    }

    /// Whether the defender may take a ko back at once.
    pub(crate) fn may_take_back(&self, state: &State<W>) -> bool {
        self.goal.komaster == Some(Side::Defender) && (self.goal.threats.is_none() || state.threats > 0)
    }

    pub(crate) fn judged(&self, mut state: State<W>) -> State<W> {
        state.end = self.end(&state);
        state
    }

    /// The threats that the defender has left behind a stone on a point, if no ban on a ko forbids it.
    #[inline]
    pub(crate) fn threats_after(&self, state: &State<W>, number: usize) -> Option<u8> {
        if usize::from(state.ko) != number + 1 {
            return Some(state.threats);
        }
        let may_take_back = state.to_move != self.attacker && self.may_take_back(state);
        may_take_back.then(|| state.threats - 1)
    }

    /// The state after a stone on an empty point, if that is legal.
    #[inline]
    pub(crate) fn play(&self, state: &State<W>, number: usize) -> Option<State<W>> {
        let threats = self.threats_after(state, number)?;
        let mut stones = state.stones;
        let Played { ko, captured } =
            self.region.play(&mut stones, state.to_move, number, self.rules.allows_suicide)?;
        let mut lost = state.lost;
        if state.to_move != self.attacker {
            lost = self.not_on_board(lost, &stones);
        } else if ko.is_none() || !self.may_take_back(state) {
            lost |= self.lost(captured);
        }
        let ko = ko.filter(|_| self.rules.superko == Superko::None);
        let next = State { stones, to_move: state.to_move.opponent(), lost, threats, ..*state };
        Some(self.judged(self.open(next, ko)))
    }

    /// The state after a pass.
    #[inline]
    pub(crate) fn pass(&self, state: &State<W>) -> State<W> {
        let mut lost = state.lost;
        if state.to_move != self.attacker {
            lost = self.not_on_board(lost, &state.stones);
        }
        self.judged(self.open(State { to_move: state.to_move.opponent(), lost, ..*state }, None))
    }

    /// Whether the side to move may play elsewhere, if it has so many moves in the region and is kept from a ko or not.
    pub(crate) fn may_pass(&self, to_move: Color, has_moves: bool, is_banned: bool) -> bool {
        // Where a seki is not enough, the attacker waits for the defender to move in it.
        let may_wait = to_move != self.attacker || is_banned || self.goal.eyes;
        if self.rules.allows_tenuki { may_wait } else { !has_moves }
    }

    /// Where both sides play.
    pub(crate) fn region(&self) -> &Region<W> {
        &self.region
    }

    /// The chains that are asked about and not captured yet, each with what is beside it.
    pub(crate) fn chains(&self, state: &State<W>) -> impl Iterator<Item = (Bits<W>, Bits<W>)> {
        let own = state.stones[self.attacker.opponent() as usize];
        let numbers = self.left(state).filter(move |&number| own.contains(number));
        numbers.map(move |number| self.region.part_and_beside(number, own))
    }

    /// True if one chain is asked about.
    pub(crate) fn has_one_target(&self) -> bool {
        self.targets.len() == 1 && !self.has_safe_target
    }

    /// The chain that is asked about, if there is one alone and it is on the board, with what is beside it.
    pub(crate) fn only_chain(&self, state: &State<W>) -> Option<(Bits<W>, Bits<W>)> {
        if self.targets.len() == 1 { self.chains(state).next() } else { None }
    }

    /// The points of stones in question that are off the board and not lost yet.
    pub(crate) fn missing(&self, state: &State<W>) -> Bits<W> {
        let own = state.stones[self.attacker.opponent() as usize];
        self.left(state)
            .filter(|&number| !own.contains(number))
            .fold(Bits::EMPTY, |all, number| all | Bits::single(number))
    }

    /// The empty points where a stone may be tried, those beside the targets first and far ones last, each with the far moves that are
    /// left behind it.
    pub(crate) fn tries(&self, state: &State<W>) -> impl Iterator<Item = (usize, [u8; 2])> {
        let beside = self.chains(state).fold(Bits::EMPTY, |all, (_, beside)| all | beside);
        let side = self.side(state);
        // Where a defender has to play is a step from the stones at most.
        let (empty, far) = match (self.forced(state), self.goal.near[side]) {
            (Some(forced), _) => (forced, Bits::EMPTY),
            (None, None) => (self.region.empty(&state.stones), Bits::EMPTY),
            (None, Some(steps)) => {
                let near = self.near(state, steps);
                let far = self.goal.far[side].filter(|_| state.far[side] > 0);
                (near, far.map_or(Bits::EMPTY, |far| self.near(state, far.steps) & !near))
            }
        };
        let mut left = state.far;
        left[side] = left[side].saturating_sub(1);
        let (near, had) = ((beside & empty).ascending().chain((empty & !beside).ascending()), state.far);
        near.map(move |number| (number, had)).chain(far.ascending().map(move |number| (number, left)))
    }

    /// 0 if the attacker is to move, 1 if the defender is.
    fn side(&self, state: &State<W>) -> usize {
        usize::from(state.to_move != self.attacker)
    }

    pub(crate) fn move_name(&self, mv: Move) -> String {
        self.point(mv).map_or_else(|| "pass".to_owned(), |point| point.to_string())
    }

    /// The region, and the text of a state without what is behind it.
    pub(crate) fn text(&self, state: &State<W>) -> String {
        let unknown = state.unknown();
        let known = State { stones: each(&state.stones, |own| own & !unknown), ..*state };
        let point = |number| self.region.point(number);
        Parts {
            position: self.position(&known).to_string(),
            known: (!unknown.is_empty()).then(|| (self.region.all() & !unknown).ascending().map(point).collect()),
            lost: state.lost,
            threats: self.goal.threats.filter(|&threats| threats != state.threats).map(|_| state.threats),
            // Where a part is unknown nobody counts them.
            far: (unknown.is_empty() && state.far != self.goal.far_moves()).then_some(state.far),
        }
        .text()
    }

    /// The value for the side that has to prove its claim.
    pub(crate) fn value(&self, end: End) -> Value {
        if (end == End::Captured) == (self.goal.aim.prover() == Side::Attacker) {
            Value::Proven
        } else {
            Value::Disproven
        }
    }

    pub(crate) fn role(&self, to_move: Color) -> Role {
        let side = if to_move == self.attacker { Side::Attacker } else { Side::Defender };
        if side == self.goal.aim.prover() { Role::Or } else { Role::And }
    }
}

/// What the text of a state tells.
struct Parts {
    position: String,
    /// The points of which something is known, unless that is all.
    known: Option<Vec<Point>>,
    lost: u8,
    /// The threats that are left, and the far moves, where the question does not say it.
    threats: Option<u8>,
    far: Option<[u8; 2]>,
}

impl Parts {
    fn text(self) -> String {
        let mut text = self.position;
        if let Some(known) = self.known {
            let known: Vec<String> = known.iter().map(Point::to_string).collect();
            let _ = write!(text, " known:{}", known.join("+"));
        }
        if self.lost > 0 {
            let _ = write!(text, " lost:{}", self.lost);
        }
        if let Some(threats) = self.threats {
            let _ = write!(text, " threats:{threats}");
        }
        if let Some([attacker, defender]) = self.far {
            let _ = write!(text, " far:{attacker},{defender}");
        }
        text
    }
}

impl<const W: usize> Problem for Local<W> {
    type State = State<W>;
    type Move = Move;

    fn root(&self) -> State<W> {
        self.start
    }

    #[inline]
    fn status(&self, state: &State<W>) -> Status {
        match state.end {
            Some(end) => Status::Decided(self.value(end)),
            None => Status::Open(self.role(state.to_move)),
        }
    }

    fn for_each_successor(&self, state: &State<W>, mut visit: impl FnMut(Move, State<W>)) {
        if !state.unknown().is_empty() {
            return self.for_each_successor_with_unknown(state, &mut visit);
        }
        let mut has_moves = false;
        let mut turn = self.turn(state);
        for (number, far) in self.tries(state) {
            if let Some(next) = turn.play(number) {
                has_moves = true;
                visit(Move::at(number), State { far, ..next });
            }
        }
        if self.may_pass(state.to_move, has_moves, state.ko > 0) {
            visit(Move::PASS, self.pass(state));
        }
    }

    fn repetition(&self) -> Option<Repetition> {
        let proves = self.goal.served_by_repetition() == self.goal.aim.prover();
        Some(if proves { Repetition::Proves } else { Repetition::Disproves })
    }
}

/// What is captured whatever is unknown is captured.
impl<const W: usize> Dominance for Local<W> {
    fn decides(&self, known: &State<W>, value: Value, state: &State<W>) -> bool {
        known == state || self.zoned() == Some(value) && self.is_decided_by(known, state)
    }

    fn common(&self, one: &State<W>, value: Value, other: &State<W>) -> Option<State<W>> {
        if one == other {
            return Some(*one);
        }
        if self.zoned() == Some(value) { self.common_state(one, other) } else { None }
    }
}

impl<const W: usize> Describe for Local<W> {
    fn state_text(&self, state: &State<W>) -> String {
        self.text(state)
    }

    fn move_text(&self, _: &State<W>, mv: Move) -> String {
        self.move_name(mv)
    }
}
