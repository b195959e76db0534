//! The rules of shogi, and mates.

mod common;
mod cursor;
mod files;
mod goal;
mod hand;
mod referee;
mod rules;
mod sfen;
mod state;
mod tsume;
