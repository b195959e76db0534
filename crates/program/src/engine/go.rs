//! What the words after `go` ask.

use std::time::Duration;

use proofset_catalog::{Protocol, Settings, number_after};

/// A question with its limits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GoCommand {
    /// The goal, as the catalog takes it; `None` for the usual one.
    pub(crate) goal: Option<String>,
    pub(crate) time: Option<Duration>,
    pub(crate) expansions: Option<u64>,
    /// The question is about mates of a bounded length, so that a search of it ends.
    pub(crate) is_bounded: bool,
    /// Who asks does not want the answer before it says so.
    pub(crate) waits: Option<Waits>,
    /// Words that nobody knows. They are passed over, as protocols want it.
    pub(crate) unknown: Vec<String>,
    /// Why it cannot be asked, if it cannot.
    pub(crate) fault: Option<String>,
}

/// What an answer waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Waits {
    /// `infinite`: until `stop`.
    Stop,
    /// `ponder`: until `ponderhit` or `stop`. The time begins then.
    PonderHit,
}

/// Expansions for each ply of `depth`, which searches of this kind have none of.
const EXPANSIONS_A_PLY: u64 = 10_000;

/// What is left on a clock, in milliseconds: nothing if it has run out.
fn left_on(words: &[&str]) -> Result<u64, String> {
    let has_run_out = words.get(1).is_some_and(|left| left.starts_with('-') && left.parse::<i64>().is_ok());
    if has_run_out { Ok(0) } else { number_after(words) }
}

/// What the clocks leave for one move.
#[derive(Default)]
struct Clocks {
    /// The word for the clock of the side to move; where that is not known, the shorter one counts.
    own: Option<&'static str>,
    /// Of the clocks that count.
    share: Option<Duration>,
    /// Of a clock that does not count, if no other is told.
    other: Option<Duration>,
    /// What each move has, however little is left.
    byoyomi: Option<Duration>,
}

impl Clocks {
    /// Takes in what is left on a clock, in milliseconds. Nothing is known about games: a move may take a twentieth of it.
    fn show(&mut self, clock: &str, left: u64) {
        let share = Duration::from_millis((left / 20).max(1));
        let place = if self.own.is_none_or(|own| own == clock) { &mut self.share } else { &mut self.other };
        *place = Some(place.map_or(share, |shorter| shorter.min(share)));
    }

    /// The time for a move, if there is a limit.
    fn time(&self) -> Option<Duration> {
        self.share.or(self.other).max(self.byoyomi)
    }
}

/// What the words ask of the position that some words name. Those that are the protocol's own come first. What cannot be asked
/// says so, and what its answer waits for.
pub(crate) fn go_command(protocol: &dyn Protocol, settings: &Settings, position: &[&str], words: &[&str]) -> GoCommand {
    let mut command = GoCommand { goal: protocol.goal(settings), ..GoCommand::default() };
    let mut clocks = Clocks { own: protocol.own_clock(position), ..Clocks::default() };
    let mut rest = words;
    while !rest.is_empty() {
        let taken = command.take(protocol, &mut clocks, rest).unwrap_or_else(|message| {
            command.fault.get_or_insert(message);
            1
        });
        rest = rest.get(taken..).unwrap_or_default();
    }
    // Who is told its time has that time, whatever the clocks show.
    command.time = command.time.or_else(|| clocks.time());
    command
}

impl GoCommand {
    /// Takes in the next words, and says how many they were.
    fn take(&mut self, protocol: &dyn Protocol, clocks: &mut Clocks, rest: &[&str]) -> Result<usize, String> {
        if let Some(own) = protocol.go(rest)? {
            self.is_bounded |= own.goal.is_some();
            self.goal = own.goal.or(self.goal.take());
            self.time = own.time.or(self.time);
            return Ok(own.taken.max(1));
        }
        match rest[0] {
            "infinite" => self.waits = Some(Waits::Stop),
            "ponder" => self.waits = Some(Waits::PonderHit),
            "movetime" => {
                self.time = Some(Duration::from_millis(number_after(rest)?));
                return Ok(2);
            }
            "byoyomi" => {
                clocks.byoyomi = Some(Duration::from_millis(number_after(rest)?));
                return Ok(2);
            }
            "nodes" => {
                self.expansions = Some(number_after(rest)?);
                return Ok(2);
            }
            "depth" => {
                let most = number_after(rest)?.saturating_mul(EXPANSIONS_A_PLY);
                self.expansions = self.expansions.or(Some(most));
                return Ok(2);
            }
            clock @ ("btime" | "wtime") => {
                clocks.show(clock, left_on(rest)?);
                return Ok(2);
            }
            "binc" | "winc" | "movestogo" => return number_after(rest).map(|_| 2),
            word => self.unknown.push(word.to_owned()),
        }
        Ok(1)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proofset_catalog::{EngineOption, GoWords, Protocol, Reply, Settings, number_after};

    use super::{EXPANSIONS_A_PLY, GoCommand, Waits, go_command};

    /// Asks for so many laps, far or near, and for nothing if it takes no word that it knows.
    struct Laps;

    impl Protocol for Laps {
        fn name(&self) -> &'static str {
            "laps"
        }

        fn summary(&self) -> &'static str {
            ""
        }

