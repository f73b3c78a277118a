//! Laws of the algorithms, under any operators and settings.

use proptest::prelude::*;
use proptest::strategy::Strategy;
use warri_evolve::*;

const REAL: Encoding = Encoding::Real {
    low: -1.0,
    high: 2.0,
};
const BITS: Encoding = Encoding::Bits {
    bits: 3,
    low: -1.0,
    high: 2.0,
};

fn selection() -> impl Strategy<Value = Selection> {
    prop_oneof![
        Just(Selection::Proportional),
        Just(Selection::StochasticUniversal),
        (1..6_u32).prop_map(|size| Selection::Tournament { size }),
        (1.0..=2.0).prop_map(|pressure| Selection::Rank { pressure }),
        (0.01..=1.0).prop_map(|fraction| Selection::Truncation { fraction }),
    ]
}

fn crossover(encoding: Encoding) -> impl Strategy<Value = Crossover> {
    let kinds = if encoding == REAL { 6 } else { 3 };
    (0..kinds, 0.0..=1.0, 0.0..2.0, bounds()).prop_map(|(kind, rate, number, bounds)| match kind {
        0 => Crossover::OnePoint { rate },
        1 => Crossover::TwoPoint { rate },
        2 => Crossover::Uniform { rate },
        3 => Crossover::Blend {
            rate,
            alpha: number,
            bounds,
        },
        4 => Crossover::Arithmetic {
            rate,
            weight: Some(number / 2.0),
        },
        _ => Crossover::SimulatedBinary {
            rate,
            eta: number,
            bounds,
        },
    })
}

fn bounds() -> impl Strategy<Value = Bounds> {
    prop_oneof![
        Just(Bounds::Clamp),
        Just(Bounds::Reflect),
        Just(Bounds::Resample)
    ]
}

fn mutation(encoding: Encoding) -> impl Strategy<Value = Mutation> {
    (0..3, 0.0..=1.0, 0.001..50.0, bounds()).prop_map(move |(kind, rate, number, bounds)| {
        match (kind, encoding) {
            (0, _) => Mutation::Reset { rate },
            (_, Encoding::Bits { .. }) => Mutation::BitFlip { rate },
            (1, _) => Mutation::Gaussian {
                rate,
                sigma: number,
                bounds,
            },
            _ => Mutation::Polynomial { rate, eta: number },
        }
    })
}

/// Any encoding with operators that go with it, for a population of `size`.
fn setting(size: u32) -> impl Strategy<Value = (Encoding, Genetic)> {
    prop_oneof![Just(REAL), Just(BITS)].prop_flat_map(move |encoding| {
        (
            selection(),
            crossover(encoding),
            mutation(encoding),
            0..size,
        )
            .prop_map(move |(selection, crossover, mutation, elites)| {
                (
                    encoding,
                    Genetic {
                        selection,
                        crossover,
                        mutation,
                        elites,
                    },
                )
            })
    })
}

/// Bounds of algorithms that sample all weights of a child together.
fn together() -> impl Strategy<Value = Bounds> {
    prop_oneof![Just(Bounds::Clamp), Just(Bounds::Reflect)]
}

/// Any setting of the algorithms for reals alone, for a population of `size`.
fn of_reals(size: u32) -> impl Strategy<Value = Algorithm> {
    let cma_es = (0.001..3.0, proptest::option::of(1..=size), together());
    let cma_es = cma_es.prop_map(|(sigma, parents, bounds)| {
        Algorithm::CmaEs(CmaEs {
            sigma,
            parents,
            bounds,
        })
    });
    let base = prop_oneof![Just(Base::Random), Just(Base::Best)];
    let differential = (0.001..=2.0, 0.0..=1.0, base, together());
    let differential = differential.prop_map(|(factor, crossover, base, bounds)| {
        Algorithm::DifferentialEvolution(DifferentialEvolution {
            factor,
            crossover,
            base,
            bounds,
        })
    });
    prop_oneof![cma_es, differential]
}

/// An evolution strategy for `size` individuals.
fn strategy(size: u32) -> impl Strategy<Value = EvolutionStrategy> {
    (1..size, any::<[bool; 3]>(), 1e-6..3.0, 1e-6..=1.0).prop_map(
        |(parents, [plus, intermediate, clamp], sigma, least)| EvolutionStrategy {
            parents,
            survival: if plus {
                Survival::Plus
            } else {
                Survival::Comma
            },
            recombination: if intermediate && parents > 1 {
                Recombination::Intermediate
            } else {
                Recombination::None
            },
            sigma,
            least_sigma: sigma * least,
            bounds: if clamp {
                Bounds::Clamp
            } else {
                Bounds::Reflect
            },
        },
    )
}

