//! Every algorithm with every kind of opponents, in one population and on
//! islands with a play-off: the same on any number of threads, and after an
//! interruption.

use std::sync::{Arc, LazyLock};

use warri_engine::Variant;
use warri_engine::endgame::Endgames;
use warri_evolve::*;

const ALGORITHMS: [(&str, &str); 7] = [
    (
        "8",
        r#"genetic = { selection = "stochastic-universal", crossover = { simulated-binary = { rate = 0.9, eta = 5 } }, mutation = { polynomial = { rate = 0.5, eta = 20 } }, elites = 2 }"#,
    ),
    (
        "8",
        r#"evolution-strategy = { parents = 3, survival = "plus", recombination = "intermediate", sigma = 0.3, least_sigma = 0.01, bounds = "resample" }"#,
    ),
    (
        "8",
        r#"evolution-strategy = { parents = 3, survival = "comma", sigma = 0.3, least_sigma = 0.01, bounds = "reflect" }"#,
    ),
    ("8", "cma-es = { sigma = 0.5 }"),
    (
        "8",
        "differential-evolution = { factor = 0.7, crossover = 0.9 }",
    ),
    (
        "2",
        r#"hill-climber = { mutation = { gaussian = { rate = 1, sigma = 0.3, bounds = "clamp" } }, averaging = 0.3 }"#,
    ),
    ("8", "random-search = {}"),
];

const OPPONENTS: [&str; 6] = [
    "{ truth = { decisions = 5 } }",
    r#""round-robin""#,
    "{ peers = { count = 1 } }",
    "{ hall-of-fame = { every = 2, count = 1 } }",
    r#"{ panel = { players = ["greedy", "random"] } }"#,
    r#"{ mixture = [{ weight = 2, opponents = "round-robin" }, { weight = 1, opponents = { hall-of-fame = { every = 1, count = 1 } } }] }"#,
];

const POPULATIONS: [&str; 3] = [
    "",
    "islands = { count = 3, every = 1 }\nplay_off = { candidates = 2, openings = 1 }",
    r#"islands = { count = 2, every = 2, topology = "full", emigrants = "random" }"#,
];

fn config(size: &str, algorithm: &str, opponents: &str, populations: &str) -> Config {
    let truth = match opponents.contains("truth") {
        true => "truth = { seeds = 4, decisions = 10 }",
        false => "",
    };
    let text = format!(
        r#"
        format = 1
        generations = 3
        features = ["net_store", "own_mobility", "-own_vulnerable_2"]
        depth = 1
        genome = {{ real = {{ low = -1.0, high = 1.0 }} }}
        population = {{ size = {size} }}
        algorithm = {{ {algorithm} }}
        training = {{ openings = 2, opponents = {opponents} }}
        test = {{ openings = 2, references = ["greedy"] }}
        {truth}
        {populations}
        "#
    );
    let config: Config = toml_input::from_toml(&text).unwrap();
    let config = config.resolve();
    config.check().unwrap();
    config
}

fn fixed(config: &Config) -> FixedPlayers {
    let player = |text: &str| Player::parse(text, |_| None).unwrap();
    FixedPlayers {
        references: vec![player("greedy")],
        panel: config
            .training
            .opponents
            .panel()
            .into_iter()
            .map(player)
            .collect(),
        endgames: Some(Arc::clone(&ENDGAMES)),
    }
}

static ENDGAMES: LazyLock<Arc<Endgames>> =
    LazyLock::new(|| Arc::new(Endgames::solved(Variant::Speightstown, 5)));

/// Everything that a run brings, as text. An interrupted one goes on from what
/// was written down after each generation.
fn run(config: &Config, threads: usize, interrupted: bool) -> Vec<String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.unwrap().install(|| {
        let mut evolution = Evolution::new(config.clone(), fixed(config), &[]).unwrap();
        let mut seen = Vec::new();
        while !evolution.is_finished() {
            let mut games = Vec::new();
            let generation = evolution
                .step(|game| games.push(format!("{game:?}")))
                .unwrap();
            assert_eq!(games.len() as u64, evolution.games_per_generation());
            seen.push(format!("{games:?} {generation:?}"));
            if interrupted {
                let state = serde_json::to_string(evolution.state()).unwrap();
                let state = serde_json::from_str(&state).unwrap();
                evolution = Evolution::resume(config.clone(), fixed(config), state).unwrap();
            }
        }
        seen.push(format!("{:?}", evolution.champion()));
        seen
    })
}

/// Its place among all algorithms; a new one has to be given one.
fn place(algorithm: &Algorithm) -> usize {
    match algorithm {
        Algorithm::Genetic(_) => 0,
        Algorithm::EvolutionStrategy(_) => 1,
        Algorithm::HillClimber(_) => 2,
        Algorithm::RandomSearch(_) => 3,
        Algorithm::CmaEs(_) => 4,
        Algorithm::DifferentialEvolution(_) => 5,
    }
}

#[test]
fn no_algorithm_is_left_out() {
    let of = |(size, algorithm)| place(&config(size, algorithm, OPPONENTS[0], "").algorithm);
    let mut places: Vec<usize> = ALGORITHMS.into_iter().map(of).collect();
    places.sort_unstable();
    places.dedup();
    assert_eq!(places, [0, 1, 2, 3, 4, 5]);
}

// pitfalls 1, 9 and 11
#[test]
fn every_algorithm_with_every_opponents() {
    for (size, algorithm) in ALGORITHMS {
        for opponents in OPPONENTS {
            for populations in POPULATIONS {
                let config = config(size, algorithm, opponents, populations);
                let once = run(&config, 1, false);
                assert_eq!(once.len(), 5, "generations 0 to 3, and the champion");
                assert!(
                    run(&config, 3, true) == once,
                    "{algorithm} with {opponents}, {populations} came to something else"
                );
            }
        }
    }
}
