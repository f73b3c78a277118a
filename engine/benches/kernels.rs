//! The hot loops of the engine, one by one: `cargo bench -p warri-engine`.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use warri_engine::*;

const VARIANT: Variant = Variant::Speightstown;

/// Positions of random games, any phase equally likely.
fn positions(count: usize) -> Vec<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut game = Game::new(VARIANT);
        for _ in 0..rng.random_range(0..80_u32) {
            let legal = game.legal();
            let Some(house) = legal.nth(rng.random_range(0..6_usize) % legal.len().max(1)) else {
                break;
            };
            game.play(house).expect("a legal move");
        }
        if game.end().is_none() {
            positions.push(*game.position());
        }
    }
    positions
}

fn evaluation(set: &str) -> Evaluation {
    let set = FeatureSet::named(set).expect("a named set");
    let weights: Vec<f64> = (1..=set.terms().len()).map(|n| 1.0 / n as f64).collect();
    Evaluation::new(&set, &weights).expect("sound weights")
}

fn moves(criterion: &mut Criterion) {
    let start = Position::START;
    let mut group = criterion.benchmark_group("perft");
    group.throughput(Throughput::Elements(perft(&start, VARIANT, 7)));
    group.bench_function("counted", |b| {
        b.iter(|| perft(black_box(&start), VARIANT, 7));
    });
    group.bench_function("to the leaf", |b| {
        b.iter(|| perft_to_leaf(black_box(&start), VARIANT, 7));
    });
    group.finish();

    let mut group = criterion.benchmark_group("random game");
    group.bench_function("game", |b| {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        b.iter(|| {
            let mut game = Game::new(VARIANT);
            while game.end().is_none() {
                let legal = game.legal();
                let house = legal.nth(rng.random_range(0..legal.len() as u32) as usize);
                game.play(house.expect("a place in the set"))
                    .expect("a legal move");
            }
            game.moves().len()
        });
    });
    group.finish();
}

fn evaluations(criterion: &mut Criterion) {
    let positions = positions(100);
    let mut group = criterion.benchmark_group("100 searches, depth 3");
    for set in SETS {
        let evaluation = evaluation(set.name);
        let mut searcher = Searcher::default();
        group.bench_function(set.name, |b| {
            b.iter(|| search_all(&positions, 3, &evaluation, &mut searcher));
        });
    }
    group.finish();
}

fn depths(criterion: &mut Criterion) {
    let positions = positions(100);
    let evaluation = evaluation("daoud2004");
    let mut group = criterion.benchmark_group("100 searches, daoud2004");
    let mut searcher = Searcher::default();
    for plies in [1, 3, 5, 7] {
        group.bench_function(format!("depth {plies}"), |b| {
            b.iter(|| search_all(&positions, plies, &evaluation, &mut searcher));
        });
    }
    group.finish();
}

/// Searches each position; returns the nodes.
fn search_all(
    positions: &[Position],
    plies: i64,
    evaluation: &Evaluation,
    searcher: &mut Searcher,
) -> u64 {
    let depth = Depth::new(plies).expect("a depth");
    let search = |position| searcher.search(position, VARIANT, depth, evaluation, Houses::NONE);
    positions
        .iter()
        .filter_map(search)
        .map(|found| found.nodes)
        .sum()
}

criterion_group! {
    name = kernels;
    config = Criterion::default().sample_size(20);
    targets = moves, evaluations, depths
}
criterion_main!(kernels);
