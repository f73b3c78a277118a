//! The arms of a sweep as tables: over all opponents, and against each.

use maud::{Markup, html};

use super::html::{breaking, percent};
use super::record::{interval, mark};
use super::source::Source;
use super::sweep::Arm;
use crate::compare::{Comparison, Interval};
use crate::report::thousands;

/// What a comparison says of the arms over all opponents that they have in
/// common, and what to know before believing it.
pub(super) fn compared(comparison: &Comparison) -> Markup {
    let several = comparison.arms.len() > 1;
    html! {
        div.scroll tabindex="0" {
            table {
                thead {
                    tr {
                        th scope="col" { "Arm" }
                        th.number scope="col" { "Runs" }
                        th.number scope="col" { "Games a run" }
                        th.number scope="col" { "Score" }
                        th.number scope="col" { "95 % interval" }
                        th.scale scope="col" { span { "0" } span { "50" } span { "100 %" } }
                        @if several { th.number scope="col" { "Better" } th.number scope="col" { "95 % interval" } }
                    }
                }
                tbody {
                    @for arm in &comparison.arms {
                        @if let Some(over_all) = arm.scores.first() {
                            @let score = over_all.interquartile_mean;
                            tr {
                                th scope="row" { (breaking(&arm.arm)) }
                                td.number { (arm.runs) }
                                td.number { (thousands(arm.mean_games as u64)) }
                                td.number { (percent(score.value)) }
                                td.number { (ends(&score)) }
                                td.scale { (mark(score.value, score.low.unwrap_or(score.value), score.high.unwrap_or(score.value))) }
                                @if several {
                                    @match over_all.improvement {
                                        Some(better) => {
                                            td.number { (percent(better.value)) }
                                            td.number { (ends(&better)) }
                                        }
                                        None => { td.number { "baseline" } td.number {} }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        p.note {
            "Score: the interquartile mean over runs and opponents (" (comparison.opponents.join(", ")) ") of the \
             champion’s share of the points on openings that no run saw. The interval is about what other seeds \
             would bring (95 % bootstrap over whole runs); two that do not overlap are a clear difference."
            @if several {
                " Better: the probability that a run of the arm scores higher than one of " b { (comparison.baseline) }
                ", ties half; 50 % is no difference, and it says nothing of by how much."
            }
        }
        @for note in &comparison.notes { p.note { b { "Note." } " " (note) } }
    }
}

fn ends(of: &Interval) -> String {
    match (of.low, of.high) {
        (Some(low), Some(high)) => interval(low, high),
        _ => "–".to_owned(),
    }
}

/// The references of all arms, each once.
fn references<'a>(arms: &'a [Arm<'_>]) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    let runs = arms.iter().flat_map(|arm| &arm.runs);
    for one in runs.flat_map(Source::scores) {
        if !names.contains(&one.opponent.as_str()) {
            names.push(&one.opponent);
        }
    }
    names
}

/// Each arm against each opponent.
pub(super) fn by_opponent(arms: &[Arm<'_>]) -> Markup {
    let references = references(arms);
    let row = |arm: &Arm<'_>| -> Vec<Option<f64>> {
        references.iter().map(|name| arm.score(name)).collect()
    };
    let rows: Vec<Vec<Option<f64>>> = arms.iter().map(row).collect();
    let most = |column: usize| {
        let scores = rows.iter().filter_map(|row| row[column]);
        scores.fold(0.0, f64::max)
    };
    let most: Vec<f64> = (0..references.len()).map(most).collect();
    html! {
        div.scroll tabindex="0" {
            table {
                thead {
                    tr {
                        th scope="col" { "Arm" }
                        th.number scope="col" { "Runs" }
                        @for name in &references { th.number scope="col" { code { (name) } } }
                    }
                }
                tbody {
                    @for (arm, scores) in arms.iter().zip(&rows) {
                        tr {
                            th scope="row" { (breaking(arm.name)) }
                            td.number { (arm.runs.len()) "/" (arm.planned) }
                            @for (score, most) in scores.iter().zip(&most) {
                                td.number.best[*score == Some(*most)] { (score.map_or_else(|| "–".to_owned(), percent)) }
                            }
                        }
                    }
                }
            }
        }
        p.note { "Against each opponent, the interquartile mean over the finished runs; in bold the highest, whether clearly so or not." }
    }
}
