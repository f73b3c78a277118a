//! Two bots play, and people watch.

use std::io::Write;
use std::thread::sleep;
use std::time::Duration;

use anyhow::Result;
use warri_engine::Game;
use warri_evolve::{Player, Stream};

use crate::words::{board, captured};

/// Where and how a game of two bots is shown.
pub(crate) struct Exhibition<W> {
    pub(crate) out: W,
    /// Show the house moved last in bold.
    pub(crate) bold: bool,
    /// Time between two moves.
    pub(crate) pause: Duration,
}

impl<W: Write> Exhibition<W> {
    /// Plays `game` to its end and shows it move by move, then the board;
    /// `seats` are South and North.
    pub(crate) fn show(
        &mut self,
        game: &mut Game,
        seats: [&Player; 2],
        streams: &mut [Stream; 2],
    ) -> Result<()> {
        writeln!(
            self.out,
            "{:>4}  {:<5}  {:<4}  {:>8}  position after it",
            "ply", "side", "move", "captures"
        )?;
        loop {
            let before = *game.position();
            let side = before.to_move();
            let seat = side.index();
            let choice = seats[seat].strategy().choose(game, &mut streams[seat]);
            let Some(house) = choice else { break };
            game.play(house)?;
            let taken = captured(&before, house, game.variant()).unwrap_or(0);
            writeln!(
                self.out,
                "{:>4}  {side}  {:<4}  {taken:>8}  {}",
                game.moves().len(),
                house.letter(side),
                game.position()
            )?;
            self.out.flush()?;
            sleep(self.pause);
        }
        writeln!(self.out, "\n{}\n", board(game, self.bold))?;
        Ok(())
    }
}
