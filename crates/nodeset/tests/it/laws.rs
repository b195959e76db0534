//! All algebras against the model; Lemma 2 and Lemma 3 of Müller (2001).

use proofset_core::{NodeId, Size};
use proofset_nodeset::{BitSet, Count, Effort, Favour, Favouring, SortedSet, TieOrder, UnionRule};
use proofset_testkit::laws::{Seen, UnionPlan, check_effort, check_effort_by_rule};

const ALL: usize = usize::MAX;
const TIES: [TieOrder; 3] = [TieOrder::Lex, TieOrder::Colex, TieOrder::First];

fn plans() -> impl Iterator<Item = UnionPlan> {
    (0..300).map(|seed| {
        let max_cost = if seed % 2 == 0 { 1 } else { 9 };
        UnionPlan::random(seed, 1 + seed as usize % 23, 40, max_cost)
    })
}

#[test]
fn counts_are_sums() {
    for plan in plans() {
        check_effort(Count::new(), &plan, 0, TieOrder::Lex);
    }
}

#[test]
fn exact_sets_count_every_leaf_once() {
    for plan in plans() {
        for ties in TIES {
            let lists = check_effort(SortedSet::new(ties), &plan, ALL, ties);
            let bits = check_effort(BitSet::new(ties), &plan, ALL, ties);
            assert_eq!(lists, bits);
        }
    }
}

#[test]
fn truncated_sets_list_the_k_smallest() {
    for plan in plans() {
        for ties in TIES {
            for k in [0, 1, 2, 3, 5, 8, 20, ALL] {
                check_effort(SortedSet::truncated(k, ties), &plan, k, ties);
            }
        }
    }
}

/// Sets with a cap that is never reached are not the sets without one: what they list is the same, and how it may be found is not.
#[test]
fn favouring_left_out_and_caps_that_are_never_reached_change_nothing_that_is_seen() {
    for plan in plans() {
        for ties in TIES {
            let exact = check_effort(SortedSet::new(ties), &plan, ALL, ties);
            for sets in [SortedSet::new(ties), SortedSet::truncated(ALL, ties), SortedSet::adaptive(ties)] {
                assert_eq!(check_effort(Favouring::chosen(sets, None), &plan, ALL, ties), exact);
            }
        }
    }
    let lex = TieOrder::Lex;
    let all = [SortedSet::new(lex), SortedSet::truncated(ALL, lex), SortedSet::adaptive(lex)];
    let told = all.map(|sets| (sets.is_idempotent(), sets.coarsens()));
    assert_eq!(told, [(true, false), (false, false), (false, true)]);
    assert!(!Favouring::chosen(SortedSet::new(lex), None).favours());
}

fn at_once(plan: &UnionPlan, k: usize, ties: TieOrder) -> Vec<Seen> {
    let sets = SortedSet::truncated(k, ties).with_union(UnionRule::KWay);
    check_effort_by_rule(sets, UnionRule::KWay, plan, k, ties)
}

#[test]
fn unions_at_once_follow_their_definition() {
    for plan in plans() {
        for ties in TIES {
            for k in [0, 1, 2, 3, 5, 8, 20] {
                at_once(&plan, k, ties);
            }
            assert_eq!(at_once(&plan, ALL, ties), check_effort(SortedSet::new(ties), &plan, ALL, ties));
        }
    }
}

#[test]
fn lemmas_2_and_3_hold_for_unions_at_once() {
    let mut tighter = 0;
    for plan in plans() {
        for pair in [0, 1, 2, 4, 9, ALL].map(|k| at_once(&plan, k, TieOrder::Lex)).windows(2) {
            for (smaller, larger) in pair[0].iter().zip(&pair[1]) {
                assert!(larger.size <= smaller.size);
                assert!(smaller.members.iter().all(|member| larger.members.contains(member)));
                tighter += usize::from(larger.size < smaller.size);
            }
        }
    }
    assert!(tighter > 1000, "{tighter} bounds became smaller");
}

/// Exact sets have nothing to hide: the rule changes nothing, not even the storage.
#[test]
fn exact_sets_are_the_same_by_either_rule() {
    for plan in plans() {
        let sets = SortedSet::new(TieOrder::Lex).with_union(UnionRule::KWay);
        check_effort(sets, &plan, ALL, TieOrder::Lex);
    }
}

#[test]
fn lemma_2_and_3_a_larger_k_gives_smaller_bounds_and_longer_lists() {
    let ties = TieOrder::Lex;
    for plan in plans() {
        let by_k: Vec<_> = [0, 1, 2, 4, 9, ALL]
            .map(|k| check_effort(SortedSet::truncated(k, ties), &plan, k, ties))
            .into_iter()
            .collect();
        for pair in by_k.windows(2) {
            for (smaller, larger) in pair[0].iter().zip(&pair[1]) {
                assert!(larger.size <= smaller.size);
                assert!(smaller.members.iter().all(|member| larger.members.contains(member)));
            }
        }
    }
}

#[test]
fn sharing_keeps_a_set_alive() {
    let mut sets = SortedSet::new(TieOrder::Lex);
    let leaf = |sets: &mut SortedSet, id| sets.leaf(NodeId::new(id).unwrap(), Size::ONE).unwrap();
    let (a, b, c) = (leaf(&mut sets, 0), leaf(&mut sets, 1), leaf(&mut sets, 2));
    let pair = sets.union([a, b]).unwrap();
    let same = sets.union([pair, a]).unwrap();
    assert_eq!(pair, same, "a union that equals a part shares its storage");
    sets.release(pair);
    let other = sets.union([b, c]).unwrap();
    assert_ne!(other, same);
    let listed: Vec<usize> = sets.members(same).map(NodeId::index).collect();
    assert_eq!(listed, [0, 1]);
}

