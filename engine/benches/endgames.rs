//! Exact endgames: solving, on one thread and on all, and looking up.
//! `cargo bench -p warri-engine --bench endgames`.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use warri_engine::endgame::{Endgames, Layer, positions_with};
use warri_engine::*;

const VARIANT: Variant = Variant::Speightstown;

/// Layers up to this one are solved before the clock runs, and then it.
const MOST: u8 = 14;

/// The same tables without the last layer, to solve it again.
fn without_last(endgames: &Endgames) -> Endgames {
    let mut copy = Endgames::new(VARIANT);
    let layers = endgames.layers().split_last().expect("a layer").1;
    for layer in layers {
        let mut bytes = Vec::new();
        layer.write(&mut bytes).expect("memory");
        let layer = Layer::read(VARIANT, layer.seeds(), &mut &bytes[..]).expect("a layer");
        copy.push(layer).expect("the next layer");
    }
    copy
}

fn solving(criterion: &mut Criterion) {
    let solved = Endgames::solved(VARIANT, MOST);
    let mut group = criterion.benchmark_group("solve 14 seeds");
    group.throughput(Throughput::Elements(positions_with(MOST) as u64));
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.expect("threads");
        group.bench_function(format!("{threads} threads"), |b| {
            let setup = || without_last(&solved);
            let solve = |mut endgames: Endgames| {
                pool.install(|| endgames.solve(|_| ()).len());
                endgames
            };
            b.iter_batched(setup, solve, BatchSize::PerIteration);
        });
    }
    group.finish();
}

fn probing(criterion: &mut Criterion) {
    let endgames = Endgames::solved(VARIANT, MOST);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    // More than any cache holds.
    let positions: Vec<Position> = (0..100_000).map(|_| random(&mut rng)).collect();
    let mut group = criterion.benchmark_group("look up");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("both guarantees", |b| {
        b.iter(|| {
            let known = black_box(&positions).iter();
            let known = known.filter_map(|position| endgames.guarantees(position));
            known.map(|one| u32::from(one.own)).sum::<u32>()
        });
    });
    group.bench_function("the best move", |b| {
        b.iter(|| {
            let best = black_box(&positions).iter();
            best.filter_map(|position| endgames.best(position)).count()
        });
    });
    group.finish();
}

/// Any position with so many seeds on the board.
fn random(rng: &mut ChaCha8Rng) -> Position {
    let mut houses = [[0; HOUSES]; 2];
    for _ in 0..MOST {
        houses[rng.random_range(0..2)][rng.random_range(0..HOUSES)] += 1;
    }
    let left = SEEDS - MOST;
    let raw = RawPosition {
        houses,
        stores: [left / 2, left - left / 2],
        to_move: Side::South,
    };
    raw.try_into().expect("48 seeds")
}

criterion_group! {
    name = endgames;
    config = Criterion::default().sample_size(10);
    targets = solving, probing
}
criterion_main!(endgames);
