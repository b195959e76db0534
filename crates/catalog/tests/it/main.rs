//! What algorithms are called, what the book says of them, and what they do with problems that break their promise.

mod algorithms;
mod book;
mod defaults;
mod fickle;
