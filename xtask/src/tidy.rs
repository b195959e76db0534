//! `cargo xtask tidy`: the layers of `docs/src/architecture.md`, held against `cargo metadata`.
//!
//! A crate depends on lower layers only; a game knows nothing but the vocabulary (and rules libraries); petgraph is
//! known to one crate; the checker and the oracle know no engine. Besides: every source file opens with its idea, no
//! line ends in a blank, no file lacks its last line end. Sources are compiled for tests if there are tests among them,
//! and only then. The program names no game: what it says of one comes from the catalog. Files of a crate that use each
//! other in a [circle](crate::circles) are told. The top level holds what [`TOP_LEVEL`] names and nothing else,
//! [`packages`](crate::packages) says what a published crate must have, [examples](crate::examples) how they are run, and
//! names that the glossary explains exist.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::bail;
use serde_json::Value;

use crate::circles::{Source, circles};
use crate::process::{cargo, git, output};

/// Where the games lie: every crate here is a game.
pub(crate) const GAMES: &str = "crates/games";

/// The layer of all games.
const LAYER_OF_GAMES: u32 = 2;

/// The layer of each crate but the games. Development dependencies are free: tests may look anywhere.
const LAYERS: &[(&str, u32)] = &[
    ("proofset-bits", 0),
    ("proofset-core", 0),
    ("proofset-cursor", 1),
    ("proofset-nodeset", 1),
    ("proofset-graph", 1),
    ("proofset-numbers", 1),
    ("proofset-threats", 1),
    ("proofset-chess-notation", 1),
    ("proofset-table", 1),
    ("proofset-certificate", 1),
    ("proofset-oracle", 1),
    ("proofset-store", 2),
    ("proofset-depth-first", 2),
    ("proofset-mate", 2),
    ("proofset-minimax", 2),
    ("proofset-best-first", 3),
    ("proofset-cyclic", 3),
    ("proofset-exact", 3),
    ("proofset-multi-valued", 3),
    ("proofset-erased", 3),
    ("proofset-two-level", 4),
    ("proofset-catalog", 5),
    ("proofset-book", 6),
    ("proofset-gtp", 6),
    ("proofset-standard", 7),
    ("proofset-bench", 0),
    ("proofset-program", 7),
    ("proofset", 8),
    ("proofset-experiments", 8),
    ("proofset-python", 8),
];

/// Crates outside the layers: tests, benchmarks, tasks and documentation. Nothing in a layer may depend on them.
const OUTSIDE: &[&str] = &["proofset-testkit", "proofset-microbenchmarks", "proofset-docs", "xtask"];

/// External crates that only these may use.
const RESERVED: &[(&str, &[&str])] = &[
    ("petgraph", &["proofset-graph"]),
    ("bitvec", &["proofset-nodeset"]),
    (
        "hashbrown",
        &[
            "proofset-certificate",
            "proofset-cursor",
            "proofset-store",
            "proofset-table",
            "proofset-depth-first",
            "proofset-erased",
            "proofset-mate",
        ],
    ),
    ("memmap2", &["proofset-table"]),
    ("self_cell", &["proofset-program", "proofset-table"]),
    ("zerocopy", &["proofset-table"]),
    ("loom", &["proofset-depth-first"]),
    ("cozy-chess", &["proofset-antichess", "proofset-chess", "proofset-chess-notation"]),
    ("pyo3", &["proofset-python"]),
    ("clap", &["proofset-program", "proofset-bench", "proofset-experiments", "xtask"]),
    ("anyhow", &["proofset-program", "proofset-bench", "proofset-experiments", "xtask"]),
];

