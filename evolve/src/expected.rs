//! What may stand at a key of a config, where its type alone says too little.

pub(crate) const GENERATIONS: &str = "a whole number from 0 to 1000000";
pub(crate) const OPENINGS: &str = "a whole number from 1 to 10000";
pub(crate) const OPENING_PLIES: &str = "a whole number from 6 to 60";
pub(crate) const PLY_CAP: &str = "a whole number from 100 to 100000";
pub(crate) const TRUTH_SEEDS: &str = "a whole number from 3 to 24";
pub(crate) const DECISIONS: &str = "a whole number from 1 to 100000";

/// Each key with a range, or with a value for each of its choices.
const EXPECTED: &[(&str, &[&str])] = &[
    ("generations", &[GENERATIONS]),
    ("openings", &[OPENINGS]),
    ("opening_plies", &[OPENING_PLIES]),
    ("ply_cap", &[PLY_CAP]),
    ("seeds", &[TRUTH_SEEDS]),
    ("decisions", &[DECISIONS]),
    (
        "variant",
        &["\"speightstown\"", "\"bridgetown\"", "\"abapa\""],
    ),
    (
        "genome",
        &[
            "{ real = { low = -1, high = 1 } }",
            "{ bits = { bits = 8, low = -1, high = 1 } }",
        ],
    ),
    (
        "initial",
        &[
            "\"random\"",
            "{ around = { bots = [\"daoud2004-depth3\"] } }",
        ],
    ),
    ("algorithm", &["a table, as in [algorithm.genetic]"]),
    (
        "selection",
        &[
            "\"proportional\"",
            "\"stochastic-universal\"",
            "{ tournament = { size = 3 } }",
            "{ rank = { pressure = 1.5 } }",
            "{ truncation = { fraction = 0.5 } }",
        ],
    ),
    (
        "crossover",
        &[
            "{ one-point = { rate = 0.7 } }",
            "{ two-point = { rate = 0.7 } }",
            "{ uniform = { rate = 0.7 } }",
            "{ blend = { rate = 0.7, alpha = 0.5, bounds = \"clamp\" } }",
            "{ arithmetic = { rate = 0.7 } }",
            "{ simulated-binary = { rate = 0.7, eta = 2, bounds = \"reflect\" } }",
        ],
    ),
    (
        "mutation",
        &[
            "{ gaussian = { rate = 0.1, sigma = 0.2, bounds = \"reflect\" } }",
            "{ polynomial = { rate = 0.1, eta = 20 } }",
            "{ bit-flip = { rate = 0.1 } }",
            "{ reset = { rate = 0.1 } }",
        ],
    ),
    ("bounds", &["\"clamp\"", "\"reflect\"", "\"resample\""]),
    ("survival", &["\"plus\"", "\"comma\""]),
    ("recombination", &["\"none\"", "\"intermediate\""]),
    ("base", &["\"random\"", "\"best\""]),
    ("islands", &["{ count = 4, every = 5 }"]),
    ("play_off", &["{ candidates = 4, openings = 20 }"]),
    ("truth", &["{ seeds = 8, decisions = 500 }"]),
    ("topology", &["\"ring\"", "\"full\""]),
    ("emigrants", &["\"best\"", "\"random\""]),
    (
        "opponents",
        &[
            "\"round-robin\"",
            "{ peers = { count = 10 } }",
            "{ hall-of-fame = { every = 5, count = 10 } }",
            "{ panel = { players = [\"material@3\"] } }",
            "{ truth = { decisions = 200 } }",
            "{ mixture = [{ weight = 1, opponents = \"round-robin\" }] }",
        ],
    ),
];

/// What may stand at `key`; `None` if its type says it.
pub(crate) fn expected(key: &str) -> Option<String> {
    let (_, choices) = EXPECTED.iter().find(|(name, _)| *name == key)?;
    let (last, others) = choices.split_last()?;
    Some(match others {
        [] => (*last).to_owned(),
        _ => format!("{} or {last}", others.join(", ")),
    })
}

#[cfg(test)]
mod tests {
    use serde::de::DeserializeOwned;
    use warri_engine::Variant;

    use super::*;
    use crate::{
        Base, Bounds, Crossover, Emigrants, Encoding, Initial, Mutation, Opponents, Recombination,
        Selection, Survival, Topology,
    };

    /// Whether all choices of a key are values, each another one.
    fn sound<T: DeserializeOwned + PartialEq>(choices: &[&str]) -> bool {
        let read = |choice: &&str| {
            let table: toml::Table = toml::from_str(&format!("value = {choice}")).unwrap();
            table["value"].clone().try_into::<T>().unwrap()
        };
        let mut values: Vec<T> = choices.iter().map(read).collect();
        values.dedup();
        values.len() == choices.len()
    }

    #[test]
    fn every_choice_is_one() {
        for (key, choices) in EXPECTED {
            let sound = match *key {
                "variant" => sound::<Variant>(choices),
                "genome" => sound::<Encoding>(choices),
                "initial" => sound::<Initial>(choices),
                "selection" => sound::<Selection>(choices),
                "crossover" => sound::<Crossover>(choices),
                "mutation" => sound::<Mutation>(choices),
                "bounds" => sound::<Bounds>(choices),
                "survival" => sound::<Survival>(choices),
                "recombination" => sound::<Recombination>(choices),
                "base" => sound::<Base>(choices),
                "topology" => sound::<Topology>(choices),
                "emigrants" => sound::<Emigrants>(choices),
                "opponents" => sound::<Opponents>(choices),
                _ => choices.len() == 1,
            };
            assert!(sound, "{key}");
        }
    }
}
