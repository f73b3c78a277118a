//! The cross table: what every two players of a field did to each other.

use std::collections::BTreeMap;

use warri_engine::{Outcome, Side};

use crate::{Pairing, Tally};

/// The results of a field, by pairing and opening.
///
/// It counts and forgets: what it holds does not depend on the order of the
/// games. It takes some bytes a pairing and opening, as intervals need the
/// openings one by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossTable {
    players: usize,
    openings: usize,
    /// For every two players that met, the lower index first: what each
    /// opening brought the first.
    met: BTreeMap<(usize, usize), Vec<Tally>>,
}

impl CrossTable {
    /// A table without games.
    pub fn new(players: usize) -> CrossTable {
        CrossTable {
            players,
            openings: 0,
            met: BTreeMap::new(),
        }
    }

    /// Counts a game.
    ///
    /// # Panics
    /// If the pairing names a player that the table has not.
    pub fn count(&mut self, pairing: Pairing, outcome: Outcome) {
        let (first, second) = (
            pairing.south.min(pairing.north),
            pairing.south.max(pairing.north),
        );
        assert!(second < self.players, "a player of the table");
        let openings = self.met.entry((first, second)).or_default();
        if openings.len() <= pairing.opening {
            openings.resize(pairing.opening + 1, Tally::default());
        }
        let side = if pairing.south == first {
            Side::South
        } else {
            Side::North
        };
        openings[pairing.opening].count(outcome, side);
        self.openings = self.openings.max(pairing.opening + 1);
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Openings that were played, counted up to the last one.
    pub fn openings(&self) -> usize {
        self.openings
    }

    /// Results of `player` against `opponent`.
    pub fn against(&self, player: usize, opponent: usize) -> Tally {
        let key = (player.min(opponent), player.max(opponent));
        let tally = self
            .met
            .get(&key)
            .map_or_else(Tally::default, |met| sum(met));
        if player < opponent {
            tally
        } else {
            tally.mirrored()
        }
    }

    /// Results of `player` against all others.
    pub fn total(&self, player: usize) -> Tally {
        let mut total = Tally::default();
        for opponent in (0..self.players).filter(|&opponent| opponent != player) {
            total.add(self.against(player, opponent));
        }
        total
    }

    /// Every two players that met, the lower index first, with what each
    /// opening brought the first; in index order.
    pub(crate) fn met(&self) -> impl Iterator<Item = ((usize, usize), &[Tally])> {
        self.met.iter().map(|(&pair, met)| (pair, met.as_slice()))
    }
}

pub(crate) fn sum(tallies: &[Tally]) -> Tally {
    let mut sum = Tally::default();
    for &tally in tallies {
        sum.add(tally);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `first` wins so many games of 20 against `second`, drawing none.
    fn add(table: &mut CrossTable, first: usize, second: usize, wins: usize) {
        for game in 0..20 {
            let pairing = Pairing::both_sides(first, second, game / 2)[game % 2];
            let won = game < wins;
            let outcome = if won == (pairing.south == first) {
                Outcome::South
            } else {
                Outcome::North
            };
            table.count(pairing, outcome);
        }
    }

    fn table(players: usize, results: &[(usize, usize, usize)]) -> CrossTable {
        let mut table = CrossTable::new(players);
        for &(first, second, wins) in results {
            add(&mut table, first, second, wins);
        }
        table
    }

    // pitfalls 24 and 25
    #[test]
    fn each_game_is_a_win_of_one_and_a_loss_of_the_other() {
        let table = table(3, &[(2, 0, 15), (0, 1, 4)]);
        assert_eq!(table.against(2, 0).wins, 15);
        assert_eq!(table.against(0, 2), table.against(2, 0).mirrored());
        assert_eq!(table.against(1, 2).games(), 0);
        assert_eq!(table.total(0).games(), 40);
        assert_eq!((table.total(0).wins, table.openings()), (9, 10));
    }
}
