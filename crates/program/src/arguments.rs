//! The command line.
//!
//! The commands are those below, and the protocols that games of the catalog bring. Examples come from the catalog as well.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgAction, ArgGroup, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use proofset_catalog::{AlgorithmSpec, Asks, Catalog, Dialogue, Entry, InputError, Protocol, Task};
use proofset_core::{Cancel, Limits};

use crate::failure::Failure;
use crate::files;
use crate::plot::PlotArguments;
use crate::team::Workers;

/// Solves games and AND/OR graphs by proof-number and proof-set search, and hands back a proof that anyone can check.
#[derive(Debug, Parser)]
#[command(name = "proofset", version, max_term_width = 100)]
pub(crate) struct Arguments {
    /// Log what the search does to standard error (-v, -vv)
    #[arg(short, long, action = ArgAction::Count, global = true)]
    pub(crate) verbose: u8,

    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve a position, or a file of positions
    Solve(SolveArguments),
    /// Go on with a search from a checkpoint
    Resume(ResumeArguments),
    /// Solve a position, or a file of positions, with several algorithms, side by side
    Compare(CompareArguments),
    /// Time whole searches of a position, each several times in a process of its own, and compare programs or earlier runs
    Bench(BenchArguments),
    /// Check certificates with the rules alone
    Verify(VerifyArguments),
    /// Show a certificate: a small one as DOT or SVG, any as JSON
    Show(ShowArguments),
    /// List, check or compact a book of known positions, which solve --known writes
    Known(KnownArguments),
    /// Draw a log of searches as SVG: the numbers of the root, expansions a second and memory over time
    Plot(PlotArguments),
    // The commands of the catalog stand before these.
    /// List the games, their parameters, notations and goals
    #[command(display_order = 100)]
    Games(ListArguments),
    /// List the algorithms and their options
    #[command(display_order = 101)]
    Algorithms(ListArguments),
    /// Print a completion script for a shell
    #[command(display_order = 102)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// What the command line asks for.
pub(crate) enum Invocation<'c> {
    /// One of the commands of every catalog.
    Command(Box<Arguments>),
    /// A conversation about a game, by a protocol that it brings.
    Protocol { verbose: u8, game: &'c str, protocol: &'c Arc<dyn Protocol> },
    /// Commands and answers, as a game has them.
    Dialogue { verbose: u8, dialogue: Dialogue, limits: DialogueArguments },
}

impl Invocation<'_> {
    /// How much the log says.
    pub(crate) fn verbose(&self) -> u8 {
        match self {
            Self::Command(arguments) => arguments.verbose,
            Self::Protocol { verbose, .. } | Self::Dialogue { verbose, .. } => *verbose,
        }
    }
}

/// All commands for the games of a catalog.
pub(crate) fn command(catalog: &Catalog) -> clap::Command {
    let mut command = Arguments::command();
    for (_, protocol) in catalog.protocols() {
        if command.find_subcommand(protocol.name()).is_none() {
            command = command.subcommand(clap::Command::new(protocol.name()).about(protocol.summary()));
        }
    }
    for dialogue in catalog.dialogues() {
        if command.find_subcommand(dialogue.name).is_none() {
            let own = clap::Command::new(dialogue.name);
            command = command.subcommand(DialogueArguments::augment_args(own).about(dialogue.summary));
        }
    }
    command.after_help(after_help(catalog))
}

/// Exit statuses, and the examples of the games.
fn after_help(catalog: &Catalog) -> String {
    let mut text = "\
Exit status:
  0  decided or done
  1  a failed check or an internal error
  2  bad input (also for one algorithm of a comparison)
  3  undecided (a limit or Ctrl-C) or not written"
        .to_owned();
    let examples = catalog.entries().iter().map(Entry::example).filter(|example| !example.is_empty());
    for (index, example) in examples.enumerate() {
        text.push_str(if index == 0 { "\n\nExamples:\n  " } else { "\n  " });
        text.push_str(example);
    }
    text
}

