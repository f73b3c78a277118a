//! Tests of the crossovers.

use super::*;
use crate::Purpose;
use crate::operators::goodness::assert_follows;

const RANGE: (f64, f64) = (-1.0, 1.0);

fn stream() -> Stream {
    Stream::new(5, Purpose::Breeding, &[])
}

fn reals(genome: &Genome) -> &[f64] {
    let Genome::Real(genes) = genome else {
        unreachable!()
    };
    genes
}

/// Which genes of the first child come from the second parent, in many
/// crossings of 8 genes.
fn origins(crossover: Crossover) -> Vec<Vec<bool>> {
    let mut stream = stream();
    (0..20_000)
        .map(|_| {
            let (mut a, mut b) = (Genome::Bits(vec![false; 8]), Genome::Bits(vec![true; 8]));
            crossover.cross(&mut a, &mut b, RANGE, &mut stream, &mut 0);
            match (a, b) {
                (Genome::Bits(a), Genome::Bits(b)) => {
                    assert!(a.iter().zip(&b).all(|(a, b)| a != b), "a gene was lost");
                    a
                }
                _ => unreachable!(),
            }
        })
        .collect()
}

fn changes(genes: &[bool]) -> usize {
    genes.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

#[test]
fn one_point_swaps_a_tail_at_each_point_equally_often() {
    let children = origins(Crossover::OnePoint { rate: 1.0 });
    for point in 1..8 {
        let tail = |genes: &&Vec<bool>| genes.iter().filter(|&&gene| gene).count() == 8 - point;
        let count = children.iter().filter(tail).count();
        assert!((2857 - 300..2857 + 300).contains(&count), "{point} {count}");
    }
    assert!(
        children
            .iter()
            .all(|genes| changes(genes) == 1 && !genes[0])
    );
}

#[test]
fn two_point_swaps_a_middle() {
    let children = origins(Crossover::TwoPoint { rate: 1.0 });
    assert!(children.iter().all(|genes| changes(genes) <= 2));
    assert!(children.iter().any(|genes| changes(genes) == 2));
    // The k-th gene is swapped if one point lies before it and one behind.
    for gene in 0..8 {
        let count = children.iter().filter(|genes| genes[gene]).count() as f64;
        let before = (gene + 1) as f64 / 9.0;
        let expected = 20_000.0 * 2.0 * before * (1.0 - before);
        assert!(
            (count - expected).abs() < 420.0,
            "{gene} {count} {expected}"
        );
    }
}

#[test]
fn uniform_swaps_half_the_genes_independently() {
    let children = origins(Crossover::Uniform { rate: 1.0 });
    for gene in 0..8 {
        let count = children.iter().filter(|genes| genes[gene]).count();
        assert!((9_700..10_300).contains(&count), "{gene} {count}");
    }
    let same = children.iter().filter(|genes| genes[0] == genes[7]).count();
    assert!((9_700..10_300).contains(&same), "{same}");
}

#[test]
fn rate_is_the_probability_of_recombining() {
    let mut stream = stream();
    let crossover = Crossover::Uniform { rate: 0.3 };
    let mut crossed = 0;
    for _ in 0..10_000 {
        let (mut a, mut b) = (Genome::Real(vec![0.0]), Genome::Real(vec![1.0]));
        crossed += u32::from(crossover.cross(&mut a, &mut b, RANGE, &mut stream, &mut 0));
    }
    assert!((2_750..3_250).contains(&crossed), "{crossed}");
}

#[test]
fn blend_is_uniform_over_the_widened_interval_within_the_range() {
    let mut stream = stream();
    let crossover = Crossover::Blend {
        rate: 1.0,
        alpha: 0.5,
        bounds: Bounds::Clamp,
    };
    let (mut sum, mut least, mut most) = (0.0, f64::MAX, f64::MIN);
    for _ in 0..20_000 {
        let (mut a, mut b) = (Genome::Real(vec![0.2]), Genome::Real(vec![0.4]));
        crossover.cross(&mut a, &mut b, RANGE, &mut stream, &mut 0);
        let gene = reals(&a)[0];
        sum += gene;
        least = gene.min(least);
        most = gene.max(most);
    }
    assert!((sum / 20_000.0 - 0.3).abs() < 0.005);
    assert!((0.1..0.101).contains(&least) && (0.499..0.5).contains(&most));
    let (mut a, mut b) = (Genome::Real(vec![-1.0]), Genome::Real(vec![1.0]));
    for _ in 0..100 {
        crossover.cross(&mut a, &mut b, RANGE, &mut stream, &mut 0);
        assert!((-1.0..=1.0).contains(&reals(&a)[0]));
    }
}

/// The children of so many genes of −1 and of 1, and how many left the
/// range.
fn children_of_the_bounds(crossover: Crossover, genes: usize) -> ([Vec<f64>; 2], u64) {
    let mut a = Genome::Real(vec![-1.0; genes]);
    let mut b = Genome::Real(vec![1.0; genes]);
    let mut hits = 0;
    crossover.cross(&mut a, &mut b, RANGE, &mut stream(), &mut hits);
    ([reals(&a).to_vec(), reals(&b).to_vec()], hits)
}

// pitfall 20: each gene that left is one on record, however it came back.
#[test]
fn genes_that_leave_are_counted() {
    let rate = 1.0;
    for bounds in [Bounds::Clamp, Bounds::Reflect, Bounds::Resample] {
        // Half of what is drawn from −2 to 2 is outside.
        let alpha = 0.5;
        let blend = Crossover::Blend {
            rate,
            alpha,
            bounds,
        };
        let (children, hits) = children_of_the_bounds(blend, 10_000);
        assert!((9_650..10_350).contains(&hits), "{hits}");
        let on_bounds = |gene: &&f64| gene.abs() == 1.0;
        let found = children.iter().flatten().filter(on_bounds).count() as u64;
        assert_eq!(found, if bounds == Bounds::Clamp { hits } else { 0 });
        // A quarter of the pairs is spread, each over both bounds.
        let binary = Crossover::SimulatedBinary {
            rate,
            eta: 2.0,
            bounds,
        };
        let (children, hits) = children_of_the_bounds(binary, 10_000);
        assert!((4_650..5_350).contains(&hits), "{hits}");
        let inside = |gene: &f64| (-1.0..=1.0).contains(gene);
        assert!(children.iter().flatten().all(inside));
    }
}

#[test]
fn arithmetic_children_are_weighted_means() {
    let crossed = |weight| {
        let crossover = Crossover::Arithmetic { rate: 1.0, weight };
        let mut stream = stream();
        let mut children = || {
            let mut a = Genome::Real(vec![0.0, 1.0, 0.3]);
            let mut b = Genome::Real(vec![1.0, -1.0, 0.3]);
            crossover.cross(&mut a, &mut b, RANGE, &mut stream, &mut 0);
            [reals(&a).to_vec(), reals(&b).to_vec()]
        };
        (0..10_000).map(|_| children()).collect::<Vec<_>>()
    };
    assert_eq!(
        crossed(Some(0.25))[0],
        [[0.75, -0.5, 0.3], [0.25, 0.5, 0.3]]
    );
    // A random weight is uniform, and one for all genes of a couple.
    let shares: Vec<f64> = crossed(None).iter().map(|[a, _]| a[0]).collect();
    assert_follows(&shares, |share| share);
    for [a, b] in crossed(None) {
        assert!((a[0] + b[0] - 1.0).abs() < 1e-15 && (a[1] + b[1]).abs() < 1e-15);
        assert!((a[1] - (1.0 - 2.0 * a[0])).abs() < 1e-15);
        assert_eq!([a[2], b[2]], [0.3, 0.3]);
    }
}

#[test]
fn simulated_binary_spreads_children_around_the_mean_of_their_parents() {
    let far = (-1e6, 1e6);
    for eta in [0.0, 2.0, 15.0] {
        let crossover = Crossover::SimulatedBinary {
            rate: 1.0,
            eta,
            bounds: Bounds::Clamp,
        };
        let mut a = Genome::Real(vec![0.5; 20_000]);
        let mut b = Genome::Real(vec![-0.25; 20_000]);
        crossover.cross(&mut a, &mut b, far, &mut stream(), &mut 0);
        let pairs = reals(&a).iter().zip(reals(&b));
        let crossed: Vec<(&f64, &f64)> = pairs.filter(|pair| pair != &(&0.5, &-0.25)).collect();
        assert!((9_750..10_250).contains(&crossed.len()));
        for (a, b) in &crossed {
            assert!((*a + *b - 0.25).abs() < 1e-12 * a.abs().max(1.0));
        }
        // A child is on the side of its own parent: factors are positive.
        let spreads: Vec<f64> = crossed.iter().map(|(a, b)| (*a - *b) / 0.75).collect();
        assert_follows(&spreads, |spread| {
            if spread < 1.0 {
                spread.powf(eta + 1.0) / 2.0
            } else {
                1.0 - spread.powf(-eta - 1.0) / 2.0
            }
        });
    }
}

#[test]
fn a_single_gene_can_be_crossed_by_every_operator() {
    let mut stream = stream();
    let (rate, bounds) = (1.0, Bounds::Clamp);
    for crossover in [
        Crossover::OnePoint { rate },
        Crossover::TwoPoint { rate },
        Crossover::Uniform { rate },
        Crossover::Blend {
            rate,
            alpha: 0.0,
            bounds,
        },
        Crossover::Arithmetic { rate, weight: None },
        Crossover::SimulatedBinary {
            rate,
            eta: 2.0,
            bounds,
        },
    ] {
        let (mut a, mut b) = (Genome::Real(vec![0.5]), Genome::Real(vec![0.5]));
        crossover.cross(&mut a, &mut b, RANGE, &mut stream, &mut 0);
        assert_eq!(a, Genome::Real(vec![0.5]));
    }
}

#[test]
fn settings_out_of_range_are_refused() {
    let (rate, bounds) = (0.5, Bounds::Clamp);
    let weighted = |weight| Crossover::Arithmetic { rate, weight };
    let binary = |eta| Crossover::SimulatedBinary { rate, eta, bounds };
    let real = Encoding::Real {
        low: -1.0,
        high: 1.0,
    };
    for fine in [
        weighted(None),
        weighted(Some(1.0)),
        binary(0.0),
        binary(1e3),
    ] {
        assert_eq!(fine.check(&real), Ok(()));
    }
    for (wrong, key) in [
        (weighted(Some(1.1)), "crossover.arithmetic.weight"),
        (weighted(Some(f64::NAN)), "crossover.arithmetic.weight"),
        (binary(-0.1), "crossover.simulated-binary.eta"),
        (binary(f64::INFINITY), "crossover.simulated-binary.eta"),
    ] {
        assert_eq!(wrong.check(&real).unwrap_err().key, key);
    }
    let bits = Encoding::Bits {
        bits: 4,
        low: -1.0,
        high: 1.0,
    };
    for reals_only in [weighted(None), binary(2.0)] {
        assert_eq!(reals_only.check(&bits).unwrap_err().key, "crossover");
    }
}
