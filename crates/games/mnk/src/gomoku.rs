//! Gomoku as people play it, and as it is searched best.
//!
//! The idea: the board and its notation are those of [`Mnk`]; what is different is what a line is (five, and what more than
//! five are worth, is a rule) and what a search may leave out. Lines of five are found as *windows*: five cells in a row,
//! for all first cells at once, with the stones in each counted by adders on whole sets. A window with four stones of one
//! player and none of the other lacks one cell; one with three is where a four can be made.
//!
//! The smaller forms rest on sequences of fours ([`proofset_threats`]): a player to move who has one wins; a reply that does
//! nothing about one of the other player loses. Attacks by fours alone are sequences already. In attacks by threats each
//! move of the attacker makes a four, or threatens a sequence of fours; open threes are the simplest of these.
//!
//! The cost: a question about all windows is some hundred operations a direction and word. A sequence takes three such
//! questions where it begins; then a stone is asked for what it makes on its [four lines](crate::rows), for each four that can be made
//! and each reply.

use proofset_core::{Aim, Game, Goal, Notation, NotationError, Outcome, Player, Reduced, Reversible, Value};
use proofset_threats::{Board, Outlook, Stones, find, find_from, helpful, texts};

use crate::gomoku_rules::{Attack, FIVE, GomokuRules, Variant};
use crate::renju::{Prohibited, prohibition};
use crate::rows::{Geometry, Rows};
use crate::{Cell, Mnk, Position};
use proofset_bits::Bits;

/// Gomoku on a board of `W` words.
#[derive(Clone, Debug)]
pub struct Gomoku<const W: usize> {
    board: Mnk<W>,
    rules: GomokuRules,
    /// For each direction, the cells where five in a row can begin.
    firsts: [Bits<W>; 4],
    geometry: Geometry,
    /// Whose moves an attack by fours or threats restricts.
    attacker: Player,
}

impl<const W: usize> Gomoku<W> {
    /// The game with these rules. Any `W` from [`GomokuRules::words`] up will do; that one is the fastest.
    ///
    /// # Panics
    ///
    /// When the board does not fit `W` words.
    pub fn new(rules: GomokuRules) -> Self {
        let board = Mnk::new(rules.board());
        let mut firsts = [board.cells(); 4];
        for (firsts, &step) in firsts.iter_mut().zip(board.steps()) {
            for distance in 1..FIVE {
                *firsts &= board.cells().shifted_down(distance * step);
            }
        }
        let geometry = Geometry::new(rules.board());
        Self { board, rules, firsts, geometry, attacker: Player::First }
    }

    /// The parameters.
    pub fn rules(&self) -> GomokuRules {
        self.rules
    }

    /// The board without the rules of Gomoku.
    pub fn board(&self) -> &Mnk<W> {
        &self.board
    }

    /// True if six or more in a row are no line of this player's.
    #[inline]
    fn needs_exactly_five(&self, player: Player) -> bool {
        match self.rules.variant() {
            Variant::Freestyle => false,
            Variant::Standard => true,
            Variant::Renju => player == Player::First,
        }
    }

    /// Whether a player's stones hold a line that wins.
    #[inline]
    fn has_five(&self, player: Player, stones: Bits<W>) -> bool {
        let exact = self.needs_exactly_five(player);
        self.board.runs(stones).zip(self.board.steps()).any(|(runs, &step)| {
            let longer = stones.shifted_up(step) | stones.shifted_down(FIVE * step);
            !(if exact { runs & !longer } else { runs }).is_empty()
        })
    }

