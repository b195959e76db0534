//! What a published crate must have, so that people can depend on it.
//!
//! Published is every crate that is not marked `publish = false`: whatever the program is built from, and the oracle,
//! which helps people to test games and searches of their own. Each has a README with an example that is run as a test,
//! a link to the book and its features named; both licences; and what the registry shows. `CITATION.cff` is of the same
//! version. The program has every feature of the standard catalog, so that what can be left out of one can be left out of both.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

/// Where the chapters of the book are read.
const BOOK: &str = "https://github.com/proofset/proofset/blob/main/docs/src/";

const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// A published crate, as `cargo metadata` tells it.
struct Package<'a> {
    name: &'a str,
    metadata: &'a Value,
    folder: &'a Path,
}

/// Holds all published crates against the rules.
pub(crate) fn check(root: &Path, metadata: &Value, faults: &mut Vec<String>) -> anyhow::Result<()> {
    let catalog = features(metadata, "proofset-standard");
    let program = features(metadata, "proofset");
    for feature in catalog.symmetric_difference(&program) {
        faults.push(format!("proofset and proofset-standard do not both have the feature {feature}"));
    }
    let citation = std::fs::read_to_string(root.join("CITATION.cff")).unwrap_or_default();
    for metadata in metadata["packages"].as_array().into_iter().flatten() {
        let name = metadata["name"].as_str().unwrap_or_default();
        let manifest = Path::new(metadata["manifest_path"].as_str().unwrap_or_default());
        let is_published = metadata["publish"].is_null();
        if let (true, Some(folder)) = (is_published, manifest.parent()) {
            let package = Package { name, metadata, folder };
            package.check_metadata(faults);
            package.check_licences(root, faults)?;
            package.check_readme(faults);
            package.check_citation(&citation, faults);
        }
    }
    Ok(())
}

/// The features of a crate; none if there is no such crate.
fn features<'a>(metadata: &'a Value, name: &str) -> BTreeSet<&'a String> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let features = packages.filter(|package| package["name"] == name).map(|package| &package["features"]);
    features.filter_map(Value::as_object).flat_map(|features| features.keys()).collect()
}

