//! The champion against each reference, as a table.

use maud::{Markup, html};

use super::html::percent;
use super::source::Source;
use crate::report::thousands;
use crate::run::FreshScore;

/// The record, and how to read it.
pub(super) fn record(source: &Source) -> Markup {
    html! {
        (table(source.scores()))
        p.note {
            "A score is the share of the points, a draw being half a point. All games are on \
             openings of " (source.config.test.opening_plies) " random plies that neither training \
             nor the curve above saw, each opening from both sides. The interval is about the choice \
             of openings: it does not cover that another seed would have evolved another bot."
        }
    }
}

fn table(scores: &[FreshScore]) -> Markup {
    html! {
        table.record {
            thead {
                tr {
                    th scope="col" { "Against" }
                    th.number scope="col" { "Score" }
                    th.number scope="col" { "95 % interval" }
                    th.number scope="col" { "Games" }
                    th.scale scope="col" { span { "0" } span { "50" } span { "100 %" } }
                }
            }
            tbody {
                @for one in scores {
                    tr {
                        th scope="row" { code { (one.opponent) } }
                        td.number { (percent(one.score)) }
                        td.number { (interval(one.low, one.high)) }
                        td.number { (thousands(one.games.into())) }
                        td.scale { (mark(one.score, one.low, one.high)) }
                    }
                }
            }
        }
    }
}

/// `85.1 to 88.5 %`.
pub(super) fn interval(low: f64, high: f64) -> String {
    let low = percent(low);
    let low = low.trim_end_matches(['%', '\u{a0}']);
    format!("{low}\u{a0}to\u{a0}{}", percent(high))
}

/// A score on a scale from 0 to 1, with its interval.
pub(super) fn mark(score: f64, low: f64, high: f64) -> Markup {
    // A little room at the ends, or a mark there would be cut.
    let x = |share: f64| format!("{:.1}", 6.0 + 188.0 * share);
    html! {
        svg.mark viewBox="0 0 200 16" aria-hidden="true" {
            line.axis x1=(x(0.0)) x2=(x(1.0)) y1="8" y2="8" {}
            @for share in [0.0, 0.5, 1.0] { line.axis x1=(x(share)) x2=(x(share)) y1="3" y2="13" {} }
            line.interval x1=(x(low)) x2=(x(high)) y1="8" y2="8" {}
            line.score x1=(x(score)) x2=(x(score)) y1="2" y2="14" {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_names_its_unit_once() {
        assert_eq!(interval(0.851, 1.0), "85.1\u{a0}to\u{a0}100.0\u{a0}%");
    }
}
