//! Completion scripts, which know the names of games, of algorithms and of their options.
//!
//! The idea: a script is made of a command line of its own, whose arguments list what can be written. Nothing is ever read
//! by it, so what is listed refuses no other text: a game may have other parameters, and an option may be any number.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;

use clap::Command;
use clap::builder::PossibleValuesParser;
use clap_complete::{Shell, generate};
use proofset_catalog::{ALGORITHMS, Catalog, Entry, GoalForm, OPTIONS, OptionEntry, OptionValues};

use crate::arguments;

/// What the program is called where its file says nothing that every shell reads as a name.
const USUAL_NAME: &str = "proofset";

/// The name of the program that was started by this word: that of its file.
pub(crate) fn name_of(started: Option<&OsStr>) -> &str {
    let name = started.and_then(|path| Path::new(path).file_stem()).and_then(OsStr::to_str);
    let is_plain = |name: &&str| name.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter));
    name.filter(is_plain)
        .filter(|name| name.starts_with(|letter: char| letter.is_ascii_alphabetic()))
        .unwrap_or(USUAL_NAME)
}

/// The script of a shell for a program of this name.
pub(crate) fn script(catalog: &Catalog, shell: Shell, name: &str) -> String {
    let lists = [
        ("game", games(catalog)),
        ("goal", goals(catalog)),
        ("algorithm", algorithms(catalog)),
        ("algorithms", algorithms(catalog)),
    ];
    let mut command = arguments::command(catalog).mut_subcommands(|command| {
        command.mut_args(|argument| match lists.iter().find(|(name, _)| argument.get_id() == name) {
            Some((_, values)) => argument.value_parser(PossibleValuesParser::new(values.clone())),
            None => argument,
        })
    });
    let mut script = Vec::new();
    generate(shell, &mut command, name, &mut script);
    let script = String::from_utf8_lossy(&script).trim_end().to_owned();
    match shell {
        Shell::Bash => script + &bash_words(name),
        Shell::Fish => script + &fish_games(&command, &games(catalog).join(" "), name),
        _ => script,
    }
}

/// What fish has to be told besides: what is made for it lists values of options, and none of arguments without a name. The
/// game is the first word after a command.
fn fish_games(command: &Command, games: &str, program: &str) -> String {
    let takes_game = |command: &&Command| command.get_positionals().any(|argument| argument.get_id() == "game");
    let line = |command: &Command| {
        let name = command.get_name();
        let place = "test (count (commandline -opc)) -eq 2";
        let function = format!("__fish_{}_using_subcommand", program.replace('-', "_"));
        format!("\ncomplete -c {program} -n \"{function} {name}; and {place}\" -f -a \"{games}\"")
    };
    command.get_subcommands().filter(takes_game).map(line).collect()
}

/// The games, each also with the parameters that it has by default.
fn games(catalog: &Catalog) -> Vec<String> {
    let mut values: Vec<String> = catalog.entries().iter().map(|game| game.name().to_owned()).collect();
    let full = |game: &Entry| game.full_name(&game.parameters().defaults());
    values.extend(catalog.entries().iter().map(full).filter(|name| name.contains(':')));
    values
}

/// The goals of all games, each as far as it is the same whatever is asked.
fn goals(catalog: &Catalog) -> Vec<String> {
    let mut beginnings = BTreeSet::new();
    for game in catalog.entries() {
        beginnings.extend(game.goals().forms().iter().map(GoalForm::beginning).filter(|text| !text.is_empty()));
    }
    beginnings.into_iter().map(str::to_owned).collect()
}

/// The algorithms, each also with every option that it has.
fn algorithms(catalog: &Catalog) -> Vec<String> {
    let mut names: Vec<&str> = ALGORITHMS.iter().filter_map(|algorithm| algorithm.syntax.split(':').next()).collect();
    names.dedup();
    let mut all: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    all.extend(catalog.searches().iter().map(|search| search.name().to_owned()));
    for name in names {
        for option in OPTIONS.iter().filter(|option| option.of.contains(&name)) {
            all.extend(words(option).into_iter().map(|word| format!("{name}:{word}")));
        }
    }
    all
}

