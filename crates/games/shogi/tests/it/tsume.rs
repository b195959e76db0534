//! What is a mate and what is not, on problems of others and of our own, and against the oracle.

use fastrand::Rng;
use insta::assert_snapshot;
use proofset_certificate::{CheckError, Form, Header, Reader, Strategy, check, write_certificate};
use proofset_core::{Describe, Dominance, Limits, Problem, Repetition, Report, Role, Solver, Status, Value, Verdict};
use proofset_depth_first::{Options, Search};
use proofset_oracle::solve;
use proofset_shogi::referee::Refereed;
use proofset_shogi::{Attacker, Board, Color, Move, State, Tsume, TsumeCursor, TsumeGoal};

/// Problems with the lengths of their mates in plies, every interposition counted. From games and problems that are in
/// the tests of nshogi, antma/tsumeshogi-check, sugyan/tsumeshogi-solver and mogproject.
const MATES: [(u16, &str); 31] = [
    (3, "k2G5/9/K8/9/N8/9/9/9/9 b 2r2b3g4s3n4l18p 1"),
    (3, "l4GSsl/9/n2p1p2k/p1pbp1p1p/7p1/1n1S1SN1P/P2PPK3/2G4R1/L4G2L b RGbn6p 137"),
    (3, "l1+P5l/5s1+P1/p1p1pplp1/3p3Pk/9/2P2P1G1/P2PG3+p/1SR3N2/LN2K2N1 b RBGSN2Pbgs2p 131"),
    (3, "1n7/4g+N3/1sp1kp1p1/pPlp1lp2/4p4/PK2n2P1/2P2PG1P/2s1P1P2/LN1s+r4 w RG3P2bgsl 142"),
    (3, "7+P1/5R1s1/6ks1/9/5L1p1/9/9/9/9 b R2b4g2s4n3l16p 1"),
    (3, "ln1g3k1/5G2l/1+LspSp2p/2p1S2p1/2r3p2/p3P4/1P+BP1P+b1P/2GS5/L2K1G3 b NPr2n5p 79"),
    (5, "5B1n1/8k/6Rpp/9/9/9/9/9/9 b rb4g4s3n4l16p 1"),
    (5, "ln3+P2l/1rs1k1+P2/2p1p2p1/3Ps3p/ppS4P1/2P4bP/PPB1P4/2GK5/LN3+rP1L w G2P2gs2n 80"),
    (5, "ln5+Pl/3s1kg+R1/p2ppl2p/2ps1Bp2/P8/2P3P1P/N2gP4/5KS2/L+r3G1N+b b GS3Pn3p 57"),
    (5, "l+R1s1+S3/3ks3+R/p1p4p1/3ppp2p/5nN2/1SPB4P/P1NPPPG2/2G6/L3K3L b B2GNL5P 79"),
    (7, "l6nl/3+R1pk2/3p3gp/p1p3p2/1p1nsN3/2P3P1P/PP1P1S3/1SG2GK2/LN6L b BGPrbs4p 1"),
    (7, "l8/1ks+P5/1ppp5/p8/9/2P6/9/9/9 b G2SN2r2b3gs3n3l12p 1"),
    (7, "7+R1/l1+P1kpG2/7p1/p2p1lp2/1ps2P1P1/PP1PP1P2/2pGBSN2/1s1G1K2s/L6R1 b 2NL3Pbgn 1"),
    (7, "1Rp4nl/1P+P1G1gk1/+L2p3p1/1g3pp1p/3Pp2P1/P1Ps2P1P/6N2/2KB+r1g2/LN7 w B2Ssnl3p 162"),
    (7, "l1ng1k2l/1+R1n2gG1/4+Bp1pp/p1p1s4/1n3n3/3P+b1pP1/PpP2P1RP/4pG3/Ls3K2L b S2Ps2p 107"),
    (7, "2S1s2np/4k1g2/l+Ppppp1p1/P5N2/2G3PP1/1B2S3L/1pPPPP1bN/3K5/LNS2GLr1 b RG2Pp 89"),
    (7, "l2+R3nl/3g1sgb1/pSskpp3/2N5p/5G3/1Pp2P2P/P+b1pP1P2/7+r1/LNS1KG1NL b 3P3p 73"),
    (9, "ln1p5/2k1p4/1pgP+P4/p8/1P7/P8/9/9/9 b RG2Sr2b2g2s3n3l10p 1"),
    (9, "4k4/9/9/9/3+PP4/9/9/9/9 b 4G2r2b4s4n4l16p 1"),
    (9, "2+B6/l5+P1l/p2+Rps2n/4gkp2/1p1s1p2p/2P3PL1/PP2PnS1P/1SGK3R1/1+b3G1NL b GN5P 87"),
    (9, "ln1R3nl/6k2/2p1p1bp1/2sp2G1p/p3P1pPP/1pPPG4/PPKS5/2Sg5/LNb2r1NL b GSP2p 91"),
    (9, "1R1g2knl/3ss4/5ppgP/p1pNp2p1/3p1PPNp/Pp2P1S2/2P6/2S1G1r2/LN1KL4 w 2bgl3p 116"),
    (9, "l1kg4+R/2gs+L2G1/p1pp1p1pp/5+bp2/3NL1nP1/P2Gp3P/5SP2/1+n2S2R1/3S2KNL b BP5p 113"),
    (9, "l5k2/3G5/2nG3p1/1r2pp3/P1pp1N1PP/4PPS2/1+pP1S4/4GK1R1/L1gb4L b 2S2NL2Pb4p 115"),
    (11, "5n1k1/5ps2/7p1/8N/7P1/9/9/9/9 b RBrb4g3s2n4l15p 1"),
    (11, "l5sRl/3+R2g2/p2pppkpp/2N4n1/5n3/1P3PP1P/PG1PPSs2/2+s1GG3/2+b1K2N+b w 4P2lp 74"),
    (11, "1n5+L1/6g1B/pP1+Sr1nl1/2p3kp1/4spp2/8+b/P+p+l1P2S1/4g2K1/L6N1 w 2GSPrn8p 162"),
    (11, "l3+R1s1l/3P3k1/5pnp1/ppp1+N1p1p/6P2/2P1p3P/PP1p+rGnL1/2SSN1S2/3GKG2L b 2BGP2p 73"),
    (11, "ln1g2snl/6k2/1r3p1P1/p1s3p1g/3p3np/2P2PP2/PP2PSN+pP/2+b2KG2/L7L w BSrg4p 1"),
    (11, "8l/+B4s1n1/3Npp1k1/6Ppp/p2P5/1PSKP3P/2N2PSR1/2G1G4/L5sNL b B2GL6Prp 1"),
    (11, "lnkg1S1gl/1r1s1+N3/p1p2p1p1/4B3p/1nPKp1p2/P4NPP1/1P1PSP2P/2+r1s4/Lg6L w BPg2p 1"),
];

