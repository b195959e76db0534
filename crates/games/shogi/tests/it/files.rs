//! Positions in KIF and CSA files, and lines of play for people.

use insta::assert_snapshot;
use proofset_shogi::{Board, Move, Record};

use crate::common::board;

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

const DIAGRAM: &str = "\
# A problem
手合割：詰将棋
後手の持駒：飛　角二　金三　銀四　桂四　香四　歩十七　
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・v龍|九
+---------------------------+
先手の持駒：金
先手：somebody
手数----指手---------消費時間--
   1 ５二金打
";

fn kif(text: &str) -> String {
    Board::from_kif(text).expect("the test's position is legal").to_string()
}

fn csa(text: &str) -> String {
    Board::from_csa(text).expect("the test's position is legal").to_string()
}

#[test]
fn kif_diagrams() {
    let expected = "4k4/9/4P4/9/9/9/9/9/8+r b Gr2b3g4s4n4l17p 1";
    assert_eq!(kif(DIAGRAM), expected);
    assert_eq!(kif(&DIAGRAM.replace("飛　角二　金三　銀四　桂四　香四　歩十七", "残り全部")), expected);
    assert_eq!(kif(&DIAGRAM.replace('|', "｜")), expected);
    assert_eq!(kif(&DIAGRAM.replace("歩十七", "").replace('\n', "\r\n")), expected.replace("17p", ""));
    assert_eq!(kif(&DIAGRAM.replace("先手の持駒：金", "先手の持駒：なし\n後手番")), expected.replace("b Gr", "w r"));
    // Every sign, some under another name.
    let signs = DIAGRAM.replace("| ・ ・ ・ ・ ・ ・ ・ ・ ・|五", "| と 杏v圭v全 馬 竜 香v桂v銀|五");
    let signs = signs.replace("v龍", " 王").replace("飛　角二　金三　銀四　桂四　香四　歩十七", "なし");
    assert_eq!(kif(&signs), "4k4/9/4P4/9/+P+L+n+s+B+RLns/9/9/9/8K b G 1");
}

#[test]
fn kif_handicaps() {
    assert_eq!(kif("手合割：平手"), START);
    // A game without a handicap, also in the form whose moves have no numbers (KI2).
    assert_eq!(kif("先手：a\n後手：b\n手数----指手---------消費時間--\n   1 ７六歩(77)\n"), START);
    assert_eq!(kif("先手：a\n後手：b\n先手の持駒：なし\n\n▲７六歩    △３四歩\n"), START);
    assert_eq!(kif("手合割：香落ち\n\n△３四歩\n"), START.replace("lnsgkgsnl/", "lnsgkgsn1/").replace(" b ", " w "));
    let handicap = |name: &str| kif(&format!("開始日時：2000/01/01\n手合割：{name}　　\n下手：\n上手："));
    let white = |first_ranks: &str| START.replace("lnsgkgsnl/1r5b1", first_ranks).replace(" b ", " w ");
    assert_eq!(handicap("香落ち"), white("lnsgkgsn1/1r5b1"));
    assert_eq!(handicap("右香落ち"), white("1nsgkgsnl/1r5b1"));
    assert_eq!(handicap("角落ち"), white("lnsgkgsnl/1r7"));
    assert_eq!(handicap("飛車落ち"), white("lnsgkgsnl/7b1"));
    assert_eq!(handicap("飛香落ち"), white("lnsgkgsn1/7b1"));
    assert_eq!(handicap("二枚落ち"), white("lnsgkgsnl/9"));
    assert_eq!(handicap("三枚落ち"), white("lnsgkgsn1/9"));
    assert_eq!(handicap("四枚落ち"), white("1nsgkgsn1/9"));
    assert_eq!(handicap("五枚落ち"), white("2sgkgsn1/9"));
    assert_eq!(handicap("左五枚落ち"), white("1nsgkgs2/9"));
    assert_eq!(handicap("六枚落ち"), white("2sgkgs2/9"));
    assert_eq!(handicap("左七枚落ち"), white("2sgkg3/9"));
    assert_eq!(handicap("右七枚落ち"), white("3gkgs2/9"));
    assert_eq!(handicap("八枚落ち"), white("3gkg3/9"));
    assert_eq!(handicap("十枚落ち"), white("4k4/9"));
}

