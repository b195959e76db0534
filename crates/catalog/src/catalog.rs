//! A catalog: games by name.
//!
//! The idea: a catalog is a value. Whoever has a game of their own adds its [`Entry`] to the standard catalog or to an
//! empty one, and every command and every search works on it as on any other game.

use std::sync::Arc;

use proofset_core::{Arguments, Describe, Hints, Notation, Parameters};

use crate::dialogue::Dialogue;
use crate::error::InputError;
use crate::files::{Annotations, Column, FileProblem, Files, Known};
use crate::goals::Goals;
use crate::heuristics::HeuristicEntry;
use crate::host::ErasedQuestion;
use crate::own::SearchEntry;
use crate::protocol::Protocol;
use crate::question::{Question, keeping};
use crate::scores::{self, SCORE_GOALS, Ways};
use crate::two_player::{self, GOALS};
use crate::{AlgorithmSpec, names};

/// Where a user's position comes from.
#[derive(Clone, Copy, Debug)]
pub enum PositionSource {
    /// It is written on the command line.
    Text,
    /// It is too long for that, and the user names a file.
    File {
        /// Whether a text is a position all the same, and no name of a file.
        or_text: fn(&str) -> bool,
    },
    /// It is written on the command line, or stands in a file whose name has one of these extensions.
    TextOrFile(&'static [&'static str]),
}

/// An algorithm that is taken if none is named. `cargo xtask defaults` measures which one should be.
#[derive(Clone, Copy, Debug)]
pub struct DefaultAlgorithm {
    /// The algorithm.
    pub algorithm: &'static str,
    /// Why it is taken, with what was measured.
    pub reason: &'static str,
}

/// What a user asks of a game; `None` asks for the default.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Texts<'t> {
    /// The game with its parameters in canonical form, as certificates name it.
    pub game: &'t str,
    /// The parameters.
    pub parameters: &'t Arguments,
    /// The position.
    pub position: Option<&'t str>,
    /// The goal.
    pub goal: Option<&'t str>,
}

type Open = dyn Fn(&Texts<'_>) -> Result<ErasedQuestion, InputError> + Send + Sync;

/// A question that the searches of a game take.
#[derive(Clone, Default)]
struct Sample {
    parameters: Option<String>,
    position: Option<String>,
    goal: Option<String>,
}

/// A game as a catalog lists it.
#[derive(Clone)]
pub struct Entry {
    name: String,
    summary: String,
    parameters: Parameters,
    position: String,
    goals: Goals,
    heuristics: Vec<HeuristicEntry>,
    goal_defaults: Vec<DefaultAlgorithm>,
    value_defaults: Vec<DefaultAlgorithm>,
    has_scores: bool,
    sample: Sample,
    example: String,
    source: PositionSource,
    files: Files,
    protocols: Vec<Arc<dyn Protocol>>,
    records: &'static [&'static str],
    solutions: &'static [&'static str],
    dialogues: Vec<Dialogue>,
    open: Arc<Open>,
}

/// What finds values of games that name nothing.
pub(crate) const VALUE_DEFAULTS: [DefaultAlgorithm; 2] = [
    DefaultAlgorithm { algorithm: "negascout", reason: "" },
    DefaultAlgorithm { algorithm: "dfpn", reason: "where positions can repeat" },
];

