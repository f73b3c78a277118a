//! A row of six houses and its owner's store, in one machine word.

use std::fmt;

use crate::{HOUSES, House, Houses};

/// The lowest bit of each house's byte.
const ONES: u64 = 0x0001_0101_0101_0100;
/// All bits of the six houses.
const HOUSE_BITS: u64 = 0xFF * ONES;
/// Where the store lies.
pub(crate) const STORE_SHIFT: u32 = 56;
/// What each house needs to reach the other row, as 128 minus that number, so
/// that an addition carries the answer into the byte's highest bit.
const REACH: u64 = {
    let mut word = 0;
    let mut house = 0;
    while house < HOUSES {
        word |= (128 - (HOUSES - house) as u64) << House::ALL[house].shift();
        house += 1;
    }
    word
};

/// A player's six houses and store.
///
/// Byte 0 of the word is zero, bytes 1 to 6 are the houses in sowing order,
/// byte 7 is the store. A house holds at most 48 seeds, so the highest bit of
/// each byte is free: one addition compares all six houses at once, and one
/// multiplication sums them into the store's byte.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Row(u64);

impl Row {
    /// A row with these houses (in sowing order) and this store; the caller
    /// keeps their sum at 48 or less.
    pub(crate) fn new(houses: [u8; HOUSES], store: u8) -> Row {
        let [a, b, c, d, e, f] = houses;
        Row(u64::from_le_bytes([0, a, b, c, d, e, f, store]))
    }

    /// The word itself.
    #[inline]
    pub(crate) const fn word(self) -> u64 {
        self.0
    }

    /// The row that `word` stands for.
    #[inline]
    pub(crate) const fn from_word(word: u64) -> Row {
        Row(word)
    }

    /// Seeds in `house`.
    #[inline]
    pub const fn house(self, house: House) -> u8 {
        (self.0 >> house.shift()) as u8
    }

    /// Seeds in each house, in sowing order.
    pub fn houses(self) -> [u8; HOUSES] {
        House::ALL.map(|house| self.house(house))
    }

    /// Seeds captured so far.
    #[inline]
    pub const fn store(self) -> u8 {
        (self.0 >> STORE_SHIFT) as u8
    }

    /// Seeds in the six houses together.
    #[inline]
    pub const fn seeds(self) -> u8 {
        (sum_into_store(self.0 & HOUSE_BITS) >> STORE_SHIFT) as u8
    }

    /// Whether all six houses are empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 & HOUSE_BITS == 0
    }

    /// The houses with `count` seeds or more; `count` from 1 to 128.
    #[inline]
    pub const fn at_least(self, count: u8) -> Houses {
        Houses::from_high_bits((self.0 & HOUSE_BITS) + (128 - count as u64) * ONES)
    }

    /// The houses with exactly `count` seeds; `count` below 128.
    #[inline]
    pub const fn exactly(self, count: u8) -> Houses {
        let difference = (self.0 & HOUSE_BITS) ^ (count as u64 * ONES);
        Houses::from_high_bits(Houses::BITS - difference)
    }

    /// The houses whose seeds reach the other row.
    #[inline]
    pub const fn reaching(self) -> Houses {
        Houses::from_high_bits((self.0 & HOUSE_BITS) + REACH)
    }

    /// The highest bit of each byte below the store that does *not* hold 2 or
    /// 3: of byte 0 always. The bits between mean nothing.
    #[inline]
    pub(crate) const fn not_two_or_three(self) -> u64 {
        const BYTES: u64 = 0x00FF_FFFF_FFFF_FFFF / 0xFF;
        ((self.0 ^ (2 * BYTES)) & (0xFE * BYTES)) + 0x7F * BYTES
    }
}

/// Sums the houses of `word` into the byte of the store; all else is zero.
#[inline]
pub(crate) const fn sum_into_store(word: u64) -> u64 {
    word.wrapping_mul(0x0101_0101_0101_0101) & (0xFF << STORE_SHIFT)
}

/// All bits of the six houses of `word`, without the store.
#[inline]
pub(crate) const fn houses_of(word: u64) -> u64 {
    word & HOUSE_BITS
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}+{}", self.houses(), self.store())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn indices(houses: Houses) -> Vec<usize> {
        houses.iter().map(House::index).collect()
    }

    #[test]
    fn reads_houses_store_and_sum() {
        let row = Row::new([1, 0, 48 - 6, 2, 3, 0], 0);
        assert_eq!(row.houses(), [1, 0, 42, 2, 3, 0]);
        assert_eq!(row.seeds(), 48);
        assert_eq!(Row::new([0; 6], 48).store(), 48);
        assert!(Row::new([0; 6], 48).is_empty());
        assert!(!Row::new([0, 0, 0, 0, 0, 1], 0).is_empty());
    }

    #[test]
    fn compares_all_houses_at_once() {
        let row = Row::new([0, 1, 2, 3, 12, 30], 7);
        assert_eq!(indices(row.at_least(1)), [1, 2, 3, 4, 5]);
        assert_eq!(indices(row.at_least(3)), [3, 4, 5]);
        assert_eq!(indices(row.at_least(13)), [5]);
        assert_eq!(indices(row.exactly(0)), [0]);
        assert_eq!(indices(row.exactly(12)), [4]);
    }

    #[test]
    fn reaching_needs_one_seed_from_the_last_house_and_six_from_the_first() {
        assert_eq!(
            indices(Row::new([6, 5, 4, 3, 2, 1], 0).reaching()),
            [0, 1, 2, 3, 4, 5]
        );
        assert_eq!(indices(Row::new([5, 4, 3, 2, 1, 0], 0).reaching()), []);
    }
}
