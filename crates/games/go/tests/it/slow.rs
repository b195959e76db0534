//! A slow reading of the rules: cells by column and row, every chain followed stone by stone, no sets and no knowledge. Play is
//! over when the stones in question are off the board, and not before.

use std::collections::BTreeSet;

use proofset_core::{Describe, Dominance, Problem, Repetition, Role, Status, Value};

pub(crate) type Cell = (usize, usize);

/// The stones by row from the top: `X`, `O` or `.`.
pub(crate) type Cells = Vec<Vec<char>>;

/// What is asked, of a board in which stones are put on some cells only.
#[derive(Clone, Debug)]
pub(crate) struct Slow {
    pub(crate) cells: Cells,
    pub(crate) to_move: char,
    pub(crate) playable: BTreeSet<Cell>,
    pub(crate) targets: Vec<Cell>,
    pub(crate) need: Need,
    /// Who has to prove a claim.
    pub(crate) prover: char,
    /// Who may take a ko back at once.
    pub(crate) komaster: Option<char>,
    /// How often a defender who is komaster may.
    pub(crate) threats: Option<u8>,
    /// Whether a seki is not enough.
    pub(crate) eyes: bool,
    /// Stones with so many liberties have escaped.
    pub(crate) liberties: Option<usize>,
    /// How many steps from the stones the attacker and the defender play.
    pub(crate) near: [Option<usize>; 2],
    /// How many steps they may play at times, and how often.
    pub(crate) far: [Option<(usize, u8)>; 2],
    pub(crate) suicide: bool,
    pub(crate) tenuki: bool,
    pub(crate) superko: Superko,
}

/// Which of the stones in question have to be captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    Any,
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Superko {
    No,
    Positional,
    Situational,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub(crate) cells: Cells,
    pub(crate) to_move: char,
    pub(crate) ban: Option<Cell>,
    lost: Vec<bool>,
    /// How often the defender has taken a ko back at once, where that is counted.
    taken_back: u8,
    /// How many far moves the attacker and the defender have made.
    went_far: [u8; 2],
    passes: u8,
    /// With superko: what there was.
    past: BTreeSet<(Cells, char)>,
}

fn other(color: char) -> char {
    if color == 'X' { 'O' } else { 'X' }
}

/// The stones that hang together with one, and their liberties.
fn chain(cells: &Cells, from: Cell) -> (BTreeSet<Cell>, BTreeSet<Cell>) {
    let color = at(cells, from).unwrap();
    let (mut stones, mut liberties) = (BTreeSet::from([from]), BTreeSet::new());
    let mut line = vec![from];
    while let Some(cell) = line.pop() {
        for next in beside(cell) {
            match at(cells, next) {
                Some('.') => {
                    liberties.insert(next);
                }
                Some(stone) if stone == color && stones.insert(next) => line.push(next),
                _ => {}
            }
        }
    }
    (stones, liberties)
}

/// The cells beside one; below zero they wrap to where no board reaches.
fn beside((column, row): Cell) -> [Cell; 4] {
    [(column.wrapping_sub(1), row), (column + 1, row), (column, row.wrapping_sub(1)), (column, row + 1)]
}

pub(crate) fn at(cells: &Cells, (column, row): Cell) -> Option<char> {
    cells.get(row)?.get(column).copied()
}

fn set(cells: &mut Cells, (column, row): Cell, color: char) {
    cells[row][column] = color;
}

pub(crate) fn diagram(cells: &Cells) -> String {
    cells.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

/// A cell as Go players name it.
pub(crate) fn name_of((column, row): Cell, cells: &Cells) -> String {
    let letter = "ABCDEFGHJKLMNOPQRST".chars().nth(column).unwrap();
    format!("{letter}{}", cells.len() - row)
}

pub(crate) fn all_cells(cells: &Cells) -> impl Iterator<Item = Cell> + use<> {
    let (columns, rows) = (cells[0].len(), cells.len());
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)))
}

/// Takes off all chains without a liberty.
pub(crate) fn swept(cells: &Cells) -> Cells {
    let mut swept = cells.clone();
    for cell in all_cells(cells).filter(|&cell| at(cells, cell) != Some('.')) {
        if chain(cells, cell).1.is_empty() {
            set(&mut swept, cell, '.');
        }
    }
    swept
}

/// The cells of a region that can change: its empty cells, and chains that have no liberty elsewhere.
pub(crate) fn playable(cells: &Cells, region: &BTreeSet<Cell>) -> BTreeSet<Cell> {
    let changes = |cell: Cell| match at(cells, cell) {
        Some('.') => region.contains(&cell),
        _ => chain(cells, cell).1.is_subset(region),
    };
    all_cells(cells).filter(|&cell| changes(cell)).collect()
}

impl Slow {
    fn defender(&self) -> char {
        at(&self.cells, self.targets[0]).unwrap()
    }