/// # What makes questions
///
/// A function that an entry is made with is called for every question, and again on other threads of a search: it has to make the
/// same rules of the same texts each time and everywhere. One that reads a file that changes, or what a thread has for itself, makes
/// searches of several threads answer another question, of which there is no certificate.
impl Entry {
    /// Any problem: `open` reads what the user asks.
    pub fn problem<P>(
        name: impl Into<String>,
        open: impl Fn(&Texts<'_>) -> Result<Question<P>, InputError> + Send + Sync + 'static,
    ) -> Self
    where
        P: Describe + 'static,
        P::State: Send + Sync + 'static,
    {
        Self::any(name, move |texts| open(texts).map(AnyQuestion::from))
    }

    /// A problem whose type depends on what the user asks, such as the size of a board.
    pub fn any(
        name: impl Into<String>,
        open: impl Fn(&Texts<'_>) -> Result<AnyQuestion, InputError> + Send + Sync + 'static,
    ) -> Self {
        Self::with_open(name.into(), Arc::new(move |texts| open(texts).map(|question| question.0)))
    }

    fn with_open(name: String, open: Arc<Open>) -> Self {
        Self {
            name,
            summary: String::new(),
            parameters: Parameters::none(),
            position: String::new(),
            goals: Goals::default(),
            heuristics: vec![HeuristicEntry::UNIT, HeuristicEntry::MOBILITY],
            goal_defaults: vec![DefaultAlgorithm { algorithm: "dfpn", reason: "" }],
            value_defaults: Vec::new(),
            has_scores: false,
            sample: Sample::default(),
            example: String::new(),
            source: PositionSource::Text,
            files: Files::default(),
            protocols: Vec::new(),
            records: &[],
            solutions: &[],
            dialogues: Vec::new(),
            open,
        }
    }

    /// A two-player game whose goals are wins and draws. `game` makes the rules from [its
    /// parameters](Self::with_parameters), or says what is wrong with them together.
    pub fn game<G>(
        name: impl Into<String>,
        game: impl Fn(&Arguments) -> Result<G, String> + Send + Sync + 'static,
    ) -> Self
    where
        G: Notation + 'static,
        G::Position: Send + Sync + 'static,
    {
        let name = name.into();
        let known = name.clone();
        let open = move |texts: &Texts<'_>| {
            let rules = rules(&known, texts.parameters, &game)?;
            two_player::ask(texts.game.to_owned(), rules, texts.position, texts.goal, default_heuristics(), keeping)
        };
        Self::problem(name, open).with_goals(GOALS)
    }

    /// A two-player game that ends with a score. `game` makes the rules from [its parameters](Self::with_parameters), or
    /// says what is wrong with them together.
    pub fn scored_game<G>(
        name: impl Into<String>,
        game: impl Fn(&Arguments) -> Result<G, String> + Send + Sync + 'static,
    ) -> Self
    where
        G: Notation + Hints + Clone + 'static,
        G::Position: Send + Sync + 'static,
    {
        let name = name.into();
        let known = name.clone();
        let open = move |texts: &Texts<'_>| {
            let rules = rules(&known, texts.parameters, &game)?;
            scores::ask(texts.game.to_owned(), rules, texts.position, texts.goal, default_heuristics(), Ways::keeping())
        };
        Self::problem(name, open).with_goals(SCORE_GOALS).with_value_defaults(&VALUE_DEFAULTS)
    }

    /// What it is, in a line.
    pub fn with_summary(mut self, summary: impl Into<String>) -> Self {
        self.summary = summary.into();
        self
    }

    /// What may follow the name after a colon. Without it, nothing may.
    pub fn with_parameters(mut self, parameters: Parameters) -> Self {
        self.parameters = parameters;
        self
    }

    /// The notation of positions.
    pub fn with_position(mut self, position: impl Into<String>) -> Self {
        self.position = position.into();
        self
    }

    /// The goals: the ways in which they are written, or a text where these cannot be listed.
    pub fn with_goals(mut self, goals: impl Into<Goals>) -> Self {
        self.goals = goals.into();
        self
    }

    /// How leaves can be weighed, the default first, as questions have it.
    pub fn with_heuristics(mut self, heuristics: Vec<HeuristicEntry>) -> Self {
        if !heuristics.is_empty() {
            self.heuristics = heuristics;
        }
        self
    }

    /// What answers a question about a goal if no algorithm is named: the first that takes the problem.
    pub fn with_goal_defaults(mut self, defaults: &[DefaultAlgorithm]) -> Self {
        if !defaults.is_empty() {
            self.goal_defaults = defaults.to_vec();
        }
        self
    }

    /// What finds a value if no algorithm is named: the first that takes the problem. Such games have scores, and
    /// [`scored_games`](Catalog::scored_games) lists them.
    pub fn with_value_defaults(mut self, defaults: &[DefaultAlgorithm]) -> Self {
        self.has_scores = true;
        self.value_defaults = defaults.to_vec();
        self
    }

    /// A position and a goal that the game's searches take; without them, the start and the usual goal.
    pub fn with_sample(mut self, position: Option<&str>, goal: Option<&str>) -> Self {
        self.sample.position = position.map(str::to_owned);
        self.sample.goal = goal.map(str::to_owned);
        self
    }