    /// The empty cells of windows that hold so many of a player's stones and none of the other's. With `exact`, only of
    /// windows that no stone of the player's goes on from.
    #[inline]
    fn window_cells(&self, own: Bits<W>, other: Bits<W>, stones: usize, exact: bool) -> Bits<W> {
        let mut cells = Bits::EMPTY;
        for (&firsts, &step) in self.firsts.iter().zip(self.board.steps()) {
            let mut places = [own; FIVE];
            for distance in 1..FIVE {
                places[distance] = places[distance - 1].shifted_down(step);
            }
            let two = other | other.shifted_down(step);
            let four = two | two.shifted_down(2 * step);
            let mut open = firsts & !(four | other.shifted_down(4 * step));
            if exact {
                open &= !(own.shifted_up(step) | places[FIVE - 1].shifted_down(step));
            }
            if open.is_empty() {
                continue;
            }
            // Five bits added up: a one, and the carries of the others.
            let [a, b, c, d, e] = places;
            let (ab, cd) = (a ^ b, c ^ d);
            let abcd = ab ^ cd;
            let ones = abcd ^ e;
            let carries = [a & b, c & d, ab & cd, abcd & e];
            let odd_carries = carries[0] ^ carries[1] ^ carries[2] ^ carries[3];
            let two_carries = (carries[0] & carries[1])
                | (carries[2] & carries[3])
                | ((carries[0] | carries[1]) & (carries[2] | carries[3]));
            let with_so_many = match stones {
                2 => odd_carries & !ones,
                3 => odd_carries & ones,
                4 => two_carries & !odd_carries & !ones,
                _ => Bits::EMPTY,
            };
            let windows = open & with_so_many;
            if windows.is_empty() {
                continue;
            }
            let empty = places.iter().rev().fold(Bits::EMPTY, |set, &place| set.shifted_up(step) | windows & !place);
            cells = cells | empty;
        }
        cells
    }

    /// The empty cells with which a player completes a line that wins.
    #[inline]
    fn completions(&self, player: Player, own: Bits<W>, other: Bits<W>) -> Bits<W> {
        self.window_cells(own, other, 4, self.needs_exactly_five(player))
    }

