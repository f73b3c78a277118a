//! The players of an experiment that do not evolve.

use warri_engine::Variant;

use crate::{EvolutionError, Player, Tables};

/// The players that a config names.
#[derive(Clone, Debug, Default)]
pub struct FixedPlayers {
    /// Those of the test.
    pub references: Vec<Player>,
    /// Those whom individuals meet in training.
    pub panel: Vec<Player>,
}

impl FixedPlayers {
    /// Refuses players that cannot play by the rules of `variant`.
    pub(crate) fn check(&self, variant: Variant) -> Result<(), EvolutionError> {
        for player in self.references.iter().chain(&self.panel) {
            let fits = |tables: &Tables| tables.variant() == Some(variant);
            if !player.tables().is_none_or(fits) {
                return Err(EvolutionError::Tables(player.name().to_owned(), variant));
            }
        }
        Ok(())
    }
}
