//! The model behind ratings: Bradley and Terry's, with draws after Davidson.

use crate::Tally;

/// Wins, draws and losses that every two players that met are given on top.
/// Half a game, spread evenly over the three results: so strengths stay finite
/// where one player won all, or all games were drawn, and half a game hardly
/// shows where there are many.
const PRIOR: f64 = 1.0 / 6.0;

/// What two players did to each other: first, second, and the weights of the
/// first's wins, draws and losses.
pub(crate) type Met = (usize, usize, [f64; 3]);

/// Adds the prior to a tally's games.
pub(crate) fn with_prior(games: Tally) -> [f64; 3] {
    [games.wins, games.draws, games.losses].map(|count| f64::from(count) + PRIOR)
}

/// Strengths and how often equals draw: *i* beats *j*, draws, loses in the
/// proportions πᵢ : ν √(πᵢπⱼ) : πⱼ (Davidson 1970).
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Davidson {
    /// ln π of each player, with mean 0.
    pub(crate) strengths: Vec<f64>,
    /// ln ν.
    log_draw: f64,
}

/// Steps after which a fit ends in any case.
const MOST_STEPS: u32 = 10_000;

impl Davidson {
    /// Equal players.
    pub(crate) fn new(players: usize) -> Davidson {
        Davidson {
            strengths: vec![0.0; players],
            log_draw: 0.0,
        }
    }

    /// The most likely parameters, to a last step of `tolerance`.
    ///
    /// The iteration is of the minorisation–maximisation kind (Hunter 2004):
    /// each step multiplies a strength by the points a player has over the
    /// points it is expected to have, and never makes the results less likely.
    /// Steps are prolonged by squared extrapolation (Varadhan and Roland 2008,
    /// SQUAREM), as the plain iteration creeps where scores are near 0 or 1;
    /// a prolonged step that makes the results less likely is taken back.
    pub(crate) fn fit(mut self, met: &[Met], tolerance: f64) -> Davidson {
        for _ in 0..MOST_STEPS {
            let once = self.step(met);
            let r = once.less(&self);
            if length(&r, f64::max) < tolerance {
                return once;
            }
            let twice = once.step(met);
            let v: Vec<f64> = twice
                .less(&once)
                .iter()
                .zip(&r)
                .map(|(a, b)| a - b)
                .collect();
            let add = |sum: f64, x: f64| sum + x * x;
            let stretch = (length(&r, add) / length(&v, add)).sqrt();
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

    /// One step of the iteration: strengths, then the draws given them.
    fn step(&self, met: &[Met]) -> Davidson {
        let players = self.strengths.len();
        let mut points = vec![0.0; players];
        let mut expected = vec![0.0; players];
        for &(first, second, [wins, draws, losses]) in met {
            let score = self.score(first, second);
            let games = wins + draws + losses;
            points[first] += wins + draws / 2.0;
            points[second] += losses + draws / 2.0;
            expected[first] += games * score;
            expected[second] += games * (1.0 - score);
        }
        let mut next = self.clone();
        for player in 0..players {
            if expected[player] > 0.0 {
                next.strengths[player] += libm::log(points[player] / expected[player]);
            }
        }
        next.centre();
        let mut drawn = 0.0;
        let mut expected = 0.0;
        for &(first, second, [wins, draws, losses]) in met {
            drawn += draws;
            expected += (wins + draws + losses) * next.chances(first, second)[1];
        }
        if expected > 0.0 {
            next.log_draw += libm::log(drawn / expected);
        }
        next
    }

    /// The share of points that the first can expect against the second.
    pub(crate) fn score(&self, first: usize, second: usize) -> f64 {
        let [win, draw, _] = self.chances(first, second);
        win + draw / 2.0
    }

    /// Chances that the first wins, draws, loses.
    fn chances(&self, first: usize, second: usize) -> [f64; 3] {
        let ratio = libm::exp((self.strengths[first] - self.strengths[second]) / 2.0);
        let draw = libm::exp(self.log_draw);
        let sum = ratio + draw + 1.0 / ratio;
        [ratio / sum, draw / sum, 1.0 / ratio / sum]
    }

    fn likelihood(&self, met: &[Met]) -> f64 {
        let mut sum = 0.0;
        for &(first, second, counts) in met {
            let chances = self.chances(first, second);
            for (count, chance) in counts.into_iter().zip(chances) {
                sum += count * libm::log(chance);
            }
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

    /// All parameters less those of `other`.
    fn less(&self, other: &Davidson) -> Vec<f64> {
        let strengths = self.strengths.iter().zip(&other.strengths);
        let draws = self.log_draw - other.log_draw;
        strengths.map(|(a, b)| a - b).chain([draws]).collect()
    }

    /// The parameters extrapolated by 2·stretch·r + stretch²·v.
    fn moved(&self, r: &[f64], v: &[f64], stretch: f64) -> Davidson {
        let mut moved = self.clone();
        let parameters = moved.strengths.iter_mut().chain([&mut moved.log_draw]);
        for (parameter, (r, v)) in parameters.zip(r.iter().zip(v)) {
            *parameter += 2.0 * stretch * r + stretch * stretch * v;
        }
        moved
    }
}

fn length(numbers: &[f64], add: impl Fn(f64, f64) -> f64) -> f64 {
    numbers.iter().fold(0.0, |sum, x| add(sum, x.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_players_by_hand() {
        // 60 wins, 20 draws, 20 losses: π ratio 3, ν = 20 / √(60 · 20).
        let fit = Davidson::new(2).fit(&[(0, 1, [60.0, 20.0, 20.0])], 1e-12);
        let [a, b] = [fit.strengths[0], fit.strengths[1]];
        assert!((a - b - libm::log(3.0)).abs() < 1e-9, "{fit:?}");
        let draw = 20.0 / (60.0_f64 * 20.0).sqrt();
        assert!((libm::exp(fit.log_draw) - draw).abs() < 1e-9);
    }

    #[test]
    fn the_fit_makes_expected_points_of_the_real_ones_also_far_from_even() {
        let games = 10_000.0;
        let met = [
            (0, 1, [games, PRIOR, PRIOR]),
            (1, 2, [games, PRIOR, PRIOR]),
            (0, 2, [games, PRIOR, PRIOR]),
            (2, 3, [3.0, 2.0, 1.0]),
        ];
        let fit = Davidson::new(4).fit(&met, 1e-10);
        for player in 0..4 {
            let mut off = 0.0;
            for &(first, second, [wins, draws, losses]) in &met {
                let [win, draw, _] = fit.chances(first, second);
                let surplus = wins + draws / 2.0 - (wins + draws + losses) * (win + draw / 2.0);
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
