//! Recipes as an AND/OR graph: a thing can be made if one of its recipes can be followed, and a recipe can be followed if
//! all that it needs can be made.
//!
//! What needs itself cannot be made by going round: a repetition disproves.

use std::collections::BTreeMap;

use proofset_core::{Describe, Dominance, Problem, Repetition, Role, Status, Value};

/// Recipes, what there is, and what is wanted.
pub struct Kitchen {
    things: Vec<String>,
    stock: Vec<bool>,
    /// What each makes, and needs.
    recipes: Vec<(usize, Vec<usize>)>,
    wanted: usize,
}

/// A question: is there a way to this?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Need {
    /// To make a thing.
    Thing(usize),
    /// To follow a recipe.
    Recipe(usize),
}

impl Kitchen {
    /// Reads recipes, separated by commas.
    ///
    /// # Errors
    ///
    /// Says which part is wrong.
    pub fn parse(text: &str, wanted: &str) -> Result<Self, String> {
        let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
        let mut things: Vec<String> = Vec::new();
        let mut number = |thing: &str| {
            *numbers.entry(thing.to_owned()).or_insert_with(|| {
                things.push(thing.to_owned());
                things.len() - 1
            })
        };
        let wanted = number(wanted);
        let (mut recipes, mut have) = (Vec::new(), Vec::new());
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            if let Some(stock) = part.strip_prefix("have ") {
                have.extend(stock.split_whitespace().map(&mut number));
                continue;
            }
            let (thing, needs) =
                part.split_once('=').ok_or_else(|| format!("{part:?} is no recipe; write `thing = what it needs`"))?;
            let mut needs: Vec<usize> = needs.split_whitespace().map(&mut number).collect();
            needs.sort_unstable();
            needs.dedup();
            let recipe = (number(thing.trim()), needs);
            if !recipes.contains(&recipe) {
                recipes.push(recipe);
            }
        }
        let mut stock = vec![false; things.len()];
        have.into_iter().for_each(|thing| stock[thing] = true);
        Ok(Self { things, stock, recipes, wanted })
    }

    /// What is wanted.
    pub fn wanted(&self) -> &str {
        &self.things[self.wanted]
    }

    fn needs_text(&self, recipe: usize) -> String {
        let names: Vec<&str> = self.recipes[recipe].1.iter().map(|&thing| &*self.things[thing]).collect();
        if names.is_empty() { "nothing".to_owned() } else { names.join(" + ") }
    }
}

impl Problem for Kitchen {
    type State = Need;
    /// The place of a recipe, or of a thing.
    type Move = usize;

    fn root(&self) -> Need {
        Need::Thing(self.wanted)
    }

    fn status(&self, need: &Need) -> Status {
        match *need {
            Need::Thing(thing) if self.stock[thing] => Status::Decided(Value::Proven),
            // Without a recipe this is an empty choice, which is disproven.
            Need::Thing(_) => Status::Open(Role::Or),
            Need::Recipe(_) => Status::Open(Role::And),
        }
    }

    fn for_each_successor(&self, need: &Need, mut visit: impl FnMut(usize, Need)) {
        match *need {
            Need::Thing(thing) => {
                let making = self.recipes.iter().enumerate().filter(|(_, (makes, _))| *makes == thing);
                making.for_each(|(recipe, _)| visit(recipe, Need::Recipe(recipe)));
            }
            Need::Recipe(recipe) => self.recipes[recipe].1.iter().for_each(|&thing| visit(thing, Need::Thing(thing))),
        }
    }

    fn repetition(&self) -> Option<Repetition> {
        Some(Repetition::Disproves)
    }
}

impl Dominance for Kitchen {}

impl Describe for Kitchen {
    fn state_text(&self, need: &Need) -> String {
        match *need {
            Need::Thing(thing) => self.things[thing].clone(),
            Need::Recipe(recipe) => {
                format!("{} from {}", self.things[self.recipes[recipe].0], self.needs_text(recipe))
            }
        }
    }

    fn move_text(&self, need: &Need, mv: usize) -> String {
        match need {
            Need::Thing(_) => self.needs_text(mv),
            Need::Recipe(_) => self.things[mv].clone(),
        }
    }
}
