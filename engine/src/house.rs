//! A house of a row, and a set of houses.

use std::fmt;

use crate::Side;

/// Number of houses in a row.
pub const HOUSES: usize = 6;

/// One of the six houses of a row, counted in sowing order from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct House {
    /// Its byte in a row's word, 1 to 6.
    byte: u8,
}

impl House {
    /// All houses in sowing order.
    pub const ALL: [House; HOUSES] = {
        let mut all = [House { byte: 1 }; HOUSES];
        let mut index = 1;
        while index < HOUSES {
            all[index].byte += index as u8;
            index += 1;
        }
        all
    };

    /// The house with this index, or `None` if `index` is 6 or more.
    pub fn new(index: usize) -> Option<House> {
        House::ALL.get(index).copied()
    }

    /// Position in sowing order, 0 to 5; 5 is next to the opponent's row.
    #[inline]
    pub const fn index(self) -> usize {
        self.byte as usize - 1
    }

    /// The number of its byte in a row's word, see [`crate::Row`].
    #[inline]
    pub(crate) const fn byte(self) -> usize {
        self.byte as usize
    }

    /// How far its byte is shifted in a row's word.
    #[inline]
    pub(crate) const fn shift(self) -> u32 {
        8 * self.byte as u32
    }

    /// The letter of this house in `side`'s row: `A`–`F` or `a`–`f`.
    pub const fn letter(self, side: Side) -> char {
        let first = match side {
            Side::South => b'A',
            Side::North => b'a',
        };
        (first + self.byte - 1) as char
    }

    /// The house and the row that a letter names, or `None` for any other
    /// character.
    ///
    /// ```
    /// use warri_engine::{House, Side};
    /// assert_eq!(House::from_letter('c'), House::new(2).map(|house| (house, Side::North)));
    /// assert_eq!(House::from_letter('g'), None);
    /// ```
    pub fn from_letter(letter: char) -> Option<(House, Side)> {
        let (side, first) = match letter {
            'A'..='F' => (Side::South, b'A'),
            'a'..='f' => (Side::North, b'a'),
            _ => return None,
        };
        Some((House::new(usize::from(letter as u8 - first))?, side))
    }
}

impl fmt::Debug for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "House({})", self.index())
    }
}

/// A set of houses of one row; iterates in sowing order.
///
/// ```
/// use warri_engine::{House, Houses};
/// let corners: Houses = [House::ALL[5], House::ALL[0]].into_iter().collect();
/// assert_eq!(corners.len(), 2);
/// assert_eq!(corners.iter().map(House::index).collect::<Vec<_>>(), [0, 5]);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Houses(u64);

impl Houses {
    /// No house at all.
    pub const NONE: Houses = Houses(0);
    /// The bit of every house: the highest of its byte, see [`crate::Row`].
    pub(crate) const BITS: u64 = 0x0080_8080_8080_8000;

    /// The houses whose highest bit is set in `word`.
    #[inline]
    pub(crate) const fn from_high_bits(word: u64) -> Houses {
        Houses(word & Houses::BITS)
    }

    /// The highest bit of each house's byte, see [`crate::Row`].
    #[inline]
    pub(crate) const fn word(self) -> u64 {
        self.0
    }

    /// Number of houses in the set.
    #[inline]
    pub const fn len(self) -> usize {
        // Not every processor counts bits; all multiply.
        ((self.0 >> 7).wrapping_mul(EVERY_BYTE) >> 56) as usize
    }

    /// Whether the set holds no house.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `house` is in the set.
    #[inline]
    pub const fn contains(self, house: House) -> bool {
        self.0 & bit(house) != 0
    }

    /// Adds `house`.
    #[inline]
    pub const fn insert(&mut self, house: House) {
        self.0 |= bit(house);
    }

    /// The first house in sowing order.
    #[inline]
    pub const fn first(self) -> Option<House> {
        if self.0 == 0 {
            None
        } else {
            Some(House {
                byte: (self.0.trailing_zeros() / 8) as u8,
            })
        }
    }

    /// The house with this place in the set, counted in sowing order from 0,
    /// or `None` if there are not so many. Takes the same time for any place.
    #[inline]
    pub const fn nth(self, place: usize) -> Option<House> {
        if place >= self.len() {
            return None;
        }
        // Each byte counts the houses up to it; the wanted one is the first
        // with a count above `place`.
        let counts = (self.0 >> 7).wrapping_mul(EVERY_BYTE);
        let above = counts + (127 - place as u64) * EVERY_BYTE;
        Houses::from_high_bits(above).first()
    }

    /// The houses in sowing order.
    #[inline]
    pub const fn iter(self) -> HousesIter {
        HousesIter(self)
    }
}

/// The lowest bit of every byte.
const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;

#[inline]
const fn bit(house: House) -> u64 {
    0x80 << house.shift()
}

impl fmt::Debug for Houses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(House::index))
            .finish()
    }
}

impl FromIterator<House> for Houses {
    fn from_iter<I: IntoIterator<Item = House>>(houses: I) -> Houses {
        let mut set = Houses::NONE;
        houses.into_iter().for_each(|house| set.insert(house));
        set
    }
}

impl IntoIterator for Houses {
    type Item = House;
    type IntoIter = HousesIter;

    #[inline]
    fn into_iter(self) -> HousesIter {
        self.iter()
    }
}

/// Iterator over the houses of a set, in sowing order.
#[derive(Clone, Debug)]
pub struct HousesIter(Houses);

impl Iterator for HousesIter {
    type Item = House;

    #[inline]
    fn next(&mut self) -> Option<House> {
        let house = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(house)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for HousesIter {}
