//! `warri`: evolve Barbados Warri players, reproducibly.
//!
//! The program owns files and the terminal: `experiment` reads configs, of
//! which `built_in` has some, `run` keeps a run directory, `plot` draws it,
//! `page` makes it a page to read, `sweep` keeps a folder of many runs, which
//! `compare` sets side by side, `tournament` that of a tournament, `tables` that
//! of endgame tables, which `solving` fills, `play` is a game with a person, and
//! `commands` holds a file for each command. Games and evolution live in the
//! libraries.
#![warn(clippy::unwrap_used, clippy::print_stdout)]

mod bench;
mod bot_copies;
mod built_in;
mod ciao;
mod columns;
mod commands;
mod compare;
mod csv_log;
mod estimate;
mod experiment;
mod files;
mod folder;
mod interrupt;
mod players;
mod pool;
mod progress;
mod report;
mod run;
mod seeds;
mod settings;
mod solving;
mod sweep;
mod tables;
mod terminal;
mod tournament;
mod words;

mod page;
mod play;
mod plot;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Arg, CommandFactory, FromArgMatches, Parser, ValueHint};

use commands::Command;
use terminal::nobody_reads;

/// Evolve Barbados Warri players, reproducibly.
#[derive(Parser)]
#[command(name = "warri", version, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Folder with the endgame tables [default: WARRI_TABLES of the environment, or tables]
    #[arg(
        long,
        global = true,
        value_name = "DIR",
        value_hint = ValueHint::DirPath,
        help_heading = "Global Options"
    )]
    tables: Option<PathBuf>,
}

impl Cli {
    /// The folder with the endgame tables.
    fn tables(&self) -> PathBuf {
        // An empty variable is one that somebody has unset.
        let set = || std::env::var_os("WARRI_TABLES").filter(|folder| !folder.is_empty());
        let named = self.tables.clone().or_else(|| set().map(PathBuf::from));
        named.unwrap_or_else(|| PathBuf::from("tables"))
    }
}

/// The command line, with what holds for the values of all arguments.
pub(crate) fn command_line() -> clap::Command {
    let with_rules = |argument: Arg| {
        if !argument.get_action().takes_values() {
            return argument;
        }
        let hint = match argument.get_value_hint() {
            // No path, so no files are offered.
            ValueHint::Unknown => ValueHint::Other,
            path => path,
        };
        // A number below 0 is out of its range, rather than an unknown option.
        argument.value_hint(hint).allow_negative_numbers(true)
    };
    Cli::command().mut_subcommands(|command| command.mut_args(with_rules))
}

fn main() -> ExitCode {
    let matches = command_line().get_matches();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    tables::set_folder(cli.tables());
    match cli.command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if nobody_reads(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // `eprintln` panics where nobody reads it.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
