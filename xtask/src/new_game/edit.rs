//! The lines that files of the workspace get for a new game.
//!
//! Each edit takes the text of a file and gives the new one. It fails if it does not find the place, and changes nothing else.

use anyhow::{Context, bail};

use super::name::Name;

type Edit = fn(&str, &Name) -> anyhow::Result<String>;

/// All files that name the games, but for what people write about them.
pub(super) const EDITS: &[(&str, Edit)] = &[
    ("Cargo.toml", workspace),
    ("crates/standard/Cargo.toml", standard),
    ("crates/standard/src/lib.rs", catalog),
    ("crates/standard/README.md", named_features),
    ("crates/cli/Cargo.toml", program),
    ("crates/cli/README.md", named_features),
    ("docs/src/architecture.md", code_map),
    ("README.md", table_of_games),
];

/// The widest line of a text.
const WIDTH: usize = 120;

fn workspace(text: &str, name: &Name) -> anyhow::Result<String> {
    let game = |line: &str| line.contains("{ path = \"crates/games/");
    let last = text.lines().rfind(|line| game(line)).context("no dependency is a game")?;
    let version = last.split("version = \"").nth(1).and_then(|rest| rest.split('"').next());
    let version = version.context("dependencies that are games have no version")?;
    let line = format!("{} = {{ path = \"{}\", version = \"{version}\" }}", name.package(), name.folder());
    after_last(text, game, &line)
}

fn standard(text: &str, name: &Name) -> anyhow::Result<String> {
    let (game, package) = (name.text(), name.package());
    let text = default_feature(text, name)?;
    let text = sorted_in(&text, "[features]", &format!("{game} = [\"dep:{package}\"]"))?;
    sorted_in(&text, "[dependencies]", &format!("{package} = {{ workspace = true, optional = true }}"))
}

fn program(text: &str, name: &Name) -> anyhow::Result<String> {
    let text = default_feature(text, name)?;
    sorted_in(&text, "[features]", &format!("{0} = [\"proofset-standard/{0}\"]", name.text()))
}

fn catalog(text: &str, name: &Name) -> anyhow::Result<String> {
    let (game, module) = (name.text(), name.module());
    let feature = format!("#[cfg(feature = \"{game}\")]");
    let first = text.lines().find(|line| line.starts_with("#[cfg(")).context("no module is for a feature")?;
    let text = text.replacen(first, &format!("{feature}\nmod {module};\n{first}"), 1);
    let end = "    catalog\n}\n";
    if text.matches(end).count() != 1 {
        bail!("the function that ends with the catalog is not there, or there are several");
    }
    Ok(text.replace(end, &format!("    {feature}\n    let catalog = catalog.with({module}::entry());\n{end}")))
}

fn code_map(text: &str, name: &Name) -> anyhow::Result<String> {
    let row = format!("| `{}` | {}: what it is, in a few words |", name.folder(), name.title());
    after_last(text, |line| line.starts_with("| `crates/games/"), &row)
}

fn table_of_games(text: &str, name: &Name) -> anyhow::Result<String> {
    let (before, rest) = text.split_once("\n## Games\n").context("there is no chapter \"Games\"")?;
    let (table, after) = rest.split_once("\n\n`").context("no paragraph follows the table of games")?;
    let row = format!("| `{}` | {}: what it is, in a few words | `win`, `first:win`, ... |", name.text(), name.title());
    let table = after_last(table, |line| line.starts_with("| `"), &row)?;
    Ok(format!("{before}\n## Games\n{}\n\n`{after}", table.trim_end()))
}

/// The game in the list of what is on by default.
fn default_feature(text: &str, name: &Name) -> anyhow::Result<String> {
    let line = text.lines().find(|line| line.starts_with("default = [")).context("no feature is on by default")?;
    let list = line.split(['[', ']']).nth(1).unwrap_or_default();
    let mut games: Vec<String> = list.split(',').map(|game| game.trim().to_owned()).collect();
    games.push(format!("\"{}\"", name.text()));
    games.sort_unstable();
    Ok(text.replacen(line, &format!("default = [{}]", games.join(", ")), 1))
}

