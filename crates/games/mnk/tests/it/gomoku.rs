//! Gomoku: lines of five and prohibited cells by three rules, positions in all notations, and smaller forms that change no
//! value.

use std::collections::{HashMap, HashSet};

use fastrand::Rng;
use insta::assert_snapshot;
use proofset_core::{Aim, Game, Goal, Notation, Outcome, Player, Reduced, Reversible, Solve};
use proofset_mnk::{Attack, Gomoku, GomokuRules, Position, Variant};
use proofset_testkit::conformance::{check_game, check_packing};

type Board = Gomoku<4>;

fn rules(parameters: &str) -> GomokuRules {
    if parameters.is_empty() { GomokuRules::new() } else { parameters.parse().unwrap() }
}

fn rules_of(size: i32, variant: Variant) -> GomokuRules {
    GomokuRules::new().with_size(usize::try_from(size).unwrap()).unwrap().with_variant(variant)
}

fn game(parameters: &str) -> Board {
    Gomoku::new(rules(parameters))
}

#[test]
fn obeys_the_laws_of_games() {
    for parameters in [
        "",
        "size=6",
        "size=7,rule=standard",
        "size=6,sequences=50",
        "rule=renju,size=7,sequences=9",
        "size=7,fours",
        "size=6,threats",
    ] {
        check_game(&game(parameters), 25, 1);
        check_packing(&Solve::from_start(game(parameters), Goal::win(Player::First)), 10, 1);
    }
    check_game(&Gomoku::<7>::new("size=20".parse().unwrap()), 3, 1);
}

#[test]
fn a_move_is_taken_back() {
    let game = game("sequences=20");
    let before = game.parse_position("h8 h9 i8").unwrap();
    for mv in game.moves(&before) {
        let mut position = before;
        game.make(&mut position, mv);
        game.unmake(&mut position, mv, ());
        assert_eq!(position, before);
    }
}

/// Whether a player's stones hold a line that wins, by the words of the rules.
fn wins(size: i32, variant: Variant, player: Player, has: impl Fn(i32, i32) -> bool) -> bool {
    let exact = variant == Variant::Standard || (variant == Variant::Renju && player == Player::First);
    let starts = (0..size).flat_map(|x| (0..size).map(move |y| (x, y)));
    starts.flat_map(|start| [(1, 0), (0, 1), (1, 1), (1, -1)].map(|step| (start, step))).any(|((x, y), (dx, dy))| {
        let at = |n: i32| has(x + n * dx, y + n * dy);
        let length = (0..size).take_while(|&n| at(n)).count();
        !at(-1) && if exact { length == 5 } else { length >= 5 }
    })
}

#[test]
fn lines_are_those_of_the_rules() {
    let mut rng = Rng::with_seed(1);
    let mut counts = [[0; 2]; 3];
    for (rule, variant) in [Variant::Freestyle, Variant::Standard, Variant::Renju].into_iter().enumerate() {
        for round in 0..4000 {
            let size = rng.i32(5..12);
            let game = Board::new(rules_of(size, variant));
            // A row of some stones somewhere, and a few others; alternating, so that both players have as many.
            let (dx, dy) = [(1, 0), (0, 1), (1, 1), (1, -1)][rng.usize(..4)];
            let (x, y) = (rng.i32(0..size), rng.i32(0..size));
            let cells = (0..rng.i32(4..8)).map(|n| (x + n * dx, y + n * dy));
            let mut own: Vec<(i32, i32)> =
                cells.filter(|&(x, y)| (0..size).contains(&x) && (0..size).contains(&y)).collect();
            if own.is_empty() {
                continue;
            }
            let free = |taken: &[&[(i32, i32)]], rng: &mut Rng| loop {
                let cell = (rng.i32(0..size), rng.i32(0..size));
                if !taken.iter().any(|cells| cells.contains(&cell)) {
                    return cell;
                }
            };
            for _ in 0..rng.usize(..3) {
                let cell = free(&[&own], &mut rng);
                own.push(cell);
            }
            let mut other: Vec<(i32, i32)> = Vec::new();
            let player = if round % 2 == 0 { Player::First } else { Player::Second };
            let others = own.len() - usize::from(player == Player::First);
            while other.len() < others {
                let cell = free(&[&own, &other], &mut rng);
                other.push(cell);
            }
            let (mark, other_mark) = if player == Player::First { ('X', 'O') } else { ('O', 'X') };
            let symbol = |cell: (i32, i32)| {
                if own.contains(&cell) {
                    mark
                } else if other.contains(&cell) {
                    other_mark
                } else {
                    '.'
                }
            };
            let rows: Vec<String> = (0..size).rev().map(|y| (0..size).map(|x| symbol((x, y))).collect()).collect();
            let expected = wins(size, variant, player, |x, y| own.contains(&(x, y)));
            // What cannot have come about by play is refused: the other player's line, or two lines.
            let Ok(position) = game.parse_position(&rows.join("/")) else { continue };
            assert_eq!(
                game.outcome(&position) == Some(Outcome::Win(player)),
                expected,
                "{} {}",
                game.rules(),
                rows.join("/")
            );
            counts[rule][usize::from(expected)] += 1;
        }
    }
    assert!(counts.iter().flatten().all(|&count| count > 300), "{counts:?}");
}

