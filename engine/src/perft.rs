//! Counting legal move sequences, the classic test of a move generator.

use crate::{House, Position, Variant};

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
    let legal = position.legal();
    match depth {
        0 => 1,
        1 => legal.len() as u64,
        _ => legal
            .into_iter()
            .map(|house| perft(&position.play_legal(house, variant), variant, depth - 1))
            .sum(),
    }
}

/// The same number as [`perft`], found by playing every move to the leaf.
pub fn perft_to_leaf(position: &Position, variant: Variant, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position
        .legal()
        .into_iter()
        .map(|house| perft_to_leaf(&position.play_legal(house, variant), variant, depth - 1))
        .sum()
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
