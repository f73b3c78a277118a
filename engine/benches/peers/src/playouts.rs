//! Random games from the start to the end, both by the same draws.

use std::hint::black_box;

use anyhow::{Result, ensure};
use board_game::board::{Board, BoardMoves};
use internal_iterator::InternalIterator;
use rand::rngs::SmallRng;
use rand::{RngCore, SeedableRng};
use warri_engine::{HOUSES, Position, Variant};

use crate::TheirBoard;
use crate::rounds::{Row, interleave, rate};

/// Playouts of a repetition; too many for the processor to learn them.
const PLAYOUTS: u64 = 10_000;

/// Neither side looks for cycles here, so some games would go round for long.
const PLY_CAP: u32 = 200;

pub(crate) fn compare() -> Result<String> {
    let note = compare_lengths()?;
    let all = |playout: fn(&mut SmallRng) -> u32| {
        for seed in 0..PLAYOUTS {
            black_box(playout(&mut SmallRng::seed_from_u64(seed)));
        }
    };
    let thousands = PLAYOUTS as f64 / 1e3;
    let (ours, theirs) = interleave(
        || Ok(rate(thousands, || all(ours))),
        || Ok(rate(thousands, || all(theirs))),
    )?;
    let row = Row {
        work: "random playouts, thousand".into(),
        peer: "board-game 0.8.2".into(),
        ours,
        theirs,
    };
    println!("{row}");
    Ok(note)
}

/// One of `count` moves; as cheap as can be, since it is not what we measure.
fn draw(rng: &mut SmallRng, count: usize) -> usize {
    ((u64::from(rng.next_u32()) * count as u64) >> 32) as usize
}

/// Plies of a game played with our positions.
fn ours(rng: &mut SmallRng) -> u32 {
    let mut position = Position::START;
    for ply in 0..PLY_CAP {
        let legal = position.legal();
        if legal.is_empty() {
            return ply;
        }
        let index = draw(rng, legal.len());
        let house = legal.nth(index).expect("an index of the set");
        position = position.play(house, Variant::Abapa).expect("a legal move");
    }
    PLY_CAP
}

/// Plies of a game played with their boards. Their `play_random_available_move`
/// goes through the moves twice, and so is slower.
fn theirs(rng: &mut SmallRng) -> u32 {
    let mut board = TheirBoard::default();
    for ply in 0..PLY_CAP {
        let Ok(available) = board.available_moves() else {
            return ply;
        };
        let mut moves = [0; HOUSES];
        let mut count = 0;
        available.for_each(|at| {
            moves[count] = at;
            count += 1;
        });
        // Where they let a grand slam capture, a game goes on without moves.
        if count == 0 {
            return ply;
        }
        let index = draw(rng, count);
        board.play(moves[index]).expect("a legal move");
    }
    PLY_CAP
}

/// Makes sure that the same draws give the same games, but for those that
/// they end early: the ones with two seeds left that chase each other.
fn compare_lengths() -> Result<String> {
    let (mut of_ours, mut of_theirs, mut same) = (0, 0, 0);
    for seed in 0..PLAYOUTS {
        let [a, b] = [ours, theirs].map(|playout| playout(&mut SmallRng::seed_from_u64(seed)));
        ensure!(
            a == b || a == PLY_CAP,
            "playout {seed} has {a} plies for us, {b} for board-game"
        );
        of_ours += a;
        of_theirs += b;
        same += u64::from(a == b);
    }
    let mean = |plies| f64::from(plies) / PLAYOUTS as f64;
    Ok(format!(
        "playouts: {:.1} plies for us, {:.1} for them; {:.1} % are as long for both, \
         the others go on to the cap of {PLY_CAP} for us.",
        mean(of_ours),
        mean(of_theirs),
        100.0 * same as f64 / PLAYOUTS as f64,
    ))
}
