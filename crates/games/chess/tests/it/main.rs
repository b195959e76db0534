//! Facts about chess and its mates: published counts, laws, plain search, and the words of errors.

mod common;
mod dominance;
mod endgames;
mod fen;
mod goal;
mod history;
mod mate;
mod notation;
mod rules;
mod state;
mod suite;