/// Reads the command line.
pub(crate) fn parse<'c>(catalog: &'c Catalog, arguments: &[OsString]) -> Result<Invocation<'c>, clap::Error> {
    // The parser's own command for help has no options, so help about it is help about all.
    let about_all;
    let arguments = match arguments {
        [program, help, option] if help == "help" && (option == "--help" || option == "-h") => {
            about_all = [program.clone(), option.clone()];
            &about_all
        }
        _ => arguments,
    };
    let matches =
        command(catalog).try_get_matches_from(arguments).map_err(|error| advise(catalog, arguments, error))?;
    let protocols = catalog.protocols();
    let is_named = |name: &str| matches.subcommand_name() == Some(name) && !Command::has_subcommand(name);
    match protocols.into_iter().find(|(_, protocol)| is_named(protocol.name())) {
        Some((entry, protocol)) => {
            Ok(Invocation::Protocol { verbose: matches.get_count("verbose"), game: entry.name(), protocol })
        }
        None => match catalog.dialogues().into_iter().find(|dialogue| is_named(dialogue.name)) {
            Some(dialogue) => {
                let (_, own) = matches.subcommand().expect("it is named");
                let limits = DialogueArguments::from_arg_matches(own)?;
                Ok(Invocation::Dialogue { verbose: matches.get_count("verbose"), dialogue, limits })
            }
            None => Arguments::from_arg_matches(&matches).map(|arguments| Invocation::Command(Box::new(arguments))),
        },
    }
}

/// Says with an unknown command where protocols come from. Positions may begin with hyphens, so an option that is misspelt is taken for
/// one, and what follows it is told to be too much; then the option is named.
fn advise(catalog: &Catalog, arguments: &[OsString], mut error: clap::Error) -> clap::Error {
    if error.kind() == ErrorKind::UnknownArgument
        && let Some((option, of)) = misspelt(catalog, arguments)
    {
        error.insert(ContextKind::InvalidArg, ContextValue::String(option));
        error.remove(ContextKind::SuggestedArg);
        error.remove(ContextKind::SuggestedCommand);
        let advice = format!("`{of} --help` lists the options");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![advice.into()]));
    }
    if error.kind() == ErrorKind::InvalidSubcommand {
        let protocols = catalog.protocols();
        let dialogues = catalog.dialogues();
        let names = protocols.iter().map(|(_, protocol)| protocol.name());
        let names: Vec<&str> = names.chain(dialogues.iter().map(|dialogue| dialogue.name)).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        let advice = format!("a protocol for programs with a board is a command if a game here brings it: {names}");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![advice.into()]));
    }
    error
}

/// The first argument that looks like an option and is none of the command, with the name of that.
fn misspelt(catalog: &Catalog, arguments: &[OsString]) -> Option<(String, String)> {
    let program = command(catalog);
    let mut words = arguments.iter().filter_map(|argument| argument.to_str());
    let own = words.by_ref().find_map(|word| program.find_subcommand(word))?;
    let options = || program.get_arguments().chain(own.get_arguments());
    let is_known = |name: &str| name == "help" || options().any(|option| option.get_long() == Some(name));
    let name = words
        .filter_map(|word| word.strip_prefix("--")?.split('=').next())
        .find(|name| name.starts_with(|letter: char| letter.is_ascii_lowercase()) && !is_known(name))?;
    Some((format!("--{name}"), own.get_name().to_owned()))
}

#[derive(Debug, Args)]
pub(crate) struct LimitArguments {
    /// Stop after this many expansions
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(crate) limit_expansions: Option<u64>,

    /// Stop when the search holds this much memory, such as 512MiB or 2GiB
    #[arg(long, value_name = "SIZE", default_value = "4GiB", value_parser = memory, help_heading = "Limits")]
    pub(crate) memory: bytesize::ByteSize,

    /// Stop after this time, such as 500ms, 60s or 2m
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration, help_heading = "Limits")]
    pub(crate) time: Option<Duration>,
}

/// What a command of a dialogue may take.
#[derive(Debug, Args)]
pub(crate) struct DialogueArguments {
    /// Give up what a command asks after this time, such as 500ms or 10s
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = humantime::parse_duration)]
    pub(crate) time: Duration,

    /// Memory for all searches of a command together, such as 512MiB or 2GiB
    #[arg(long, value_name = "SIZE", default_value = "512MiB", value_parser = memory)]
    pub(crate) memory: bytesize::ByteSize,
}

