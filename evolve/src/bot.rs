//! Bots: an evaluation with its search depth, as a file.

use serde::{Deserialize, Serialize};
use warri_engine::{Depth, Evaluation, EvaluationError, FeatureSet, Term, Variant};

use crate::toml_input::{FORMAT, TomlError, from_toml, nearest};

/// A bot file that cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BotError {
    /// The text is no bot file.
    #[error(transparent)]
    Toml(#[from] TomlError),
    /// A term of the feature set has no weight.
    #[error("weights: `{0}` is missing, the feature set has it")]
    Missing(String),
    /// A weight belongs to no term of the feature set.
    #[error("weights: `{found}` is not in the feature set{}", hint(.nearest))]
    Unknown {
        /// The name that stands there.
        found: String,
        /// The name that may be meant.
        nearest: Option<String>,
    },
    /// The weights make no evaluation.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
}

fn hint(nearest: &Option<String>) -> String {
    nearest
        .as_ref()
        .map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

/// A player that searches with a weighted evaluation.
///
/// ```
/// use warri_evolve::Bot;
/// let bot = Bot::from_toml(r#"
///     format = 1
///     variant = "speightstown"
///     features = ["net_store", "own_mobility"]
///     depth = 3
///     origin = "by hand"
///     [weights]
///     net_store = 1.0
///     own_mobility = 0.125
/// "#)?;
/// assert_eq!(bot.weights(), [1.0, 0.125]);
/// assert_eq!(Bot::from_toml(&bot.to_toml())?, bot);
/// # Ok::<(), warri_evolve::BotError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Bot {
    /// The variant that the bot was made for.
    pub variant: Variant,
    /// How deep it searches unless told otherwise.
    pub depth: Depth,
    /// Where it came from, in a line.
    pub origin: String,
    features: FeatureSet,
    weights: Vec<f64>,
    evaluation: Evaluation,
}

/// A bot file as it stands.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BotFile {
    format: u32,
    variant: Variant,
    features: FeatureSet,
    depth: Depth,
    #[serde(default)]
    origin: String,
    weights: toml::Table,
}

/// The bots of `results/bots` with these names.
macro_rules! bots {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../results/bots/", $name, ".toml")))),+]
    };
}

/// The gallery: every bot in `results/bots`, compiled in.
const GALLERY: &[(&str, &str)] = bots![
    "daoud2004-depth3",
    "daoud2004-depth5",
    "quickstart",
    "depradine-speightstown",
    "depradine-bridgetown",
    "cma-es",
    "daoud-evolved-depth3",
    "daoud-evolved-depth5",
    "davis-kendall-evolved",
    "divilly-evolved",
];

impl Bot {
    /// A bot with these weights, one for each term of `features`.
    ///
    /// # Errors
    /// If the weights make no evaluation.
    pub fn new(
        variant: Variant,
        features: FeatureSet,
        weights: Vec<f64>,
        depth: Depth,
        origin: String,
    ) -> Result<Bot, EvaluationError> {
        let evaluation = Evaluation::new(&features, &weights)?;
        Ok(Bot {
            variant,
            depth,
            origin,
            features,
            weights,
            evaluation,
        })
    }

    /// Reads a bot file.
    ///
    /// # Errors
    /// [`BotError`] says what is wrong and where.
    pub fn from_toml(text: &str) -> Result<Bot, BotError> {
        let file: BotFile = from_toml(text)?;
        let names: Vec<String> = file.features.terms().iter().map(Term::name).collect();
        if let Some(found) = file.weights.keys().find(|key| !names.contains(key)) {
            return Err(BotError::Unknown {
                found: found.clone(),
                nearest: nearest(found, names.iter().map(String::as_str)).map(str::to_owned),
            });
        }
        let weights = names
            .into_iter()
            .map(|name| match file.weights.get(&name) {
                Some(toml::Value::Float(weight)) => Ok(*weight),
                Some(toml::Value::Integer(weight)) => Ok(*weight as f64),
                Some(other) => Err(BotError::Toml(TomlError::Whole(format!(
                    "weight `{name}` is {other}: expected a number"
                )))),
                None => Err(BotError::Missing(name)),
            })
            .collect::<Result<Vec<f64>, BotError>>()?;
        Ok(Bot::new(
            file.variant,
            file.features,
            weights,
            file.depth,
            file.origin,
        )?)
    }

