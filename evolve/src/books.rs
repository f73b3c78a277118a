//! The openings of a run: some to train on, some to choose by, some to test on.

use std::collections::HashSet;

use warri_engine::Position;

use crate::{Config, EvolutionError, Opening, Purpose, Stream, TooFewOpenings, draw_openings};

/// The books of openings of a run. No position is in two of them that are in
/// use at the same time.
#[derive(Clone, Debug)]
pub(crate) struct Books {
    /// Progress is measured on them, in every generation.
    pub(crate) test: Vec<Opening>,
    /// The champion of a finished run is shown on them.
    pub(crate) fresh: Vec<Opening>,
    /// The positions of both, which training never sees.
    reserved: HashSet<Position>,
}

/// Number of fresh openings, each played from both sides.
const FRESH: u32 = 500;

impl Books {
    pub(crate) fn new(config: &Config) -> Result<Books, EvolutionError> {
        let seed = config.test.seed;
        let draw = |purpose, count, excluded: &HashSet<Position>| {
            let mut stream = Stream::new(seed, purpose, &[]);
            draw(
                config,
                count,
                config.test.opening_plies,
                excluded,
                &mut stream,
            )
        };
        let test = draw(Purpose::TestOpenings, config.test.openings, &HashSet::new())
            .map_err(|error| EvolutionError::Openings("test.openings", error))?;
        let mut reserved = positions(&test);
        let fresh = draw(Purpose::FreshOpenings, FRESH, &reserved).map_err(|error| {
            EvolutionError::Openings("fresh openings (test.opening_plies)", error)
        })?;
        reserved.extend(positions(&fresh));
        Ok(Books {
            test,
            fresh,
            reserved,
        })
    }

    /// What generation `number` trains on.
    pub(crate) fn training(
        &self,
        config: &Config,
        number: u32,
    ) -> Result<Vec<Opening>, EvolutionError> {
        let mut stream = Stream::new(config.seed, Purpose::TrainingOpenings, &[number.into()]);
        let plies = config.training.opening_plies;
        let count = config.training.openings;
        draw(config, count, plies, &self.reserved, &mut stream)
            .map_err(|error| EvolutionError::Openings("training.openings", error))
    }

    /// What the play-off of generation `number` is played on, which trained on
    /// `training`; nothing if there is no play-off.
    pub(crate) fn play_off(
        &self,
        config: &Config,
        number: u32,
        training: &[Opening],
    ) -> Result<Vec<Opening>, EvolutionError> {
        let mut stream = Stream::new(config.seed, Purpose::PlayOffOpenings, &[number.into()]);
        let plies = config.training.opening_plies;
        let count = config.play_off.map_or(0, |play_off| play_off.openings);
        let mut excluded = self.reserved.clone();
        excluded.extend(positions(training));
        draw(config, count, plies, &excluded, &mut stream)
            .map_err(|error| EvolutionError::Openings("play_off.openings", error))
    }
}

fn draw(
    config: &Config,
    count: u32,
    plies: u32,
    excluded: &HashSet<Position>,
    stream: &mut Stream,
) -> Result<Vec<Opening>, TooFewOpenings> {
    let Config {
        variant, training, ..
    } = config;
    let count = count as usize;
    draw_openings(count, plies, *variant, training.ply_cap, excluded, stream)
}

fn positions(openings: &[Opening]) -> HashSet<Position> {
    openings.iter().map(|opening| *opening.position()).collect()
}
