//! The features: plain counts that an evaluation weighs.
//!
//! To add one, add an entry to [`FEATURES`]. It then works as a term of a
//! feature set, in configs, genomes, bot files, logs and plots.

use crate::board::Board;
use crate::{HOUSES, House, Houses, Row};

/// A plain count about one player, given both rows. Whose turn it is does not
/// matter.
#[derive(Debug)]
pub struct Feature {
    /// Name in terms and files, in `snake_case`.
    pub name: &'static str,
    /// Meaning in one line.
    pub meaning: &'static str,
    /// The largest count; the smallest is 0.
    pub max: u8,
    /// Where the feature is described.
    pub source: &'static str,
    pub(crate) count: Count,
}

/// How a feature is counted.
#[derive(Debug)]
pub(crate) enum Count {
    /// The player's store.
    Store,
    /// Each of the player's houses by itself, given its seeds, and summed: in
    /// a search this costs nothing.
    Houses(fn(House, u8) -> u8),
    /// The player's houses from which a move ends in an opponent's house and
    /// makes it so many.
    Captures(u8),
    /// The player's houses in which an opponent's move can end and make them
    /// so many.
    Vulnerable(u8),
    /// The opponent's houses in which a move can end and make them 2 or 3.
    Attack,
    /// Anything else, given the player's row and the opponent's. None of ours
    /// needs it; it is slower in a search.
    #[cfg_attr(not(test), allow(dead_code, reason = "for new features"))]
    Rows(fn(Row, Row) -> u8),
}

const DAOUD: &str = "Daoud, Kharma, Haidar, Popoola 2004";
const DAVIS_KENDALL: &str = "Davis & Kendall 2002";
const DIVILLY: &str = "Divilly, O'Riordan, Hill 2013";
const RIJSWIJCK: &str = "van Rijswijck 2000";

/// Every feature there is.
pub static FEATURES: &[Feature] = &[
    Feature {
        name: "store",
        meaning: "seeds captured",
        max: 48,
        source: DAOUD,
        count: Count::Store,
    },
    Feature {
        name: "seeds",
        meaning: "seeds in the row",
        max: 48,
        source: DIVILLY,
        count: Count::Houses(|_, seeds| seeds),
    },
    Feature {
        name: "mobility",
        meaning: "houses with seeds, so moves (feeding apart)",
        max: 6,
        source: RIJSWIJCK,
        count: Count::Houses(|_, seeds| u8::from(seeds > 0)),
    },
    Feature {
        name: "empty",
        meaning: "empty houses",
        max: 6,
        source: DAOUD,
        count: Count::Houses(|_, seeds| u8::from(seeds == 0)),
    },
    Feature {
        name: "reach",
        meaning: "houses whose seeds reach the other row",
        max: 6,
        source: DAOUD,
        count: Count::Houses(|house, seeds| u8::from(house.index() + usize::from(seeds) >= HOUSES)),
    },
    Feature {
        name: "over_twelve",
        meaning: "houses with more than 12 seeds",
        max: 3,
        source: DAOUD,
        count: Count::Houses(|_, seeds| u8::from(seeds > 12)),
    },
    Feature {
        name: "captures_2",
        meaning: "houses from which a move ends in an opponent's house and makes it 2",
        max: 6,
        source: DAOUD,
        count: Count::Captures(2),
    },
    Feature {
        name: "captures_3",
        meaning: "houses from which a move ends in an opponent's house and makes it 3",
        max: 6,
        source: DAOUD,
        count: Count::Captures(3),
    },
    Feature {
        name: "vulnerable_2",
        meaning: "houses in which an opponent's move can end and make them 2",
        max: 6,
        source: DAVIS_KENDALL,
        count: Count::Vulnerable(2),
    },
    Feature {
        name: "vulnerable_3",
        meaning: "houses in which an opponent's move can end and make them 3",
        max: 6,
        source: DAVIS_KENDALL,
        count: Count::Vulnerable(3),
    },
    Feature {
        name: "safety",
        meaning: "houses with 3 seeds or more",
        max: 6,
        source: RIJSWIJCK,
        count: Count::Houses(|_, seeds| u8::from(seeds >= 3)),
    },
    Feature {
        name: "attack",
        meaning: "opponent's houses in which a move can end and capture",
        max: 6,
        source: RIJSWIJCK,
        count: Count::Attack,
    },
    Feature {
        name: "hoard",
        meaning: "seeds in the house farthest from the opponent's row, A or a",
        max: 48,
        source: DIVILLY,
        count: Count::Houses(|house, seeds| if house == House::ALL[0] { seeds } else { 0 }),
    },
    Feature {
        name: "nearest",
        meaning: "seeds in the house nearest the opponent's row, F or f",
        max: 48,
        source: DIVILLY,
        count: Count::Houses(|house, seeds| if house == House::ALL[5] { seeds } else { 0 }),
    },
    #[cfg(test)]
    Feature {
        name: "houses_ahead",
        meaning: "houses with more seeds than the opponent's house across: for tests of such a count",
        max: 6,
        source: "none",
        count: Count::Rows(|own, other| {
            let across = House::ALL.iter().rev();
            let pairs = House::ALL.iter().zip(across);
            pairs
                .filter(|(one, across)| own.house(**one) > other.house(**across))
                .count() as u8
        }),
    },
];