    /// The stones of a position, line by line.
    fn rows(&self, position: &Position<W>) -> Rows<'_, W> {
        Rows::new(&self.geometry, position.stones(Player::First), position.stones(Player::Second))
    }

    /// Whether there may be cells on which a player may not put a stone.
    #[inline]
    fn prohibits(&self, player: Player) -> bool {
        self.rules.variant() == Variant::Renju && player == Player::First
    }

    /// Why a player may not put a stone on an empty cell.
    #[inline]
    fn prohibition(&self, player: Player, rows: &mut Rows<'_, W>, cell: usize) -> Option<Prohibited> {
        if self.prohibits(player) { prohibition(rows, cell) } else { None }
    }

    /// The cells of these on which the player to move may put a stone.
    #[inline]
    fn permitted(&self, position: &Position<W>, rows: &mut Rows<'_, W>, cells: Bits<W>) -> Bits<W> {
        let mover = self.to_move(position);
        if !self.prohibits(mover) {
            return cells;
        }
        let (own, other) = Self::sides(position);
        // What is prohibited makes more of two stones or of more.
        let near = (2..FIVE).fold(Bits::EMPTY, |near, stones| near | self.window_cells(own, other, stones, false));
        let is_permitted = |cell: &usize| self.prohibition(mover, rows, *cell).is_none();
        (near & cells).ascending().filter(is_permitted).fold(cells & !near, |set, cell| set | Bits::single(cell))
    }

    /// One of the cells on which the player to move may put a stone, if there is one.
    fn any_permitted(&self, position: &Position<W>, rows: &mut Rows<'_, W>, cells: Bits<W>) -> Bits<W> {
        let mover = self.to_move(position);
        let is_permitted = |cell: &usize| self.prohibition(mover, rows, *cell).is_none();
        cells.ascending().find(is_permitted).map_or(Bits::EMPTY, Bits::single)
    }

    /// A sequence of fours by which a player wins who is to move.
    fn sequence<'g>(&'g self, player: Player, rows: &mut Rows<'g, W>) -> Vec<u16> {
        find(&Fives(self), player, rows, self.rules.sequences())
    }

    /// The stones of the player to move, and those of the other.
    #[inline]
    fn sides(position: &Position<W>) -> (Bits<W>, Bits<W>) {
        (position.occupied ^ position.last_mover, position.last_mover)
    }

    /// The empty cells that would complete a line of the player who moved last.
    #[inline]
    fn asked(&self, position: &Position<W>) -> Bits<W> {
        let (own, other) = Self::sides(position);
        self.completions(position.last_to_move(), other, own)
    }

    /// The cells that a search looks at.
    fn searched(&self, position: &Position<W>) -> Bits<W> {
        let mover = self.to_move(position);
        let (own, other) = Self::sides(position);
        let empty = self.board.playable(position);
        if self.rules.is_whole() {
            let restricted = || self.permitted(position, &mut self.rows(position), empty);
            return if self.prohibits(mover) { restricted() } else { empty };
        }
        let winning = self.completions(mover, own, other);
        if !winning.is_empty() {
            return winning;
        }
        if let Some(attack) = self.rules.attack()
            && mover == self.attacker
        {
            let moves = self.attacking(attack, position, self.rows(position));
            return moves.fold(Bits::EMPTY, |set, cell| set | Bits::single(cell));
        }
        let mut rows = self.rows(position);
        let asked = self.asked(position);
        if !asked.is_empty() {
            // One of several is enough: none of them helps. If all are prohibited, nothing does.
            let reply = self.any_permitted(position, &mut rows, asked);
            return if reply.is_empty() { self.any_permitted(position, &mut rows, empty) } else { reply };
        }
        self.without_hopeless(position, &mut rows, empty)
    }

    /// The moves of an attack, where the attacker cannot win at once: fours first.
    fn attacking<'g>(
        &'g self,
        attack: Attack,
        position: &Position<W>,
        mut rows: Rows<'g, W>,
    ) -> impl Iterator<Item = usize> {
        let (own, other) = Self::sides(position);
        let asked = self.asked(position);
        let allowed = match asked.count() {
            0 => self.board.playable(position),
            1 => asked,
            _ => Bits::EMPTY,
        };
        let fours = self.window_cells(own, other, 3, false) & allowed;
        // What a four of the other player asks for may leave an earlier threat standing.
        let near = if asked.is_empty() { self.window_cells(own, other, 2, false) } else { asked };
        let near = if attack == Attack::Threats { near & allowed } else { Bits::EMPTY };

        let board = Fives(self);
        let exact = self.needs_exactly_five(self.attacker);
        // The attacker has no completions here, and the other player may pass after a move that threatens.
        let outlook = Outlook { completions: Bits::EMPTY, asked, threats: self.window_cells(own, other, 3, false) };
        let others = (near & !fours).ascending();
        fours.ascending().chain(others).filter(move |&cell| {
            if self.prohibition(self.attacker, &mut rows, cell).is_some() {
                return false;
            }
            let put = cell as u16;
            rows.put(self.attacker, put);
            let makes_four = |rows: &Rows<'_, W>| !exact || !rows.fives_through(self.attacker, put, exact).is_empty();
            let is_move = fours.contains(cell) && makes_four(&rows)
                || near.contains(cell) && {
                    let outlook = outlook.after(&board, self.attacker, &rows, put);
                    !find_from(&board, self.attacker, &mut rows, outlook, self.rules.sequences()).is_empty()
                };
            rows.take(self.attacker, put);
            is_move
        })
    }

    /// The cells without those that do nothing against a sequence of fours of the player who moved last; one of them if
    /// nothing helps.
    fn without_hopeless<'g>(&'g self, position: &Position<W>, rows: &mut Rows<'g, W>, cells: Bits<W>) -> Bits<W> {
        let last = position.last_to_move();
        let sequence = self.sequence(last, rows);
        if sequence.is_empty() {
            return self.permitted(position, rows, cells);
        }
        let helpful = helpful(&Fives(self), last, &sequence, rows, cells);
        let helpful = self.permitted(position, rows, helpful);
        if helpful.is_empty() { self.any_permitted(position, rows, cells) } else { helpful }
    }

    /// The cell with this name, if it can get a stone.
    fn empty_cell(&self, position: &Position<W>, cell: Cell, text: &str) -> Result<Cell, NotationError> {
        if self.has_five(position.last_to_move(), position.last_mover) || position.occupied == self.board.cells() {
            return Err(NotationError::new("the game is over, there are no moves"));
        }
        if position.occupied.contains(cell.bit()) {
            return Err(NotationError::new(format!("cell {text} is taken")));
        }
        if let Some(prohibited) = self.prohibition(self.to_move(position), &mut self.rows(position), cell.bit()) {
            let made = prohibited.name();
            return Err(NotationError::new(format!("{text} is prohibited to the first player: it makes {made}")));
        }
        Ok(cell)
    }

    /// Plays a list of moves from the empty board. Each is one of the whole game.
    fn parse_played(&self, text: &str) -> Result<Position<W>, NotationError> {
        let mut words = text.split_whitespace().map(without_number).filter(|word| !word.is_empty());
        let by_numbers = words.next().is_some_and(|word| word.starts_with(|symbol: char| symbol.is_ascii_digit()));
        let is_separator = |symbol: char| symbol.is_whitespace() || symbol == ';' || (symbol == ',' && !by_numbers);
        let mut position = self.start();
        for word in text.split(is_separator).map(without_number).filter(|word| !word.is_empty()) {
            // Lists such as `h8h9i8` have no separators.
            for word in split_moves(word) {
                let cell = parse_listed(self.rules, word).and_then(|cell| self.empty_cell(&position, cell, word));
                let at = word.as_ptr() as usize - text.as_ptr() as usize;
                let cell = cell.map_err(|error| crate::notation::at_place(text, at, &error))?;
                self.board.play(&mut position, cell);
            }
        }
        Ok(position)
    }
}

