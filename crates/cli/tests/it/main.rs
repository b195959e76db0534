//! The program as a user meets it: what it prints, what it writes, how it exits.

mod batch;
mod bench;
mod certificates;
mod checkpoints;
#[cfg(target_os = "linux")]
mod comparing;
mod completions;
mod engines;
#[cfg(unix)]
mod escaping;
#[cfg(target_os = "linux")]
mod files;
mod go;
mod input;
mod known;
mod long_runs;
mod mates;
mod run;
mod shortest;
mod solving;
mod values;
#[cfg(unix)]
mod workers;
