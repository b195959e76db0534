//! Whole searches on small problems: tic-tac-toe, Connect Four on 4x4, a chess mate.

use criterion::{Criterion, criterion_group, criterion_main};
use proofset_best_first::{Options, Search, pns, pss, pss_truncated};
use proofset_chess::Mate;
use proofset_core::{Goal, Limits, Player, Problem, Solve, Solver, Verdict};
use proofset_mnk::{Mnk, Rules};
use proofset_nodeset::{Effort, TieOrder};
use proofset_tic_tac_toe::TicTacToe;

fn solve<P: Problem, E: Effort, D: Effort>(mut search: Search<P, E, D>) -> Verdict {
    search.solve(&Limits::none(), &mut ()).ok().expect("acyclic").verdict
}

fn measure<P: Problem + Clone>(criterion: &mut Criterion, name: &str, problem: &P) {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(20);
    let options = Options::default();
    group.bench_function("pns", |b| b.iter(|| solve(pns(problem.clone(), options))));
    group.bench_function("pss:20,20", |b| {
        b.iter(|| solve(pss_truncated(problem.clone(), 20, 20, TieOrder::Lex, options)));
    });
    group.bench_function("pss", |b| b.iter(|| solve(pss(problem.clone(), TieOrder::Lex, options))));
    group.finish();
}

fn searches(criterion: &mut Criterion) {
    let goal = Goal::win(Player::First);
    measure(criterion, "tic-tac-toe", &Solve::from_start(TicTacToe, goal));
    let rules = Rules::connect_four("4x4").expect("a board");
    measure(criterion, "connect-four 4x4", &Solve::from_start(Mnk::<1>::new(rules), goal));
    let mate = Mate::parse("3rr1k1/1p1q4/p6Q/6p1/2Pn4/6PP/PP4PK/2RR4 b - -", "mate-in:4").expect("a position");
    measure(criterion, "chess mate in 4", &mate);
}

criterion_group!(benches, searches);
criterion_main!(benches);
