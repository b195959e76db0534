//! The goals of a game, as data: what lists, complaints and completion say of them is made of it.

use std::fmt::{self, Write as _};

/// A way to write a goal. Words in capitals stand for what the user puts there, as in `mate-in:N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoalForm {
    /// How it is written.
    pub form: &'static str,
    /// What it asks.
    pub summary: &'static str,
}

impl GoalForm {
    /// A goal that is written so and asks this.
    pub const fn new(form: &'static str, summary: &'static str) -> Self {
        Self { form, summary }
    }

    /// What every goal of this form begins with: all of it, if nothing stands for something else.
    pub fn beginning(&self) -> &'static str {
        self.form.find(|letter: char| letter.is_ascii_uppercase()).map_or(self.form, |end| &self.form[..end])
    }

    /// True if the form is a goal as it stands.
    pub fn is_whole(&self) -> bool {
        self.beginning() == self.form
    }
}

/// The goals of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Goals {
    forms: &'static [GoalForm],
    remark: String,
}

impl Goals {
    /// The forms, the usual goal first.
    pub fn forms(&self) -> &'static [GoalForm] {
        self.forms
    }

    /// What is to be said of all of them, such as what can stand behind each; empty if nothing is.
    pub fn remark(&self) -> &str {
        &self.remark
    }

    /// With something said of all of them.
    pub fn with_remark(mut self, remark: impl Into<String>) -> Self {
        self.remark = remark.into();
        self
    }

    /// What can be written, for a complaint: `win, draw or at-least:SCORE`.
    pub fn alternatives(&self) -> String {
        alternatives(self.forms)
    }
}

impl fmt::Display for Goals {
    /// In one line: each form with what it asks, and what is said of all of them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = "";
        for GoalForm { form, summary } in self.forms {
            write!(f, "{before}{form} ({summary})")?;
            before = ", ";
        }
        if self.remark.is_empty() {
            Ok(())
        } else {
            write!(f, "{}{}", if before.is_empty() { "" } else { "; " }, self.remark)
        }
    }
}

impl From<&'static [GoalForm]> for Goals {
    fn from(forms: &'static [GoalForm]) -> Self {
        Self { forms, remark: String::new() }
    }
}

impl From<&str> for Goals {
    /// Where goals have no forms that could be listed, such as names of whatever is wanted.
    fn from(remark: &str) -> Self {
        Self { forms: &[], remark: remark.to_owned() }
    }
}

/// What can be written, for a complaint: `win, draw or at-least:SCORE`.
pub fn alternatives(forms: &[GoalForm]) -> String {
    let mut text = String::new();
    for (place, form) in forms.iter().enumerate() {
        let before = match place {
            0 => "",
            _ if place + 1 == forms.len() => " or ",
            _ => ", ",
        };
        let _ = write!(text, "{before}{}", form.form);
    }
    text
}
