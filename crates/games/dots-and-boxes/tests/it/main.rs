//! Facts about the game: counts of lines of play, the laws of games, values of small boards, and the words of its errors.

use std::collections::HashMap;

use insta::assert_snapshot;
use proofset_core::{Game, Goal, Hints, Notation, Player, Score, Solve, Symmetric, ValuedGame};
use proofset_dots_and_boxes::{DotsAndBoxes, Position};
use proofset_testkit::conformance::{check_game, check_packing, check_symmetry, check_valued, perft};

fn board(rows: usize, columns: usize) -> DotsAndBoxes {
    DotsAndBoxes::new(rows, columns).unwrap()
}

#[test]
fn obeys_the_laws_of_games() {
    for (rows, columns) in [(1, 1), (1, 2), (3, 1), (2, 2), (2, 3), (5, 5)] {
        let game = board(rows, columns);
        check_game(&game, 20, 1);
        check_valued(&game, 20, 1);
        check_symmetry(&game, 10, 1);
        check_packing(&Solve::from_start(game, Goal::win(Player::First)), 10, 1);
    }
}

/// Lines of a corner belong to one box alone, and to turn the board changes nothing; the other lines of that box are something else.
#[test]
fn lines_that_are_as_good_as_each_other_have_one_image() {
    let game = board(2, 3);
    let image = |line: &str| game.least_image(&game.parse_position(line).unwrap());
    let corner = image("a1b1");
    assert!(["a1a2", "c1d1", "d1d2", "a2a3", "a3b3", "d2d3", "c3d3"].iter().all(|line| image(line) == corner));
    assert!(["b1c1", "b1b2", "a2b2", "b2c2"].iter().all(|line| image(line) != corner));
}

/// The counts of `OpenSpiel` 2.0.2.
#[test]
fn perft_from_the_start() {
    let game = board(2, 2);
    let counts: Vec<u64> = (0..=5).map(|depth| perft(&game, &game.start(), depth)).collect();
    assert_eq!(counts, [1, 12, 132, 1_320, 11_880, 95_040]);
}

/// Another reading of the rules: the lines are pairs of dots, and a box is taken if a line completes four pairs round it.
struct ByDots {
    lines: Vec<[(usize, usize); 2]>,
    boxes: Vec<Vec<usize>>,
    /// What the player to move gets of the rest, by the lines that are drawn.
    known: HashMap<u32, Score>,
}

impl ByDots {
    fn new(rows: usize, columns: usize) -> Self {
        let dots = || (0..=rows).flat_map(|row| (0..=columns).map(move |column| (row, column)));
        let across = dots().filter(|dot| dot.1 < columns).map(|(row, column)| [(row, column), (row, column + 1)]);
        let upright = dots().filter(|dot| dot.0 < rows).map(|(row, column)| [(row, column), (row + 1, column)]);
        let lines: Vec<_> = across.chain(upright).collect();
        let sides = |(row, column): (usize, usize)| -> Vec<usize> {
            let inside =
                |dot: &(usize, usize)| (row..=row + 1).contains(&dot.0) && (column..=column + 1).contains(&dot.1);
            (0..lines.len()).filter(|&line| lines[line].iter().all(inside)).collect()
        };
        let boxes = dots().filter(|dot| dot.0 < rows && dot.1 < columns).map(sides).collect();
        Self { lines, boxes, known: HashMap::new() }
    }

    /// What the player to move gets more of the rest than the other one.
    fn rest(&mut self, drawn: u32) -> Score {
        if let Some(&score) = self.known.get(&drawn) {
            return score;
        }
        let is_taken = |sides: &Vec<usize>, drawn: u32| sides.iter().all(|&side| drawn >> side & 1 == 1);
        let taken = |drawn: u32| self.boxes.iter().map(|sides| Score::from(is_taken(sides, drawn))).sum::<Score>();
        let gains: Vec<(u32, Score)> = (0..self.lines.len())
            .filter(|&line| drawn >> line & 1 == 0)
            .map(|line| (drawn | 1 << line, taken(drawn | 1 << line) - taken(drawn)))
            .collect();
        let values =
            gains.into_iter().map(|(next, gain)| if gain > 0 { gain + self.rest(next) } else { -self.rest(next) });
        let score = values.max().unwrap_or(0);
        self.known.insert(drawn, score);
        score
    }

