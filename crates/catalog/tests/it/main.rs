//! What algorithms are called, what the book says of them, what they do with problems that break their
//! promise, what rules say that holds or is refused, what authors of games say, and what protocols share.

mod algorithms;
mod book;
mod common;
mod defaults;
mod fickle;
mod outside;
mod protocol;
mod rules;