/// A cell of a grid.
type Place = (i32, i32);

/// What the rules of Renju say about a grid, word by word.
#[derive(Clone, Copy)]
struct Grid {
    size: i32,
    first: Places,
    second: Places,
}

/// Places with coordinates from 0 to 9, as bits.
#[derive(Clone, Copy, Default)]
struct Places(u128);

impl Places {
    fn contains(self, (x, y): Place) -> bool {
        (0..10).contains(&x) && (0..10).contains(&y) && self.0 >> (10 * y + x) & 1 == 1
    }

    fn insert(&mut self, (x, y): Place) {
        assert!((0..10).contains(&x) && (0..10).contains(&y));
        self.0 |= 1 << (10 * y + x);
    }
}

impl Grid {
    const STEPS: [Place; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

    fn is_empty(&self, place: Place) -> bool {
        let on_board = (0..self.size).contains(&place.0) && (0..self.size).contains(&place.1);
        on_board && !self.first.contains(place) && !self.second.contains(place)
    }

    fn with(&self, place: Place) -> Self {
        let mut with = *self;
        with.first.insert(place);
        with
    }

    /// The unbroken rows of the first player's stones that a stone is part of, sorted.
    fn rows(&self, place: Place) -> Vec<Vec<Place>> {
        let row = |(dx, dy): Place| {
            let at = |n: i32| (place.0 + n * dx, place.1 + n * dy);
            let end = |sign: i32| (1..=self.size).find(|n| !self.first.contains(at(sign * n))).unwrap();
            (1 - end(-1)..end(1)).map(at).collect()
        };
        Self::STEPS.map(row).into()
    }

    fn makes_five(&self, place: Place) -> bool {
        self.with(place).rows(place).iter().any(|row| row.len() == 5)
    }

    fn empties(&self) -> Vec<Place> {
        let all = (0..self.size).flat_map(|x| (0..self.size).map(move |y| (x, y)));
        all.filter(|&place| self.is_empty(place)).collect()
    }

    /// The fours that a stone of the grid is part of.
    fn fours(&self, place: Place) -> HashSet<Vec<Place>> {
        let mut fours = HashSet::new();
        for fifth in self.empties() {
            let rows = self.with(fifth).rows(fifth);
            for row in rows.iter().filter(|row| row.len() == 5 && row.contains(&place)) {
                fours.insert(row.iter().copied().filter(|&cell| cell != fifth).collect());
            }
        }
        fours
    }

    /// The threes that a stone of the grid is part of.
    fn threes(&self, place: Place) -> HashSet<Vec<Place>> {
        let mut threes = HashSet::new();
        for fourth in self.empties() {
            let next = self.with(fourth);
            for (row, (dx, dy)) in next.rows(fourth).iter().zip(Self::STEPS) {
                if row.len() != 4 || !row.contains(&place) {
                    continue;
                }
                let ends = [(row[0].0 - dx, row[0].1 - dy), (row[3].0 + dx, row[3].1 + dy)];
                let becomes_five = |end: &Place| {
                    let made =
                        || next.with(*end).rows(*end).iter().any(|five| five.len() == 5 && five.contains(&fourth));
                    next.is_empty(*end) && made()
                };
                let is_straight = ends.iter().all(becomes_five);
                if is_straight && !self.makes_five(fourth) && self.prohibited(fourth).is_none() {
                    threes.insert(row.iter().copied().filter(|&cell| cell != fourth).collect());
                }
            }
        }
        threes
    }

    /// What a stone of the first player would make that it may not.
    fn prohibited(&self, place: Place) -> Option<&'static str> {
        let next = self.with(place);
        if self.makes_five(place) {
            None
        } else if next.rows(place).iter().any(|row| row.len() > 5) {
            Some("six or more in a row")
        } else if next.fours(place).len() > 1 {
            Some("two fours")
        } else if next.threes(place).len() > 1 {
            Some("two threes")
        } else {
            None
        }
    }
}