        fn new_game(&self) -> &'static str {
            "again"
        }

        fn goal(&self, settings: &Settings) -> Option<String> {
            settings.is_on("Far").then(|| "far".to_owned())
        }

        fn own_clock(&self, position: &[&str]) -> Option<&'static str> {
            match position {
                ["white"] => Some("wtime"),
                ["black"] => Some("btime"),
                _ => None,
            }
        }

        fn go(&self, words: &[&str]) -> Result<Option<GoWords>, String> {
            match words {
                ["laps", ..] => {
                    let goal = Some(format!("laps:{}", number_after(words)?));
                    Ok(Some(GoWords { taken: 2, goal, time: None }))
                }
                // What every protocol knows, this one knows better.
                ["movestogo", ..] => Ok(Some(GoWords { taken: 1, goal: None, time: Some(Duration::from_secs(9)) })),
                _ => Ok(None),
            }
        }

        fn score(&self, _plies: usize) -> Option<String> {
            None
        }

        fn answer(&self, _go: &[&str], _reply: &Reply<'_>) -> String {
            String::new()
        }
    }

    /// The time that these words leave where this side is to move.
    fn time(to_move: &str, words: &str) -> Option<u64> {
        let words: Vec<&str> = words.split_whitespace().collect();
        let command = go_command(&Laps, &Settings::default(), &[to_move], &words);
        assert_eq!(command.fault, None);
        command.time.map(|time| time.as_millis() as u64)
    }

    #[test]
    fn the_clock_of_the_side_to_move_counts() {
        let clocks = "btime 60000 wtime 40000 winc 1";
        assert_eq!(
            ["black", "white", "unknown"].map(|side| time(side, clocks)),
            [3000, 2000, 2000].map(Some),
            "a twentieth of it, and of the shorter one where it is not known"
        );
        assert_eq!(["black", "white"].map(|side| time(side, "wtime 60000 btime -5")), [1, 3000].map(Some));
        assert_eq!(time("white", "btime 60000"), Some(3000), "no other is told");
        // No less than each move has besides.
        assert_eq!(
            ["byoyomi 500", "byoyomi 5000"].map(|more| time("white", &format!("{more} {clocks}"))),
            [2000, 5000].map(Some)
        );
        assert_eq!(time("white", "byoyomi 500"), Some(500));
        // Who is told how long to search does not look at the clocks.
        assert_eq!(time("white", "movetime 300 wtime 60000 btime 60000"), Some(300));
        assert_eq!(time("white", "wtime 60 btime 60 movetime 300"), Some(300));
        assert_eq!(time("white", "wtime 600000 movestogo"), Some(9000));
        assert_eq!(time("white", "winc 5"), None);
    }

    /// Programs that ask for a depth get an answer, though there is none.
    #[test]
    fn a_depth_is_a_number_of_expansions() {
        let expansions = |text: &str| go(text, "false").map(|command| command.expansions);
        assert_eq!(expansions("depth 3"), Ok(Some(3 * EXPANSIONS_A_PLY)));
        assert_eq!(expansions("depth 1 nodes 5"), Ok(Some(5)));
        assert_eq!(expansions("nodes 5 depth 1"), Ok(Some(5)));
        assert_eq!(expansions("depth 18446744073709551615"), Ok(Some(u64::MAX)));
        assert_eq!(expansions("depth"), Err("depth needs a number".to_owned()));
    }

    fn go(text: &str, far: &str) -> Result<GoCommand, String> {
        let mut settings = Settings::new(vec![EngineOption::switch("Far", false)]);
        assert_eq!(settings.set("Far", far), Ok(true));
        let command = go_command(&Laps, &settings, &[], &text.split_whitespace().collect::<Vec<_>>());
        command.fault.clone().map_or(Ok(command), Err)
    }

    #[test]
    fn words_of_the_protocol_stand_among_limits() {
        let seconds = |time: u64| Some(Duration::from_secs(time));
        let goal = |goal: &str| Some(goal.to_owned());
        assert_eq!(go("", "false"), Ok(GoCommand::default()));
        let waits = Some(Waits::Stop);
        assert_eq!(go("infinite", "true"), Ok(GoCommand { goal: goal("far"), waits, ..GoCommand::default() }));
        let (time, waits) = (seconds(3), Some(Waits::PonderHit));
        assert_eq!(go("ponder btime 60000", "false"), Ok(GoCommand { time, waits, ..GoCommand::default() }));
        let all = go("nodes 7 laps 3 movetime 2000", "true");
        assert_eq!(
            all,
            Ok(GoCommand {
                goal: goal("laps:3"),
                time: seconds(2),
                expansions: Some(7),
                is_bounded: true,
                ..GoCommand::default()
            })
        );
        assert_eq!(go("movestogo", "false"), Ok(GoCommand { time: seconds(9), ..GoCommand::default() }));
        assert_eq!(go("laps", "false"), Err("laps needs a number".to_owned()));
        // What is not known is passed over, and a clock that has run out leaves the least time.
        let command = go("fast laps 1 and movetime 2000 slow", "false").expect("all else is known");
        assert_eq!(
            (command.goal, command.time, &*command.unknown),
            (goal("laps:1"), seconds(2), &["fast", "and", "slow"].map(str::to_owned)[..])
        );
        assert_eq!(
            go("btime -100 wtime 60000", "false").map(|command| command.time),
            Ok(Some(Duration::from_millis(1)))
        );
        // What cannot be asked has an answer that may have to wait.
        let refused = go_command(&Laps, &Settings::default(), &[], &["nodes", "x", "infinite"]);
        assert_eq!((refused.fault.is_some(), refused.waits), (true, Some(Waits::Stop)));
        assert_eq!(go("btime -x", "false"), Err("btime cannot be \"-x\"; give a whole number".to_owned()));
    }
}
