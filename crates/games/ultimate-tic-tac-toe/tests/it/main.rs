//! Facts about the game: counts of lines of play, the laws of games, values by another reading of the rules, and the words of its errors.

use std::collections::HashMap;

use proofset_best_first::{Options, pns};
use proofset_core::{Aim, Game, Goal, Limits, Notation, Outcome, Player, Reduced, Solve, Solver, Verdict};
use proofset_testkit::conformance::{check_game, check_packing, check_symmetry, perft};
use proofset_ultimate_tic_tac_toe::{Position, UltimateTicTacToe};

const GOALS: [Goal; 4] = [
    Goal { player: Player::First, aim: Aim::Win },
    Goal { player: Player::First, aim: Aim::AtLeastDraw },
    Goal { player: Player::Second, aim: Aim::Win },
    Goal { player: Player::Second, aim: Aim::AtLeastDraw },
];

fn read(text: &str) -> Position {
    UltimateTicTacToe::new().parse_position(text).unwrap()
}

#[test]
fn obeys_the_laws_of_games() {
    check_game(&UltimateTicTacToe::new(), 60, 1);
    check_game(&UltimateTicTacToe::new().for_goal(GOALS[0]), 60, 2);
    check_packing(&Solve::from_start(UltimateTicTacToe::new(), GOALS[0]), 30, 1);
    check_symmetry(&UltimateTicTacToe::new(), 30, 2);
}

/// Counted by another program: 81, 720, and from there on published.
#[test]
fn perft_from_the_start() {
    let game = UltimateTicTacToe::new();
    let counts: Vec<u64> = (0..=4).map(|depth| perft(&game, &game.start(), depth)).collect();
    assert_eq!(counts, [1, 81, 720, 6336, 55080]);
}

/// The rules once more, with a cell for each stone, and stones that stay where they are.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Plain {
    cells: [[char; 9]; 9],
    large: [char; 9],
    mover: char,
    sent: Option<usize>,
}

const THREES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

fn three(cells: &[char; 9], player: char) -> bool {
    THREES.iter().any(|line| line.iter().all(|&cell| cells[cell] == player))
}

impl Plain {
    fn start() -> Self {
        Self { cells: [['.'; 9]; 9], large: ['.'; 9], mover: 'X', sent: None }
    }

    fn moves(&self) -> Vec<(usize, usize)> {
        let boards = (0..9).filter(|&board| self.large[board] == '.' && self.sent.is_none_or(|sent| sent == board));
        boards
            .flat_map(|board| (0..9).map(move |cell| (board, cell)))
            .filter(|&(board, cell)| self.cells[board][cell] == '.')
            .collect()
    }

    fn other(&self) -> char {
        if self.mover == 'X' { 'O' } else { 'X' }
    }

    fn after(&self, (board, cell): (usize, usize)) -> Self {
        let mut next = self.clone();
        next.cells[board][cell] = self.mover;
        if three(&next.cells[board], self.mover) {
            next.large[board] = self.mover;
        } else if !next.cells[board].contains(&'.') {
            next.large[board] = '#';
        }
        next.mover = self.other();
        next.sent = (next.large[cell] == '.').then_some(cell);
        next
    }

    /// 1 if X wins, -1 if O does, 0 for a draw.
    fn value(&self, known: &mut HashMap<Self, i8>) -> i8 {
        if three(&self.large, self.other()) {
            return if self.mover == 'O' { 1 } else { -1 };
        }
        if let Some(&value) = known.get(self) {
            return value;
        }
        let values = self.moves().into_iter().map(|mv| self.after(mv).value(known));
        let best = if self.mover == 'X' { values.max() } else { values.min() };
        let value = best.unwrap_or(0);
        known.insert(self.clone(), value);
        value
    }

    /// In the notation, with all stones.
    fn text(&self) -> String {
        let mut large = self.large;
        if let Some(sent) = self.sent
            && !three(&self.large, self.other())
        {
            large[sent] = '@';
        }
        let small: Vec<String> = self.cells.iter().map(|cells| cells.iter().collect()).collect();
        format!("{};{};{}", self.mover, large.iter().collect::<String>(), small.join("/"))
    }
}

/// Random games up to where so few cells are left that all of play can be looked at. Every position on the way is that of the list of
/// moves, and the values of the last one are those of the searches, with static judgement and without.
#[test]
fn ends_of_random_games_have_the_values_of_all_of_play() {
    let games: u64 = std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(40);
    let mut values = HashMap::new();
    for seed in 0..games {
        let mut rng = fastrand::Rng::with_seed(seed);
        let (mut plain, mut played) = (Plain::start(), Vec::new());
        loop {
            let open = (0..9).filter(|&board| plain.large[board] == '.');
            let left: usize = open.map(|board| plain.cells[board].iter().filter(|&&cell| cell == '.').count()).sum();
            let moves = plain.moves();
            if left <= 12 || three(&plain.large, plain.other()) || moves.is_empty() {
                break;
            }
            let (board, cell) = moves[rng.usize(..moves.len())];
            played.push([board, cell].map(|place| char::from(b'a' + place as u8)).iter().collect::<String>());
            plain = plain.after((board, cell));
            assert_eq!(read(&plain.text()), read(&played.join(" ")), "{}", plain.text());
        }
        let value = plain.value(&mut HashMap::new());
        *values.entry(value).or_insert(0) += 1;
        for game in [UltimateTicTacToe::new(), UltimateTicTacToe::new().without_static()] {
            for goal in GOALS {
                let holds = if goal.player == Player::First { value } else { -value } >= i8::from(goal.aim == Aim::Win);
                let question = Solve::new(game.for_goal(goal), read(&plain.text()), goal);
                let report = pns(question, Options::default()).solve(&Limits::none(), &mut ()).unwrap();
                let expected = if holds { Verdict::Proven } else { Verdict::Disproven };
                assert_eq!(report.verdict, expected, "{goal} {}", plain.text());
            }
        }
    }
    assert_eq!(values.len(), 3, "{values:?}");
}