fn memory(text: &str) -> Result<bytesize::ByteSize, String> {
    text.parse().map_err(|_| "give a number and a unit, such as 512MiB or 2GiB".to_owned())
}

/// A search by as many threads as are wanted, if it is the same in every run where that is wanted.
pub(crate) fn threaded(
    algorithm: AlgorithmSpec,
    threads: Option<u16>,
    deterministic: bool,
) -> Result<AlgorithmSpec, InputError> {
    let algorithm = match threads {
        Some(threads) => algorithm.with_threads(threads.into())?,
        None => algorithm,
    };
    if deterministic { algorithm.deterministic() } else { Ok(algorithm) }
}

impl SolveArguments {
    /// The algorithm that was named, or else the one that a question takes, by as many threads as are wanted.
    pub(crate) fn algorithm_for(
        &self,
        task: &Task,
        asks: Asks,
        named: Option<&AlgorithmSpec>,
    ) -> Result<AlgorithmSpec, InputError> {
        let algorithm = named.cloned().map_or_else(|| task.default_algorithm(asks), Ok)?;
        threaded(algorithm, self.threads, self.deterministic)
    }

    /// Refuses a file that has two purposes.
    pub(crate) fn check_files(&self) -> Result<(), Failure> {
        let position = self.position.as_deref().map(Path::new);
        let read = position
            .into_iter()
            .map(|path| ("the position", path))
            .chain(self.file.iter().map(|path| ("--file", path.as_path())));
        files::check_apart(
            &read.collect::<Vec<_>>(),
            &[
                ("--certificate", self.certificate.as_deref()),
                ("--record", self.record.as_deref()),
                ("--solution", self.solution.as_deref()),
                ("--checkpoint", self.checkpoint.as_deref()),
                ("--known", self.known.as_deref()),
                ("--results", self.results.as_deref()),
                ("--log", self.log.as_deref()),
            ],
        )
    }
}

impl ResumeArguments {
    /// Refuses a file that has two purposes.
    pub(crate) fn check_files(&self) -> Result<(), Failure> {
        files::check_apart(
            &[],
            &[
                ("the checkpoint", Some(&self.checkpoint)),
                ("--certificate", self.certificate.as_deref()),
                ("--known", self.known.as_deref()),
                ("--log", self.log.as_deref()),
            ],
        )
    }
}

impl LimitArguments {
    /// The limits of one search, with a flag that stops it.
    pub(crate) fn limits(&self, cancel: &Cancel) -> Limits {
        Limits::none()
            .with_expansions(self.limit_expansions)
            .with_bytes(self.memory.as_u64())
            .with_time(self.time)
            .with_cancel(cancel.clone())
    }
}

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches")]
pub(crate) struct SolveArguments {
    /// The game, perhaps with parameters behind a colon (see games)
    pub(crate) game: String,

    /// The position in the game's notation, or a file where the game has such, or - for standard input; without it, the start
    #[arg(conflicts_with = "file", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,