#[test]
fn kif_diagrams_with_two_signs_in_a_cell_and_narrow_dots() {
    let narrow = DIAGRAM.replace("| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三", "| ･ v成香 ･ ･ 歩 成桂 ･ 成銀 ･|三");
    let usual = DIAGRAM.replace("| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三", "| ・ v杏 ・ ・ 歩 圭 ・ 全 ・|三");
    assert_ne!(narrow, DIAGRAM);
    let board = |text: &str| {
        Board::from_kif(&text.replace("残り全部", "なし").replace("銀四　桂四　香四", "銀三　桂三　香三"))
            .map(|board| board.to_string())
    };
    assert_eq!(board(&narrow), board(&usual));
    assert!(board(&usual).is_ok_and(|text| text.contains("/1+l2P+N1+S1/")), "{:?}", board(&usual));
}

#[test]
fn csa_positions() {
    assert_eq!(csa("V2.2\nN+somebody\nPI\n+\n+7776FU\n"), START);
    assert_eq!(csa("PI82HI22KA\n-"), START.replace("1r5b1", "9").replace(" b ", " w "));
    let ranks = "\
P1-KY-KE-GI-KI-OU-KI-GI-KE-KY
P2 * -HI *  *  *  *  * -KA *
P3-FU-FU-FU-FU-FU-FU-FU-FU-FU
P4 *  *  *  *  *  *  *  *  *
P5
P6 *  *  *  *  *  *  *  *  *
P7+FU+FU+FU+FU+FU+FU+FU+FU+FU
P8 * +KA *  *  *  *  * +HI *
P9+KY+KE+GI+KI+OU+KI+GI+KE+KY
'a comment
+";
    assert_eq!(csa(ranks), START);
    assert_eq!(csa("P-51OU19RY,P+53FU00KI00KI\nP-00AL,-"), "4k4/9/4P4/9/9/9/9/9/8+r w 2Gr2b2g4s4n4l17p 1");
    assert_eq!(csa("P1-OU * +TO+NY+NK+NG+UM+RY\nP+00HI"), "k1+P+L+N+S+B+R1/9/9/9/9/9/9/9/9 b R 1");
}

/// A mate with drops, promotions, captures and moves to the same square, by White against a black king as well.
const SOLUTIONS: [(&str, &str); 3] = [
    ("l+R1s1+S3/3ks3+R/p1p4p1/3ppp2p/5nN2/1SPB4P/P1NPPPG2/2G6/L3K3L b B2GNL5P 1", "B*7a 6b6c N*7e 6c7d 8f8e"),
    ("5B1n1/8k/6Rpp/9/9/9/9/9/9 b rb4g4s3n4l16p 1", "3c3b+ N*2b 3b2b 1b2b 4a3b+"),
    ("4k4/9/4+P4/9/9/9/9/9/9 b S 1", "S*6b 5a4a 6b7a+ 4a5a 7a6a 5a6a"),
];

/// The record of a position and moves as USI writes them, as far as they are legal.
fn record(position: &str, moves: &str) -> Record {
    let start = board(position);
    let mut here = start.clone();
    let mut line: Vec<Move> = Vec::new();
    for text in moves.split_whitespace() {
        let mv = here.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
        here.make(mv);
        line.push(mv);
    }
    Record::new(start, line).expect("the moves are legal")
}

/// The same with the colours exchanged.
fn turned(position: &str) -> String {
    let mut fields = position.split(' ');
    let swap = |text: &str| -> String {
        let swapped =
            |sign: char| if sign.is_lowercase() { sign.to_ascii_uppercase() } else { sign.to_ascii_lowercase() };
        text.chars().map(swapped).collect()
    };
    let rows = fields.next().unwrap_or_default().split('/').rev().map(|row| {
        let mut squares: Vec<String> = Vec::new();
        let mut prefix = "";
        for sign in row.chars() {
            if sign == '+' {
                prefix = "+";
            } else {
                squares.push(format!("{prefix}{}", swap(&sign.to_string())));
                prefix = "";
            }
        }
        squares.into_iter().rev().collect::<String>()
    });
    let rows: Vec<String> = rows.collect();
    let rest: Vec<&str> = fields.collect();
    let hands: String = swap(rest[1]);
    format!("{} {} {hands} 1", rows.join("/"), if rest[0] == "b" { "w" } else { "b" })
}

