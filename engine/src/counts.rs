//! The features of the named sets, all in one pass: what a search counts with.
//!
//! [`FEATURES`](crate::FEATURES) define them plainly; here they are word
//! arithmetic, with the same result.

use crate::sowing::end;
use crate::{House, Houses, Row, Score};

/// Names of the features that are counted here, in the order of their weights.
pub(crate) const NAMES: [&str; 14] = [
    "store",
    "seeds",
    "mobility",
    "empty",
    "reach",
    "over_twelve",
    "captures_2",
    "captures_3",
    "vulnerable_2",
    "vulnerable_3",
    "safety",
    "attack",
    "hoard",
    "nearest",
];

/// The weights of both players' features, in the order of [`NAMES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Weights {
    pub(crate) own: [i32; NAMES.len()],
    pub(crate) opponent: [i32; NAMES.len()],
}

/// A set of features: bit *i* is that of `NAMES[i]`.
pub(crate) type Set = u32;

/// The set of the features with these names.
pub(crate) const fn set(names: &[&str]) -> Set {
    let mut set = 0;
    let mut index = 0;
    while index < names.len() {
        set |= 1 << slot(names[index]).expect("one of NAMES");
        index += 1;
    }
    set
}

/// The features of [`MATERIAL`](crate::SETS)
pub(crate) const MATERIAL: Set = set(&["store"]);
pub(crate) const DAOUD: Set = set(&[
    "store",
    "empty",
    "reach",
    "over_twelve",
    "captures_2",
    "captures_3",
]);
pub(crate) const DAVIS_KENDALL: Set = set(&["store", "vulnerable_2", "vulnerable_3"]);
pub(crate) const DIVILLY: Set = set(&["store", "seeds", "mobility", "hoard", "nearest"]);
pub(crate) const RIJSWIJCK: Set = set(&["store", "seeds", "mobility", "safety", "attack"]);
pub(crate) const NAMED_SETS: [Set; 5] = [MATERIAL, DAOUD, DAVIS_KENDALL, DIVILLY, RIJSWIJCK];
/// Every feature, also those that are not counted here.
pub(crate) const EVERYTHING: Set = (1 << NAMES.len()) - 1;

/// Where the feature `name` stands in [`NAMES`].
pub(crate) const fn slot(name: &str) -> Option<usize> {
    let mut index = 0;
    while index < NAMES.len() {
        if equal(NAMES[index].as_bytes(), name.as_bytes()) {
            return Some(index);
        }
        index += 1;
    }
    None
}

const fn equal(one: &[u8], other: &[u8]) -> bool {
    let mut index = 0;
    while index < one.len() && index < other.len() {
        if one[index] != other[index] {
            return false;
        }
        index += 1;
    }
    one.len() == other.len()
}

impl Weights {
    /// Whether only features of `set` have a weight.
    pub(crate) fn within(&self, set: Set) -> bool {
        let outside = |weights: &[i32]| {
            let used = |(index, &weight): (usize, &i32)| weight != 0 && set & (1 << index) == 0;
            weights.iter().enumerate().any(used)
        };
        !outside(&self.own) && !outside(&self.opponent)
    }

    /// The weighted sum over the features of `SET`; those outside are not
    /// counted, whatever their weights.
    #[inline]
    pub(crate) fn score<const SET: Set>(&self, own: Row, opponent: Row) -> Score {
        let by_own = Hits::new(own, opponent);
        let by_opponent = Hits::new(opponent, own);
        weighted::<SET>(&self.own, own, &by_own, &by_opponent)
            + weighted::<SET>(&self.opponent, opponent, &by_opponent, &by_own)
    }
}

/// One player's part of a score. `by_own` are the hits of that player.
#[inline]
fn weighted<const SET: Set>(
    weights: &[i32; NAMES.len()],
    row: Row,
    by_own: &Hits,
    by_opponent: &Hits,
) -> Score {
    let counts = [
        i32::from(row.store()),
        i32::from(row.seeds()),
        size(row.at_least(1)),
        size(row.exactly(0)),
        size(row.reaching()),
        size(row.at_least(13)),
        sum(by_own.two),
        sum(by_own.three),
        houses(by_opponent.two),
        houses(by_opponent.three),
        size(row.at_least(3)),
        houses(by_own.two | by_own.three),
        i32::from(row.house(House::ALL[0])),
        i32::from(row.house(House::ALL[5])),
    ];
    let mut score = 0;
    let mut index = 0;
    // What SET leaves out is never counted: the compiler drops it.
    while index < counts.len() {
        if SET & (1 << index) != 0 {
            score += weights[index] * counts[index];
        }
        index += 1;
    }
    score
}

#[inline]
fn size(houses: Houses) -> i32 {
    houses.len() as i32
}

/// Sum of the bytes.
#[inline]
fn sum(bytes: u64) -> i32 {
    (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as i32
}

/// Number of bytes of houses that are not zero, none being above 127.
#[inline]
fn houses(bytes: u64) -> i32 {
    size(Houses::from_high_bits(
        bytes + (Houses::BITS - (Houses::BITS >> 7)),
    ))
}

/// For each house of a row, in its byte: from how many of the other row's
/// houses a move ends there and makes it 2, and 3.
struct Hits {
    two: u64,
    three: u64,
}

impl Hits {
    #[inline]
    fn new(from: Row, at: Row) -> Hits {
        let ends = ends(from);
        let [first, second, third] = [ends, ends >> 3, ends >> 6];
        // All bits of a count in the houses with so many seeds.
        let held = |seeds| at.exactly(seeds).word() >> 4;
        let [none, one, two] = [0, 1, 2].map(|seeds| held(seeds) - (held(seeds) >> 3));
        Hits {
            two: (first & one) + (second & none),
            three: (first & two) + (second & one) + (third & none & (3 * (Houses::BITS >> 7))),
        }
    }
}

/// For each house of the other row, in its byte: the number of moves from
/// `row` that end there with its first seed, plus 8 for each that ends with
/// its second one after a lap, plus 64 for each that ends with its third.
#[inline]
fn ends(row: Row) -> u64 {
    let ends = House::ALL.map(|house| end(house, row.house(house)));
    ends.into_iter().sum()
}
