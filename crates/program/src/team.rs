//! How many workers answer a question, and where they are.

use std::fmt;
use std::str::FromStr;

/// Who does the work, as in `ray:4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Workers {
    kind: &'static str,
    count: u16,
}

impl FromStr for Workers {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (kind, count) = match text.split_once(':') {
            Some(("ray", count)) => ("ray", count),
            Some(("local", count)) => ("local", count),
            Some(_) => ("", text),
            None => ("local", text),
        };
        match count.parse() {
            Ok(count) if count > 0 => Ok(Self { kind, count }),
            _ => Err("give a number from 1 to 65535, local:N or ray:N"),
        }
    }
}

impl fmt::Display for Workers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind, self.count)
    }
}