/// What crates may depend on at all, inside the workspace, where the layer alone does not say it. A crate outside the
/// layers may be named here too: experiments need random problems.
const ONLY: &[(&str, &[&str])] = &[
    ("proofset", &["proofset-program", "proofset-standard"]),
    ("proofset-book", &["proofset-catalog", "proofset-certificate"]),
    (
        "proofset-program",
        &["proofset-bench", "proofset-book", "proofset-catalog", "proofset-core", "proofset-certificate"],
    ),
    (
        "proofset-python",
        &["proofset-book", "proofset-catalog", "proofset-core", "proofset-certificate", "proofset-standard"],
    ),
    (
        "proofset-experiments",
        &[
            "proofset-bench",
            "proofset-best-first",
            "proofset-catalog",
            "proofset-chess",
            "proofset-core",
            "proofset-cursor",
            "proofset-cyclic",
            "proofset-depth-first",
            "proofset-erased",
            "proofset-exact",
            "proofset-go",
            "proofset-graph",
            "proofset-kalah",
            "proofset-minimax",
            "proofset-mnk",
            "proofset-multi-valued",
            "proofset-nodeset",
            "proofset-oracle",
            "proofset-othello",
            "proofset-sharing",
            "proofset-shogi",
            "proofset-standard",
            "proofset-store",
            "proofset-synthetic",
            "proofset-testkit",
            "proofset-two-level",
        ],
    ),
];

/// What the top level holds: the project, and what tools look for there and nowhere else.
pub(crate) const TOP_LEVEL: &[&str] = &[
    // The project.
    "Cargo.toml",
    "README.md",
    "crates",
    "docs",
    "xtask",
    // GitHub, which reads workflows, templates and rules for contributions here, and shows the licences and how to cite.
    ".github",
    "CITATION.cff",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    // Tools, and people who look for what has changed.
    ".cargo",
    ".ci",
    ".gitignore",
    "CHANGELOG.md",
    "Cargo.lock",
    "clippy.toml",
    "deny.toml",
    "rust-toolchain.toml",
    "rustfmt.toml",
];

/// Checks the workspace in this folder.
pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let metadata = metadata(root)?;
    let mut faults = Vec::new();
    // An unpacked archive is not git's, and has no list.
    if root.join(".git").exists() {
        let mut listing = git(&["ls-files"]);
        listing.current_dir(root);
        check_top_level(&output(listing)?, &mut faults);
    }
    crate::packages::check(root, &metadata, &mut faults)?;
    crate::examples::check(&metadata, &mut faults)?;
    let games = games(root, &metadata);
    for (name, dependencies) in packages(&metadata) {
        check_layers(&games, &name, &dependencies, &mut faults);
    }
    check_files(root, root, &mut faults)?;
    check_names(&standard_names(root)?, &program_sources(root)?, &mut faults);
    for (name, folder) in folders(&metadata) {
        let sources = files(&folder.join("src"))?;
        check_circles(&name, &circles(&sources), &mut faults);
        check_tested(&name, is_tested(&metadata, &name), &sources, &mut faults);
    }
    let mut sources = String::new();
    read_sources(&root.join("crates"), &mut sources)?;
    let glossary = std::fs::read_to_string(root.join("docs/src/glossary.md"))?;
    check_glossary(&glossary, &sources, &mut faults);
    if !faults.is_empty() {
        bail!("tidy found {} faults:\n  {}", faults.len(), faults.join("\n  "));
    }
    println!("== tidy: layers, packages and files are in order");
    Ok(())
}

/// What cargo says of the packages of the workspace in this folder.
pub(crate) fn metadata(root: &Path) -> anyhow::Result<Value> {
    let mut command = cargo(&["metadata", "--format-version", "1", "--no-deps"]);
    command.current_dir(root);
    Ok(serde_json::from_str(&output(command)?)?)
}

/// The names of the packages that are games.
fn games(root: &Path, metadata: &Value) -> BTreeSet<String> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let games = packages.filter(|package| {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap_or_default());
        manifest.starts_with(root.join(GAMES))
    });
    games.filter_map(|package| package["name"].as_str().map(str::to_owned)).collect()
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

/// The folder of each package with sources in `src`.
fn folders(metadata: &Value) -> Vec<(String, PathBuf)> {
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let folder = |package: &Value| Path::new(&text(&package["manifest_path"])).parent().map(Path::to_owned);
    let known = packages.iter().filter_map(|package| Some((text(&package["name"]), folder(package)?)));
    known.filter(|(_, folder)| folder.join("src").is_dir()).collect()
}

/// The files of a crate form no circles.
fn check_circles(name: &str, circles: &[Vec<String>], faults: &mut Vec<String>) {
    faults.extend(circles.iter().map(|circle| format!("{name}: {} use each other in a circle", circle.join(", "))));
}

