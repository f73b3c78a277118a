//! Counting legal move sequences, the classic test of a move generator.

use crate::board::Board;
use crate::{House, Houses, Position, Variant};

/// The number of legal move sequences of exactly `depth` plies from
/// `position`, counting the moves at the last ply instead of playing them.
///
/// A finished game has no successors; the cycle rule is not applied.
///
/// ```
/// use warri_engine::{Position, Variant, perft};
/// assert_eq!(perft(&Position::START, Variant::Speightstown, 5), 5219);
/// ```
pub fn perft(position: &Position, variant: Variant, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal().len() as u64,
        _ => Perft::of(position, variant).count(position.board, position.legal(), depth),
    }
}

/// The same number as [`perft`], found by playing every move to the leaf.
pub fn perft_to_leaf(position: &Position, variant: Variant, depth: u32) -> u64 {
    Perft::of(position, variant).count_to_leaf(position.board, position.legal(), depth)
}

/// The [`perft`] of each first move, in sowing order; their sum is the perft
/// of the position. Empty for depth 0.
pub fn perft_divide(position: &Position, variant: Variant, depth: u32) -> Vec<(House, u64)> {
    let Some(rest) = depth.checked_sub(1) else {
        return Vec::new();
    };
    position
        .legal()
        .into_iter()
        .map(|house| {
            (
                house,
                perft(&position.play_legal(house, variant), variant, rest),
            )
        })
        .collect()
}

struct Perft {
    variant: Variant,
    majority: u8,
}

impl Perft {
    fn of(root: &Position, variant: Variant) -> Perft {
        Perft {
            variant,
            majority: root.majority(),
        }
    }

    /// Sequences of `depth` plies, 2 or more.
    fn count(&self, board: Board, legal: Houses, depth: u32) -> u64 {
        if depth > 2 {
            let count = |house| {
                let child = board.play(house, self.variant);
                self.count(child, self.legal(child), depth - 1)
            };
            return legal.into_iter().map(count).sum();
        }
        // Playing all six houses and dropping what is not legal is faster than
        // a loop of unknown length.
        let moves_after = |house| {
            let moves = self.legal(board.play(house, self.variant)).len() as u64;
            moves * u64::from(legal.contains(house))
        };
        House::ALL.map(moves_after).into_iter().sum()
    }

    fn count_to_leaf(&self, board: Board, legal: Houses, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let count = |house| {
            let child = board.play(house, self.variant);
            self.count_to_leaf(child, self.legal(child), depth - 1)
        };
        legal.into_iter().map(count).sum()
    }

    /// The legal moves on a board that a move led to; none if it made a
    /// majority.
    #[inline]
    fn legal(&self, board: Board) -> Houses {
        if board.other.store() >= self.majority {
            Houses::NONE
        } else {
            board.legal()
        }
    }
}
