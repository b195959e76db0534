//! The name of a game, in the ways in which files write it.

use anyhow::bail;

use super::template::{CRATE, ENTRY};

/// Words that no module can be called by: those of the language, and the crates that every crate has.
const RESERVED: &[&str] = &[
    "abstract",
    "alloc",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "core",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "proc_macro",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "std",
    "struct",
    "super",
    "test",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
];

/// Words of lower-case letters and digits, joined by hyphens.
pub(super) struct Name(String);

impl Name {
    pub(super) fn new(text: &str) -> anyhow::Result<Self> {
        let is_word = |word: &str| {
            word.starts_with(|first: char| first.is_ascii_lowercase())
                && word.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
        };
        if !text.split('-').all(is_word) {
            bail!(
                "{text:?} is no name for a game; write words of lower-case letters and digits, which begin with a letter, \
                 joined by hyphens, as in tic-tac-toe"
            );
        }
        let name = Self(text.to_owned());
        if RESERVED.contains(&name.module().as_str()) {
            bail!("{text} is a word of the language or a crate of its library; choose another name");
        }
        let rules = name.rules();
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let mut templates = CRATE.iter().map(|(_, text)| *text).chain([ENTRY]);
        if templates.any(|template| template.split(|letter| !is_part(letter)).any(|word| word == rules)) {
            bail!(
                "the rules would be called {rules}, which is the name of something that they use; choose another name"
            );
        }
        Ok(name)
    }

    /// As people write it: `tic-tac-toe`.
    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// `proofset-tic-tac-toe`.
    pub(super) fn package(&self) -> String {
        format!("proofset-{}", self.0)
    }

    /// `tic_tac_toe`.
    pub(super) fn module(&self) -> String {
        self.0.replace('-', "_")
    }

    /// The folder of the crate, from the root.
    pub(super) fn folder(&self) -> String {
        format!("{}/{}", crate::tidy::GAMES, self.0)
    }

    /// The type of the rules: `TicTacToe`.
    fn rules(&self) -> String {
        self.0.split('-').map(capitalised).collect()
    }

    /// In a sentence: `Tic tac toe`.
    pub(super) fn title(&self) -> String {
        capitalised(&self.0.replace('-', " "))
    }

    /// A text of the template for this game.
    pub(super) fn filled(&self, template: &str) -> String {
        let names = [
            ("new-game", &*self.0),
            ("new_game", &self.module()),
            ("NewGame", &self.rules()),
            ("New game", &self.title()),
        ];
        names.iter().fold(template.to_owned(), |text, (from, to)| text.replace(from, to))
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::Name;

    #[test]
    fn names_are_words_joined_by_hyphens() {
        for name in ["nim", "tic-tac-toe", "halma4"] {
            assert!(Name::new(name).is_ok(), "{name}");
        }
        for name in ["", "Nim", "-nim", "nim-", "a--b", "tic_tac", "2048", "a-4", "../nim", "né", "a b"] {
            let error = Name::new(name).err().expect("it is refused").to_string();
            assert!(error.contains("is no name for a game"), "{error}");
        }
    }

    #[test]
    fn names_that_sources_cannot_have_are_refused() {
        let refusal = |name: &str| Name::new(name).err().map(|error| error.to_string()).unwrap_or_default();
        for name in ["match", "std", "proc-macro"] {
            assert!(refusal(name).contains("word of the language"), "{name}: {}", refusal(name));
        }
        assert!(refusal("position").contains("would be called Position"), "{}", refusal("position"));
        assert!(refusal("take").contains("would be called Take"));
    }
}