    /// Plays on a cell, by the rules.
    pub(crate) fn play(&self, state: &State, cell: Cell) -> Option<State> {
        let own = state.to_move;
        let has_threat = self.threats.is_some_and(|threats| state.taken_back < threats);
        let takes_back = state.ban == Some(cell) && own == self.defender() && has_threat;
        let is_banned = state.ban == Some(cell) && !takes_back;
        if !self.playable.contains(&cell) || at(&state.cells, cell) != Some('.') || is_banned {
            return None;
        }
        let mut cells = state.cells.clone();
        set(&mut cells, cell, own);
        let mut taken = BTreeSet::new();
        for next in beside(cell).into_iter().filter(|&next| at(&cells, next) == Some(other(own))) {
            let (stones, liberties) = chain(&cells, next);
            if liberties.is_empty() {
                taken.extend(stones);
            }
        }
        for &stone in &taken {
            set(&mut cells, stone, '.');
        }
        let (stones, liberties) = chain(&cells, cell);
        let mut gone = taken.clone();
        if liberties.is_empty() {
            if !self.suicide || stones.len() == 1 {
                return None;
            }
            for &stone in &stones {
                set(&mut cells, stone, '.');
            }
            gone.extend(&stones);
        }
        let is_ko = taken.len() == 1 && stones.len() == 1 && liberties == taken;
        let is_free = self.komaster == Some(other(own)) && self.threats.is_none();
        let may_take_back = is_free || self.superko != Superko::No;
        let ban = taken.first().copied().filter(|_| is_ko && !may_take_back);
        let was = |target: &Cell| gone.contains(target) && at(&state.cells, *target) == Some(self.defender());
        // Who is komaster may take a stone back that was taken by a ko, but has to do so at once.
        let is_pending = is_ko
            && own != self.defender()
            && self.komaster == Some(self.defender())
            && (self.threats.is_none() || has_threat);
        let mut lost: Vec<bool> =
            self.targets.iter().zip(&state.lost).map(|(target, lost)| *lost || !is_pending && was(target)).collect();
        if own == self.defender() {
            self.lose_missing(&cells, &mut lost);
        }
        let taken_back = state.taken_back + u8::from(takes_back);
        let (went_far, past) = (state.went_far, state.past.clone());
        let next = State { cells, to_move: other(own), ban, lost, taken_back, went_far, passes: 0, past };
        self.with_past(next)
    }

    /// Whether the attacker cannot succeed even if only it moves, as often as it likes.
    fn lives_untended(&self, state: &State) -> bool {
        let attacker = other(self.defender());
        let alone = Self { superko: Superko::No, eyes: false, komaster: None, threats: None, ..self.clone() };
        let mut begin = State { to_move: attacker, ban: None, past: BTreeSet::new(), passes: 0, ..state.clone() };
        self.lose_missing(&state.cells, &mut begin.lost);
        let mut seen = BTreeSet::from([(begin.cells.clone(), begin.lost.clone())]);
        let mut line = vec![begin];
        while let Some(state) = line.pop() {
            if state.lost.contains(&true) && (self.need == Need::Any || !state.lost.contains(&false)) {
                return false;
            }
            for cell in all_cells(&state.cells) {
                if let Some(next) = alone.play(&state, cell)
                    && seen.insert((next.cells.clone(), next.lost.clone()))
                {
                    line.push(State { to_move: attacker, ban: None, ..next });
                }
            }
        }
        true
    }

    /// The cells on which the side to move may play, as near to the stones in question as it has to.
    fn near(&self, state: &State, steps: Option<usize>) -> BTreeSet<Cell> {
        let Some(steps) = steps else { return all_cells(&state.cells).collect() };
        let cells = &state.cells;
        let around = |of: &BTreeSet<Cell>| of.iter().flat_map(|&cell| beside(cell)).collect::<BTreeSet<_>>();
        let empty =
            |of: BTreeSet<Cell>| of.into_iter().filter(|&cell| at(cells, cell) == Some('.')).collect::<BTreeSet<_>>();
        let left = self.targets.iter().zip(&state.lost).filter(|(_, lost)| !**lost);
        let missing: BTreeSet<Cell> = left.clone().map(|(&target, _)| target).collect();
        let on_board = left.filter(|(target, _)| at(cells, **target) == Some(self.defender()));
        let mut stones: BTreeSet<Cell> = on_board.flat_map(|(&target, _)| chain(cells, target).0).collect();
        let mut near = empty(around(&stones).union(&missing).copied().collect());
        let mut edge = near.clone();
        for step in 1..=steps {
            let touched = around(&stones).union(&around(&near)).copied().collect::<BTreeSet<_>>();
            if step > 1 {
                edge = empty(around(&edge)).difference(&near).copied().collect();
                near.extend(&edge);
            }
            for cell in touched.into_iter().filter(|&cell| matches!(at(cells, cell), Some('X' | 'O'))) {
                let (chain, liberties) = chain(cells, cell);
                if liberties.len() <= steps - step + 2 && !stones.contains(&cell) {
                    stones.extend(chain);
                    near.extend(liberties);
                }
            }
            if step == 1 {
                edge = near.clone();
            }
        }
        near
    }

