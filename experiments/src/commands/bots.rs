//! `warri bots`: the gallery.

use std::fmt::Write;

use anyhow::Result;
use clap::Args;
use serde_json::json;
use warri_evolve::Bot;

use crate::report::command;
use crate::terminal::print;

/// Arguments of `warri bots`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  warri bots
  warri bots --json")]
pub(crate) struct Bots {
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

impl Bots {
    pub(crate) fn run(self) -> Result<()> {
        let bots = Bot::built_in_names().filter_map(|name| Some((name, Bot::built_in(name)?)));
        if self.json {
            let bots = bots.map(|(name, bot)| {
                json!({
                    "name": name, "variant": bot.variant, "features": bot.features(),
                    "depth": bot.depth, "origin": bot.origin,
                })
            });
            return print(json!({ "bots": bots.collect::<Vec<_>>() }).to_string());
        }
        let mut text = String::from(
            "Bots that can be named without a path, at their own depth or another (NAME@5):\n\n",
        );
        for (name, bot) in bots {
            let features = bot.features().name().unwrap_or("features of its own");
            // Writing to a text cannot fail.
            let _ = writeln!(
                text,
                "{name}\n    {}, {features}, depth {}\n    {}",
                bot.variant, bot.depth, bot.origin
            );
        }
        let _ = write!(
            text,
            "\nBeside them: random, greedy, material@DEPTH, and any bot file.\n\nNext:\n  {}",
            command("match quickstart material@3")
        );
        print(text)
    }
}