    /// Solve every position of these files: one a line, or tab-separated columns under a header, or files in the game's own
    /// form, as *.sgf of Go
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) file: Vec<PathBuf>,

    /// The algorithm, such as pss:20,20 or dfpn:epsilon=0.25; without it, the one that has solved
    /// most problems of the game (see games)
    #[arg(long, value_name = "SPEC")]
    pub(crate) algorithm: Option<String>,

    /// The goal, such as win, draw, first:win or at-least:SCORE (see games)
    #[arg(long, value_name = "GOAL", allow_hyphen_values = true)]
    pub(crate) goal: Option<String>,

    /// Find what the position is worth to the player to move, instead of asking for a goal: a score, or 1, 0
    /// or -1 where results are wins, draws and losses
    #[arg(long, conflicts_with = "shortest")]
    pub(crate) value: bool,

    /// Ask for the strongest claim about the goal that holds, and not for the goal alone: in Go, whether it is reached
    /// without a ko, or by which; a certificate is a folder then, with one for each question (games with such claims)
    #[arg(long, conflicts_with_all = ["value", "shortest"])]
    pub(crate) grade: bool,

    /// Look for a shortest proof: ask again for a shorter one, until that is disproven (games whose proofs have a length)
    #[arg(long)]
    pub(crate) shortest: bool,

    /// Look for other moves that reach the goal as fast, at the last N moves of the side that proves it (games whose proofs
    /// have a length)
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1", conflicts_with_all = ["file", "value", "grade"])]
    pub(crate) alternatives: Option<usize>,

    /// Write the position and the line of the proof here (games with files for lines of play)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "value", "grade"])]
    pub(crate) record: Option<PathBuf>,

    /// Write the proof here as variations, with what there is behind each other first move: SGF of Go (games with such files)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "value", "grade", "shortest", "certificate"])]
    pub(crate) solution: Option<PathBuf>,

    /// Search with this many threads: mate, minimax, and depth-first searches with table=keyed, which share one table, and
    /// searches of two levels with batch=K, which share the leaves of a batch
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,

    /// Search only if every run expands the same nodes in the same order: with one thread, or of two levels with batch=K
    #[arg(long, conflicts_with = "workers")]
    pub(crate) deterministic: bool,

    /// Have N workers with a table each answer it together: a number or local:N are threads, ray:N are processes on any number of
    /// machines (needs the Python package of proofset; for depth-first searches)
    #[arg(long, value_name = "WORKERS", conflicts_with_all = ["file", "value", "grade", "shortest", "alternatives", "record", "solution", "log", "limit_expansions"])]
    pub(crate) workers: Option<Workers>,

    /// Write what the search has found out to this file now and then, and when it stops without an answer; resume goes on from
    /// there (searches whose graph or table can be written down, which are nearly all)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "grade", "shortest", "solution"])]
    pub(crate) checkpoint: Option<PathBuf>,

    /// How often a checkpoint is written, such as 30s or 5m
    #[arg(long, value_name = "TIME", default_value = "5m", requires = "checkpoint", value_parser = humantime::parse_duration)]
    pub(crate) checkpoint_every: Duration,

    /// Use what this book knows, and add the answer to it: a file of certificates that grows from run to run
    #[arg(long, value_name = "FILE", conflicts_with_all = ["value", "grade", "shortest", "alternatives", "solution", "workers"])]
    pub(crate) known: Option<PathBuf>,

    /// Log how far the search is to this file, in lines of JSON, which plot can draw
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,

    /// With --file: append each answer to this file as it is found, and leave out what it answers already
    #[arg(long, value_name = "FILE", requires = "file", conflicts_with_all = ["value", "grade"])]
    pub(crate) results: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) limits: LimitArguments,

    /// Write the proof here, as JSON if the name ends in .json; with --file, a folder for one proof a position
    #[arg(long, value_name = "PATH")]
    pub(crate) certificate: Option<PathBuf>,

    /// Print one JSON object a position
    #[arg(long)]
    pub(crate) json: bool,

    /// Print the verdict only, and no progress
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct KnownArguments {
    /// The book
    pub(crate) book: PathBuf,

    /// Check every certificate with the rules alone
    #[arg(long, conflicts_with_all = ["compact", "json"])]
    pub(crate) verify: bool,

    /// Write the book anew: of several answers to one question the smallest, and nothing that was cut off or changed
    #[arg(long, conflicts_with = "json")]
    pub(crate) compact: bool,

    /// Print one JSON object an answer
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ResumeArguments {
    /// The checkpoint, which is written again as the search goes on
    pub(crate) checkpoint: PathBuf,

    /// How often a checkpoint is written, such as 30s or 5m
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = humantime::parse_duration)]
    pub(crate) checkpoint_every: Duration,

    /// Log how far the search is to this file, behind what there is in it
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,

    /// Search with this many threads; without it, with as many as before
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,

    /// Go on only if every run expands the same nodes in the same order: with one thread, or of two levels with batch=K
    #[arg(long)]
    pub(crate) deterministic: bool,

    /// Use what this book knows, and add the answer to it: a file of certificates that grows from run to run
    #[arg(long, value_name = "FILE")]
    pub(crate) known: Option<PathBuf>,

    /// Stop after this many expansions, those before the checkpoint included
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(crate) limit_expansions: Option<u64>,

    /// Stop when the search holds this much memory, such as 512MiB or 2GiB; without it, the limit is as before
    #[arg(long, value_name = "SIZE", value_parser = memory, help_heading = "Limits")]
    pub(crate) memory: Option<bytesize::ByteSize>,

    /// Stop after this time, such as 500ms, 60s or 2m
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration, help_heading = "Limits")]
    pub(crate) time: Option<Duration>,

    /// Write the proof here, as JSON if the name ends in .json
    #[arg(long, value_name = "PATH")]
    pub(crate) certificate: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,

    /// Print the verdict only, and no progress
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
#[group(skip)]
#[command(group = ArgGroup::new("many").args(["file", "orders"]).multiple(true))]
pub(crate) struct CompareArguments {
    /// The game, perhaps with parameters
    pub(crate) game: String,