fn hill_climber(encoding: Encoding) -> impl Strategy<Value = HillClimber> {
    let averaging = proptest::option::of(0.001..=1.0);
    (mutation(encoding), averaging).prop_map(move |(mutation, averaging)| HillClimber {
        mutation,
        averaging: averaging.filter(|_| encoding.is_real()),
    })
}

/// What any algorithm is tried on: encoding, individuals, survivors.
type Case = (Encoding, u32, u32, Algorithm);

/// Any algorithm with an encoding and a size that go with it.
fn case() -> impl Strategy<Value = Case> {
    let of_real = strategy(7).prop_map(|strategy| {
        let survivors = match strategy.survival {
            Survival::Plus => strategy.parents,
            Survival::Comma => 0,
        };
        (REAL, 7, survivors, Algorithm::EvolutionStrategy(strategy))
    });
    let of_any = prop_oneof![Just(REAL), Just(BITS)].prop_flat_map(|encoding| {
        let climber = hill_climber(encoding).prop_map(move |climber| {
            let survivors = u32::from(climber.averaging.is_none());
            (encoding, 2, survivors, Algorithm::HillClimber(climber))
        });
        let random = Algorithm::RandomSearch(RandomSearch {});
        prop_oneof![climber, Just((encoding, 7, 1, random))]
    });
    let genetic = setting(7)
        .prop_map(|(encoding, genetic)| (encoding, 7, genetic.elites, Algorithm::Genetic(genetic)));
    let sampled = of_reals(8).prop_map(|algorithm| {
        let survivors = match algorithm {
            Algorithm::DifferentialEvolution(_) => 4,
            _ => 0,
        };
        (REAL, 8, survivors, algorithm)
    });
    prop_oneof![genetic, of_real, of_any, sampled]
}

fn algorithm(encoding: &Encoding, size: usize, seed: u64) -> AskTell {
    let mut stream = Stream::new(seed, Purpose::InitialPopulation, &[]);
    AskTell::new((0..size).map(|_| encoding.random(4, &mut stream)).collect())
}