/// The game among the features that a README names, in a paragraph that is broken anew.
fn named_features(text: &str, name: &Name) -> anyhow::Result<String> {
    const BEGIN: &str = "Features: one for each game (";
    let (before, rest) = text.split_once(BEGIN).with_context(|| format!("no paragraph begins with {BEGIN:?}"))?;
    let (games, rest) = rest.split_once(')').context("the list of features has no end")?;
    let (sentence, after) = rest.split_once("\n\n").context("nothing follows the list of features")?;
    let mut games: Vec<String> = games.split(',').map(|game| game.trim().to_owned()).collect();
    games.push(format!("`{}`", name.text()));
    games.sort_unstable();
    let paragraph = filled(&format!("{BEGIN}{}){sentence}", games.join(", ")));
    Ok(format!("{before}{paragraph}\n\n{after}"))
}

/// A paragraph in lines.
fn filled(paragraph: &str) -> String {
    let mut lines = vec![String::new()];
    for word in paragraph.split_whitespace() {
        let last = lines.last_mut().expect("there is a line");
        if last.is_empty() {
            last.push_str(word);
        } else if last.len() + 1 + word.len() <= WIDTH {
            *last = format!("{last} {word}");
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.join("\n")
}

/// With one more line, after the last of some kind.
fn after_last(text: &str, is_like: impl Fn(&str) -> bool, line: &str) -> anyhow::Result<String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let place = lines.iter().rposition(|line| is_like(line)).context("there is no line like the one to add")?;
    lines.insert(place + 1, line);
    Ok(lines.join("\n") + "\n")
}

/// With one more line in a section of a manifest, before the first with a later key.
fn sorted_in(text: &str, section: &str, line: &str) -> anyhow::Result<String> {
    let key = |line: &str| line.split(['.', '=', ' ']).next().unwrap_or_default().to_owned();
    let mut lines: Vec<&str> = text.lines().collect();
    let begin = lines.iter().position(|line| *line == section).with_context(|| format!("there is no {section}"))? + 1;
    let length = lines[begin..].iter().position(|line| line.is_empty()).unwrap_or(lines.len() - begin);
    let later = |other: &&str| !other.starts_with("default =") && key(other) > key(line);
    let place = begin + lines[begin..begin + length].iter().position(later).unwrap_or(length);
    lines.insert(place, line);
    Ok(lines.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nim() -> Name {
        Name::new("nim").unwrap()
    }

    #[test]
    fn manifests_get_their_lines_in_order() {
        let text = "[features]\ndefault = [\"chess\", \"othello\"]\nchess = [\"dep:proofset-chess\"]\n\
                    othello = [\"dep:proofset-othello\"]\n\n[dependencies]\nproofset-core.workspace = true\n\
                    proofset-othello = { workspace = true, optional = true }\n";
        let expected = "[features]\ndefault = [\"chess\", \"nim\", \"othello\"]\nchess = [\"dep:proofset-chess\"]\n\
                        nim = [\"dep:proofset-nim\"]\nothello = [\"dep:proofset-othello\"]\n\n[dependencies]\n\
                        proofset-core.workspace = true\nproofset-nim = { workspace = true, optional = true }\n\
                        proofset-othello = { workspace = true, optional = true }\n";
        assert_eq!(standard(text, &nim()).unwrap(), expected);
        assert!(standard("[dependencies]\n", &nim()).is_err());
    }

    #[test]
    fn paragraphs_are_broken_anew() {
        let text = "a\n\nFeatures: one for each game (`chess`,\n`othello`), all on by default. What is left out need not be compiled, which \
                    takes time:\n\nb\n";
        let expected = "a\n\nFeatures: one for each game (`chess`, `nim`, `othello`), all on by default. What is left out need not be compiled, \
                        which\ntakes time:\n\nb\n";
        assert_eq!(named_features(text, &nim()).unwrap(), expected);
        assert!(named_features("a\n", &nim()).is_err());
    }

    #[test]
    fn the_catalog_gets_the_module_and_the_entry() {
        let text = "#[cfg(feature = \"chess\")]\nmod chess;\n\npub fn catalog() {\n    catalog\n}\n";
        let found = catalog(text, &nim()).unwrap();
        assert!(
            found.starts_with("#[cfg(feature = \"nim\")]\nmod nim;\n#[cfg(feature = \"chess\")]\nmod chess;\n"),
            "{found}"
        );
        assert!(found.contains(
            "    #[cfg(feature = \"nim\")]\n    let catalog = catalog.with(nim::entry());\n    catalog\n}\n"
        ));
        assert!(catalog("mod chess;\n", &nim()).is_err());
    }
}
