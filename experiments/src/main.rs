//! `warri`: evolve Barbados Warri players, reproducibly.
//!
//! The program owns files and the terminal: `experiment` reads configs, `run`
//! keeps a run directory, `plot` draws it, `tournament` keeps the folder of a
//! tournament, and `commands` holds a file for each
//! command. Games and evolution live in the libraries.
#![warn(clippy::unwrap_used, clippy::print_stdout)]

mod bench;
mod commands;
mod csv_log;
mod experiment;
mod files;
mod folder;
mod interrupt;
mod pool;
mod progress;
mod report;
mod run;
mod terminal;
mod tournament;
mod words;

mod play;
mod plot;

use std::process::ExitCode;

use clap::Parser;

use commands::Command;
use terminal::nobody_reads;

/// Evolve Barbados Warri players, reproducibly.
#[derive(Parser)]
#[command(name = "warri", version, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    match Cli::parse().command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if nobody_reads(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