/// A fitness that depends on the genome alone.
fn static_fitness(encoding: &Encoding, algorithm: &AskTell) -> Vec<f64> {
    let sum = |one: &Individual| encoding.weights(&one.genome).iter().sum();
    algorithm.ask().iter().map(sum).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    // pitfalls 15, 16, 17, 20
    #[test]
    fn generations_keep_every_law((encoding, operators) in setting(9), seed in any::<u64>()) {
        let mut algorithm = algorithm(&encoding, 9, seed);
        let (low, high) = encoding.range();
        let mut best = f64::MIN;
        let mut seen: Vec<Individual> = algorithm.ask().to_vec();
        for generation in 0..12 {
            prop_assert_eq!(algorithm.generation(), generation);
            let before = algorithm.ask().to_vec();
            let fitness = static_fitness(&encoding, &algorithm);
            let now = fitness.iter().copied().fold(f64::MIN, f64::max);
            if operators.elites > 0 {
                prop_assert!(now >= best, "the best got worse: {} after {}", now, best);
            }
            best = now;
            algorithm.tell(&fitness, &operators, &encoding, seed).unwrap();
            let after = algorithm.ask();
            prop_assert_eq!(after.len(), before.len());
            // Elites are the best and untouched; everyone else is newly born.
            let mut ranked: Vec<usize> = (0..9).collect();
            ranked.sort_by(|&a, &b| fitness[b].total_cmp(&fitness[a]).then(a.cmp(&b)));
            let mut elites = ranked[..operators.elites as usize].to_vec();
            elites.sort_unstable();
            let elites: Vec<&Individual> = elites.into_iter().map(|i| &before[i]).collect();
            prop_assert!(after.iter().take(elites.len()).eq(elites.iter().copied()));
            for child in &after[elites.len()..] {
                prop_assert!(seen.iter().all(|other| other.id != child.id), "an id twice");
                prop_assert!((1..=2).contains(&child.parents.len()));
                prop_assert!(child.parents.iter().all(|id| before.iter().any(|one| one.id == *id)));
                seen.push(child.clone());
            }
            prop_assert!(after.windows(2).all(|pair| pair[0].id < pair[1].id));
            for one in after {
                for weight in encoding.weights(&one.genome) {
                    prop_assert!(weight >= low && weight <= high, "{} out of bounds", weight);
                }
            }
        }
    }

    // pitfalls 15, 16, 17, 20
    #[test]
    fn every_algorithm_keeps_size_ids_and_ranges(
        (encoding, size, survivors, breed) in case(),
        seed in any::<u64>(),
    ) {
        let mut algorithm = algorithm(&encoding, size as usize, seed);
        let (low, high) = encoding.range();
        let mut born = u64::from(size);
        for _ in 0..12 {
            let before = algorithm.ask().to_vec();
            let fitness = static_fitness(&encoding, &algorithm);
            algorithm.tell(&fitness, &breed, &encoding, seed).unwrap();
            let after = algorithm.ask();
            prop_assert_eq!(after.len(), size as usize);
            let (old, new) = after.split_at(survivors as usize);
            prop_assert!(old.iter().all(|one| before.contains(one)));
            prop_assert!(old.is_sorted_by(|one, next| one.id < next.id));
            for child in new {
                prop_assert_eq!(child.id, born);
                born += 1;
                prop_assert!(child.parents.iter().all(|id| before.iter().any(|one| one.id == *id)));
                prop_assert!(child.steps.iter().all(|step| *step > 0.0 && *step <= high - low));
            }
            for one in after {
                let weights = encoding.weights(&one.genome);
                prop_assert_eq!(weights.len(), 4);
                prop_assert!(weights.iter().all(|weight| (low..=high).contains(weight)));
            }
        }
    }

    // pitfalls 9 and 11, for the algorithm alone
    #[test]
    fn one_read_back_goes_on_exactly_as_the_original(
        (encoding, size, _, breed) in case(),
        seed in any::<u64>(),
    ) {
        let mut one = algorithm(&encoding, size as usize, seed);
        let mut other = one.clone();
        for _ in 0..5 {
            for algorithm in [&mut one, &mut other] {
                let fitness = static_fitness(&encoding, algorithm);
                algorithm.tell(&fitness, &breed, &encoding, seed).unwrap();
            }
            prop_assert_eq!(&one, &other);
            other = serde_json::from_str(&serde_json::to_string(&one).unwrap()).unwrap();
        }
    }
}

// pitfall 20: what crossover and mutation brought back is told, summed.
#[test]
fn a_population_knows_how_many_genes_left_their_range() {
    let hits = |crossover, sigma| {
        let operators = Genetic {
            selection: Selection::Tournament { size: 2 },
            crossover,
            mutation: Mutation::Gaussian {
                rate: 1.0,
                sigma,
                bounds: Bounds::Reflect,
            },
            elites: 0,
        };
        let mut algorithm = algorithm(&REAL, 50, 1);
        let fitness = static_fitness(&REAL, &algorithm);
        algorithm.tell(&fitness, &operators, &REAL, 1).unwrap();
        algorithm.bound_hits()
    };
    let exchange = Crossover::Uniform { rate: 1.0 };
    let blend = Crossover::Blend {
        rate: 1.0,
        alpha: 2.0,
        bounds: Bounds::Clamp,
    };
    assert_eq!(hits(exchange, 1e-9), 0);
    let (by_crossover, by_mutation) = (hits(blend, 1e-9), hits(exchange, 9.0));
    assert!((20..200).contains(&by_crossover), "{by_crossover}");
    assert!((100..200).contains(&by_mutation), "{by_mutation}");
    assert!(hits(blend, 9.0) > by_crossover.max(by_mutation));
}

// pitfall 19
#[test]
fn a_fitness_that_is_no_number_is_an_error_that_names_the_individual() {
    let operators = Genetic {
        selection: Selection::Proportional,
        crossover: Crossover::OnePoint { rate: 1.0 },
        mutation: Mutation::Reset { rate: 0.1 },
        elites: 1,
    };
    let mut algorithm = algorithm(&REAL, 3, 1);
    let before = algorithm.clone();
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let error = algorithm
            .tell(&[1.0, bad, 0.0], &operators, &REAL, 1)
            .unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("the fitness of individual 1 is "),
            "{error}"
        );
        assert_eq!(algorithm, before);
    }
    let error = algorithm.tell(&[1.0], &operators, &REAL, 1).unwrap_err();
    assert_eq!(
        error,
        FitnessError::Count {
            found: 1,
            expected: 3
        }
    );
}
