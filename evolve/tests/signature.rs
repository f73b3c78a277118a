//! What no speed-up may change: the moves and scores of a fixed set of
//! searches, and the games of a small tournament, each as one hash.

use std::collections::HashSet;
use std::ops::ControlFlow;

use sha2::{Digest, Sha256};
use warri_engine::*;
use warri_evolve::*;

fn hex(hash: Sha256) -> String {
    hash.finalize()
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

fn openings(variant: Variant) -> Vec<Opening> {
    let mut stream = Stream::new(4, Purpose::TestOpenings, &[]);
    draw_openings(8, 10, variant, 1000, &HashSet::new(), &mut stream).unwrap()
}

/// Sets and features by name, so that new ones change no hash.
const NAMED: [&str; 5] = [
    "material",
    "daoud2004",
    "davis-kendall2002",
    "divilly2013",
    "rijswijck2000",
];
const FEATURES: [&str; 14] = [
    "store",
    "seeds",
    "mobility",
    "empty",
    "reach",
    "over_twelve",
    "captures_2",
    "captures_3",
    "vulnerable_2",
    "vulnerable_3",
    "safety",
    "attack",
    "hoard",
    "nearest",
];

/// An evaluation of each named set and of all terms, with unequal weights.
fn evaluations() -> Vec<Evaluation> {
    let all: Vec<String> = FEATURES
        .iter()
        .flat_map(|feature| ["own", "opponent"].map(|whose| format!("{whose}_{feature}")))
        .collect();
    NAMED
        .map(FeatureSet::named)
        .into_iter()
        .chain([FeatureSet::from_terms(&all)])
        .map(|set| {
            let set = set.unwrap();
            let weights: Vec<f64> = (1..=set.terms().len())
                .map(|n| (n * 7 % 11) as f64 / 15.0)
                .collect();
            Evaluation::new(&set, &weights).unwrap()
        })
        .collect()
}

#[test]
fn searches_find_the_same_moves_and_scores() {
    let evaluations = evaluations();
    let mut hash = Sha256::new();
    for variant in Variant::ALL {
        for opening in openings(variant) {
            let mut stream = Stream::new(4, Purpose::RandomPlayer, &[]);
            let mut game = opening.game().clone();
            while game.end().is_none() {
                for (index, evaluation) in evaluations.iter().enumerate() {
                    // Every depth up to 7, spread over games and evaluations.
                    let depth = (index + game.moves().len()) % 7 + 1;
                    let found = search(
                        game.position(),
                        variant,
                        Depth::new(depth as i64).unwrap(),
                        evaluation,
                        game.repeating(),
                    )
                    .unwrap();
                    hash.update([found.house.index() as u8]);
                    hash.update(found.score.to_le_bytes());
                }
                let legal: Vec<House> = game.legal().iter().collect();
                game.play(legal[stream.below(legal.len())]).unwrap();
            }
        }
    }
    assert_eq!(hex(hash), "6b114fc45610f85c");
}

#[test]
fn a_tournament_plays_the_same_games() {
    let texts = [
        "random",
        "greedy",
        "material@3",
        "daoud2004-depth3",
        "quickstart",
        "greedy",
    ];
    let players = texts.map(|text| Player::parse(text, |_| None).unwrap());
    let openings = openings(Variant::Speightstown);
    let arena = Arena {
        players: &players,
        openings: &openings,
        seed: 4,
        repeats: false,
    };
    let mut hash = Sha256::new();
    arena.play(
        round_robin(players.len(), openings.len()),
        |pairing, played| {
            for index in [pairing.south, pairing.north, pairing.opening] {
                hash.update([index as u8]);
            }
            hash.update(played.plies.to_le_bytes());
            hash.update(played.end.seeds);
            hash.update(played.end.reason.name());
            hash.update(played.end.outcome.name());
            ControlFlow::Continue(())
        },
    );
    assert_eq!(hex(hash), "ea3c8c6dae6ad16a");
}
