//! Text for positions and moves.
//!
//! The idea: a diagram has the small boards as they are, and so can be held against the large one: what is won there has to be a
//! line here. A small board that is decided may be written as nine times what it is, for its stones do not matter; then they tell nothing
//! about whose turn it is, or where the last move has sent to.
//!
//! The invariant: texts that are read are those of positions with a line that somebody can have completed last, as many stones as turns,
//! and a last move that sends where it is said, as far as the stones that are shown can tell.

use proofset_core::{Game, Notation, NotationError, Player};

use crate::game::{ANYWHERE, CELLS, NINE, has_line};
use crate::{Cell, Position, UltimateTicTacToe};

/// What a move looks like, for error messages.
const MOVE: &str = "a move is the letter of a small board and that of a cell in it, each from a to i, as in ei";

/// What a position looks like.
const DIAGRAM: &str = "a position is who is to move, the large board and the nine small ones, as in \
     X;@........;........./........./........./........./X...O..../........./........./........./.........";

fn wrong(message: impl Into<String>) -> NotationError {
    NotationError::new(message)
}

/// The letter of a small board, or of a cell in it.
fn letter(place: usize) -> char {
    char::from(b'a' + place as u8)
}

fn symbol(player: Player) -> char {
    if player == Player::First { 'X' } else { 'O' }
}

/// The player with this symbol.
fn player(symbol: char) -> Option<Player> {
    match symbol {
        'X' | 'x' => Some(Player::First),
        'O' | 'o' => Some(Player::Second),
        _ => None,
    }
}

/// The nine symbols of a part of a text.
fn nine(text: &str, what: &str) -> Result<[char; NINE], NotationError> {
    let symbols: Vec<char> = text.chars().filter(|symbol| !symbol.is_whitespace()).collect();
    let count = symbols.len();
    symbols.try_into().map_err(|_| wrong(format!("{what} has {NINE} cells, not {count}")))
}

/// What a text shows of small boards whose stones it has.
#[derive(Default)]
struct Shown {
    /// How many stones each player has.
    counts: [usize; 2],
    /// The places of each player's stones, whatever the small board.
    places: [u16; 2],
    /// Whether there are small boards whose stones it has not.
    hides: bool,
}

/// How a small board is decided, if it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Won(Player),
    Full,
}

impl End {
    fn symbol(self) -> char {
        match self {
            Self::Won(player) => symbol(player),
            Self::Full => '#',
        }
    }

    fn winner(self) -> Option<Player> {
        match self {
            Self::Won(player) => Some(player),
            Self::Full => None,
        }
    }
}

/// How a small board with these stones is decided.
fn end(board: usize, [first, second]: [u16; 2]) -> Result<Option<End>, NotationError> {
    let lines = [has_line(first), has_line(second)];
    let full = first | second == (1 << NINE) - 1;
    let winner = match lines {
        [true, true] => {
            return Err(wrong(format!(
                "both players have a line in small board {}, where the first one wins it",
                letter(board)
            )));
        }
        [true, false] => Player::First,
        [false, true] => Player::Second,
        [false, false] => return Ok(full.then_some(End::Full)),
    };
    let own = [first, second][winner as usize];
    if (0..NINE).all(|place| own >> place & 1 == 0 || has_line(own & !(1 << place))) {
        let message = format!(
            "{} has lines in small board {} that no stone can have completed together",
            symbol(winner),
            letter(board)
        );
        return Err(wrong(message));
    }
    Ok(Some(End::Won(winner)))
}

/// Reads a small board into a position, and says how it is decided.
fn parse_small(
    text: &str,
    board: usize,
    position: &mut Position,
    shown: &mut Shown,
) -> Result<Option<End>, NotationError> {
    let what = format!("small board {}", letter(board));
    let cells = nine(text, &what)?;
    let hidden = match cells[0] {
        '#' => Some(End::Full),
        symbol => player(symbol).map(End::Won),
    };
    if let Some(end) = hidden.filter(|end| cells.iter().all(|cell| cell.eq_ignore_ascii_case(&end.symbol()))) {
        shown.hides = true;
        return Ok(Some(end));
    }
    let mut stones = [0u16; 2];
    for (place, &cell) in cells.iter().enumerate() {
        match player(cell) {
            Some(player) => stones[player as usize] |= 1 << place,
            None if cell == '.' => {}
            None => {
                let message = format!(
                    "{what}, cell {}: `{cell}` is none of X, O, and . for an empty cell; a board that is full may be written as {}",
                    letter(place),
                    "#".repeat(NINE)
                );
                return Err(wrong(message));
            }
        }
    }
    for (index, &own) in stones.iter().enumerate() {
        position.stones[index] |= u128::from(own) << (NINE * board);
        shown.counts[index] += own.count_ones() as usize;
        shown.places[index] |= own;
    }
    end(board, stones)
}

