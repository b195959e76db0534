//! The search for mates: `mate`, `mate:delay=off`, `mate:epsilon=0.25,sum=weak`.

use proofset_depth_first::SumRule;
use proofset_mate::Options;

use super::entry::{Algorithm, Opt, option};
use super::shared::{check_sums, epsilon, sums, threads};
use super::spec::{AlgorithmSpec, Family, MateSpec};

pub(crate) fn algorithms() -> Vec<Algorithm> {
    let rules = [SumRule::Sum, SumRule::Weak, SumRule::Max];
    let sums = sums(rules, |spec| {
        let Options { proof_sum, disproof_sum, .. } = options(spec);
        (proof_sum, disproof_sum)
    });
    let spec = AlgorithmSpec::new(Family::Mate(MateSpec { options: Options::default(), threads: 1 }));
    let mate = Algorithm::new(
        "mate",
        "df-pn for mates: hands that dominate, answers that wait, mates in one, lengths; for games that bring it",
        "Nagai 2002; Kishimoto 2010",
        spec,
        sums.into_iter().chain(own_options()).collect(),
    );
    vec![Algorithm { example: "delay=off", checks: vec![check_sums], ..mate }]
}

fn of(spec: &mut AlgorithmSpec) -> &mut MateSpec {
    let Family::Mate(spec) = &mut spec.family else { unreachable!("these options are of the search for mates") };
    spec
}

fn options(spec: &mut AlgorithmSpec) -> &mut Options {
    &mut of(spec).options
}

fn own_options() -> [Opt; 6] {
    [
        epsilon(|spec| &mut options(spec).epsilon),
        option("dominance", "a mate counts for every hand with more, a defence for every hand with less")
            .switch(true, |spec| &mut options(spec).dominance),
        option("delay", "moves that are much alike, such as pieces put between, wait for each other")
            .switch(true, |spec| &mut options(spec).delay),
        option("mate-in-one", "look for a mate in one when a position is met")
            .switch(true, |spec| &mut options(spec).mate_in_one),
        option("weights", "what new positions cost follows who attacks and defends the square of the move")
            .switch(true, |spec| &mut options(spec).weighed),
        threads("search with so many threads, which share the table", |spec| &mut of(spec).threads),
    ]
}
