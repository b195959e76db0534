//! Scores of leaves, values of positions, and what a search needs at least to find them.

use proofset_core::{Game, Notation, Player, Score, ValuedGame};
use proofset_synthetic::{Position, Synthetic};

use crate::{after, game, minimax, successors};

fn leaves(game: &Synthetic) -> Vec<Position> {
    let mut open = vec![game.start()];
    let mut leaves = Vec::new();
    while let Some(position) = open.pop() {
        if game.outcome(&position).is_some() { leaves.push(position) } else { open.extend(successors(game, &position)) }
    }
    leaves
}

/// As the first player sees it.
fn leaf_score(game: &Synthetic, leaf: &Position) -> Score {
    let score = game.score(leaf).expect("it is a leaf");
    if game.to_move(leaf) == Player::First { score } else { -score }
}

/// The scores from -100 to 100 in ten bins of equal size and one left over: a chi-square test.
#[test]
fn independent_scores_are_uniform() {
    for seed in 0..5 {
        for (depth, share) in [(6, 0.0), (7, 0.2)] {
            let game = game(&format!("b=5,d={depth},seed={seed},share={share}"));
            let (mut bins, mut all) = ([0_u32; 67], 0);
            for leaf in leaves(&game).into_iter().take(20_000) {
                let bin = usize::try_from(leaf_score(&game, &leaf) + 100).expect("no score is below -100") / 3;
                bins[bin] += 1;
                all += 1;
            }
            if share > 0.0 {
                // Lines count, not leaves: equal leaves make the counts uneven.
                assert!(bins.iter().all(|&count| count > 0));
                continue;
            }
            let expected = f64::from(all) / 67.0;
            let distance: f64 = bins.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
            // 66 degrees of freedom: 108 is exceeded once in a thousand times.
            assert!(distance < 108.0, "seed {seed}: {distance}");
        }
    }
}

#[test]
fn ranges_of_scores_are_kept_and_used() {
    for (text, low, high) in [
        ("b=4,d=5,values=0..1", 0, 1),
        ("b=4,d=5,values=-7..-3", -7, -3),
        ("b=4,d=5,values=0", 0, 0),
        ("b=4,d=5,values=9,ordered=0.5", -9, 9),
    ] {
        let game = game(text);
        let scores: Vec<Score> = leaves(&game).iter().map(|leaf| leaf_score(&game, leaf)).collect();
        let (least, greatest) = (scores.iter().min().copied(), scores.iter().max().copied());
        assert_eq!((least, greatest), (Some(low), Some(high)), "{text}");
        assert!(greatest.is_some_and(|score| score <= game.limit()));
    }
}

#[test]
fn incremental_scores_are_sums_along_the_path() {
    for text in ["b=3,d=6,seed=1,values=10,leaves=incremental", "b=3,d=6,seed=1,values=3,leaves=incremental,share=0.5"]
    {
        let game = game(text);
        let mut position = game.start();
        assert_eq!(game.evaluate(&position), 0);
        let mut sum = 0;
        for mv in [1, 3, 2, 2, 1, 3] {
            let next = after(&game, &position, mv);
            let step = next.carried() - position.carried();
            assert!(step.abs() <= 10);
            sum += step;
            position = next;
            let own = if game.to_move(&position) == Player::First { sum } else { -sum };
            assert_eq!(game.evaluate(&position), own, "the evaluation is the sum so far");
        }
        assert_eq!(game.score(&position), Some(sum), "ply 6: the first player would move");
    }
}

/// The sums of d draws from -v to v have the variance d v (v + 1) / 3.
#[test]
fn incremental_scores_spread_like_sums() {
    let game = game("b=6,d=6,seed=1,values=10,leaves=incremental");
    let leaves = leaves(&game);
    let squares: f64 = leaves.iter().map(|leaf| f64::from(leaf_score(&game, leaf)).powi(2)).sum();
    let variance = squares / leaves.len() as f64;
    assert!((150.0..290.0).contains(&variance), "{variance} instead of 220");
}

