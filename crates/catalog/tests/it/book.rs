//! The table of options in the book names those that there are, with the values that they have.

use std::collections::BTreeSet;
use std::path::Path;

use proofset_catalog::{OPTIONS, OptionValues};

/// The texts between backticks.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[test]
fn the_book_lists_every_option_with_its_values() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/how-to.md");
    let page = std::fs::read_to_string(path).unwrap();
    let title = "| option | values, the default first | meaning |";
    let rows = page.lines().skip_while(|line| *line != title).skip(2).take_while(|line| line.starts_with('|'));
    let mut named = BTreeSet::new();
    let mut before: Vec<&str> = Vec::new();
    for row in rows {
        let cells: Vec<&str> = row.split('|').collect();
        let keys: Vec<&str> = quoted(cells[1]);
        let values = if cells[2].trim() == "the same" { before.clone() } else { quoted(cells[2]) };
        for &key in &keys {
            let mut known = OPTIONS.iter().filter(|option| option.key == key);
            assert!(known.clone().next().is_some(), "there is no option {key}");
            let has = |option: &OptionValues| match option {
                OptionValues::OneOf(names) => *names == values,
                OptionValues::Number(which) => {
                    values.iter().all(|value| which.contains(&format!("default is {value}")))
                }
                OptionValues::Share(_) | OptionValues::Heuristic => values.is_empty(),
            };
            // Other chapters say what they can be.
            assert!(
                cells[2].trim().is_empty() || known.any(|option| has(&option.values)),
                "{key} cannot be {values:?}"
            );
            named.insert(key);
        }
        before = values;
    }
    let left_out: Vec<&str> = OPTIONS.iter().map(|option| option.key).filter(|key| !named.contains(key)).collect();
    assert!(left_out.is_empty(), "the book leaves out {left_out:?}");
}