/// Positions from which no series of checks mates, from the same places.
const NO_MATES: [&str; 9] = [
    "k8/9/9/1+R7/9/9/9/9/P8 b LPr2b4g4s4n3l16p 1",
    "lr6+P/3B3k1/1p1p1PPL1/p1p1pSp1G/1P1P3p1/P1PSP+n3/3G1S+b1L/3KG4/L6R1 w G3p3ns 1",
    "+B3+B2Gl/6g2/7s1/p3Sp1pp/3lN1P2/P2g1gn1P/4P1+nP1/1+R+R1p1s2/LN3kSKL b 5P3p 1",
    "ln4K2/5+R+N2/1B+Pp3gs/pp2SpPk1/7PP/1P4pG1/PS1+l+s4/1+b4N2/3r4L w 3P4pln2g 1",
    "ln7/3sgk2+L/3pn3s/p1p1pPK1s/1p1P3s1/P5P2/1P2PN1P1/+b4G3/L5r2 b 6PLN2GBR 1",
    "ln+B5l/6+SG1/6n2/p4sp2/2PN3pk/4P1PPR/P1b+r1+p1S1/7K1/L6N1 w 4PSG5pl2g 1",
    "l8/2r3gP+R/6b2/p1Pp2Np1/2S1P1p2/P1S1+b2kP/1PG1+n1P2/1K1+s3G1/LG7 w 4PLN3plns 1",
    "l1R1K1Rnk/3g1gspl/2n1s4/pp4P1p/3PB4/P4p2P/2N1P1s2/2+b2S3/L4+p2L b 3P2G4pn 1",
    "lSg2g1nl/3R1sk2/pK+N2p1pp/4p1p2/4s3P/1P3PP2/P1+r1+b2P1/3P2g2/L6NL b PNSG4pb 1",
];

