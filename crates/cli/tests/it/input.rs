//! Bad input: one clear message, status 2, nothing written.

use crate::run::{proofset, suite, text, without_lists};

/// The message of a run that must fail with status 2 and print nothing else.
fn complaint(arguments: &[&str]) -> String {
    let ran = proofset(arguments);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{arguments:?}: {}", ran.stderr);
    assert_eq!(ran.stderr.lines().count(), 1, "one message: {}", ran.stderr);
    without_lists(ran.stderr.trim_end())
}

#[test]
fn games_and_parameters() {
    insta::assert_snapshot!(complaint(&["solve", "tictactoe"]), @r#"proofset: there is no game "tictactoe"; the games are [games]"#);
    insta::assert_snapshot!(complaint(&["solve", "chess:4"]), @r#"proofset: chess: it takes no parameters, and got "4""#);
    insta::assert_snapshot!(complaint(&["solve", "tic-tac-toe:4"]), @r#"proofset: tic-tac-toe: there is no parameter "4"; expected symmetry, as in symmetry"#);
    insta::assert_snapshot!(complaint(&["solve", "connect-four:5"]), @r#"proofset: connect-four: rows is missing in "5"; expected COLUMNSxROWS[+symmetry], as in 7x6"#);
    insta::assert_snapshot!(complaint(&["solve", "mnk:4,4"]), @r#"proofset: mnk: k is missing in "4,4"; expected COLUMNS,ROWS,K[,gravity][,symmetry], as in 3,3,3"#);
    insta::assert_snapshot!(complaint(&["solve", "mnk:40,40,5"]), @r#"proofset: mnk: columns cannot be "40"; give a whole number from 1 to 20, as in 3,3,3"#);
    insta::assert_snapshot!(complaint(&["solve", "mnk:4,3,5"]), @"proofset: mnk: a line of 5 does not fit a board of 4x3; k is at most 4 there");
    insta::assert_snapshot!(complaint(&["solve", "kalah:"]), @"proofset: kalah: there are no parameters; expected HOUSES,SEEDS[+empty-capture], as in 6,4");
    insta::assert_snapshot!(complaint(&["solve", "synthetic:seed=18446744073709551616"]), @r#"proofset: synthetic: seed cannot be "18446744073709551616"; give a whole number from 0 to 18446744073709551615, as in b=3,d=6,seed=0,values=100"#);
}

#[test]
fn positions() {
    insta::assert_snapshot!(complaint(&["solve", "tic-tac-toe", "XX......"]), @"proofset: bad position for tic-tac-toe: the board has 9 cells, but only 8 are given");
    insta::assert_snapshot!(complaint(&["solve", "tic-tac-toe", "XXXOOO..."]), @"proofset: bad position for tic-tac-toe: the first player has a line, and yet the opponent has moved since");
    insta::assert_snapshot!(complaint(&["solve", "connect-four", "--shortst"]), @"proofset: there is no option --shortst here, and as a position it is wrong: bad position for connect-four:7x6: character 1: `-` is not a column; columns are 1 to 7");
    let refused = proofset(&["solve", "connect-four", "--algoritm", "pns"]);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.starts_with("error: unexpected argument '--algoritm' found\n"), "{}", refused.stderr);
    assert!(refused.stderr.contains("tip: `solve --help` lists the options"), "{}", refused.stderr);
    insta::assert_snapshot!(complaint(&["compare", "connect-four", "--value"]), @"proofset: there is no option --value here, and as a position it is wrong: bad position for connect-four:7x6: character 1: `-` is not a column; columns are 1 to 7");
    insta::assert_snapshot!(complaint(&["solve", "connect-four", "-"]), @"proofset: standard input is empty, and - says that the position is there");
    insta::assert_snapshot!(complaint(&["solve", "connect-four", "448"]), @"proofset: bad position for connect-four:7x6: character 3: `8` is not a column; columns are 1 to 7");
    insta::assert_snapshot!(complaint(&["solve", "connect-four:4x4", "12121212"]), @"proofset: bad position for connect-four:4x4: character 8: the game is over, there are no moves");
    insta::assert_snapshot!(complaint(&["solve", "chess", "8/8/8/8/8/8/8/8 w - -"]), @"proofset: bad position for chess: White has no king");
    insta::assert_snapshot!(complaint(&["solve", "chess", "4k3/8/8/8/8/8/8/4K2R b KQ - 0 1"]), @"proofset: bad position for chess: castling right `Q` (field 3) needs the white king on e1 and a white rook on a1");
    insta::assert_snapshot!(complaint(&["solve", "chess", "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1"]), @"proofset: bad position for chess: White is to move, but the black king on e8 is in check from e4; whoever has just moved cannot be in check");
    insta::assert_snapshot!(complaint(&["solve", "chess", "4k3/8/8/9/8/8/8/4K3 w - - 0 1"]), @"proofset: bad position for chess: rank 5 of the board, `9`: `9` is no piece; expected one of PNBRQK (White), pnbrqk (Black), or 1 to 8 for empty squares");
}

#[test]
fn goals_and_algorithms() {
    insta::assert_snapshot!(complaint(&["solve", "tic-tac-toe", "--goal", "victory"]), @r#"proofset: bad goal for tic-tac-toe: "victory" is not one; give win, draw, first:win, second:win, first:draw or second:draw"#);
    insta::assert_snapshot!(complaint(&["solve", "chess", "--goal", "mate-in:0"]), @"proofset: bad goal for chess: a mate takes at least 1 move; expected a number other than 0");
    insta::assert_snapshot!(complaint(&["solve", "tic-tac-toe", "--algorithm", "pss:x"]), @r#"proofset: algorithm "pss:x": "x" is not a cap; give two numbers or inf, as in pss:20,20"#);
    insta::assert_snapshot!(complaint(&["solve", "tic-tac-toe", "--algorithm", "alphabeta"]), @r#"proofset: algorithm "alphabeta": tic-tac-toe has no scores to search for (games with scores are [games with scores]); search with pns, pss, aostar, dfpn, pds, pnstar, cstar, pn2, pss2, pds-pn, dfpn-pn or exact"#);
    insta::assert_snapshot!(complaint(&["solve", "synthetic:b=3,d=4,cycles=1.0", "--algorithm", "pn2"]), @r#"proofset: algorithm "pn2": positions can repeat, and it needs an acyclic graph; search with pns, pss, dfpn, pds, pnstar or cstar"#);
    insta::assert_snapshot!(complaint(&["solve", "tic-tac-toe", "--algorithm", "dfpn:epsilon=0.1,epsilon=0.2"]), @r#"proofset: algorithm "dfpn:epsilon=0.1,epsilon=0.2": epsilon is given twice; give it once"#);
    insta::assert_snapshot!(complaint(&["solve", "chess", "--algorithm", "pns:updates=rank,evaluate=later"]), @r#"proofset: algorithm "pns:updates=rank,evaluate=later": evaluate cannot be "later"; it is one of immediate, delayed"#);
    insta::assert_snapshot!(complaint(&["solve", "chess", "--algorithm", "pns:init=lines"]), @r#"proofset: algorithm "pns:init=lines": chess has no heuristic "lines"; init is one of unit, mobility, king-moves"#);
    insta::assert_snapshot!(complaint(&["solve", "connect-four:4x4", "--algorithm", "pss:20,20,init=costs"]), @r#"proofset: algorithm "pss:20,20,init=costs": connect-four:4x4 has no heuristic "costs"; init is one of unit, mobility, lines, evaluation"#);
    insta::assert_snapshot!(complaint(&["solve", "chess", "--algorithm", "pns:lookahead=2"]), @r#"proofset: algorithm "pns:lookahead=2": lookahead cannot be "2"; it is one of none, one"#);
}

#[test]
fn what_no_clause_names_can_be_asked_about_in_the_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("w.proof");
    let ran = proofset(&["solve", "horn", "x <- y. y <- z. ? w.", "--certificate", text(&path), "--quiet"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (0, "disproven: w does not follow\n"), "{}", ran.stderr);
    let ran = proofset(&["verify", text(&path)]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
}

#[test]
fn clauses() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rules.txt");
    std::fs::write(&path, "% rules\ngoal <- a,\n  b c.").unwrap();
    insta::assert_snapshot!(complaint(&["solve", "horn", text(&path)]), @r#"proofset: bad position for horn: line 3, column 5: expected a comma or a full stop, not "c""#);
    insta::assert_snapshot!(complaint(&["solve", "horn"]), @"proofset: bad position for horn: there are no clauses; give a file, or - for standard input");
    insta::assert_snapshot!(complaint(&["solve", "horn", "a <- b."]), @"proofset: bad position for horn: the clauses do not say what is asked; name an atom, or write `? atom.` among them");
    insta::assert_snapshot!(complaint(&["solve", "horn", "a <- b.", "--goal", "c"]), @r#"proofset: bad goal for horn: no clause names the atom "c""#);
}

#[test]
fn graphs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph.json");
    let bad = |json: &str| {
        std::fs::write(&path, json).unwrap();
        complaint(&["solve", "and-or", text(&path)]).replace(text(folder.path()), "[FOLDER]")
    };
    insta::assert_snapshot!(bad("{\"nodes\": ["), @"proofset: bad position for and-or: line 1, column 11: this is not JSON: the text ends inside a list");
    insta::assert_snapshot!(bad(r#"{"nodes": [{"id": "a", "kind": "or"}], "edges": [["a", "b"]], "root": "a"}"#), @r#"proofset: bad position for and-or: edge 1, ["a", "b"], names the node "b", which does not exist; add it to the nodes or correct the name"#);
    insta::assert_snapshot!(complaint(&["solve", "and-or"]), @"proofset: bad position for and-or: there is no start; give a JSON file, or - for standard input");
    let by_pns = |json: &str| {
        std::fs::write(&path, json).unwrap();
        complaint(&["solve", "and-or", text(&path), "--algorithm", "pns"])
    };
    let cyclic = suite("and-or/cyclic/example11_E_unknown.json");
    let by = |algorithm: &str| complaint(&["solve", "and-or", &cyclic, "--algorithm", algorithm]);
    insta::assert_snapshot!(by("exact"), @r#"proofset: algorithm "exact": the graph has a cycle, C -> F -> C, and it needs an acyclic graph; search with pns, pss, dfpn, pds, pnstar or cstar"#);
    insta::assert_snapshot!(by("pns:graph=tree"), @r#"proofset: algorithm "pns:graph=tree": the graph has a cycle, C -> F -> C, and the search for graphs with cycles has no graph=tree; leave it out"#);
    insta::assert_snapshot!(by("pss:favour=0.5"), @r#"proofset: algorithm "pss:favour=0.5": the graph has a cycle, C -> F -> C, and the search for graphs with cycles has no favour; leave it out"#);
    insta::assert_snapshot!(by("pss:cycles=base-twin"), @r#"proofset: algorithm "pss:cycles=base-twin": the base-twin algorithm has numbers and no sets; use pns:cycles=base-twin"#);
    let superko = by_pns(
        r#"{"nodes": [{"id": "a", "kind": "or"}, {"id": "b", "kind": "and"}],
            "edges": [["a", "b"], ["b", "a"]], "root": "a", "repetition": "mover-loses"}"#,
    );
    insta::assert_snapshot!(superko, @r#"proofset: algorithm "pns": it cannot handle the rule that whoever repeats a position loses; search with dfpn, pds, pnstar or cstar"#);
}

#[test]
fn files_that_are_not_there() {
    insta::assert_snapshot!(complaint(&["solve", "and-or", "no-such.json"]), @"proofset: cannot read no-such.json: No such file or directory (os error 2)");
    insta::assert_snapshot!(complaint(&["solve", "chess", "--file", "no-such.tsv"]), @"proofset: cannot read no-such.tsv: No such file or directory (os error 2)");
    insta::assert_snapshot!(complaint(&["verify", "no-such.proof"]), @"proofset: cannot read no-such.proof: No such file or directory (os error 2)");
    insta::assert_snapshot!(complaint(&["show", "no-such.proof"]), @"proofset: cannot read no-such.proof: No such file or directory (os error 2)");
    insta::assert_snapshot!(complaint(&["solve", "tic-tac-toe", "--certificate", "no-such-folder/x.proof"]), @"proofset: cannot write no-such-folder/x.proof: there is no folder no-such-folder");
}

#[test]
fn files_with_names_that_are_not_read_are_told_apart_from_positions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("problem.txt");
    std::fs::write(&path, ".X./XOO/.X. o").unwrap();
    let said = complaint(&["solve", "go", text(&path)]).replace(text(folder.path()), "");
    insta::assert_snapshot!(said, @"proofset: /problem.txt is a file, and those of go that are read have names that end in .sgf; give it such a name, or its text by -");
    let said = complaint(&["solve", "chess", text(&path)]).replace(text(folder.path()), "");
    insta::assert_snapshot!(said, @"proofset: /problem.txt is a file, and positions of chess are texts; give it by --file, or the text by -");
}

#[test]
fn arguments_are_checked_before_anything_runs() {
    for arguments in [
        &["solve", "tic-tac-toe", "--memory", "lots"][..],
        &["solve", "tic-tac-toe", "--time", "soon"],
        &["solve", "tic-tac-toe", "--limit-expansions", "-3"],
        &["solve"],
        &["prove", "chess"],
        &["solve", "chess", "8/8", "--file", "x.tsv"],
    ] {
        let ran = proofset(arguments);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.stderr.starts_with("error:"), "{}", ran.stderr);
    }
}