fn turned_move(text: &str) -> String {
    let turn = |sign: char| match sign {
        '1'..='9' => char::from(b'0' + b'1' + b'9' - sign as u8 - b'0'),
        'a'..='i' => char::from(b'a' + b'i' - sign as u8),
        other => other,
    };
    text.chars().map(turn).collect()
}

#[test]
fn records_are_written_and_read_back() {
    for (position, moves) in SOLUTIONS {
        let moves_turned: Vec<String> = moves.split(' ').map(turned_move).collect();
        for record in [record(position, moves), record(&turned(position), &moves_turned.join(" "))] {
            let (kif, csa) = (record.to_kif(), record.to_csa());
            for (text, read) in [
                (&kif, Record::from_kif as fn(&str) -> _),
                (&kif.replace('\n', "\r\n"), Record::from_kif),
                (&csa, Record::from_csa),
                (&csa.replace('\n', "\r\n"), Record::from_csa),
            ] {
                assert_eq!(read(text).as_ref(), Ok(&record), "{text}");
                assert_eq!(Board::from_any_notation(text).as_ref(), Ok(record.board()), "{text}");
            }
            assert_eq!(Board::from_any_notation(&record.board().to_string()).as_ref(), Ok(record.board()));
        }
    }
}

#[test]
fn records_as_text() {
    let (position, moves) = SOLUTIONS[0];
    let record = record(position, moves);
    assert_snapshot!(record.to_kif());
    assert_snapshot!(record.to_csa());
}

/// Moves as programs write them: with times, comments, wide digits or not, what ends a game, and variations.
#[test]
fn moves_in_files() {
    let kif = |moves: &str| {
        let text = DIAGRAM.replace("   1 ５二金打\n", moves);
        Record::from_kif(&text).map(|record| record.moves().iter().map(Move::to_string).collect::<Vec<_>>().join(" "))
    };
    assert_eq!(kif("   1 5二金打 ( 0:01/00:00:01)\n*a comment\n   2 詰み\n"), Ok("G*5b".to_owned()));
    assert_eq!(kif("1 ５二金打\n2 投了\n変化：1手\n1 ５二歩成(53)\n"), Ok("G*5b".to_owned()));
    assert_eq!(kif(" 1 ５二歩成(53)+\n 2 同　玉(51)\n"), Ok("5c5b+ 5a5b".to_owned()));
    let error = |moves: &str| kif(moves).expect_err("a move is bad").to_string();
    assert_snapshot!(error("1 ５二金(53)\n"), @"line 19: `５二金(53)` is no move that can be made here");
    assert_snapshot!(error("1 ５二玉打\n"), @"line 19: `５二玉打` is no move that can be made here");
    assert_snapshot!(error("1 同　玉(51)\n"), @"line 19: `同　玉(51)` is no move that can be made here");
    assert_snapshot!(error("1 ５三金打\n"), @"line 19: the move `G*5c` is not legal in `4k4/9/4P4/9/9/9/9/9/8+r b Gr2b3g4s4n4l17p 1`; 5c is not empty");
    let csa = |moves: &str| {
        let record = Record::from_csa(&format!("P-51OU\nP+53FU00KI\nP-00AL\n+\n{moves}"));
        record.map(|record| record.moves().iter().map(Move::to_string).collect::<Vec<_>>().join(" "))
    };
    assert_eq!(csa("+0052KI,T1\n%TSUMI\n"), Ok("G*5b".to_owned()));
    // Names may hold commas.
    let named = "V2.2\nN+Doe,Peter\nN-,P+\n$EVENT:Cup,P1\nP-51OU\nP+53FU00KI\nP-00AL\n+\n+0052KI\n";
    assert_eq!(Record::from_csa(named).expect("a record").moves().len(), 1);
    assert_eq!(csa("+5352TO\nT2\n'comment\n-5152OU"), Ok("5c5b+ 5a5b".to_owned()));
    let error = |moves: &str| csa(moves).expect_err("a move is bad").to_string();
    assert_snapshot!(error("+5352KI"), @"line 5: `+5352KI` is no move that can be made here");
    assert_snapshot!(error("-5152OU"), @"line 5: `-5152OU` is no move that can be made here");
    assert_snapshot!(error("+0053KI"), @"line 5: the move `G*5c` is not legal in `4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1`; 5c is not empty");
}