    /// The position; without it, the start
    #[arg(allow_hyphen_values = true)]
    pub(crate) position: Option<String>,

    /// Compare on every position of these files, which are those of solve
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "position")]
    pub(crate) file: Vec<PathBuf>,

    /// Compare in so many orders of moves, drawn from the seeds 1 to N, of each position. Searches that a game brings for itself
    /// do not take part; general ones are in their place
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) orders: Option<u32>,

    /// What the ratios of --file and --orders are of
    #[arg(long, value_enum, value_name = "COUNTER", default_value = "expanded", requires = "many")]
    pub(crate) by: Measure,

    /// The algorithms, separated by commas or spaces; an algorithm may contain commas: pns,pss:20,20,pss. What is refused
    /// has a row that says so; with --file, the others are compared with the first
    #[arg(long, value_name = "A,B,...", default_value = "pns,pss,pss:20,20")]
    pub(crate) algorithms: String,

    /// A ready-made comparison instead
    #[arg(long, value_enum, value_name = "NAME", conflicts_with = "algorithms")]
    pub(crate) preset: Option<Preset>,

    /// The goal
    #[arg(long, value_name = "GOAL", allow_hyphen_values = true)]
    pub(crate) goal: Option<String>,

    #[command(flatten)]
    pub(crate) limits: LimitArguments,

    /// Print one JSON object an algorithm
    #[arg(long)]
    pub(crate) json: bool,

    /// Show no progress
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// What searches are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Measure {
    /// Nodes expanded, without those that had been expanded before
    Expanded,
    /// Steps down to a node
    Visits,
    /// Nodes made
    Generated,
    /// Nodes whose numbers were computed anew
    Recomputed,
    /// Time by the clock
    Seconds,
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.to_possible_value().expect("none is hidden").get_name())
    }
}

#[derive(Debug, Args)]
pub(crate) struct BenchArguments {
    /// The game, perhaps with parameters
    pub(crate) game: String,

    /// The position; without it, the start
    #[arg(allow_hyphen_values = true)]
    pub(crate) position: Option<String>,

    /// The algorithms, written as for compare; without it, the one that solve would take. If one is refused, none is timed
    #[arg(long, value_name = "A,B,...")]
    pub(crate) algorithms: Option<String>,

    /// The goal
    #[arg(long, value_name = "GOAL", allow_hyphen_values = true)]
    pub(crate) goal: Option<String>,

    /// Find what the position is worth instead of asking for a goal
    #[arg(long, conflicts_with = "goal")]
    pub(crate) value: bool,

    #[command(flatten)]
    pub(crate) settings: proofset_bench::Settings,

    /// Print one JSON object an algorithm and program, as --out writes them, instead of the table
    #[arg(long)]
    pub(crate) json: bool,

    /// Show no progress
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Ready-made comparisons.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Preset {
    /// Best-first and depth-first search, each guided by proof numbers alone and by both numbers (Nagai and Imai 1999)
    Classification,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct VerifyArguments {
    /// The certificates; - for standard input
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Check with this many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,

    /// Hold positions of about this size, such as 512MiB or 2GiB; what goes beyond waits in temporary files
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = memory)]
    pub(crate) memory: bytesize::ByteSize,

