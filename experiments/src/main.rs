//! `warri`: evolve Barbados Warri players, reproducibly.
//!
//! The program owns files and the terminal: `experiment` reads configs, `run`
//! keeps a run directory, `plot` draws it, `tournament` keeps the folder of a
//! tournament, and `commands` holds a file for each
//! command. Games and evolution live in the libraries.
#![warn(clippy::unwrap_used)]

mod commands;
mod experiment;
mod files;
mod folder;
mod pool;
mod progress;
mod report;
mod run;
mod tournament;

mod plot;

use std::process::ExitCode;

use clap::Parser;

use commands::Command;

/// Evolve Barbados Warri players, reproducibly.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    match Cli::parse().command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