/// Reads one move of a list: a cell such as `h8`, or as the protocol of Gomocup has it, `7,7` from the top left.
fn parse_listed(rules: GomokuRules, text: &str) -> Result<Cell, NotationError> {
    let Some((x, y)) = text.split_once(',') else { return rules.board().cell_named(text) };
    let size = rules.size();
    let number = |part: &str| {
        let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse().ok().filter(|&number: &usize| is_number && number < size)
    };
    match (number(x), number(y)) {
        (Some(x), Some(y)) => Ok(Cell::from_bit(rules.board().bit(x, size - 1 - y))),
        _ => Err(NotationError::new(format!(
            "`{text}` is not a cell; in the way of Gomocup, cells are 0,0 (top left) to {last},{last}",
            last = size - 1
        ))),
    }
}

/// A word of a list without the number of the move, as in `1.h8`.
fn without_number(word: &str) -> &str {
    let (number, rest) = word.split_at(word.find('.').map_or(0, |dot| dot + 1));
    let is_number = number.strip_suffix('.').is_some_and(|digits| digits.parse::<u16>().is_ok());
    if is_number { rest } else { word }
}

/// Whether a list begins with the number of a move.
fn is_numbered(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    first != without_number(first)
}

/// The moves of a word: a letter and the digits after it, again and again; else the word as it is.
fn split_moves(word: &str) -> Vec<&str> {
    let begins: Vec<usize> =
        word.match_indices(|symbol: char| symbol.is_ascii_alphabetic()).map(|(at, _)| at).collect();
    if begins.first() != Some(&0) || begins.windows(2).any(|pair| pair[1] == pair[0] + 1) {
        return vec![word];
    }
    let ends = begins[1..].iter().copied().chain([word.len()]);
    begins.iter().zip(ends).map(|(&begin, end)| &word[begin..end]).collect()
}

/// The game as a board on which sequences of fours are looked for.
struct Fives<'a, const W: usize>(&'a Gomoku<W>);

impl<'g, const W: usize> Board for Fives<'g, W> {
    type Cells = Bits<W>;
    type Stones = Rows<'g, W>;

    #[inline]
    fn completions(&self, player: Player, rows: &Rows<'g, W>) -> Bits<W> {
        self.0.completions(player, rows.of(player), rows.of(player.opponent()))
    }

    #[inline]
    fn threat_cells(&self, player: Player, rows: &Rows<'g, W>) -> Bits<W> {
        // Where more than five are no line, a window whose stones go on beyond it threatens nothing.
        self.0.window_cells(rows.of(player), rows.of(player.opponent()), 3, false)
    }

    #[inline]
    fn completions_through(&self, player: Player, rows: &Rows<'g, W>, cell: u16) -> Bits<W> {
        rows.fives_through(player, cell, self.0.needs_exactly_five(player))
    }

    #[inline]
    fn threat_cells_through(&self, player: Player, rows: &Rows<'g, W>, cell: u16) -> Bits<W> {
        rows.fours_through(player, cell)
    }

    #[inline]
    fn completes(&self, player: Player, rows: &Rows<'g, W>, cell: u16) -> bool {
        rows.completes(player, cell, self.0.needs_exactly_five(player))
    }

    #[inline]
    fn prohibits(&self, player: Player) -> bool {
        self.0.prohibits(player)
    }

    #[inline]
    fn may_take(&self, player: Player, rows: &mut Rows<'g, W>, cell: u16) -> bool {
        self.0.prohibition(player, rows, cell.into()).is_none()
    }
}

impl<const W: usize> Game for Gomoku<W> {
    type Position = Position<W>;
    type Move = Cell;

    fn start(&self) -> Position<W> {
        self.board.start()
    }

    #[inline]
    fn to_move(&self, position: &Position<W>) -> Player {
        position.last_to_move().opponent()
    }

