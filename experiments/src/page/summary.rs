//! What a run was about and what came of it, in a paragraph.

use maud::{Markup, html};
use warri_engine::Variant;
use warri_evolve::over_seeds::interquartile_mean;
use warri_evolve::{Algorithm, Config};

use super::figures::capital;
use super::html::percent;
use super::record::interval;
use super::source::Source;
use super::sweep::Arm;
use crate::compare::{Comparison, Interval};
use crate::report::thousands;
use crate::run::FreshScore;
use crate::words::plural;

/// Of one run.
pub(super) fn of_run(source: &Source) -> Markup {
    let Source { config, last, .. } = source;
    let generations = plural(last.generation as i32, "generation", "generations");
    html! {
        p.summary {
            (who_evolved(config)) " over " (generations) ". " (what_evolved(config)) " "
            (trained(config, last.games)) " " (strength(source))
            @if source.manifest.stopped_at.is_some() {
                " A rule of " code { "stop" } " in its config ended the run before its last generation."
            }
        }
    }
}

/// Of runs that differ in their seeds.
pub(super) fn of_replicates(runs: &[Source]) -> Markup {
    let Some(first) = runs.first() else {
        return html! {};
    };
    let config = &first.config;
    html! {
        p.summary {
            (who_evolved(config)) ", " (plural(runs.len() as i32, "time", "times")) " with another seed. " (what_evolved(config)) " "
            (trained(config, runs.iter().map(|run| run.last.games).sum())) " "
            (strengths(runs))
        }
    }
}

/// How strong the champions are against the strongest of their references.
fn strengths(runs: &[Source]) -> Markup {
    let of = |opponent: &str| {
        let scores = runs.iter().flat_map(Source::scores);
        let scores = scores.filter(|one| one.opponent == opponent);
        scores.map(|one| one.score).collect::<Vec<f64>>()
    };
    let references = runs.first().map_or(&[][..], Source::scores);
    let together = references.iter().filter_map(|one| {
        let scores = of(&one.opponent);
        Some((one, interquartile_mean(&scores)?, scores))
    });
    let strongest = together.min_by(|(_, a, _), (_, b, _)| a.total_cmp(b));
    html! {
        @if let Some((one, score, scores)) = strongest {
            "On openings that they never saw the champions score " b { (percent(score)) }
            " against " code { (one.opponent) } ", the strongest reference (the interquartile mean; from "
            (percent(scores.iter().copied().fold(1.0, f64::min))) " to "
            (percent(scores.iter().copied().fold(0.0, f64::max))) ")."
        }
    }
}

