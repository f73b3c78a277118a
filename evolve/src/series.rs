//! A series: who wins six games first.

use crate::Tally;

/// A series of two players: the first to win six games is its champion. The
/// first move alternates, and a draw counts for nobody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Series {
    games: Tally,
}

impl Series {
    /// Wins that make a champion.
    pub const WINS: u32 = 6;
    /// Games after which a series ends without one.
    pub const MOST_GAMES: u32 = 100;

    /// Counts a game from the first player's view.
    pub fn count(&mut self, game: Tally) {
        self.games.add(game);
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
    fn six_wins_make_a_champion_and_draws_count_for_nobody() {
        let game = |wins, draws, losses| Tally {
            wins,
            draws,
            losses,
        };
        let mut series = Series::default();
        series.count(game(5, 20, 5));
        assert_eq!((series.champion(), series.is_over()), (None, false));
        let mut lost = series;
        lost.count(game(0, 0, 1));
        assert_eq!((lost.champion(), lost.is_over()), (Some(1), true));
        let mut drawn = series;
        drawn.count(game(0, 70, 0));
        assert_eq!((drawn.champion(), drawn.is_over()), (None, true));
        series.count(game(1, 0, 0));
        assert_eq!((series.champion(), series.is_over()), (Some(0), true));
    }
}
