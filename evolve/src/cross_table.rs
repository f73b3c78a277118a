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

    /// The share, from 0 to 1, of the differences between players that no
    /// rating explains: how far the field is one of rock, paper and scissors.
    ///
    /// Ratings are fitted to the margins (share won less share lost) by least
    /// squares, weighted by games; the share is what is left of the weighted
    /// sum of squares (HodgeRank: Jiang, Lim, Yao and Ye 2011). It is 0 where
    /// the margins of every three players add up, 1 where every player comes
    /// out even, and 0 by definition if all margins are 0.
    ///
    /// Margins end at 1, so they cannot add up where one player beats another
    /// nearly always: where the better one always wins, the share is 1/9 among
    /// three players and up to 1/3 among many. Few games leave noise as well.
    pub fn intransitivity(&self) -> f64 {
        let margins = self.margins();
        let ratings = least_squares(self.players, &margins);
        let mut total = 0.0;
        let mut unexplained = 0.0;
        for &(first, second, games, margin) in &margins {
            let left = margin - (ratings[first] - ratings[second]);
            total += games * margin * margin;
            unexplained += games * left * left;
        }
        if total == 0.0 {
            return 0.0;
        }
        (unexplained / total).clamp(0.0, 1.0)
    }

    /// Two players, their games, and the margin of the first.
    fn margins(&self) -> Vec<(usize, usize, f64, f64)> {
        self.met()
            .map(|((first, second), met)| {
                let tally = sum(met);
                let games = f64::from(tally.games());
                let margin = (f64::from(tally.wins) - f64::from(tally.losses)) / games;
                (first, second, games, margin)
            })
            .collect()
    }
}

pub(crate) fn sum(tallies: &[Tally]) -> Tally {
    let mut sum = Tally::default();
    for &tally in tallies {
        sum.add(tally);
    }
    sum
}

/// The ratings whose differences are nearest to the margins. They solve the
/// normal equations, a weighted graph Laplacian, by elimination without
/// pivots, which such a matrix allows.
fn least_squares(players: usize, margins: &[(usize, usize, f64, f64)]) -> Vec<f64> {
    let mut matrix = vec![vec![0.0; players + 1]; players];
    for &(first, second, games, margin) in margins {
        matrix[first][first] += games;
        matrix[second][second] += games;
        matrix[first][second] -= games;
        matrix[second][first] -= games;
        matrix[first][players] += games * margin;
        matrix[second][players] -= games * margin;
    }
    // The last player of each group that met has no equation of its own left:
    // its pivot vanishes, and its rating is 0.
    let scale: Vec<f64> = (0..players).map(|at| matrix[at][at]).collect();
    let vanishes = |pivot: f64, at: usize| pivot <= 1e-10 * scale[at];
    for at in 0..players {
        let (above, below) = matrix.split_at_mut(at + 1);
        let pivot_row = &above[at];
        if vanishes(pivot_row[at], at) {
            continue;
        }
        for row in below {
            let factor = row[at] / pivot_row[at];
            if factor != 0.0 {
                for column in at..=players {
                    row[column] -= factor * pivot_row[column];
                }
            }
        }
    }
    let mut ratings = vec![0.0; players];
    for at in (0..players).rev() {
        let row = &matrix[at];
        if !vanishes(row[at], at) {
            let mut value = row[players];
            for column in at + 1..players {
                value -= row[column] * ratings[column];
            }
            ratings[at] = value / row[at];
        }
    }
    ratings
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

    // pitfall 33
    #[test]
    fn rock_paper_scissors_is_fully_intransitive() {
        let circle = table(3, &[(0, 1, 14), (1, 2, 14), (2, 0, 14)]);
        assert!((circle.intransitivity() - 1.0).abs() < 1e-12);
        let five: Vec<(usize, usize, usize)> = (0..5)
            .flat_map(|one| [(one, (one + 1) % 5, 20), (one, (one + 2) % 5, 20)])
            .collect();
        assert!((table(5, &five).intransitivity() - 1.0).abs() < 1e-12);
    }

    // pitfall 33
    #[test]
    fn margins_that_add_up_are_transitive() {
        let adds_up = table(3, &[(0, 1, 12), (1, 2, 13), (0, 2, 15)]);
        assert!(adds_up.intransitivity() < 1e-12);
        // A gauntlet and groups that never met have no circles.
        assert!(table(4, &[(0, 1, 20), (0, 2, 3)]).intransitivity() < 1e-12);
        assert!(table(4, &[(0, 1, 20), (2, 3, 3)]).intransitivity() < 1e-12);
        // By hand: margins 1, 1 and 1 leave a third of each, squared, of 3.
        let sweep = table(3, &[(0, 1, 20), (1, 2, 20), (0, 2, 20)]);
        assert!((sweep.intransitivity() - 1.0 / 9.0).abs() < 1e-12);
        let order: Vec<(usize, usize, usize)> = (0..30)
            .flat_map(|one| (one + 1..30).map(move |other| (one, other, 20)))
            .collect();
        let share = table(30, &order).intransitivity();
        assert!((0.3..1.0 / 3.0).contains(&share), "{share}");
    }

    // pitfall 25
    #[test]
    fn without_margins_it_is_0() {
        assert_eq!(CrossTable::new(0).intransitivity(), 0.0);
        assert_eq!(CrossTable::new(3).intransitivity(), 0.0);
        assert_eq!(table(2, &[(0, 1, 10)]).intransitivity(), 0.0);
    }
}
