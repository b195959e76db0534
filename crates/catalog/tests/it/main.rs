//! What algorithms are called, what the book says of them, what they do with problems that break their promise, and what protocols share.

mod algorithms;
mod book;
mod defaults;
mod fickle;
mod graphs;
mod protocol;
