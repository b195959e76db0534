//! What can be chosen about a depth-first search.

pub use proofset_core::{Evaluation, SumRule};
pub use proofset_numbers::Epsilon;

pub use crate::table::Replacement;

/// The members of the family: they differ in the child that they search, in its thresholds, and in when they leave it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// df-pn (Nagai 2002): a node is left when one of its numbers has reached its threshold, and the thresholds are such
    /// that a most-proving node is expanded all the time.
    #[default]
    DfPn,
    /// PN* (Seo, Iida and Uiterwijk 2001): proof numbers alone guide the search. At AND nodes the child with the largest
    /// proof number is searched, and a disproof is found by running out of children. Thresholds at OR nodes follow the
    /// second best child, those of the root grow from one search to the next.
    PnStar,
    /// C* (Seo 1995), as far as it is known: PN* whose thresholds grow at the root alone, and are handed down as they
    /// are.
    CStar,
    /// PDS (Nagai 1998): a node is left when both of its numbers have reached their thresholds, and each search of a
    /// child raises one of the two.
    Pds,
}

impl Method {
    /// True if disproof numbers do not guide the search.
    #[inline]
    pub(crate) fn proof_only(self) -> bool {
        matches!(self, Self::PnStar | Self::CStar)
    }
}

/// Which of several children with the same best number is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ties {
    /// The first in move order. On trees df-pn then expands the nodes of best-first proof-number search, in the same
    /// order: it leaves a child as soon as one before it is as good.
    #[default]
    First,
    /// The one that was searched last, else the first in move order: fewer changes of direction.
    Last,
}

/// Deep df-pn (Song, Iida and van den Herik 2017): leaves near the root cost more, so that the search goes deep first.
///
/// A leaf at depth `d < depth` costs `base^(depth - d)` times what it would.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deep {
    /// From this depth on, leaves cost what they cost.
    pub depth: u32,
    /// The factor of one level; at least one.
    pub base: u32,
}

impl Deep {
    /// The factor of a leaf at a depth.
    #[inline]
    pub(crate) fn factor(self, depth: u32) -> u32 {
        self.base.max(1).saturating_pow(self.depth.saturating_sub(depth))
    }
}

/// Choices that do not change verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "they are switches that do not depend on each other")]
pub struct Options {
    /// The member of the family.
    pub method: Method,
    /// How proof numbers are put together at AND nodes.
    pub proof_sum: SumRule,
    /// How disproof numbers are put together at OR nodes.
    pub disproof_sum: SumRule,
    /// Which of equally good children is searched.
    pub ties: Ties,
    /// How long a child is searched when a rival has become better.
    pub epsilon: Epsilon,
    /// Threshold control (Kishimoto 2010), where there may be cycles: below a node with an older unsolved child, nodes are
    /// not left by their thresholds until a new one is expanded. Without it, that is so only where nothing new has come for
    /// long, and when a table that forgets has been used for long: every search ends in any case.
    pub threshold_control: bool,
    /// Source node detection (Kishimoto 2010): where a child was reached from a node on the line by another branch as
    /// well, the two branches are counted by their maximum, not their sum.
    pub source_detection: bool,
    /// Where states are ordered by resources, a decided state decides others. Only [`KeyedTable`](crate::KeyedTable)
    /// knows of it.
    pub dominance: bool,
    /// Where the problem has [zones](proofset_core::Zoned), a cursor may keep them. It is the cursor that does.
    pub zones: bool,
    /// When a child is solved with a value that all children need, and that took at least so many expansions, its proof is played
    /// through for its siblings (Kawano 1996); never if nothing is said. Not where the values of repetitions depend on the line, which
    /// plays proofs through anyway, or leaves are searched by a search of their own, nor for a value that has zones, which do the same.
    /// A proof is played through in one piece: a limit on expansions may be exceeded by as many as that takes, 1,000 at most.
    pub simulation: Option<u32>,
    /// Leaves near the root cost more.
    pub deep: Option<Deep>,
    /// The table is load-bearing, as in most descriptions of these searches (Nagai 2002; Kishimoto, Winands, Müller and Saito
    /// 2012): at each turn of a node the numbers of its unsolved children are read from the table, and what that has
    /// forgotten is a new leaf. Without it the line keeps what it was told, and the table only spares work.
    pub load_bearing: bool,
    /// When children are asked for their status: when they are generated, or when they are searched.
    pub evaluation: Evaluation,
    /// What gives way in a full table.
    pub replacement: Replacement,
    /// At most so many entries in the table, rounded down to whole clusters of four and up to one, or none at all if it
    /// says 0; as many as there is room for if nothing is said.
    pub entries: Option<u64>,
}

