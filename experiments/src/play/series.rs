//! A series: the first to win six games is champion.

use warri_engine::{Outcome, Side};

use crate::words::plural;

/// Games to win.
const WINS: u32 = 6;

/// Games after which a series ends without a champion.
pub(crate) const MOST_GAMES: u32 = 100;

/// The standing between two players, the first and the second.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    names: [String; 2],
    /// Index of the player who is South in the first game.
    first_south: usize,
    wins: [u32; 2],
    draws: u32,
}

impl Series {
    /// A series in which the first player begins as `side`.
    pub(crate) fn new(names: [String; 2], side: Side) -> Series {
        Series {
            names,
            first_south: side.index(),
            wins: [0, 0],
            draws: 0,
        }
    }

    /// Games that were finished.
    pub(crate) fn games(&self) -> u32 {
        self.wins[0] + self.wins[1] + self.draws
    }

    /// The side of the first player in the game to come. South has the first
    /// move, so the players swap sides from game to game.
    pub(crate) fn side_of_first(&self) -> Side {
        Side::ALL[(self.first_south + self.games() as usize) % 2]
    }

    /// Counts the game to come; a draw counts for nobody.
    pub(crate) fn count(&mut self, outcome: Outcome) {
        match outcome.winner() {
            Some(winner) if winner == self.side_of_first() => self.wins[0] += 1,
            Some(_) => self.wins[1] += 1,
            None => self.draws += 1,
        }
    }

    /// Whether there is a champion, or no game left.
    pub(crate) fn is_over(&self) -> bool {
        self.champion().is_some() || self.games() >= MOST_GAMES
    }

    fn champion(&self) -> Option<usize> {
        self.wins.iter().position(|&wins| wins >= WINS)
    }

    /// The score, and who is champion if the series is over.
    pub(crate) fn standing(&self) -> String {
        let [first, second] = &self.names;
        let [wins, others] = self.wins;
        let score = format!("{first} {wins}, {second} {others}, drawn {}", self.draws);
        let games = plural(self.games() as i32, "game", "games");
        match self.champion() {
            Some(champion) => format!(
                "Series: {score}. Champion after {games}: {}",
                self.names[champion]
            ),
            None if self.is_over() => format!("Series: {score}. No champion after {games}"),
            None => format!("Series: {score}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(side: Side) -> Series {
        Series::new(["you".to_owned(), "greedy".to_owned()], side)
    }

    #[test]
    fn sides_alternate_from_game_to_game() {
        let mut series = series(Side::North);
        let sides: Vec<Side> = (0..4)
            .map(|_| {
                let side = series.side_of_first();
                series.count(Outcome::Draw);
                side
            })
            .collect();
        assert_eq!(sides, [Side::North, Side::South, Side::North, Side::South]);
    }

    #[test]
    fn six_wins_make_a_champion_whatever_the_side() {
        let mut series = series(Side::South);
        for game in 0..11 {
            assert!(!series.is_over());
            assert_eq!(series.games(), game);
            // South wins each game, so the wins alternate.
            series.count(Outcome::South);
        }
        assert!(series.is_over());
        assert_eq!(
            series.standing(),
            "Series: you 6, greedy 5, drawn 0. Champion after 11 games: you"
        );
    }

    #[test]
    fn draws_count_for_nobody_and_a_hundred_of_them_end_it() {
        let mut series = series(Side::South);
        while !series.is_over() {
            series.count(Outcome::Draw);
        }
        assert_eq!(
            series.standing(),
            "Series: you 0, greedy 0, drawn 100. No champion after 100 games"
        );
    }
}
