//! Options that several families have.

use proofset_best_first::{Evaluation, GraphMode, Lookahead, Options};
use proofset_depth_first::Epsilon;
use proofset_graph::UpdateOrder;

use super::entry::{Opt, Place, option};
use super::option::{Level, by_name, name_of, one_of, real, whole};
use super::spec::{AlgorithmSpec, Cycles, MOST_THREADS};

/// How numbers are put together on both sides, by three rules: those that sum, that count others as one, and that take
/// the largest.
pub(crate) fn sums<R: Copy + PartialEq + 'static>([sum, weak, max]: [R; 3], sides: Sides<R>) -> [Opt; 3] {
    let names = [("tree", sum), ("weak", weak), ("max", max)];
    let rules = move |spec: &AlgorithmSpec| {
        let mut spec = spec.clone();
        let (proof, disproof) = sides(&mut spec);
        (*proof, *disproof)
    };
    // What both sides have is said once.
    let of_both = move |spec: &AlgorithmSpec| match rules(spec) {
        (proof, disproof) if proof == disproof => name_of(&names, &proof),
        _ => None,
    };
    let of_one = move |proof: R, disproof: R| name_of(&names, &proof).filter(|_| proof != disproof && proof != sum);
    [
        option("sum", "how numbers are put together: summed, the largest and one for each other, or the largest")
            .custom(one_of(&names), of_both, move |spec, text| {
                let (rule, (proof, disproof)) = (by_name("sum", &names, text)?, sides(spec));
                (*proof, *disproof) = (rule, rule);
                Ok(())
            }),
        option("proof-sum", "the same for proof numbers alone").custom(
            one_of(&names),
            move |spec| of_one(rules(spec).0, rules(spec).1),
            move |spec, text| by_name("proof-sum", &names, text).map(|rule| *sides(spec).0 = rule),
        ),
        option("disproof-sum", "the same for disproof numbers alone").custom(
            one_of(&names),
            move |spec| of_one(rules(spec).1, rules(spec).0),
            move |spec, text| by_name("disproof-sum", &names, text).map(|rule| *sides(spec).1 = rule),
        ),
    ]
}

/// The rules of both sides.
type Sides<R> = fn(&mut AlgorithmSpec) -> (&mut R, &mut R);

/// The options of [`sums`] are said for both sides or for one.
pub(crate) fn check_sums(_: &str, _: &mut AlgorithmSpec, given: &[(&str, &str)]) -> Result<(), String> {
    let is_given = |key: &str| given.iter().any(|(known, _)| *known == key);
    match ["proof-sum", "disproof-sum"].into_iter().find(|key| is_given(key)) {
        Some(key) if is_given("sum") => {
            Err(format!("sum is about both sides, and {key} is given as well; leave one of them out"))
        }
        _ => Ok(()),
    }
}

/// What new leaves cost.
pub(crate) fn init() -> Opt {
    option("init", "what new leaves cost: a heuristic of the game").heuristic(|spec| &mut spec.init)
}

/// How many threads search.
pub(crate) fn threads(summary: &'static str, place: Place<usize>) -> Opt {
    option("threads", summary).number(whole(1..=MOST_THREADS, "", "4"), place)
}

/// What searches on a graph in memory choose, whatever they back up.
pub(crate) fn best_first() -> [Opt; 7] {
    [
        option("graph", "merge equal states, or give every path its own node")
            .one_of([("dag", GraphMode::Dag), ("tree", GraphMode::Tree)], |spec| &mut spec.options.graph),
        evaluate(|spec| &mut spec.options.evaluation),
        init(),
        option("lookahead", "when a node is evaluated, look for a move that decides it, and add that move alone")
            .one_of([("none", Lookahead::None), ("one", Lookahead::One)], |spec| &mut spec.options.lookahead),
        option("updates", "order in which ancestors are recomputed (auto: by rank if there is one, else by levels)")
            .one_of(
                [
                    ("auto", UpdateOrder::Auto),
                    ("rank", UpdateOrder::Rank),
                    ("levels", UpdateOrder::Levels),
                    ("pearce-kelly", UpdateOrder::PearceKelly),
                    ("fifo", UpdateOrder::Fifo),
                ],
                |spec| &mut spec.options.updates,
            ),
        option(
            "batch",
            "choose so many leaves at a time, and bring what is above them up to date once; the result depends on how many",
        )
        .at(Level::Single)
        .number(whole(1..=Options::MOST_BATCH, " of leaves", "4"), |spec| &mut spec.batch.leaves),
        option(
            "cycles",
            "on graphs with cycles: by well-founded efforts (auto: where there may be cycles), or by base and twins",
        )
        .at(Level::Single)
        .one_of([("auto", Cycles::Auto), ("exact", Cycles::Exact), ("base-twin", Cycles::BaseTwin)], |spec| {
            &mut spec.cycles
        }),
    ]
}

/// When nodes are asked for their status.
pub(crate) fn evaluate(place: Place<Evaluation>) -> Opt {
    option("evaluate", "ask for a node's status when it is created, or when it is selected")
        .one_of([("immediate", Evaluation::Immediate), ("delayed", Evaluation::Delayed)], place)
}

/// Slack at thresholds.
pub(crate) fn epsilon(place: Place<Epsilon>) -> Opt {
    let numbers = real(0.0..=1000.0, "0.25", Epsilon::new);
    option("epsilon", "by which share a child may get worse than its rival before it is left").number(numbers, place)
}

/// The size of a table.
pub(crate) fn entries(place: Place<Option<u64>>) -> Opt {
    let numbers = whole(0..=u64::MAX, "", "1024");
    let otherwise = "the default is what fits into the memory";
    option("entries", "at most so many entries in the table").optional(numbers, otherwise, place)
}