/// A line for the first player is out of reach, and the second one can still win.
const HOPELESS: &str =
    "X;OXO.@.XO.;OOOOOOOOO/XXXXXXXXX/OOOOOOOOO/O.O..O.O./...X...../O.OX...../XXXXXXXXX/OOOOOOOOO/X.......O";

#[test]
fn a_question_is_answered_when_nobody_can_get_the_line_that_it_is_about() {
    let position = read(HOPELESS);
    let outcome = |goal: Goal| UltimateTicTacToe::new().for_goal(goal).outcome(&position);
    assert_eq!(UltimateTicTacToe::new().open_lines(&position, Player::First), 0);
    assert_eq!(outcome(Goal::win(Player::First)), Some(Outcome::Draw));
    assert_eq!(outcome(Goal::at_least_draw(Player::Second)), Some(Outcome::Draw));
    assert_eq!(outcome(Goal::win(Player::Second)), None);
    assert_eq!(UltimateTicTacToe::new().outcome(&position), None);
    assert_eq!(UltimateTicTacToe::new().without_static().for_goal(GOALS[0]).outcome(&position), None);
}

/// Small boards without stones.
fn empty(count: usize) -> String {
    vec!["........."; count].join("/")
}

/// Stones of small boards that are decided are no part of a position.
#[test]
fn stones_on_decided_boards_do_not_matter() {
    let shown = read(&format!("O;X.......@;XXX...OO./.....O.../{}/........X", empty(6)));
    let text = format!("O;X.......@;XXXXXXXXX/.....O.../{}/........X", empty(6));
    assert_eq!(shown, read(&text));
    assert_eq!(UltimateTicTacToe::new().position_text(&shown), text);
    assert_eq!(UltimateTicTacToe::new().rank(&shown), Some(11));
}

fn error(text: &str) -> String {
    UltimateTicTacToe::new().parse_position(text).unwrap_err().to_string()
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    assert_eq!(error("ee ea bb"), "character 7: bb: small board a has to be played in");
    assert_eq!(
        error("ee xx"),
        "character 4: `xx` is not a move; a move is the letter of a small board and that of a cell in it, each from a to i, as in ei"
    );
    assert_eq!(error("ee ee ee"), "character 4: ee: the cell is taken");
    assert_eq!(
        error(&format!("Z;.........;{}", empty(9))),
        "`Z` is not a player; write X or O before the first semicolon"
    );
    assert_eq!(error(&format!("X;........;{}", empty(9))), "the large board has 9 cells, not 8");
    assert_eq!(error(&format!("X;.........;{}", empty(8))), "8 small boards between slashes, but there are 9");
    assert_eq!(error(&format!("X;@........;{}", empty(9))), "the first move is anywhere; write . in place of @");
    assert_eq!(error(&format!("O;.........;{}", empty(9))), "0 X and 0 O, so X is to move");
    let one = |large: &str, board: &str| format!("O;{large};{board}/{}", empty(8));
    assert_eq!(
        error(&one(".........", "....X....")),
        "X has moved last, and sent to a board that has to be marked with @"
    );
    assert_eq!(error(&one("@........", "....X....")), "X has moved last, and has no stone that sends to small board a");
    assert_eq!(error(&one("@...@....", "....X....")), "@ is on a and on e; one board has to be played in");
    assert_eq!(
        error(&one("@........", "....Q....")[..]).split(';').next(),
        Some("small board a, cell e: `Q` is none of X, O, and . for an empty cell")
    );
    assert_eq!(error(&one("X........", "....X....")), "small board a: `X` on the large board, but its cells say .");
    assert_eq!(error(&one(".........", "XXX...OO.")), "small board a: `.` on the large board, but its cells say X");
    assert_eq!(
        error(&one("X........", "XXXOOO...")),
        "both players have a line in small board a, where the first one wins it"
    );
    assert_eq!(
        error(&one("X........", "XXX...XXX")),
        "X has lines in small board a that no stone can have completed together"
    );
    let over = format!("{}/{}", ["XXXXXXXXX"; 3].join("/"), empty(6));
    assert_eq!(error(&format!("X;XXX......;{over}")), "X has a line of the large board, and yet O has moved since");
    assert_eq!(
        error(&format!("O;XXX@.....;{over}")),
        "the game is over, so no board has to be played in; write . in place of @"
    );
    let move_error = |position: &str, text: &str| {
        let game = UltimateTicTacToe::new();
        game.parse_move(&read(position), text).unwrap_err().to_string()
    };
    assert_eq!(move_error(&format!("O;XXX......;{over}"), "da"), "the game is over, there are no moves");
    assert_eq!(
        move_error(&format!("O;XX.......;XXXXXXXXX/XXXXXXXXX/{}", empty(7)), "ba"),
        "ba: small board b is decided"
    );
    let game = UltimateTicTacToe::new().for_goal(GOALS[0]);
    assert_eq!(
        game.parse_move(&read(HOPELESS), "ea").unwrap_err().to_string(),
        "the player who needs a line can get none any more, so the game counts as over"
    );
}