    /// Writes a bot file; [`Bot::from_toml`] reads the same bot back.
    pub fn to_toml(&self) -> String {
        let file = BotFile {
            format: FORMAT,
            variant: self.variant,
            features: self.features.clone(),
            depth: self.depth,
            origin: self.origin.clone(),
            weights: self
                .named_weights()
                .map(|(term, weight)| (term.name(), weight.into()))
                .collect(),
        };
        toml::to_string(&file).expect("a bot file is TOML")
    }

    /// The bot that searches for material, own store less the opponent's.
    pub fn material(depth: Depth) -> Bot {
        let set = FeatureSet::named("material").expect("a named set");
        let origin = "common practice".to_owned();
        Bot::new(Variant::default(), set, vec![1.0], depth, origin).expect("a weight in range")
    }

    /// The bot of the gallery with this name.
    pub fn built_in(name: &str) -> Option<Bot> {
        let (_, text) = GALLERY.iter().find(|(known, _)| *known == name)?;
        Some(Bot::from_toml(text).expect("a built-in bot is sound"))
    }

    /// The names of the bots in the gallery.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        GALLERY.iter().map(|(name, _)| *name)
    }

    /// The terms that it weighs.
    pub fn features(&self) -> &FeatureSet {
        &self.features
    }

    /// The weights, one for each term.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Each term with its weight.
    pub fn named_weights(&self) -> impl Iterator<Item = (&Term, f64)> {
        self.features
            .terms()
            .iter()
            .zip(self.weights.iter().copied())
    }

    /// The weights ready to evaluate.
    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gallery_is_whole_and_sound() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../results/bots");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.ends_with(".toml"))
            .collect();
        files.sort();
        let mut names: Vec<String> = Bot::built_in_names()
            .map(|name| format!("{name}.toml"))
            .collect();
        names.sort();
        assert_eq!(names, files);
        for name in Bot::built_in_names() {
            assert!(!Bot::built_in(name).unwrap().origin.is_empty(), "{name}");
        }
        assert_eq!(Bot::built_in("daoud"), None);
    }

    #[test]
    fn champions_in_the_gallery_are_those_of_the_committed_runs() {
        let top = concat!(env!("CARGO_MANIFEST_DIR"), "/../");
        let champion = |run: &str| {
            let text = std::fs::read_to_string(format!("{top}{run}/champion.toml")).unwrap();
            Bot::from_toml(&text).unwrap()
        };
        assert_eq!(
            Bot::built_in("quickstart"),
            Some(champion("results/quickstart"))
        );
        let mut compared = 0;
        for bot in Bot::built_in_names().filter_map(Bot::built_in) {
            if let Some(run) = bot.origin.strip_prefix("champion of ") {
                let origin = bot.origin.clone();
                let expected = Bot {
                    origin,
                    ..champion(run)
                };
                assert_eq!(bot, expected);
                compared += 1;
            }
        }
        assert_eq!(compared, 7);
    }

    #[test]
    fn wrong_files_are_refused_with_the_reason() {
        let good = Bot::built_in("daoud2004-depth3").unwrap().to_toml();
        let message = |from: &str, to: &str| {
            assert!(good.contains(from), "{from}");
            Bot::from_toml(&good.replace(from, to))
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            message("own_store", "own_stor"),
            "weights: `own_stor` is not in the feature set; did you mean `own_store`?"
        );
        assert_eq!(
            message("own_store = 0.6\n", ""),
            "weights: `own_store` is missing, the feature set has it"
        );
        assert_eq!(
            message("own_store = 0.6", "own_store = nan"),
            "weight `own_store` is NaN: expected a number from -100 to 100"
        );
        assert_eq!(
            message("own_store = 0.6", "own_store = \"x\""),
            "weight `own_store` is \"x\": expected a number"
        );
        assert!(message("\"daoud2004\"", "\"davis-kendall2002\"").starts_with("weights: "));
        assert_eq!(
            message("\"daoud2004\"", "\"daoud2005\""),
            "line 3: feature set `daoud2005` is unknown: expected material, daoud2004, \
             davis-kendall2002, divilly2013, rijswijck2000 or a list of terms; did you mean `daoud2004`?"
        );
        assert_eq!(
            message("depth = 3", "depth = 0"),
            "line 4: depth `0`: expected a whole number from 1 to 20"
        );
        assert_eq!(
            message("format = 1", "format = 7"),
            "format 7: this version of warri reads format 1"
        );
    }
}
