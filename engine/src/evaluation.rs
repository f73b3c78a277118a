//! Weighted evaluation of a position, in integers.

use crate::hits::Hits;
use crate::weights::{EVERYTHING, HITS, HOUSES, MOVES, Parts, ROWS, TARGETS, Weights};
use crate::{FeatureSet, Row, Whose};

/// An integer score; larger is better for the player it is meant for.
///
/// A drawn end is 0. An evaluation lies strictly between −[`WIN`] / 2 and
/// [`WIN`] / 2; a won end is [`WIN`] less the plies it takes.
pub type Score = i32;

/// The score of a game won at once.
pub const WIN: Score = 1_000_000_000;

/// What a weight of 1 is scaled to before rounding. A multiple of both 1000
/// and 15, so that decimals of three places and 4-bit weights (*k*/15) are
/// exact.
pub const WEIGHT_SCALE: i32 = 15_000;

/// The largest absolute value of a weight.
pub const WEIGHT_LIMIT: f64 = 100.0;

/// Weights that make no evaluation.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluationError {
    /// Not one weight for each term.
    #[error("{found} weights for {expected} terms")]
    Count {
        /// Weights given.
        found: usize,
        /// Terms of the feature set.
        expected: usize,
    },
    /// A weight is not a number, or too large.
    #[error(
        "weight `{term}` is {weight}: expected a number from -{WEIGHT_LIMIT} to {WEIGHT_LIMIT}"
    )]
    Weight {
        /// The term's name.
        term: String,
        /// What was given.
        weight: f64,
    },
    /// So many large weights that a score could be mistaken for a won game.
    #[error(
        "the weights are too large together: a score could reach {0:.0}, expected less than {1:.0}"
    )]
    Sum(f64, f64),
}

/// A feature set with its weights, ready to evaluate.
///
/// Weights are scaled by [`WEIGHT_SCALE`] and rounded once, here; from then
/// on everything is integer. Equal evaluations give every position the same
/// score.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Evaluation {
    own: Weights,
    opponent: Weights,
}

impl Evaluation {
    /// The evaluation of `set` with these weights, one for each term.
    ///
    /// # Errors
    /// [`EvaluationError`] says which weight cannot be used.
    pub fn new(set: &FeatureSet, weights: &[f64]) -> Result<Evaluation, EvaluationError> {
        if weights.len() != set.terms().len() {
            return Err(EvaluationError::Count {
                found: weights.len(),
                expected: set.terms().len(),
            });
        }
        let mut largest = 0.0;
        for (term, &weight) in set.terms().iter().zip(weights) {
            if weight.is_nan() || weight.abs() > WEIGHT_LIMIT {
                return Err(EvaluationError::Weight {
                    term: term.name(),
                    weight,
                });
            }
            let players = if term.whose == Whose::Net { 2.0 } else { 1.0 };
            largest += players * weight.abs() * f64::from(term.feature().max);
        }
        let limit = f64::from(WIN / 2) / f64::from(WEIGHT_SCALE);
        if largest >= limit {
            return Err(EvaluationError::Sum(largest, limit));
        }
        let mut evaluation = Evaluation {
            own: Weights::new(),
            opponent: Weights::new(),
        };
        for (term, weight) in set.terms().iter().zip(weights) {
            let scaled = term.sign() * (weight * f64::from(WEIGHT_SCALE)).round() as i32;
            let (own, opponent) = match term.whose {
                Whose::Own => (scaled, 0),
                Whose::Opponent => (0, scaled),
                Whose::Net => (scaled, -scaled),
            };
            evaluation.own.add(term.feature, own);
            evaluation.opponent.add(term.feature, opponent);
        }
        Ok(evaluation)
    }

    /// The score for the player whose row comes first.
    pub fn score(&self, own: Row, opponent: Row) -> Score {
        self.score_parts::<EVERYTHING>(own, opponent)
    }

    /// What a search has to count with this evaluation.
    pub(crate) fn parts(&self) -> Parts {
        self.own.parts() | self.opponent.parts()
    }

    /// [`Evaluation::score`], if `PARTS` holds all of [`Evaluation::parts`].
    #[inline]
    pub(crate) fn score_parts<const PARTS: Parts>(&self, own: Row, opponent: Row) -> Score {
        let mut score = self.own.of_store(own) + self.opponent.of_store(opponent);
        if PARTS & HOUSES != 0 {
            score += self.own.of_houses(own) + self.opponent.of_houses(opponent);
        }
        if PARTS & HITS != 0 {
            let by_own = Hits::new(own, opponent);
            let by_opponent = Hits::new(opponent, own);
            if PARTS & MOVES != 0 {
                score += self.own.of_moves(by_own) + self.opponent.of_moves(by_opponent);
            }
            if PARTS & TARGETS != 0 {
                score += self.own.of_targets(by_own, by_opponent)
                    + self.opponent.of_targets(by_opponent, by_own);
            }
        }
        if PARTS & ROWS != 0 {
            score += self.own.of_rows(own, opponent) + self.opponent.of_rows(opponent, own);
        }
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, SETS, Side};