/// True if cargo compiles what lies in `src` of a package once more for the tests in it.
fn is_tested(metadata: &Value, name: &str) -> bool {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let targets =
        packages.filter(|package| package["name"] == name).filter_map(|package| package["targets"].as_array());
    let lies_in_src = |target: &Value| {
        let path = Path::new(target["src_path"].as_str().unwrap_or_default());
        path.parent().is_some_and(|folder| folder.ends_with("src"))
    };
    targets.flatten().any(|target| lies_in_src(target) && target["test"] == true)
}

/// Tests among the sources are run, and sources without tests are not compiled for them.
fn check_tested(name: &str, is_tested: bool, sources: &[Source], faults: &mut Vec<String>) {
    match sources.iter().find(|(_, text)| text.lines().any(|line| line.trim() == "#[test]")) {
        Some((file, _)) if !is_tested => {
            faults.push(format!("{name}: the tests in {file} are not run; its Cargo.toml says `test = false`"));
        }
        None if is_tested => faults.push(format!(
            "{name} has no tests in src and is compiled for them all the same; write `test = false` below [lib] or [[bin]] in its Cargo.toml"
        )),
        _ => {}
    }
}

fn layer(games: &BTreeSet<String>, name: &str) -> Option<u32> {
    if games.contains(name) {
        return Some(LAYER_OF_GAMES);
    }
    LAYERS.iter().find(|(crate_name, _)| *crate_name == name).map(|(_, layer)| *layer)
}

fn check_layers(games: &BTreeSet<String>, name: &str, dependencies: &[String], faults: &mut Vec<String>) {
    if OUTSIDE.contains(&name) {
        return;
    }
    let Some(own) = layer(games, name) else {
        faults.push(format!("{name} has no layer; give it one in xtask/src/tidy.rs"));
        return;
    };
    let only = ONLY.iter().find(|(crate_name, _)| *crate_name == name).map(|(_, allowed)| *allowed);
    for dependency in dependencies {
        let named = only.is_some_and(|allowed| allowed.contains(&dependency.as_str()));
        if OUTSIDE.contains(&dependency.as_str()) && !named {
            faults.push(format!("{name} depends on {dependency}, which is for development only"));
        }
        if let Some(theirs) = layer(games, dependency) {
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

/// Looks at what git knows, so that what a person or a tool leaves here is nobody's business until it is added.
fn check_top_level(listed: &str, faults: &mut Vec<String>) {
    let names: BTreeSet<&str> = listed.lines().filter_map(|path| path.split('/').next()).collect();
    for name in names {
        if !TOP_LEVEL.contains(&name) {
            faults.push(format!("the top level holds {name}, which TOP_LEVEL in xtask/src/tidy.rs does not name"));
        }
    }
}

/// All sources in a folder.
fn files(folder: &Path) -> anyhow::Result<Vec<Source>> {
    fn collect(top: &Path, folder: &Path, found: &mut Vec<Source>) -> anyhow::Result<()> {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                collect(top, &path, found)?;
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(top)?.with_extension("").to_string_lossy().replace('\\', "/");
                found.push((name, std::fs::read_to_string(&path)?));
            }
        }
        Ok(())
    }
    let mut found = Vec::new();
    collect(folder, folder, &mut found)?;
    found.sort();
    Ok(found)
}

/// The names of the games and protocols of the standard catalog: a file has one entry, `entry`, which is called like the
/// file, or several, which are called like their functions. A protocol is called like its file.
fn names_of_games(sources: &[Source]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (file, text) in sources {
        if text.contains("impl Protocol for") {
            names.insert(file.clone());
        }
        let entries = text.split("fn ").skip(1).filter_map(|rest| rest.lines().next()?.split_once("() -> Entry"));
        names.extend(entries.map(|(name, _)| if name == "entry" { file.clone() } else { name.to_owned() }));
    }
    names.into_iter().map(|name| name.replace('_', "-")).collect()
}

/// The names of the games and protocols of the standard catalog of this workspace.
pub(crate) fn standard_names(root: &Path) -> anyhow::Result<BTreeSet<String>> {
    Ok(names_of_games(&files(&root.join("crates/standard/src"))?))
}

fn program_sources(root: &Path) -> anyhow::Result<Vec<Source>> {
    files(&root.join("crates/program/src"))
}

/// Where the program has a word that no game can be called by for that.
pub(crate) fn places_in_program(root: &Path, name: &str) -> anyhow::Result<Vec<String>> {
    let names = BTreeSet::from([name.to_owned()]);
    Ok(places(&names, &program_sources(root)?).into_iter().map(|(place, _)| place).collect())
}

/// Games whose names are words that prose cannot do without.
const COMMON_WORDS: &[&str] = &["go"];

/// Where sources have one of these words outside of tests, and which.
fn places(names: &BTreeSet<String>, sources: &[Source]) -> Vec<(String, String)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let mut found = Vec::new();
    for (file, text) in sources {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default().to_ascii_lowercase();
        for (index, line) in code.lines().enumerate() {
            for word in
                line.split(|c: char| !is_part(c)).filter(|word| names.contains(*word) && !COMMON_WORDS.contains(word))
            {
                found.push((format!("crates/program/src/{file}.rs, line {}", index + 1), word.to_owned()));
            }
        }
    }
    found
}

