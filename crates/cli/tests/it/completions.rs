//! What the shell offers.

use std::process::Command;

use crate::run::proofset;

/// What bash offers behind each of some lines, with a space between its offers.
fn offers(lines: &[&str]) -> Vec<String> {
    let script = proofset(&["completions", "bash"]).stdout;
    let ask = r#"
        for COMP_LINE in "$@"; do
            COMP_POINT=${#COMP_LINE}
            COMPREPLY=()
            _proofset_words proofset
            echo "${COMPREPLY[*]}"
        done"#;
    let ran = Command::new("bash").args(["-c", &(script + ask), "bash"]).args(lines).output().expect("bash starts");
    let printed = String::from_utf8(ran.stdout).expect("offers are UTF-8");
    printed.lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_games_algorithms_and_options() {
    let lines = [
        ("proofset sol", "solve"),
        ("proofset solve conn", "connect-four"),
        ("proofset solve connect-four:", "7x6"),
        ("proofset compare kal", "kalah"),
        ("proofset solve kalah:9", ""),
        ("proofset solve mnk --algorithm dfpn:eps", "epsilon="),
        ("proofset solve mnk --algorithm dfpn:table=", "exact keyed"),
        ("proofset solve mnk --algorithm=dfpn:table=k", "keyed"),
        ("proofset solve mnk --algorithm dfpn:epsilon=0.25,ta", "0.25,table=exact 0.25,table=keyed"),
        ("proofset solve mnk --algorithm pss:20,20,ties=", "first lex colex"),
        ("proofset bench mnk --algorithms mt", "mtdf"),
        ("proofset bench mnk --algorithms pns,mt", "pns,mtdf"),
        ("proofset bench mnk --algorithms pns,dfpn:table=k", "keyed"),
        ("proofset solve mnk --goal fi", "first:"),
        ("proofset solve mnk --goal first:w", "win"),
        ("proofset solve chess --goal mate", "mate mate-in: mated mated-in:"),
        ("proofset solve mnk --certif", "--certificate"),
    ];
    let offered = offers(&lines.map(|(line, _)| line));
    assert_eq!(offered.len(), lines.len());
    for ((line, expected), offered) in lines.iter().zip(offered) {
        assert_eq!(&offered, expected, "{line}");
    }
}

#[test]
fn other_shells_know_the_same_names() {
    for (shell, names) in [
        ("zsh", &["connect-four", r"kalah\:6,4", "mtdf", r"dfpn\:table=keyed"][..]),
        ("fish", &["mtdf", "dfpn:table=keyed", "connect-four", "kalah:6,4"]),
    ] {
        let script = proofset(&["completions", shell]).stdout;
        for name in names {
            assert!(script.contains(name), "{shell}: {name}");
        }
    }
}

/// What is offered is no limit to what can be written.
#[test]
fn other_parameters_are_taken_all_the_same() {
    assert_eq!(proofset(&["solve", "mnk:2,2,2", "--quiet", "--algorithm", "dfpn:epsilon=0.5"]).status, 0);
}
