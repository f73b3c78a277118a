//! The solver: a layer by rounds over its positions.
//!
//! What the side to move can force is the most that it has after a move; what
//! it can be held to likewise, with the sides swapped. These are equations
//! between the positions of a layer, as captures lead to lower layers, which
//! are solved. Where play never ends, a player has what an endless cycle is
//! worth. So a bound above that worth holds only where it can be forced in
//! finitely many moves, the *least* solution above it: rounds from the worth
//! upward find it. One at or below holds wherever it cannot be prevented, the
//! *greatest* solution: rounds from the worth downward find that first.
//!
//! A round works out the positions after which a bound changed in the round
//! before, found by sowing backward. It takes them by *blocks*, which have the
//! other row in common: what a sowing does to that row, what it captures and
//! where the positions after it stand, is the same for a whole block, and for a
//! single position a sowing is one look into a table of rows and one into a
//! strip of values.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

use rayon::prelude::*;

use super::layer::{Bounds, Cell, Layer, first_of, positions_with};
use super::moves::{NO_REACH, NO_ROW, REACHES, Rows};
use super::rows::{rank, rows_below, rows_with};
use crate::ending::divide;
use crate::{Reason, Row, Variant};

/// What no position has: any other bound is less.
const NOTHING: Bounds = [u8::MAX; 2];

/// Where a sowing leads that does not exist.
static NOWHERE: Cell = Cell::new(NOTHING);

/// What a round has to do with a position.
mod mark {
    /// Nothing.
    pub(super) const NONE: u8 = 0;
    /// Work it out. A mark is a single bit.
    pub(super) const DUE: u8 = 1;
    /// It was worked out and has changed.
    pub(super) const CHANGED: u8 = 2;
}

/// A layer under work.
struct Work<'a> {
    variant: Variant,
    seeds: u8,
    /// What an endless cycle is worth to either side.
    worth: u8,
    lower: &'a [Arc<Layer>],
    /// By the seeds of a row.
    rows: Vec<Rows>,
    /// All values as they were before the round, in the order of a [`Layer`]:
    /// strip after strip. Where a sowing leads is read here.
    strips: Vec<Cell>,
    blocks: Blocks,
    /// For each position, in the order of blocks, a [`mark`] for the next
    /// round.
    due: Vec<AtomicU8>,
    /// Blocks in which there is one.
    is_due: Vec<AtomicBool>,
}

/// The same positions in another order: block after block, so that a block is
/// one piece.
#[derive(Default)]
struct Blocks {
    values: Vec<Bounds>,
    /// The round in which each bound came to be what it is: its progress.
    progress: Vec<Bounds>,
    marks: Vec<AtomicU8>,
    /// Blocks that have a mark.
    is_live: Vec<AtomicBool>,
}

/// One of them: the positions with the same other row.
struct Block<'a> {
    other: Row,
    /// The number of that row.
    number: usize,
    values: &'a mut [Bounds],
    progress: &'a mut [Bounds],
    marks: &'a mut [AtomicU8],
    is_live: &'a mut AtomicBool,
}

/// In which direction rounds go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// From what a cycle is worth to less.
    Down,
    /// And to more.
    Up,
}

/// The bytes that solving the layer of `seeds` seeds takes, those of the layers
/// below it included, if they have forgotten progress: two bytes a position
/// there, eight here, and what there is for each row.
pub fn memory_to_solve(seeds: u8) -> u64 {
    // Values in both orders, their progress, and the marks of two rounds.
    const HERE: usize = size_of::<Cell>() + 2 * size_of::<Bounds>() + 2 * size_of::<AtomicU8>();
    // Of each row also whether its block has marks, for two rounds.
    const ROW: usize = Rows::BYTES_A_ROW + 2 * size_of::<AtomicBool>();
    let below = (0..seeds).map(positions_with).sum::<usize>();
    let bytes =
        below * size_of::<Cell>() + positions_with(seeds) * HERE + rows_below(seeds + 1) * ROW;
    bytes as u64
}

/// Solves the layer of `lower.len()` seeds on the current rayon pool, from all
/// layers below it; `each` hears of every round.
pub(super) fn solve(variant: Variant, lower: &[Arc<Layer>], mut each: impl FnMut(u32)) -> Layer {
    let mut work = Work::new(variant, lower);
    work.set_ends();
    let mut rounds = 0;
    for phase in [Phase::Down, Phase::Up] {
        // Nothing is less than nothing.
        if phase == Phase::Down && work.worth == 0 {
            continue;
        }
        work.mark_all();
        for round in 1.. {
            rounds += 1;
            each(rounds);
            if !work.round(phase, round) {
                break;
            }
        }
    }
    work.finish()
}