fn tsume(position: &str, goal: &str) -> Tsume {
    Tsume::parse(position, goal).unwrap_or_else(|error| panic!("a good question: {position} {goal}: {error}"))
}

fn search(tsume: &Tsume) -> Report<Move> {
    let exact = Search::new(tsume, Options::default()).solve(&Limits::none(), &mut ()).expect("the question is sound");
    let mut keyed = Search::keyed_with_cursor(TsumeCursor::new(tsume), Options::default());
    let found = keyed.solve(&Limits::none(), &mut ()).expect("the question is sound");
    assert_eq!(found.verdict, exact.verdict, "{:?}", tsume.board());
    exact
}

fn verdict(position: &str, goal: &str) -> Verdict {
    search(&tsume(position, goal)).verdict
}

/// Checks that the mate takes exactly so many plies.
#[track_caller]
fn check_length(position: &str, plies: u16) {
    assert_eq!(verdict(position, "mate"), Verdict::Proven, "{position}");
    assert_eq!(verdict(position, &format!("mate-in:{plies}")), Verdict::Proven, "{position}");
    if plies > 2 {
        assert_eq!(verdict(position, &format!("mate-in:{}", plies - 2)), Verdict::Disproven, "{position}");
    }
}

#[test]
fn mates_have_their_lengths() {
    for (plies, position) in MATES {
        check_length(position, plies);
    }
}

#[test]
fn no_mates() {
    for position in NO_MATES {
        assert_eq!(verdict(position, "mate"), Verdict::Disproven, "{position}");
    }
}

/// The moves that mate at once.
fn mating_moves(position: &str) -> Vec<String> {
    let tsume = tsume(position, "mate-in:1");
    let root = tsume.root();
    let mut moves = Vec::new();
    tsume.for_each_successor(&root, |mv, next| match tsume.status(&next) {
        Status::Decided(Value::Proven) => moves.push(tsume.move_text(&root, mv)),
        status => assert_eq!(status, Status::Decided(Value::Disproven), "no ply is left"),
    });
    moves
}

#[test]
fn mates_in_one() {
    // A gold at the head.
    assert_eq!(mating_moves("4k4/9/4P4/9/9/9/9/9/9 b G 1"), ["G*5b"]);
    // A pawn may not be dropped to mate; a lance or a gold may.
    let shut_in = "3lkl3/3s1s3/4G4/9/9/9/9/9/9 b";
    assert_eq!(mating_moves(&format!("{shut_in} P 1")), ["5c5b"; 0]);
    assert_eq!(mating_moves(&format!("{shut_in} LP 1")), ["L*5b"]);
    // White attacks.
    assert_eq!(mating_moves("9/9/9/9/9/9/4p4/9/4K4 w g 1"), ["G*5h"]);
    // An attacker that has a king and is in check has to deal with both.
    assert_eq!(mating_moves("4k4/9/4P4/9/9/9/9/9/r3K4 b G 1"), ["5c5b"; 0]);
}

/// Pieces put between count, also those that the attacker just captures: composers would call this a mate in one.
#[test]
fn interpositions_count() {
    check_length("k8/9/1G7/9/9/9/9/9/9 b R 1", 1);
    check_length("k8/9/1G7/9/9/9/9/9/9 b Rl 1", 3);
    check_length("k8/9/1G7/9/9/9/9/9/9 b Rn 1", 3);
    // There is nowhere to put one.
    check_length("kl7/9/1G7/9/9/9/9/9/9 b Rl 1", 1);
}