/// The program names no game and no protocol, but in its tests.
fn check_names(names: &BTreeSet<String>, sources: &[Source], faults: &mut Vec<String>) {
    if names.is_empty() {
        faults.push("crates/standard has no entries that xtask/src/tidy.rs can find".to_owned());
    }
    for (place, word) in places(names, sources) {
        faults.push(format!("{place} names {word}; a game brings what the program says of it with its entry"));
    }
}

/// All sources of the crates, one after the other.
fn read_sources(folder: &Path, sources: &mut String) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            read_sources(&path, sources)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push_str(&std::fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

/// The names that the glossary explains are those of public items.
fn check_glossary(glossary: &str, sources: &str, faults: &mut Vec<String>) {
    let word = |c: char| !c.is_alphanumeric() && c != '_';
    let public: BTreeSet<&str> = sources
        .lines()
        .filter_map(|line| {
            let mut words = line.strip_prefix("pub ")?.split(word);
            ["struct", "enum", "trait", "type", "fn", "const"].contains(&words.next()?).then(|| words.next())?
        })
        .collect();
    let rows = glossary.split("## Names in the libraries").nth(1).unwrap_or_default();
    let rows = rows.split("\n## ").next().unwrap_or_default().lines().filter(|line| line.starts_with("| `"));
    let named: Vec<&str> =
        rows.filter_map(|row| row.split('|').nth(1)).flat_map(|names| names.split('`').skip(1).step_by(2)).collect();
    if named.is_empty() {
        faults.push("the glossary explains no names of the libraries".to_owned());
    }
    for name in named {
        if !public.contains(name) {
            faults.push(format!("the glossary explains {name}, which is no public item"));
        }
    }
}

fn check_files(root: &Path, folder: &Path, faults: &mut Vec<String>) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "target" && !name.starts_with('.') {
                check_files(root, &path, faults)?;
            }
            continue;
        }
        let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        if !["rs", "md", "toml", "tsv"].contains(&extension.as_str()) {
            continue;
        }
        let text = std::fs::read_to_string(&path)?;
        let shown = path.strip_prefix(root).unwrap_or(&path).display().to_string();
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_glossary_explains_what_there_is() {
        let glossary =
            "| `Old` |\n## Names in the libraries\n\n| `Size`, `Gone` | core | `Old` |\n\n## References\n| `Old` |\n";
        let mut faults = Vec::new();
        check_glossary(glossary, "pub struct Size(u32);\npub(crate) struct Gone;\n", &mut faults);
        assert_eq!(faults, ["the glossary explains Gone, which is no public item"]);
        check_glossary("nothing", "", &mut faults);
        assert_eq!(faults.len(), 2, "{faults:?}");
    }

    #[test]
    fn circles_are_told() {
        let circle = [vec!["a".to_owned(), "b".to_owned()]];
        let tell = |name: &str, circles: &[Vec<String>]| {
            let mut faults = Vec::new();
            check_circles(name, circles, &mut faults);
            faults
        };
        assert_eq!(tell("proofset", &circle), ["proofset: a, b use each other in a circle"]);
        assert_eq!(tell("proofset", &[]), Vec::<String>::new());
    }

    #[test]
    fn sources_are_compiled_for_tests_if_there_are_some() {
        let target = |path: &str, test: bool| json!({"src_path": path, "test": test});
        let other = json!({"name": "b", "targets": [target("/w/b/src/lib.rs", true)]});
        let is_tested =
            |targets: &[Value]| is_tested(&json!({"packages": [{"name": "a", "targets": targets}, other]}), "a");
        assert!(is_tested(&[target("/w/a/src/lib.rs", true)]));
        assert!(is_tested(&[target("/w/a/src/lib.rs", false), target("/w/a/src/main.rs", true)]));
        assert!(!is_tested(&[target("/w/a/src/lib.rs", false), target("/w/a/tests/it/main.rs", true)]));

        let told = |is_tested, text: &str| {
            let mut faults = Vec::new();
            check_tested("a", is_tested, &[("b/c".to_owned(), text.to_owned())], &mut faults);
            faults
        };
        let (some, none) = ("mod tests {\n    #[test]\n", "fn a() {}\n// `#[test]`\n");
        assert_eq!(told(true, some), Vec::<String>::new());
        assert_eq!(told(false, none), Vec::<String>::new());
        assert_eq!(told(false, some), ["a: the tests in b/c are not run; its Cargo.toml says `test = false`"]);
        assert!(told(true, none)[0].starts_with("a has no tests in src"));
    }

    #[test]
    fn the_program_names_no_game() {
        let source = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        let standard = [
            source("lib", "pub fn catalog() -> Catalog {"),
            source("go_moku", "pub(crate) fn entry() -> Entry {\n"),
            source("rows", "pub(crate) fn three() -> Entry {\nfn four() -> Entry {\n"),
            source("gtp", "impl Protocol for Gtp {"),
        ];
        let names = names_of_games(&standard);
        assert_eq!(names.iter().map(String::as_str).collect::<Vec<_>>(), ["four", "go-moku", "gtp", "three"]);
        let mut faults = Vec::new();
        let clean = "//! As in three-fold, gtp_name and threes.\n#[cfg(test)]\nmod tests { \"go-moku\" }\n";
        check_names(&names, &[source("clean", clean)], &mut faults);
        assert_eq!(faults, Vec::<String>::new());
        check_names(&names, &[source("a/b", "\n/// Solves Go-Moku\nlet name = \"gtp\";\n")], &mut faults);
        assert_eq!(faults.len(), 2, "{faults:?}");
        assert!(faults[0].starts_with("crates/program/src/a/b.rs, line 2 names go-moku"), "{faults:?}");
        check_names(&BTreeSet::new(), &[], &mut faults);
        assert_eq!(faults.len(), 3, "{faults:?}");
    }

    #[test]
    fn what_lies_among_the_games_is_in_their_layer() {
        let root = Path::new("/w");
        let package =
            |name: &str, folder: &str| json!({"name": name, "manifest_path": root.join(folder).join("Cargo.toml")});
        let metadata =
            json!({"packages": [package("proofset-nim", "crates/games/nim"), package("proofset-new", "crates/new")]});
        let games = games(root, &metadata);
        let mut faults = Vec::new();
        check_layers(&games, "proofset-nim", &["proofset-core".to_owned()], &mut faults);
        assert_eq!(faults, Vec::<String>::new());
        check_layers(&games, "proofset-nim", &["proofset-store".to_owned()], &mut faults);
        check_layers(&games, "proofset-new", &[], &mut faults);
        let expected = [
            "proofset-nim (layer 2) depends on proofset-store (layer 2)",
            "proofset-new has no layer; give it one in xtask/src/tidy.rs",
        ];
        assert_eq!(faults, expected);
    }

    #[test]
    fn what_the_list_lacks_may_not_lie_at_the_top() {
        let mut faults = Vec::new();
        check_top_level("Cargo.toml\ncrates/core/Cargo.toml\n.github/workflows/ci.yml\n", &mut faults);
        assert_eq!(faults, Vec::<String>::new());
        check_top_level("data/a.toml\ndata/b.toml\nnotes.md\n", &mut faults);
        assert_eq!(faults.len(), 2, "{faults:?}");
        assert!(faults[0].contains("holds data,") && faults[1].contains("holds notes.md"), "{faults:?}");
    }
}
