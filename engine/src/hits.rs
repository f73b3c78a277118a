//! Where moves end and capture, for a whole row at once.

use crate::row::sum_into_store;
use crate::sowing::end;
use crate::{House, Houses, Row};

/// For each house of a row, in its byte: from how many of the other row's
/// houses a move ends there and makes it 2, and makes it 3.
#[derive(Clone, Copy)]
pub(crate) struct Hits {
    two: u64,
    three: u64,
}

impl Hits {
    /// The hits of moves from the row `from` on the row `at`.
    #[inline]
    pub(crate) fn new(from: Row, at: Row) -> Hits {
        // Seeds that are there before, as all bits of a number up to 7.
        let holding = |seeds| {
            let houses = at.exactly(seeds).word();
            (houses >> 4) - (houses >> 7)
        };
        let [one, two] = [holding(1), holding(2)];
        let first = ends(from);
        let hits = Hits {
            two: first & one,
            three: first & two,
        };
        if from.at_least(12).is_empty() {
            return hits;
        }
        let none = holding(0);
        let second = first >> 3;
        let third = (first >> 6) & (3 * (Houses::BITS >> 7));
        Hits {
            two: hits.two + (second & none),
            three: hits.three + (second & one) + (third & none),
        }
    }

    /// Number of moves that make a house 2, and of those that make one 3.
    #[inline]
    pub(crate) fn moves(self) -> [i32; 2] {
        let both = sum_into_store(self.two | self.three << 3) >> 56;
        [both as i32 & 7, both as i32 >> 3]
    }

    /// Number of houses that a move can make 2, and that one can make 3.
    #[inline]
    pub(crate) fn houses(self) -> [i32; 2] {
        [occupied(self.two), occupied(self.three)]
    }

    /// Number of houses that a move can make 2 or 3.
    #[inline]
    pub(crate) fn targets(self) -> i32 {
        occupied(self.two | self.three)
    }
}

/// How many houses' numbers are not 0.
#[inline]
fn occupied(numbers: u64) -> i32 {
    // None is above 127, so the addition carries into the highest bit.
    let any = Houses::from_high_bits(numbers + (Houses::BITS - (Houses::BITS >> 7)));
    any.len() as i32
}

/// For each house of the other row, in its byte: the number of moves of `row`
/// that end there, by the seeds that they put there as in [`end`].
#[inline]
fn ends(row: Row) -> u64 {
    let ends = House::ALL.map(|house| end(house, row.house(house)));
    ends.into_iter().sum()
}
