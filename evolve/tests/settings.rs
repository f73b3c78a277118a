//! Settings that cannot be are refused by their keys.

mod common;

use common::*;
use warri_evolve::*;

#[test]
fn settings_that_an_algorithm_cannot_have_are_refused_by_key() {
    let bits = (
        "real = { low",
        "bits = { bits = 4, low",
        "genome = bits: expected real, as algorithm.evolution-strategy",
    );
    for (algorithm, size, (from, to, expected)) in [
        (STRATEGY, 7, bits),
        (
            STRATEGY,
            7,
            (
                "parents = 3",
                "parents = 7",
                "algorithm.evolution-strategy.parents = 7: expected from 1 to less than",
            ),
        ),
        (
            STRATEGY,
            7,
            (
                "parents = 3",
                "parents = 1\nrecombination = \"intermediate\"",
                "recombination = intermediate: expected \"none\", as there is one parent",
            ),
        ),
        (
            STRATEGY,
            7,
            (
                "sigma = 0.2",
                "sigma = 2.5",
                "sigma = 2.5: expected a number above 0, up to the range of the weights, 2",
            ),
        ),
        (
            STRATEGY,
            7,
            (
                "least_sigma = 0.01",
                "least_sigma = nan",
                "least_sigma = NaN: expected a number above 0, up to sigma, which is 0.2",
            ),
        ),
        (
            STRATEGY,
            7,
            (
                "\"comma\"",
                "3",
                "survival = 3: expected \"plus\" or \"comma\"",
            ),
        ),
        (
            CLIMBER,
            2,
            (
                "size = 2",
                "size = 3",
                "population.size = 3: expected 2, the champion and the challenger",
            ),
        ),
        (
            CLIMBER,
            2,
            (
                "rate = 0.5",
                "rate = 5",
                "algorithm.hill-climber.mutation.reset.rate = 5",
            ),
        ),
        (
            CLIMBER,
            2,
            (
                "mutation",
                "averaging = 0.0\nmutation",
                "algorithm.hill-climber.averaging = 0: expected a number above 0, up to 1",
            ),
        ),
        (
            "hill-climber]\naveraging = 0.1\nmutation = { reset = { rate = 0.5 } }",
            2,
            (
                "real = { low",
                "bits = { bits = 4, low",
                "averaging = 0.1: expected nothing, as the genome is of bits",
            ),
        ),
        (RANDOM, 7, (RANDOM, "random-search]\nelites = 1", "elites")),
    ] {
        let text = text_of(algorithm, size);
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        let message = match toml_input::from_toml::<Config>(&changed) {
            Ok(config) => config.resolve().check().unwrap_err().to_string(),
            Err(error) => error.to_string(),
        };
        assert!(message.contains(expected), "{to}: {message}");
    }
}

#[test]
fn settings_out_of_range_are_refused_by_key() {
    let message = |from: &str, to: &str| {
        let text = CONFIG.replace(from, to);
        assert_ne!(text, CONFIG, "{from}");
        match toml_input::from_toml::<Config>(&text) {
            Ok(config) => config.resolve().check().unwrap_err().to_string(),
            Err(error) => error.to_string(),
        }
    };
    for (from, to, expected) in [
        (
            "size = 7",
            "size = 1",
            "population.size = 1: expected a whole number from 2",
        ),
        (
            "elites = 2",
            "elites = 7",
            "algorithm.genetic.elites = 7: expected less than population.size",
        ),
        (
            "rate = 0.8",
            "rate = 1.1",
            "algorithm.genetic.crossover.uniform.rate = 1.1: expected a number from 0 to 1",
        ),
        (
            "rate = 0.8",
            "rate = nan",
            "algorithm.genetic.crossover.uniform.rate = NaN",
        ),
        (
            "sigma = 0.3",
            "sigma = -0.3",
            "algorithm.genetic.mutation.gaussian.sigma = -0.3",
        ),
        (
            "sigma = 0.3",
            "sigma = inf",
            "algorithm.genetic.mutation.gaussian.sigma = inf",
        ),
        (
            "size = 2",
            "size = 0",
            "algorithm.genetic.selection.tournament.size = 0",
        ),
        (
            "low = -1.0",
            "low = 1.0",
            "genome.real.low and genome.real.high = 1.0 and 1.0: expected",
        ),
        (
            "openings = 2",
            "openings = 0",
            "training.openings = 0: expected",
        ),
        (
            "openings = 2",
            "openings = 2\nopening_plies = 5",
            "training.opening_plies = 5",
        ),
        (
            "gaussian = { rate = 0.3, sigma = 0.3, bounds = \"reflect\" }",
            "bit-flip = { rate = 0.1 }",
            "algorithm.genetic.mutation = bit-flip: expected gaussian",
        ),
        (
            "[training]",
            "[training]\nopponents = { peers = { count = 7 } }",
            "training.opponents.peers.count = 7: expected from 1 to 6",
        ),
        (
            "generations = 4",
            "generations = 4\nname = \"../x\"",
            "name = \"../x\": expected",
        ),
        ("depth = 2", "depth = 21", "line 5: depth `21`: expected"),
        ("elites = 2", "elite = 2", "did you mean `elites`?"),
        ("tournament", "tournment", "did you mean `tournament`?"),
        (
            "generations = 4",
            "generations = 4\nseed = -1",
            "line 4: expected a seed",
        ),
    ] {
        let message = message(from, to);
        assert!(message.contains(expected), "{to}: {message}");
    }
}
