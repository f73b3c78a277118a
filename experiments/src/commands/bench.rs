//! `warri bench`: how fast it is here.

use std::fmt::Write;
use std::time::Duration;

use anyhow::Result;
use clap::Args;

use crate::bench::{Report, measure};
use crate::pool;
use crate::report::{command, thousands};
use crate::terminal::print;
use crate::words::plural;

/// Arguments of `warri bench`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  warri bench
  warri bench --threads 4 --json")]
pub(crate) struct Bench {
    /// The most threads for the round robin [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Time for each of some twelve measurements
    #[arg(long, value_name = "S", default_value_t = 1.0, value_parser = seconds)]
    seconds: f64,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
    /// No progress bar
    #[arg(long)]
    quiet: bool,
}

impl Bench {
    pub(crate) fn run(self) -> Result<()> {
        let report = measure(
            Duration::from_secs_f64(self.seconds),
            pool::threads(self.threads)?,
            self.quiet,
        )?;
        if self.json {
            return print(serde_json::to_string(&report)?);
        }
        print(table(&report))?;
        print(format!(
            "\nThe fastest of many repetitions each. Next, what this means for an experiment:\n  {}",
            command("evolve --dry-run")
        ))
    }
}

/// A time that a measurement can take.
fn seconds(text: &str) -> Result<f64, String> {
    let range = 0.001..=3600.0;
    let expected = || "expected a number of seconds from 0.001 to 3600".to_owned();
    let seconds: f64 = text.parse().map_err(|_| expected())?;
    range
        .contains(&seconds)
        .then_some(seconds)
        .ok_or_else(expected)
}

fn table(report: &Report) -> String {
    let mut text = String::from("on one thread\n");
    let mut line = |what: &str, rate: f64, unit: &str, ratio: &str| {
        let rate = thousands(rate.round() as u64);
        // Writing to a text cannot fail.
        let _ = writeln!(
            text,
            "{}",
            format!("  {what:<32} {rate:>11} {unit:<18} {ratio}").trim_end()
        );
    };
    line(
        "perft, last ply counted",
        report.perft_leaves_per_s / 1e3,
        "thousand leaves/s",
        "",
    );
    line(
        "perft, played to the leaf",
        report.perft_to_leaf_per_s / 1e3,
        "thousand leaves/s",
        "",
    );
    line("random games", report.playouts_per_s, "games/s", "");
    for search in &report.search {
        let ratio = format!("{:.2} × plain alpha-beta", search.speedup_over_plain);
        let what = format!("search at depth {}", search.depth);
        line(&what, search.nodes_per_s / 1e3, "thousand nodes/s", &ratio);
    }
    for games in &report.games {
        line(
            &format!("games at depth {}", games.depth),
            games.games_per_s,
            "games/s",
            "",
        );
    }
    text += "round robin at depth 3\n";
    let alone = report
        .round_robin
        .first()
        .map_or(1.0, |one| one.games_per_s);
    for round_robin in &report.round_robin {
        let threads = plural(round_robin.threads as i32, "thread", "threads");
        let rate = thousands(round_robin.games_per_s.round() as u64);
        let ratio = round_robin.games_per_s / alone;
        let _ = writeln!(
            text,
            "  {threads:<32} {rate:>11} {:<18} {ratio:.2} × one thread",
            "games/s"
        );
    }
    text.trim_end().to_owned()
}
