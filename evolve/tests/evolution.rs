//! Whole runs: the same on any number of threads and after any interruption,
//! and true to their games.

mod common;

use std::collections::HashSet;

use common::*;
use warri_engine::{Position, Side};
use warri_evolve::*;

fn config(changes: &[(&str, &str)]) -> Config {
    let mut text = CONFIG.to_owned();
    for (from, to) in changes {
        assert!(text.contains(from));
        text = text.replace(from, to);
    }
    let config: Config = toml_input::from_toml(&text).unwrap();
    let config = config.resolve();
    config.check().unwrap();
    config
}

fn fixed(config: &Config) -> FixedPlayers {
    let players = |texts: Vec<&str>| {
        let parse = |text| Player::parse(text, |_| None).unwrap();
        texts.into_iter().map(parse).collect()
    };
    FixedPlayers {
        references: players(config.references().iter().map(String::as_str).collect()),
        panel: players(config.training.opponents.panel()),
        ..FixedPlayers::default()
    }
}

fn start(config: Config) -> Evolution {
    let fixed = fixed(&config);
    Evolution::new(config, fixed, &[]).unwrap()
}

/// Everything that a step brings, as text.
fn step(evolution: &mut Evolution) -> String {
    let mut games = Vec::new();
    let generation = evolution
        .step(|game| games.push(format!("{game:?}")))
        .unwrap();
    format!("{games:?} {generation:?}")
}

fn run(config: Config, threads: usize) -> (Vec<String>, State) {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap();
    pool.install(|| {
        let mut evolution = start(config);
        let mut steps = Vec::new();
        while !evolution.is_finished() {
            steps.push(step(&mut evolution));
        }
        (steps, evolution.state().clone())
    })
}

const CMA_ES: &str = "cma-es]\nsigma = 0.25";
const DIFFERENTIAL: &str = "differential-evolution]\nfactor = 0.7\ncrossover = 0.9";

const PEERS: (&str, &str) = (
    "[training]",
    "[training]\nopponents = { peers = { count = 3 } }",
);

// pitfalls 1, 2 and 15
#[test]
fn a_run_is_the_same_on_any_number_of_threads() {
    for changes in [&[][..], &[PEERS]] {
        let once = run(config(changes), 1);
        assert_eq!(once.0.len(), 5, "generations 0 to 4");
        for threads in [1, 2, 7] {
            assert_eq!(run(config(changes), threads), once);
        }
    }
}

// pitfalls 9 and 11
#[test]
fn a_run_resumed_at_every_generation_is_the_run_that_went_through() {
    let (through, end) = run(config(&[]), 2);
    let mut evolution = start(config(&[]));
    for expected in through {
        let state = evolution.state().clone();
        evolution = Evolution::resume(config(&[]), fixed(&config(&[])), state).unwrap();
        assert_eq!(step(&mut evolution), expected);
    }
    assert_eq!(evolution.state(), &end);
}

// pitfall 21
#[test]
fn a_memory_that_is_none_of_the_algorithm_s_is_refused() {
    let config_of = |algorithm| {
        let config: Config = toml_input::from_toml(&text_of(algorithm, 7)).unwrap();
        config.resolve()
    };
    let resume = |state: &str, algorithm| {
        let config = config_of(algorithm);
        let fixed = fixed(&config);
        Evolution::resume(config, fixed, serde_json::from_str(state).unwrap())
    };
    let mut evolution = start(config_of(CMA_ES));
    step(&mut evolution);
    let state = serde_json::to_string(evolution.state()).unwrap();
    resume(&state, CMA_ES).unwrap();
    let memory = state.find(",\"memory\":").unwrap()..state.find("}],\"games\":").unwrap() - 1;
    let mut forgotten = state.clone();
    forgotten.replace_range(memory, "");
    for changed in [
        state.replacen("\"updates\":0", "\"updates\":1", 1),
        state.replacen("\"sigma\":0.25", "\"sigma\":0.0", 1),
        state.replacen("[1.0,0.0,0.0],", "", 1),
        state.replacen("[1.0,0.0,0.0]", "[1.0,0.0]", 1),
        forgotten,
    ] {
        assert_ne!(changed, state);
        let error = resume(&changed, CMA_ES).unwrap_err().to_string();
        assert!(error.contains("a memory that is none of"), "{error}");
    }
    let genetic = "genetic]\nselection = \"proportional\"\ncrossover = { uniform = { rate = 0.5 } }\n\
        mutation = { reset = { rate = 0.5 } }\nelites = 0";
    let error = resume(&state, genetic).unwrap_err().to_string();
    assert!(error.contains("a memory that is none of"), "{error}");
    // Others remember nothing, and their checkpoints say nothing of it.
    let state = serde_json::to_string(start(config(&[])).state()).unwrap();
    assert!(!state.contains("memory"), "{state}");
}

