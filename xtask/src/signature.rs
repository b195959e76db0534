//! `cargo xtask signature`: how every algorithm behaves on the suite, to the node.
//!
//! Expansions and nodes do not depend on the machine. `suite/signature.tsv` records them; a change that alters one is
//! either a mistake or is recorded on purpose with `--bless`.

use std::fmt::Write as _;

use anyhow::{Context, bail};
use proofset_catalog::{AlgorithmSpec, open};
use proofset_core::{Limits, Verdict};
use proofset_testkit::suite;

const FILE: &str = "suite/signature.tsv";

const ALGORITHMS: &[&str] = &[
    "pns",
    "pns:evaluate=delayed",
    "pns:updates=fifo",
    "pns:updates=pearce-kelly",
    "pns:sum=weak",
    "pns:sum=max",
    "pns:init=mobility",
    "pns:lookahead=one",
    "pss",
    "pss:ties=colex,pick=newest",
    "pss:pick=least-depth",
    "pss:20,20",
    "pss:4,4,ties=colex,pick=newest",
    "pss:inf,0",
    "pss:0,inf",
    "pss:20,20,union=kway",
    "pss:sets=adaptive",
    "pss:favour=0.25",
    "pss:20,20,pick=newest,favour=0",
    "dfpn",
    "dfpn:epsilon=0.25",
    "dfpn:sum=weak",
    "dfpn:table=keyed",
    "dfpn:entries=64",
    "dfpn:sources=on",
    "dfpn:deep=6",
    "pds",
    "pnstar",
    "cstar",
    "pn2",
    "pn2:size=full",
    "pn2:a=200,b=100,init=mobility",
    "pss2:20,20,size=full",
    "pss2:a=200,b=100,pick=newest",
    "pds-pn",
    "pds-pn:a=200,b=100,table=keyed",
    "dfpn-pn:size=full,epsilon=0.25",
];

/// Searches stop here and are recorded as far as they came.
const MOST_EXPANSIONS: u64 = 40_000;

struct Entry {
    name: String,
    game: String,
    position: String,
    goal: Option<String>,
    verdict: Option<Verdict>,
}

fn entries() -> anyhow::Result<Vec<Entry>> {
    let folder = crate::root().join("suite");
    let mut entries: Vec<Entry> = suite::load(&folder)?
        .into_iter()
        .map(|entry| Entry {
            name: entry.name,
            game: entry.game,
            position: entry.position,
            goal: Some(entry.goal),
            verdict: Some(entry.verdict),
        })
        .collect();
    let mut graphs: Vec<_> = std::fs::read_dir(folder.join("and-or"))?
        .collect::<Result<Vec<_>, _>>()?
        .iter()
        .map(std::fs::DirEntry::path)
        .collect();
    graphs.sort();
    for path in graphs.iter().filter(|path| path.extension().is_some_and(|extension| extension == "json")) {
        entries.push(Entry {
            name: format!("and-or/{}", path.file_stem().unwrap_or_default().to_string_lossy()),
            game: "and-or".to_owned(),
            position: std::fs::read_to_string(path)?,
            goal: None,
            verdict: None,
        });
    }
    Ok(entries)
}

fn measure() -> anyhow::Result<String> {
    let mut text =
        String::from("# problem\talgorithm\tverdict\tstop\texpanded\tgenerated\trecomputed\tproof\tdisproof\n");
    for entry in entries()? {
        let task = open(&entry.game, Some(&entry.position), entry.goal.as_deref())
            .with_context(|| format!("suite entry {}", entry.name))?;
        for algorithm in ALGORITHMS {
            let spec: AlgorithmSpec = algorithm.parse()?;
            let mut run = task.begin(&spec)?;
            let outcome = run
                .advance(&Limits::expansions(MOST_EXPANSIONS), &mut ())
                .with_context(|| format!("suite entry {} with {algorithm}", entry.name))?;
            if outcome.verdict != Verdict::Unknown && entry.verdict.is_some_and(|known| known != outcome.verdict) {
                bail!("{} with {algorithm}: {}, but it is known to be the opposite", entry.name, outcome.verdict);
            }
            writeln!(
                text,
                "{}\t{spec}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
                entry.name,
                outcome.verdict,
                outcome.stop,
                outcome.expanded,
                outcome.generated,
                outcome.recomputed,
                outcome.proof,
                outcome.disproof,
            )?;
        }
    }
    Ok(text)
}

pub(crate) fn run(bless: bool) -> anyhow::Result<()> {
    let found = measure()?;
    let path = crate::root().join(FILE);
    if bless {
        std::fs::write(&path, found)?;
        println!("== signature: recorded in {FILE}");
        return Ok(());
    }
    let recorded = std::fs::read_to_string(&path).with_context(|| format!("{FILE}; make it with --bless"))?;
    let differences: Vec<String> = recorded
        .lines()
        .zip(found.lines())
        .filter(|(recorded, found)| recorded != found)
        .map(|(recorded, found)| format!("  recorded {recorded}\n  found    {found}"))
        .collect();
    if !differences.is_empty() || recorded.lines().count() != found.lines().count() {
        bail!(
            "the searches behave differently in {} places; if that is meant, run `cargo xtask signature --bless` and \
             say why in the commit\n{}",
            differences.len(),
            differences.join("\n")
        );
    }
    println!("== signature: {} runs as recorded", found.lines().count() - 1);
    Ok(())
}
