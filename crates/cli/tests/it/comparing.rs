//! `compare --file`: algorithms on many problems.

use serde_json::Value;

use crate::run::{proofset, text};

/// A draw, a win that is seen at once, and a draw that takes most expansions.
const POSITIONS: &str = "id\tmoves\tscore\na\t1122331\t0\nb\t112233\t1\nc\t1\t0\n";

fn objects(arguments: &[&str], status: i32) -> Vec<Value> {
    let ran = proofset(&[arguments, &["--json"]].concat());
    assert_eq!(ran.status, status, "{}", ran.stderr);
    ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn algorithms_are_compared_problem_by_problem() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.tsv");
    std::fs::write(&path, POSITIONS).unwrap();
    let arguments = ["compare", "connect-four:4x4", "--file", text(&path), "--algorithms", "pns,dfpn,pss:8,8"];
    let all = objects(&arguments, 0);
    let (searches, summaries) = all.split_at(9);
    assert_eq!(summaries.len(), 3);
    let expanded = |id: &str, algorithm: &str| {
        let found = searches.iter().find(|object| object["id"] == id && object["algorithm"] == algorithm);
        found.expect("each is asked about each")["expanded"].as_f64().unwrap().max(1.0)
    };
    for summary in summaries {
        let name = summary["algorithm"].as_str().unwrap();
        assert_eq!((&summary["decided"], &summary["right"], &summary["wrong"]), (&3.into(), &3.into(), &0.into()));
        assert_eq!((&summary["compared_with"], &summary["both"]), (&"pns".into(), &3.into()));
        let ratios = ["a", "b", "c"].map(|id| expanded(id, name) / expanded(id, "pns"));
        let mean = ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / 3.0;
        assert!((summary["ratio"].as_f64().unwrap() - mean.exp()).abs() < 1e-9, "{summary}");
    }
    let ran = proofset(&arguments);
    assert_eq!(ran.status, 0);
    let first: Vec<&str> = ran.stdout.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(first[..6], ["pns", "3", "of", "3", "3", "0"]);
    assert!(ran.stdout.ends_with(
        "ratio: expanded, to pns where both decide; geometric mean, with the interval of a bootstrap over problems\n"
    ));
    // Other counters are in other relations.
    let by = objects(&[&arguments[..], &["--by", "visits"]].concat(), 0);
    assert_ne!(by[10]["ratio"], summaries[1]["ratio"]);
}

#[test]
fn what_is_open_wrong_or_refused_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.tsv");
    std::fs::write(&path, POSITIONS).unwrap();
    let arguments = ["compare", "connect-four:4x4", "--file", text(&path), "--algorithms", "pns,dfpn"];
    let all = objects(&[&arguments[..], &["--limit-expansions", "100"]].concat(), 3);
    let summary = all.last().unwrap();
    assert_eq!((&summary["problems"], &summary["decided"], &summary["both"]), (&3.into(), &2.into(), &2.into()));

    let refused = objects(&["compare", "connect-four:4x4", "--file", text(&path), "--algorithms", "pns,mate"], 2);
    let summary = refused.last().unwrap();
    assert_eq!((&summary["refused"], &summary["ratio"]), (&3.into(), &Value::Null));
    let ran = proofset(&["compare", "connect-four:4x4", "--file", text(&path), "--algorithms", "pns,nonesuch"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));

    std::fs::write(&path, POSITIONS.replace("c\t1\t0", "c\t1\t1")).unwrap();
    let wrong = objects(&arguments, 1);
    assert_eq!((&wrong.last().unwrap()["right"], &wrong.last().unwrap()["wrong"]), (&2.into(), &1.into()));
    let ran = proofset(&["compare", "connect-four:4x4", "44", "--file", text(&path)]);
    assert_eq!(ran.status, 2);
}

#[test]
fn positions_are_compared_in_many_orders_of_moves() {
    let arguments = ["compare", "connect-four:4x3", "--algorithms", "pns,dfpn,pns:sum=weak", "--orders", "8"];
    let all = objects(&arguments, 0);
    let (searches, summaries) = all.split_at(24);
    let of = |name: &str| -> Vec<u64> {
        let own = searches.iter().filter(|object| object["algorithm"] == name);
        own.map(|object| object["expanded"].as_u64().unwrap()).collect()
    };
    let (pns, weak) = (of("pns"), of("pns:sum=weak"));
    assert!(pns.iter().any(|&expanded| expanded != pns[0]), "{pns:?}");
    assert_eq!(searches.iter().map(|object| object["order"].as_u64().unwrap()).max(), Some(8));
    let logs = weak.iter().zip(&pns).map(|(&weak, &pns)| (weak as f64 / pns as f64).ln());
    let mean = (logs.sum::<f64>() / 8.0).exp();
    let summary = &summaries[2];
    assert!((summary["ratio"].as_f64().unwrap() - mean).abs() < 1e-9, "{summary}");
    assert_eq!((&summary["problems"], &summary["orders"], &summary["both"]), (&1.into(), &8.into(), &8.into()));
    // The same seeds are the same orders.
    let again = objects(&arguments, 0);
    assert!(again.iter().zip(searches).all(|(again, first)| again["expanded"] == first["expanded"]));
    // What a file asks is asked in other orders as well.
    let river = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/river.horn");
    let asked = objects(&["compare", "horn", river, "--algorithms", "pns,dfpn", "--orders", "2"], 0);
    assert_eq!((asked.len(), &asked[0]["goal"]), (6, &"across".into()));
    // Searches for values and mates list moves as they find good.
    let refused = objects(&["compare", "tic-tac-toe", "--algorithms", "pns,negascout", "--orders", "2"], 2);
    assert_eq!(refused.last().unwrap()["refused"], 2);
    assert_eq!(proofset(&["compare", "tic-tac-toe", "--by", "visits"]).status, 2, "there is nothing to compare");
    let endless = u64::MAX.to_string();
    assert_eq!(proofset(&["compare", "tic-tac-toe", "--orders", &endless]).status, 2, "more than anybody waits for");
    // Threads that share a table take the order as well.
    let shared =
        ["compare", "connect-four:4x3", "--algorithms", "dfpn:table=keyed,threads=2,pn2:batch=4", "--orders", "2"];
    assert_eq!(proofset(&shared).status, 0);
}
