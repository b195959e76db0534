//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use proofset_core::{Cancel, Limits};

/// Solves games and AND/OR graphs by proof-number and proof-set search, and hands back a proof that anyone can check.
#[derive(Debug, Parser)]
#[command(
    version,
    about,
    max_term_width = 100,
    after_help = "\
Exit status: 0 decided or done, 1 a failed check or an internal error, 2 bad input (also for one algorithm of a comparison),
3 undecided (a limit or Ctrl-C) or not written.

Examples:
  proofset solve tic-tac-toe
  proofset solve chess \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -\" --goal mate-in:1 --certificate mate.proof
  proofset verify mate.proof
  proofset solve chess \"7k/8/1P1P4/1R6/8/4K3/B7/8 w - -\" --shortest
  proofset solve connect-four:5x4 --algorithm pss:20,20
  proofset solve connect-four:7x6 4444423333 --value
  proofset compare mnk:4,4,3 --algorithms pns,pss,pss:8,8"
)]
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
    /// Solve a position with several algorithms, side by side
    Compare(CompareArguments),
    /// Time whole searches of a position, each several times in a process of its own, and compare programs or earlier runs
    Bench(BenchArguments),
    /// Check certificates with the rules alone
    Verify(VerifyArguments),
    /// Show a certificate: a small one as DOT or SVG, any as JSON
    Show(ShowArguments),
    /// Answer a program with a board: mates in shogi, by the Universal Shogi Interface
    Usi,
    /// Answer a program with a board: mates in chess, by the Universal Chess Interface
    Uci,
    /// List the games, their parameters, notations and goals
    Games,
    /// List the algorithms and their options
    Algorithms,
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
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

fn memory(text: &str) -> Result<bytesize::ByteSize, String> {
    text.parse().map_err(|_| "give a number and a unit, such as 512MiB or 2GiB".to_owned())
}

impl LimitArguments {
    /// The limits of one search, with a flag that stops it.
    pub(crate) fn limits(&self, cancel: &Cancel) -> Limits {
        Limits {
            expansions: self.limit_expansions,
            bytes: Some(self.memory.as_u64()),
            time: self.time,
            cancel: Some(cancel.clone()),
        }
    }
}

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches")]
pub(crate) struct SolveArguments {
    /// The game, perhaps with parameters: connect-four:5x4, mnk:4,4,3, othello:6x6, kalah:4,3, chess, ... (see games)
    pub(crate) game: String,

    /// The position in the game's notation, a file for and-or, or - for standard input; without it, the start
    #[arg(conflicts_with = "file", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,

    /// Solve every position of a file: one a line, or tab-separated columns under a header
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// The algorithm, such as pss:20,20 or dfpn:epsilon=0.25; without it, the one that has solved
    /// most problems of the game (see games)
    #[arg(long, value_name = "SPEC")]
    pub(crate) algorithm: Option<String>,

    /// The goal: win, draw, first:win, at-least:SCORE ... for games; mate, mated, mate-in:N for chess and shogi
    #[arg(long, value_name = "GOAL", allow_hyphen_values = true)]
    pub(crate) goal: Option<String>,

    /// Find what the position is worth to the player to move, instead of asking for a goal (games with scores)
    #[arg(long, conflicts_with = "shortest")]
    pub(crate) value: bool,

    /// Look for a shortest proof: ask again for a shorter one, until that is disproven (chess, shogi)
    #[arg(long)]
    pub(crate) shortest: bool,

    /// Look for other moves that mate as fast, at the last N moves of the side that mates (chess, shogi)
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1", conflicts_with_all = ["file", "value"])]
    pub(crate) alternatives: Option<usize>,

    /// Write the position and the line of the proof here: NAME.kif or NAME.csa (shogi)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "value"])]
    pub(crate) record: Option<PathBuf>,

    /// With --file: append each answer to this file as it is found, and leave out what it answers already
    #[arg(long, value_name = "FILE", requires = "file", conflicts_with = "value")]
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
pub(crate) struct CompareArguments {
    /// The game, perhaps with parameters
    pub(crate) game: String,

    /// The position; without it, the start
    #[arg(allow_hyphen_values = true)]
    pub(crate) position: Option<String>,

    /// The algorithms, separated by commas or spaces; an algorithm may contain commas: pns,pss:20,20,pss. What is refused
    /// has a row that says so
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

#[derive(Debug, Args)]
pub(crate) struct BenchArguments {
    /// The game, perhaps with parameters
    pub(crate) game: String,

    /// The position; without it, the start
    #[arg(allow_hyphen_values = true)]
    pub(crate) position: Option<String>,

    /// The algorithms, as compare takes them; without it, the one that solve would take
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

#[derive(Debug, Args)]
pub(crate) struct VerifyArguments {
    /// The certificates; - for standard input
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Print nothing but failures
    #[arg(short, long)]
    pub(crate) quiet: bool,
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
