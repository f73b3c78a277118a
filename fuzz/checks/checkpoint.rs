//! What a checkpoint holds of the library: a state, and genomes as text.

use std::sync::LazyLock;

use warri_evolve::toml_input::from_toml;
use warri_evolve::{Config, Encoding, Evolution, FixedPlayers, State};

static QUICKSTART: LazyLock<Config> = LazyLock::new(|| {
    let text = include_str!("../../experiments/configs/quickstart.toml");
    from_toml::<Config>(text).expect("a config").resolve()
});

pub(crate) fn check(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data) {
        genome(text);
    }
    let Ok(state) = serde_json::from_slice::<State>(data) else {
        return;
    };
    let written = serde_json::to_vec(&state).expect("a state is JSON");
    let read: State = serde_json::from_slice(&written).expect("what was written");
    assert_eq!(read, state);
    // References only play.
    if let Ok(evolution) = Evolution::resume(QUICKSTART.clone(), FixedPlayers::default(), state) {
        let population = evolution.state().islands[0].algorithm.ask();
        let players = evolution.players(population).expect("sound genomes");
        assert_eq!(players.len(), QUICKSTART.population.size as usize);
        let champion = evolution.state().champion.is_some();
        assert_eq!(evolution.champion().is_some(), champion);
    }
}

fn genome(text: &str) {
    let (low, high) = (-1.0, 1.0);
    for encoding in [
        Encoding::Real { low, high },
        Encoding::Bits { bits: 4, low, high },
        Encoding::Bits {
            bits: 16,
            low,
            high,
        },
    ] {
        if let Some(genome) = encoding.parse(text) {
            let written = encoding.format(&genome);
            assert_eq!(encoding.parse(&written), Some(genome.clone()));
            assert!(
                encoding
                    .weights(&genome)
                    .iter()
                    .all(|weight| weight.is_finite())
            );
        }
    }
}
