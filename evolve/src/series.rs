//! A series: who wins six games first.

use warri_engine::{Outcome, Side};

use crate::Tally;

/// A series of two players: the first to win six games is its champion. The
/// first move alternates, and a draw counts for nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Series {
    /// The first player's side in the first game.
    begins_as: Side,
    games: Tally,
}

impl Series {
    /// Wins that make a champion.
    pub const WINS: u32 = 6;
    /// Games after which a series ends without one.
    pub const MOST_GAMES: u32 = 100;

    /// A series in which the first player begins as `side`.
    pub fn new(side: Side) -> Series {
        Series {
            begins_as: side,
            games: Tally::default(),
        }
    }

    /// The side of the first player in the game to come. South has the first
    /// move, so the players swap sides from game to game.
    pub fn side_of_first(&self) -> Side {
        match self.games.games() % 2 {
            0 => self.begins_as,
            _ => self.begins_as.opponent(),
        }
    }

    /// Counts the game to come.
    pub fn count(&mut self, outcome: Outcome) {
        self.games.count(outcome, self.side_of_first());
    }

    /// Results from the first player's view.
    pub fn games(&self) -> Tally {
        self.games
    }

    /// The champion, 0 or 1 for the first or the second player.
    pub fn champion(&self) -> Option<usize> {
        let wins = [self.games.wins, self.games.losses];
        wins.iter().position(|&wins| wins >= Series::WINS)
    }

    /// Whether no further game is played.
    pub fn is_over(&self) -> bool {
        self.champion().is_some() || self.games.games() >= Series::MOST_GAMES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_alternate_from_game_to_game() {
        let mut series = Series::new(Side::North);
        for side in [Side::North, Side::South, Side::North, Side::South] {
            assert_eq!(series.side_of_first(), side);
            series.count(Outcome::Draw);
        }
    }

    #[test]
    fn six_wins_make_a_champion_whatever_the_side() {
        let mut series = Series::new(Side::South);
        for game in 0..11 {
            assert_eq!((series.is_over(), series.games().games()), (false, game));
            // South wins each game, so the wins alternate.
            series.count(Outcome::South);
        }
        assert_eq!((series.champion(), series.is_over()), (Some(0), true));
    }

    #[test]
    fn draws_count_for_nobody_and_a_hundred_of_them_end_it() {
        let mut series = Series::new(Side::South);
        while !series.is_over() {
            series.count(Outcome::Draw);
        }
        assert_eq!((series.champion(), series.games().draws), (None, 100));
    }
}
