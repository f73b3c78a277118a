//! The initial population.

use warri_engine::FeatureSet;

use crate::{Bot, Config, EvolutionError, Genome, Initial, Purpose, Stream};

/// The genomes of generation 0 of a population with this seed.
pub(crate) fn initial_genomes(
    config: &Config,
    seed: u64,
    bots: &[Bot],
) -> Result<Vec<Genome>, EvolutionError> {
    let mut stream = Stream::new(seed, Purpose::InitialPopulation, &[]);
    let size = config.population.size as usize;
    let Initial::Around { bots: names } = &config.population.initial else {
        let terms = config.features.terms().len();
        return Ok((0..size)
            .map(|_| config.genome.random(terms, &mut stream))
            .collect());
    };
    let mut genomes = Vec::with_capacity(size);
    for (index, name) in names.iter().enumerate() {
        let bot = bots.get(index).ok_or_else(|| "was not read".to_owned());
        let genome = bot.and_then(|bot| genome_of(bot, config));
        genomes.push(genome.map_err(|problem| EvolutionError::Initial {
            bot: name.clone(),
            problem,
        })?);
    }
    while genomes.len() < size {
        let mut genome = genomes[genomes.len() - names.len()].clone();
        let variation = config.algorithm.variation(&config.genome);
        variation.mutate(&mut genome, &config.genome, &mut stream, &mut 0);
        genomes.push(genome);
    }
    Ok(genomes)
}

/// The genome of a bot, or why it has none in this experiment.
fn genome_of(bot: &Bot, config: &Config) -> Result<Genome, String> {
    let named = |set: &FeatureSet| set.name().unwrap_or("a list of its own").to_owned();
    if bot.features() != &config.features {
        let (found, expected) = (named(bot.features()), named(&config.features));
        return Err(format!(
            "has the feature set {found}: expected {expected}, as the config"
        ));
    }
    let (low, high) = config.genome.range();
    for (term, weight) in bot.named_weights() {
        if !(low..=high).contains(&weight) {
            let name = term.name();
            return Err(format!(
                "has the weight {name} = {weight}: expected {low} to {high}, as genome"
            ));
        }
    }
    Ok(config.genome.nearest(bot.weights()))
}
