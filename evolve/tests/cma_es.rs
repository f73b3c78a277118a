//! Covariance matrix adaptation on functions whose minimum is known, beside
//! the crate `cmaes`.

use cmaes::{CMAESOptions, DVector, Weights};
use warri_evolve::*;

const WIDE: Encoding = Encoding::Real {
    low: -100.0,
    high: 100.0,
};
const POPULATION: usize = 12;
const TARGET: f64 = 1e-9;
const MOST: usize = 100_000;

fn sphere(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum()
}

/// The axes' scales differ by a thousand, their squares by a million.
fn ellipsoid(x: &[f64]) -> f64 {
    let last = (x.len() - 1) as f64;
    let term = |(at, x): (usize, &f64)| 1e6_f64.powf(at as f64 / last) * x * x;
    x.iter().enumerate().map(term).sum()
}

fn rosenbrock(x: &[f64]) -> f64 {
    let valley = |pair: &[f64]| {
        let [along, across] = [1.0 - pair[0], pair[1] - pair[0] * pair[0]];
        100.0 * across * across + along * along
    };
    x.windows(2).map(valley).sum()
}

fn strategy(sigma: f64) -> CmaEs {
    CmaEs {
        sigma,
        parents: None,
        bounds: Bounds::Reflect,
    }
}

/// The fitness of a function that is to be made small.
fn fitness(evolving: &AskTell, function: impl Fn(&[f64]) -> f64) -> Vec<f64> {
    let value = |one: &Individual| -function(&WIDE.weights(&one.genome));
    evolving.ask().iter().map(value).collect()
}

/// The evaluations until a value is small enough.
fn evaluations(function: fn(&[f64]) -> f64, start: &[f64], seed: u64) -> usize {
    let mut evolving = AskTell::new(vec![Genome::Real(start.to_vec()); POPULATION]);
    for generation in 0..MOST / POPULATION {
        let fitness = fitness(&evolving, function);
        if fitness.iter().any(|&fitness| fitness >= -TARGET) {
            return generation * POPULATION;
        }
        evolving
            .tell(&fitness, &strategy(0.5), &WIDE, seed)
            .unwrap();
    }
    MOST
}

/// The same of the crate.
fn evaluations_of_oracle(function: fn(&[f64]) -> f64, start: &[f64], seed: u64) -> usize {
    let mut oracle = CMAESOptions::new(start.to_vec(), 0.5)
        .population_size(POPULATION)
        .weights(Weights::Positive)
        .max_function_evals(MOST)
        .fun_target(TARGET)
        .tol_fun(0.0)
        .tol_fun_hist(0.0)
        .seed(seed)
        .build(|x: &DVector<f64>| function(x.as_slice()))
        .unwrap();
    oracle.run();
    oracle.function_evals()
}

fn median(mut values: Vec<usize>) -> f64 {
    values.sort_unstable();
    values[values.len() / 2] as f64
}

#[test]
fn it_needs_as_many_evaluations_as_another_implementation() {
    for (name, function, start) in [
        ("sphere", sphere as fn(&[f64]) -> f64, vec![2.0; 10]),
        ("ellipsoid", ellipsoid, vec![2.0; 8]),
        ("rosenbrock", rosenbrock, vec![0.0; 6]),
    ] {
        let ours = median(
            (1..=9)
                .map(|seed| evaluations(function, &start, seed))
                .collect(),
        );
        let of_oracle = |seed| evaluations_of_oracle(function, &start, seed);
        let theirs = median((1..=9).map(of_oracle).collect());
        println!("{name}: {ours}, the oracle {theirs}");
        let ratio = ours / theirs;
        assert!(
            (0.67..1.5).contains(&ratio),
            "{name}: {ours}, the oracle {theirs}"
        );
    }
}

#[test]
fn only_the_order_of_fitness_counts() {
    let run = |transform: fn(f64) -> f64| {
        let mut stream = Stream::new(3, Purpose::InitialPopulation, &[]);
        let mut evolving = AskTell::new((0..9).map(|_| WIDE.random(5, &mut stream)).collect());
        for _ in 0..60 {
            let fitness = fitness(&evolving, rosenbrock);
            let fitness: Vec<f64> = fitness.into_iter().map(transform).collect();
            evolving.tell(&fitness, &strategy(10.0), &WIDE, 3).unwrap();
        }
        evolving
    };
    let plain = run(|fitness| fitness);
    assert_eq!(run(|fitness| 7.0 * fitness - 1e-3), plain);
    assert_eq!(run(|fitness| -(-fitness).sqrt()), plain);
    assert_eq!(run(|fitness| -libm::log(1e-6 - fitness)), plain);
    assert_ne!(run(|fitness| -fitness), plain);
}

#[test]
fn a_checkpoint_goes_on_to_the_same_bytes() {
    let mut through = AskTell::new(vec![Genome::Real(vec![1.0, -2.0, 0.5]); 6]);
    let mut resumed = through.clone();
    for _ in 0..40 {
        for evolving in [&mut through, &mut resumed] {
            let fitness = fitness(evolving, ellipsoid);
            evolving.tell(&fitness, &strategy(0.3), &WIDE, 4).unwrap();
        }
        let text = serde_json::to_string(&resumed).unwrap();
        assert_eq!(text, serde_json::to_string(&through).unwrap());
        assert!(
            text.contains("\"memory\":{\"cma-es\":{\"mean\":["),
            "{text}"
        );
        resumed = serde_json::from_str(&text).unwrap();
        assert_eq!(resumed, through);
    }
}