/// A problem can be asked whatever its file says of the solution.
#[test]
fn positions_of_files_do_not_depend_on_their_moves() {
    let expected = Board::from_kif(DIAGRAM);
    for moves in ["", "1 ５三金打\n", "1 ?\n", "   1 パス\n"] {
        assert_eq!(Board::from_any_notation(&DIAGRAM.replace("   1 ５二金打\n", moves)), expected, "{moves}");
    }
    // Some programs number the files in digits of single width.
    let narrow = DIAGRAM.replace("９ ８ ７ ６ ５ ４ ３ ２ １", "9 8 7 6 5 4 3 2 1");
    assert_eq!(Record::from_kif(&narrow).map(|record| record.moves().len()), Ok(1));
    let error = |text: &str| Board::from_any_notation(text).expect_err("the position is bad").to_string();
    assert_snapshot!(error("4k4/9/4P4 b G"), @"the board (field 1) has 3 ranks, separated by `/`; expected 9");
    assert_snapshot!(error("P3k4/9/9/9/9/9/9/9/9 b G 1"), @"Black has a pawn on 9a, where it could never move");
    let moved = Board::from_any_notation("position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b").map(|b| b.to_string());
    assert_eq!(moved, Ok("4k4/4G4/4P4/9/9/9/9/9/9 w - 1".to_owned()));
}

#[test]
fn kif_errors_name_the_line() {
    let error = |from: &str, to: &str| {
        let text = DIAGRAM.replacen(from, to, 1);
        assert_ne!(text, DIAGRAM);
        Board::from_kif(&text).expect_err("the position is bad").to_string()
    };
    assert_snapshot!(error("歩 ・", "步 ・"), @"line 8: `步` is no piece; expected `・`, or one of 玉飛角金銀桂香歩龍馬全圭杏と, with `v` before White's");
    assert_snapshot!(error("歩 ・", "成歩 ・"), @"line 8: `成歩` is no piece; expected `成香`, `成桂` or `成銀`");
    assert_snapshot!(error("歩 ・", "・"), @"line 8: the rank has 8 squares; expected 9");
    assert_snapshot!(error("| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n", ""), @"the diagram has 8 ranks, lines that begin with `|`; expected 9");
    assert_snapshot!(error("|三\n", "|三\n|\n"), @"line 15: the diagram has more than 9 ranks; expected 9");
    assert_snapshot!(error("v龍", "v玉"), @"line 14: White has two kings, on 5a and 1i; expected 1 at most");
    assert_snapshot!(error("歩十七", "歩二十"), @"line 3: `歩二十` cannot be in hand; expected `なし`, or some such as `金` or `歩十八`");
    assert_snapshot!(error("歩十七", "歩十八"), @"there are 19 pawns, promoted ones and hands included; a set has 18");
    assert_snapshot!(Board::from_kif(&DIAGRAM.replace('|', "").replace("詰将棋", "平手")).expect_err("the border is missing").to_string(), @"line 6: a rank of a diagram begins with `|`");
    assert_snapshot!(Board::from_kif("手合割：平手\n先手の持駒：金\n").expect_err("a hand alone").to_string(), @"line 2: there are pieces in hand, and no diagram");
    assert_snapshot!(error("角二", "角三"), @"line 3: `角三` is out of range; expected a number from 1 to 2");
    assert_snapshot!(error("角二", "角　角二"), @"line 3: `角二` makes 3 bishops in hand; a set has 2");
    assert_snapshot!(error("先手の持駒：金", "先手の持駒：玉"), @"line 16: `玉` cannot be in hand; expected `なし`, or some such as `金` or `歩十八`");
    assert_snapshot!(Board::from_kif("手合割：その他").expect_err("there is no position"), @"the handicap (手合割) is `その他`; expected a diagram, or one of 平手, 香落ち, 右香落ち, 角落ち, 飛車落ち, 飛香落ち, 二枚落ち, 三枚落ち, 四枚落ち, 五枚落ち, 左五枚落ち, 六枚落ち, 左七枚落ち, 右七枚落ち, 八枚落ち, 十枚落ち");
    // What a file is by its other lines it is without a position too.
    let of_any = |text: &str| Board::from_any_notation(text).expect_err("there is no position").to_string();
    assert_snapshot!(Board::from_kif("先手：a\n後手：b\n").expect_err("there is no position").to_string(), @"there is no diagram and no handicap that is known; expected one of 9 lines such as `| ・ ・ ・ ・v玉 ・ ・ ・ ・|一`");
    assert_snapshot!(of_any("V2.2\n+\n+7776FU\n"), @"there is no king on the board; expected one or two");
}