impl Package<'_> {
    fn check_metadata(&self, faults: &mut Vec<String>) {
        let name = self.name;
        for key in ["description", "documentation", "license", "readme", "repository", "rust_version"] {
            if self.metadata[key].as_str().is_none_or(str::is_empty) {
                faults.push(format!("{name} is published and has no {key}"));
            }
        }
        for key in ["keywords", "categories"] {
            if self.metadata[key].as_array().is_none_or(|words| words.is_empty() || words.len() > 5) {
                faults.push(format!("{name} is published and has not 1 to 5 {key}"));
            }
        }
        for dependency in self.metadata["dependencies"].as_array().into_iter().flatten() {
            let is_normal = dependency["kind"].is_null() || dependency["kind"] == "build";
            if is_normal && dependency["req"] == "*" {
                let other = dependency["name"].as_str().unwrap_or_default();
                faults.push(format!("{name} is published and depends on {other} without a version"));
            }
        }
    }

    /// The licences lie in the package, and say what those at the top level say.
    fn check_licences(&self, root: &Path, faults: &mut Vec<String>) -> anyhow::Result<()> {
        for licence in LICENCES {
            let path = self.folder.join(licence);
            // Where git makes no links, as on Windows, a link is a file with the path that it leads to.
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let linked = self.folder.join(text.trim());
            let is_link = linked.is_file() && linked.canonicalize()? == root.join(licence).canonicalize()?;
            if !is_link && text != std::fs::read_to_string(root.join(licence))? {
                faults.push(format!(
                    "{} is published without the {licence} of the top level; link to it in {}",
                    self.name,
                    self.folder.display()
                ));
            }
        }
        Ok(())
    }

    fn check_citation(&self, citation: &str, faults: &mut Vec<String>) {
        let line = format!("version: {}", self.metadata["version"].as_str().unwrap_or_default());
        if !citation.lines().any(|cited| cited == line) {
            faults.push(format!("CITATION.cff has not the version of {}: {line}", self.name));
        }
    }

    fn check_readme(&self, faults: &mut Vec<String>) {
        let name = self.name;
        let Ok(text) = std::fs::read_to_string(self.folder.join("README.md")) else {
            faults.push(format!("{name} is published and has no README.md of its own"));
            return;
        };
        if text.lines().next() != Some(format!("# {name}").as_str()) {
            faults.push(format!("the README of {name} does not begin with \"# {name}\""));
        }
        if !text.contains(BOOK) {
            faults.push(format!("the README of {name} does not link to the book, {BOOK}"));
        }
        let features = self.metadata["features"].as_object().into_iter().flatten().map(|(feature, _)| feature);
        for feature in features.filter(|feature| *feature != "default") {
            if !text.contains(&format!("`{feature}`")) {
                faults.push(format!("the README of {name} does not name the feature {feature}"));
            }
        }
        // A library runs the example as a doc test; the sessions of the program's README are run by its own tests.
        match std::fs::read_to_string(self.folder.join("src/lib.rs")) {
            Ok(library) if !library.contains("#[doc = include_str!(\"../README.md\")]") => {
                faults.push(format!("{name} does not run its README as a test; see the end of crates/core/src/lib.rs"));
            }
            Ok(_) if !text.contains("```rust") => faults.push(format!("the README of {name} has no example")),
            Err(_) if !text.contains("```console\n") => faults.push(format!("the README of {name} has no session")),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use super::*;

    /// A workspace with one crate that has everything, in a folder that is this test's own.
    fn workspace(test: &str) -> (std::path::PathBuf, Value) {
        let root = std::env::temp_dir().join(format!("proofset-packages-{}-{test}", std::process::id()));
        let folder = root.join("crates/a");
        fs::create_dir_all(folder.join("src")).unwrap();
        for licence in LICENCES {
            fs::write(root.join(licence), format!("the text of {licence}\n")).unwrap();
        }
        fs::write(root.join("CITATION.cff"), "cff-version: 1.2.0\nversion: 0.3.0\n").unwrap();
        fs::write(folder.join("LICENSE-APACHE"), "the text of LICENSE-APACHE\n").unwrap();
        fs::write(folder.join("LICENSE-MIT"), "../../LICENSE-MIT").unwrap();
        fs::write(folder.join("README.md"), format!("# a\n\n```rust\n```\n\n`fast` [book]({BOOK}ideas.md)\n")).unwrap();
        fs::write(folder.join("src/lib.rs"), "#[doc = include_str!(\"../README.md\")]\npub struct Readme;\n").unwrap();
        let package = json!({
            "name": "a", "manifest_path": folder.join("Cargo.toml"), "publish": null, "version": "0.3.0", "description": "d",
            "documentation": "d", "license": "MIT", "readme": "README.md", "repository": "r", "rust_version": "1.95",
            "keywords": ["k"], "categories": ["c"], "features": {"default": [], "fast": []},
            "dependencies": [
                {"name": "b", "kind": null, "req": "^1"},
                {"name": "c", "kind": "dev", "req": "*"},
            ],
        });
        (root, json!({ "packages": [package] }))
    }

    fn faults(root: &Path, metadata: &Value) -> Vec<String> {
        let mut faults = Vec::new();
        check(root, metadata, &mut faults).unwrap();
        faults
    }

    #[test]
    fn a_crate_with_everything_is_in_order() {
        let (root, metadata) = workspace("order");
        assert_eq!(faults(&root, &metadata), Vec::<String>::new());
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn what_the_manifest_lacks() {
        let (root, metadata) = workspace("manifest");
        let without = |key: &str, value: Value| {
            let mut metadata = metadata.clone();
            metadata["packages"][0][key] = value;
            faults(&root, &metadata)
        };
        for key in ["description", "documentation", "license", "readme", "repository", "rust_version"] {
            assert_eq!(without(key, Value::Null), [format!("a is published and has no {key}")]);
        }
        for key in ["keywords", "categories"] {
            assert_eq!(without(key, json!([])), [format!("a is published and has not 1 to 5 {key}")]);
        }
        let dependency = json!([{"name": "b", "kind": null, "req": "*"}]);
        assert_eq!(without("dependencies", dependency), ["a is published and depends on b without a version"]);
        let version = without("version", json!("0.3.1"));
        assert_eq!(version, ["CITATION.cff has not the version of a: version: 0.3.1"]);
        let features = json!({"default": [], "slow": []});
        assert_eq!(without("features", features), ["the README of a does not name the feature slow"]);
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn the_program_has_the_features_of_the_catalog() {
        let package = |name: &str, features: Value| json!({"name": name, "publish": [], "features": features});
        let program = package("proofset", json!({"default": [], "chess": []}));
        let catalog = package("proofset-standard", json!({"default": [], "chess": [], "kalah": []}));
        let metadata = json!({ "packages": [program, catalog] });
        let missing = "proofset and proofset-standard do not both have the feature kalah";
        assert_eq!(faults(Path::new("."), &metadata), [missing]);
    }

    #[test]
    fn what_the_folder_lacks() {
        let (root, metadata) = workspace("folder");
        let folder = root.join("crates/a");
        fs::write(folder.join("LICENSE-APACHE"), "another text\n").unwrap();
        fs::remove_file(folder.join("LICENSE-MIT")).unwrap();
        fs::write(folder.join("README.md"), "# b\n\n`fast`\n").unwrap();
        fs::write(folder.join("src/lib.rs"), "").unwrap();
        let found = faults(&root, &metadata).join("\n");
        for fault in ["LICENSE-APACHE of", "LICENSE-MIT of", "begin with \"# a\"", "link to the book", "as a test"] {
            assert!(found.contains(fault), "{fault}: {found}");
        }
        fs::remove_file(folder.join("README.md")).unwrap();
        assert!(faults(&root, &metadata).concat().contains("has no README.md of its own"));

        let mut metadata = metadata.clone();
        metadata["packages"][0]["publish"] = json!([]);
        assert_eq!(faults(&root, &metadata), Vec::<String>::new(), "what is not published needs nothing");
        fs::remove_dir_all(root).unwrap();
    }
}
