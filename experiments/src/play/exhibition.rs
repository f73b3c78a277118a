//! Two bots play, and people watch.

use std::io::Write;
use std::thread::sleep;
use std::time::Duration;

use anyhow::Result;
use warri_engine::Game;
use warri_evolve::{Player, Stream};

use crate::words::{MOVE_LINES, board, move_line};

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
    /// `seats` are South and North. `keep` gets the game after each move,
    /// and where to say what it has to say.
    pub(crate) fn show(
        &mut self,
        game: &mut Game,
        seats: [&Player; 2],
        streams: &mut [Stream; 2],
        mut keep: impl FnMut(&Game, &mut W) -> Result<()>,
    ) -> Result<()> {
        writeln!(self.out, "{MOVE_LINES}")?;
        loop {
            let before = *game.position();
            let seat = before.to_move().index();
            let choice = seats[seat].strategy().choose(game, &mut streams[seat]);
            let Some(house) = choice else { break };
            game.play(house)?;
            let line = move_line(game.moves().len(), &before, house, game.position());
            writeln!(self.out, "{line}")?;
            self.out.flush()?;
            keep(game, &mut self.out)?;
            sleep(self.pause);
        }
        writeln!(self.out, "\n{}\n", board(game, self.bold))?;
        Ok(())
    }
}
