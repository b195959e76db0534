//! The laws of node sets, and the worked examples of Müller (2001), section 4.

mod examples;
mod laws;