/// Reads the large board, which has to be what the small ones say. Gives where to play.
fn parse_large(text: &str, ends: &[Option<End>; NINE]) -> Result<u8, NotationError> {
    let mut sent = ANYWHERE;
    for (board, (symbol, end)) in nine(text, "the large board")?.into_iter().zip(ends).enumerate() {
        let expected = end.map_or('.', End::symbol);
        match symbol {
            '@' if end.is_none() && sent == ANYWHERE => sent = board as u8,
            '@' if end.is_none() => {
                return Err(wrong(format!(
                    "@ is on {} and on {}; one board has to be played in",
                    letter(sent.into()),
                    letter(board)
                )));
            }
            _ if symbol.eq_ignore_ascii_case(&expected) => {}
            _ => {
                let message = format!(
                    "small board {}: `{symbol}` on the large board, but its cells say {expected}",
                    letter(board)
                );
                return Err(wrong(message));
            }
        }
    }
    Ok(sent)
}

/// Whether the stones that are shown fit together.
fn check(position: &Position, shown: &Shown) -> Result<(), NotationError> {
    let (mover, last) = (position.to_move, position.to_move.opponent());
    if has_line(position.won(mover)) {
        return Err(wrong(format!(
            "{} has a line of the large board, and yet {} has moved since",
            symbol(mover),
            symbol(last)
        )));
    }
    let [first, second] = shown.counts;
    if !shown.hides {
        let turn = match first.checked_sub(second) {
            Some(0) => Player::First,
            Some(1) => Player::Second,
            _ => {
                let message =
                    format!("{first} X and {second} O: X moves first, so there are as many X as O, or one more");
                return Err(wrong(message));
            }
        };
        if turn != mover {
            return Err(wrong(format!("{first} X and {second} O, so {} is to move", symbol(turn))));
        }
    }
    let (is_start, is_over) = (first + second == 0 && !shown.hides, position.outcome().is_some());
    let sent = position.sent;
    if sent != ANYWHERE && is_over {
        return Err(wrong("the game is over, so no board has to be played in; write . in place of @"));
    }
    if is_start && sent != ANYWHERE {
        return Err(wrong("the first move is anywhere; write . in place of @"));
    }
    if is_start || is_over || shown.hides {
        return Ok(());
    }
    // Places of the last move: that which it sends to, or those of boards that are decided.
    let sends = if sent == ANYWHERE { position.closed() } else { 1 << sent };
    if shown.places[last as usize] & sends != 0 {
        return Ok(());
    }
    Err(wrong(if sent == ANYWHERE {
        format!("{} has moved last, and sent to a board that has to be marked with @", symbol(last))
    } else {
        format!("{} has moved last, and has no stone that sends to small board {}", symbol(last), letter(sent.into()))
    }))
}

impl UltimateTicTacToe {
    /// The cell with this name, whatever lies there.
    fn cell_named(text: &str) -> Result<Cell, NotationError> {
        let place =
            |byte: u8| (b'a'..=b'i').contains(&byte.to_ascii_lowercase()).then(|| byte.to_ascii_lowercase() - b'a');
        let cell = match *text.as_bytes() {
            [board, cell] => place(board).zip(place(cell)).map(|(board, cell)| Cell(board * ANYWHERE + cell)),
            _ => None,
        };
        cell.ok_or_else(|| wrong(format!("`{text}` is not a move; {MOVE}")))
    }