#[test]
fn what_is_not_decided_has_a_role() {
    let status = |position: &str, goal: &str| {
        let tsume = tsume(position, goal);
        tsume.status(&tsume.root())
    };
    let (proven, disproven) = (Status::Decided(Value::Proven), Status::Decided(Value::Disproven));
    assert_eq!(status("4k4/9/4P4/9/9/9/9/9/9 b G 1", "mate"), Status::Open(Role::Or));
    // No check to give.
    assert_eq!(status("4k4/9/9/9/9/9/9/9/9 b P 1", "mate"), Status::Open(Role::Or));
    assert_eq!(status("4k4/9/9/9/9/9/9/4P4/9 b - 1", "mate"), disproven);
    // The side to move is mated, has an answer, or is not even in check.
    assert_eq!(status("4k4/4G4/4P4/9/9/9/9/9/9 w - 1", "mated"), proven);
    assert_eq!(status("4k4/4G4/9/9/9/9/9/9/9 w - 1", "mated"), Status::Open(Role::And));
    assert_eq!(status("4k4/9/4P4/9/9/9/9/9/9 w G 1", "mated-in:2"), Status::Open(Role::And));
    // White cannot move, but is not in check.
    assert_eq!(status("k8/2G6/1G7/9/9/9/9/9/9 w - 1", "mated"), disproven);
}

#[test]
fn the_side_to_move_can_be_mated() {
    // Wherever the king goes, a gold follows to the square before it; with two golds less it gets away.
    let pressed = "4k4/9/3PPP3/9/9/9/9/9/9 w 3G 1";
    assert_eq!(tsume(pressed, "mated").attacker(), Color::Black);
    assert_eq!(verdict(pressed, "mated"), Verdict::Proven);
    assert_eq!(verdict("4k4/9/4P4/9/9/9/9/9/9 w G 1", "mated"), Verdict::Disproven);
}

#[test]
fn ranks_and_repetitions() {
    let bounded = tsume("4k4/9/4P4/9/9/9/9/9/9 b G 1", "mate-in:5");
    let root = bounded.root();
    assert_eq!((bounded.rank(&root), bounded.repetition()), (Some(0), None));
    bounded.for_each_successor(&root, |_, next| assert_eq!(bounded.rank(&next), Some(1)));

    let unbounded = tsume("4k4/9/4P4/9/9/9/9/9/9 b G 1", "mate");
    assert_eq!((unbounded.rank(&unbounded.root()), unbounded.repetition()), (None, Some(Repetition::Disproves)));
}

/// Series of checks may go on for ever, as those of a rook against a bare king do; the oracle knows all states.
#[test]
fn perpetual_check_is_no_mate() {
    for (position, goal, expected) in [
        ("k8/9/9/9/9/9/9/9/9 b R 1", "mate", Verdict::Disproven),
        ("4k4/9/9/9/9/9/9/9/4R4 w - 1", "mated", Verdict::Disproven),
        ("k8/9/1K7/9/9/9/9/9/9 b R 1", "mate", Verdict::Proven),
    ] {
        let question = tsume(position, goal);
        let values = solve(&question, 10_000).expect("there are few states");
        assert_eq!((search(&question).verdict, values.root()), (expected, expected), "{position}");
    }
}

/// A problem with few pieces, of which many are out of play, so that all its states can be listed; besides those near the
/// king, it has these anywhere.
fn little_problem(rng: &mut Rng, anywhere: &[char]) -> Board {
    loop {
        let mut rows = vec![['1'; 9]; 9];
        let (file, rank) = (rng.usize(..9), rng.usize(..3));
        rows[rank][file] = 'k';
        for _ in 0..rng.usize(2..=5) {
            let near = |line: usize, rng: &mut Rng| (line + rng.usize(..5)).saturating_sub(2).min(8);
            let (file, rank) = (near(file, rng), near(rank, rng));
            if rows[rank][file] == '1' {
                rows[rank][file] = ['P', 'L', 'N', 'S', 'G', 'P', 'B', 'p', 's', 'l', 'g'][rng.usize(..11)];
            }
        }
        for &piece in anywhere {
            let (file, rank) = (rng.usize(..9), rng.usize(..9));
            if rows[rank][file] == '1' {
                rows[rank][file] = piece;
            }
        }
        let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        let hand = ["2G", "S", "GP", "GS", "GN", "R", "LPG", "Gp", "Rp", "SN", "RG"][rng.usize(..11)];
        if let Ok(board) = format!("{} b {hand} 1", rows.join("/")).parse() {
            return board;
        }
    }
}

