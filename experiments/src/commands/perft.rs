//! `warri perft`: count move sequences.

use std::time::Instant;

use anyhow::{Result, anyhow};
use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value};
use warri_engine::{Position, Variant, perft, perft_divide};

use super::arguments::variant;
use crate::report::{command, thousands};

use crate::terminal::print;

/// Arguments of `warri perft`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  warri perft 9
  warri perft 5 --position '1,2,3,4,5,6/1,2,3,4,5,6 3-3 S' --divide")]
pub(crate) struct Perft {
    /// Length of the move sequences in plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=30))]
    depth: u32,
    /// Position to count from [default: the start]
    #[arg(long)]
    position: Option<String>,
    /// Rules
    #[arg(long, default_value_t, value_parser = variant())]
    variant: Variant,
    /// Also the count of each first move
    #[arg(long)]
    divide: bool,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Counted {
    variant: Variant,
    position: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Map<String, Value>>,
}

impl Perft {
    pub(crate) fn run(self) -> Result<()> {
        let position = read_position(self.position.as_deref())?;
        let begun = Instant::now();
        let parts = self
            .divide
            .then(|| perft_divide(&position, self.variant, self.depth));
        let nodes = match &parts {
            Some(parts) if self.depth > 0 => parts.iter().map(|(_, nodes)| nodes).sum(),
            _ => perft(&position, self.variant, self.depth),
        };
        let seconds = begun.elapsed().as_secs_f64();
        let letter = |house: warri_engine::House| house.letter(position.to_move());
        if self.json {
            let counted = Counted {
                variant: self.variant,
                position: position.to_string(),
                depth: self.depth,
                nodes,
                seconds,
                divide: parts.map(|parts| {
                    let named = |(house, nodes)| (letter(house).to_string(), Value::from(nodes));
                    parts.into_iter().map(named).collect()
                }),
            };
            return print(serde_json::to_string(&counted)?);
        }
        for (house, nodes) in parts.into_iter().flatten() {
            print(format!("{} {:>15}", letter(house), thousands(nodes)))?;
        }
        print(format!(
            "{} move sequences of {} plies in {seconds:.3} s ({} million/s)",
            thousands(nodes),
            self.depth,
            (nodes as f64 / seconds / 1e6).round()
        ))?;
        let next = command(&format!("perft {} --divide", self.depth.max(1)));
        print(format!("\nNext, by first move:\n  {next}"))
    }
}

/// The position asked for, or the start.
pub(super) fn read_position(text: Option<&str>) -> Result<Position> {
    match text {
        Some(text) => text.parse().map_err(|error| anyhow!("--position: {error}")),
        None => Ok(Position::START),
    }
}
