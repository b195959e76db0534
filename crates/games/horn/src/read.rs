//! Reading clauses, with the place of whatever is wrong. The cost: linear in the length of the text.

use crate::error::HornError;
use crate::program::{Builder, Program};

/// The most atoms and clauses: together they are numbered with 32 bits.
const MOST: usize = 1 << 30;

impl Program {
    /// Reads clauses.
    ///
    /// # Errors
    ///
    /// Says where the text is not as the [crate](crate) describes it, or that it has no clause.
    pub fn parse(text: &str) -> Result<Self, HornError> {
        let mut words = Words { rest: text, line: 1, column: 1 };
        let mut builder = Builder::default();
        let mut clauses = 0;
        while words.skip_space() {
            let place = words.clone();
            if words.take("?") {
                let atom = builder.atom(words.atom("an atom, as in `? goal.`")?);
                if !builder.query(atom) {
                    return Err(place.error("a second atom is asked; keep one `?`"));
                }
                words.end("a full stop")?;
                continue;
            }
            let head = builder.atom(words.atom("an atom, as in `goal <- a, b.`")?);
            let mut body = Vec::new();
            if words.take("<-") || words.take(":-") {
                loop {
                    body.push(builder.atom(words.atom("an atom; a fact is written `a.`")?));
                    if !words.take(",") {
                        break;
                    }
                }
                words.end("a comma or a full stop")?;
            } else {
                words.end("`<-` or a full stop")?;
            }
            builder.clause(head, body);
            clauses += 1;
            if clauses > MOST {
                return Err(words.error("there are too many clauses; make them fewer"));
            }
        }
        if clauses == 0 {
            return Err(words.error("there is no clause; write one, as in `goal <- a, b.`, or a fact, as in `a.`"));
        }
        Ok(builder.finish())
    }
}

/// The most bytes of an atom.
const MOST_NAME: usize = 500;

/// What is left of a text.
#[derive(Clone)]
struct Words<'t> {
    rest: &'t str,
    line: usize,
    column: usize,
}

impl<'t> Words<'t> {
    /// Goes on to what is neither space nor comment. False at the end.
    fn skip_space(&mut self) -> bool {
        let mut in_comment = false;
        while let Some(first) = self.rest.chars().next() {
            in_comment = if in_comment { first != '\n' } else { first == '%' };
            if !in_comment && !first.is_whitespace() {
                return true;
            }
            self.step(first);
        }
        false
    }

    fn step(&mut self, first: char) {
        self.rest = &self.rest[first.len_utf8()..];
        if first == '\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            self.column += 1;
        }
    }

    /// Takes a sign if it stands here.
    fn take(&mut self, sign: &str) -> bool {
        self.skip_space();
        let is_here = self.rest.starts_with(sign);
        if is_here {
            sign.chars().for_each(|char| self.step(char));
        }
        is_here
    }

    /// Takes an atom.
    fn atom(&mut self, expected: &str) -> Result<&'t str, HornError> {
        self.skip_space();
        let word = self.word();
        if word.is_empty() {
            return Err(self.unexpected(expected));
        }
        if word.len() > MOST_NAME {
            return Err(self.error(&format!("an atom has at most {MOST_NAME} bytes, and this one {}", word.len())));
        }
        word.chars().for_each(|char| self.step(char));
        Ok(word)
    }

    /// Takes the full stop that ends a clause.
    fn end(&mut self, expected: &str) -> Result<(), HornError> {
        if self.take(".") { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// The atom that stands here; empty if none does.
    fn word(&self) -> &'t str {
        let is_first = |char: char| char.is_alphanumeric() || char == '_';
        let end = match self.rest.chars().next() {
            Some(first) if is_first(first) => {
                self.rest.find(|char| !is_first(char) && char != '-' && char != '\'').unwrap_or(self.rest.len())
            }
            _ => 0,
        };
        &self.rest[..end]
    }

    fn unexpected(&self, expected: &str) -> HornError {
        let Some(first) = self.rest.chars().next() else {
            return self.error(&format!("the text ends here; expected {expected}"));
        };
        match (first, self.word()) {
            ('(', _) => self.error("atoms have no arguments, for clauses have no variables; write `p-a` for p(a)"),
            (first, "") => self.error(&format!("expected {expected}, not {first:?}")),
            (_, word) => self.error(&format!("expected {expected}, not {word:?}")),
        }
    }

    fn error(&self, message: &str) -> HornError {
        HornError { line: self.line, column: self.column, message: message.to_owned() }
    }
}
