//! One player's weights, laid out for the search.

use std::fmt;

use crate::feature::Count;
use crate::hits::Hits;
use crate::sowing::{COUNTS, index};
use crate::{FEATURES, House, Row, SEEDS, Score};

/// A set of the parts of a score, by the bits below. What has no weight need
/// not be counted, so a search is compiled for several of these sets.
pub(crate) type Parts = u8;
/// Sums over houses.
pub(crate) const HOUSES: Parts = 1;
/// Moves that end and capture.
pub(crate) const MOVES: Parts = 2;
/// Houses in which moves end and capture.
pub(crate) const TARGETS: Parts = 4;
/// What needs [`Hits`].
pub(crate) const HITS: Parts = MOVES | TARGETS;
/// Features that are counted by a function of both rows.
pub(crate) const ROWS: Parts = 8;
/// All of it.
pub(crate) const EVERYTHING: Parts = HOUSES | HITS | ROWS;

/// What is compiled for several sets of parts.
pub(crate) trait ByParts {
    type Output;

    /// Runs for evaluations that have no weight outside `PARTS`.
    fn run<const PARTS: Parts>(self) -> Self::Output;
}

/// Runs `job` as compiled for the smallest set that holds `parts`: those of
/// the named feature sets, and everything.
pub(crate) fn for_parts<J: ByParts>(parts: Parts, job: J) -> J::Output {
    const STORES: Parts = 0;
    const BY_MOVES: Parts = HOUSES | MOVES;
    const BY_TARGETS: Parts = HOUSES | TARGETS;
    if parts == STORES {
        job.run::<STORES>()
    } else if parts == HOUSES {
        job.run::<HOUSES>()
    } else if parts & !BY_MOVES == 0 {
        job.run::<BY_MOVES>()
    } else if parts & !BY_TARGETS == 0 {
        job.run::<BY_TARGETS>()
    } else {
        job.run::<EVERYTHING>()
    }
}

/// The weights of one player's features, by the way in which they are counted.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Weights {
    store: i32,
    /// What each house with so many seeds is worth.
    houses: Box<[i32; 8 * COUNTS]>,
    /// Of moves that make a house 2, and 3.
    moves: [i32; 2],
    /// Of the player's houses which a move can make 2, and 3.
    vulnerable: [i32; 2],
    attack: i32,
    /// Of features that are counted from both rows, by their places in the list.
    rows: Vec<(usize, i32)>,
}

impl fmt::Debug for Weights {
    /// Without the table of houses, which nobody wants to read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Weights")
            .field("store", &self.store)
            .field("moves", &self.moves)
            .field("vulnerable", &self.vulnerable)
            .field("attack", &self.attack)
            .field("rows", &self.rows)
            .finish_non_exhaustive()
    }
}

impl Weights {
    pub(crate) fn new() -> Weights {
        Weights {
            store: 0,
            houses: Box::new([0; 8 * COUNTS]),
            moves: [0; 2],
            vulnerable: [0; 2],
            attack: 0,
            rows: Vec::new(),
        }
    }

    /// Adds to the weight of the feature with this place in [`FEATURES`].
    pub(crate) fn add(&mut self, feature: usize, weight: i32) {
        match FEATURES[feature].count {
            Count::Store => self.store += weight,
            Count::Houses(count) => {
                for house in House::ALL {
                    for seeds in 0..=SEEDS {
                        let count = i32::from(count(house, seeds));
                        self.houses[index(house, seeds)] += weight * count;
                    }
                }
            }
            Count::Captures(made) => self.moves[usize::from(made == 3)] += weight,
            Count::Vulnerable(made) => self.vulnerable[usize::from(made == 3)] += weight,
            Count::Attack => self.attack += weight,
            Count::Rows(_) if weight != 0 => self.rows.push((feature, weight)),
            Count::Rows(_) => {}
        }
    }

    /// The parts that have a weight.
    pub(crate) fn parts(&self) -> Parts {
        let part = |part, is_used| if is_used { part } else { 0 };
        part(HOUSES, self.houses.iter().any(|&weight| weight != 0))
            | part(MOVES, self.moves != [0; 2])
            | part(TARGETS, (self.vulnerable, self.attack) != ([0; 2], 0))
            | part(ROWS, !self.rows.is_empty())
    }

    #[inline]
    pub(crate) fn of_store(&self, row: Row) -> Score {
        self.store * i32::from(row.store())
    }

    #[inline]
    pub(crate) fn of_houses(&self, row: Row) -> Score {
        let worth = House::ALL.map(|house| self.houses[index(house, row.house(house))]);
        worth.into_iter().sum()
    }

    #[inline]
    pub(crate) fn of_moves(&self, hits: Hits) -> Score {
        let [two, three] = hits.moves();
        self.moves[0] * two + self.moves[1] * three
    }

    #[inline]
    pub(crate) fn of_targets(&self, by_own: Hits, by_other: Hits) -> Score {
        let [two, three] = by_other.houses();
        self.vulnerable[0] * two + self.vulnerable[1] * three + self.attack * by_own.targets()
    }

    #[inline]
    pub(crate) fn of_rows(&self, own: Row, other: Row) -> Score {
        let worth = |&(feature, weight): &(usize, i32)| {
            let count = FEATURES[feature].count(own, other);
            weight * i32::from(count)
        };
        self.rows.iter().map(worth).sum()
    }
}
