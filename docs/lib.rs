//! The book and the README as tests: every Rust block in them compiles and runs.
//!
//! The idea: a chapter is the documentation of a type, so that `cargo test --doc` finds its code blocks. The types exist
//! for that alone and only while doc tests run. [`kayles`] is the game that the chapter on adding a game builds, and
//! [`coins`] one with scores; the chapter quotes their sources. The blocks with console sessions are run by `crates/cli/tests/docs.rs`.

pub mod coins;
pub mod kayles;

#[cfg(doctest)]
mod chapters {
    #[doc = include_str!("../README.md")]
    pub struct Readme;

    #[doc = include_str!("src/ideas.md")]
    pub struct Ideas;

    #[doc = include_str!("src/how-to.md")]
    pub struct HowTo;

    #[doc = include_str!("src/and-or-graphs.md")]
    pub struct AndOrGraphs;

    #[doc = include_str!("src/certificates.md")]
    pub struct Certificates;

    #[doc = include_str!("src/how-it-works.md")]
    pub struct HowItWorks;

    #[doc = include_str!("src/adding-a-game.md")]
    pub struct AddingAGame;

    #[doc = include_str!("src/architecture.md")]
    pub struct Architecture;

    #[doc = include_str!("src/glossary.md")]
    pub struct Glossary;
}
