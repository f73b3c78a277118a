//! Rows in order: each row of six houses with so many seeds has a number.

use crate::row::houses_of;
use crate::{HOUSES, Row, SEEDS};

/// A row may hold none or all.
const COUNTS: usize = SEEDS as usize + 1;

/// The number of ways to choose `k` of `n`.
pub(crate) const fn binomial(n: usize, k: usize) -> usize {
    let mut ways = 1;
    let mut taken = 0;
    while taken < k {
        ways = ways * (n - taken) / (taken + 1);
        taken += 1;
    }
    if k > n { 0 } else { ways }
}

/// How many rows hold exactly `seeds` seeds.
#[inline]
pub(crate) const fn rows_with(seeds: u8) -> usize {
    ROWS_WITH[seeds as usize]
}

static ROWS_WITH: [usize; COUNTS] = {
    let mut rows = [0; COUNTS];
    let mut seeds = 0;
    while seeds < COUNTS {
        rows[seeds] = binomial(seeds + HOUSES - 1, HOUSES - 1);
        seeds += 1;
    }
    rows
};

/// How many rows hold fewer than `seeds` seeds.
#[inline]
pub(crate) const fn rows_below(seeds: u8) -> usize {
    ROWS_BELOW[seeds as usize]
}

static ROWS_BELOW: [usize; COUNTS] = {
    let mut rows = [0; COUNTS];
    let mut seeds = 1;
    while seeds < COUNTS {
        rows[seeds] = rows[seeds - 1] + ROWS_WITH[seeds - 1];
        seeds += 1;
    }
    rows
};

/// For a byte of a row, which holds the sum of the houses up to there, what it
/// adds to the row's number.
static TERMS: [[u32; 64]; 8] = {
    let mut terms = [[0; 64]; 8];
    let mut house = 0;
    while house < HOUSES - 1 {
        let mut sum = 0;
        while sum < 64 {
            terms[house + 1][sum] = binomial(sum + house, house + 1) as u32;
            sum += 1;
        }
        house += 1;
    }
    terms
};

/// The number of a row among all with as many seeds, from 0 on: the
/// combinatorial number system over the sums of its first houses. The store
/// does not count.
#[inline]
pub(crate) fn rank(row: Row) -> usize {
    let sums = houses_of(row.word()).wrapping_mul(0x0101_0101_0101_0101);
    let term = |byte: usize| TERMS[byte][(sums >> (8 * byte)) as usize & 63];
    (term(1) + term(2) + term(3) + term(4) + term(5)) as usize
}

/// All rows with exactly `seeds` seeds, in the order of their numbers.
pub(crate) fn all_rows(seeds: u8) -> Vec<Row> {
    let mut rows = Vec::with_capacity(rows_with(seeds));
    fill(HOUSES - 1, seeds, &mut [0; HOUSES], &mut rows);
    rows
}

/// Shares `seeds` among the houses up to `last` in all ways: the more in the
/// last of them, the lower the number.
fn fill(last: usize, seeds: u8, houses: &mut [u8; HOUSES], rows: &mut Vec<Row>) {
    if last == 0 {
        houses[0] = seeds;
        rows.push(Row::new(*houses, 0));
        return;
    }
    for before in 0..=seeds {
        houses[last] = seeds - before;
        fill(last - 1, before, houses, rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_row_is_its_place() {
        for seeds in [0, 1, 2, 7, 12] {
            assert_eq!(rows_below(seeds) + rows_with(seeds), rows_below(seeds + 1));
            let rows = all_rows(seeds);
            assert_eq!(rows.len(), rows_with(seeds));
            for (place, row) in rows.into_iter().enumerate() {
                assert_eq!(row.seeds(), seeds);
                assert_eq!(rank(row), place, "{row:?}");
            }
        }
        let last = Row::new([48, 0, 0, 0, 0, 0], 0);
        assert_eq!(rank(last), rows_with(48) - 1);
        assert_eq!(rank(Row::new([0, 0, 0, 0, 0, 47], 1)), 0);
    }
}
