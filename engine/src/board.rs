//! The two rows as the side to move sees them, and the move itself.

use crate::row::{houses_of, sum_into_store};
use crate::{HOUSES, House, Houses, Row, Variant};

/// The rows of the side to move and of its opponent.
///
/// This is the kernel of the engine: it plays any move of a non-empty house
/// and knows nothing of whose side is which, of ends, or of notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    /// The row of the side to move.
    pub(crate) own: Row,
    /// The row of its opponent.
    pub(crate) other: Row,
}

impl Board {
    /// The moves that the rules allow: every house with seeds, or, if the
    /// opponent's row is empty, every house that feeds it. Whether a majority
    /// has ended the game already is not looked at.
    #[inline]
    pub(crate) const fn legal(self) -> Houses {
        if self.other.is_empty() {
            self.own.reaching()
        } else {
            self.own.at_least(1)
        }
    }

    /// The board after `house` was sown and the capture made, seen from the
    /// opponent, who is to move. `house` must hold at least one seed.
    #[inline]
    pub(crate) fn play(self, house: House, variant: Variant) -> Board {
        let sown = self.sow(house);
        let mut taken = sown.other & capture_mask(sown.other, sown.last_and_before);
        if variant.voids_grand_slam() && taken == houses_of(sown.other) {
            taken = 0;
        }
        Board {
            own: Row::from_word(sown.other ^ taken),
            other: Row::from_word(sown.own + sum_into_store(taken)),
        }
    }

    /// Both rows after sowing `house`, before any capture.
    #[inline]
    fn sow(self, house: House) -> Sown {
        let count = self.own.house(house) as usize;
        let sowing = sowing(house, count);
        Sown {
            own: (self.own.word() & !(0xFF << (8 * house.index()))) + sowing.own,
            other: self.other.word() + sowing.other,
            last_and_before: sowing.last_and_before,
        }
    }

    /// The house of the opponent's row in which a sowing of `house` ends and
    /// the seeds it then holds, before any capture; `None` if it ends in the
    /// mover's own row or `house` is empty.
    #[inline]
    pub(crate) fn last_seed(self, house: House) -> Option<(House, u8)> {
        let sown = self.sow(house);
        let bytes = sown.last_and_before.count_ones() as usize / 8;
        let last = House::new(bytes.checked_sub(1)?)?;
        Some((last, Row::from_word(sown.other).house(last)))
    }
}

struct Sown {
    own: u64,
    other: u64,
    last_and_before: u64,
}

/// All bits of the captured houses: the run of houses with 2 or 3 seeds that
/// ends in the highest house of `last_and_before`.
#[inline]
const fn capture_mask(other: u64, last_and_before: u64) -> u64 {
    let stops = Row::from_word(other).not_two_or_three() & last_and_before;
    // One byte up, with a stop below the first house: the run always ends.
    let above_stop = !(u64::MAX >> ((stops << 8) | 0x80).leading_zeros());
    (above_stop >> 8) & last_and_before
}

/// What a sowing adds to both rows, and where it ends.
#[derive(Clone, Copy)]
struct Sowing {
    own: u64,
    other: u64,
    /// All bits of the opponent's houses up to the one that gets the last
    /// seed; zero if that lies in the mover's row.
    last_and_before: u64,
}

/// More seeds than a house can hold, as a power of two: with it and eight
/// instead of six houses an index masked is an index in bounds.
const COUNTS: usize = 64;

#[inline]
fn sowing(house: House, count: usize) -> Sowing {
    SOWINGS[(house.index() * COUNTS + count) & (SOWINGS.len() - 1)]
}

static SOWINGS: [Sowing; 8 * COUNTS] = {
    let empty = Sowing {
        own: 0,
        other: 0,
        last_and_before: 0,
    };
    let mut table = [empty; 8 * COUNTS];
    let mut house = 0;
    while house < HOUSES {
        let mut count = 1;
        while count < COUNTS {
            table[house * COUNTS + count] = sow_plainly(house, count);
            count += 1;
        }
        house += 1;
    }
    table
};

const fn sow_plainly(from: usize, count: usize) -> Sowing {
    let mut sowing = Sowing {
        own: 0,
        other: 0,
        last_and_before: 0,
    };
    let mut at = from;
    let mut left = count;
    while left > 0 {
        at = (at + 1) % (2 * HOUSES);
        if at == from {
            continue;
        }
        if at < HOUSES {
            sowing.own += 1 << (8 * at);
        } else {
            sowing.other += 1 << (8 * (at - HOUSES));
        }
        left -= 1;
    }
    if at >= HOUSES {
        sowing.last_and_before = u64::MAX >> (8 * (2 * HOUSES + 1 - at));
    }
    sowing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_seed_names_house_and_count() {
        let board = Board {
            own: Row::new([0, 0, 0, 0, 3, 0], 0),
            other: Row::new([0, 1, 5, 0, 0, 0], 0),
        };
        assert_eq!(board.last_seed(House::ALL[4]), Some((House::ALL[1], 2)));
        assert_eq!(board.last_seed(House::ALL[0]), None);
    }

    #[test]
    fn a_full_lap_skips_the_house_it_came_from() {
        let board = Board {
            own: Row::new([12, 0, 0, 0, 0, 0], 0),
            other: Row::new([0; 6], 0),
        };
        let after = board.play(House::ALL[0], Variant::Speightstown);
        assert_eq!(after.other.houses(), [0, 2, 1, 1, 1, 1]);
        assert_eq!(after.own.houses(), [1; 6]);
    }
}