/// Values lie within the bounds of every position on the way.
#[test]
fn bounds_hold() {
    for text in [
        "b=3,d=5,seed=1,values=5",
        "b=2..3,d=5,seed=2,values=-2..6,early=0.2",
        "b=3,d=5,seed=3,values=1..4,leaves=incremental",
        "b=3,d=5,seed=4,values=-4..-1,leaves=incremental,early=0.3",
        "b=3,d=5,seed=5,values=8,ordered=0.7,share=0.3",
    ] {
        let game = game(text);
        let mut open = vec![game.start()];
        while let Some(position) = open.pop() {
            let value = minimax(&game, &position);
            let own = if game.to_move(&position) == Player::First { value } else { -value };
            let (low, high) = game.bounds(&position);
            assert!(low <= own && own <= high, "{text}, {}: {own}", game.position_text(&position));
            assert!(-game.limit() <= low && high <= game.limit());
            if game.outcome(&position).is_none() {
                open.extend(successors(&game, &position));
            }
        }
    }
}

/// What the game has planned comes out, and with `best-first` the first move is best everywhere.
#[test]
fn ordered_games_have_the_values_they_plan() {
    for (text, always) in [
        ("b=3,d=5,seed=1,values=20,ordered=best-first", true),
        ("b=2..4,d=5,seed=2,values=3,ordered=best-first,share=0.4", true),
        ("b=2..4,d=5,seed=3,values=50,ordered=best-first,early=0.2", true),
        ("b=3,d=5,seed=4,values=1000,ordered=0.5", false),
    ] {
        let game = game(text);
        let (mut first, mut all) = (0_u32, 0_u32);
        let mut open = vec![game.start()];
        while let Some(position) = open.pop() {
            let value = minimax(&game, &position);
            let own = if game.to_move(&position) == Player::First { value } else { -value };
            assert_eq!(game.planned_value(&position), Some(own), "{text}");
            if game.outcome(&position).is_some() {
                continue;
            }
            let next = successors(&game, &position);
            first += u32::from(minimax(&game, &next[0]) == value);
            all += 1;
            open.extend(next);
        }
        if always {
            assert_eq!(first, all, "{text}");
        } else {
            // A half, and a third of the other half.
            assert!((0.55..0.8).contains(&(f64::from(first) / f64::from(all))), "{text}: {first} of {all}");
        }
    }
}

/// Alpha-beta without bounds on the root, as the first player sees it; counts what it visits, and the leaves of it.
fn alpha_beta(game: &Synthetic, position: &Position, mut window: (Score, Score), visits: &mut (u64, u64)) -> Score {
    visits.0 += 1;
    if game.outcome(position).is_some() {
        visits.1 += 1;
        return leaf_score(game, position);
    }
    let is_first = game.to_move(position) == Player::First;
    let mut best = if is_first { Score::MIN } else { Score::MAX };
    for next in successors(game, position) {
        let value = alpha_beta(game, &next, window, visits);
        if is_first {
            best = best.max(value);
            window.0 = window.0.max(value);
        } else {
            best = best.min(value);
            window.1 = window.1.min(value);
        }
        if window.0 >= window.1 {
            break;
        }
    }
    best
}

/// Pearl's TEST: is it worth at least `least` to the first player? Counts what it visits.
fn test(game: &Synthetic, position: &Position, least: Score, visits: &mut u64) -> bool {
    *visits += 1;
    if game.outcome(position).is_some() {
        return leaf_score(game, position) >= least;
    }
    let is_first = game.to_move(position) == Player::First;
    let mut next = successors(game, position).into_iter();
    if is_first {
        next.any(|next| test(game, &next, least, visits))
    } else {
        next.all(|next| test(game, &next, least, visits))
    }
}

