//! Runs that belong together: they differ in their seeds alone.

use anyhow::{Result, bail};
use warri_evolve::Config;

use super::{RunDir, first_difference};

/// The settings of some runs, which may differ in seed and generations alone.
///
/// # Errors
/// If they differ in more, and for a seed that is there twice, as a run counts
/// once; or if a config cannot be read.
pub(crate) fn configs_of_replicates(runs: &[RunDir]) -> Result<Vec<Config>> {
    let configs = runs.iter().map(RunDir::config);
    let configs = configs.collect::<Result<Vec<Config>>>()?;
    for (index, (run, config)) in runs.iter().zip(&configs).enumerate() {
        let like_first = Config {
            seed: configs[0].seed,
            generations: configs[0].generations,
            ..config.clone()
        };
        if let Some(key) = first_difference(&configs[0], &like_first)? {
            bail!(
                "{} differs from {} in `{key}`: expected runs that differ in seed and generations alone",
                run.path().display(),
                runs[0].path().display()
            );
        }
        let mut before = configs[..index].iter();
        if let Some(twin) = before.position(|other| other.seed == config.seed) {
            bail!(
                "{} and {} have the same seed, {}: expected each seed once, as a run counts once",
                runs[twin].path().display(),
                run.path().display(),
                config.seed
            );
        }
    }
    Ok(configs)
}
