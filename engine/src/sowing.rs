//! Every sowing there is, worked out at compile time.

use crate::{HOUSES, House, Houses, Row};

/// What a sowing adds to both rows, and where it ends.
#[derive(Clone, Copy)]
pub(crate) struct Sowing {
    /// Added to the mover's row, which also takes the seeds out of the house.
    pub(crate) own: u64,
    /// Added to the opponent's row.
    pub(crate) other: u64,
    /// All bits of the opponent's houses up to the one that gets the last
    /// seed; zero if that lies in the mover's row.
    pub(crate) last_and_before: u64,
    /// Of the same houses the highest bits, and that of byte 0.
    pub(crate) stops: u64,
}

impl Sowing {
    /// All bits of the houses that a capture takes from `other` after the
    /// sowing: the run of houses with 2 or 3 seeds that ends in the last.
    #[inline]
    pub(crate) const fn capturable(&self, other: Row) -> u64 {
        // Byte 0 always stops the run, so there is a highest stop.
        let stops = other.not_two_or_three() & self.stops;
        let above_stop = (u64::MAX << 1) << stops.ilog2();
        above_stop & self.last_and_before
    }
}

/// More seeds than a house can hold, as a power of two: with it and eight
/// instead of six houses an index masked is an index in bounds.
pub(crate) const COUNTS: usize = 64;

/// Where `count` seeds in `house` stand in a table of all sowings.
#[inline]
pub(crate) const fn index(house: House, count: u8) -> usize {
    (house.byte() * COUNTS + count as usize) & (8 * COUNTS - 1)
}

/// The sowing of `count` seeds from `house`.
#[inline]
pub(crate) fn sowing(house: House, count: u8) -> &'static Sowing {
    &SOWINGS[index(house, count)]
}

/// Where that sowing ends, if in the opponent's row: in the byte of the house
/// a 1 if the last seed is the first that the house gets, 8 if it is the
/// second, after a lap, and 64 if it is the third. A fourth is none of
/// anybody's business: with it the house holds more than 3.
#[inline]
pub(crate) fn end(house: House, count: u8) -> u64 {
    ENDS[index(house, count)]
}

static SOWINGS: [Sowing; 8 * COUNTS] = {
    let mut table = [Sowing::NONE; 8 * COUNTS];
    let mut house = 0;
    while house < HOUSES {
        let mut count = 1;
        while count < COUNTS {
            table[House::ALL[house].byte() * COUNTS + count] = Sowing::plainly(house, count);
            count += 1;
        }
        house += 1;
    }
    table
};

static ENDS: [u64; 8 * COUNTS] = {
    let mut table = [0; 8 * COUNTS];
    let mut index = 0;
    while index < table.len() {
        let last = SOWINGS[index].last_and_before.count_ones();
        if last > 0 {
            table[index] = match SOWINGS[index].other >> last & 0xFF {
                1 => 1 << last,
                2 => 8 << last,
                3 => 64 << last,
                _ => 0,
            };
        }
        index += 1;
    }
    table
};

impl Sowing {
    /// That of an empty house.
    const NONE: Sowing = Sowing {
        own: 0,
        other: 0,
        last_and_before: 0,
        stops: 0x80,
    };

    /// Seed by seed, as a person sows.
    const fn plainly(from: usize, count: usize) -> Sowing {
        let mut sowing = Sowing::NONE;
        let mut at = from;
        let mut left = count;
        while left > 0 {
            at = (at + 1) % (2 * HOUSES);
            if at == from {
                continue;
            }
            let seed = 1 << House::ALL[at % HOUSES].shift();
            if at < HOUSES {
                sowing.own += seed;
            } else {
                sowing.other += seed;
            }
            left -= 1;
        }
        let lifted = (count as u64) << House::ALL[from].shift();
        sowing.own = sowing.own.wrapping_sub(lifted);
        if at >= HOUSES {
            let last = House::ALL[at - HOUSES];
            sowing.last_and_before = (1 << (last.shift() + 8)) - (1 << 8);
            sowing.stops |= sowing.last_and_before & Houses::BITS;
        }
        sowing
    }
}