#[test]
fn prohibited_cells_are_those_of_the_rules_of_renju() {
    let mut rng = Rng::with_seed(3);
    let mut counts: HashMap<Option<&str>, usize> = HashMap::new();
    for _ in 0..1500 {
        let size = rng.i32(6..10);
        let game = Board::new(rules_of(size, Variant::Renju));
        let mut grid = Grid { size, first: Places::default(), second: Places::default() };
        let stones = rng.usize(4..11);
        let (mut firsts, mut seconds) = (grid.empties(), Vec::new());
        rng.shuffle(&mut firsts);
        // The first player's stones near the middle or a row, the other's anywhere.
        let middle = (size - 1) / 2;
        let in_row = rng.bool();
        firsts.sort_by_key(|(x, y)| {
            let (x, y) = ((x - middle).abs(), (y - middle).abs());
            if in_row { y } else { (x.max(y) + 1) / 2 }
        });
        seconds.extend(firsts.split_off(stones));
        rng.shuffle(&mut seconds);
        for place in firsts {
            grid.first.insert(place);
        }
        for &place in &seconds[..stones] {
            grid.second.insert(place);
        }
        let symbol = |place: Place| match (grid.first.contains(place), grid.second.contains(place)) {
            (true, _) => 'X',
            (_, true) => 'O',
            _ => '.',
        };
        let rows: Vec<String> = (0..size).rev().map(|y| (0..size).map(|x| symbol((x, y))).collect()).collect();
        let text = rows.join("/");
        let Ok(position) = game.parse_position(&text) else { continue };
        if game.outcome(&position).is_some() {
            continue;
        }
        for (x, y) in grid.empties() {
            let cell = format!("{}{}", char::from(b'a' + u8::try_from(x).unwrap()), y + 1);
            let expected = grid.prohibited((x, y));
            let read = game.parse_move(&position, &cell);
            let said = read.as_ref().err().map(ToString::to_string);
            let made = expected.map(|made| format!("{cell} is prohibited to the first player: it makes {made}"));
            assert_eq!(said, made, "{cell} {text}");
            let listed = game.moves(&position).any(|mv| game.move_text(&position, mv) == cell);
            assert_eq!(listed, expected.is_none(), "{cell} {text}");
            *counts.entry(expected).or_default() += 1;
        }
    }
    assert!(counts.len() == 4 && counts.values().all(|&count| count > 20), "{counts:?}");
}

/// The result under best play for the player to move: 1, 0 or -1.
fn value(game: &Board, position: Position<4>, seen: &mut HashMap<Position<4>, i32>) -> i32 {
    match game.outcome(&position) {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::Win(winner)) => return if winner == game.to_move(&position) { 1 } else { -1 },
        None => {}
    }
    if let Some(&known) = seen.get(&position) {
        return known;
    }
    let next = |mv| {
        let mut next = position;
        game.play(&mut next, mv);
        next
    };
    let best =
        game.moves(&position).map(|mv| -value(game, next(mv), seen)).max().expect("an unfinished game has moves");
    seen.insert(position, best);
    best
}

