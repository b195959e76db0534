//! `cargo xtask new-game NAME`: a game that is found by everything, to be changed into the one that is meant.
//!
//! The idea: what it writes is a whole little game, so that everything passes before a line of it is changed. It lies in
//! `template` under the name `new-game`, which gives way to the name that is asked for. What a folder says no list repeats;
//! the few lines that other files need are added to them.
//!
//! The invariant: everything is checked, and every text is made, before anything is written; no file is written over but
//! those that get a line. [`proof`] holds the template against the workspace as it is.

mod edit;
mod name;
pub(crate) mod proof;
mod template;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use self::name::Name;
use self::template::{CRATE, ENTRY};
use crate::process::{cargo, output, step};
use crate::tidy;

const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// The sources of the standard catalog.
const STANDARD: &str = "crates/standard/src";

/// What is to be written; paths are relative to the root.
struct Plan {
    name: Name,
    created: Vec<(PathBuf, String)>,
    changed: Vec<(PathBuf, String)>,
}

pub(crate) fn run(name: &str) -> anyhow::Result<()> {
    let root = crate::root();
    let plan = write(&root, name)?;
    for (title, files) in [("written", &plan.created), ("changed", &plan.changed)] {
        for (path, _) in files {
            println!("{title:<8}{}", path.display());
        }
    }
    let folder = plan.name.folder();
    println!(
        "\n{folder} is a little game that works. Try it:\n\n  \
         cargo test -p {package}\n  \
         cargo run -p proofset --no-default-features --features {name} -- solve {name}\n\n\
         Then make your game of it, in this order: {folder}/src/lib.rs and its tests, the README beside them, {STANDARD}/{file}.rs,\n\
         the lines about it in README.md and docs/src/architecture.md, and CHANGELOG.md. docs/src/adding-a-game.md tells how;\n\
         cargo xtask ci says when it is done.",
        package = plan.name.package(),
        file = plan.name.module(),
    );
    Ok(())
}

/// Writes a game into the workspace in this folder.
fn write(root: &Path, name: &str) -> anyhow::Result<Plan> {
    let plan = Plan::new(root, name)?;
    for (path, text) in plan.created.iter().chain(&plan.changed) {
        let path = root.join(path);
        fs::create_dir_all(path.parent().context("files lie in folders")?)?;
        fs::write(&path, text).with_context(|| format!("cannot write to {}", path.display()))?;
    }
    for licence in LICENCES {
        link(root, &plan.name, licence)?;
    }
    // The order of names in `use` depends on the name, and so does where lines break.
    let mut format = Command::new("rustfmt");
    format.args(["--edition", "2024"]).current_dir(root);
    let sources = plan.created.iter().chain(&plan.changed).map(|(path, _)| path);
    format.args(sources.filter(|path| path.extension().is_some_and(|extension| extension == "rs")));
    step("format", format)?;
    // The lock file names the new package as well. Nothing is downloaded for it, not even what no build here needs.
    let mut lock = cargo(&["update", "--workspace", "--offline", "--quiet"]);
    lock.current_dir(root);
    output(lock)?;
    Ok(plan)
}

/// As the other crates have the licences: as a link, where there are links.
fn link(root: &Path, name: &Name, licence: &str) -> anyhow::Result<()> {
    let place = root.join(name.folder()).join(licence);
    #[cfg(unix)]
    std::os::unix::fs::symlink(Path::new("../../..").join(licence), place)?;
    #[cfg(not(unix))]
    fs::copy(root.join(licence), place)?;
    Ok(())
}

impl Plan {
    fn new(root: &Path, name: &str) -> anyhow::Result<Self> {
        let name = Name::new(name)?;
        check_free(root, &name)?;
        let mut created = Vec::new();
        for (path, template) in CRATE {
            created.push((Path::new(&name.folder()).join(path), name.filled(template)));
        }
        created.push((Path::new(STANDARD).join(name.module()).with_extension("rs"), name.filled(ENTRY)));
        let mut changed = Vec::new();
        for (path, edit) in edit::EDITS {
            let text = fs::read_to_string(root.join(path)).with_context(|| format!("cannot read {path}"))?;
            let text = edit(&text, &name).with_context(|| format!("cannot add a game to {path}"))?;
            changed.push((PathBuf::from(path), text));
        }
        Ok(Self { name, created, changed })
    }
}

/// Nothing is called like this yet, and nothing lies where it is to be written.
fn check_free(root: &Path, name: &Name) -> anyhow::Result<()> {
    for path in [name.folder(), format!("{STANDARD}/{}.rs", name.module()), format!("{STANDARD}/{}", name.module())] {
        if fs::symlink_metadata(root.join(&path)).is_ok() {
            bail!("{path} is there already; choose another name, or remove it");
        }
    }
    let metadata = tidy::metadata(root)?;
    let packages = || metadata["packages"].as_array().into_iter().flatten();
    if packages().any(|package| package["name"] == name.package().as_str()) {
        bail!("{} is a package of the workspace; choose another name", name.package());
    }
    // The module of the game's entry would stand before the crate.
    let names = packages().flat_map(|package| {
        let dependencies = package["dependencies"].as_array().into_iter().flatten();
        dependencies.chain([package]).filter_map(|named| named["name"].as_str())
    });
    if let Some(taken) = names.into_iter().find(|taken| taken.replace('-', "_") == name.module()) {
        bail!("the workspace uses a crate that is called {taken}; choose another name");
    }
    if tidy::standard_names(root)?.contains(name.text()) {
        bail!("a game or protocol of the standard catalog is called {}; choose another name", name.text());
    }
    if let Some(place) = tidy::places_in_program(root, name.text())?.first() {
        bail!("the program has the word {} in {place}, and names no game; choose another name", name.text());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(name: &str) -> String {
        format!("{:#}", Plan::new(&crate::root(), name).err().expect("it is refused"))
    }

    #[test]
    fn names_that_are_taken_are_refused() {
        assert!(refusal("kalah").starts_with("crates/games/kalah is there already"));
        assert_eq!(
            refusal("proofset-catalog"),
            "the workspace uses a crate that is called proofset-catalog; choose another name"
        );
        assert!(refusal("insta").starts_with("the workspace uses a crate that is called insta"));
        assert!(refusal("lines").starts_with("crates/standard/src/lines.rs is there already"));
        assert!(refusal("oracle").contains("proofset-oracle is a package of the workspace"));
        assert!(refusal("connect-four").contains("of the standard catalog is called connect-four"));
        assert!(refusal("batch").contains("the program has the word batch in"), "{}", refusal("batch"));
    }

    #[test]
    fn nothing_of_the_template_keeps_its_name() {
        let plan = Plan::new(&crate::root(), "bears-and-bulls").unwrap();
        assert_eq!(plan.created.len(), CRATE.len() + 1);
        for (path, text) in &plan.created {
            for name in ["new-game", "new_game", "NewGame", "New game"] {
                assert!(!text.contains(name), "{}: {name}", path.display());
            }
        }
        let readme = &plan.created[1].1;
        assert!(readme.starts_with("# proofset-bears-and-bulls\n\nBears and bulls for [proofset]"), "{readme}");
        assert!(readme.contains("use proofset_bears_and_bulls::BearsAndBulls;"), "{readme}");
        for (path, text) in &plan.changed {
            assert!(text.contains("bears-and-bulls"), "{}", path.display());
        }
    }
}
