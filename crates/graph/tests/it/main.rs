//! Facts about updating: the paper's examples, worst cases, and equality of all orders.

mod structure;
mod updating;
