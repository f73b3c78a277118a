//! All positions with so many seeds on the board, solved.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use super::rows::{all_rows, binomial, rank, rows_with};
use super::{Guarantees, MOST_SEEDS};
use crate::board::Board;
use crate::{HOUSES, Position, Side, Variant};

/// What the side to move gets of the seeds on the board: at least the first,
/// which it can force, and at most the second, as the other side can force the
/// rest.
pub(super) type Bounds = [u8; 2];

/// Bounds that several threads may look at while one of them writes.
pub(super) struct Cell(AtomicU16);

impl Cell {
    pub(super) const fn new(bounds: Bounds) -> Cell {
        Cell(AtomicU16::new(u16::from_le_bytes(bounds)))
    }

    #[inline]
    pub(super) fn get(&self) -> Bounds {
        self.0.load(Relaxed).to_le_bytes()
    }

    #[inline]
    pub(super) fn set(&self, bounds: Bounds) {
        self.0.store(u16::from_le_bytes(bounds), Relaxed);
    }
}

/// The exact values of all positions with so many seeds on the board.
///
/// A position's place is found from the numbers of its two rows: positions
/// stand by the seeds in the row of the side to move, then by that row's
/// number, then by that of the other row. So all positions with the same own
/// row stand side by side: a *strip*.
pub struct Layer {
    variant: Variant,
    seeds: u8,
    pub(super) values: Vec<Cell>,
    /// The progress of each bound, see [`SolvedMove`](super::SolvedMove): the
    /// round of solving in which it was there. Empty once it is forgotten.
    pub(super) progress: Vec<Bounds>,
}

/// A board may hold none or the most.
const COUNTS: usize = MOST_SEEDS as usize + 1;

/// How many positions there are with `seeds` seeds on the board: every way to
/// share them among twelve houses.
pub const fn positions_with(seeds: u8) -> usize {
    binomial(seeds as usize + 2 * HOUSES - 1, 2 * HOUSES - 1)
}

/// Where the strips with `own` seeds in the own row begin.
#[inline]
pub(super) fn first_of(seeds: u8, own: u8) -> usize {
    FIRST_OF[usize::from(seeds)][usize::from(own)]
}

static FIRST_OF: [[usize; COUNTS]; COUNTS] = {
    let mut first = [[0; COUNTS]; COUNTS];
    let mut seeds = 0;
    while seeds < COUNTS {
        let mut own = 1;
        while own <= seeds {
            let before = rows_with(own as u8 - 1) * rows_with((seeds - own + 1) as u8);
            first[seeds][own] = first[seeds][own - 1] + before;
            own += 1;
        }
        seeds += 1;
    }
    first
};

/// All boards with so many seeds, in the order of a layer.
fn boards(seeds: u8) -> impl Iterator<Item = Board> {
    (0..=seeds).flat_map(move |own| {
        let others = all_rows(seeds - own);
        let with = move |own| {
            others
                .clone()
                .into_iter()
                .map(move |other| Board { own, other })
        };
        all_rows(own).into_iter().flat_map(with)
    })
}

/// So many positions are read or written at a time.
const PIECE: usize = 1 << 15;

impl Layer {
    pub(super) fn new(
        variant: Variant,
        seeds: u8,
        values: Vec<Cell>,
        progress: Vec<Bounds>,
    ) -> Layer {
        Layer {
            variant,
            seeds,
            values,
            progress,
        }
    }

    /// The rules by which it was solved.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Seeds on the board in each of its positions.
    pub fn seeds(&self) -> u8 {
        self.seeds
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Never: even no seeds at all are a position.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Where a board with as many seeds stands.
    #[inline]
    pub(super) fn place(&self, board: Board) -> usize {
        let own = board.own.seeds();
        let strip = rows_with(self.seeds - own);
        first_of(self.seeds, own) + rank(board.own) * strip + rank(board.other)
    }

    /// What both sides can be sure of on a board with as many seeds.
    #[inline]
    pub(super) fn guarantees(&self, board: Board) -> Guarantees {
        self.at(self.place(board))
    }

    /// What both sides can be sure of in the position at a place.
    #[inline]
    pub(super) fn at(&self, place: usize) -> Guarantees {
        self.guaranteed(self.values[place].get())
    }

    fn guaranteed(&self, [low, high]: Bounds) -> Guarantees {
        Guarantees {
            own: low,
            other: self.seeds - high,
        }
    }

    /// The progress of each of these, 0 if a cycle is enough for it.
    pub(super) fn progress(&self, board: Board) -> Guarantees {
        let [own, other] = match self.progress.is_empty() {
            true => [0; 2],
            false => self.progress[self.place(board)],
        };
        Guarantees { own, other }
    }

    /// All its positions, with empty stores and South to move, and what both
    /// sides can be sure of.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Guarantees)> {
        let values = self.values.iter().map(|cell| self.guaranteed(cell.get()));
        let positions = boards(self.seeds).map(|board| Position::of(board, Side::South));
        positions.zip(values)
    }

    /// Forgets the progress of each bound: solving layers above this one does
    /// not need it, and it is half of its memory.
    pub fn forget_progress(&mut self) {
        self.progress = Vec::new();
    }

    /// Writes it: two bytes a position, what the side to move can force and
    /// what it can be held to; then two more, the progress of each.
    ///
    /// # Errors
    /// Those of `writer`.
    pub fn write(&self, writer: &mut impl Write) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(2 * PIECE);
        for cells in self.values.chunks(PIECE) {
            bytes.clear();
            bytes.extend(cells.iter().flat_map(Cell::get));
            writer.write_all(&bytes)?;
        }
        writer.write_all(self.progress.as_flattened())
    }

    /// Reads what [`Layer::write`] wrote.
    ///
    /// # Errors
    /// Those of `reader`, and if the bytes are no bounds of `seeds` seeds.
    pub fn read(variant: Variant, seeds: u8, reader: &mut impl Read) -> io::Result<Layer> {
        let count = positions_with(seeds);
        let mut values = Vec::with_capacity(count);
        let mut bytes = vec![[0; 2]; PIECE];
        while values.len() < count {
            let piece = PIECE.min(count - values.len());
            let bytes = &mut bytes[..piece];
            reader.read_exact(bytes.as_flattened_mut())?;
            if !bytes
                .iter()
                .all(|&[low, high]| low <= high && high <= seeds)
            {
                return Err(io::ErrorKind::InvalidData.into());
            }
            values.extend(bytes.iter().map(|&bounds| Cell::new(bounds)));
        }
        let mut progress = vec![[0; 2]; count];
        reader.read_exact(progress.as_flattened_mut())?;
        Ok(Layer::new(variant, seeds, values, progress))
    }
}
