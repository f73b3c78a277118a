//! Perft from the start, the moves of the last ply counted, not played.

use std::hint::black_box;

use anyhow::{Result, ensure};
use board_game::util::game_stats::perft_naive;
use warri_engine::{Position, Variant, perft};

use crate::TheirBoard;
use crate::rounds::{Row, interleave, rate};

/// Both trees are the same up to the first grand slam, on ply 12.
const DEPTH: u32 = 10;

pub(crate) fn compare() -> Result<String> {
    // Their own function; one written for this with their API is no faster.
    let ours = |depth| perft(black_box(&Position::START), Variant::Abapa, depth);
    let theirs = |depth| perft_naive(black_box(&TheirBoard::default()), depth);
    for depth in 1..=DEPTH {
        let (a, b) = (ours(depth), theirs(depth));
        ensure!(a == b, "perft {depth} is {a} for us, {b} for board-game");
    }
    let leaves = ours(DEPTH);
    let millions = leaves as f64 / 1e6;
    let (ours, theirs) = interleave(
        || Ok(rate(millions, || _ = black_box(ours(DEPTH)))),
        || Ok(rate(millions, || _ = black_box(theirs(DEPTH)))),
    )?;
    let row = Row {
        work: format!("perft {DEPTH}, million leaves"),
        peer: "board-game 0.8.2".into(),
        ours,
        theirs,
    };
    println!("{row}");
    Ok(format!(
        "perft: the same count at each depth from 1 to {DEPTH}, {leaves} at the last."
    ))
}
