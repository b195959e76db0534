//! AO*: `aostar`, `aostar:arc=1`.

use super::entry::{Algorithm, option};
use super::option::whole;
use super::shared::init;
use super::spec::{AlgorithmSpec, Family};

pub(crate) fn algorithms() -> Vec<Algorithm> {
    let arc = option("arc", "what every move of a proof costs, counted once for each way to it").number(
        whole(0..=u32::MAX, "", "1"),
        |spec| match &mut spec.family {
            Family::AoStar { arc } => arc,
            _ => unreachable!("this option is of AO*"),
        },
    );
    let spec = AlgorithmSpec::new(Family::AoStar { arc: 0 });
    vec![Algorithm {
        example: "arc=1",
        ..Algorithm::new(
            "aostar",
            "AO*: best-first, guided by proof numbers alone; with costs of arcs, finds a cheapest proof",
            "Nilsson 1980",
            spec,
            vec![arc, init()],
        )
    }]
}
