//! What an experiment needs from outside.

use std::sync::Arc;

use warri_engine::Variant;
use warri_engine::endgame::Endgames;

use crate::{EvolutionError, Player, Tables};

/// What a config names: players that do not evolve, and endgame tables.
#[derive(Clone, Debug, Default)]
pub struct FixedPlayers {
    /// Those of the test.
    pub references: Vec<Player>,
    /// Those whom individuals meet in training.
    pub panel: Vec<Player>,
    /// Endgame tables, without which a config that asks for truth can be looked
    /// at, but not run.
    pub endgames: Option<Arc<Endgames>>,
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
