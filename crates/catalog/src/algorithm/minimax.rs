//! Minimax searches: `negascout`, `test:etc=on`, `mtdf:guess=3,depth=8`.

use proofset_minimax::{Method, Options};

use super::entry::{Algorithm, Opt, option};
use super::option::whole;
use super::shared::{entries, threads};
use super::spec::{AlgorithmSpec, Family, MinimaxSpec};

pub(crate) fn algorithms() -> Vec<Algorithm> {
    let algorithm = |method, syntax, summary, source| {
        let spec = AlgorithmSpec::new(Family::Minimax(MinimaxSpec { options: Options::new(method), threads: 1 }));
        let algorithm = Algorithm::new(syntax, summary, source, spec, options(method));
        Algorithm { example: "etc=on", checks: vec![check], ..algorithm }
    };
    vec![
        algorithm(
            Method::AlphaBeta,
            "alphabeta",
            "alpha-beta, fail-soft, with a table and the game's order of moves; for games with scores",
            "Knuth and Moore 1975",
        ),
        algorithm(
            Method::nega_scout(),
            "negascout",
            "NegaScout: alpha-beta with null windows for all moves but the first",
            "Reinefeld 1983",
        ),
        algorithm(
            Method::Scout,
            "scout",
            "SCOUT: the first move is searched, the others are tested, and searched if they are better",
            "Pearl 1980",
        ),
        algorithm(
            Method::Test,
            "test",
            "TEST: is the value at least so much? For values, one score after the other, halving the interval",
            "Pearl 1980",
        ),
        algorithm(
            Method::Mtd { guess: None },
            "mtdf",
            "MTD(f): null windows at the root, from a first guess on",
            "Plaat, Schaeffer, Pijls and de Bruin 1996",
        ),
    ]
}

fn spec_of(spec: &mut AlgorithmSpec) -> &mut MinimaxSpec {
    let Family::Minimax(spec) = &mut spec.family else { unreachable!("these options are of minimax searches") };
    spec
}

fn of(spec: &mut AlgorithmSpec) -> &mut Options {
    &mut spec_of(spec).options
}

/// The options of a method: some have options of their own.
fn options(method: Method) -> Vec<Opt> {
    let mut options = Vec::new();
    if let Method::Mtd { .. } = method {
        options.push(option("guess", "the score to begin with (--value)").optional(
            whole(i32::MIN..=i32::MAX, "", "0"),
            "the default is the evaluation of the position",
            |spec| match &mut of(spec).method {
                Method::Mtd { guess } => guess,
                _ => unreachable!("this option is of MTD(f)"),
            },
        ));
    }
    options.push(option("depth", "the depth at which positions are evaluated (--value)").optional(
        whole(1..=u16::MAX, " of plies", "8"),
        "without it, play goes to the end",
        |spec| &mut of(spec).depth,
    ));
    options.push(entries(|spec| &mut of(spec).entries));
    options.push(threads("search with so many threads, which share the table", |spec| &mut spec_of(spec).threads));
    if let Method::NegaScout { .. } = method {
        options.extend(of_nega_scout());
    }
    options.extend(of_all());
    options
}

fn of_nega_scout() -> [Opt; 2] {
    fn switches(spec: &mut AlgorithmSpec) -> (&mut bool, &mut bool) {
        let Method::NegaScout { shortcut, as_published } = &mut of(spec).method else {
            unreachable!("these options are of NegaScout")
        };
        (as_published, shortcut)
    }
    [
        option("listing", "with the bound that the published listing lacks, or without")
            .one_of([("corrected", false), ("published", true)], |spec| switches(spec).0),
        option("shortcut", "searches to a depth without a table: null windows are exact in the last two plies")
            .switch(true, |spec| switches(spec).1),
    ]
}

fn of_all() -> [Opt; 7] {
    [
        option("deepening", "search to smaller depths first (--value)").switch(false, |spec| &mut of(spec).deepening),
        option(
            "knowledge",
            "in searches to the end, what the game knows: bounds, moves that need not be tried, its own endgames",
        )
        .switch(true, |spec| &mut of(spec).knowledge),
        option("table-move", "try the table's best move first").switch(true, |spec| &mut of(spec).ordering.table_move),
        option("hints", "try moves in the order that the game suggests")
            .switch(true, |spec| &mut of(spec).ordering.hints),
        option("killers", "then those that cut off elsewhere at the same ply")
            .switch(true, |spec| &mut of(spec).ordering.killers),
        option("history", "then those that cut off most often").switch(true, |spec| &mut of(spec).ordering.history),
        option("etc", "look all successors up in the table before one is searched (enhanced transposition cut-offs)")
            .switch(false, |spec| &mut of(spec).look_ahead),
    ]
}

fn check(_: &str, spec: &mut AlgorithmSpec, _: &[(&str, &str)]) -> Result<(), String> {
    match of(spec) {
        Options { method: Method::Mtd { .. }, entries: Some(0), .. } => {
            Err("mtdf needs a table; leave out entries=0, or search with test".to_owned())
        }
        _ => Ok(()),
    }
}
