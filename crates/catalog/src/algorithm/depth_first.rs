//! Depth-first searches with a table: `dfpn`, `dfpn:epsilon=0.25,table=keyed`, `pds`, `pnstar`, `cstar`.

use proofset_depth_first::{Deep, Method, Options, Replacement, SumRule, Ties};

use super::entry::{Algorithm, Opt, option};
use super::option::{Level, whole};
use super::shared::{check_sums, entries, epsilon, evaluate, init, sums, threads};
use super::spec::{AlgorithmSpec, DepthFirstSpec, Family, TableKind};

pub(crate) fn algorithms() -> Vec<Algorithm> {
    let algorithm = |method, syntax, summary, source| {
        let spec =
            DepthFirstSpec { options: Options::default().with_method(method), table: TableKind::Exact, threads: 1 };
        let sums = sums([SumRule::Sum, SumRule::Weak, SumRule::Max], |spec| {
            let Options { proof_sum, disproof_sum, .. } = &mut of(spec).options;
            (proof_sum, disproof_sum)
        });
        let options = sums.into_iter().chain(own_options()).chain([init()]).collect();
        let algorithm = Algorithm::new(syntax, summary, source, AlgorithmSpec::new(Family::DepthFirst(spec)), options);
        Algorithm { example: "epsilon=0.25", checks: vec![check], ..algorithm }
    };
    vec![
        algorithm(
            Method::DfPn,
            "dfpn",
            "df-pn: depth-first proof-number search with thresholds and a table, in fixed memory",
            "Nagai 2002",
        )
        .or(
            "dfpn:epsilon=E",
            "df-pn with the 1+epsilon trick: stays with a child until it is worse than its rival by that share",
            "Pawlewicz and Lew 2007",
        ),
        algorithm(Method::Pds, "pds", "depth-first, guided by both numbers, thresholds grow one by one", "Nagai 1998"),
        algorithm(
            Method::PnStar,
            "pnstar",
            "PN*: depth-first, guided by proof numbers alone",
            "Seo, Iida and Uiterwijk 2001",
        ),
        algorithm(Method::CStar, "cstar", "C*: PN* whose thresholds grow at the root alone", "Seo 1995"),
    ]
}

fn of(spec: &mut AlgorithmSpec) -> &mut DepthFirstSpec {
    let Family::DepthFirst(spec) = &mut spec.family else { unreachable!("these options are of depth-first search") };
    spec
}

fn own_options() -> [Opt; 15] {
    [
        epsilon(|spec| &mut of(spec).options.epsilon),
        option("ties", "which of equally good children is searched: the first in move order, or the one searched last")
            .one_of([("first", Ties::First), ("last", Ties::Last)], |spec| &mut of(spec).options.ties),
        option("table", "compare states in full, or 16 bytes an entry and keys of 64 bits")
            .one_of([("exact", TableKind::Exact), ("keyed", TableKind::Keyed)], |spec| &mut of(spec).table),
        threads(
            "search with so many threads, which share the table; it has to be one of keys, with table=keyed",
            |spec| &mut of(spec).threads,
        ),
        entries(|spec| &mut of(spec).options.entries),
        option(
            "replace",
            "in a full table: the entry with least work gives way, or those of small subtrees are collected",
        )
        .one_of([("work", Replacement::Work), ("gc", Replacement::SmallTreeGc)], |spec| {
            &mut of(spec).options.replacement
        }),
        option(
            "load-bearing",
            "read children from the table at each turn, as most descriptions do; what it forgets is a new leaf",
        )
        .at(Level::Single)
        .switch(false, |spec| &mut of(spec).options.load_bearing),
        evaluate(|spec| &mut of(spec).options.evaluation),
        option("sources", "count branches that meet again by their maximum (source node detection)")
            .switch(false, |spec| &mut of(spec).options.source_detection),
        option(
            "dominance",
            "with table=keyed, where the game orders states: a decided state decides those better or worse",
        )
        .at(Level::Single)
        .switch(true, |spec| &mut of(spec).options.dominance),
        option(
            "zones",
            "with table=keyed, where the game knows them: a proof holds whatever is beyond what it rests on",
        )
        .at(Level::Single)
        .switch(true, |spec| &mut of(spec).options.zones),
        option(
            "simulation",
            "where all children count, play the proof of one that took so many expansions through for the others",
        )
        .at(Level::Single)
        .optional(whole(0..=u32::MAX, "", "100"), "the default is to play none", |spec| {
            &mut of(spec).options.simulation
        }),
        option(
            "threshold-control",
            "raise thresholds where a graph with cycles leads back; off, only where nothing new has come for long",
        )
        .at(Level::Single)
        .switch(true, |spec| &mut of(spec).options.threshold_control),
        option("deep", "leaves above this depth cost more: go deep first (deep df-pn)")
            .at(Level::Single)
            .number(whole(0..=u32::MAX, "", "8"), |spec| &mut deep(spec).depth),
        option("deep-base", "how many times more they cost for each level")
            .at(Level::Single)
            .number(whole(1..=u32::MAX, "", "3"), |spec| &mut deep(spec).base),
    ]
}

/// What deep df-pn is if only one of its options is given: no leaf is above depth 0.
fn deep(spec: &mut AlgorithmSpec) -> &mut Deep {
    of(spec).options.deep.get_or_insert(Deep { depth: 0, base: 2 })
}

fn check(name: &str, spec: &mut AlgorithmSpec, given: &[(&str, &str)]) -> Result<(), String> {
    // Without a depth, there is no deep df-pn.
    let deep = &mut of(spec).options.deep;
    *deep = deep.filter(|deep| deep.depth > 0);
    if deep.is_none() && given.iter().any(|(key, _)| *key == "deep-base") {
        return Err("deep-base is nothing without a depth; add it, as in deep=8, or leave out deep-base".to_owned());
    }
    check_sums(name, spec, given)
}
