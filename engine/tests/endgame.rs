//! Endgame tables: against vectors, against a second solver, and in play.

use std::sync::LazyLock;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;
use warri_engine::endgame::{
    Endgames, Layer, LayerReport, MOST_SEEDS, PlainSolver, SolvedMove, positions_with,
};
use warri_engine::{Game, House, Outcome, Position, RawPosition, Reason, Side, Variant};

/// Up to eight seeds by all variants.
static SOLVED: LazyLock<[Endgames; 3]> =
    LazyLock::new(|| Variant::ALL.map(|variant| Endgames::solved(variant, 8)));

#[derive(Deserialize)]
struct Row {
    variant: Variant,
    seeds: usize,
    positions: usize,
    mover_more: usize,
    equal: usize,
    mover_less: usize,
    sum_mover: usize,
    sum_other: usize,
    open: usize,
}

#[test]
fn vectors_hold() {
    let mut rows = csv::Reader::from_path("tests/vectors/endgame.csv").unwrap();
    let mut count = 0;
    for row in rows.deserialize() {
        let row: Row = row.unwrap();
        let endgames = SOLVED.iter().find(|one| one.variant() == row.variant);
        let layer = &endgames.unwrap().layers()[row.seeds];
        let all: Vec<[usize; 2]> = layer
            .positions()
            .map(|(_, one)| [one.own, one.other].map(usize::from))
            .collect();
        let count_of = |holds: fn([usize; 2], usize) -> bool| {
            all.iter().filter(|&&one| holds(one, row.seeds)).count()
        };
        assert_eq!(all.len(), row.positions);
        assert_eq!(count_of(|[own, other], _| own > other), row.mover_more);
        assert_eq!(count_of(|[own, other], _| own == other), row.equal);
        assert_eq!(count_of(|[own, other], _| own < other), row.mover_less);
        assert_eq!(all.iter().map(|one| one[0]).sum::<usize>(), row.sum_mover);
        assert_eq!(all.iter().map(|one| one[1]).sum::<usize>(), row.sum_other);
        assert_eq!(
            count_of(|[own, other], seeds| own + other != seeds),
            row.open
        );
        count += 1;
    }
    assert_eq!(count, 27);
}

#[test]
fn a_plain_solver_finds_the_same() {
    for variant in Variant::ALL {
        let mut plain = PlainSolver::new(variant);
        let mut endgames = Endgames::new(variant);
        for _ in 0..=7 {
            plain.solve();
            endgames.solve(|_| ());
            assert_eq!(endgames.differences(&plain), 0);
        }
    }
}

#[test]
fn one_seed_is_played_to_its_end_in_one_ply() {
    // F's seed feeds, and the game ends or goes on; nowhere is it longer.
    for endgames in SOLVED.iter() {
        let report = LayerReport::of(endgames, 1).unwrap();
        assert_eq!(report.longest, Some(1));
    }
    let position: Position = "0,0,0,0,0,1/1,0,0,0,0,1 23-22 S".parse().unwrap();
    let moves = SOLVED[2].moves(&position).unwrap();
    assert_eq!(moves[0].progress, 1, "{moves:?}");
}

#[test]
fn a_wrong_value_is_found() {
    let mut plain = PlainSolver::new(Variant::Abapa);
    let mut endgames = Endgames::new(Variant::Bridgetown);
    let mut differing = 0;
    for _ in 0..=4 {
        plain.solve();
        endgames.solve(|_| ());
        differing += endgames.differences(&plain);
    }
    assert!(differing > 100, "{differing}");
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let bytes = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let endgames = pool
            .unwrap()
            .install(|| Endgames::solved(Variant::Bridgetown, 8));
        endgames
            .layers()
            .iter()
            .map(|layer| written(layer))
            .collect::<Vec<_>>()
    };
    assert!(bytes(1) == bytes(3));
}

fn written(layer: &Layer) -> Vec<u8> {
    let mut bytes = Vec::new();
    layer.write(&mut bytes).unwrap();
    bytes
}

#[test]
fn a_layer_is_read_as_it_was_written() {
    let layer = &SOLVED[0].layers()[5];
    let bytes = written(layer);
    assert_eq!(bytes.len(), 4 * positions_with(5));
    let read = |bytes: &[u8]| Layer::read(Variant::Speightstown, 5, &mut &bytes[..]);
    assert!(written(&read(&bytes).unwrap()) == bytes);
    assert!(read(&bytes[1..]).is_err());
    let mut damaged = bytes;
    damaged[700] = 6;
    assert!(read(&damaged).is_err());
    assert_eq!(positions_with(MOST_SEEDS), 417_225_900);
}

