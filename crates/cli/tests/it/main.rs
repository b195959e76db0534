//! The program as a user meets it: what it prints, what it writes, how it exits.

mod batch;
mod certificates;
mod engines;
mod input;
mod mates;
mod run;
mod shortest;
mod solving;
mod values;
