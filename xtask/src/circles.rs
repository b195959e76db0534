//! Circles of files: files of one crate that use each other, so that none can be read or moved without the others.
//!
//! The idea: a file uses another if it names one by a path, `use crate::graph::Dag`, `super::graph::Dag`, or an item by a path
//! through a file that hands it on with `pub use`. What a file declares with `mod` it may name without `crate`. Files that
//! are in a circle with each other are the strongly connected components of what that makes; they are found by who reaches
//! whom, since crates have few files. Comments and tests do not count. The top file of a crate uses all others by its
//! nature and is no part of any circle.
//!
//! Methods can be called without naming the file that has them, which is not seen here.

use std::collections::{BTreeMap, BTreeSet};

/// A source file: its path inside its folder without the extension, and its text.
pub(crate) type Source = (String, String);

/// A path to a module or an item, from the top of the crate.
type Segments = Vec<String>;

/// The paths that a file names.
struct Named {
    uses: Vec<Segments>,
    /// The items that the file hands on, by name, with the paths to them.
    exports: BTreeMap<String, Segments>,
}

/// Words, `::` and single characters; no comments.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    for line in code.lines().map(|line| line.split("//").next().unwrap_or_default()) {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            let length = match rest.find(|c| !is_part(c)) {
                Some(0) if rest.starts_with("::") => 2,
                Some(0) => first.len_utf8(),
                Some(end) => end,
                None => rest.len(),
            };
            tokens.push(&rest[..length]);
            rest = rest[length..].trim_start();
        }
    }
    tokens
}

/// Reads a path, or a tree of them in braces, behind `before`. Returns how many tokens it has.
fn read_tree(tokens: &[&str], before: &[String], found: &mut Vec<Segments>) -> usize {
    let mut path = before.to_vec();
    let mut at = 0;
    loop {
        match tokens.get(at) {
            Some(&"{") => {
                at += 1;
                while tokens.get(at).is_some_and(|token| *token != "}") {
                    at += read_tree(&tokens[at..], &path, found);
                    // What stands behind a path, such as `as` and a name, is not part of it.
                    while tokens.get(at).is_some_and(|token| !["}", ","].contains(token)) {
                        at += 1;
                    }
                    at += usize::from(tokens.get(at) == Some(&","));
                }
                return at + 1;
            }
            Some(word) if word.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                if *word != "self" || path.is_empty() {
                    path.push((*word).to_owned());
                }
                at += 1;
            }
            // A star, or an end.
            _ => break,
        }
        if tokens.get(at) != Some(&"::") {
            break;
        }
        at += 1;
    }
    found.push(path);
    // Whatever stands here, it is passed.
    at.max(1)
}

/// A path from the top of the crate; `None` if it leads to another crate.
fn absolute(path: &[String], module: &[String], children: &BTreeSet<&str>) -> Option<Segments> {
    let (first, rest) = path.split_first()?;
    let mut place = module.to_vec();
    match first.as_str() {
        "crate" => return Some(rest.to_vec()),
        "self" => {}
        "super" => {
            place.pop();
            let up = rest.iter().take_while(|word| *word == "super").count();
            place.truncate(place.len().saturating_sub(up));
            return Some([place, rest[up..].to_vec()].concat());
        }
        child if children.contains(child) => return Some([place, path.to_vec()].concat()),
        _ => return None,
    }
    Some([place, rest.to_vec()].concat())
}

fn named(text: &str, module: &[String]) -> Named {
    let tokens = tokens(text);
    let children = tokens.windows(3).filter(|window| window[0] == "mod" && window[2] == ";").map(|window| window[1]);
    let children: BTreeSet<&str> = children.collect();
    let mut named = Named { uses: Vec::new(), exports: BTreeMap::new() };
    let mut at = 0;
    while at < tokens.len() {
        let in_use = tokens[at] == "use";
        let begins = in_use
            || (["crate", "super"].contains(&tokens[at])
                && tokens.get(at + 1) == Some(&"::")
                && (at == 0 || tokens[at - 1] != "::"));
        if !begins {
            at += 1;
            continue;
        }
        // `pub use` and `pub(crate) use` hand on.
        let is_public = in_use && at > 0 && (tokens[at - 1] == "pub" || tokens[at - 1] == ")");
        at += usize::from(in_use);
        let mut found = Vec::new();
        at += read_tree(&tokens[at..], &[], &mut found);
        for path in found.iter().filter_map(|path| absolute(path, module, &children)) {
            if let (true, Some(name)) = (is_public, path.last()) {
                named.exports.insert(name.clone(), path.clone());
            }
            named.uses.push(path);
        }
    }
    named
}