#[test]
fn layers_are_added_in_order() {
    let copy = |endgames: &Endgames, seeds: u8| {
        let bytes = written(&endgames.layers()[usize::from(seeds)]);
        Layer::read(endgames.variant(), seeds, &mut &bytes[..]).unwrap()
    };
    let mut endgames = Endgames::new(Variant::Speightstown);
    endgames.push(copy(&SOLVED[0], 0)).unwrap();
    assert!(endgames.push(copy(&SOLVED[0], 2)).is_err());
    assert!(endgames.push(copy(&SOLVED[1], 1)).is_err());
    endgames.push(copy(&SOLVED[0], 1)).unwrap();
    let position: Position = "1,0,0,0,0,0/0,0,0,0,0,0 24-23 N".parse().unwrap();
    assert_eq!(endgames.outcome(&position), SOLVED[0].outcome(&position));
    let more: Position = "1,0,0,0,0,0/1,0,0,0,0,0 23-23 N".parse().unwrap();
    assert_eq!(endgames.guarantees(&more), None);
    assert_eq!(endgames.best(&more), None);
}

/// A random position with up to eight seeds on the board, and stores with the
/// rest of 48.
fn random_position(random: &mut ChaCha8Rng, south_store: Option<u8>) -> Position {
    let seeds = random.random_range(1..=8_u8);
    let mut houses = [[0; 6]; 2];
    for _ in 0..seeds {
        houses[random.random_range(0..2)][random.random_range(0..6)] += 1;
    }
    let stores = 48 - seeds;
    let south = south_store.unwrap_or_else(|| random.random_range(0..=stores));
    let raw = RawPosition {
        houses,
        stores: [south.min(stores), stores - south.min(stores)],
        to_move: [Side::South, Side::North][random.random_range(0..2)],
    };
    Position::try_from(raw).unwrap()
}

fn points(outcome: Outcome, side: Side) -> u8 {
    outcome
        .winner()
        .map_or(1, |winner| 2 * u8::from(winner == side))
}

/// Plays on from a position, `side` by the tables, the other by `reply`, and
/// holds the tables to what they promise at every move of theirs.
fn hold_to_promises(
    endgames: &Endgames,
    position: Position,
    side: Side,
    mut reply: impl FnMut(&Game) -> House,
) {
    let mut game = Game::from_position(position, endgames.variant());
    let promised = points(endgames.outcome(&position).unwrap(), side);
    let mut before: Option<SolvedMove> = None;
    while game.end().is_none() {
        let position = *game.position();
        let house = if position.to_move() == side {
            let house = endgames.best(&position).unwrap();
            let moves = endgames.moves(&position).unwrap();
            let made = moves.iter().find(|one| one.house == house).unwrap();
            assert!(points(made.outcome, side) >= promised);
            if let Some(before) = before
                && (before.own, before.left) == (made.own, made.left)
                && promised == 2
            {
                // Two plies on, so much nearer, unless circling is enough.
                let nearer = made.progress + 2 <= before.progress;
                assert!(
                    nearer || [made.progress, before.progress] == [0, 0],
                    "{position}"
                );
            }
            before = Some(*made);
            house
        } else {
            reply(&game)
        };
        game.play(house).unwrap();
    }
    let end = game.end().unwrap();
    // Seeds that circle belong to nobody's promise, but where they are divided
    // somebody gets them.
    let divided = endgames.variant() != Variant::Speightstown && end.reason == Reason::Cycle;
    assert!(
        points(end.outcome, side) >= promised || (promised == 1 && divided),
        "{position}: promised {promised}, got {end:?}"
    );
}

#[test]
fn whatever_the_other_side_does_the_promised_result_is_reached() {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    for endgames in SOLVED.iter() {
        for number in 0..6000 {
            // All splits of the stores, and often a close one.
            let store = (number % 2 == 0).then_some(20 + number as u8 / 2 % 8);
            let position = random_position(&mut random, store);
            let side = [Side::South, Side::North][number % 2];
            let any = |game: &Game| {
                let legal: Vec<House> = game.legal().iter().collect();
                legal[random.random_range(0..legal.len())]
            };
            hold_to_promises(endgames, position, side, any);
            let best = |game: &Game| endgames.best(game.position()).unwrap();
            hold_to_promises(endgames, position, side, best);
        }
    }
}
