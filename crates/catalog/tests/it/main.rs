//! What algorithms are called, and what the book says of them.

mod algorithms;
mod book;
mod fickle;
