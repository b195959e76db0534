//! What are the options of sets worth? Caps by the place of a node, several leaves before one update, leaves that inherit names, and
//! late evaluation, each beside the same search without it.
//!
//! The searches are those of the program, started as it starts them. A case counts where both searches come to their end and
//! proof-number search takes some steps at all; the others are counted apart. Limits are expansions, and nothing in the
//! table depends on a clock.

use std::collections::HashMap;
use std::io::Write;

use anyhow::ensure;
use proofset_core::{Limits, Notation, Verdict};
use proofset_mnk::{Mnk, Rules};
use proofset_standard::catalog;

use super::tsume_sets;
use crate::against::mean_of_pairs;
use crate::positions::random;
use crate::table::write_row;

/// Searches that are compared with one other each.
struct Group {
    name: &'static str,
    /// A search, and the one that it is compared with.
    pairs: &'static [(&'static str, &'static str)],
    domains: &'static [DomainName],
}

/// Kinds of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DomainName {
    Trees,
    Share2,
    Share4,
    Towers,
    Gusts,
    ConnectFour,
    Tsume,
}

use DomainName::{ConnectFour, Gusts, Share2, Share4, Towers, Trees, Tsume};

const GROUPS: &[Group] = &[
    Group {
        name: "caps",
        pairs: &[
            ("pss:20,20,names=own", "pns"),
            ("pss:20,20,names=own,cut=depth", "pns"),
            ("pss:20,20,names=own,cut=depth,cut-plies=2", "pns"),
            ("pss:20,20,names=own,cut=parents", "pns"),
            ("pss:4,4,names=own", "pns"),
            ("pss:4,4,names=own,cut=depth,cut-plies=2", "pns"),
            ("pss:4,4,names=own,cut=parents", "pns"),
            ("pss:1,1,names=own", "pns"),
            ("pss:1,1,names=own,cut=parents", "pns"),
        ],
        domains: &[Trees, Share2, Share4, Towers, Gusts, ConnectFour],
    },
    Group {
        name: "batches",
        pairs: &[
            ("pns:batch=4", "pns"),
            ("pns:batch=16", "pns"),
            ("pss:batch=4", "pss:names=own"),
            ("pss:batch=16", "pss:names=own"),
        ],
        domains: &[Trees, Share2, Share4, Towers, Gusts, ConnectFour],
    },
    Group {
        name: "names",
        pairs: &[("pss", "pss:names=own"), ("pss:20,20", "pss:20,20,names=own"), ("pss:5,5", "pss:5,5,names=own")],
        domains: &[Trees, Share2, Share4, Towers, Gusts, ConnectFour, Tsume],
    },
    Group {
        name: "evaluation",
        pairs: &[("pns:evaluate=delayed", "pns"), ("dfpn:evaluate=delayed", "dfpn")],
        domains: &[Trees, Share2, Share4, Towers, Gusts, ConnectFour],
    },
];

/// What every search may expand.
const MOST_EXPANSIONS: u64 = 200_000;

/// Where there are cycles, for whole sets may grow without an end there.
const MOST_WITH_CYCLES: u64 = 60_000;

const MOST_BYTES: u64 = 1 << 30;

/// What proof-number search solves in fewer expansions is left out: there is nothing to compare.
const LEAST_EXPANSIONS: u64 = 100;

/// A problem as the program reads it.
struct Case {
    game: String,
    position: Option<String>,
    goal: Option<&'static str>,
}

impl DomainName {
    fn text(self) -> &'static str {
        match self {
            Trees => "trees",
            Share2 => "share 0.2",
            Share4 => "share 0.4",
            Towers => "lemma towers",
            Gusts => "gusts",
            ConnectFour => "Connect Four 5x5",
            Tsume => "tsume-shogi",
        }
    }

    fn cases(self, quick: bool) -> anyhow::Result<Vec<Case>> {
        let seeds = |game: &str, most: u64| {
            let game = |seed| Case { game: format!("{game}seed={seed}"), position: None, goal: None };
            (0..if quick { 2 } else { most }).map(game).collect()
        };
        Ok(match self {
            Trees => seeds("synthetic:b=2..3,d=18,share=0,early=0.05,", 30),
            Share2 => seeds("synthetic:b=2..3,d=18,share=0.2,early=0.05,", 30),
            Share4 => seeds("synthetic:b=2..3,d=22,share=0.4,early=0.05,", 30),
            Towers => seeds("lemma-tower:", 10),
            Gusts => seeds("gusts:", 10),
            ConnectFour => {
                let game = Mnk::<1>::new(Rules::connect_four("5x5")?);
                let case = |seed| Case {
                    game: "connect-four:5x5".to_owned(),
                    position: Some(game.position_text(&random(&game, PLIES, seed))),
                    goal: Some("first:win"),
                };
                (0..if quick { 2 } else { 30 }).map(case).collect()
            }
            Tsume => {
                let problems = tsume_sets::problems()?.into_iter().filter(|(.., plies)| MATES.contains(plies));
                let case =
                    |(_, position, _)| Case { game: "shogi".to_owned(), position: Some(position), goal: Some("mate") };
                problems.map(case).take(if quick { 2 } else { usize::MAX }).collect()
            }
        })
    }
}

/// Random plies before a position of Connect Four.
const PLIES: usize = 6;

/// Plies of the mates of tsume-shogi that are taken.
const MATES: std::ops::RangeInclusive<u16> = 9..=30;

