//! The settings of an experiment, as they stand in a config file.

use serde::{Deserialize, Serialize};
use warri_engine::{DEFAULT_PLY_CAP, Depth, Evaluation, FeatureSet, Variant, WEIGHT_LIMIT};

use crate::expected::{GENERATIONS, OPENING_PLIES, OPENINGS, PLY_CAP};
use crate::opening::MIN_OPENING_PLIES;
use crate::range::{ConfigError, require};
use crate::{Algorithm, Encoding, Islands, Opponents, PlayOff, Points, Stop, Truth};

/// All that decides what a run computes: same config, same bytes. Each key is
/// explained in `experiments/configs/quickstart.toml`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Version of the file format.
    pub format: u32,
    /// Name of the experiment; names its run directories.
    #[serde(default = "default_name")]
    pub name: String,
    /// Master seed.
    #[serde(default = "default_seed", with = "crate::seed")]
    pub seed: u64,
    /// Generations to breed; the initial population is generation 0.
    pub generations: u32,
    /// Rules that are played.
    #[serde(default)]
    pub variant: Variant,
    /// Terms whose weights evolve.
    pub features: FeatureSet,
    /// Search depth of every individual.
    pub depth: Depth,
    /// How weights become genes.
    pub genome: Encoding,
    /// Who is there at the beginning.
    pub population: Population,
    /// What breeds the next generation.
    pub algorithm: Algorithm,
    /// Games that give fitness.
    pub training: Training,
    /// Several populations instead of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub islands: Option<Islands>,
    /// What decides who is the best of a generation, instead of fitness alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play_off: Option<PlayOff>,
    /// Games that measure progress.
    pub test: Test,
    /// Endgame decisions that measure it against exact play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub truth: Option<Truth>,
    /// What ends the run before its last generation.
    #[serde(default, skip_serializing_if = "Stop::is_empty")]
    pub stop: Stop,
}

/// The population and how it begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Population {
    /// Number of individuals, 2 or more.
    pub size: u32,
    /// Where the first genomes come from.
    #[serde(default)]
    pub initial: Initial,
}

/// Where the first genomes come from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Initial {
    /// Uniformly random.
    #[default]
    Random,
    /// Given bots in turn: first unchanged, then mutated over and over.
    Around {
        /// Bots by name or path, all of the config's feature set.
        bots: Vec<String>,
    },
}

/// The games that give fitness.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// Whom each individual meets.
    #[serde(default)]
    pub opponents: Opponents,
    /// Openings of a generation, each played from both sides by every pair.
    pub openings: u32,
    /// Random plies of an opening, 6 or more.
    #[serde(default = "default_opening_plies")]
    pub opening_plies: u32,
    /// Plies after which a game is stopped, the opening included.
    #[serde(default = "default_ply_cap")]
    pub ply_cap: u32,
    /// What a game is worth; fitness is the mean.
    #[serde(default)]
    pub points: Points,
    /// Whether fitness is shared (Rosin & Belew 1997): for each opponent an
    /// individual gets its part of all points that individuals won from it,
    /// which favours those who beat whom few can beat. `points` then do not
    /// count.
    #[serde(default)]
    pub sharing: bool,
}

/// The games that measure progress: the generation's best against fixed
/// players on openings that training never sees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// Seed of the test openings, of its own so that replicates share them.
    #[serde(default = "default_test_seed", with = "crate::seed")]
    pub seed: u64,
    /// Number of test openings, each played from both sides.
    #[serde(default = "default_test_openings")]
    pub openings: u32,
    /// Random plies of an opening, 6 or more.
    #[serde(default = "default_opening_plies")]
    pub opening_plies: u32,
    /// The fixed players, by their text form. `None` stands for the usual
    /// four, see [`Config::resolve`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub references: Option<Vec<String>>,
}

/// The most games of a run, so that counts of games stay far from
/// where 64 bits end.
const MOST_GAMES: u128 = 1_000_000_000_000_000;

fn default_name() -> String {
    "experiment".to_owned()
}

fn default_seed() -> u64 {
    1
}

fn default_test_seed() -> u64 {
    2001
}

fn default_test_openings() -> u32 {
    50
}

fn default_opening_plies() -> u32 {
    8
}

fn default_ply_cap() -> u32 {
    DEFAULT_PLY_CAP
}

impl Config {
    /// Fills in what the config leaves to be derived: the references `random`,
    /// `greedy`, `material` and the weights that Daoud et al. published for
    /// depth 3, or for depth 5 where the search is that deep; all at the
    /// config's own depth.
    pub fn resolve(mut self) -> Config {
        let depth = self.depth;
        let published = match depth.plies() {
            3 => "daoud2004-depth3".to_owned(),
            5 => "daoud2004-depth5".to_owned(),
            0..5 => format!("daoud2004-depth3@{depth}"),
            _ => format!("daoud2004-depth5@{depth}"),
        };
        self.test.references.get_or_insert_with(|| {
            vec![
                "random".to_owned(),
                "greedy".to_owned(),
                format!("material@{depth}"),
                published,
            ]
        });
        self
    }

    /// Games of one generation that decide something.
    pub(crate) fn games_per_generation(&self) -> u64 {
        let Training {
            opponents,
            openings,
            ..
        } = &self.training;
        let islands = u64::from(self.island_count());
        let training = opponents.games(self.population.size.into()) * u64::from(*openings);
        let play_off = self.play_off.map_or(0, |play_off| play_off.games(islands));
        islands * training + play_off
    }

    /// How many populations there are.
    pub(crate) fn island_count(&self) -> u32 {
        self.islands.map_or(1, |islands| islands.count)
    }

