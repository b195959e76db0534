//! What is read, and what is refused in words.

use insta::assert_snapshot;
use proofset_core::NotationError;
use proofset_go::{Goal, LocalQuestion, Point, Position, Rules, Side, sgf, svg};

use crate::position;

fn refused(text: &str) -> NotationError {
    text.parse::<Position>().expect_err(text)
}

#[test]
fn positions_are_read_as_diagrams_and_lists() {
    for (text, read) in [
        (".X./XOO/.X. o", ".X./XOO/.X. o"),
        (".x+/#Oo/.X. white", ".X./XOO/.X. o"),
        ("3x3 black B3 A2 B1 white B2 C2, white to play", ".X./XOO/.X. o"),
        ("3 b a2,b1,b3 w b2,c2; w to play", ".X./XOO/.X. o"),
        ("4x2", "..../.... x"),
        ("4x3 black B3 A2 B1 white C3 B2 D2 C1, black to play, ko:C2", ".XO./XO.O/.XO. x ko:C2"),
        ("4", "..../..../..../.... x"),
        (". x", ". x"),
        (".XO./X.XO/.XO. o ko:B2", ".XO./X.XO/.XO. o ko:B2"),
        ("(;SZ[4:3]AB[ba][ab][bc]AW[bb][ca][db][cc](;B[cb])(;B[ac])(;B[aa]))", ".XO./XO.O/.XO. x"),
    ] {
        assert_eq!(position(text).to_string(), read, "{text}");
    }
    let wide = position("19 black T19 A1");
    assert_eq!(wide.board().chains().len(), 2);
}

#[test]
fn errors_of_positions_say_where_and_how_to_mend() {
    let texts = [
        "",
        ".X./XO",
        ".X./XAO/... x",
        ".X./XOX/.X. x",
        "..../.... z",
        "..../.... x ko:A1",
        "20x20",
        "0x5",
        "9 C3",
        "9 black J10",
        "9 black I5",
        "9 black C3 white C3",
        "9 black to move",
    ];
    let errors: Vec<String> = texts.iter().map(|text| format!("{text:?}: {}", refused(text))).collect();
    assert_snapshot!(errors.join("\n"));
}

#[test]
fn errors_of_files_name_the_node_and_the_property() {
    let texts = [
        "(",
        "()",
        "(;SZ[9",
        "(;SZ[9]",
        "(;SZ[nine])",
        "(;SZ[25])",
        "(;GM[2])",
        "(;SZ[9]AB)",
        "(;SZ[9]AB[zz])",
        "(;SZ[9]AB[aa:zz])",
        "(;SZ[2]AB[aa][ba][ab][bb])",
        "(;SZ[9];B[aa];W[aa](;B[bb])(;B[cc]))",
        "(;SZ[9];B[aa]W[bb])",
        "(;SZ[9];B[aa][bb])",
        "(;SZ[9]PL[green])",
        "(;SZ[9]AB[aa]TR[jj])",
        "(;SZ[9]AB[aa]BAN[ab])",
        "(;SZ[9]AB[aa]BAN[zz])",
        "(;SZ[9]AB[aa]AW[aa:ba])",
        "(;SZ[9]\nAB[aa] ?)",
    ];
    let errors: Vec<String> = texts.iter().map(|text| format!("{text:?}: {}", refused(text))).collect();
    assert_snapshot!(errors.join("\n"));
}

