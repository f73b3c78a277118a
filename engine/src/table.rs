//! The transposition table.

use crate::board::Board;
use crate::{Score, WIN};

/// What a search found out about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) score: Score,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    /// The byte of the best house.
    pub(crate) house: u8,
}

/// How an entry's score stands to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    Lower,
    Upper,
}

/// Remembers positions of one search by their whole board.
///
/// A search cannot see what an earlier one left: each has a number, and the
/// entries of others do not count.
#[derive(Debug, Default)]
pub(crate) struct Table {
    slots: Vec<Slot>,
    search: u8,
    shift: u32,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: Key,
    score: Score,
    depth: u8,
    bound: Bound,
    house: u8,
    search: u8,
}

/// Both rows, and in the lowest bit, which no row uses, whether the side to
/// move is the one that searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    own: u64,
    other: u64,
}

impl Slot {
    const EMPTY: Slot = Slot {
        key: Key { own: 0, other: 0 },
        score: 0,
        depth: 0,
        bound: Bound::Exact,
        house: 0,
        search: 0,
    };
}

impl Table {
    /// Makes ready for a search to `depth`: as many slots as pay for it, all
    /// empty. 24 bytes a slot, 24 KiB to 24 MiB in all.
    pub(crate) fn begin(&mut self, depth: u8) {
        let bits = u32::from(depth + 5).clamp(10, 20);
        self.shift = u64::BITS - bits;
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.slots.fill(Slot::EMPTY);
            self.search = 1;
        }
        if self.slots.len() < 1 << bits {
            self.slots.resize(1 << bits, Slot::EMPTY);
        }
    }

    /// What is known of `board`, `ply` plies below the root.
    #[inline]
    pub(crate) fn get(&self, board: Board, searcher: bool, ply: u8) -> Option<Entry> {
        let key = Key::new(board, searcher);
        let slot = &self.slots[key.place(self.shift)];
        (slot.key == key && slot.search == self.search).then(|| Entry {
            score: slot.score - distance_from_root(slot.score, ply),
            depth: slot.depth,
            bound: slot.bound,
            house: slot.house,
        })
    }

    /// Notes what was found of `board`, `ply` plies below the root.
    #[inline]
    pub(crate) fn put(&mut self, board: Board, searcher: bool, ply: u8, found: Entry) {
        let key = Key::new(board, searcher);
        self.slots[key.place(self.shift)] = Slot {
            key,
            score: found.score + distance_from_root(found.score, ply),
            depth: found.depth,
            bound: found.bound,
            house: found.house,
            search: self.search,
        };
    }
}

/// A score counts the plies from the root to a won or lost end; in the table
/// they are counted from the position, as it may stand anywhere in the tree.
#[inline]
fn distance_from_root(score: Score, ply: u8) -> Score {
    if score.abs() > WIN / 2 {
        score.signum() * Score::from(ply)
    } else {
        0
    }
}

impl Key {
    #[inline]
    fn new(board: Board, searcher: bool) -> Key {
        Key {
            own: board.own.word() | u64::from(searcher),
            other: board.other.word(),
        }
    }

    #[inline]
    fn place(self, shift: u32) -> usize {
        // Multipliers with well mixed bits; the upper bits depend on all.
        let mixed = self.own.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ self.other;
        let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (mixed >> shift) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    const FOUND: Entry = Entry {
        score: 7,
        depth: 3,
        bound: Bound::Lower,
        house: 2,
    };

    fn board(position: &str) -> Board {
        position.parse::<Position>().unwrap().board
    }

    #[test]
    fn a_slot_is_24_bytes() {
        assert_eq!(size_of::<Slot>(), 24);
    }

    #[test]
    fn only_the_same_board_and_view_in_the_same_search_is_found() {
        let mut table = Table::default();
        table.begin(5);
        let start = Position::START.board;
        table.put(start, true, 0, FOUND);
        assert_eq!(table.get(start, true, 0).map(|entry| entry.score), Some(7));
        assert!(table.get(start, false, 0).is_none());
        let other_store = board("4,4,4,4,4,4/4,4,4,4,4,3 1-0 S");
        assert!(table.get(other_store, true, 0).is_none());
        for _ in 0..600 {
            table.begin(5);
            assert!(table.get(start, true, 0).is_none());
        }
    }

    #[test]
    fn a_win_is_as_far_from_the_position_wherever_it_stands() {
        let mut table = Table::default();
        table.begin(5);
        let start = Position::START.board;
        for (score, seen) in [(WIN - 5, WIN - 4), (5 - WIN, 4 - WIN), (-7, -7)] {
            table.put(start, true, 3, Entry { score, ..FOUND });
            assert_eq!(table.get(start, true, 2).unwrap().score, seen);
        }
    }
}