    /// The fixed players of the test, by their text forms.
    pub fn references(&self) -> &[String] {
        self.test.references.as_deref().unwrap_or_default()
    }

    /// Checks every range and every combination.
    ///
    /// # Errors
    /// [`ConfigError`] for the first setting that cannot be.
    pub fn check(&self) -> Result<(), ConfigError> {
        self.check_frame()?;
        self.check_genome()?;
        let size = self.population.size;
        self.algorithm.check(size, &self.genome)?;
        if let Some(islands) = self.islands {
            islands.check(size - self.algorithm.survivors(size))?;
        }
        if let Some(play_off) = self.play_off {
            play_off.check(self.island_count(), size)?;
        }
        self.check_games()?;
        if let Some(truth) = self.truth {
            truth.check()?;
        }
        let expected = "another kind, as there is no [truth] that says which endgames";
        let holds = self.truth.is_some() || self.training.opponents.decisions() == 0;
        require("training.opponents", "truth", holds, expected)?;
        self.stop.check()
    }

    fn check_frame(&self) -> Result<(), ConfigError> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let usable = (1..=100).contains(&self.name.len())
            && self.name.chars().all(plain)
            && !self.name.starts_with('.');
        require(
            "name",
            format!("{:?}", self.name),
            usable,
            "1 to 100 letters, digits, `-`, `_` or `.`, as it names a folder",
        )?;
        require(
            "generations",
            self.generations,
            self.generations <= 1_000_000,
            GENERATIONS,
        )?;
        require(
            "population.size",
            self.population.size,
            (2..=100_000).contains(&self.population.size),
            "a whole number from 2 to 100000",
        )?;
        if let Initial::Around { bots } = &self.population.initial {
            let holds = (1..=self.population.size as usize).contains(&bots.len());
            let expected = "at least one bot, and no more than population.size";
            let found = format!("{} bots", bots.len());
            require("population.initial.around.bots", found, holds, expected)?;
        }
        Ok(())
    }

    /// Sharing compares those who met the same opponents, by what they won.
    fn check_sharing(&self) -> Result<(), ConfigError> {
        let Training {
            opponents,
            points,
            sharing,
            ..
        } = &self.training;
        if !sharing {
            return Ok(());
        }
        let expected = "false, as random peers are met by few";
        require("training.sharing", true, !opponents.has_peers(), expected)?;
        let expected = "false, as two individuals have no opponent in common";
        let common = self.population.size > 2 || !opponents.has_round_robin();
        require("training.sharing", true, common, expected)?;
        let is_default = *points == Points::default();
        let expected = "none, as sharing has no use for them";
        require("training.points", "other than usual", is_default, expected)
    }

    fn check_genome(&self) -> Result<(), ConfigError> {
        let (low, high) = self.genome.range();
        let kind = if self.genome.is_real() {
            "real"
        } else {
            "bits"
        };
        let key = format!("genome.{kind}.low and genome.{kind}.high");
        // With exponents, as two long numbers would hide the second.
        let found = format!("{low:?} and {high:?}");
        require(
            &key,
            &found,
            low < high && low >= -WEIGHT_LIMIT && high <= WEIGHT_LIMIT,
            "numbers from -100 to 100, the first less than the second",
        )?;
        // No individual can then be one that the search cannot use.
        let most = vec![low.abs().max(high.abs()); self.features.terms().len()];
        if let Err(error) = Evaluation::new(&self.features, &most) {
            require(&key, found, false, format!("numbers nearer to 0: {error}"))?;
        }
        match self.genome {
            Encoding::Bits { bits, .. } => require(
                "genome.bits.bits",
                bits,
                (1..=16).contains(&bits),
                "a whole number from 1 to 16",
            ),
            Encoding::Real { .. } => Ok(()),
        }
    }

    fn check_games(&self) -> Result<(), ConfigError> {
        let Training {
            opponents,
            openings,
            opening_plies,
            ply_cap,
            points,
            sharing: _,
        } = &self.training;
        opponents
            .check(self.population.size)
            .map_err(|error| error.within("training.opponents"))?;
        let some = 1..=10_000;
        require(
            "training.openings",
            openings,
            some.contains(openings),
            OPENINGS,
        )?;
        let openings = self.test.openings;
        require(
            "test.openings",
            openings,
            some.contains(&openings),
            OPENINGS,
        )?;
        let range = MIN_OPENING_PLIES..=60;
        require(
            "training.opening_plies",
            opening_plies,
            range.contains(opening_plies),
            OPENING_PLIES,
        )?;
        let plies = self.test.opening_plies;
        require(
            "test.opening_plies",
            plies,
            range.contains(&plies),
            OPENING_PLIES,
        )?;
        require(
            "training.ply_cap",
            ply_cap,
            (100..=100_000).contains(ply_cap),
            PLY_CAP,
        )?;
        self.check_sharing()?;
        let games = u128::from(self.generations + 1) * u128::from(self.games_per_generation());
        require(
            "generations",
            self.generations,
            games <= MOST_GAMES,
            format!("fewer, as these are {games} games, more than {MOST_GAMES}"),
        )?;
        for (key, value) in [
            ("training.points.win", points.win),
            ("training.points.draw", points.draw),
            ("training.points.loss", points.loss),
            ("training.points.margin", points.margin),
        ] {
            require(
                key,
                value,
                value.abs() <= 1000.0,
                "a number from -1000 to 1000",
            )?;
        }
        let references = self.references();
        require(
            "test.references",
            "[]",
            !references.is_empty(),
            "at least one player",
        )?;
        Ok(())
    }
}