    /// Parameters under which the game's searches take the sample; without them, those by default.
    pub fn with_sample_parameters(mut self, parameters: impl Into<String>) -> Self {
        self.sample.parameters = Some(parameters.into());
        self
    }

    /// A command that works.
    pub fn with_example(mut self, example: impl Into<String>) -> Self {
        self.example = example.into();
        self
    }

    /// Where positions come from.
    pub fn with_source(mut self, source: PositionSource) -> Self {
        self.source = source;
        self
    }

    /// Names of columns that hold the position in files of positions, beside `position`, `moves` and `board`.
    pub fn with_position_columns(mut self, names: &[&str]) -> Self {
        self.files.position_columns = names.iter().map(|name| (*name).to_owned()).collect();
        self
    }

    /// Says that positions may begin with `#`. In files of positions, a line that begins with a position is a comment then only if a blank or
    /// nothing stands behind the sign.
    pub fn with_hashes(mut self) -> Self {
        self.files.has_hashes = true;
        self
    }

    /// With one more column of files of positions. Where two of a row know an answer, the later one counts.
    pub fn with_column(mut self, column: Column) -> Self {
        self.files.columns.push(column);
        self
    }

    /// What lines of files of positions say beside the position; `read` takes the text of the position with all of that, which
    /// the [opening function](Self::problem) has to pass over. Its error says what is wrong. What columns say counts more.
    pub fn with_annotations(mut self, read: fn(&str) -> Result<Annotations, String>) -> Self {
        self.files.annotations = read;
        self
    }

    /// How the bytes of files become text; the error says what they must be. Without it, they are UTF-8.
    pub fn with_decoding(mut self, decode: fn(Vec<u8>) -> Result<String, String>) -> Self {
        self.files.decode = decode;
        self
    }

    /// What stands in files that lines of play and solutions are written to: `encode` takes the extension and the text. Without it, they are
    /// UTF-8.
    pub fn with_encoding(mut self, encode: fn(&str, &str) -> Vec<u8>) -> Self {
        self.files.encode = encode;
        self
    }

    /// How the problems of a file in the game's own form are found; the error says what is wrong with it. Without it, such
    /// a file is one position.
    pub fn with_problems(mut self, find: fn(&str) -> Result<Vec<FileProblem>, String>) -> Self {
        self.files.problems = Some(find);
        self
    }