/// The oracle lists all states and finds the values of all of them, with the distances to mate.
#[test]
fn values_and_lengths_agree_with_the_oracle() {
    let mut rng = Rng::with_seed(7);
    let (mut lengths, mut none) = ([0; 6], 0);
    for number in 0..800 {
        let board = little_problem(&mut rng, &[]);
        let question = |goal| Tsume::new(board.clone(), goal).expect("the problem has a king");
        let bounded = question(TsumeGoal::mate_in(5).expect("the bound is odd"));
        let found = search(&bounded).verdict;
        // Most problems are none; of these a few are enough.
        if found == Verdict::Disproven && number % 16 != 0 {
            continue;
        }
        let Ok(values) = solve(&bounded, 20_000) else { continue };
        assert_eq!(found, values.root(), "{board}");
        if found == Verdict::Proven {
            let length = values.distance(&bounded.root()).expect("a proven state has a distance");
            check_length(&board.to_string(), length as u16);
            lengths[length as usize] += 1;
        } else {
            none += 1;
        }
    }
    assert!(none > 30 && lengths[1] > 20 && lengths[3] > 10 && lengths[5] > 3, "{none}, {lengths:?}");
}

/// A rook checks from afar, and golds can be put between: each costs two plies, and none changes anything.
#[test]
fn futile_interpositions() {
    let lengths = |position: &str| {
        ["", ":no-futile"].map(|rule| {
            (1..=15).step_by(2).find(|plies| {
                let bounded = tsume(position, &format!("mate-in:{plies}{rule}"));
                search(&bounded).verdict == Verdict::Proven
            })
        })
    };
    for (hand, plies) in [("-", 1), ("g", 3), ("2g", 5), ("gs", 5)] {
        assert_eq!(lengths(&format!("8k/6+B2/8P/9/9/9/9/9/R8 b {hand} 1")), [Some(plies), Some(1)], "{hand}");
    }
    // A pawn on the line can step between, and is taken there.
    assert_eq!(lengths("8k/2s3+B2/8P/9/9/9/9/9/R8 b - 1"), [Some(3), Some(1)]);
    // What is put between can be taken, but the piece that takes it is taken then: that is no mate.
    assert_eq!(lengths("8k/9/8P/9/9/9/9/9/R7K b g 1"), [None, None]);
}

/// Both rules for interpositions, and both implementations, on all positions of random lines.
#[test]
fn other_rules_see_the_same_positions() {
    let mut rng = Rng::with_seed(77);
    let (mut mated, mut futile) = (0, 0);
    for _ in 0..600 {
        let board = little_problem(&mut rng, &['R', 'B', 'R']);
        let questions = [TsumeGoal::MATE, TsumeGoal::MATE.without_futile()]
            .map(|goal| Tsume::new(board.clone(), goal).expect("the problem has a king"));
        let referees = questions.each_ref().map(Refereed::new);
        let (mut state, mut seen) = (questions[0].root(), referees[0].root());
        for _ in 0..5 {
            let successors = list(&questions[0], &state);
            let refereed = list(&referees[0], &seen);
            assert_eq!(successors.len(), refereed.len(), "{board}");
            for (mv, next) in &successors {
                let (_, other) = refereed.iter().find(|(other, _)| other == mv).expect("the move is legal");
                let [all, few] = [0, 1].map(|rule| {
                    let next = questions[rule].state(&next.board());
                    let status = questions[rule].status(&next);
                    assert_eq!(status, referees[rule].status(other), "{board} {mv} rule {rule}");
                    status
                });
                mated += u32::from(all == Status::Decided(Value::Proven));
                futile += u32::from(all != few);
            }
            if successors.is_empty() {
                break;
            }
            let (mv, next) = successors[rng.usize(..successors.len())];
            let same = refereed.iter().find(|(other, _)| *other == mv);
            (state, seen) = (next, same.expect("the move is legal").1.clone());
        }
    }
    assert!(mated > 50 && futile > 5, "{mated} mates, {futile} with futile answers");
}