impl Work<'_> {
    fn new(variant: Variant, lower: &[Arc<Layer>]) -> Work<'_> {
        let seeds = lower.len() as u8;
        let worth = match variant {
            Variant::Bridgetown => seeds / 2,
            Variant::Speightstown | Variant::Abapa => 0,
        };
        let count = positions_with(seeds);
        let all_blocks = rows_below(seeds + 1);
        let bounds = [worth, seeds - worth];
        let marks = || (0..count).map(|_| AtomicU8::new(mark::NONE)).collect();
        let flags = || (0..all_blocks).map(|_| AtomicBool::new(false)).collect();
        let strips = (0..count).map(|_| Cell::new(bounds));
        Work {
            variant,
            seeds,
            worth,
            lower,
            rows: Rows::up_to(seeds, variant),
            strips: strips.collect(),
            blocks: Blocks {
                values: vec![bounds; count],
                progress: vec![[0; 2]; count],
                marks: marks(),
                is_live: flags(),
            },
            due: marks(),
            is_due: flags(),
        }
    }

    /// Writes down what positions without a move are worth, before the first
    /// round: what follows from them alone is then there after it.
    fn set_ends(&mut self) {
        let seeds = self.seeds;
        let rows = &self.rows[usize::from(seeds)];
        for (number, (&row, moves)) in rows.rows.iter().zip(&rows.moves).enumerate() {
            // The own row is empty, and the other one has all.
            let value = self.end(0, row);
            self.strips[number].set(value);
            self.blocks.values[first_of(seeds, seeds) + number] = value;
            // The other row is empty, and cannot be fed.
            if seeds > 0 && moves.iter().all(|one| !one.feeds()) {
                let value = self.end(seeds, Row::default());
                self.strips[first_of(seeds, seeds) + number].set(value);
                self.blocks.values[number] = value;
            }
        }
    }

    fn mark_all(&mut self) {
        let marks = self.blocks.marks.par_iter_mut();
        marks.for_each(|mark| *mark.get_mut() = mark::DUE);
        let flags = self.blocks.is_live.iter_mut();
        flags.for_each(|flag| *flag.get_mut() = true);
    }

    /// Works out all marked positions; whether any has changed.
    fn round(&mut self, phase: Phase, round: u32) -> bool {
        // Beyond what a byte holds, nobody wants to know exactly.
        let round = round.min(u8::MAX.into()) as u8;
        let mut blocks = std::mem::take(&mut self.blocks);
        blocks.each(self, |block| self.work_out(block, phase, round));
        blocks.each(self, |block| self.pass_on(block));
        std::mem::swap(&mut blocks.marks, &mut self.due);
        std::mem::swap(&mut blocks.is_live, &mut self.is_due);
        self.blocks = blocks;
        self.blocks
            .is_live
            .iter_mut()
            .any(|is_live| *is_live.get_mut())
    }

    /// Works out the marked positions of a block.
    fn work_out(&self, block: Block<'_>, phase: Phase, round: u8) {
        let own_seeds = self.seeds - block.other.seeds();
        let ways = self.ways(block.other);
        let moves = &self.rows[usize::from(own_seeds)].moves;
        each_marked(block.marks, |at| {
            let mut least = NOTHING;
            for one in &moves[at] {
                let after = ways[one.reach()].get(one.rank()).unwrap_or(&NOWHERE);
                let [low, high] = after.get();
                least = [least[0].min(low), least[1].min(high)];
            }
            let [low, high] = least;
            if least == NOTHING {
                // An end of the game, which is what it is from the beginning.
                return mark::NONE;
            }
            let mut value = [self.seeds - high, self.seeds - low];
            if phase == Phase::Down {
                let [low, high] = value;
                value = [low.min(self.worth), high.max(self.seeds - self.worth)];
            }
            let old = std::mem::replace(&mut block.values[at], value);
            for bound in 0..2 {
                if old[bound] != value[bound] && phase == Phase::Up {
                    block.progress[at][bound] = round;
                }
            }
            if old == value {
                mark::NONE
            } else {
                mark::CHANGED
            }
        });
    }

    /// For each way in which a sowing can reach the other row: where the
    /// positions after it stand.
    fn ways(&self, other: Row) -> [&[Cell]; REACHES] {
        let own_seeds = self.seeds - other.seeds();
        let mut ways: [&[Cell]; REACHES] = [&[]; REACHES];
        ways[NO_REACH] = std::slice::from_ref(&NOWHERE);
        for reach in &self.rows[usize::from(own_seeds)].reaches {
            if other.is_empty() && reach.fallen == 0 {
                // It does not feed.
                continue;
            }
            let (after, captured) = reach.forward(other, self.variant);
            let left = self.seeds - captured;
            let length = rows_with(own_seeds - reach.fallen);
            let begin = first_of(left, after.seeds()) + rank(after) * length;
            let cells = match captured {
                0 => &self.strips,
                _ => &self.lower[usize::from(left)].values,
            };
            ways[reach.number] = &cells[begin..begin + length];
        }
        ways
    }

    /// Writes down what has changed in a block, and marks the positions that
    /// lead there.
    fn pass_on(&self, block: Block<'_>) {
        let other_seeds = block.other.seeds();
        let own_seeds = self.seeds - other_seeds;
        let length = rows_with(other_seeds);
        let strips = &self.strips[first_of(self.seeds, own_seeds)..];
        let befores = &self.rows[usize::from(own_seeds)].before;
        let moves_to = &self.rows[usize::from(other_seeds)].moves_to[block.number];
        each_marked(block.marks, |own| {
            strips[own * length + block.number].set(block.values[own]);
            for one in moves_to {
                let before = befores[own][one.reach()];
                if before != NO_ROW {
                    self.mark(own_seeds - one.fallen(), before as usize, one.rank());
                }
            }
            mark::NONE
        });
        *block.is_live.get_mut() = false;
    }

    /// Marks a position for the next round, by the seeds of its other row and
    /// the numbers of its rows.
    fn mark(&self, other_seeds: u8, other: usize, own: usize) {
        let length = rows_with(self.seeds - other_seeds);
        let begin = first_of(self.seeds, other_seeds);
        self.due[begin + other * length + own].store(mark::DUE, Relaxed);
        self.is_due[rows_below(other_seeds) + other].store(true, Relaxed);
    }

    /// What the side to move gets where it has no move.
    fn end(&self, own_seeds: u8, other: Row) -> Bounds {
        // Any row with as many seeds is divided alike.
        let own = Row::new([own_seeds, 0, 0, 0, 0, 0], 0);
        let reason = match own_seeds {
            0 => Reason::Starved,
            _ => Reason::CannotFeed,
        };
        let (to_own, to_other) = divide(own, other, self.variant, reason);
        [to_own, self.seeds - to_other]
    }

    fn finish(mut self) -> Layer {
        // What is done with makes room for what comes.
        self.due = Vec::new();
        self.blocks.marks = Vec::new();
        self.blocks.values = Vec::new();
        let mut progress = vec![[0; 2]; self.blocks.progress.len()];
        let mut left = &mut progress[..];
        for own in 0..=self.seeds {
            // Blocks to strips.
            let other = self.seeds - own;
            let (strips, blocks) = (rows_with(own), rows_with(other));
            let Some(here) = left.split_off_mut(..strips * blocks) else {
                break;
            };
            let there = &self.blocks.progress[first_of(self.seeds, other)..];
            here.par_chunks_mut(blocks)
                .enumerate()
                .for_each(|(strip, here)| {
                    for (block, here) in here.iter_mut().enumerate() {
                        *here = there[block * strips + strip];
                    }
                });
        }
        Layer::new(self.variant, self.seeds, self.strips, progress)
    }
}

