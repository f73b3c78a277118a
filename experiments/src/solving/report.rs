//! What layers have in common, for people and programs.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use warri_engine::Variant;
use warri_engine::endgame::LayerReport;

use crate::report::{duration, percent, thousands};

/// A report on layers.
#[derive(Serialize, Deserialize)]
pub(crate) struct Report {
    pub(crate) variant: Variant,
    /// The rules that it is compared with, if with any.
    pub(crate) beside: Option<Variant>,
    pub(crate) layers: Vec<Row>,
}

/// What stands in it of a layer.
#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    #[serde(flatten)]
    pub(crate) counts: LayerReport,
    /// Seeds that neither side can force, on average.
    pub(crate) endless_seeds: f64,
    /// Positions in which no best move is one by the rules that it is compared
    /// with.
    pub(crate) played_differently: Option<u64>,
    /// How long it took to solve, if it was solved just now.
    seconds: Option<f64>,
}

const GUARANTEES: [&str; 2] = [
    "                    sure of, than the other:          on average:   neither can",
    "seeds    positions    more  as many   fewer    mover     other    force rest  longest     time",
];

const GUARANTEES_MEAN: &str = "\
sure of: what the side to move is sure of, and on average both. neither can force rest: some
seeds stay open. longest: the most plies that progress takes where it is forced. time: of solving.";

const MOVES: [&str; 2] = [
    "      a grand slam is               the opponent must be           other rules:",
    "seeds   legal    best   loses           fed  and is then ahead  other best moves",
];

const MOVES_MEAN: &str = "\
legal, fed, other: share of all positions. best, loses, ahead: share of those. best: no other move
leaves more seeds ahead. loses: by another move the side to move is sure of more seeds.";

impl Report {
    pub(crate) fn new(variant: Variant, beside: Option<Variant>) -> Report {
        Report {
            variant,
            beside,
            layers: Vec::new(),
        }
    }

    pub(crate) fn add(
        &mut self,
        counts: LayerReport,
        played_differently: Option<u64>,
        seconds: Option<f64>,
    ) {
        self.layers.push(Row {
            played_differently,
            endless_seeds: counts.mean_open(),
            counts,
            seconds,
        });
    }

    /// As two tables.
    pub(crate) fn draw(&self) -> String {
        let rows = |line: fn(&Row) -> String| -> String {
            let lines: Vec<String> = self.layers.iter().map(line).collect();
            lines.join("\n")
        };
        format!(
            "{}\n{}\n\n{GUARANTEES_MEAN}\n\n{}\n{}\n\n{MOVES_MEAN}",
            GUARANTEES.join("\n"),
            rows(Row::guarantees),
            MOVES.join("\n"),
            rows(Row::moves)
        )
    }
}

impl Row {
    fn guarantees(&self) -> String {
        let counts = &self.counts;
        let of_all = |count| share(count, counts.positions);
        let mean = |sum: u64| format!("{:.2}", sum as f64 / counts.positions as f64);
        let longest = match counts.longest {
            Some(u8::MAX) => "255+".to_owned(),
            Some(longest) => longest.to_string(),
            None => "-".to_owned(),
        };
        let time = self.seconds.map(Duration::from_secs_f64).map(duration);
        format!(
            "{:>5} {:>12} {:>7} {:>8} {:>7} {:>8} {:>9} {:>13} {longest:>8} {:>8}",
            counts.seeds,
            thousands(counts.positions),
            of_all(counts.mover_more),
            of_all(counts.equal),
            of_all(counts.mover_less),
            mean(counts.sum_mover),
            mean(counts.sum_other),
            of_all(counts.open),
            time.unwrap_or_else(|| "-".to_owned())
        )
    }

    fn moves(&self) -> String {
        let counts = &self.counts;
        format!(
            "{:>5} {:>7} {:>7} {:>7} {:>13} {:>18} {:>17}",
            counts.seeds,
            share(counts.grand_slam, counts.positions),
            share(counts.grand_slam_best, counts.grand_slam),
            share(counts.grand_slam_loses, counts.grand_slam),
            share(counts.feeding_forced, counts.positions),
            share(counts.feeding_behind, counts.feeding_forced),
            self.played_differently
                .map_or_else(|| "-".to_owned(), |count| share(count, counts.positions))
        )
    }
}

/// A part of all as a percentage, if there is anything.
fn share(part: u64, all: u64) -> String {
    match all {
        0 => "-".to_owned(),
        _ => percent(part as f64 / all as f64),
    }
}
