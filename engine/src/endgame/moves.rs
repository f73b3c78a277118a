//! What sowing does to a row, by the numbers of rows, forward and back.

use super::rows::{all_rows, rank, rows_with};
use crate::row::{houses_of, sum_into_store};
use crate::sowing::{Sowing, sowing};
use crate::{HOUSES, House, Row, Variant};

/// In how many ways a sowing of up to as many seeds as a layer holds can reach
/// the other row: a power of two, and the last stands for none.
pub(super) const REACHES: usize = 32;

/// That last one.
pub(super) const NO_REACH: usize = REACHES - 1;

/// A way to reach the other row.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// Below [`REACHES`].
    pub(super) number: usize,
    /// The seeds that fall there.
    pub(super) fallen: u8,
    /// A sowing that reaches it so.
    sowing: &'static Sowing,
}

impl Reach {
    fn of(sowing: &'static Sowing) -> Reach {
        let fallen = Row::from_word(sum_into_store(sowing.other)).store();
        Reach {
            number: 2 * usize::from(fallen) + usize::from(sowing.last_and_before != 0),
            fallen,
            sowing,
        }
    }

    /// The other row after it, and the seeds captured there.
    pub(super) fn forward(self, other: Row, variant: Variant) -> (Row, u8) {
        let sown = houses_of(other.word()) + self.sowing.other;
        let mut taken = sown & self.sowing.capturable(Row::from_word(sown));
        if variant.voids_grand_slam() && taken == sown {
            taken = 0;
        }
        let captured = Row::from_word(sum_into_store(taken)).store();
        (Row::from_word(sown ^ taken), captured)
    }

    /// The other row before it, if it can leave `after` without a capture.
    fn back(self, after: Row, variant: Variant) -> Option<Row> {
        let fallen = Row::from_word(self.sowing.other).houses();
        let pairs = after.houses().into_iter().zip(fallen);
        if pairs.into_iter().any(|(after, fallen)| after < fallen) {
            return None;
        }
        let before = Row::from_word(after.word() - self.sowing.other);
        // Where nothing falls, there was somebody to feed.
        let fed = self.fallen > 0 || !before.is_empty();
        let (_, captured) = self.forward(before, variant);
        (fed && captured == 0).then_some(before)
    }
}

/// A sowing of one house: the number of the own row after it (or before it, if
/// it is taken back), and the number of the reach.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Move(u32);

impl Move {
    /// That of an empty house.
    const NONE: Move = Move(NO_REACH as u32);

    fn new(rank: usize, reach: Reach) -> Move {
        Move((rank * REACHES + reach.number) as u32)
    }

    #[inline]
    pub(super) fn reach(self) -> usize {
        self.0 as usize % REACHES
    }

    #[inline]
    pub(super) fn rank(self) -> usize {
        self.0 as usize / REACHES
    }

    /// Whether there is such a move, and a seed falls into the other row.
    pub(super) fn feeds(self) -> bool {
        self != Move::NONE && self.fallen() > 0
    }

    /// The seeds that fall into the other row.
    pub(super) fn fallen(self) -> u8 {
        (self.reach() / 2) as u8
    }
}

/// The rows with so many seeds, and the moves from and to them.
pub(super) struct Rows {
    /// In the order of their numbers.
    pub(super) rows: Vec<Row>,
    /// For each as the row that is sown, the moves of its houses.
    pub(super) moves: Vec<[Move; HOUSES]>,
    /// For each as the row that was sown, the moves that lead to it.
    pub(super) moves_to: Vec<Vec<Move>>,
    /// For each as the other row after a sowing, by the number of the reach:
    /// the number of the row before it, or [`NO_ROW`].
    pub(super) before: Vec<[u32; REACHES]>,
    /// All reaches of its moves.
    pub(super) reaches: Vec<Reach>,
}

/// No row has this number.
pub(super) const NO_ROW: u32 = u32::MAX;

impl Rows {
    /// About as many bytes are kept for a row. As many moves lead to rows as
    /// come from them, and a list that grows may be half empty.
    pub(super) const BYTES_A_ROW: usize = size_of::<Row>()
        + 3 * size_of::<[Move; HOUSES]>()
        + size_of::<Vec<Move>>()
        + size_of::<[u32; REACHES]>();

    /// Those of all rows with up to `most` seeds, by their seeds.
    pub(super) fn up_to(most: u8, variant: Variant) -> Vec<Rows> {
        let mut reaches = [None; REACHES];
        let mut all: Vec<Rows> = Vec::new();
        for seeds in 0..=most {
            all.push(Rows::new(seeds));
            let here = &all[usize::from(seeds)];
            for &reach in &here.reaches {
                reaches[reach.number] = Some(reach);
            }
            let moves = here.moves.clone();
            for (row, moves) in moves.iter().enumerate() {
                for one in moves.iter().filter(|&&one| one != Move::NONE) {
                    let Some(reach) = reaches[one.reach()] else {
                        continue;
                    };
                    let after = &mut all[usize::from(seeds - one.fallen())];
                    after.moves_to[one.rank()].push(Move::new(row, reach));
                }
            }
        }
        for rows in &mut all {
            for (&row, before) in rows.rows.iter().zip(&mut rows.before) {
                for reach in reaches.iter().flatten() {
                    if let Some(row) = reach.back(row, variant) {
                        before[reach.number] = rank(row) as u32;
                    }
                }
            }
        }
        all
    }

    fn new(seeds: u8) -> Rows {
        let rows = all_rows(seeds);
        let mut reaches = [None; REACHES];
        let mut of_house = |row: Row, house: House| {
            let count = row.house(house);
            if count == 0 {
                return Move::NONE;
            }
            let sowing = sowing(house, count);
            let reach = Reach::of(sowing);
            reaches[reach.number] = Some(reach);
            let after = Row::from_word(row.word().wrapping_add(sowing.own));
            Move::new(rank(after), reach)
        };
        let moves = rows.iter();
        let moves = moves
            .map(|&row| House::ALL.map(|house| of_house(row, house)))
            .collect();
        Rows {
            moves,
            moves_to: vec![Vec::new(); rows_with(seeds)],
            before: vec![[NO_ROW; REACHES]; rows_with(seeds)],
            reaches: reaches.into_iter().flatten().collect(),
            rows,
        }
    }
}