#[test]
fn errors_of_goals_say_what_is_there() {
    let board = position("4x3 black B2 C3 white A1");
    let texts = [
        "win",
        "capture",
        "capture:",
        "capture:E1",
        "capture:A2",
        "capture:A1+B2",
        "live:B2:komaster=black",
        "live:B2:komaster=defender:threats=0",
        "live:B2:komaster=attacker:threats=2",
        "live:B2:region=A1-Z9",
        "live:B2:fast",
        "capture:B2:liberties=one",
        "capture:B2:near=0",
        "capture:B2:near=2,none",
        "capture:B2:near=2:far=3",
        "capture:B2:near=2:far=3x8",
        "capture:B2:near=2:far=10x1",
        "capture:B2:near=2,all:far=3x1",
        "capture:B2:near=2:far=2x1",
        "capture:B2:near=1:far=1x1",
        "capture:B2:near=1:near=2",
        "live:B2:eyes:eyes",
    ];
    let errors = texts.iter().map(|text| {
        let error = Goal::parse(text, board.board()).expect_err(text);
        format!("{text:?}: {error}")
    });
    assert_snapshot!(errors.collect::<Vec<_>>().join("\n"));
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let errors = [
        ("", "9x9 black C3 white D4", ""),
        ("superko=positional", "19x19 black C3", "live:C3:region=board"),
        ("superko=positional", ".X. x", "live:B1:komaster=attacker"),
    ]
    .map(|(rules, text, goal)| {
        let goal = Some(goal).filter(|goal| !goal.is_empty());
        LocalQuestion::new(Rules::parse(rules).unwrap(), &position(text), goal).map(|_| ()).expect_err(text).to_string()
    });
    assert_snapshot!(errors.join("\n"));
}

/// A state has no room for more threats, whoever makes the goal.
#[test]
fn goals_that_are_made_by_hand_count_threats_as_texts_do() {
    let position = position(".XO./XO.O/.XO. x ko:C2");
    let goal = Goal::parse("capture:B2:komaster=defender", position.board()).unwrap();
    let about = |komaster, threats| {
        let goal = Goal { komaster, threats: Some(threats), ..goal.clone() };
        LocalQuestion::about(Rules::default(), &position, goal).map(|_| ()).map_err(|error| error.to_string())
    };
    let out_of_range = |threats| Err(format!("threats={threats}: expected a number from 1 to 15"));
    for threats in [0, 16, u8::MAX] {
        assert_eq!(about(Some(Side::Defender), threats), out_of_range(threats));
    }
    assert_eq!(about(Some(Side::Defender), 15), Ok(()));
    for komaster in [None, Some(Side::Attacker)] {
        assert!(about(komaster, 9).is_err_and(|error| error.contains("add komaster=defender")));
    }
}

