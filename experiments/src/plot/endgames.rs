//! The figure of reports on endgames: what their layers have in common.

use std::path::{Path, PathBuf};

use super::PlotError;
use super::caption::Caption;
use super::files::save;
use super::panels::{Look, Panel, Panels};
use super::summary::Series;
use crate::solving::{Report, Row};

/// What is shown of a layer, in percent or plies; `None` where there is nothing
/// to take a share of.
type Measure = fn(&Row) -> Option<f64>;

const MEASURES: [(&str, Measure); 6] = [
    ("The side to move is sure of more seeds (%)", |row| {
        percent(row.counts.mover_more, row.counts.positions)
    }),
    ("Seeds that neither side can force (%)", |row| {
        let seeds = f64::from(row.counts.seeds);
        (seeds > 0.0).then(|| 100.0 * row.endless_seeds / seeds)
    }),
    ("Longest forced line within a layer (plies)", |row| {
        row.counts.longest.map(f64::from)
    }),
    ("A legal grand slam is a best move (%)", |row| {
        percent(row.counts.grand_slam_best, row.counts.grand_slam)
    }),
    ("Whoever must be fed is then ahead (%)", |row| {
        percent(row.counts.feeding_behind, row.counts.feeding_forced)
    }),
    ("No best move in common with the other rules (%)", |row| {
        percent(row.played_differently?, row.counts.positions)
    }),
];

fn percent(part: u64, all: u64) -> Option<f64> {
    (all > 0).then(|| 100.0 * part as f64 / all as f64)
}

/// Draws `reports`, one for each variant, into `dir` as `endgames` with its caption
/// and its data; returns the paths of the files.
pub(crate) fn draw_reports(reports: &[Report], dir: &Path) -> Result<Vec<PathBuf>, PlotError> {
    let name = |report: &Report| match report.beside {
        Some(beside) => format!("{} (other rules: {beside})", report.variant),
        None => report.variant.to_string(),
    };
    let series = |report: &Report, measure: Measure| {
        let rows = report.layers.iter();
        let points = rows.filter_map(|row| Some((u64::from(row.counts.seeds), measure(row)?)));
        Series::over(&name(report), vec![points.collect()])
    };
    let panels = MEASURES.map(|(title, measure)| Panel {
        name: title.to_owned(),
        title: title.to_owned(),
        series: reports
            .iter()
            .map(|report| series(report, measure))
            .collect(),
    });
    let figure = Panels {
        title: "Exact endgames",
        subtitle: "All positions with so many seeds on the board, reachable or not, solved",
        across: "Seeds on the board",
        origin: None,
        up: "",
        names: reports.iter().map(name).collect(),
        panels: panels.into(),
        look: Look::WIDE,
        notes: Vec::new(),
    };
    save(
        &figure,
        dir,
        "endgames",
        &caption(reports),
        &figure.data(&[]),
    )
}

fn caption(reports: &[Report]) -> Caption {
    let most = |report: &Report| {
        let seeds = report.layers.iter().map(|row| row.counts.seeds);
        format!(
            "{} with up to {} seeds",
            report.variant,
            seeds.max().unwrap_or(0)
        )
    };
    let settings: Vec<String> = reports.iter().map(most).collect();
    Caption::new("Exact endgames")
        .with(
            "Shown",
            "what all positions with so many seeds on the board have in common, reachable or \
             not, solved exactly; a panel a measure, a line a variant.",
        )
        .with("Runs", "none; there is no chance in it.")
        .with("Settings", format!("variants {}.", settings.join(", ")))
        .with("Band", "none, as every position is counted.")
}
