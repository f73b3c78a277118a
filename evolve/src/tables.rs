//! The endgame tables of a player.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use warri_engine::Variant;
use warri_engine::endgame::{Endgames, MOST_SEEDS};

use crate::PlayerError;
use crate::player::split_last;

/// Endgame tables: those that a player asks for, or has.
///
/// A player's text form says up to how many seeds, the game that it is to play
/// says by which rules; so they come [later](crate::Player::equip). Equal are
/// tables of the same variant and number of seeds, as there is one truth.
#[derive(Clone)]
pub struct Tables(State);

#[derive(Clone)]
enum State {
    /// For up to so many seeds, not there yet.
    Wanted(u8),
    Loaded(Arc<Endgames>),
}

impl Tables {
    /// Tables that are yet to be loaded; `None` where they cannot be solved.
    pub fn wanted(seeds: u8) -> Option<Tables> {
        let can_be = (1..=MOST_SEEDS).contains(&seeds);
        can_be.then_some(Tables(State::Wanted(seeds)))
    }

    /// A player's text form without its tables, and the tables, which are yet
    /// to be loaded.
    ///
    /// # Errors
    /// If they cannot be had.
    pub fn split(text: &str) -> Result<(&str, Option<Tables>), PlayerError> {
        let Some((searcher, seeds)) = split_last(text, "+tables") else {
            return Ok((text, None));
        };
        // A number may have a sign, but not here.
        let number = seeds.parse().ok().filter(|_| !seeds.starts_with('+'));
        match number.and_then(Tables::wanted) {
            Some(tables) => Ok((searcher, Some(tables))),
            None => Err(PlayerError::Tables(text.to_owned(), seeds.to_owned())),
        }
    }

    /// The most seeds on the board for which they know the result.
    pub fn seeds(&self) -> u8 {
        match &self.0 {
            State::Wanted(seeds) => *seeds,
            // There are at most `MOST_SEEDS` layers above that of no seeds.
            State::Loaded(endgames) => (endgames.layers().len() - 1) as u8,
        }
    }

    /// The rules that they hold for, once they are loaded.
    pub fn variant(&self) -> Option<Variant> {
        match &self.0 {
            State::Wanted(_) => None,
            State::Loaded(endgames) => Some(endgames.variant()),
        }
    }

    /// Loads them for games of `variant`, whatever they were for before.
    ///
    /// # Errors
    /// Those of `load`.
    ///
    /// # Panics
    /// If `load` brings other tables than it was asked for.
    pub(crate) fn load<E>(
        &mut self,
        variant: Variant,
        load: impl FnOnce(Variant, u8) -> Result<Arc<Endgames>, E>,
    ) -> Result<(), E> {
        let seeds = self.seeds();
        let loaded = Tables(State::Loaded(load(variant, seeds)?));
        assert_eq!((loaded.variant(), loaded.seeds()), (Some(variant), seeds));
        *self = loaded;
        Ok(())
    }

    /// The tables in a game of `variant`.
    ///
    /// # Panics
    /// If they were not loaded, or for another variant: playing on without
    /// them would be playing as somebody else.
    pub(crate) fn for_game(&self, variant: Variant) -> &Endgames {
        match &self.0 {
            State::Loaded(endgames) if endgames.variant() == variant => endgames,
            _ => panic!("{self:?} in a game of {variant}: expected tables that are loaded for it"),
        }
    }

    /// What they are told apart by.
    fn key(&self) -> (Option<Variant>, u8) {
        (self.variant(), self.seeds())
    }
}

impl PartialEq for Tables {
    fn eq(&self, other: &Tables) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Tables {}

impl PartialOrd for Tables {
    fn partial_cmp(&self, other: &Tables) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Tables {
    fn cmp(&self, other: &Tables) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.variant() {
            Some(variant) => write!(f, "Tables({variant}, {})", self.seeds()),
            None => write!(f, "Tables({}, not loaded)", self.seeds()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(variant: Variant, seeds: u8) -> Tables {
        let mut tables = Tables::wanted(seeds).unwrap();
        let load = |variant, seeds| Ok::<_, ()>(Arc::new(Endgames::solved(variant, seeds)));
        tables.load(variant, load).unwrap();
        tables
    }

    #[test]
    fn tables_are_equal_by_variant_and_seeds() {
        let tables = solved(Variant::Abapa, 2);
        assert_eq!(tables, solved(Variant::Abapa, 2));
        assert!(tables < solved(Variant::Abapa, 3));
        assert_ne!(tables, solved(Variant::Bridgetown, 2));
        assert_ne!(tables, Tables::wanted(2).unwrap());
        assert_eq!(format!("{tables:?}"), "Tables(abapa, 2)");
        assert_eq!(tables.for_game(Variant::Abapa).layers().len(), 3);
        assert!(Tables::wanted(0).is_none() && Tables::wanted(25).is_none());
    }

    #[test]
    #[should_panic(expected = "Tables(abapa, 1) in a game of bridgetown")]
    fn tables_of_another_variant_are_refused() {
        solved(Variant::Abapa, 1).for_game(Variant::Bridgetown);
    }

    #[test]
    #[should_panic(expected = "Tables(1, not loaded) in a game of abapa")]
    fn tables_that_are_not_loaded_are_missed() {
        Tables::wanted(1).unwrap().for_game(Variant::Abapa);
    }
}
