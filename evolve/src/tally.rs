//! Wins, draws and losses of one player, and the points they are worth.

use serde::{Deserialize, Serialize};
use warri_engine::{Outcome, SEEDS, Side};

/// Results from one player's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

/// What a game is worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Points {
    /// Points for a win.
    pub win: f64,
    /// Points for a draw.
    pub draw: f64,
    /// Points for a loss.
    pub loss: f64,
    /// Points for a lead of all 48 seeds at the end; a smaller lead is worth
    /// its part, and being behind costs as much.
    pub margin: f64,
}

impl Default for Points {
    /// The share of points: 1, ½, 0.
    fn default() -> Points {
        Points {
            win: 1.0,
            draw: 0.5,
            loss: 0.0,
            margin: 0.0,
        }
    }
}

impl Points {
    /// Mean points of a game, with the sum of the leads in seeds; 0 without
    /// games.
    pub fn mean(&self, tally: &Tally, leads: i64) -> f64 {
        let result = tally.fitness(self);
        if self.margin == 0.0 || tally.games() == 0 {
            return result;
        }
        let lead = leads as f64 / f64::from(tally.games());
        result + self.margin * lead / f64::from(SEEDS)
    }
}

impl Tally {
    /// Counts a game that the player played as `side`.
    pub fn count(&mut self, outcome: Outcome, side: Side) {
        match outcome.winner() {
            Some(winner) if winner == side => self.wins += 1,
            Some(_) => self.losses += 1,
            None => self.draws += 1,
        }
    }

    /// Counts the games of another tally as well.
    pub fn add(&mut self, other: Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }

    /// The same games from the opponent's view.
    pub fn mirrored(self) -> Tally {
        Tally {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }

    /// Number of games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Mean points of a game's result; 0 without games.
    pub fn fitness(&self, points: &Points) -> f64 {
        self.mean(points.win, points.draw, points.loss)
    }

    /// Share of the points, a draw being half a win; 0 without games.
    pub fn score(&self) -> f64 {
        self.mean(1.0, 0.5, 0.0)
    }

    /// Share of the games won; 0 without games.
    pub fn win_rate(&self) -> f64 {
        self.mean(1.0, 0.0, 0.0)
    }

    fn mean(&self, win: f64, draw: f64, loss: f64) -> f64 {
        if self.games() == 0 {
            return 0.0;
        }
        let sum = f64::from(self.wins) * win
            + f64::from(self.draws) * draw
            + f64::from(self.losses) * loss;
        sum / f64::from(self.games())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_weighs() {
        let mut tally = Tally::default();
        assert_eq!(tally.score(), 0.0);
        tally.count(Outcome::South, Side::South);
        tally.count(Outcome::South, Side::North);
        tally.count(Outcome::Draw, Side::North);
        tally.count(Outcome::North, Side::North);
        assert_eq!(
            tally,
            Tally {
                wins: 2,
                draws: 1,
                losses: 1
            }
        );
        assert_eq!((tally.score(), tally.win_rate()), (0.625, 0.5));
        let points = Points {
            win: 2.0,
            draw: 1.0,
            loss: -1.0,
            margin: 0.0,
        };
        assert_eq!(tally.fitness(&points), 1.0);
        assert_eq!(points.mean(&tally, 96), 1.0);
        let leads = Points {
            margin: 2.0,
            ..points
        };
        assert_eq!(leads.mean(&tally, 96), 2.0);
        assert_eq!(leads.mean(&Tally::default(), 0), 0.0);
    }
}
