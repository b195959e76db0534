//! No search takes more bytes than it may, by its own count.

use proofset_catalog::AlgorithmSpec;
use proofset_core::{Limits, StopReason};
use proofset_standard::catalog;

/// Limits from almost nothing to what some searches are content with.
const BYTES: [u64; 6] = [60_000, 100_000, 250_000, 1 << 20, 1_500_000, 3_000_000];

#[test]
fn searches_that_keep_their_graph_stay_within_their_memory() {
    let task = catalog().open("connect-four:5x4", None, None).expect("it is a game");
    for text in [
        "aostar",
        "aostar:arc=1",
        "pns",
        "pns:graph=tree",
        "pns:updates=fifo",
        "pns:evaluate=delayed,lookahead=one",
        "pns:init=mobility",
        "pss",
        "pss:20,20",
        "pss:sets=bits",
        "pss:sets=adaptive",
        "exact:limit=50",
    ] {
        let algorithm: AlgorithmSpec = text.parse().expect("it is an algorithm");
        for bytes in BYTES {
            let limits = Limits::expansions(if text.starts_with("exact") { 250 } else { 20_000 }).with_bytes(bytes);
            let mut run = task.begin(&algorithm).expect("it suits the game");
            let found = run.advance(&limits, &mut ()).expect("the game is sound");
            assert!(found.peak_bytes <= bytes, "{text}: {} bytes of {bytes}", found.peak_bytes);
            assert!(
                found.stop != StopReason::Memory || found.peak_bytes > bytes / 4,
                "{text}: {} bytes of {bytes}",
                found.peak_bytes
            );
        }
    }
}

#[test]
fn searches_for_values_stay_within_their_memory() {
    let task = catalog().open("connect-four:5x4", None, None).expect("it is a game");
    for text in ["mpns", "mpns:selection=goal-directed", "mopns", "cns"] {
        let algorithm: AlgorithmSpec = text.parse().expect("it is an algorithm");
        for bytes in BYTES {
            let limits = Limits::expansions(20_000).with_bytes(bytes);
            let mut run = task.begin_value(&algorithm).expect("it suits the game");
            let found = run.find_value(&limits, &mut ()).expect("the game is sound");
            assert!(found.peak_bytes <= bytes, "{text}: {} bytes of {bytes}", found.peak_bytes);
            assert!(
                found.stop != StopReason::Memory || found.peak_bytes > bytes / 4,
                "{text}: {} bytes of {bytes}",
                found.peak_bytes
            );
        }
    }
}

#[test]
fn searches_on_graphs_with_cycles_stay_within_their_memory() {
    let task =
        catalog().open("chess", Some("8/8/8/4k3/8/8/3R4/4K3 w - -"), Some("mate:no-clock")).expect("it is a game");
    for text in ["pns", "pss", "pss:5,5", "pns:cycles=base-twin"] {
        let algorithm: AlgorithmSpec = text.parse().expect("it is an algorithm");
        for bytes in BYTES {
            let limits = Limits::expansions(1500).with_bytes(bytes);
            let mut run = task.begin(&algorithm).expect("it suits the game");
            let found = run.advance(&limits, &mut ()).expect("the game is sound");
            assert!(found.peak_bytes <= bytes, "{text}: {} bytes of {bytes}", found.peak_bytes);
        }
    }
}