    /// The lines of a position of the game, by its diagram.
    fn drawn(&self, text: &str) -> u32 {
        let rows: Vec<Vec<char>> = text.split([' ', '/']).map(|row| row.chars().collect()).collect();
        let is_drawn = |[from, to]: [(usize, usize); 2]| rows[2 * from.0 + usize::from(to.0 > from.0)][from.1] != '.';
        (0..self.lines.len()).filter(|&line| is_drawn(self.lines[line])).fold(0, |set, line| set | 1 << line)
    }
}

/// The value by the candidates of the game and their scores. Every value lies within the bounds.
fn value(game: &DotsAndBoxes, position: &Position, known: &mut HashMap<Position, Score>) -> Score {
    if let Some(score) = game.score(position) {
        return score;
    }
    if let Some(&value) = known.get(position) {
        return value;
    }
    let mut best = -game.limit();
    game.for_each_candidate(position, |_, next, _| {
        let value = value(game, &next, known);
        best = best.max(if game.to_move(&next) == game.to_move(position) { value } else { -value });
    });
    let (least, greatest) = game.bounds(position);
    assert!((least..=greatest).contains(&best), "{position:?}: {best} is not within {least} to {greatest}");
    known.insert(*position, best);
    best
}

/// What the first player wins by, as found by another program with a table of all positions.
#[test]
fn values_of_small_boards() {
    for (rows, columns, margin) in [(1, 1, -1), (1, 3, -1), (1, 4, 0), (2, 2, 2)] {
        let game = board(rows, columns);
        assert_eq!(value(&game, &game.start(), &mut HashMap::new()), margin, "{rows}x{columns}");
        assert_eq!(ByDots::new(rows, columns).rest(0), margin, "{rows}x{columns}");
    }
}

/// What is left out as a candidate is not needed, neither in positions that random moves lead to nor in those that follow from them.
#[test]
fn candidates_keep_the_values_by_another_reading_of_the_rules() {
    let mut rng = fastrand::Rng::with_seed(2);
    for (rows, columns) in [(1, 2), (2, 1), (1, 3), (2, 2), (1, 5), (2, 3)] {
        let (game, mut by_dots) = (board(rows, columns), ByDots::new(rows, columns));
        let mut known = HashMap::new();
        for _ in 0..60 {
            let mut position = game.start();
            while game.outcome(&position).is_none() {
                let text = game.position_text(&position);
                // Few lines are left, so that all of play is looked at in a moment.
                if game.moves(&position).count() <= 11 {
                    let own = game.boxes_of(&position, game.to_move(&position)).cast_signed();
                    let other = game.boxes_of(&position, game.to_move(&position).opponent()).cast_signed();
                    let expected = own - other + by_dots.rest(by_dots.drawn(&text));
                    assert_eq!(value(&game, &position, &mut known), expected, "{text}");
                }
                let moves: Vec<_> = game.moves(&position).collect();
                game.play(&mut position, moves[rng.usize(..moves.len())]);
            }
        }
    }
}

/// Two sides of a corner are as good as each other, and on a board of one row so are the upper and the lower side of a box.
#[test]
fn lines_that_are_as_good_as_each_other_are_one() {
    let reached = |game: &DotsAndBoxes| {
        let mut images: Vec<String> = game
            .moves(&game.start())
            .map(|line| {
                let mut next = game.start();
                game.play(&mut next, line);
                game.position_text(&game.least_image(&next))
            })
            .collect();
        images.sort();
        images.dedup();
        images.len()
    };
    assert_eq!([board(1, 1), board(1, 3), board(2, 2), board(3, 3)].map(|game| reached(&game)), [1, 3, 2, 4]);
}

