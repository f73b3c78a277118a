//! The commands, a file each.

mod evolve;
mod matches;
mod perft;
mod plot;
mod replay;
mod resume;
mod series;
mod tournament;

use anyhow::Result;
use clap::Subcommand;

/// What `warri` can do.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Run an experiment: evolve a population and log its learning curve.
    Evolve(evolve::Evolve),
    /// Go on with an interrupted run, or extend a finished one.
    Resume(resume::Resume),
    /// Draw the learning curve of a run, or of several seeds together.
    Plot(plot::Plot),
    /// Play two players against each other.
    Match(matches::Match),
    /// Rate a field of players by a round robin or a gauntlet.
    Tournament(tournament::Tournament),
    /// Count move sequences, the classic test of a move generator.
    Perft(perft::Perft),
    /// Play a game record, or a game that a run logged.
    Replay(replay::Replay),
}

impl Command {
    pub(crate) fn run(self) -> Result<()> {
        match self {
            Command::Evolve(command) => command.run(),
            Command::Resume(command) => command.run(),
            Command::Plot(command) => command.run(),
            Command::Match(command) => command.run(),
            Command::Tournament(command) => command.run(),
            Command::Perft(command) => command.run(),
            Command::Replay(command) => command.run(),
        }
    }
}