/// Of a sweep whose arms have these settings apart.
pub(super) fn of_sweep(
    arms: &[Arm<'_>],
    seeds: &str,
    different: &[Vec<(String, String)>],
    comparison: Option<&Comparison>,
) -> Markup {
    let planned: usize = arms.iter().map(|arm| arm.planned).sum();
    // Scores by other rules are of another game.
    let same_rules = arms
        .iter()
        .all(|arm| arm.config.variant == arms[0].config.variant);
    let finished: usize = arms.iter().map(|arm| arm.runs.len()).sum();
    let games = arms
        .iter()
        .flat_map(|arm| &arm.runs)
        .map(|run| run.last.games);
    let mut keys: Vec<&str> = Vec::new();
    for (key, _) in different.iter().flatten() {
        if !keys.contains(&key.as_str()) {
            keys.push(key);
        }
    }
    html! {
        p.summary {
            (plural(arms.len() as i32, "arm", "arms")) " with the seeds " (seeds.replace('-', "–")) " each"
            @if (1..=MOST_KEYS).contains(&keys.len()) {
                ", which differ in "
                @for (index, key) in keys.iter().enumerate() { @if index > 0 { ", " } code { (key) } }
            }
            ". " (finished) " of " (plural(planned as i32, "run is", "runs are")) " finished, with "
            (thousands(games.sum())) " games of training in all."
            @if let Some(comparison) = comparison.filter(|_| same_rules) { (best_and_worst(&over_all(comparison))) }
        }
    }
}

/// The scores of the arms over all opponents.
fn over_all(comparison: &Comparison) -> Vec<(&str, Interval)> {
    let arms = comparison.arms.iter();
    let scores =
        arms.filter_map(|arm| Some((arm.arm.as_str(), arm.scores.first()?.interquartile_mean)));
    scores.collect()
}

/// Which arm scores highest over all opponents, and which lowest, if the one is
/// clearly above the other.
fn best_and_worst(scores: &[(&str, Interval)]) -> Markup {
    let by_score = |a: &&(&str, Interval), b: &&(&str, Interval)| a.1.value.total_cmp(&b.1.value);
    // Of equals the first.
    let best = scores.iter().min_by(|a, b| by_score(b, a));
    let (Some((best, most)), Some((worst, least))) = (best, scores.iter().min_by(by_score)) else {
        return html! {};
    };
    let below =
        |one: &Interval| matches!((one.high, most.low), (Some(high), Some(low)) if high < low);
    let near = scores
        .iter()
        .filter(|(arm, one)| arm != best && !below(one));
    let near = near.count() as i32;
    html! {
        @if most.value <= least.value {}
        @else if below(least) {
            " Over all opponents the champions of " b { (best) } " score highest, " (score(most))
            ", and clearly more than those of " b { (worst) } ", the lowest, " (score(least)) "."
            @if near > 0 {
                " There is no clear difference between the highest and "
                (plural(near, "other arm", "other arms")) "."
            }
        } @else {
            " Over all opponents the champions score from " (score(least)) " for " b { (worst) } " to "
            (score(most)) " for " b { (best) } ": no clear difference between these arms in that score, as "
            @if most.low.is_some() && least.low.is_some() { "the intervals overlap." }
            @else { "there are too few seeds for intervals." }
        }
    }
}

/// A score with its interval, if it has one.
fn score(score: &Interval) -> Markup {
    html! {
        b { (percent(score.value)) }
        @if let (Some(low), Some(high)) = (score.low, score.high) {
            " (95 % interval " (interval(low, high)) ")"
        }
    }
}

/// The most keys that a sentence names.
const MOST_KEYS: usize = 6;

/// `A genetic algorithm evolved 24 players of Barbados Warri`.
pub(super) fn who_evolved(config: &Config) -> Markup {
    let algorithm = match config.algorithm {
        Algorithm::Genetic(_) => "A genetic algorithm",
        Algorithm::EvolutionStrategy(_) => "An evolution strategy",
        Algorithm::HillClimber(_) => "A hill climber",
        Algorithm::RandomSearch(_) => "Random search",
        Algorithm::CmaEs(_) => "CMA-ES",
        Algorithm::DifferentialEvolution(_) => "Differential evolution",
    };
    html! {
        (algorithm) " evolved " (config.population.size) " players of Barbados Warri"
        @if let Some(islands) = config.islands { " on each of " (islands.count) " islands" }
        ", by the rules of " (rules(config.variant))
    }
}

/// A variant with its capital letter.
pub(super) fn rules(variant: Variant) -> String {
    capital(variant.name())
}

/// What a player is.
pub(super) fn what_evolved(config: &Config) -> Markup {
    let terms = config.features.terms().len() as i32;
    html! {
        "A player looks " (plural(config.depth.plies().into(), "ply", "plies")) " ahead and values a position by "
        (plural(terms, "weighted count", "weighted counts"))
        @if let Some(name) = config.features.name() { " (" code { (name) } ")" }
        "; the weights are what evolves."
    }
}

fn trained(config: &Config, games: u64) -> Markup {
    let opponents = &config.training.opponents;
    html! {
        @if games == 0 { "Training was without a game: " (opponents) " in each generation." }
        @else { "Training took " (thousands(games)) " games (" (opponents) ")." }
    }
}

/// How strong the champion is.
fn strength(source: &Source) -> Markup {
    let Some((strongest, weakest)) = source.strongest_and_weakest() else {
        return html! {};
    };
    let one = source.scores().len() == 1;
    html! {
        "On openings that it never saw the champion scores " b { (percent(strongest.score)) }
        " (95 % interval " (interval(strongest.low, strongest.high)) ") against "
        code { (strongest.opponent) } (verdict(strongest))
        @if one { "." } @else {
            ", the strongest of its " (source.scores().len()) " references, and "
            b { (percent(weakest.score)) } " against " code { (weakest.opponent) } ", the weakest."
        }
    }
}

/// What an interval says about an even score.
fn verdict(score: &FreshScore) -> &'static str {
    if score.low <= 0.5 && 0.5 <= score.high {
        " (no clear difference)"
    } else if score.high < 0.5 {
        " (so it is the weaker of the two)"
    } else {
        ""
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn over(value: f64, ends: Option<(f64, f64)>) -> Interval {
        let (low, high) = ends.unzip();
        Interval { value, low, high }
    }

    fn said(scores: &[(&str, Interval)]) -> String {
        let said = best_and_worst(scores).into_string();
        said.replace('\u{a0}', " ")
    }

    #[test]
    fn an_arm_is_best_only_if_it_clearly_is() {
        let low = ("low", over(0.8, Some((0.75, 0.85))));
        let middle = ("middle", over(0.85, Some((0.82, 0.88))));
        let high = ("high", over(0.9, Some((0.87, 0.93))));
        let apart = said(&[low, high]);
        assert_eq!(
            apart,
            " Over all opponents the champions of <b>high</b> score highest, <b>90.0 %</b> (95 % \
             interval 87.0 to 93.0 %), and clearly more than those of <b>low</b>, the lowest, \
             <b>80.0 %</b> (95 % interval 75.0 to 85.0 %)."
        );
        let three = said(&[middle, low, high]);
        assert!(three.starts_with(&apart), "{three}");
        assert!(
            three.contains("no clear difference between the highest and 1 other arm"),
            "{three}"
        );
        let overlapping = said(&[low, middle]);
        for expected in [
            "from <b>80.0 %</b> (95 % interval 75.0 to 85.0 %) for <b>low</b>",
            "no clear difference",
            "the intervals overlap",
        ] {
            assert!(overlapping.contains(expected), "{overlapping}");
        }
        for none in [
            said(&[low, ("none", over(0.99, None))]),
            said(&[("none", over(0.1, None)), high]),
        ] {
            assert!(none.contains("no clear difference"), "{none}");
            assert!(none.contains("too few seeds for intervals"), "{none}");
        }
        assert_eq!(said(&[low]), "");
        assert_eq!(said(&[low, ("other", low.1)]), "");
    }
}