/// The module that a path leads to, through those that hand items on.
fn resolve(path: &[String], modules: &BTreeMap<Segments, Named>) -> Segments {
    let mut path = path.to_vec();
    // Items are handed on a few times at most; a limit ends what goes round.
    for _ in 0..8 {
        let end = (0..=path.len()).rev().find(|end| modules.contains_key(&path[..*end])).unwrap_or(0);
        let next = path.get(end).and_then(|name| modules.get(&path[..end])?.exports.get(name));
        match next {
            Some(next) if *next != path => path = [next.clone(), path[end + 1..].to_vec()].concat(),
            _ => return path[..end].to_vec(),
        }
    }
    path
}

/// The circles of a crate, each with its files in order.
pub(crate) fn circles(sources: &[Source]) -> Vec<Vec<String>> {
    let modules: BTreeMap<Segments, Named> = sources
        .iter()
        .map(|(file, text)| {
            let file = file.strip_suffix("/mod").unwrap_or(file);
            let place: Segments = if file == "lib" { Vec::new() } else { file.split('/').map(str::to_owned).collect() };
            (place.clone(), named(text, &place))
        })
        .collect();
    let uses = |place: &Segments| -> BTreeSet<Segments> {
        let named = modules[place].uses.iter().map(|path| resolve(path, &modules));
        named.filter(|other| other != place && !other.is_empty() && modules.contains_key(other)).collect()
    };
    let graph: BTreeMap<&Segments, BTreeSet<Segments>> =
        modules.keys().filter(|place| !place.is_empty()).map(|place| (place, uses(place))).collect();
    let reached = |from: &Segments| {
        let mut seen: BTreeSet<&Segments> = BTreeSet::new();
        let mut open: Vec<&Segments> = graph[from].iter().collect();
        while let Some(place) = open.pop() {
            if seen.insert(place) {
                open.extend(&graph[place]);
            }
        }
        seen
    };
    let reached: BTreeMap<&Segments, BTreeSet<&Segments>> =
        graph.keys().map(|place| (*place, reached(place))).collect();
    let circle = |place: &&Segments| -> Vec<String> {
        let both = reached[*place].iter().filter(|other| reached[**other].contains(*place));
        both.map(|other| other.join("::")).collect()
    };
    let found: BTreeSet<Vec<String>> = graph.keys().map(circle).filter(|circle| !circle.is_empty()).collect();
    found.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::circles;

    fn of(sources: &[(&str, &str)]) -> Vec<String> {
        let sources: Vec<_> = sources.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect();
        circles(&sources).iter().map(|circle| circle.join(" ")).collect()
    }

    #[test]
    fn files_that_use_each_other_are_found() {
        let lib = ("lib", "mod a;\nmod b;\nmod c;\npub use a::{First, second};\n");
        assert_eq!(
            of(&[lib, ("a", "use crate::b::B;\n"), ("b", "use crate::a;\n"), ("c", "use crate::a;\n")]),
            ["a b"]
        );
        // By a path in the code, by an item that the top hands on, in a tree, and over three files.
        assert_eq!(of(&[lib, ("a", "fn f() { crate::b::g() }\n"), ("b", "use crate::First as Name;\n")]), ["a b"]);
        let tree = "use crate::{\n    b::{self, x::Y},\n    c::Z as Name,\n};\n";
        assert_eq!(of(&[lib, ("a", tree), ("b", "use super::c::Z;\n"), ("c", "use super::second;\n")]), ["a b c"]);
    }

    #[test]
    fn parents_and_children_may_be_a_circle() {
        let parent = ("a/mod", "mod b;\npub(crate) use b::B;\n");
        assert_eq!(of(&[parent, ("a/b", "use super::A;\n")]), ["a a::b"]);
        assert_eq!(of(&[parent, ("a/b", "use super::c::A;\n"), ("a/c", "")]), Vec::<String>::new());
        // What the parent hands on is not the parent.
        assert_eq!(
            of(&[("a", "mod b;\nmod c;\npub(crate) use b::B;\n"), ("a/b", ""), ("a/c", "use super::B;\n")]),
            Vec::<String>::new()
        );
        assert_eq!(of(&[("a", "mod b;\nuse b::B;\n"), ("a/b", "use crate::a::A;\n")]), ["a a::b"]);
    }

    #[test]
    fn comments_tests_and_other_crates_do_not_count() {
        let text =
            "//! [`crate::b`]\nuse other::b::B;\nuse self::x::Y;\n#[cfg(test)]\nmod tests {\n    use crate::b::B;\n}\n";
        assert_eq!(of(&[("lib", "mod a;\nmod b;\n"), ("a", text), ("b", "use crate::a::A;\n")]), Vec::<String>::new());
    }
}