#[test]
fn goals_are_written_in_one_way() {
    let position = position(".X.XO./XXXXO./OOOOO./...... o");
    for (text, written) in [
        ("live:A3", "live:A3"),
        ("kill:d4+b3+A3:komaster=attacker", "kill:A3+B3+D4:komaster=attacker"),
        ("capture:B4/A3:region=board", "capture:A3/B4:region=board"),
        ("capture:A3:region=board:liberties=5", "capture:A3:liberties=5:region=board"),
        ("kill:A3:threats=3:komaster=defender", "kill:A3:komaster=defender:threats=3"),
        ("save:A3:region=C4+A1-B2+A3+B3+A4:komaster=defender", "save:A3:komaster=defender:region=A1-B3+A4+C4"),
    ] {
        let goal = Goal::parse(text, position.board()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(goal.to_string(), written);
        assert_eq!(Goal::parse(written, position.board()), Ok(goal));
    }
}

/// What problem collections do: setup in compressed lists, escapes, comments that say who is to play, marks, variations.
#[test]
fn files_are_read_as_programs_write_them() {
    let text = "\u{feff}(;GM[1]FF[4]CA[UTF-8]SZ[9]GN[Corner]\nC[Black to play \\[and live\\]: a]AB[aa:ba][ab]AW[ca][cb][ac:cc]TR[aa]\n(;B[bb];W[aa])(;B[ab]))";
    let problem = sgf::parse(text).unwrap();
    assert_eq!(
        problem.position.to_string(),
        "XXO....../X.O....../OOO....../........./........./........./........./........./......... x"
    );
    assert_eq!(problem.marks.iter().map(ToString::to_string).collect::<Vec<_>>(), ["A9"]);
    assert_eq!((problem.name.as_str(), problem.comment.trim()), ("Corner", "Black to play [and live]: a"));
    let LocalQuestion::Small(local) = LocalQuestion::from_problem(Rules::default(), &problem, None).unwrap() else {
        panic!()
    };
    assert!(local.goal().to_string().starts_with("live:A9:region="), "{}", local.goal());
}

/// Where play begins, and who moves: a setup begins a problem, with its solution behind it, and all else is a game.
#[test]
fn problems_begin_at_their_setup_and_games_where_they_branch_or_end() {
    for (text, expected) in [
        // Without words, who moves first in the solution is to play.
        ("(;SZ[3]AB[aa]AW[ca](;W[ab])(;W[bb]))", "X.O/.../... o"),
        ("(;SZ[3]AB[aa]AW[ca];W[ab];B[bb])", "X.O/.../... o"),
        // A solution may branch behind its first move, and words are about the position before it.
        ("(;SZ[3]AB[aa]AW[ca]C[White to play];W[ab](;B[bb])(;B[cb]))", "X.O/.../... o"),
        ("(;SZ[3]AB[aa]AW[ca]PL[W];W[ab](;B[bb])(;B[cb]))", "X.O/.../... o"),
        // Stones may be set up in a game, which is played on by nobody.
        ("(;SZ[3];B[aa];AW[ca]C[black to play](;B[bb]))", "X.O/.../... x"),
        // A node in which nobody moves belongs to what is set up.
        ("(;SZ[3]AB[aa]AW[ca];PL[W])", "X.O/.../... o"),
        ("(;SZ[3]AB[aa]AW[ca];PL[ white ];W[bb])", "X.O/.../... o"),
        ("(;SZ[3]AB[aa]AW[ca];C[White to play](;B[bb])(;B[cb]))", "X.O/.../... o"),
        ("(;SZ[3]AB[aa]AW[ca];C[Problem 1];B[ bb ];W[cb]C[White to play])", "X.O/.../... x"),
        // Games, with a capture; what is said of them is said of their moves.
        ("(;SZ[3];B[aa];W[ba];B[];W[ab](;B[cc])(;B[bb]))", ".O./O../... x"),
        ("(;SZ[3];B[aa]C[Black plays the corner];W[ba];B[];W[ab])", ".O./O../... x"),
        ("(;SZ[3]HA[2]AB[aa][cc];W[bb];B[ba])", "XX./.O./..X o"),
        ("(;SZ[3]HA[2]AB[aa][cc];W[bb]C[black first](;W[ba])(;W[ab]))", "X../.O./..X o"),
        ("(;SZ[3]HA[2]AB[aa][cc])", "X../.../..X x"),
        // No handicap is none, and whoever sets up more than handicap stones sets up a problem.
        ("(;SZ[3]HA[0]AB[aa];W[bb];B[ba])", "X../.../... o"),
        ("(;SZ[3]HA[2]AB[aa][cc]AW[ca];W[bb];B[ba])", "X.O/.../..X o"),
        // Names of older files, and what mail has before a game.
        ("From: (somebody) (\n\n( ;GaMe[1]SiZe[3]AddBlack[aa]AddWhite[ca]PLayer[W])", "X.O/.../... o"),
        ("(;SZ[3])", ".../.../... x"),
        // A ko that was just taken.
        ("(;SZ[4:3]AB[ba][ab][bc]AW[ca][bb][db][cc];AE[bb]AB[cb]PL[W];)", ".XO./X.XO/.XO. o"),
        ("(;SZ[4:3];B[ba];W[ca];B[ab];W[bb];B[bc];W[db];B[];W[cc];B[cb])", ".XO./X.XO/.XO. o ko:B2"),
        ("(;SZ[4:3]AB[ba][ab][bc][cb]AW[ca][db][cc]PL[W]BAN[bb])", ".XO./X.XO/.XO. o ko:B2"),
    ] {
        let problem = sgf::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(problem.position.to_string(), expected, "{text}");
    }
}

/// Marks are those of the position that is asked about. Marked points without a stone are a region.
#[test]
fn marks_name_stones_and_points() {
    let marks = |text: &str| sgf::parse(text).unwrap().marks.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(marks("(;SZ[5];B[bb]CR[bb];W[cb]CR[cb];B[cc]CR[cc])"), ["C3"]);
    assert_eq!(marks("(;SZ[5]AB[bb]AW[cb]TR[bb];B[cc]CR[cc])"), ["B4"]);
    assert_eq!(marks("(;SZ[5]AB[bb]AW[cb]TR[bb];C[Black to play];B[cc]CR[cc])"), ["B4"]);
    assert_eq!(marks("(;SZ[5]AB[bb]AW[cb]TR[bb];PL[W]SQ[cb];W[cc])"), ["C4"]);
    assert!(marks("(;SZ[5]AB[bb]TR[bb];AW[cb])").is_empty());
    let asked = |marks: &str| {
        let problem = sgf::parse(&format!("(;SZ[6]AB[ba][ab][bb][cb]AW[da][db][bc][cc][dc][ac]{marks}PL[W])")).unwrap();
        LocalQuestion::from_problem(Rules::default(), &problem, None).map(|asked| asked.goal().to_string())
    };
    assert_eq!(asked("TR[bb]SQ[aa][ca]").unwrap(), "kill:B5:region=A6+C6");
    // In one order, whatever that of the marks.
    assert_eq!(asked("TR[db][ac]SQ[aa]").unwrap(), asked("TR[ac][db]SQ[aa]").unwrap());
    assert_eq!(asked("SQ[aa][ca]").unwrap(), "kill:A5:region=A6+C6");
    assert_eq!(
        asked("TR[bb][db]").unwrap_err().to_string(),
        "the stones on B5 and D5 have different colours, and all are marked; name those in question, as in kill:D4"
    );
}

/// A file has a solution if a comment on a move says that it is right.
#[test]
fn what_is_right_is_said_of_moves() {
    for (comments, has_solution) in [
        (["", "RIGHT", ""], true),
        (["", "Correct.", "WRONG"], true),
        (["", "that is RIGHT", "x"], true),
        (["", "", "right!"], true),
        (["RIGHT", "", ""], false),
        (["Correct me if I err", "not RIGHT", "Not  RIGHT"], false),
        (["COPYRIGHT", "COPYRIGHT", "all right"], false),
        (["Right side", "", ""], false),
    ] {
        let [root, one, other] = comments;
        let text = format!("(;SZ[3]AB[aa]C[{root}](;W[ba]C[{one}])(;W[bb];B[cc]C[{other}]))");
        assert_eq!(sgf::parse(&text).unwrap().has_solution, has_solution, "{text}");
        let line = format!("(;SZ[3]AB[aa]C[{root}];W[ba]C[{one}];B[cc]C[{other}])");
        assert_eq!(sgf::parse(&line).unwrap().has_solution, has_solution, "{line}");
    }
}

/// Moves are counted along the first variations, whatever is set up on the way.
#[test]
fn a_game_may_be_taken_before_each_of_its_moves() {
    let text = "(;SZ[3]AB[aa]C[White to play];W[bb](;B[ba];AW[cc];W[ab](;B[ca])(;B[ac]))(;B[ab]))";
    for (number, expected) in [
        (0, "X../.../... o"),
        (1, "X../.../... o"),
        (2, "X../.O./... x"),
        (3, "XX./.O./..O o"),
        (4, "XX./OO./..O x"),
        (5, "XXX/OO./..O o"),
        (6, "XXX/OO./..O o"),
    ] {
        let line = sgf::line(text, Some(number)).unwrap();
        assert_eq!(line.last().unwrap().to_string(), expected, "move {number}");
        // The positions on the way are those before the moves on the way.
        for (before, number) in line.iter().zip(1..) {
            assert_eq!(sgf::line(text, Some(number)).unwrap().last(), Some(before), "move {number}");
        }
        assert_eq!(line.len(), number.clamp(1, 5), "move {number}");
    }
    // A record branches behind its moves, and what stands behind the setup of a problem is its solution.
    let record = sgf::line("(;SZ[3];B[aa];W[bb](;B[cc])(;B[ca]))", None).unwrap();
    assert_eq!(
        record.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [".../.../... x", "X../.../... o", "X../.O./... x"]
    );
    let problem = "(;SZ[3]AB[aa];W[bb];B[cc])";
    assert_eq!(sgf::line(problem, None).unwrap(), [sgf::parse(problem).unwrap().position]);
    assert!(sgf::line("(;SZ[3];B[aa](B[bb]))", Some(9)).unwrap_err().to_string().contains("line 1, column 15"));
}

fn points(names: &[&str]) -> Vec<Option<Point>> {
    names.iter().map(|name| Point::read(name)).collect()
}

#[test]
fn what_is_written_as_a_file_is_read_again() {
    let position = position(".XO./X.XO/.XO. o ko:B2");
    let marks = [Point::read("B3").unwrap()];
    let sheet = sgf::Sheet { position: &position, marks: &marks, territory: None, comment: "a ] and a \\" };
    let text = sgf::write(&sheet, &points(&["B2", "pass", "C2"]));
    let read = sgf::parse(&text).unwrap();
    assert_eq!(
        (read.position, read.marks, read.comment.trim()),
        (position.clone(), vec![Point::read("B3").unwrap()], "a ] and a \\")
    );
    // The first move takes the ko back that has just been taken.
    assert!(text.ends_with(";W[bb]KO[]C[after a threat];B[];W[cb])\n"), "{text}");
    let white = Some((proofset_go::Color::White, vec![Point::read("A1").unwrap(), Point::read("D3").unwrap()]));
    let framed = sgf::write(&sgf::Sheet { territory: white, ..sheet }, &[]);
    assert!(framed.contains("TR[ba]\nTW[ac][da]\nPL[W]"), "{framed}");
}

/// A ko that is taken back, a pass, and a move on a point of the position.
#[test]
fn moves_on_one_point_stand_below_the_board() {
    let picture = svg(&position(".XO./XO.O/.XO. x"), &points(&["C2", "pass", "A3", "B2", "D3", "C2"]));
    let texts = picture.lines().filter(|line| line.starts_with("<text") && !line.contains("#555"));
    let shown: Vec<&str> = texts.map(|line| line.split(['>', '<']).nth(2).unwrap()).collect();
    assert_eq!(shown, ["3", "5", "1", "2 pass, 4 at B2", "6 at 1"]);
    assert_snapshot!(svg(&position("X. o"), &points(&["B1"])));
}

#[test]
fn who_is_held_near_the_stones_plays_on_the_whole_board() {
    let position = position(".X./XOO/.X. o");
    for (text, canonical) in [
        ("capture:B2:near=2", "capture:B2:near=2:region=board"),
        ("capture:B2:near=2,2", "capture:B2:near=2:region=board"),
        ("save:B2:near=1,all", "save:B2:near=1,all:region=board"),
        ("save:B2:near=all,3:region=A1-C2", "save:B2:near=all,3:region=A1-C2"),
        ("save:B2:near=all:region=A1-C2", "save:B2:region=A1-C2"),
        ("save:B2:far=3x1:near=2", "save:B2:near=2:far=3x1:region=board"),
        ("save:B2:near=1,all:far=2x3,none", "save:B2:near=1,all:far=2x3,none:region=board"),
        ("save:B2:near=1:far=none", "save:B2:near=1:region=board"),
    ] {
        let question = LocalQuestion::new(Rules::default(), &position, Some(text)).unwrap();
        assert_eq!(question.goal().to_string(), canonical);
    }
}
