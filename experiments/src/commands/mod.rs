//! The commands, a file each.

mod arguments;
mod bench;
mod bots;
mod ciao;
mod compare;
mod completions;
mod evolve;
mod features;
mod matches;
mod perft;
mod play;
mod plot;
mod probe;
mod rate;
mod replay;
mod report;
mod resume;
mod series;
mod show;
mod solve;
mod sweep;
mod tournament;
mod verdict;
mod verify;

use anyhow::Result;
use clap::Subcommand;

/// What `warri` can do.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Run an experiment: evolve a population and log its learning curve.
    Evolve(evolve::Evolve),
    /// Run a grid of settings times seeds, in one process or many.
    Sweep(sweep::Sweep),
    /// Go on with an interrupted run, or extend a finished one.
    Resume(resume::Resume),
    /// Run a finished run again and compare its results by their hashes.
    Verify(verify::Verify),
    /// Compare the arms of a sweep, or folders of replicates, over their seeds.
    Compare(compare::Compare),
    /// Draw the figures of a run, of several seeds together, or of a sweep.
    Plot(plot::Plot),
    /// Make a page of a run, its replicates or a sweep: one HTML file to read.
    Report(report::Report),
    /// Play the champions of a run against their ancestors.
    Ciao(ciao::Ciao),
    /// Play two players against each other.
    Match(matches::Match),
    /// Play against a bot in the terminal, or watch two bots play.
    Play(play::Play),
    /// Say how well players decide endgames, beside exact play.
    Rate(rate::Rate),
    /// Rate a field of players by a round robin or a gauntlet.
    Tournament(tournament::Tournament),
    /// Count move sequences, the classic test of a move generator.
    Perft(perft::Perft),
    /// Show a position: its moves, its features, what a bot makes of it.
    Show(show::Show),
    /// Solve endgames: exact tables of all positions with few seeds.
    Solve(solve::Solve),
    /// Show what endgame tables say of a position: result, moves, a perfect line.
    Probe(probe::Probe),
    /// Play a game record, a saved game, or a game that a run logged.
    Replay(replay::Replay),
    /// List the features and feature sets: meaning, range, source.
    Features(features::Features),
    /// List the bots that can be named without a path.
    Bots(bots::Bots),
    /// Measure how fast this machine plays and searches.
    Bench(bench::Bench),
    /// Print the completions of a shell.
    Completions(completions::Completions),
}

impl Command {
    pub(crate) fn run(self) -> Result<()> {
        match self {
            Command::Evolve(command) => command.run(),
            Command::Rate(command) => command.run(),
            Command::Sweep(command) => command.run(),
            Command::Resume(command) => command.run(),
            Command::Plot(command) => command.run(),
            Command::Report(command) => command.run(),
            Command::Ciao(command) => command.run(),
            Command::Match(command) => command.run(),
            Command::Play(command) => command.run(),
            Command::Tournament(command) => command.run(),
            Command::Perft(command) => command.run(),
            Command::Show(command) => command.run(),
            Command::Solve(command) => command.run(),
            Command::Probe(command) => command.run(),
            Command::Replay(command) => command.run(),
            Command::Verify(command) => command.run(),
            Command::Features(command) => command.run(),
            Command::Bots(command) => command.run(),
            Command::Compare(command) => command.run(),
            Command::Bench(command) => command.run(),
            Command::Completions(command) => command.run(),
        }
    }
}
