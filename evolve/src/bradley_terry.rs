//! The model behind ratings: Bradley and Terry's, fitted to points.

use crate::Tally;

/// Points that each of two players that met is given on top. Half a game, drawn
/// as it were: so strengths stay finite where one player won all, and half a
/// game hardly shows where there are many.
const PRIOR: f64 = 0.25;

/// What two players did to each other: first, second, and the points of each.
pub(crate) type Met = (usize, usize, [f64; 2]);

/// The points of both players of a tally, with the prior. A draw is half a win
/// and half a loss.
pub(crate) fn with_prior(games: Tally) -> [f64; 2] {
    let drawn = f64::from(games.draws) / 2.0;
    [games.wins, games.losses].map(|won| f64::from(won) + drawn + PRIOR)
}

/// Strengths: *i* can expect πᵢ / (πᵢ + πⱼ) of the points against *j* (Bradley
/// and Terry 1952).
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BradleyTerry {
    /// ln π of each player, with mean 0.
    pub(crate) strengths: Vec<f64>,
}

/// Steps after which a fit ends in any case.
const MOST_STEPS: u32 = 10_000;

impl BradleyTerry {
    /// Equal players.
    pub(crate) fn new(players: usize) -> BradleyTerry {
        BradleyTerry {
            strengths: vec![0.0; players],
        }
    }

    /// The most likely strengths, to a last step of `tolerance`.
    ///
    /// The iteration is of the minorisation–maximisation kind (Hunter 2004):
    /// each step multiplies a strength by the points a player has over the
    /// points it is expected to have, and never makes the results less likely.
    /// Steps are prolonged by squared extrapolation (Varadhan and Roland 2008,
    /// SQUAREM), as the plain iteration creeps where scores are near 0 or 1;
    /// a prolonged step that makes the results less likely is taken back.
    pub(crate) fn fit(mut self, met: &[Met], tolerance: f64) -> BradleyTerry {
        for _ in 0..MOST_STEPS {
            let once = self.step(met);
            let r = less(&once.strengths, &self.strengths);
            if r.iter().all(|r| r.abs() < tolerance) {
                return once;
            }
            let twice = once.step(met);
            let v = less(&less(&twice.strengths, &once.strengths), &r);
            let stretch = (squares(&r) / squares(&v)).sqrt();
            if stretch.is_finite() && stretch > 1.0 {
                let far = self.moved(&r, &v, stretch).step(met);
                if far.likelihood(met) >= twice.likelihood(met) {
                    self = far;
                    continue;
                }
            }
            self = twice;
        }
        self
    }

    /// One step of the iteration.
    fn step(&self, met: &[Met]) -> BradleyTerry {
        let players = self.strengths.len();
        let mut points = vec![0.0; players];
        let mut expected = vec![0.0; players];
        for &(first, second, [won, lost]) in met {
            let score = self.score(first, second);
            points[first] += won;
            points[second] += lost;
            expected[first] += (won + lost) * score;
            expected[second] += (won + lost) * (1.0 - score);
        }
        let mut next = self.clone();
        for player in 0..players {
            if expected[player] > 0.0 {
                next.strengths[player] += libm::log(points[player] / expected[player]);
            }
        }
        next.centre();
        next
    }

    /// The share of points that the first can expect against the second.
    pub(crate) fn score(&self, first: usize, second: usize) -> f64 {
        1.0 / (1.0 + libm::exp(self.strengths[second] - self.strengths[first]))
    }

    fn likelihood(&self, met: &[Met]) -> f64 {
        let mut sum = 0.0;
        for &(first, second, [won, lost]) in met {
            sum += won * libm::log(self.score(first, second));
            sum += lost * libm::log(self.score(second, first));
        }
        sum
    }

    fn centre(&mut self) {
        let mut mean = 0.0;
        for &strength in &self.strengths {
            mean += strength / self.strengths.len() as f64;
        }
        for strength in &mut self.strengths {
            *strength -= mean;
        }
    }

    /// The strengths extrapolated by 2·stretch·r + stretch²·v.
    fn moved(&self, r: &[f64], v: &[f64], stretch: f64) -> BradleyTerry {
        let mut moved = self.clone();
        for (strength, (r, v)) in moved.strengths.iter_mut().zip(r.iter().zip(v)) {
            *strength += 2.0 * stretch * r + stretch * stretch * v;
        }
        moved
    }
}

fn less(numbers: &[f64], others: &[f64]) -> Vec<f64> {
    numbers.iter().zip(others).map(|(a, b)| a - b).collect()
}

fn squares(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |sum, x| sum + x * x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_players_by_hand() {
        // 60 wins, 20 draws, 20 losses: 70 points to 30, and the prior.
        let games = Tally {
            wins: 60,
            draws: 20,
            losses: 20,
        };
        let fit = BradleyTerry::new(2).fit(&[(0, 1, with_prior(games))], 1e-12);
        let difference = fit.strengths[0] - fit.strengths[1];
        assert!((difference - libm::log(70.25 / 30.25)).abs() < 1e-9);
        assert!((fit.score(0, 1) - 70.25 / 100.5).abs() < 1e-9);
    }

    #[test]
    fn the_fit_makes_expected_points_of_the_real_ones_also_far_from_even() {
        let swept = [10_000.0 + PRIOR, PRIOR];
        let met = [
            (0, 1, swept),
            (1, 2, swept),
            (0, 2, swept),
            (2, 3, [4.0, 2.0]),
        ];
        let fit = BradleyTerry::new(4).fit(&met, 1e-10);
        for player in 0..4 {
            let mut off = 0.0;
            for &(first, second, [won, lost]) in &met {
                let surplus = won - (won + lost) * fit.score(first, second);
                if first == player {
                    off += surplus;
                } else if second == player {
                    off -= surplus;
                }
            }
            assert!(
                off.abs() < 1e-3,
                "player {player} has {off} points too many"
            );
        }
    }
}