    /// The move, if the rules allow it.
    fn legal(self, position: &Position, text: &str) -> Result<Cell, NotationError> {
        let cell = Self::cell_named(text)?;
        if position.outcome().is_some() {
            return Err(wrong("the game is over, there are no moves"));
        }
        if self.moves(position).any(|other| other == cell) {
            return Ok(cell);
        }
        let board = usize::from(cell.0) / NINE;
        Err(wrong(if position.closed() >> board & 1 == 1 {
            format!("{text}: small board {} is decided", letter(board))
        } else if position.sent != ANYWHERE && usize::from(position.sent) != board {
            format!("{text}: small board {} has to be played in", letter(position.sent.into()))
        } else {
            format!("{text}: the cell is taken")
        }))
    }

    /// Plays a list of moves from the start.
    fn parse_played(self, text: &str) -> Result<Position, NotationError> {
        let mut position = Position::START;
        let is_separator = |symbol: char| symbol == ',' || symbol.is_whitespace();
        for word in text.split(is_separator).filter(|word| !word.is_empty()) {
            let place = word.as_ptr() as usize - text.as_ptr() as usize;
            let place = text[..place].chars().count() + 1;
            let cell = self.legal(&position, word).map_err(|error| wrong(format!("character {place}: {error}")))?;
            self.play(&mut position, cell);
        }
        Ok(position)
    }

    fn parse_diagram(text: &str) -> Result<Position, NotationError> {
        let parts: Vec<&str> = text.split(';').collect();
        let &[turn, large, small] = parts.as_slice() else {
            return Err(wrong(format!("{} parts between semicolons; {DIAGRAM}", parts.len())));
        };
        let mut symbols = turn.trim().chars();
        let (Some(to_move), None) = (symbols.next().and_then(player), symbols.next()) else {
            return Err(wrong(format!("`{}` is not a player; write X or O before the first semicolon", turn.trim())));
        };
        let boards: Vec<&str> = small.split('/').collect();
        if boards.len() != NINE {
            return Err(wrong(format!("{} small boards between slashes, but there are {NINE}", boards.len())));
        }
        let (mut position, mut shown) = (Position { to_move, ..Position::START }, Shown::default());
        let mut ends = [None; NINE];
        for (board, text) in boards.into_iter().enumerate() {
            ends[board] = parse_small(text, board, &mut position, &mut shown)?;
            if let Some(end) = ends[board] {
                position.close(board, end.winner());
            }
        }
        position.sent = parse_large(large, &ends)?;
        check(&position, &shown)?;
        Ok(position)
    }
}

impl Notation for UltimateTicTacToe {
    /// Reads a diagram or a list of moves.
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        if text.contains([';', '/', '.']) { Self::parse_diagram(text) } else { self.parse_played(text) }
    }

    /// Writes a diagram.
    fn position_text(&self, position: &Position) -> String {
        let closed = |board: usize| {
            (position.closed() >> board & 1 == 1).then(|| {
                let won = |player| position.won(player) >> board & 1 == 1;
                [Player::First, Player::Second].into_iter().find(|&player| won(player)).map_or(End::Full, End::Won)
            })
        };
        let mut text = String::with_capacity(2 * CELLS);
        text.push(symbol(position.to_move));
        text.push(';');
        for board in 0..NINE {
            let open = if usize::from(position.sent) == board { '@' } else { '.' };
            text.push(closed(board).map_or(open, End::symbol));
        }
        for board in 0..NINE {
            text.push(if board == 0 { ';' } else { '/' });
            let (first, second) = (position.on(board, Player::First), position.on(board, Player::Second));
            for place in 0..NINE {
                text.push(match closed(board) {
                    Some(end) => end.symbol(),
                    None if first >> place & 1 == 1 => 'X',
                    None if second >> place & 1 == 1 => 'O',
                    None => '.',
                });
            }
        }
        text
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Cell, NotationError> {
        let cell = self.legal(position, text.trim())?;
        if self.outcome(position).is_some() {
            return Err(wrong("the player who needs a line can get none any more, so the game counts as over"));
        }
        Ok(cell)
    }

    fn move_text(&self, _position: &Position, Cell(cell): Cell) -> String {
        let cell = usize::from(cell);
        [letter(cell / NINE), letter(cell % NINE)].into_iter().collect()
    }
}