/// Knuth and Moore (1975): alpha-beta visits `b^ceil(d/2) + b^floor(d/2) - 1` leaves of a best-ordered tree, and the
/// same with i for d on each ply i. Pearl (1980): TEST visits one factor of them at a time.
#[test]
fn minimal_trees_have_the_published_sizes() {
    for branching in 2..=5_u32 {
        for depth in 1..=if branching < 4 { 8 } else { 6 } {
            for seed in 0..3 {
                let game = game(&format!("b={branching},d={depth},seed={seed},ordered=best-first"));
                let b = u64::from(branching);
                let factors = |ply: u32| (b.pow(ply.div_ceil(2)), b.pow(ply / 2));
                let minimal = |ply: u32| factors(ply).0 + factors(ply).1 - 1;
                let start = game.start();
                let value = game.planned_value(&start).expect("it is planned");
                let mut visits = (0, 0);
                assert_eq!(alpha_beta(&game, &start, (Score::MIN, Score::MAX), &mut visits), value);
                assert_eq!(visits, ((0..=depth).map(minimal).sum(), minimal(depth)), "b={branching}, d={depth}");

                let (mut yes, mut no) = (0, 0);
                assert!(test(&game, &start, value, &mut yes));
                assert!(!test(&game, &start, value + 1, &mut no));
                assert_eq!(yes, (0..=depth).map(|ply| factors(ply).1).sum::<u64>());
                assert_eq!(no, (0..=depth).map(|ply| factors(ply).0).sum::<u64>());
                assert_eq!(yes + no - u64::from(depth) - 1, visits.0);
            }
        }
    }
}

/// What games are made of must not change: experiments name games by their text.
#[test]
fn games_stay_as_they_are() {
    let mut lines = Vec::new();
    for text in [
        "b=4,d=6,seed=1,values=100",
        "b=4,d=6,seed=2,values=100",
        "b=2..4,d=6,seed=1,values=100,early=0.1",
        "b=4,d=6,seed=1,values=10,leaves=incremental",
        "b=4,d=6,seed=1,values=100,ordered=best-first",
        "b=4,d=6,seed=1,values=100,ordered=0.5",
        "b=4,d=6,seed=1,values=100,share=0.3",
        "b=4,d=6,seed=1,values=10,leaves=incremental,share=0.3",
    ] {
        let game = game(text);
        let mut position = game.start();
        let mut line = Vec::new();
        for step in 2.. {
            line.push(game.position_text(&position));
            if game.outcome(&position).is_some() {
                break;
            }
            let moves = u32::try_from(game.moves(&position).count()).expect("they are few");
            position = after(&game, &position, 1 + step % moves);
        }
        let value = minimax(&game, &game.start());
        let end = leaf_score(&game, &position);
        lines.push(format!("{text}: {} = {end}; value {value}", line.join(" ")));
    }
    insta::assert_snapshot!(lines.join("\n"), @r"
    b=4,d=6,seed=1,values=100: 0:0 1:2 2:11 3:44 4:177 5:710 6:2843 = 93; value -45
    b=4,d=6,seed=2,values=100: 0:0 1:2 2:11 3:44 4:177 5:710 6:2843 = -77; value -41
    b=2..4,d=6,seed=1,values=100,early=0.1: 0:0 1:0 2:0 3:0 4:2 5:10 6:43 = 41; value -28
    b=4,d=6,seed=1,values=10,leaves=incremental: 0:0 1:2 2:11 3:44 4:177 5:710 6:2843 = -24; value 2
    b=4,d=6,seed=1,values=100,ordered=best-first: 0:0 1:2 2:11 3:44 4:177 5:710 6:2843 = 98; value -14
    b=4,d=6,seed=1,values=100,ordered=0.5: 0:0 1:2 2:11 3:44 4:177 5:710 6:2843 = 98; value -14
    b=4,d=6,seed=1,values=100,share=0.3: 0:0 1:2 2:7 3:4 4:17 5:38 6:331 = 13; value -40
    b=4,d=6,seed=1,values=10,leaves=incremental,share=0.3: 0:0:0 1:2:-7 2:7:-11 3:4:-21 4:17:-20 5:38:-25 6:331:-28 = -28; value 4
    ");
}