    /// With files that a line of play can be written to, by their extensions; without them, those that positions come from.
    pub fn with_records(mut self, extensions: &'static [&'static str]) -> Self {
        self.records = extensions;
        self
    }

    /// With files that a solution can be written to, by their extensions.
    pub fn with_solutions(mut self, extensions: &'static [&'static str]) -> Self {
        self.solutions = extensions;
        self
    }

    /// With one more dialogue for programs with a board.
    pub fn with_dialogue(mut self, dialogue: Dialogue) -> Self {
        self.dialogues.push(dialogue);
        self
    }

    /// With one more protocol by which programs with a board ask about the game.
    pub fn with_protocol(mut self, protocol: impl Protocol + 'static) -> Self {
        self.protocols.push(Arc::new(protocol));
        self
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// What may follow the name after a colon.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The name with parameters, in the one form in which certificates name the game.
    pub fn full_name(&self, parameters: &Arguments) -> String {
        let text = parameters.to_string();
        if text.is_empty() { self.name.clone() } else { format!("{}:{text}", self.name) }
    }

    /// The notation of positions.
    pub fn position(&self) -> &str {
        &self.position
    }

    /// The goals.
    pub fn goals(&self) -> &Goals {
        &self.goals
    }

    /// How leaves can be weighed, the default first.
    pub fn heuristics(&self) -> &[HeuristicEntry] {
        &self.heuristics
    }

    /// What answers a question about a goal if no algorithm is named.
    pub fn goal_defaults(&self) -> &[DefaultAlgorithm] {
        &self.goal_defaults
    }

    /// What finds a value if no algorithm is named; empty if the game has no scores.
    pub fn value_defaults(&self) -> &[DefaultAlgorithm] {
        &self.value_defaults
    }

    /// The game with parameters, a position and a goal that its searches take.
    pub(crate) fn sample(&self) -> (String, Option<&str>, Option<&str>) {
        let Sample { parameters, position, goal } = &self.sample;
        let game = parameters.as_ref().map_or_else(|| self.name.clone(), |text| format!("{}:{text}", self.name));
        (game, position.as_deref(), goal.as_deref())
    }

    /// A command that works.
    pub fn example(&self) -> &str {
        &self.example
    }

    /// Where positions come from.
    pub fn source(&self) -> PositionSource {
        self.source
    }

    /// Names of columns that hold the position, beside those that every game has.
    pub fn position_columns(&self) -> &[String] {
        &self.files.position_columns
    }

    /// True if positions may begin with `#`.
    pub fn has_hashes(&self) -> bool {
        self.files.has_hashes
    }

    /// Columns of files of positions, beside those that every game has.
    pub fn columns(&self) -> &[Column] {
        &self.files.columns
    }

    /// The extensions of files that a line of play can be written to.
    pub fn records(&self) -> &'static [&'static str] {
        match self.source() {
            PositionSource::TextOrFile(extensions) if self.records.is_empty() => extensions,
            _ => self.records,
        }
    }

    /// The extensions of files that a solution can be written to.
    pub fn solutions(&self) -> &'static [&'static str] {
        self.solutions
    }

    /// The dialogues that programs with a board may have about the game.
    pub fn dialogues(&self) -> &[Dialogue] {
        &self.dialogues
    }

    /// The protocols by which programs with a board ask about the game.
    pub fn protocols(&self) -> &[Arc<dyn Protocol>] {
        &self.protocols
    }

    /// The text of a file.
    ///
    /// # Errors
    ///
    /// A message that says what the bytes must be.
    pub fn decode(&self, bytes: Vec<u8>) -> Result<String, String> {
        (self.files.decode)(bytes)
    }

    /// What is to stand in a file with this extension that a line of play or a solution is written to.
    pub fn encode(&self, extension: &str, text: &str) -> Vec<u8> {
        (self.files.encode)(extension, text)
    }

    /// What the text of a position in a file of positions says beside it.
    ///
    /// # Errors
    ///
    /// A message that says what is wrong.
    pub fn annotations(&self, position: &str) -> Result<Annotations, String> {
        (self.files.annotations)(position)
    }

    /// The problems in the text of a file in the game's own form.
    ///
    /// # Errors
    ///
    /// A message that says what is wrong.
    pub fn problems(&self, text: String) -> Result<Vec<FileProblem>, String> {
        match self.files.problems {
            Some(find) => find(&text),
            None => Ok(vec![FileProblem { position: text, known: Known::Nothing }]),
        }
    }
}

fn default_heuristics<P: proofset_core::Problem + 'static>() -> Vec<crate::Heuristic<P>> {
    vec![crate::Heuristic::unit(), crate::Heuristic::mobility()]
}

/// The rules with these parameters.
fn rules<G>(
    name: &str,
    parameters: &Arguments,
    game: impl Fn(&Arguments) -> Result<G, String>,
) -> Result<G, InputError> {
    game(parameters).map_err(|message| InputError::Parameters { game: name.to_owned(), message })
}

/// A question about some problem.
pub struct AnyQuestion(ErasedQuestion);

impl<P> From<Question<P>> for AnyQuestion
where
    P: Describe + 'static,
    P::State: Send + Sync + 'static,
{
    fn from(question: Question<P>) -> Self {
        Self(question.erase())
    }
}

/// Games by name.
#[derive(Clone, Default)]
pub struct Catalog {
    entries: Arc<Vec<Entry>>,
    searches: Arc<Vec<SearchEntry>>,
    package: Option<&'static str>,
}

impl Catalog {
    /// No games.
    pub fn new() -> Self {
        Self::default()
    }

    /// With one more game, which takes the place of one of the same name.
    pub fn with(mut self, entry: Entry) -> Self {
        self.package = None;
        let entries = Arc::make_mut(&mut self.entries);
        match entries.iter_mut().find(|known| known.name == entry.name) {
            Some(known) => *known = entry,
            None => entries.push(entry),
        }
        self
    }

    /// With one more search, which takes the place of one of the same name.
    ///
    /// # Panics
    ///
    /// If every catalog has an algorithm of this name.
    pub fn with_search(mut self, search: SearchEntry) -> Self {
        let name = search.name;
        assert!(names().iter().all(|known| known.split(':').next() != Some(name)), "every catalog has {name}");
        self.package = None;
        let searches = Arc::make_mut(&mut self.searches);
        searches.retain(|known| known.name != search.name);
        searches.push(search);
        self
    }

