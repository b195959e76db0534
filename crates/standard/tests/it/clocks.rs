//! Whose clock runs, by the words that protocols have for positions.

use proofset_standard::catalog;

#[test]
fn the_words_of_a_position_tell_whose_clock_runs() {
    let catalog = catalog();
    let clock = |game: &str, position: &str| {
        let words: Vec<&str> = position.split_whitespace().collect();
        catalog.entry(game).unwrap().protocols()[0].own_clock(&words)
    };
    for (game, position, expected) in [
        // Without a position it is the start, where White begins in chess, and Black in shogi.
        ("chess", "", Some("wtime")),
        ("antichess", "startpos", Some("wtime")),
        ("shogi", "", Some("btime")),
        ("shogi", "startpos moves", Some("btime")),
        ("chess", "startpos moves e2e4", Some("btime")),
        ("shogi", "startpos moves 7g7f 3c3d", Some("btime")),
        ("chess", "fen 8/k1P5/2P5/8/8/8/8/3K4 b - - 0 1", Some("btime")),
        ("chess", "fen 8/k1P5/2P5/8/8/8/8/3K4 w - - 0 1 moves c7c8q", Some("btime")),
        ("shogi", "sfen 4k4/9/4P4/9/9/9/9/9/9 w G 1 moves 5a4a", Some("btime")),
        ("shogi", "sfen 4k4/9/4P4/9/9/9/9/9/9 w G 1", Some("wtime")),
        ("chess", "fen", None),
        ("chess", "fen 8/8 x", None),
        ("shogi", "sfen 4k4/9/4P4/9/9/9/9/9/9", None),
        ("shogi", "nonsense", None),
    ] {
        assert_eq!(clock(game, position), expected, "{game} {position}");
    }
}