/// The same position with some pieces of White's hand in Black's.
fn richer(board: &Board, rng: &mut Rng) -> Board {
    let text = board.to_string();
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let (mut pieces, mut count) = (String::new(), 0);
    for sign in fields[2].chars().filter(|sign| *sign != '-') {
        if let Some(digit) = sign.to_digit(10) {
            count = 10 * count + digit;
            continue;
        }
        for _ in 0..count.max(1) {
            pieces.push(if rng.u8(..3) == 0 { sign.to_ascii_uppercase() } else { sign });
        }
        count = 0;
    }
    let mut signs: Vec<char> = pieces.chars().collect();
    signs.sort_unstable();
    let counted = signs.chunk_by(|one, other| one == other).map(|same| format!("{}{}", same.len(), same[0]));
    let hands: String = counted.collect();
    fields[2] = if hands.is_empty() { "-".to_owned() } else { hands };
    fields.join(" ").parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The law of what decides what, on both sides of random moves, by both implementations of the rules.
#[test]
fn more_in_hand_is_never_worse() {
    let mut rng = Rng::with_seed(99);
    let (mut pairs, mut sooner) = (0, 0);
    for number in 0..6000 {
        let board = little_problem(&mut rng, &['R', 'B']).to_string();
        let mut fields: Vec<&str> = board.split(' ').collect();
        let hands = format!("{}gsp", fields[2].replace(['-', 'p'], ""));
        fields[2] = &hands;
        let Ok(board) = fields.join(" ").parse::<Board>() else { continue };
        let goal = if number % 2 == 0 { TsumeGoal::MATE } else { TsumeGoal::MATE.without_futile() };
        let question = Tsume::new(board.clone(), goal).expect("the problem has a king");
        let referee = Refereed::new(&question);
        let mut state = question.root();
        for _ in 0..4 {
            let better = question.state(&richer(&state.board(), &mut rng));
            if better == state {
                break;
            }
            pairs += 1;
            assert!(
                question.decides(&state, Value::Proven, &better) && !question.decides(&better, Value::Proven, &state)
            );
            assert!(!question.decides(&state, Value::Disproven, &better));
            assert_eq!(question.common(&better, Value::Proven, &state), Some(state));
            let (one, other) = (question.status(&state), question.status(&better));
            assert!(
                one == other || other == Status::Decided(Value::Proven) || one == Status::Decided(Value::Disproven)
            );
            sooner += u32::from(one != other);
            let Status::Open(role) = one else { break };
            let (from, to) = if role == Role::Or { (&state, &better) } else { (&better, &state) };
            let moves = list(&question, to);
            for (mv, next) in list(&question, from) {
                let (_, same) = moves.iter().find(|(same, _)| *same == mv).expect("the move is there as well");
                let [known, reached] = if role == Role::Or { [&next, same] } else { [same, &next] };
                assert!(question.decides(known, Value::Proven, reached), "{board} {mv}");
            }
            let texts = |states: [&State; 2]| {
                let [one, other] = states.map(|state| {
                    let goal = if state.side_to_move() == Color::White {
                        goal.with_attacker(Attacker::Opponent)
                    } else {
                        goal
                    };
                    let other = Tsume::new(state.board(), goal).expect("the problem has a king");
                    Refereed::new(&other).root()
                });
                referee.common(&one, Value::Proven, &other).map(|common| referee.state_text(&common))
            };
            let both = question.state(&richer(&state.board(), &mut rng));
            let common = question.common(&better, Value::Proven, &both).map(|common| question.state_text(&common));
            assert!(common.is_some() && common == texts([&better, &both]));
            let successors = list(&question, &state);
            state = successors[rng.usize(..successors.len())].1;
        }
    }
    assert!(pairs > 500 && sooner > 5, "{pairs}, {sooner}");
    let bounded = tsume("4k4/9/4P4/9/9/9/9/9/9 b G2g 1", "mate-in:5");
    let few = tsume("4k4/9/4P4/9/9/9/9/9/9 b G2g 1", "mate-in:3").root();
    assert!(
        bounded.decides(&few, Value::Proven, &bounded.root()) && !bounded.decides(&bounded.root(), Value::Proven, &few)
    );
}

fn list<P: Problem>(problem: &P, state: &P::State) -> Vec<(P::Move, P::State)> {
    let mut successors = Vec::new();
    problem.for_each_successor(state, |mv, next| successors.push((mv, next)));
    successors
}

#[test]
fn texts_for_people() {
    let position = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    let texts = |goal: &str| {
        let tsume = tsume(position, goal);
        let verdicts = [Verdict::Proven, Verdict::Disproven, Verdict::Unknown];
        let verdicts = verdicts.map(|verdict| tsume.verdict_text(verdict));
        assert_eq!(tsume.question_text(), verdicts[0]);
        verdicts.join("; ")
    };
    assert_snapshot!(texts("mate"), @"Black forces mate by a series of checks; Black cannot force mate by a series of checks; it is unknown whether Black can force mate by a series of checks");
    assert_snapshot!(texts("mate-in:1"), @"Black mates in at most 1 ply; Black cannot mate in at most 1 ply; it is unknown whether Black can mate in at most 1 ply");
    assert_snapshot!(texts("mate-in:5"), @"Black mates in at most 5 plies; Black cannot mate in at most 5 plies; it is unknown whether Black can mate in at most 5 plies");
    assert_snapshot!(texts("mate-in:5:no-futile"), @"Black mates in at most 5 plies, futile interpositions left out; Black cannot mate in at most 5 plies, futile interpositions left out; it is unknown whether Black can mate in at most 5 plies, futile interpositions left out");
    let bounded = tsume(position, "mate-in:3");
    assert_snapshot!(bounded.state_text(&bounded.root()), @"4k4/9/4P4/9/9/9/9/9/9 b G 1 ; plies 3");
    let unbounded = tsume(position, "mate");
    assert_snapshot!(unbounded.state_text(&unbounded.root()), @"4k4/9/4P4/9/9/9/9/9/9 b G 1");
    let error = Tsume::parse("9/9/9/9/9/9/9/9/4K4 b G 1", "mate").expect_err("White has no king");
    assert_snapshot!(error, @"with the goal `mate`, White is to be mated, but has no king on the board");
}

/// The certificate of a question.
fn certificate(tsume: &Tsume) -> Vec<u8> {
    let mut search = Search::new(tsume, Options::default());
    let report = search.solve(&Limits::none(), &mut ()).expect("the question is well formed");
    assert_ne!(report.verdict, Verdict::Unknown);
    let strategy = Strategy::extract(&search).expect("the root is decided");
    let (position, goal) = (tsume.board().to_string(), tsume.goal().to_string());
    let header = Header::new("shogi", position, goal, strategy.verdict());
    write_certificate(tsume, &search, &strategy, &header, Form::Binary, Vec::new()).expect("it is whole").0
}

/// The verdict of a certificate if the rules of the referee bear it out.
fn refereed(tsume: &Tsume, certificate: &[u8]) -> Result<Value, CheckError> {
    check(&Refereed::new(tsume), &mut Reader::new(certificate)?).map(|summary| summary.verdict)
}

#[test]
fn other_rules_accept_the_certificates() {
    let accepted = |position: &str, goal: &str| {
        let tsume = tsume(position, goal);
        refereed(&tsume, &certificate(&tsume)).unwrap_or_else(|error| panic!("{position}: {error}"))
    };
    for (plies, position) in MATES {
        assert_eq!(accepted(position, "mate"), Value::Proven, "{position}");
        assert_eq!(accepted(position, &format!("mate-in:{plies}")), Value::Proven, "{position}");
    }
    for position in NO_MATES {
        assert_eq!(accepted(position, "mate"), Value::Disproven, "{position}");
    }
}

/// With one piece more in hand the defender has an answer more, and a proof of mate has a gap; and
/// a mate in N is none in N - 2.
#[test]
fn other_rules_refuse_what_does_not_hold() {
    let proof = certificate(&tsume("k8/9/1G7/9/9/9/9/9/9 b R 1", "mate"));
    assert!(refereed(&tsume("k8/9/1G7/9/9/9/9/9/9 b R 1", "mate"), &proof).is_ok());
    for hand in ["Rl", "Rn", "Rs"] {
        let other = tsume(&format!("k8/9/1G7/9/9/9/9/9/9 b {hand} 1"), "mate");
        assert!(matches!(refereed(&other, &proof), Err(CheckError::Fault { .. })), "{hand}");
    }
    for (plies, position) in MATES.into_iter().filter(|(plies, _)| *plies > 3) {
        let proof = certificate(&tsume(position, &format!("mate-in:{plies}")));
        let shorter = tsume(position, &format!("mate-in:{}", plies - 2));
        assert!(matches!(refereed(&shorter, &proof), Err(CheckError::Fault { .. })), "{position}");
    }
}
