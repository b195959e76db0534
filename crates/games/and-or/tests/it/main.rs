//! What users of the format rely on: messages, canonical text, the documented examples and the published graphs.

mod collection;
mod messages;
mod round_trip;