#[test]
fn csa_errors_name_the_line() {
    let error = |text: &str| Board::from_csa(text).expect_err("the position is bad").to_string();
    assert_snapshot!(error(""), @"there is no king on the board; expected one or two");
    assert_snapshot!(error("P-51OU\nP+5FU"), @"line 2: `5FU` is no piece; expected a square and a kind such as `28HI`, or `00HI` for the hand");
    assert_snapshot!(error("P-51OU\nP+51KI"), @"line 2: 5a has two pieces; expected 1 at most");
    assert_snapshot!(error("P-51OU\nP+00OU"), @"line 2: `00OU` is no piece; expected a square and a kind such as `28HI`, or `00HI` for the hand");
    assert_snapshot!(error("P-51OU\nP+00HI00HI00HI"), @"line 2: there are more than 2 rooks in hand");
    assert_snapshot!(error("P0-OU"), @"line 1: `P0-OU` is no position; expected `P1` to `P9`, `P+`, `P-` or `PI` and pieces");
    assert_snapshot!(error("P1-OU+XX"), @"line 1: `+XX` on file 8 is no piece; expected ` * `, or one such as `+FU` or `-RY`");
    assert_snapshot!(error("P1-OU *  *  *  *  *  *  *  *  * "), @"line 1: the rank has 10 squares; expected 9");
    assert_snapshot!(error("PI55KI"), @"line 1: `55KI` is no piece of the start position; expected its square and kind, such as `82HI`");
    assert_snapshot!(error("P銀"), @"line 1: `P銀` is no position; expected `P1` to `P9`, `P+`, `P-` or `PI` and pieces");
    assert_snapshot!(error("P+銀銀銀銀"), @"line 1: `銀銀銀銀` is no piece; expected a square and a kind such as `28HI`, or `00HI` for the hand");
}

#[test]
fn lines_of_play() {
    let line = |position: &str, moves: &str| {
        let mut here = board(position);
        let start = here.clone();
        let read = |text: &str| {
            let mv = here.parse_move(text).expect("the move is legal");
            here.make(mv);
            mv
        };
        let moves: Vec<_> = moves.split(' ').map(read).collect();
        start.kif_line(&moves).expect("the moves are legal")
    };
    assert_snapshot!(line("startpos", "7g7f 3c3d 8h2b+ 3a2b B*4e"), @"▲７六歩(77) △３四歩(33) ▲２二角成(88) △同銀(31) ▲４五角打");
    assert_snapshot!(line("4k4/9/4+P4/9/9/9/9/9/9 b S 1", "S*6b 5a4a 6b7a+ 4a5a 7a6a 5a6a"), @"▲６二銀打 △４一玉(51) ▲７一銀成(62) △５一玉(41) ▲６一成銀(71) △同玉(51)");
    let start = board("startpos");
    let mv = start.parse_move("7g7f").expect("the move is legal");
    assert_snapshot!(start.kif_line(&[mv, mv]).expect_err("a move is not legal"), @"the move `7g7f` is not legal in `lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 1`; White has no piece on 7g");
}