    fn key(&self, state: &State) -> (Cells, char) {
        (state.cells.clone(), if self.superko == Superko::Situational { state.to_move } else { ' ' })
    }

    /// The state, if it does not bring something back.
    fn with_past(&self, mut state: State) -> Option<State> {
        let key = self.key(&state);
        (self.superko == Superko::No || state.past.insert(key)).then_some(state)
    }

    /// The stones in question that are not on the board are lost.
    fn lose_missing(&self, cells: &Cells, lost: &mut [bool]) {
        for (target, lost) in self.targets.iter().zip(lost) {
            *lost |= at(cells, *target) != Some(self.defender());
        }
    }

    fn pass(&self, state: &State) -> State {
        let mut next = State { to_move: other(state.to_move), ban: None, passes: state.passes + 1, ..state.clone() };
        if state.to_move == self.defender() {
            self.lose_missing(&state.cells, &mut next.lost);
        }
        // A pass may bring something back; whatever it leaves was there.
        if self.superko != Superko::No {
            let key = self.key(&next);
            next.past.insert(key);
        }
        next
    }
}

impl Problem for Slow {
    type State = State;
    type Move = Option<Cell>;

    fn root(&self) -> State {
        let state = State {
            cells: self.cells.clone(),
            to_move: self.to_move,
            ban: None,
            lost: vec![false; self.targets.len()],
            taken_back: 0,
            went_far: [0; 2],
            passes: 0,
            past: BTreeSet::new(),
        };
        self.with_past(state).unwrap()
    }

    fn status(&self, state: &State) -> Status {
        let captured = if self.need == Need::Any { state.lost.contains(&true) } else { !state.lost.contains(&false) };
        let attacker_proves = self.prover != self.defender();
        let of = |captured| if captured == attacker_proves { Value::Proven } else { Value::Disproven };
        if captured {
            return Status::Decided(of(true));
        }
        if self.eyes && self.lives_untended(state) {
            return Status::Decided(of(false));
        }
        if self.superko != Superko::No && state.passes == 2 {
            return Status::Decided(of(self.eyes));
        }
        if let Some(least) = self.liberties {
            let left = self.targets.iter().zip(&state.lost).filter(|(_, lost)| !**lost);
            // A chain with a liberty where nobody plays has got out as well.
            let has_escaped = |target: &Cell| {
                let (_, liberties) = chain(&state.cells, *target);
                let is_on_board = at(&state.cells, *target) != Some('.');
                is_on_board && (liberties.len() >= least || !liberties.is_subset(&self.playable))
            };
            let mut safe = left.map(|(target, _)| has_escaped(target));
            if if self.need == Need::Any { safe.all(|safe| safe) } else { safe.any(|safe| safe) } {
                return Status::Decided(of(false));
            }
        }
        Status::Open(if state.to_move == self.prover { Role::Or } else { Role::And })
    }

    /// Either side may pass at any time, or else only without a move.
    fn for_each_successor(&self, state: &State, mut visit: impl FnMut(Option<Cell>, State)) {
        let mut has_moves = false;
        let side = usize::from(state.to_move == self.defender());
        let near = self.near(state, self.near[side]);
        let left = self.far[side].filter(|&(_, times)| state.went_far[side] < times);
        let far = left.map_or_else(BTreeSet::new, |(steps, _)| self.near(state, Some(steps)));
        for &cell in near.union(&far) {
            if let Some(mut next) = self.play(state, cell) {
                has_moves = true;
                next.went_far[side] += u8::from(!near.contains(&cell));
                visit(Some(cell), next);
            }
        }
        if self.tenuki || !has_moves {
            let mut next = self.pass(state);
            // Two passes end play by superko only; else play comes back to where it was.
            if self.superko == Superko::No {
                next.passes = 0;
            }
            visit(None, next);
        }
    }

    fn repetition(&self) -> Option<Repetition> {
        let proves = (self.prover == self.defender()) != self.eyes;
        Some(if proves { Repetition::Proves } else { Repetition::Disproves })
    }
}

impl Dominance for Slow {}

impl Describe for Slow {
    fn state_text(&self, state: &State) -> String {
        format!("{} {}", diagram(&state.cells), state.to_move)
    }

    fn move_text(&self, state: &State, mv: Option<Cell>) -> String {
        mv.map_or_else(|| "pass".to_owned(), |cell| name_of(cell, &state.cells))
    }
}
