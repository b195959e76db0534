//! Proof-set search: `pss`, `pss:20,20`, `pss:inf,0,ties=colex,pick=newest`.

use std::num::NonZeroU32;

use proofset_best_first::Options;
use proofset_nodeset::{Cut, CutBy, Favour, Naming, Pick, TieOrder, UnionRule};

use super::entry::{Algorithm, Opt, option};
use super::option::{Level, by_name, name_of, one_of, share, whole};
use super::shared::best_first;
use super::spec::{AlgorithmSpec, Cap, Family, SetStorage};

pub(crate) fn algorithms() -> Vec<Algorithm> {
    let family = Family::Pss {
        proof: None,
        disproof: None,
        ties: TieOrder::First,
        sets: SetStorage::Lists,
        favour: None,
        union: UnionRule::Pairwise,
        cut: Cut::default(),
    };
    let options = own_options().into_iter().chain(best_first()).collect();
    let pss = Algorithm::new(
        "pss",
        "proof-set search: exact sets, every leaf counted once",
        "Müller 2001",
        AlgorithmSpec {
            options: Options::default().with_pick(usual_pick(TieOrder::First)).with_naming(Naming::Inherited),
            ..AlgorithmSpec::new(family)
        },
        options,
    )
    .or(
        "pss:P,D",
        "proof-set search with at most P nodes listed in proof sets, D in disproof sets (numbers or inf)",
        "Müller 2001",
    );
    vec![Algorithm { caps: Some(|spec| of(spec).caps), refuse, checks: vec![check], ..pss }]
}

/// What the family chooses, field by field.
struct Fields<'a> {
    caps: (&'a mut Cap, &'a mut Cap),
    ties: &'a mut TieOrder,
    sets: &'a mut SetStorage,
    favour: &'a mut Option<Favour>,
    union: &'a mut UnionRule,
    cut: &'a mut Cut,
}

fn of(spec: &mut AlgorithmSpec) -> Fields<'_> {
    let Family::Pss { proof, disproof, ties, sets, favour, union, cut } = &mut spec.family else {
        unreachable!("these options are of pss")
    };
    Fields { caps: (proof, disproof), ties, sets, favour, union, cut }
}

const PICKS: [(&str, Pick); 4] =
    [("descent", Pick::Descent), ("oldest", Pick::Oldest), ("newest", Pick::Newest), ("least-depth", Pick::LeastDepth)];

/// Which leaf is expanded if nothing is said: where the first of equal sets is taken, what was taken leads to it.
fn usual_pick(ties: TieOrder) -> Pick {
    if ties == TieOrder::First { Pick::Descent } else { Pick::Oldest }
}

/// The name of the pick, unless it is the usual one.
fn pick(spec: &AlgorithmSpec) -> Option<String> {
    let usual = usual_pick(*of(&mut spec.clone()).ties);
    name_of(&PICKS, &spec.options.pick).filter(|_| spec.options.pick != usual)
}

fn own_options() -> [Opt; 8] {
    [
        option(
            "ties",
            "among sets of equal size: take that of the first child, or compare members oldest first, or newest first",
        )
        .one_of([("first", TieOrder::First), ("lex", TieOrder::Lex), ("colex", TieOrder::Colex)], |spec| of(spec).ties),
        option(
            "pick",
            "which common node of both sets is expanded; descent, the default with ties=first, is the one that children \
             lead to, and oldest is the default with other ties",
        )
        .custom(one_of(&PICKS), pick, |spec, text| {
            spec.options.pick = by_name("pick", &PICKS, text)?;
            Ok(())
        }),
        option(
            "names",
            "how sets name a leaf: as the expanded one whose place it takes, so that fewer sets change, or by itself; \
             with other picks than descent, and with favour or batch, always by itself",
        )
        .at(Level::Single)
        .one_of([("inherited", Naming::Inherited), ("own", Naming::Own)], |spec| &mut spec.options.naming),
        option(
            "sets",
            "exact sets as sorted lists, as bitsets (small graphs only), or as lists that are cut as memory runs out",
        )
        .at(Level::Single)
        .one_of(
            [("lists", SetStorage::Lists), ("bits", SetStorage::Bits), ("adaptive", SetStorage::Adaptive)],
            |spec| of(spec).sets,
        ),
        option("favour", "where minima are taken, leaves that the root's sets list count at this share of their cost")
            .at(Level::Single)
            .optional(share("0.25", Favour::new), "", |spec| of(spec).favour),
        option(
            "union",
            "unions of sets with caps: child by child, or all children at once (exact sets: no difference)",
        )
        .one_of([("pairwise", UnionRule::Pairwise), ("kway", UnionRule::KWay)], |spec| of(spec).union),
        option(
            "cut",
            "sets with caps: the same caps at all nodes, half of them with every cut-plies plies, or so many for each parent",
        )
        .one_of([("even", CutBy::Even), ("depth", CutBy::Depth), ("parents", CutBy::Parents)], |spec| {
            &mut of(spec).cut.by
        }),
        option("cut-plies", "the plies after which half as many are listed, with cut=depth")
            .number(whole(NonZeroU32::MIN..=NonZeroU32::MAX, " of plies", "8"), |spec| &mut of(spec).cut.plies),
    ]
}

fn refuse(name: &str, word: &str) -> Option<String> {
    match (name, word.split_once('=')?.0) {
        ("pss", key @ ("sum" | "proof-sum" | "disproof-sum")) => {
            Some(format!("pss takes unions, so {key} means nothing; use pns"))
        }
        _ => None,
    }
}

fn check(name: &str, spec: &mut AlgorithmSpec, given: &[(&str, &str)]) -> Result<(), String> {
    if given.iter().all(|(key, _)| *key != "pick") {
        spec.options.pick = usual_pick(*of(spec).ties);
    }
    let has_heirs = spec.options.pick == Pick::Descent && spec.batch.leaves <= 1 && of(spec).favour.is_none();
    if !has_heirs && given.iter().any(|(key, _)| *key == "names") {
        return Err(
            "names are inherited only with pick=descent and without favour and batch; leave out names".to_owned()
        );
    }
    let Fields { caps, sets, favour, union, cut, .. } = of(spec);
    let is_capped = caps.0.is_some() || caps.1.is_some();
    if cut.by != CutBy::Even && !is_capped {
        return Err(format!("exact sets are not cut; give caps, as in {name}:20,20,cut=depth, or leave out cut"));
    }
    if cut.by != CutBy::Depth && given.iter().any(|(key, _)| *key == "cut-plies") {
        return Err("only cut=depth counts plies; add it, or leave out cut-plies".to_owned());
    }
    let message = match *sets {
        SetStorage::Lists | SetStorage::Bits if !is_capped && *union == UnionRule::KWay => {
            return Err(format!(
                "exact sets are the same by either rule; give caps, as in {name}:20,20,union=kway, or leave out union=kway"
            ));
        }
        SetStorage::Bits if is_capped => "bitsets hold exact sets only; leave out the caps or sets=bits",
        SetStorage::Adaptive if is_capped => {
            "adaptive sets find their caps themselves; leave out the caps or sets=adaptive"
        }
        SetStorage::Bits | SetStorage::Adaptive if favour.is_some() => {
            "only lists can be favoured; leave out favour or sets"
        }
        _ => return Ok(()),
    };
    Err(message.to_owned())
}