impl Feature {
    /// The feature with this name.
    pub fn named(name: &str) -> Option<&'static Feature> {
        FEATURES.iter().find(|feature| feature.name == name)
    }

    /// The count for the player whose row and store come first.
    pub fn count(&self, own: Row, other: Row) -> u8 {
        let made = |from: Row, to: Row, wanted: u8| {
            let board = Board {
                own: from,
                other: to,
            };
            let ends = House::ALL.map(|house| board.last_seed(house));
            let made = ends.into_iter().flatten();
            made.filter(move |&(_, seeds)| seeds == wanted)
                .map(|(house, _)| house)
        };
        match self.count {
            Count::Store => own.store(),
            Count::Houses(count) => House::ALL
                .map(|house| count(house, own.house(house)))
                .into_iter()
                .sum(),
            Count::Captures(wanted) => made(own, other, wanted).count() as u8,
            Count::Vulnerable(wanted) => made(other, own, wanted).collect::<Houses>().len() as u8,
            Count::Attack => {
                let either = made(own, other, 2).chain(made(own, other, 3));
                either.collect::<Houses>().len() as u8
            }
            Count::Rows(count) => count(own, other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, Side};

    fn count(name: &str, position: &str, side: Side) -> u8 {
        let position: Position = position.parse().unwrap();
        let feature = Feature::named(name).unwrap();
        feature.count(position.row(side), position.row(side.opponent()))
    }

    // Counted by hand. South: E's 3 seeds end in b and make it 2, F's single
    // seed ends in a and makes it 3; C's 4 seeds end in a as well. North: a's
    // 2 seeds stay at home, f's single seed ends in A and makes it 1.
    const POSITION: &str = "0,0,4,0,3,1/2,1,0,13,0,1 10-13 N";

    // pitfall 37
    #[test]
    fn counts_agree_with_a_count_by_hand() {
        let south = |name| count(name, POSITION, Side::South);
        let north = |name| count(name, POSITION, Side::North);
        let expected = [
            ("store", 10, 13),
            ("seeds", 8, 17),
            ("mobility", 3, 4),
            ("empty", 3, 2),
            ("reach", 3, 2),
            ("over_twelve", 0, 1),
            ("captures_2", 1, 0),
            ("captures_3", 2, 0),
            ("vulnerable_2", 0, 1),
            ("vulnerable_3", 0, 1),
            ("safety", 2, 1),
            ("attack", 2, 0),
            ("hoard", 0, 2),
            ("nearest", 1, 1),
        ];
        for (name, of_south, of_north) in expected {
            assert_eq!((south(name), north(name)), (of_south, of_north), "{name}");
        }
    }

    #[test]
    fn a_move_of_more_than_a_lap_counts_the_seeds_it_sows_on_its_way() {
        // A's 17 seeds: B–F, a–f, B–F, a, which so gets two of them.
        assert_eq!(
            count("captures_2", "17,0,0,0,0,0/0,9,9,9,0,0 2-2 S", Side::South),
            1
        );
        assert_eq!(
            count("captures_3", "17,0,0,0,0,0/1,9,9,9,0,0 2-1 S", Side::South),
            1
        );
    }

    #[test]
    fn names_are_unique_and_fit_into_a_term() {
        for feature in FEATURES {
            assert!(
                feature
                    .name
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
            );
            let same = FEATURES.iter().filter(|other| other.name == feature.name);
            assert_eq!(same.count(), 1, "{}", feature.name);
        }
    }
}