// pitfalls 1, 9 and 11
#[test]
fn a_run_of_any_algorithm_goes_on_from_what_is_written_of_it() {
    let plus = STRATEGY.replace("comma", "plus");
    let averaging = format!("{CLIMBER}\naveraging = 0.1");
    for (algorithm, size) in [
        (STRATEGY, 7),
        (&plus, 7),
        (CLIMBER, 2),
        (&averaging, 2),
        (RANDOM, 7),
        (CMA_ES, 7),
        (DIFFERENTIAL, 8),
    ] {
        let config: Config = toml_input::from_toml(&text_of(algorithm, size)).unwrap();
        let config = config.resolve();
        config.check().unwrap();
        let written = toml::to_string(&config).unwrap();
        assert_eq!(toml_input::from_toml::<Config>(&written).unwrap(), config);
        let (through, end) = run(config.clone(), 1);
        let mut evolution = start(config.clone());
        for expected in through {
            let state = serde_json::to_string(evolution.state()).unwrap();
            let state = serde_json::from_str(&state).unwrap();
            evolution = Evolution::resume(config.clone(), fixed(&config), state).unwrap();
            assert_eq!(step(&mut evolution), expected);
        }
        assert_eq!(evolution.state(), &end);
    }
}

// pitfall 21
#[test]
fn a_state_that_is_none_of_the_config_s_is_refused() {
    let mut evolution = start(config(&[]));
    step(&mut evolution);
    let state = serde_json::to_string(evolution.state()).unwrap();
    let resume = |state: &str, changes: &[(&str, &str)]| {
        let config = config(changes);
        let fixed = fixed(&config);
        Evolution::resume(config, fixed, serde_json::from_str(state).unwrap())
    };
    resume(&state, &[]).unwrap();
    let real = state.find("\"real\":[").unwrap();
    for (changed, expected) in [
        (
            state.replacen("\"games\":84", "\"games\":85", 1),
            "85 games",
        ),
        (
            state.replacen("\"generation\":1", "\"generation\":7", 1),
            "ids",
        ),
        (state.replacen("\"next_id\":12", "\"next_id\":13", 1), "ids"),
        (state.replacen("\"id\":11", "\"id\":12", 1), "ids"),
        (state.replacen("\"id\":11", "\"id\":0", 1), "ids"),
        (
            format!(
                "{}{}",
                &state[..real],
                state[real..].replacen('[', "[7,", 1)
            ),
            "the genome of individual",
        ),
        (
            format!(
                "{},\"champion\":null}}",
                &state[..state.find(",\"champion\"").unwrap()]
            ),
            "no champion",
        ),
    ] {
        assert_ne!(changed, state, "{expected}");
        let error = resume(&changed, &[]).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    for (change, expected) in [
        (("size = 7", "size = 8"), "7 individuals: expected 8"),
        (("\"own_mobility\", ", ""), "the genome of individual"),
        (
            ("low = -1.0, high", "low = -1e-9, high"),
            "the genome of individual",
        ),
        (
            ("openings = 2", "openings = 1"),
            "84 games before generation 1: expected 42",
        ),
    ] {
        let error = resume(&state, &[change]).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn fitness_is_a_recount_of_the_games() {
    for (changes, scores_both) in [(&[][..], true), (&[PEERS], false)] {
        let mut evolution = start(config(changes));
        let per_generation = evolution.games_per_generation();
        for number in 0..=2 {
            let mut games = Vec::new();
            let generation = evolution
                .step(|game| {
                    let [south, north] = [game.south, game.north].map(|one| one.name().to_owned());
                    games.push((south, north, game.played.end.outcome));
                })
                .unwrap();
            assert_eq!(games.len() as u64, per_generation);
            assert_eq!(generation.games, per_generation * (number + 1));
            let mut tallies = vec![Tally::default(); 7];
            // With peers the schedule is each individual's games in turn.
            let games_each = games.len() / 7;
            let at = |name: String| {
                let id: u64 = name.parse().unwrap();
                generation
                    .population
                    .iter()
                    .position(|one| one.id == id)
                    .unwrap()
            };
            for (index, (south, north, outcome)) in games.into_iter().enumerate() {
                for (player, side) in [(at(south), Side::South), (at(north), Side::North)] {
                    if scores_both || player == index / games_each {
                        tallies[player].count(outcome, side);
                    }
                }
            }
            assert_eq!(tallies, generation.tallies);
            for (tally, fitness) in tallies.iter().zip(&generation.fitness) {
                assert_eq!(tally.score(), *fitness);
            }
        }
    }
}

fn positions(openings: &[Opening]) -> HashSet<Position> {
    openings.iter().map(|opening| *opening.position()).collect()
}

// pitfalls 3 and 4
#[test]
fn seeds_give_runs_of_their_own_with_the_same_test() {
    let one = start(config(&[]));
    let other = start(config(&[("format = 1", "format = 1\nseed = 2")]));
    assert_ne!(one.state(), other.state());
    let training =
        |evolution: &Evolution, generation| positions(&evolution.openings(generation).unwrap());
    assert_ne!(training(&one, 0), training(&other, 0));
    assert_ne!(training(&one, 0), training(&one, 1));
    assert_eq!(
        positions(one.test_openings()),
        positions(other.test_openings())
    );
    assert_eq!(
        positions(one.fresh_openings()),
        positions(other.fresh_openings())
    );
    let test = config(&[("[test]", "[test]\nseed = 2")]);
    assert_ne!(
        positions(one.test_openings()),
        positions(start(test).test_openings())
    );
}

// pitfall 30: so many openings of six plies that they would overlap by far.
#[test]
fn training_test_and_fresh_openings_have_no_position_in_common() {
    let evolution = start(config(&[
        ("openings = 4", "openings = 2000\nopening_plies = 6"),
        ("openings = 2\n", "openings = 2000\nopening_plies = 6\n"),
    ]));
    let test = positions(evolution.test_openings());
    let fresh = positions(evolution.fresh_openings());
    let training = positions(&evolution.openings(0).unwrap());
    assert_eq!((test.len(), fresh.len(), training.len()), (2000, 500, 2000));
    assert!(test.is_disjoint(&fresh));
    assert!(training.is_disjoint(&test) && training.is_disjoint(&fresh));
    let next = positions(&evolution.openings(1).unwrap());
    assert!(
        !training.is_disjoint(&next),
        "openings so many must overlap"
    );
}

#[test]
fn the_initial_population_can_begin_around_bots() {
    let around = (
        "size = 7",
        "size = 7\ninitial = { around = { bots = [\"a\", \"b\"] } }",
    );
    let config = config(&[around]);
    let bot = |weights: [f64; 3]| {
        let depth = config.depth;
        Bot::new(
            config.variant,
            config.features.clone(),
            weights.into(),
            depth,
            String::new(),
        )
        .unwrap()
    };
    let bots = [bot([1.0, 0.5, 0.0]), bot([-1.0, 0.0, 0.25])];
    let evolution = Evolution::new(config.clone(), fixed(&config), &bots).unwrap();
    let genomes: Vec<Vec<f64>> = evolution.state().islands[0]
        .algorithm
        .ask()
        .iter()
        .map(|one| config.genome.weights(&one.genome))
        .collect();
    assert_eq!(genomes[0], [1.0, 0.5, 0.0]);
    assert_eq!(genomes[1], [-1.0, 0.0, 0.25]);
    assert!(
        genomes[2..]
            .iter()
            .any(|weights| *weights != genomes[0] && *weights != genomes[1])
    );
    let refused = |other: Bot| {
        let bots = [bot([0.0; 3]), other];
        Evolution::new(config.clone(), fixed(&config), &bots)
            .unwrap_err()
            .to_string()
    };
    let error = refused(Bot::built_in("daoud2004-depth3").unwrap());
    assert!(
        error.contains("bot `b` has the feature set daoud2004: expected"),
        "{error}"
    );
    let error = refused(bot([0.0, 7.5, 0.0]));
    assert!(
        error.contains("own_mobility = 7.5: expected -1 to 1"),
        "{error}"
    );
}

// pitfall 7
#[test]
fn every_seed_of_64_bits_is_an_ordinary_seed() {
    for (text, seed) in [("0", 0), ("\"18446744073709551615\"", u64::MAX)] {
        let config = config(&[("format = 1", &format!("format = 1\nseed = {text}"))]);
        assert_eq!(config.seed, seed);
        let written = toml::to_string(&config).unwrap();
        assert_eq!(toml_input::from_toml::<Config>(&written).unwrap(), config);
        start(config);
    }
}