#[test]
fn texts_are_read_and_written() {
    let game = board(1, 2);
    let position = game.parse_position("a1b1 B2-a2, a1a2 b1b2").unwrap();
    assert_eq!(game.position_text(&position), "-./||./-. 0:1 second");
    assert_eq!(game.parse_position(" -./||./-.  0:1  second ").unwrap(), position);
    assert_eq!(game.parse_position("").unwrap(), game.start());
    let moves: Vec<_> = game.moves(&position).map(|line| game.move_text(&position, line)).collect();
    assert_eq!(moves, ["b1c1", "c1c2", "b2c2"]);
    for text in ["c1c2", " C2c1", "c2-c1"] {
        assert_eq!(game.parse_move(&position, text).map(|line| game.move_text(&position, line)).unwrap(), "c1c2");
    }
    let read = |text: Option<&str>| DotsAndBoxes::parameters().read(text).map(|arguments| arguments.to_string());
    assert_eq!(read(None).unwrap(), "3x3");
    assert_eq!(read(Some("2X4")).unwrap(), "2x4");
    for wrong in ["3", "0x3", "6x3", "100x100", "3x3x3", "", "\u{1f600}"] {
        assert!(read(Some(wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    let game = board(1, 2);
    let error = |text: &str| game.parse_position(text).unwrap_err().to_string();
    assert_snapshot!(error("-./||. 0:0 first"), @"the diagram has 2 rows of lines, separated by `/`; expected 3");
    assert_snapshot!(error("-./||/-. 0:0 first"), @"row 2 of the diagram, `||`, has 2 lines; expected 3");
    assert_snapshot!(error("-./-|./-. 0:0 first"), @"row 2 of the diagram, `-|.`, has `-` for a1a2; expected | if it is drawn, and . if not");
    assert_snapshot!(error("-./||./-."), @"1 words; expected a diagram, the boxes of both players, and who is to move, as in -./||./-. 1:0 first");
    assert_snapshot!(error("-./||./-. 1 first"), @"`1` is not what the players have; write the boxes of both, as in 1:0");
    assert_snapshot!(error("-./||./-. 1:0 third"), @"`third` is not to move; expected first or second");
    assert_snapshot!(error("-./||./-. 1:1 first"), @"the players have 1 and 1 boxes, but 1 are complete");
    assert_snapshot!(error("-./||./-. 1:99999999999 first"), @"`1:99999999999` is not what the players have; write the boxes of both, as in 1:0");
    assert_snapshot!(error("-./||./-. 1:0 first"), @"3 of the lines have completed no box and passed the turn, so the second player is to move");
    assert_snapshot!(error("--/|||/-- 0:2 first"), @"all lines are drawn, so the first player, who is to move, has the last box, not 0");
    assert_snapshot!(error("a1b1 a1b1"), @"character 6: a1b1: the line is drawn already");
    assert_snapshot!(error("a1b1 \u{e9}"), @"character 6: `é` is not a line; write two dots that are beside or above each other, as in a1b1; dots are a1, top left, to c2");
    assert_snapshot!(DotsAndBoxes::new(0, 6).unwrap_err().to_string(), @"0 rows and 6 columns of boxes; both must be from 1 to 5");
    let error = |position: &str, text: &str| {
        game.parse_move(&game.parse_position(position).unwrap(), text).unwrap_err().to_string()
    };
    assert_snapshot!(error("", "a1"), @"`a1` is not a line; write two dots that are beside or above each other, as in a1b1; dots are a1, top left, to c2");
    assert_snapshot!(error("", "a1c1"), @"`a1c1` is not a line; write two dots that are beside or above each other, as in a1b1; dots are a1, top left, to c2");
    assert_snapshot!(error("", "a1b2"), @"`a1b2` is not a line; write two dots that are beside or above each other, as in a1b1; dots are a1, top left, to c2");
    assert_snapshot!(error("", "a3b3"), @"`a3b3` is not a line; write two dots that are beside or above each other, as in a1b1; dots are a1, top left, to c2");
    assert_snapshot!(error("a1b1", "b1a1"), @"b1a1: the line is drawn already");
    assert_snapshot!(error("--/|||/-- 0:2 second", "b1a1"), @"the game is over, there are no moves");
}
