//! The files of the game that is written, which is called `new-game` here.

/// The files of the game's crate.
pub(super) const CRATE: &[(&str, &str)] = &[
    ("Cargo.toml", include_str!("template/Cargo.toml")),
    ("README.md", include_str!("template/README.md")),
    ("src/lib.rs", include_str!("template/lib.rs")),
    ("tests/it/main.rs", include_str!("template/tests.rs")),
];

/// Its entry in the standard catalog.
pub(super) const ENTRY: &str = include_str!("template/entry.rs");
