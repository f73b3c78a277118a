//! Our engine beside two libraries that play the same game, on the same work:
//! see README.md.

mod games;
mod perft;
mod playouts;
mod rounds;

use anyhow::Result;
use board_game::games::oware::OwareBoard;

use crate::rounds::{ROUNDS, Row};

/// The board of the crate `board-game`, with our number of houses.
type TheirBoard = OwareBoard<6>;

fn main() -> Result<()> {
    println!("One core, best of {ROUNDS} interleaved rounds, in brackets the median.\n");
    println!("{}", Row::HEAD);
    // Each prints its row as soon as it is measured; what it was follows.
    let notes = [perft::compare()?, playouts::compare()?, games::compare()?];
    println!();
    for note in notes {
        println!("{note}");
    }
    Ok(())
}