/// An option with each of its names, or up to where a number follows.
fn words(option: &OptionEntry) -> Vec<String> {
    match &option.values {
        OptionValues::OneOf(names) => names.iter().map(|name| format!("{}={name}", option.key)).collect(),
        OptionValues::Heuristic | OptionValues::Share(_) | OptionValues::Number(_) => vec![format!("{}=", option.key)],
    }
}

/// What bash has to do besides.
fn bash_words(program: &str) -> String {
    BASH_WORDS.replace("FUNCTION", &format!("_{}", program.replace('-', "__"))).replace("PROGRAM", program)
}

/// The same, but for the names of the program and of the function that was made for it.
const BASH_WORDS: &str = r#"

# Games, goals and algorithms are written with : and =, where bash ends a word. So the word is put together again up to the
# last space, and of each answer that is handed back which comes after the last of these signs. What can follow a : is
# answered behind it. Behind a comma comes one more option,
# or one more algorithm.
FUNCTION_words() {
    local line="${COMP_LINE:0:COMP_POINT}"
    local word="${line##*[[:space:]]}"
    local -a COMP_WORDS
    read -r -a COMP_WORDS <<< "${line%"$word"}"
    if [[ "$word" == --*=* ]]; then
        COMP_WORDS+=("${word%%=*}")
        word="${word#*=}"
    fi
    local COMP_CWORD=${#COMP_WORDS[@]}
    local option="${COMP_WORDS[COMP_CWORD - 1]}" before=""
    if [[ "$option" == --algorithm && "$word" == *:*,* || "$option" == --algorithms && "$word" == *,* ]]; then
        before="${word##*[:=]}"
        before="${before%"${before##*,}"}"
        local first=""
        if [[ "$option" == --algorithm ]]; then first="${word%%:*}:"; fi
        word="$first${word##*,}"
    fi
    local known="${word%"${word##*[:=]}"}"
    COMP_WORDS+=("$word")
    FUNCTION "$1" "$word" "${COMP_WORDS[COMP_CWORD - 1]}"
    local place head seen=" "
    for place in "${!COMPREPLY[@]}"; do
        if [[ "$word" != *:* && "${COMPREPLY[place]}" == *:* ]]; then
            head="${COMPREPLY[place]%%:*}"
            if [[ "$seen" == *" $head "* ]]; then
                unset "COMPREPLY[place]"
                continue
            fi
            COMPREPLY[place]="$head:"
        else
            head="${COMPREPLY[place]}"
        fi
        seen+="$head "
    done
    COMPREPLY=("${COMPREPLY[@]#"$known"}")
    COMPREPLY=("${COMPREPLY[@]/#/$before}")
    if [[ ${#COMPREPLY[@]} -eq 1 && "${COMPREPLY[0]}" == *[=:] ]]; then
        compopt -o nospace 2> /dev/null
    fi
}
complete -F FUNCTION_words -o bashdefault -o default PROGRAM"#;

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use clap_complete::Shell;
    use proofset_catalog::Catalog;

    use super::{name_of, script};

    #[test]
    fn a_program_is_called_as_its_file_if_a_shell_can_read_that() {
        for (started, name) in [
            ("dodgem", "dodgem"),
            ("target/debug/my-solver", "my-solver"),
            ("solver_2.exe", "solver_2"),
            ("", "proofset"),
            ("a b", "proofset"),
            ("-v", "proofset"),
            ("$(reboot)", "proofset"),
        ] {
            assert_eq!(name_of(Some(OsStr::new(started))), name, "{started}");
        }
        assert_eq!(name_of(None), "proofset");
    }

    #[test]
    fn scripts_are_for_the_program_that_prints_them() {
        for (shell, line) in [
            (Shell::Bash, "complete -F _my__solver_words -o bashdefault -o default my-solver"),
            (Shell::Fish, "complete -c my-solver -n \"__fish_my_solver_using_subcommand solve; and"),
            (Shell::Zsh, "#compdef my-solver"),
        ] {
            let script = script(&Catalog::new(), shell, "my-solver");
            assert!(script.contains(line), "{shell}: {script}");
            assert!(!script.contains("_proofset"), "{shell}: no function of another program is called");
        }
    }
}