impl Options {
    /// The same with another [`method`](Self::method).
    pub fn with_method(self, method: Method) -> Self {
        Self { method, ..self }
    }

    /// The same with another [`proof_sum`](Self::proof_sum).
    pub fn with_proof_sum(self, proof_sum: SumRule) -> Self {
        Self { proof_sum, ..self }
    }

    /// The same with another [`disproof_sum`](Self::disproof_sum).
    pub fn with_disproof_sum(self, disproof_sum: SumRule) -> Self {
        Self { disproof_sum, ..self }
    }

    /// The same with another [`ties`](Self::ties).
    pub fn with_ties(self, ties: Ties) -> Self {
        Self { ties, ..self }
    }

    /// The same with another [`epsilon`](Self::epsilon).
    pub fn with_epsilon(self, epsilon: Epsilon) -> Self {
        Self { epsilon, ..self }
    }

    /// The same with another [`threshold_control`](Self::threshold_control).
    pub fn with_threshold_control(self, threshold_control: bool) -> Self {
        Self { threshold_control, ..self }
    }

    /// The same with another [`source_detection`](Self::source_detection).
    pub fn with_source_detection(self, source_detection: bool) -> Self {
        Self { source_detection, ..self }
    }

    /// The same with another [`dominance`](Self::dominance).
    pub fn with_dominance(self, dominance: bool) -> Self {
        Self { dominance, ..self }
    }

    /// The same with another [`zones`](Self::zones).
    pub fn with_zones(self, zones: bool) -> Self {
        Self { zones, ..self }
    }

    /// The same with another [`simulation`](Self::simulation).
    pub fn with_simulation(self, simulation: impl Into<Option<u32>>) -> Self {
        Self { simulation: simulation.into(), ..self }
    }

    /// The same with another [`deep`](Self::deep).
    pub fn with_deep(self, deep: impl Into<Option<Deep>>) -> Self {
        Self { deep: deep.into(), ..self }
    }

    /// The same with or without a [load-bearing](Self::load_bearing) table. Nothing changes where leaves are searched by a search
    /// of their own: what that finds out would be forgotten and found out again, perhaps for ever.
    pub fn with_load_bearing(self, load_bearing: bool) -> Self {
        Self { load_bearing, ..self }
    }

    /// The same with another [`evaluation`](Self::evaluation).
    pub fn with_evaluation(self, evaluation: Evaluation) -> Self {
        Self { evaluation, ..self }
    }

    /// The same with another [`replacement`](Self::replacement).
    pub fn with_replacement(self, replacement: Replacement) -> Self {
        Self { replacement, ..self }
    }

    /// The same with another [`entries`](Self::entries).
    pub fn with_entries(self, entries: impl Into<Option<u64>>) -> Self {
        Self { entries: entries.into(), ..self }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            method: Method::DfPn,
            proof_sum: SumRule::Sum,
            disproof_sum: SumRule::Sum,
            ties: Ties::First,
            epsilon: Epsilon::ZERO,
            threshold_control: true,
            source_detection: false,
            dominance: true,
            zones: true,
            simulation: None,
            deep: None,
            load_bearing: false,
            evaluation: Evaluation::Immediate,
            replacement: Replacement::Work,
            entries: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Deep;

    #[test]
    fn deep_leaves_are_cheap() {
        let deep = Deep { depth: 4, base: 3 };
        assert_eq!([0, 2, 3, 4, 9].map(|depth| deep.factor(depth)), [81, 9, 3, 1, 1]);
        assert_eq!(Deep { depth: 100, base: 2 }.factor(0), u32::MAX);
    }
}