    fn score(terms: &[&str], weights: &[f64], position: &str, side: Side) -> Score {
        let set = FeatureSet::from_terms(terms).unwrap();
        let position: Position = position.parse().unwrap();
        Evaluation::new(&set, weights)
            .unwrap()
            .score(position.row(side), position.row(side.opponent()))
    }

    #[test]
    fn own_opponent_net_and_sign() {
        let position = "1,0,0,0,0,0/0,2,0,0,0,0 20-25 N";
        let of = |term, side| score(&[term], &[0.5], position, side);
        assert_eq!(of("own_store", Side::South), 20 * 7500);
        assert_eq!(of("opponent_store", Side::South), 25 * 7500);
        assert_eq!(of("-opponent_store", Side::South), -25 * 7500);
        assert_eq!(of("net_store", Side::South), -5 * 7500);
        assert_eq!(of("-net_store", Side::North), -5 * 7500);
    }

    #[test]
    fn weights_in_decimals_and_in_fifteenths_are_exact() {
        let start = Position::START.to_string();
        let of = |weight| score(&["own_seeds"], &[weight], &start, Side::South);
        assert_eq!(of(0.063), 24 * 945);
        assert_eq!(of(7.0 / 15.0), 24 * 7000);
    }

    #[test]
    fn the_terms_add_up_to_the_score() {
        let positions = [
            "0,0,4,0,3,1/2,1,0,13,0,1 10-13 N",
            "17,0,0,0,0,0/1,9,9,9,0,0 2-1 S",
        ];
        let net = FeatureSet::from_terms(&["net_store", "-net_seeds", "own_seeds"]).unwrap();
        let named = SETS.iter().map(|set| FeatureSet::named(set.name).unwrap());
        for set in named.chain([net]) {
            let weights: Vec<f64> = (1..=set.terms().len())
                .map(|n| 1.0 / (n as f64) - 0.3)
                .collect();
            let evaluation = Evaluation::new(&set, &weights).unwrap();
            for position in positions {
                let position: Position = position.parse().unwrap();
                for side in Side::ALL {
                    let (own, opponent) = (position.row(side), position.row(side.opponent()));
                    let counts = set.terms().iter().map(|term| term.count(own, opponent));
                    // Each weight was rounded once, by half a unit at most.
                    let rounding: i32 = counts.clone().map(i32::abs).sum();
                    let products = counts.zip(set.terms()).zip(&weights);
                    let sum: f64 = products
                        .map(|((count, term), weight)| f64::from(term.sign() * count) * weight)
                        .sum();
                    let score = f64::from(evaluation.score(own, opponent));
                    let off = (sum * f64::from(WEIGHT_SCALE) - score).abs();
                    assert!(
                        off <= 0.5 * f64::from(rounding) + 1e-6,
                        "{set:?} {position}"
                    );
                }
            }
        }
    }

    #[test]
    fn equal_after_rounding_is_equal() {
        let set = FeatureSet::named("material").unwrap();
        let one = Evaluation::new(&set, &[0.5]).unwrap();
        assert_eq!(one, Evaluation::new(&set, &[0.500_000_1]).unwrap());
        assert_ne!(one, Evaluation::new(&set, &[0.501]).unwrap());
    }

    #[test]
    fn weights_out_of_range_are_refused_by_name() {
        let set = FeatureSet::named("material").unwrap();
        for weight in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 100.1, -1e300] {
            let error = Evaluation::new(&set, &[weight]).unwrap_err();
            assert!(
                error.to_string().starts_with("weight `net_store` is"),
                "{error}"
            );
        }
        assert!(Evaluation::new(&set, &[100.0]).is_ok());
        assert!(matches!(
            Evaluation::new(&set, &[]),
            Err(EvaluationError::Count {
                found: 0,
                expected: 1
            })
        ));
        let heavy = [
            "own_store",
            "own_seeds",
            "own_hoard",
            "own_nearest",
            "net_hoard",
            "net_seeds",
            "net_nearest",
            "net_store",
        ];
        let heavy = FeatureSet::from_terms(&heavy).unwrap();
        assert!(matches!(
            Evaluation::new(&heavy, &[100.0; 8]),
            Err(EvaluationError::Sum(..))
        ));
    }
}