    /// Stop after this time, such as 60s or 2h; a short file with threat sequences can take hours in a game with very many moves
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub(crate) time: Option<Duration>,

    /// Print nothing but failures, and no progress
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ListArguments {
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// A way to show a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Drawing {
    /// Graphviz text
    Dot,
    /// A picture
    Svg,
    /// The certificate in its JSON form, whole, whatever its size
    Json,
    /// The proof as the game's own files have it, such as clauses
    Solution,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArguments {
    /// The certificate; - for standard input
    pub(crate) file: PathBuf,

    /// What to write; without it, what the name of --output says, else dot
    #[arg(long, value_enum)]
    pub(crate) format: Option<Drawing>,

    /// Write here instead of to standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Draw only nodes within this many plies of the root
    #[arg(long, value_name = "PLIES")]
    pub(crate) depth: Option<u32>,

    /// Refuse to draw more nodes than this
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub(crate) max_nodes: usize,
}

#[cfg(test)]
mod tests {
    use proofset_catalog::{Catalog, Entry, GoWords, Protocol, Reply};
    use proofset_tic_tac_toe::TicTacToe;

    use super::{Invocation, command, parse};

    /// A protocol with a name and nothing else.
    struct Named(&'static str);

    impl Protocol for Named {
        fn name(&self) -> &'static str {
            self.0
        }

        fn summary(&self) -> &'static str {
            "Answer a program with nine cells"
        }

        fn new_game(&self) -> &'static str {
            "again"
        }

        fn go(&self, _words: &[&str]) -> Result<Option<GoWords>, String> {
            Ok(None)
        }

        fn score(&self, _plies: usize) -> Option<String> {
            None
        }

        fn answer(&self, _go: &[&str], _reply: &Reply<'_>) -> String {
            "none".to_owned()
        }
    }

    fn catalog(protocols: &[&'static str]) -> Catalog {
        let entry = Entry::game("noughts", |_| Ok(TicTacToe)).with_example("play noughts");
        Catalog::new().with(protocols.iter().fold(entry, |entry, name| entry.with_protocol(Named(name))))
    }

    /// The game and the protocol that a command line names, or what is wrong with it.
    fn conversation(catalog: &Catalog, arguments: &[&str]) -> Result<(String, String), String> {
        let arguments: Vec<_> = ["proofset"].iter().chain(arguments).map(Into::into).collect();
        match parse(catalog, &arguments) {
            Ok(Invocation::Protocol { game, protocol, .. }) => Ok((game.to_owned(), protocol.name().to_owned())),
            Ok(Invocation::Dialogue { dialogue, .. }) => Ok((String::new(), dialogue.name.to_owned())),
            Ok(Invocation::Command(arguments)) => Err(format!("{:?}", arguments.command)),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn protocols_are_commands_where_a_game_brings_them() {
        let both = catalog(&["nine", "cells"]);
        assert_eq!(conversation(&both, &["-v", "nine"]), Ok(("noughts".to_owned(), "nine".to_owned())));
        let help = command(&both).render_help().to_string();
        assert!(help.contains("cells  ") && help.contains("Answer a program with nine cells"), "{help}");
        assert!(help.contains("Examples:\n  play noughts"), "{help}");
        let advice = "is a command if a game here brings it: ";
        let unknown = conversation(&both, &["ten"]).unwrap_err();
        assert!(unknown.contains(&format!("{advice}nine, cells\n")), "{unknown}");
        let unknown = conversation(&catalog(&[]), &["nine"]).unwrap_err();
        assert!(unknown.contains("'nine'") && unknown.contains(&format!("{advice}none\n")), "{unknown}");
        // Examples come from the games; without one there are none.
        assert!(!command(&Catalog::new()).render_help().to_string().contains("Examples"));
    }

    #[test]
    fn the_commands_of_every_catalog_stay_what_they_are() {
        let games = conversation(&catalog(&["games", "nine"]), &["games"]);
        assert_eq!(games, Err("Games(ListArguments { json: false })".to_owned()));
    }
}