    /// The Python package that searches by the same games and algorithms, so that a question can be handed over to it in words. With
    /// one more game or search of somebody's own that is no longer so.
    pub fn with_package(mut self, package: &'static str) -> Self {
        self.package = Some(package);
        self
    }

    /// The Python package that a question can be handed over to.
    pub fn package(&self) -> Option<&'static str> {
        self.package
    }

    /// The searches that not every catalog has.
    pub fn searches(&self) -> &[SearchEntry] {
        &self.searches
    }

    /// The algorithm that a text names: one that every catalog has, or one of its [searches](Self::searches).
    ///
    /// # Errors
    ///
    /// [`InputError::Algorithm`] says what is wrong with the text.
    pub fn algorithm(&self, text: &str) -> Result<AlgorithmSpec, InputError> {
        let own: Vec<&str> = self.searches.iter().map(SearchEntry::name).collect();
        AlgorithmSpec::of_own(text, &own).unwrap_or_else(|| text.parse())
    }

    /// The names of all algorithms.
    pub fn algorithm_names(&self) -> Vec<&'static str> {
        names().into_iter().chain(self.searches.iter().map(SearchEntry::name)).collect()
    }

    /// All games.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry of a game, given with or without parameters.
    pub fn entry(&self, game: &str) -> Option<&Entry> {
        self.place(game).map(|place| &self.entries[place])
    }

    fn place(&self, game: &str) -> Option<usize> {
        let name = game.split(':').next().unwrap_or(game);
        self.entries.iter().position(|entry| entry.name == name)
    }

    /// Where positions of a game come from; unknown games take text.
    pub fn source(&self, game: &str) -> PositionSource {
        self.entry(game).map_or(PositionSource::Text, Entry::source)
    }

    /// The protocols of all games, with the game of each. Of two with one name, that of the later game counts.
    pub fn protocols(&self) -> Vec<(&Entry, &Arc<dyn Protocol>)> {
        let mut found: Vec<(&Entry, &Arc<dyn Protocol>)> = Vec::new();
        for entry in self.entries() {
            for protocol in entry.protocols() {
                found.retain(|(_, known)| known.name() != protocol.name());
                found.push((entry, protocol));
            }
        }
        found
    }

    /// The dialogues of all games. Of two with one name, that of the later game counts.
    pub fn dialogues(&self) -> Vec<Dialogue> {
        let mut found: Vec<Dialogue> = Vec::new();
        for dialogue in self.entries().iter().flat_map(Entry::dialogues) {
            found.retain(|known| known.name != dialogue.name);
            found.push(*dialogue);
        }
        found
    }

    /// The names of the games that have scores.
    pub fn scored_games(&self) -> Vec<&str> {
        self.entries.iter().filter(|entry| entry.has_scores).map(Entry::name).collect()
    }

    /// The question that texts make, without its types, and the place of its game.
    pub(crate) fn read_question(
        &self,
        game: &str,
        position: Option<&str>,
        goal: Option<&str>,
    ) -> Result<(ErasedQuestion, usize), InputError> {
        let (name, parameters) = match game.split_once(':') {
            Some((name, parameters)) => (name, Some(parameters)),
            None => (game, None),
        };
        let place = self.place(name).ok_or_else(|| {
            let known: Vec<&str> = self.entries.iter().map(|entry| &*entry.name).collect();
            InputError::Game { name: name.to_owned(), known: known.join(", ") }
        })?;
        let entry = &self.entries[place];
        let parameters = entry
            .parameters
            .read(parameters)
            .map_err(|error| InputError::Parameters { game: name.to_owned(), message: error.to_string() })?;
        let game = entry.full_name(&parameters);
        let question = (entry.open)(&Texts { game: &game, parameters: &parameters, position, goal })?;
        // A certificate names the game of the question, and is checked by the entry of that name.
        let named = question.label.game.split(':').next();
        if named != Some(name) {
            let message = format!(
                "its questions name the game {:?}, so that nothing about them could be checked",
                question.label.game
            );
            return Err(InputError::Parameters { game: name.to_owned(), message });
        }
        Ok((question, place))
    }
}
