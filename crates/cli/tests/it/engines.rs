//! `proofset usi` and `proofset uci`: whole conversations, and programs that lead them.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use insta::assert_snapshot;

use crate::run::{command, proofset_with_input, text};

/// What the program answers, with the numbers that differ from run to run left out.
fn conversation(protocol: &str, lines: &[&str]) -> String {
    let ran = proofset_with_input(&[protocol], &(lines.join("\n") + "\n"));
    assert_eq!((ran.status, &*ran.stderr), (0, ""));
    let steady = |line: &str| {
        let mut words: Vec<&str> = line.split(' ').collect();
        for at in 1..words.len() {
            if ["time", "nps"].contains(&words[at - 1]) && words[0] == "info" {
                words[at] = "..";
            }
        }
        words.join(" ").replace(env!("CARGO_PKG_VERSION"), "[version]")
    };
    ran.stdout.lines().map(steady).collect::<Vec<_>>().join("\n")
}

#[test]
fn usi_answers_with_checkmate() {
    let mate = "position sfen 5B1n1/8k/6Rpp/9/9/9/9/9/9 b rb4g4s3n4l16p 1";
    let no_mate = "position sfen k8/9/9/1+R7/9/9/9/9/P8 b LPr2b4g4s4n3l16p 1";
    assert_snapshot!(conversation("usi", &["usi", "setoption name USI_Hash value 64", "isready", "usinewgame", mate, "go mate 10000"]), @"
id name proofset [version]
id author the proofset developers
option name USI_Hash type spin default 1024 min 1 max 1048576
option name Threads type spin default 1 min 1 max 1024
option name Algorithm type string default mate
option name CountFutile type check default true
usiok
readyok
info string mate: proven
info depth 5 nodes 139 time .. nps .. score mate 5 pv 4a2c 1b1a P*1b 1a2b 3c3b+
checkmate 4a2c 1b1a P*1b 1a2b 3c3b+
");
    assert_snapshot!(conversation("usi", &[no_mate, "go mate 20000"]), @"
info string mate: disproven
info nodes 252 time .. nps ..
checkmate nomate
");
    // A line of the mate above has been played.
    let after = "position sfen l8/1ks+P5/1ppp5/p8/9/2P6/9/9/9 b G2SN2r2b3gs3n3l12p 1 moves S*9c 8b9c";
    assert_snapshot!(conversation("usi", &[after, "go nodes 10000"]), @"
info string mate: proven
info depth 5 nodes 19 time .. nps .. score mate 5 pv N*8e 9c8b S*7a 8b8a G*8b
bestmove N*8e
");
}

/// A rook checks from afar: it is mate at once if what is put between to no purpose does not count.
#[test]
fn usi_has_an_option_for_futile_interpositions() {
    let afar = "position sfen 8k/6+B2/8P/9/9/9/9/9/R8 b 2g 1";
    let last = |set: &str, go: &str| {
        let answer = conversation("usi", &[set, afar, go]);
        answer.lines().filter(|line| !line.starts_with("info depth")).collect::<Vec<_>>().join("; ")
    };
    let (off, on) = ("setoption name countfutile value false", "setoption name CountFutile value true");
    assert_snapshot!(last(off, "go mate 60000"), @"info string mate:no-futile: proven; checkmate 9i9a+");
    assert_snapshot!(last(off, "go nodes 10000"), @"info string mate:no-futile: proven; bestmove 9i9a+");
    assert_snapshot!(last(on, "go mate 60000"), @"info string mate: proven; checkmate 9i9a+ G*4a 3b3c 1a2a 9a4a G*3a G*1a");
    let wrong = conversation("usi", &["setoption name CountFutile value perhaps"]);
    assert_snapshot!(wrong, @r#"info string CountFutile cannot be "perhaps"; give true or false"#);
}

/// One search runs at a time: what comes meanwhile ends it, and it has answered before.
#[test]
fn what_ends_a_search_is_heard_in_it() {
    let hard =
        "position sfen g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";
    for end in ["quit", "stop\nquit", "gameover", "usinewgame", "setoption name USI_Hash value 16", "position startpos"]
    {
        let answer = replies("usi", format!("{hard}\ngo mate infinite\n{end}\nisready\n").as_bytes());
        let ready = if end.ends_with("quit") { "" } else { "readyok\n" };
        assert!(answer.ends_with(&format!("checkmate timeout\n{ready}")), "{end}: {answer}");
        assert_eq!(answer.matches("checkmate").count(), 1, "{end}: {answer}");
    }
}

/// An answer that cannot be written is told by the status, whatever ends the search.
#[test]
fn an_answer_that_cannot_be_written_is_complained_of() {
    let mate = "position sfen 5B1n1/8k/6Rpp/9/9/9/9/9/9 b rb4g4s3n4l16p 1\ngo mate 10000\n";
    for (protocol, input) in [
        ("uci", "uci\n"),
        ("uci", "position startpos\ngo nodes 100\n"),
        ("uci", "position startpos\ngo infinite\n"),
        ("uci", "position startpos\ngo infinite\nstop\n"),
        ("uci", "position startpos\ngo infinite\nquit\n"),
        ("usi", mate),
        ("gtp", "boardsize 5\ngenmove b\n"),
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut child = command(&[protocol]).stdin(Stdio::piped()).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let complaint = "proofset: cannot write standard output: No space left on device (os error 28)\n";
        assert_eq!(
            (output.status.code(), &*String::from_utf8_lossy(&output.stderr)),
            (Some(3), complaint),
            "{protocol}: {input}"
        );
    }
}

#[test]
fn uci_answers_with_bestmove() {
    let mate = "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    assert_snapshot!(conversation("uci", &["uci", "isready", "ucinewgame", mate, "go mate 1 movetime 10000"]), @"
id name proofset [version]
id author the proofset developers
option name Hash type spin default 1024 min 1 max 1048576
option name Threads type spin default 1 min 1 max 1024
option name Algorithm type string default dfpn:epsilon=0.25,table=keyed,init=king-moves
option name UCI_Variant type combo default chess var chess var antichess
uciok
readyok
info string mate-in:1: proven
info depth 1 nodes 1 time .. nps .. score mate 1 pv a1a8
bestmove a1a8
");
    let fools_mate = "position startpos moves f2f3 e7e5 g2g4";
    assert_snapshot!(conversation("uci", &[fools_mate, "go mate 1 movetime 10000"]), @"
info string mate-in:1: proven
info depth 1 nodes 1 time .. nps .. score mate 1 pv d8h4
bestmove d8h4
");
    assert_snapshot!(conversation("uci", &["position startpos", "go mate 2 movetime 60000"]), @"
info string mate-in:2: disproven
info nodes 41 time .. nps ..
bestmove a2a3
");
}

/// Games that bring the same protocol are its variants.
#[test]
fn uci_turns_to_another_game() {
    let (variant, position) = ("setoption name uci_variant value Antichess", "position startpos moves d2d3");
    let back = "setoption name UCI_Variant value chess";
    assert_snapshot!(conversation("uci", &[variant, "uci"]), @"
id name proofset [version]
id author the proofset developers
option name Hash type spin default 1024 min 1 max 1048576
option name Threads type spin default 1 min 1 max 1024
option name Algorithm type string default dfpn:epsilon=0.25,table=keyed,init=pieces
option name UCI_Variant type combo default chess var chess var antichess
uciok
");
    assert_snapshot!(conversation("uci", &[variant, position, "go nodes 10000"]), @"
info string win: proven
info depth 32 nodes 1693 time .. nps .. score mate 16 pv g7g5 c1g5 f8g7 g5e7 g7b2 e7d8 b2a1 d8c7 a1c3 b1c3 d7d5 c3d5 g8f6 d5f6 h8g8 f6h7 g8g2 f1g2 c8h3 g1h3 b8d7 g2b7 f7f5 b7a8 a7a5 c7a5 f5f4 h3f4 d7b6 a5b6 e8d8 b6d8
bestmove g7g5
");
    // The position was one of the other game.
    assert_snapshot!(conversation("uci", &[variant, position, "go mate 3", back, "go mate 1 nodes 1000"]), @"
info string this game knows no bound on the length of a win; leave out mate
bestmove a7a5
info string mate-in:1: disproven
info nodes 1 time .. nps ..
bestmove a2a3
");
    assert_snapshot!(conversation("uci", &["setoption name UCI_Variant value atomic"]), @r#"info string UCI_Variant cannot be "atomic"; give antichess or chess"#);
    // Shogi is the only game of the other protocol.
    assert_snapshot!(conversation("usi", &["setoption name UCI_Variant value chess"]), @"");
}

#[test]
fn what_is_not_understood_is_answered() {
    let lines = [
        "hello",
        "setoption name USI_Hash value none",
        "setoption name Algorithm value nothing",
        "setoption name Threads value none",
        "position sfen nonsense",
        "go mate 100",
        "go mate soon",
        "go fast",
        "",
    ];
    assert_snapshot!(conversation("usi", &lines), @r#"
info string unknown command: hello
info string USI_Hash cannot be "none"; give MiB from 1 to 1048576
info string algorithm "nothing": there is no algorithm "nothing"; `proofset algorithms` lists them
info string Threads cannot be "none"; give a number from 1 to 1024
info string bad position for shogi: field 2 of the SFEN, the side to move, is missing; expected board, side to move and pieces in hand
checkmate notimplemented
info string mate cannot be "soon"; give a whole number
checkmate notimplemented
info string go does not know fast
info string bad position for shogi: field 2 of the SFEN, the side to move, is missing; expected board, side to move and pieces in hand
bestmove resign
"#);
    assert_snapshot!(conversation("uci", &["position startpos moves e2e5", "go mate 1 nodes 5"]), @"
info string bad position for chess: move 1 after the position: the move `e2e5` is not legal in `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1`
bestmove 0000
");
}

/// What a program sends back is taken as it was announced, and what is not known is passed over.
#[test]
fn options_and_words_of_other_engines_do_no_harm() {
    let introduced = conversation("uci", &["uci"]);
    let announced = introduced.lines().find_map(|line| line.strip_prefix("option name Algorithm type string default "));
    let sent_back = format!("setoption name Algorithm value {}", announced.expect("it is announced"));
    let won = conversation(
        "uci",
        &[&sent_back, "setoption name UCI_Variant value antichess", "position startpos moves d2d3", "go movetime 5000"],
    );
    assert!(won.contains("win: proven") && !won.contains("heuristic"), "{won}");
    let emptied = conversation(
        "uci",
        &["setoption name Algorithm value pns:nothing", "setoption name Algorithm value <empty>", "uci"],
    );
    assert_eq!(emptied.matches("info string").count(), 1, "{emptied}");
    let asked_by = |go: &str, clock: &str| {
        conversation("uci", &[&format!("position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - {clock}"), go])
    };
    // Clocks with more time than a busy machine can need: what is found must not depend on them.
    let asked = |clock: &str| asked_by("go wtime 7200000 btime 3600000 fast nodes 1000 mate 1", clock);
    // Whose clock has run out has to move all the same, whatever there was time to find.
    let late = asked_by("go wtime -100 btime 60000", "0 1");
    assert!(late.contains("bestmove ") && !late.ends_with("0000"), "{late}");
    let mate = asked("0 1");
    assert!(mate.contains("info string go does not know fast") && mate.ends_with("bestmove a1a8"), "{mate}");
    // Beyond the draw that nobody has claimed there is no mate any more, and there are moves.
    let drawn = asked("101 90");
    assert!(drawn.contains("disproven") && !drawn.ends_with("0000"), "{drawn}");
}

/// An answer that has to wait waits, whatever is not understood.
#[test]
fn what_is_refused_is_answered_when_it_may_be() {
    for (go, until) in [("go infinite nodes x", "stop"), ("go ponder wtime x", "ponderhit")] {
        let mut talk = Talk::new("uci");
        talk.say(&format!("position startpos\n{go}\nisready"));
        loop {
            let line = talk.until("");
            assert!(!line.starts_with("bestmove"), "{go}: {line}");
            if line == "readyok" {
                break;
            }
        }
        talk.say(until);
        assert_eq!(talk.until("bestmove"), "bestmove a2a3", "{go}");
    }
}

/// The queen goes to and fro: where it would go once more, the position has stood twice.
#[test]
fn uci_keeps_from_a_third_repetition() {
    let shuffled = "position fen 7k/8/5K2/8/8/8/8/Q7 w - - 0 1 moves";
    let answer = |moves: &str| conversation("uci", &[&format!("{shuffled} {moves}"), "go nodes 100000"]);
    let once = answer("a1h1 h8g8 h1a1 g8h8");
    let twice = answer("a1h1 h8g8 h1a1 g8h8 a1h1 h8g8 h1a1 g8h8");
    assert_eq!(once.lines().last(), Some("bestmove a1h1"));
    assert!(twice.contains("mate: proven") && !twice.ends_with("bestmove a1h1"), "{twice}");
}

/// Without a mate, any legal move is played in chess, and none only where there is none; shogi is resigned.
#[test]
fn some_move_is_answered_where_there_is_one() {
    let last = |protocol: &str, position: &str, go: &str| {
        let answer = conversation(protocol, &[&format!("position {position}"), go]);
        answer.lines().last().unwrap().to_owned()
    };
    // Undecided, a king alone on either side, only kings, a clock that has run out, a mate that no bound allows, and
    // questions that are not understood.
    assert_eq!(last("uci", "startpos", "go nodes 100"), "bestmove a2a3");
    assert_eq!(last("uci", "fen 4k3/8/8/8/8/8/P7/4K3 b - - 0 1", "go nodes 100"), "bestmove e8d7");
    assert_eq!(last("uci", "fen 4k3/8/8/8/8/8/8/R3K3 b - - 0 1", "go infinite"), "bestmove e8d7");
    assert_eq!(last("uci", "fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "go mate 3"), "bestmove e1d1");
    assert_eq!(last("uci", "fen 4k3/8/8/8/8/8/8/4K2R w - - 100 80", "go movetime 1000"), "bestmove h1f1");
    assert_eq!(last("uci", "fen 7k/8/8/8/8/8/p7/K7 w - - 0 1 moves a1a2", "go depth 3"), "bestmove h8g7");
    for go in ["go mate 0", "go mate", "go searchmoves a2a3", "go depth x"] {
        assert_eq!(last("uci", "startpos", go), "bestmove a2a3", "{go}");
    }
    // A mate, and a stalemate: no move is left.
    assert_eq!(last("uci", "fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "go nodes 100"), "bestmove 0000");
    assert_eq!(last("uci", "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go nodes 100"), "bestmove 0000");
    // No position at all is not the start.
    assert_eq!(last("uci", "", "go nodes 100"), "bestmove 0000");
    assert_eq!(last("usi", "", "go mate 1000"), "checkmate notimplemented");
    for go in ["go nodes 100", "go depth x"] {
        assert_eq!(last("usi", "startpos", go), "bestmove resign", "{go}");
    }
}

/// What the program answers to bytes that need not be text.
fn replies(protocol: &str, input: &[u8]) -> String {
    let mut child = command(&[protocol])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("there is a pipe").write_all(input).expect("the program reads");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), &*String::from_utf8_lossy(&output.stderr)), (Some(0), ""));
    String::from_utf8(output.stdout).expect("answers are text")
}

#[test]
fn lines_may_hold_anything() {
    // A path in Shift JIS, as programs from Japan write it.
    let path = b"setoption name BookFile value C:\\\x8f\xab\x8a\xfb\\\x92\xe8\x90\xd5.bin\n";
    for protocol in ["usi", "uci"] {
        let reply = |lines: &[&[u8]]| replies(protocol, &[lines.concat(), b"isready\n".to_vec()].concat());
        assert_eq!(reply(&[path]), "readyok\n");
        assert_eq!(reply(&[b"\xff\xfe\n"]), "info string unknown command: \u{fffd}\u{fffd}\nreadyok\n");
        assert_eq!(reply(&[b"\0stop\0\n"]), "info string unknown command: \\u{0}stop\\u{0}\nreadyok\n");
        let bare = b"\n\r\n \t \nstop\r\nponderhit\r\ngameover\r\nisready\r\n";
        assert_eq!(reply(&[bare]), "readyok\nreadyok\n");
        let long = reply(&[&b"x".repeat(1 << 22), b"\nsetoption name ", &b"y".repeat(1 << 22), b"\n"]);
        assert_eq!(long, format!("info string unknown command: {}\nreadyok\n", "x".repeat(80)));
        // Words in front of a command that nobody knows are none of it.
        assert_eq!(reply(&[b"joho isready\nplease debug on\n joho\tnow stop\n"]), "readyok\nreadyok\n");
        // Nothing to stop; a last line without an end; and nothing at all.
        assert_eq!(replies(protocol, b"stop\nstop\nisready"), "readyok\n");
        assert_eq!(replies(protocol, b"isready\nquit\nisready\n"), "readyok\n");
        assert_eq!(replies(protocol, b""), "");
    }
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(5000);
    let answer = replies("uci", format!("position startpos moves {shuffle}\r\ngo nodes 10\r\n").as_bytes());
    assert!(answer.ends_with("bestmove a2a3\n"), "{answer}");
    let bad = replies("usi", b"position sfen \xff\x1b\ngo mate 100\n");
    assert!(bad.starts_with("info string bad position for shogi: ") && bad.ends_with("\ncheckmate notimplemented\n"));
    assert_eq!(bad.lines().count(), 2, "{bad}");
}

/// The end of the input stops a search that has no limit, and waits for one that has; either answers.
#[test]
fn the_input_may_end_while_a_search_runs() {
    let hard = "position startpos\n";
    for go in ["go infinite", "go", "go nodes 2000", "go infinite\nquit", "go infinite\nstop\nstop"] {
        let answer = replies("uci", format!("{hard}{go}").as_bytes());
        assert_eq!(answer.matches("bestmove ").count(), 1, "{go}: {answer}");
        assert!(
            !answer.contains("bestmove 0000") && answer.lines().last().unwrap().starts_with("bestmove "),
            "{go}: {answer}"
        );
    }
    let answer = replies("usi", b"position startpos\ngo mate infinite");
    assert!(answer.ends_with("checkmate nomate\n") || answer.ends_with("checkmate timeout\n"), "{answer}");
}

/// A search that ends by itself is not cut off by what is asked next, nor by the end of the input.
#[test]
fn a_script_writes_all_of_its_questions_at_once() {
    let tsume = "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\ngo mate 60000\n";
    let answers = replies("usi", tsume.repeat(20).as_bytes());
    assert_eq!(answers.matches("checkmate G*5b\n").count(), 20, "{answers}");
    // Promotion to a queen mates in 6, found by a search of 6 moves without any other limit.
    let ending = "position fen 8/k1P5/2P5/8/8/8/8/3K4 w - - 0 1\ngo mate 6\n";
    let answers =
        replies("uci", format!("{ending}setoption name Hash value 64\n{ending}ucinewgame\nisready\n").as_bytes());
    assert_eq!(answers.matches("bestmove c7c8q\n").count(), 2, "{answers}");
    // What is ready is said at once.
    assert!(answers.starts_with("readyok\n") || answers.starts_with("info"), "{answers}");
    // A stop is for all that came before it.
    let hard = "position startpos\ngo movetime 600000\n".repeat(3);
    let answers = replies("uci", format!("{hard}stop\n{hard}stop\n").as_bytes());
    assert_eq!(answers.matches("bestmove ").count(), 6, "{answers}");
    let answers = replies("uci", format!("{hard}quit\n").as_bytes());
    assert_eq!(answers.matches("bestmove ").count(), 1, "{answers}");
}

/// A conversation that goes on.
struct Talk {
    child: Child,
    stdin: ChildStdin,
    lines: std::io::Lines<BufReader<ChildStdout>>,
}

impl Talk {
    fn new(protocol: &str) -> Self {
        let mut child =
            command(&[protocol]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
        let stdin = child.stdin.take().expect("there is a pipe");
        let lines = BufReader::new(child.stdout.take().expect("there is a pipe")).lines();
        Self { child, stdin, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.stdin, "{line}").expect("the program reads");
    }

    fn next(&mut self) -> String {
        self.lines.next().expect("the program answers").expect("lines are text")
    }

    fn until(&mut self, start: &str) -> String {
        loop {
            let line = self.next();
            if line.starts_with(start) {
                return line;
            }
        }
    }
}

/// A search that would take hours is stopped, and the next question is answered.
#[test]
fn stop_is_heard_while_a_search_runs() {
    let mut talk = Talk::new("usi");
    talk.say("setoption name USI_Hash value 16");
    talk.say(
        "position sfen g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1",
    );
    talk.say("go mate infinite");
    let first = talk.until("info depth");
    assert!(first.contains("nodes"), "{first}");
    talk.say("stop");
    let asked = Instant::now();
    assert_eq!(talk.until("checkmate"), "checkmate timeout");
    // Generous, for tests run beside each other; the program takes milliseconds.
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
    talk.say("position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    talk.say("go mate infinite");
    assert_eq!(talk.until("checkmate"), "checkmate G*5b");
    talk.say("quit");
    assert!(talk.child.wait().expect("the program ends").success());
}

/// An answer that is found at once is given when it is asked for, and not before.
#[test]
fn answers_wait_for_stop_and_for_ponderhit() {
    let position = "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    let mut talk = Talk::new("usi");
    // What the search says at its end comes before the answer to what was said after it.
    for (go, release) in
        [("go infinite", "stop"), ("go ponder btime 1000 wtime 1000", "ponderhit"), ("go ponder", "stop")]
    {
        talk.say(&format!("{position}\n{go}"));
        assert!(talk.until("info string").ends_with("mate: proven"));
        talk.say("isready");
        assert!(talk.next().starts_with("info depth 1 "));
        assert_eq!(talk.next(), "readyok", "{go}");
        talk.say(release);
        assert_eq!(talk.next(), "bestmove G*5b", "{go}");
    }
    // Nobody has pondered, and `ponderhit` is no `stop`.
    talk.say(&format!("{position}\ngo infinite\nponderhit"));
    assert!(talk.until("info string").ends_with("mate: proven"));
    talk.say("isready");
    assert!(talk.next().starts_with("info depth 1 "));
    assert_eq!(talk.next(), "readyok");
    talk.say("quit");
    assert_eq!(talk.until("bestmove"), "bestmove G*5b");
    assert!(talk.child.wait().expect("the program ends").success());
}

/// The clock of a search that ponders begins when it is hit.
#[test]
fn time_begins_when_what_was_pondered_about_comes() {
    let mut talk = Talk::new("uci");
    talk.say("position startpos\ngo ponder movetime 1500");
    assert!(talk.until("info depth").contains("nodes"));
    talk.until("info depth");
    talk.say("ponderhit");
    talk.until("bestmove");
    talk.say("quit");
    assert!(talk.child.wait().expect("the program ends").success());
}

/// Who is told how long to search does not look at the clocks, and of two clocks that of the side to move counts.
#[test]
fn the_clock_of_the_side_to_move_is_the_time() {
    let asked = Instant::now();
    conversation("uci", &["position startpos", "go movetime 100 wtime 1200000 btime 1200000"]);
    // Generous, for tests run beside each other; by the clocks it would be a minute.
    assert!(asked.elapsed() < Duration::from_secs(30), "{:?}", asked.elapsed());
    // In more than a second a search says how far it is.
    for (position, go) in [("startpos", "wtime 30000 btime -5"), ("startpos moves e2e4", "wtime -5 btime 30000")] {
        let answer = conversation("uci", &[&format!("position {position}"), &format!("go {go}")]);
        assert!(answer.starts_with("info depth "), "{go}: {answer}");
    }
}

/// A ladder in the corner of a small board, a capture, and what is not understood.
#[test]
fn gtp_answers_one_command_after_the_other() {
    let corner = [
        "protocol_version",
        "1 boardsize 6",
        "# a comment",
        "",
        "known_command\towl_attack",
        "loadsgf corner.sgf",
        "owl_attack A6",
        "lz-analyze white 10",
        "lz-analyze green",
        "2 owl_defend A6",
        "dragon_status A6",
        "play white C8",
        "dragon_status A6",
        "owl_attack A6",
        "undo",
        "undo",
        "attack A1",
        "attack Z3",
        "boardsize 20",
        "play white C8",
        "play black C8",
        "solve",
        "loadsgf nowhere.sgf",
        "boardsize 4",
        "play b A1",
        "play w A2",
        "attack A1",
        "proofset-questions",
        "defend A1",
        "genmove w",
        "list_stones white",
        "play w pass",
        "showboard",
        "quit",
        "name",
    ];
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples");
    let input = corner.join("\n").replace("corner.sgf", &format!("{folder}/corner.sgf")) + "\n";
    let ran = proofset_with_input(&["gtp"], &input);
    assert_eq!((ran.status, &*ran.stderr), (0, ""));
    assert_snapshot!(ran.stdout.trim_end().replace("\n\n", "\n"));
}

/// The record of a game is taken where it ends, or before a move of a number; a ko that may not be taken back is no move.
#[test]
fn gtp_takes_games_and_bans() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.sgf");
    std::fs::write(&path, "(;GM[1]SZ[4];B[bb];W[cb];B[ac];W[dc];B[bd];W[cd];B[];W[bc];B[cc]C[white to play])").unwrap();
    let load = format!("loadsgf {}", crate::run::text(&path));
    let stones = "list_stones black\nlist_stones white";
    let input = format!("{load}\n{stones}\ngenmove w\n{load} 3\n{stones}\n{load} x\n{load} 3 4\n{load} 99\n{stones}\n");
    let ran = proofset_with_input(&["gtp"], &input);
    let said: Vec<&str> = ran.stdout.lines().filter(|line| !line.is_empty()).collect();
    let end = ["= white", "= B3 A2 C2 B1", "= C3 D2 C1"];
    let mut expected = end.to_vec();
    expected.extend(["= PASS", "= black", "= B3", "= C3"]);
    expected.push("? syntax error: loadsgf needs a file and a number");
    expected.push("? syntax error: loadsgf needs a file, and perhaps the number of a move");
    expected.extend(end);
    assert_eq!(said, expected);
    // The moves of the record are taken back like others, the stone that was captured as well.
    let ran =
        proofset_with_input(&["gtp"], &format!("{load}\nundo\nundo\n{stones}\nundo\n{load} 2\nundo\n{stones}\nundo\n"));
    let said: Vec<&str> = ran.stdout.lines().filter(|line| !line.is_empty()).collect();
    let back = ["= white", "= ", "= ", "= B3 A2 B1", "= C3 D2 C1", "= ", "= white", "= ", "= ", "= ", "? cannot undo"];
    assert_eq!(said, back);
}

/// Handicap stones are no moves, and colours are those of the protocol.
#[test]
fn gtp_begins_with_handicap_stones() {
    let input = "boardsize 9\nfixed_handicap 3\nplay x A1\nplay w A1\nundo\nundo\nlist_stones b\nknown_command set_free_handicap\n";
    let ran = proofset_with_input(&["gtp"], input);
    let said: Vec<&str> = ran.stdout.lines().filter(|line| !line.is_empty()).collect();
    let refused = "? syntax error: expected a color, black or white";
    assert_eq!(said, ["= ", "= C3 G7 C7", refused, "= ", "= ", "? cannot undo", "= C7 G7 C3", "= true"]);
}

/// Lizzie asks for the version of Leela Zero, and goes on as with any engine.
#[test]
fn lizzie_is_told_a_version_that_it_takes() {
    let input = "1 name\n2 version\n3 boardsize 4\n4 komi 7.5\n5 clear_board\n6 play B A1\n7 play W B1\n8 lz-analyze 10\nquit\n";
    let ran = proofset_with_input(&["gtp-lizzie"], input);
    assert_eq!((ran.status, &*ran.stderr), (0, ""));
    assert_snapshot!(ran.stdout.trim_end().replace("\n\n", "\n"));
}

/// The Python of an environment with the clients, made on first use; why there is none, where there is none.
fn python() -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clients");
    let python = folder.join("bin").join("python");
    let run = |program: &Path, arguments: &[&str]| -> Result<(), String> {
        let output = Command::new(program).args(arguments).output().map_err(|error| error.to_string())?;
        let errors = String::from_utf8_lossy(&output.stderr);
        output.status.success().then_some(()).ok_or_else(|| format!("{arguments:?}: {errors}"))
    };
    if run(&python, &["-c", "import chess, cshogi"]).is_err() {
        run(Path::new("python3"), &["-m", "venv", text(&folder)])?;
        run(&python, &["-m", "pip", "install", "--quiet", "chess==1.11.2", "cshogi==1.1.0"])?;
    }
    Ok(python)
}

/// Has a client lead a conversation with the program.
fn client(python: &Path, script: &str, program: &Path) {
    let script = format!("{}/tests/clients/{script}", env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(python).args([&*script, text(program)]).output().expect("Python starts");
    let (out, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{script}: {out}{errors}");
}

/// A folder with the client of Sabaki for Node, made on first use; why there is none, where there is none.
fn node() -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("node-clients");
    if !folder.join("node_modules").join("@sabaki").join("gtp").is_dir() {
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let arguments = ["install", "--silent", "--prefix", text(&folder), "@sabaki/gtp@3.0.0"];
        let output = Command::new("npm").args(arguments).output().map_err(|error| format!("npm: {error}"))?;
        let errors = String::from_utf8_lossy(&output.stderr);
        output.status.success().then_some(()).ok_or_else(|| format!("npm: {errors}"))?;
    }
    Ok(folder)
}

/// The client of Sabaki, a program with a Go board. Where there is no Node, or no index of its packages, this test says so and
/// checks nothing.
#[test]
fn a_client_for_go_understands_the_answers() {
    let folder = match node() {
        Ok(folder) => folder,
        Err(why) => {
            let _ = writeln!(std::io::stderr(), "not tested, the client cannot be installed: {why}");
            return;
        }
    };
    let sources = env!("CARGO_MANIFEST_DIR");
    // Node looks for packages beside the script.
    let script = folder.join("gtp.js");
    std::fs::copy(format!("{sources}/tests/clients/gtp.js"), &script).expect("there is room");
    let file = format!("{sources}/../../docs/examples/corner.sgf");
    let output = Command::new("node").arg(&script).args([env!("CARGO_BIN_EXE_proofset"), &file]).output();
    let output = output.expect("Node starts");
    let (out, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}{errors}");
}

/// Other people's clients: python-chess, and cshogi's. They are installed from the Python package index; where there is no
/// Python, or no index, this test says so and checks nothing.
#[test]
fn clients_of_others_understand_the_answers() {
    let python = match python() {
        Ok(python) => python,
        Err(why) => {
            let _ = writeln!(std::io::stderr(), "not tested, the clients cannot be installed: {why}");
            return;
        }
    };
    let program = Path::new(env!("CARGO_BIN_EXE_proofset"));
    client(&python, "uci.py", program);
    // Many programs with a board start engines without arguments: then the name says which protocol is meant.
    let folder = tempfile::tempdir().expect("there is room");
    let named = folder.path().join("proofset-usi");
    std::fs::hard_link(program, &named).or_else(|_| std::fs::copy(program, &named).map(drop)).expect("there is room");
    client(&python, "usi.py", &named);
}
