//! The two rows as the side to move sees them, and the move itself.

use crate::row::{houses_of, sum_into_store};
use crate::sowing::sowing;
use crate::{House, Houses, Row, Variant};

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
    /// opponent, who is to move. An empty house leaves the rows as they are.
    #[inline]
    pub(crate) fn play(self, house: House, variant: Variant) -> Board {
        let sowing = sowing(house, self.own.house(house));
        let other = self.other.word() + sowing.other;
        let mut taken = other & sowing.capturable(Row::from_word(other));
        if variant.voids_grand_slam() && taken == houses_of(other) {
            taken = 0;
        }
        Board {
            own: Row::from_word(other ^ taken),
            other: Row::from_word(self.own.word().wrapping_add(sowing.own) + sum_into_store(taken)),
        }
    }

    /// The house of the opponent's row in which a sowing of `house` ends and
    /// the seeds it then holds, before any capture; `None` if it ends in the
    /// mover's own row or `house` is empty.
    pub(crate) fn last_seed(self, house: House) -> Option<(House, u8)> {
        let sowing = sowing(house, self.own.house(house));
        let last = Houses::from_high_bits(sowing.stops).iter().last()?;
        let other = Row::from_word(self.other.word() + sowing.other);
        Some((last, other.house(last)))
    }
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