/// Asks of each place that has a mark for its new one.
fn each_marked(marks: &mut [AtomicU8], mut act: impl FnMut(usize) -> u8) {
    let (eights, rest) = marks.as_chunks_mut::<8>();
    let end = 8 * eights.len();
    for (at, eight) in eights.iter_mut().enumerate() {
        // Most have none, and their absence is seen at once.
        let bytes = eight.each_mut().map(|mark| *mark.get_mut());
        let mut word = u64::from_le_bytes(bytes);
        while word != 0 {
            let byte = word.trailing_zeros() as usize / 8;
            word &= word - 1;
            *eight[byte].get_mut() = act(8 * at + byte);
        }
    }
    for (at, mark) in (end..).zip(rest) {
        let mark = mark.get_mut();
        if *mark != mark::NONE {
            *mark = act(at);
        }
    }
}

impl Blocks {
    /// Does something with each block that has a mark, in parallel.
    fn each(&mut self, work: &Work<'_>, act: impl Fn(Block<'_>) + Sync) {
        let mut values = &mut self.values[..];
        let mut progress = &mut self.progress[..];
        let mut marks = &mut self.marks[..];
        let mut flags = &mut self.is_live[..];
        let mut by_seeds = Vec::new();
        for other in 0..=work.seeds {
            let blocks = rows_with(other);
            let length = rows_with(work.seeds - other);
            let count = blocks * length;
            let here = (
                values.split_off_mut(..count),
                progress.split_off_mut(..count),
                marks.split_off_mut(..count),
                flags.split_off_mut(..blocks),
            );
            if let (Some(values), Some(progress), Some(marks), Some(flags)) = here {
                let values = values.par_chunks_mut(length);
                let progress = progress.par_chunks_mut(length);
                let marks = marks.par_chunks_mut(length);
                let rows = work.rows[usize::from(other)].rows.par_iter();
                by_seeds.push((values, progress, marks, flags.par_iter_mut(), rows));
            }
        }
        by_seeds.into_par_iter().for_each(|here| {
            here.into_par_iter().enumerate().for_each(
                |(number, (values, progress, marks, is_live, &other))| {
                    if *is_live.get_mut() {
                        act(Block {
                            other,
                            number,
                            values,
                            progress,
                            marks,
                            is_live,
                        });
                    }
                },
            );
        });
    }
}
