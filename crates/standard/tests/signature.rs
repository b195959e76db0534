//! The signature: how every algorithm behaves on the suite, to the node.
//!
//! Expansions and nodes do not depend on the machine. `signature.tsv` and `signature-of-values.tsv` of the suite record
//! them; a change that alters one is either a mistake or is recorded on purpose with `cargo xtask signature --bless`. It
//! is a test, and not a task, so that no search is compiled once more for it.

use std::fmt::Write as _;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use proofset_catalog::{AlgorithmSpec, ValueOutcome};
use proofset_core::{Limits, Verdict};
use proofset_standard::catalog;
use proofset_testkit::suite;

const FILE: &str = "signature.tsv";
const VALUES_FILE: &str = "signature-of-values.tsv";

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

fn entries() -> Vec<Entry> {
    let folder = suite::folder();
    let mut entries: Vec<Entry> = suite::load(&folder)
        .expect("the suite can be read")
        .into_iter()
        .map(|entry| Entry {
            name: entry.name,
            game: entry.game,
            position: entry.position,
            goal: Some(entry.goal),
            verdict: Some(entry.verdict),
        })
        .collect();
    let mut graphs: Vec<PathBuf> = std::fs::read_dir(folder.join("and-or"))
        .expect("the suite has graphs")
        .map(|entry| entry.expect("the folder can be read").path())
        .collect();
    graphs.sort();
    for path in graphs.iter().filter(|path| path.extension().is_some_and(|extension| extension == "json")) {
        entries.push(Entry {
            name: format!("and-or/{}", path.file_stem().unwrap_or_default().to_string_lossy()),
            game: "and-or".to_owned(),
            position: std::fs::read_to_string(path).expect("a graph can be read"),
            goal: None,
            verdict: None,
        });
    }
    entries
}

fn measure() -> String {
    let heading = "# problem\talgorithm\tverdict\tstop\texpanded\tgenerated\trecomputed\tproof\tdisproof\n";
    heading.to_owned() + &in_order(&entries(), &lines_of)
}

/// The lines of all items, in their order, made by as many threads as there are processors: one alone would take longer than
/// all other tests of the crate.
fn in_order<T: Sync>(items: &[T], lines_of: &(dyn Fn(&T) -> String + Sync)) -> String {
    let (next, threads) = (AtomicUsize::new(0), thread::available_parallelism().map_or(1, NonZero::get));
    let work = || {
        let mut made = Vec::new();
        loop {
            let place = next.fetch_add(1, Relaxed);
            let Some(item) = items.get(place) else { return made };
            made.push((place, lines_of(item)));
        }
    };
    let mut made: Vec<(usize, String)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    made.sort_unstable();
    made.into_iter().map(|(_, lines)| lines).collect()
}

/// What every algorithm does on an entry.
fn lines_of(entry: &Entry) -> String {
    let mut text = String::new();
    let task = catalog()
        .open(&entry.game, Some(&entry.position), entry.goal.as_deref())
        .unwrap_or_else(|error| panic!("suite entry {}: {error}", entry.name));
    for algorithm in ALGORITHMS {
        let spec: AlgorithmSpec = algorithm.parse().expect("the algorithms have names");
        // Where positions can repeat, not every search is one for the problem; then it has no line.
        let Ok(mut run) = task.begin(&spec) else { continue };
        let outcome = run
            .advance(&Limits::expansions(MOST_EXPANSIONS), &mut ())
            .unwrap_or_else(|error| panic!("suite entry {} with {algorithm}: {error}", entry.name));
        let wrong = outcome.verdict != Verdict::Unknown && entry.verdict.is_some_and(|known| known != outcome.verdict);
        assert!(!wrong, "{} with {algorithm}: {}, and the opposite is known", entry.name, outcome.verdict);
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
        )
        .expect("strings take all text");
    }
    text
}

/// Positions of games with scores, each solved with all searches for values.
const VALUED: &[(&str, Option<&str>)] = &[
    ("mnk:4,3,3", None),
    ("connect-four:5x4", None),
    ("othello:4x4", None),
    ("kalah:2,4", None),
    ("dots-and-boxes:2x2", None),
    ("synthetic:b=4,d=6,seed=7", None),
];

const VALUE_ALGORITHMS: &[&str] = &[
    "alphabeta",
    "alphabeta:knowledge=off,hints=off,killers=off,history=off",
    "negascout",
    "negascout:listing=published",
    "negascout:shortcut=off",
    "scout",
    "test",
    "test:etc=on",
    "mtdf",
    "mtdf:guess=3,entries=64",
    "mpns",
    "mpns:selection=goal-directed",
    "mopns",
    "pns",
    "dfpn",
];

fn measure_values() -> String {
    let mut text = String::from("# problem\talgorithm\tlow\thigh\tstop\texpanded\tvisits\tgenerated\n");
    for &(game, position) in VALUED {
        let task = catalog().open(game, position, None).unwrap_or_else(|error| panic!("{game}: {error}"));
        for algorithm in VALUE_ALGORITHMS {
            let spec: AlgorithmSpec = algorithm.parse().expect("the algorithms have names");
            let mut run = task.begin_value(&spec).unwrap_or_else(|error| panic!("{game}: {error}"));
            let outcome = run
                .find_value(&Limits::expansions(MOST_EXPANSIONS), &mut ())
                .unwrap_or_else(|error| panic!("{game} with {algorithm}: {error}"));
            let ValueOutcome { low, high, stop, expanded, visits, generated, .. } = outcome;
            writeln!(text, "{game}\t{spec}\t{low}\t{high}\t{stop}\t{expanded}\t{visits}\t{generated}")
                .expect("strings take all text");
        }
    }
    text
}

#[test]
fn all_searches_do_what_is_recorded() {
    compare(FILE, &measure());
}

#[test]
fn all_searches_for_values_do_what_is_recorded() {
    compare(VALUES_FILE, &measure_values());
}

/// Compares with a file of the suite, or writes it if told to.
fn compare(file: &str, found: &str) {
    let path = suite::folder().join(file);
    if std::env::var_os("PROOFSET_BLESS").is_some() {
        std::fs::write(&path, found).expect("the signature can be written");
        return;
    }
    let recorded = std::fs::read_to_string(&path).expect("the signature is recorded");
    let differences: Vec<String> = recorded
        .lines()
        .zip(found.lines())
        .filter(|(recorded, found)| recorded != found)
        .map(|(recorded, found)| format!("  recorded {recorded}\n  found    {found}"))
        .collect();
    assert!(
        differences.is_empty() && recorded.lines().count() == found.lines().count(),
        "the searches behave differently in {} places; if that is meant, run `cargo xtask signature --bless` and say why \
         in the commit\n{}",
        differences.len(),
        differences.join("\n")
    );
}