/// What a search found out, and what it took.
#[derive(Clone, Copy, Debug)]
struct Found {
    verdict: Verdict,
    expansions: u64,
    recomputations: u64,
}

fn measure(case: &Case, search: &str, most_expansions: u64) -> anyhow::Result<Found> {
    let task = catalog().open(&case.game, case.position.as_deref(), case.goal)?;
    let limits = Limits::expansions(most_expansions).with_bytes(MOST_BYTES);
    let found = task.begin(&search.parse()?)?.advance(&limits, &mut ())?;
    Ok(Found { verdict: found.verdict, expansions: found.expanded, recomputations: found.recomputed })
}

impl Found {
    fn ended(&self) -> bool {
        self.verdict != Verdict::Unknown
    }
}

/// The searches of all cases of a domain, each done once.
struct Measured {
    cases: Vec<Case>,
    most_expansions: u64,
    found: HashMap<&'static str, Vec<Found>>,
}

impl Measured {
    fn new(domain: DomainName, quick: bool) -> anyhow::Result<Self> {
        let most_expansions = if domain == Tsume { MOST_WITH_CYCLES } else { MOST_EXPANSIONS };
        Ok(Self { cases: domain.cases(quick)?, most_expansions, found: HashMap::new() })
    }

    /// What a search took, case by case.
    fn search(&mut self, search: &'static str) -> anyhow::Result<Vec<Found>> {
        if !self.found.contains_key(search) {
            let found = self.cases.iter().map(|case| measure(case, search, self.most_expansions));
            self.found.insert(search, found.collect::<anyhow::Result<_>>()?);
        }
        Ok(self.found[search].clone())
    }
}

fn write_columns(out: &mut impl Write) -> anyhow::Result<()> {
    write_row(
        out,
        &[
            &"group",
            &"domain",
            &"search",
            &"to",
            &"cases",
            &"left_out",
            &"differ",
            &"expansions",
            &"low",
            &"high",
            &"recomputations",
            &"recomputations_low",
            &"recomputations_high",
        ],
    )
}

pub(crate) fn run(out: &mut impl Write, quick: bool) -> anyhow::Result<()> {
    write_columns(out)?;
    for domain in [Trees, Share2, Share4, Towers, Gusts, ConnectFour, Tsume] {
        write_domain(out, domain, quick)?;
    }
    Ok(())
}

/// The rows of all groups on a domain.
fn write_domain(out: &mut impl Write, domain: DomainName, quick: bool) -> anyhow::Result<()> {
    let mut measured = Measured::new(domain, quick)?;
    let numbers = measured.search("pns")?;
    for group in GROUPS.iter().filter(|group| group.domains.contains(&domain)) {
        for (search, to) in group.pairs {
            let (found, other) = (measured.search(search)?, measured.search(to)?);
            for (one, pns) in found.iter().chain(&other).zip(numbers.iter().cycle()) {
                ensure!(
                    !one.ended() || !pns.ended() || one.verdict == pns.verdict,
                    "{search} or {to} says {} on {}, and pns {}",
                    one.verdict,
                    domain.text(),
                    pns.verdict
                );
            }
            let pairs: Vec<(Found, Found)> = found
                .into_iter()
                .zip(other)
                .zip(&numbers)
                .filter(|((one, other), pns)| one.ended() && other.ended() && pns.expansions >= LEAST_EXPANSIONS)
                .map(|(pair, _)| pair)
                .collect();
            let [mean, low, high] = mean_of_pairs(pairs.iter().map(|(one, other)| (one.expansions, other.expansions)));
            // Recomputations an expansion: cross products keep them whole numbers.
            let updates = pairs
                .iter()
                .filter(|(_, other)| other.recomputations > 0)
                .map(|(one, other)| (one.recomputations * other.expansions, other.recomputations * one.expansions));
            let [updates, updates_low, updates_high] = mean_of_pairs(updates);
            let differ = pairs.iter().filter(|(one, other)| one.expansions != other.expansions).count();
            write_row(
                out,
                &[
                    &group.name,
                    &domain.text(),
                    search,
                    to,
                    &pairs.len(),
                    &(numbers.len() - pairs.len()),
                    &differ,
                    &mean,
                    &low,
                    &high,
                    &updates,
                    &updates_low,
                    &updates_high,
                ],
            )?;
        }
    }
    out.flush()?;
    Ok(())
}

/// The rows of a domain that is searched fast, of the whole table.
#[cfg(test)]
pub(super) fn cheap_rows(out: &mut impl Write) -> anyhow::Result<()> {
    write_columns(out)?;
    write_domain(out, Gusts, false)
}

#[cfg(test)]
mod tests {
    use super::{GROUPS, Gusts, MOST_EXPANSIONS, measure};

    #[test]
    fn every_search_of_the_table_comes_to_the_same_end() {
        let case = &Gusts.cases(true).unwrap()[1];
        let pns = measure(case, "pns", MOST_EXPANSIONS).unwrap();
        assert!(pns.ended() && pns.recomputations > 0);
        for (search, to) in GROUPS.iter().flat_map(|group| group.pairs) {
            assert_eq!(measure(case, search, MOST_EXPANSIONS).unwrap().verdict, pns.verdict, "{search}");
            assert_eq!(measure(case, to, MOST_EXPANSIONS).unwrap().verdict, pns.verdict, "{to}");
        }
        assert!(!measure(case, "pns", pns.expansions - 1).unwrap().ended());
    }
}