/// A full board but for some cells, on which nobody has a line.
fn late(rng: &mut Rng, game: &Board, empty: usize) -> Option<Position<4>> {
    let size = game.rules().size();
    let mut cells: Vec<usize> = (0..size * size).collect();
    rng.shuffle(&mut cells);
    let mut rows = vec![vec!['.'; size]; size];
    for (turn, cell) in cells[empty..].iter().enumerate() {
        rows[cell / size][cell % size] = if turn % 2 == 0 { 'X' } else { 'O' };
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    let position = game.parse_position(&rows.join("/")).ok()?;
    game.outcome(&position).is_none().then_some(position)
}

#[test]
fn smaller_forms_change_no_value_and_attacks_win_what_is_won() {
    let mut rng = Rng::with_seed(2);
    let (mut values, mut attacks, mut spared) = ([0; 3], [0; 2], 0);
    for variant in ["freestyle", "standard", "renju"] {
        let with = |more: &str| game(&format!("rule={variant},size=6{more}"));
        let whole = with("");
        for _ in 0..1200 {
            let empty = rng.usize(5..9);
            let Some(position) = late(&mut rng, &whole, empty) else { continue };
            let text = whole.position_text(&position);
            let mut all = HashMap::new();
            let expected = value(&whole, position, &mut all);
            values[usize::try_from(expected + 1).unwrap()] += 1;
            for positions in [1, 40] {
                let smaller = with(&format!(",sequences={positions}"));
                let mut seen = HashMap::new();
                assert_eq!(value(&smaller, position, &mut seen), expected, "{}: {text}", smaller.rules());
                spared += all.len() - seen.len();
            }
            for (attack, won) in [Attack::Fours, Attack::Threats].into_iter().zip(&mut attacks) {
                for player in [Player::First, Player::Second] {
                    let restricted = Board::new(whole.rules().with_attack(attack)).for_goal(Goal::win(player));
                    let sign = if player == whole.to_move(&position) { 1 } else { -1 };
                    if value(&restricted, position, &mut HashMap::new()) == sign {
                        assert_eq!(expected, sign, "{attack:?} of {player}: {text}");
                        *won += 1;
                    }
                }
            }
        }
    }
    assert!(values.iter().all(|&count| count > 10), "all values are tested: {values:?}");
    assert!(attacks[0] > 20 && attacks[1] > attacks[0] && spared > 10_000, "{attacks:?} {spared}");
}

#[test]
fn attacks_make_the_moves_of_their_kind() {
    let moves = |parameters: &str, text: &str, goal: Goal| {
        let game = game(parameters).for_goal(goal);
        let position = game.parse_position(text).unwrap();
        let moves: Vec<String> = game.moves(&position).map(|mv| game.move_text(&position, mv)).collect();
        format!("{:?} {}", game.outcome(&position), moves.join(" "))
    };
    let first = Goal::win(Player::First);
    // Three in a row, one end stopped by a stone: fours on the other side and with a gap.
    assert_snapshot!(moves("fours", "f8 e8 g8 a1 h8 o15", first), @"None i8 j8");
    assert_snapshot!(moves("threats", "f8 e8 g8 a1", first), @"Some(Draw)");
    // The answers to a four, to an open four, and to an open three.
    assert_snapshot!(moves("fours", "f8 e8 g8 a1 h8 o15 i8", first), @"None j8");
    assert_snapshot!(moves("fours", "f8 a1 g8 a3 h8 a5 i8", first), @"None e8");
    assert_snapshot!(moves("threats", "f8 a1 g8 a3 h8", first), @"None d8 e8 i8");
    // The second player attacks: the first may play anything, and wins nothing by it.
    let second = Goal { player: Player::First, aim: Aim::AtLeastDraw };
    assert!(moves("fours", "h8", second).starts_with("Some(Draw)"));
    assert_eq!(moves("fours", "", second).split_whitespace().count(), 226);
}

/// What a player finds who is to move on a whole board, where sequences of fours are looked for.
fn outcome(parameters: &str, text: &str) -> Option<Outcome> {
    let game = game(parameters);
    game.outcome(&game.parse_position(text).unwrap())
}

#[test]
fn a_move_threatens_what_fours_win_if_the_other_player_does_nothing() {
    // Cells are looked at that go with two stones of a row.
    for (text, threatening) in [
        ("g8 a1 h8 o15", "e8 f8 i8 j8"),
        ("g8 a1 h8 o1 k11 a15 k12 o15", "e8 f8 i8 j8 i9 k9 j10 k10 k13 k14"),
        // Some need a four elsewhere first, at d8.
        (
            "e8 h8 f8 h10 g8 a1 d9 o1 f10 a15 g10 o15",
            "c6 f6 g6 d7 f7 g7 c8 d8 f9 g9 c10 d10 e10 b11 f11 g11 h11 a12 f12 g12 i12",
        ),
        // A four of the other player's asks for the one cell that makes three in a row, or does not.
        ("f8 h4 g8 h5 h3 h6 a15 h7", "h8"),
        ("f7 h4 g7 h5 h3 h6 a15 h7", ""),
    ] {
        let game = game("threats").for_goal(Goal::win(Player::First));
        let position = game.parse_position(text).unwrap();
        let moves: Vec<String> = game.moves(&position).map(|mv| game.move_text(&position, mv)).collect();
        assert_eq!(moves.join(" "), threatening, "{text}");
        for cell in moves {
            let nothing_done = format!("{text} {cell} o8");
            assert_eq!(outcome("sequences=400", &nothing_done), Some(Outcome::Win(Player::First)), "{nothing_done}");
        }
    }
}

#[test]
fn whoever_may_not_take_the_cell_of_a_reply_has_lost() {
    // A four from d4 to g7 leaves h8, where a stone would make two open threes.
    let text = "h9 e5 h10 f6 i8 g7 j8 o1 c3 n3 i9";
    assert_eq!(outcome("rule=renju,sequences=9", text), Some(Outcome::Win(Player::Second)));
    assert_eq!(outcome("sequences=9", text), None);
    let game = game("rule=renju,sequences=9");
    let position = game.parse_position(text).unwrap();
    assert_eq!(game.threat_sequence(&position, &position, Player::Second), ["d4", "h8", "h8", "h8"]);
}

#[test]
fn texts_are_read_and_written() {
    let game = game("");
    let letters = game.parse_position("h8 H9,i8;a1").unwrap();
    assert_eq!(game.parse_position("h8h9i8a1").unwrap(), letters);
    assert_eq!(game.parse_position("7,7 7,6 8,7 0,14").unwrap(), letters, "Gomocup counts from the top left");
    for numbered in ["1. h8 2. h9 3. i8 4. a1", "1.h8 h9 2.i8 a1", "1. 7,7 7,6 2. 8,7 0,14", "1. h8h9 2. i8, a1"] {
        assert_eq!(game.parse_position(numbered), Ok(letters), "{numbered}");
    }
    assert_eq!(game.parse_position(&game.position_text(&letters)).unwrap(), letters);
    assert_eq!(game.parse_position("").unwrap(), game.start());
    for text in ["", "rule=standard", "rule=renju,size=19,sequences=100", "size=6,fours", "threats"] {
        assert_eq!(rules(text).to_string(), text);
    }
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    let error = |text: &str| game("").parse_position(text).unwrap_err().to_string();
    assert_snapshot!(error("h8 h8"), @"character 4: cell h8 is taken");
    assert_snapshot!(error("h8 h16"), @"character 4: `h16` is not a cell; cells are a1 to o15");
    assert_snapshot!(error("h8 p3"), @"character 4: `p3` is not a cell; cells are a1 to o15");
    assert_snapshot!(error("h8h9h"), @"character 5: `h` is not a cell; cells are a1 to o15");
    assert_snapshot!(error("hh8"), @"character 1: `hh8` is not a cell; cells are a1 to o15");
    assert_snapshot!(error("7,7 7,15"), @"character 5: `7,15` is not a cell; in the way of Gomocup, cells are 0,0 (top left) to 14,14");
    assert_snapshot!(error("7,7 h8"), @"character 5: cell h8 is taken");
    assert_snapshot!(error("a1 a2 b1 b2 c1 c2 d1 d2 e1 e2"), @"character 28: the game is over, there are no moves");
    assert_snapshot!(error("XXXXX"), @"the diagram has 1 rows, but the board has 15");
    let error = |text: &str| text.parse::<GomokuRules>().unwrap_err().to_string();
    assert_snapshot!(error("size=4"), @r#"size cannot be "4"; give a whole number from 5 to 20, as in rule=freestyle"#);
    assert_snapshot!(error("rule=caro"), @r#"rule cannot be "caro"; give freestyle or standard or renju, as in rule=freestyle"#);
    assert_snapshot!(error("fours,threats"), @"an attack is either by fours or by threats, which may be fours; give one of the two");
    let game = game("fours");
    let position = game.parse_position("f8 e8 g8 a1 h8 o15").unwrap();
    assert_snapshot!(game.parse_move(&position, "a5").unwrap_err().to_string(), @"a5 is not among the moves that are looked at: i8, j8");
}
