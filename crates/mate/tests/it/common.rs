//! Problems, and what is asked of a search.

use fastrand::Rng;
use proofset_certificate::{Form, Header, Reader, SolvedGraph, Strategy, check, write_certificate};
use proofset_core::{Limits, Report, Solver, Value};
use proofset_mate::{Epsilon, MateSearch, Options, SumRule};
use proofset_shogi::referee::Refereed;
use proofset_shogi::{Board, Move, State, Tsume, TsumeGoal, TsumeLine};

/// Problems with their lengths in plies, all interpositions counted.
pub(crate) const MATES: [(u16, &str); 7] = [
    (1, "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"),
    (3, "k2G5/9/K8/9/N8/9/9/9/9 b 2r2b3g4s3n4l18p 1"),
    (5, "5B1n1/8k/6Rpp/9/9/9/9/9/9 b rb4g4s3n4l16p 1"),
    (7, "l8/1ks+P5/1ppp5/p8/9/2P6/9/9/9 b G2SN2r2b3gs3n3l12p 1"),
    (7, "1Rp4nl/1P+P1G1gk1/+L2p3p1/1g3pp1p/3Pp2P1/P1Ps2P1P/6N2/2KB+r1g2/LN7 w B2Ssnl3p 162"),
    (9, "ln1p5/2k1p4/1pgP+P4/p8/1P7/P8/9/9/9 b RG2Sr2b2g2s3n3l10p 1"),
    (11, "5n1k1/5ps2/7p1/8N/7P1/9/9/9/9 b RBrb4g3s2n4l15p 1"),
];

/// Positions without a mate.
pub(crate) const NO_MATES: [&str; 3] = [
    "k8/9/9/1+R7/9/9/9/9/P8 b LPr2b4g4s4n3l16p 1",
    "l8/2r3gP+R/6b2/p1Pp2Np1/2S1P1p2/P1S1+b2kP/1PG1+n1P2/1K1+s3G1/LG7 w 4PLN3plns 1",
    "ln7/3sgk2+L/3pn3s/p1p1pPK1s/1p1P3s1/P5P2/1P2PN1P1/+b4G3/L5r2 b 6PLN2GBR 1",
];

/// Eleven plies that take tens of thousands of positions.
pub(crate) const FUTAKAMI: &str = "7nl/6s2/5N2k/6G2/9/9/9/9/9 b 2RG2b2g3s2n3l18p 1";

/// All devices on, each of them off, and all of them off.
pub(crate) fn all_options() -> Vec<Options> {
    let on = Options::default();
    let epsilon = Epsilon::ZERO;
    let (proof_sum, disproof_sum) = (SumRule::Weak, SumRule::Weak);
    vec![
        on,
        on.with_dominance(false),
        on.with_delay(false),
        on.with_mate_in_one(false),
        on.with_weighed(false),
        on.with_epsilon(epsilon),
        on.with_proof_sum(proof_sum),
        on.with_proof_sum(proof_sum).with_disproof_sum(disproof_sum),
        on.with_dominance(false).with_delay(false).with_mate_in_one(false).with_weighed(false).with_epsilon(epsilon),
    ]
}

pub(crate) fn tsume(position: &str, goal: &str) -> Tsume {
    Tsume::parse(position, goal).unwrap_or_else(|error| panic!("{position}: {error}"))
}

pub(crate) fn solve<'a>(
    tsume: &'a Tsume,
    options: Options,
    limits: &Limits,
) -> (MateSearch<TsumeLine<'a>>, Report<Move>) {
    let mut search = MateSearch::new(TsumeLine::new(tsume), options);
    let report = search.solve(limits, &mut ()).expect("the problem is well formed");
    (search, report)
}

/// Writes the certificate of a decided search, and has the referee check it. Returns the number of its records.
pub(crate) fn check_certificate(tsume: &Tsume, search: &impl SolvedGraph<State = State>, verdict: Value) -> u64 {
    let strategy = Strategy::extract(search).expect("the root is decided");
    let (position, goal) = (tsume.board().to_string(), tsume.goal().to_string());
    let header = Header::new("shogi", position, goal, verdict);
    let (certificate, _) =
        write_certificate(&tsume, search, &strategy, &header, Form::Binary, Vec::new()).expect("it is whole");
    let mut reader = Reader::new(&certificate[..]).expect("it was just written");
    let summary =
        check(&Refereed::new(tsume), &mut reader).unwrap_or_else(|error| panic!("{}: {error}", header.position));
    assert_eq!(summary.verdict, verdict);
    summary.nodes
}

/// A problem with few pieces, of which many are out of play, so that all its states can be listed.
pub(crate) fn little_problem(rng: &mut Rng) -> Board {
    let hands = ["2G", "S", "GPs", "GSp", "GNl", "Rp", "LPG", "Gp", "Gg", "SNs", "RGr", "Pg2p"];
    few_pieces(rng, &[], &hands)
}

/// The same with pieces of the attacker far from the king, and others in the defender's hand to be put between.
pub(crate) fn problem_with_interpositions(rng: &mut Rng) -> Board {
    few_pieces(rng, &['R', 'B', 'R'], &["Gp", "Lg", "Rs", "Bp", "Sg", "Lp", "G2p"])
}

/// A king near the upper edge, pieces around it, others anywhere, and hands.
fn few_pieces(rng: &mut Rng, anywhere: &[char], hands: &[&str]) -> Board {
    loop {
        let mut rows = vec![['1'; 9]; 9];
        let (file, rank) = (rng.usize(..9), rng.usize(..3));
        rows[rank][file] = 'k';
        for _ in 0..rng.usize(2..=5) {
            let near = |line: usize, rng: &mut Rng| (line + rng.usize(..5)).saturating_sub(2).min(8);
            let (file, rank) = (near(file, rng), near(rank, rng));
            if rows[rank][file] == '1' {
                rows[rank][file] = ['P', 'L', 'N', 'S', 'G', 'P', 'B', 'R', 'p', 's', 'l', 'g'][rng.usize(..12)];
            }
        }
        for &piece in anywhere {
            let (file, rank) = (rng.usize(..9), rng.usize(..9));
            if rows[rank][file] == '1' {
                rows[rank][file] = piece;
            }
        }
        let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        let hand = hands[rng.usize(..hands.len())];
        if let Ok(board) = format!("{} b {hand} 1", rows.join("/")).parse() {
            return board;
        }
    }
}

/// The question whether the side to move mates, within so many plies if there is a bound, and maybe with futile
/// interpositions left out.
pub(crate) fn question(board: &Board, plies: Option<u16>, no_futile: bool) -> Tsume {
    let goal = plies.map_or(TsumeGoal::MATE, |plies| TsumeGoal::mate_in(plies).expect("the bound is odd"));
    Tsume::new(board.clone(), if no_futile { goal.without_futile() } else { goal }).expect("the problem has a king")
}