/// So the last step of adaptive sets, to K = 0, frees room instead of taking more.
#[test]
fn leaves_of_cost_one_take_no_room_at_any_k() {
    for k in [0, 1, ALL] {
        let mut sets = SortedSet::truncated(k, TieOrder::Lex);
        let before = sets.bytes();
        for index in 0..100 {
            let leaf = sets.leaf(NodeId::new(index).unwrap(), Size::ONE).unwrap();
            assert_eq!((sets.size(leaf), sets.members(leaf).count()), (Size::ONE, k.min(1)));
            sets.share(leaf);
            sets.release(leaf);
        }
        assert_eq!(sets.bytes(), before, "K = {k}");
    }
}

/// Searches leave so much room before they make nodes.
#[test]
fn leaves_take_no_more_than_was_said_before() {
    fn check_growth<E: Effort>(mut effort: E) {
        for (round, costs) in [&[1][..], &[1], &[1, 1, 1, 7], &[2, 9], &[1]].into_iter().enumerate() {
            // Other nodes are made between them.
            let nodes = 1000 * (round + 1);
            let room = effort.growth_for(300, nodes);
            let room = if costs == [1] { effort.growth_for_units(300, nodes).min(room) } else { room };
            let before = effort.bytes();
            for (index, &cost) in (nodes - 300..nodes).zip(costs.iter().cycle()) {
                effort.leaf(NodeId::new(index).unwrap(), Size::new(cost)).unwrap();
            }
            let taken = effort.bytes() - before;
            assert!(taken <= room, "{taken} bytes of {room} in round {round}");
        }
    }
    let lex = TieOrder::Lex;
    check_growth(Count::new());
    check_growth(BitSet::new(lex));
    for k in [0, 1, ALL] {
        check_growth(SortedSet::truncated(k, lex));
        check_growth(Favouring::new(SortedSet::truncated(k, lex), Favour::new(0.5).unwrap()));
    }
    check_growth(Favouring::new(BitSet::new(lex), Favour::new(0.5).unwrap()));
    // Who knows that all leaves cost one leaves no room.
    assert_eq!(SortedSet::new(lex).growth_for_units(100_000, 100_000), 0);
    assert_eq!(SortedSet::new(lex).growth_for(100_000, 100_000), 2_000_000);
}

/// A leaf of which other nodes are a part is as large as it is said to be, and what two of them have in common counts once.
#[test]
fn leaves_stand_for_what_they_need() {
    let node = |index| NodeId::new(index).unwrap();
    let [shared, other] = [1 << 30, (1 << 30) + 5].map(node);
    let members = |sets: &SortedSet, set| sets.members(set).collect::<Vec<_>>();
    for k in [0, 1, 2, ALL] {
        let mut sets = SortedSet::truncated(k, TieOrder::First);
        let whole = sets.standing_for(node(0), Size::new(2), &[shared, other]).unwrap();
        let part = sets.standing_for(node(1), Size::new(5), &[shared]).unwrap();
        let single = sets.standing_for(node(2), Size::ONE, &[other]).unwrap();
        let own = sets.standing_for(node(3), Size::new(3), &[]).unwrap();
        let sizes = [whole, part, single, own].map(|set| sets.size(set));
        assert_eq!(sizes, [2, 5, 1, 3].map(Size::new));
        // Of a set that is cut the cheapest are listed.
        let listed: [&[NodeId]; 4] = [&[shared, other], &[shared, node(1)], &[other], &[node(3)]];
        for (set, listed) in [whole, part, single, own].into_iter().zip(listed) {
            assert_eq!(members(&sets, set), listed[..listed.len().min(k)], "K = {k}");
        }
        let union = |sets: &mut SortedSet, parts: &[_]| {
            let union = sets.union(parts.iter().copied()).unwrap();
            sets.size(union)
        };
        // Without lists: 7; with them: the shared one once.
        assert_eq!(union(&mut sets, &[whole, part]), Size::new(if k == 0 { 7 } else { 6 }), "K = {k}");
        assert_eq!(union(&mut sets, &[whole, single]), Size::new(if k < 2 { 3 } else { 2 }), "K = {k}");
        assert_eq!(union(&mut sets, &[own, own]), Size::new(if k == 0 { 6 } else { 3 }), "K = {k}");
    }
    // Numbers have no parts.
    assert_eq!(Count::new().standing_for(node(0), Size::new(4), &[shared]).unwrap(), Size::new(4));
}

#[test]
fn adaptive_sets_list_half_as_many_at_each_call() {
    let limits = |mut sets: SortedSet| {
        let mut limits = vec![sets.limit()];
        while sets.coarsen() {
            limits.push(sets.limit());
        }
        limits
    };
    assert_eq!(limits(SortedSet::adaptive(TieOrder::Lex)), [ALL, 64, 32, 16, 8, 4, 2, 1, 0]);
    assert_eq!(limits(SortedSet::truncated(9, TieOrder::Lex)), [9], "what was asked for stays");
}
