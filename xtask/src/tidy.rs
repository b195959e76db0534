//! `cargo xtask tidy`: the layers of `docs/src/architecture.md`, held against `cargo metadata`.
//!
//! A crate depends on lower layers only; a game knows nothing but the vocabulary (and rules libraries); petgraph is
//! known to one crate; the checker and the oracle know no engine. Besides: every source file opens with its idea, no
//! line ends in a blank, no file lacks its last line end.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::bail;
use serde_json::Value;

use crate::process::{cargo, output};

/// The layer of each crate. Development dependencies are free: tests may look anywhere.
const LAYERS: &[(&str, u32)] = &[
    ("proofset-core", 0),
    ("proofset-nodeset", 1),
    ("proofset-graph", 1),
    ("proofset-numbers", 1),
    ("proofset-table", 1),
    ("proofset-certificate", 1),
    ("proofset-oracle", 1),
    ("proofset-tic-tac-toe", 1),
    ("proofset-mnk", 1),
    ("proofset-chess", 1),
    ("proofset-shogi", 1),
    ("proofset-and-or", 1),
    ("proofset-atari-go", 1),
    ("proofset-othello", 1),
    ("proofset-kalah", 1),
    ("proofset-synthetic", 1),
    ("proofset-best-first", 2),
    ("proofset-cyclic", 2),
    ("proofset-depth-first", 2),
    ("proofset-mate", 2),
    ("proofset-exact", 2),
    ("proofset-minimax", 2),
    ("proofset-two-level", 3),
    ("proofset-multi-valued", 3),
    ("proofset-catalog", 4),
    ("proofset", 5),
    ("proofset-bench", 5),
];

/// Crates outside the layers: tests, tasks and documentation. Nothing in a layer may depend on them.
const OUTSIDE: &[&str] = &["proofset-testkit", "proofset-docs", "xtask"];

/// External crates that only these may use.
const RESERVED: &[(&str, &[&str])] = &[
    ("petgraph", &["proofset-graph"]),
    ("bitvec", &["proofset-nodeset"]),
    ("hashbrown", &["proofset-graph", "proofset-depth-first", "proofset-mate"]),
    ("memmap2", &["proofset-table"]),
    ("cozy-chess", &["proofset-chess"]),
    ("clap", &["proofset", "proofset-bench", "xtask"]),
    ("anyhow", &["proofset", "proofset-bench", "xtask"]),
];

/// What crates may depend on at all, inside the workspace, where the layer alone does not say it. A crate outside the
/// layers may be named here too: experiments need random problems.
const ONLY: &[(&str, &[&str])] = &[
    ("proofset", &["proofset-catalog", "proofset-core", "proofset-certificate"]),
    (
        "proofset-bench",
        &[
            "proofset-best-first",
            "proofset-catalog",
            "proofset-chess",
            "proofset-core",
            "proofset-cyclic",
            "proofset-depth-first",
            "proofset-graph",
            "proofset-kalah",
            "proofset-minimax",
            "proofset-mnk",
            "proofset-multi-valued",
            "proofset-nodeset",
            "proofset-oracle",
            "proofset-othello",
            "proofset-shogi",
            "proofset-synthetic",
            "proofset-testkit",
        ],
    ),
];

pub(crate) fn run() -> anyhow::Result<()> {
    let metadata = output(cargo(&["metadata", "--format-version", "1", "--no-deps"]))?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let mut faults = Vec::new();
    for (name, dependencies) in packages(&metadata) {
        check_layers(&name, &dependencies, &mut faults);
    }
    check_files(&crate::root(), &mut faults)?;
    if !faults.is_empty() {
        bail!("tidy found {} faults:\n  {}", faults.len(), faults.join("\n  "));
    }
    println!("== tidy: layers and files are in order");
    Ok(())
}

/// Each package of the workspace with its normal and build dependencies.
fn packages(metadata: &Value) -> BTreeMap<String, Vec<String>> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    list(&metadata["packages"])
        .iter()
        .map(|package| {
            let dependencies = list(&package["dependencies"])
                .iter()
                .filter(|dependency| dependency["kind"] != "dev")
                .map(|dependency| text(&dependency["name"]))
                .collect();
            (text(&package["name"]), dependencies)
        })
        .collect()
}

fn layer(name: &str) -> Option<u32> {
    LAYERS.iter().find(|(crate_name, _)| *crate_name == name).map(|(_, layer)| *layer)
}

fn check_layers(name: &str, dependencies: &[String], faults: &mut Vec<String>) {
    if OUTSIDE.contains(&name) {
        return;
    }
    let Some(own) = layer(name) else {
        faults.push(format!("{name} has no layer; give it one in xtask/src/tidy.rs"));
        return;
    };
    let only = ONLY.iter().find(|(crate_name, _)| *crate_name == name).map(|(_, allowed)| *allowed);
    for dependency in dependencies {
        let named = only.is_some_and(|allowed| allowed.contains(&dependency.as_str()));
        if OUTSIDE.contains(&dependency.as_str()) && !named {
            faults.push(format!("{name} depends on {dependency}, which is for development only"));
        }
        if let Some(theirs) = layer(dependency) {
            if theirs >= own {
                faults.push(format!("{name} (layer {own}) depends on {dependency} (layer {theirs})"));
            }
            if only.is_some() && !named {
                faults.push(format!("{name} depends on {dependency}, which its list in xtask/src/tidy.rs lacks"));
            }
        }
        if let Some((_, allowed)) = RESERVED.iter().find(|(reserved, _)| reserved == dependency)
            && !allowed.contains(&name)
        {
            faults.push(format!("{name} depends on {dependency}, which is reserved for {}", allowed.join(", ")));
        }
    }
}

fn check_files(folder: &Path, faults: &mut Vec<String>) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "target" && !name.starts_with('.') {
                check_files(&path, faults)?;
            }
            continue;
        }
        let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        if !["rs", "md", "toml", "tsv"].contains(&extension.as_str()) {
            continue;
        }
        let text = std::fs::read_to_string(&path)?;
        let shown = path.strip_prefix(crate::root()).unwrap_or(&path).display().to_string();
        if extension == "rs" && !text.starts_with("//!") {
            faults.push(format!("{shown} does not open with its idea (//!)"));
        }
        if !text.is_empty() && !text.ends_with('\n') {
            faults.push(format!("{shown} does not end with a line end"));
        }
        if extension != "tsv" && extension != "md" {
            for (index, line) in text.lines().enumerate() {
                if line.ends_with([' ', '\t']) {
                    faults.push(format!("{shown}, line {} ends in a blank", index + 1));
                }
            }
        }
    }
    Ok(())
}