    fn outcome(&self, position: &Position<W>) -> Option<Outcome> {
        if self.has_five(position.last_to_move(), position.last_mover) {
            return Some(Outcome::Win(position.last_to_move()));
        }
        if position.occupied == self.board.cells() {
            return Some(Outcome::Draw);
        }
        let mover = self.to_move(position);
        if self.rules.is_whole() && !self.prohibits(mover) {
            return None;
        }
        let mut rows = self.rows(position);
        if self.any_permitted(position, &mut rows, self.board.playable(position)).is_empty() {
            return Some(Outcome::Win(mover.opponent()));
        }
        if self.rules.is_whole() {
            return None;
        }
        if !self.sequence(mover, &mut rows).is_empty() {
            return Some(Outcome::Win(mover));
        }
        let attack = self.rules.attack().filter(|_| mover == self.attacker)?;
        // An attack that has come to its end has failed, whatever the other player could make of it.
        let can_go_on = self.attacking(attack, position, rows).next().is_some();
        (!can_go_on).then_some(Outcome::Draw)
    }

    /// Rows from the bottom, each from the left.
    fn moves(&self, position: &Position<W>) -> impl Iterator<Item = Cell> {
        self.searched(position).ascending().map(Cell::from_bit)
    }

    #[inline]
    fn play(&self, position: &mut Position<W>, cell: Cell) {
        self.board.play(position, cell);
    }

    /// The number of stones.
    #[inline]
    fn rank(&self, position: &Position<W>) -> Option<u32> {
        self.board.rank(position)
    }
}

impl<const W: usize> Reversible for Gomoku<W> {
    type Undo = ();

    #[inline]
    fn make(&self, position: &mut Position<W>, cell: Cell) {
        self.board.make(position, cell);
    }

    #[inline]
    fn unmake(&self, position: &mut Position<W>, cell: Cell, (): ()) {
        self.board.unmake(position, cell, ());
    }
}

impl<const W: usize> Notation for Gomoku<W> {
    /// Reads a diagram, or a list of moves in either way.
    fn parse_position(&self, text: &str) -> Result<Position<W>, NotationError> {
        if is_numbered(text) || !crate::notation::is_diagram(text) {
            return self.parse_played(text);
        }
        let [first, second] = self.board.read_diagram(text)?;
        self.board.reached_position(first, second, FIVE, &|player, stones| self.has_five(player, stones))
    }

    fn position_text(&self, position: &Position<W>) -> String {
        self.board.position_text(position)
    }

    fn parse_move(&self, position: &Position<W>, text: &str) -> Result<Cell, NotationError> {
        let text = text.trim();
        let cell = parse_listed(self.rules, text).and_then(|cell| self.empty_cell(position, cell, text))?;
        if self.rules.is_whole() {
            return Ok(cell);
        }
        if self.outcome(position).is_some() {
            return Err(NotationError::new("the attack is decided here, so the game counts as over"));
        }
        if self.searched(position).contains(cell.bit()) {
            return Ok(cell);
        }
        let moves: Vec<String> = self.moves(position).map(|mv| self.move_text(position, mv)).collect();
        Err(NotationError::new(format!("{text} is not among the moves that are looked at: {}", moves.join(", "))))
    }

    fn move_text(&self, position: &Position<W>, cell: Cell) -> String {
        self.board.move_text(position, cell)
    }
}

impl<const W: usize> Reduced for Gomoku<W> {
    fn for_goal(self, goal: Goal) -> Self {
        let attacker = match goal.aim {
            Aim::Win => goal.player,
            Aim::AtLeastDraw => goal.player.opponent(),
        };
        Self { attacker, ..self }
    }

    fn whole(&self, goal: Goal, value: Value) -> Option<Self> {
        // What an attack does not win may be won in another way.
        let attack_wins = if goal.aim == Aim::Win { Value::Proven } else { Value::Disproven };
        let holds = self.rules.attack().is_none() || value == attack_wins;
        (holds && !self.rules.is_whole()).then(|| Self::new(self.rules.whole()))
    }

    fn restriction(&self) -> Option<&'static str> {
        self.rules.attack().map(|attack| match attack {
            Attack::Fours => "by fours alone",
            Attack::Threats => "by fours and threats of fours alone",
        })
    }

    fn representative(&self, position: &Position<W>) -> Position<W> {
        *position
    }

    fn threat_sequence(&self, position: &Position<W>, _searched: &Position<W>, winner: Player) -> Vec<String> {
        let sequence = self.sequence(winner, &mut self.rows(position));
        texts(&sequence, |cell| self.move_text(position, Cell::from_bit(cell.into())))
    }
}
