//! The page of a sweep: its arms side by side.

use std::path::Path;

use anyhow::{Context, Result};
use maud::{Markup, html};
use warri_evolve::Config;
use warri_evolve::over_seeds::interquartile_mean;

use super::arms::{by_opponent, compared};
use super::champion::champion;
use super::figures;
use super::games::shown;
use super::html::{document, section};
use super::replicates::{champions, inside, left_out};
use super::run::played;
use super::samples;
use super::settings::settings;
use super::source::{Source, best, mean_score};
use super::{provenance, summary};
use crate::compare::{Comparison, Field, Question};
use crate::plot::draw_comparison;
use crate::run::RunDir;
use crate::settings::differences;
use crate::sweep::{Plan, State};

/// The most arms that are shown one by one.
const MOST_SHOWN: usize = 40;

/// An arm with those of its runs that are finished.
pub(super) struct Arm<'a> {
    pub(super) name: &'a str,
    pub(super) config: &'a Config,
    /// How many runs it is to have.
    pub(super) planned: usize,
    pub(super) runs: Vec<Source>,
}

/// The page as the text of an HTML file. Runs that are not finished are named
/// and left out.
pub(super) fn page(folder: &Path) -> Result<String> {
    let plan = Plan::read(folder)?;
    let (arms, missing) = arms(&plan, folder)?;
    let first = arms.iter().find(|arm| !arm.runs.is_empty());
    first.with_context(|| {
        format!(
            "{}: no run is finished: go on with `warri sweep {0}`",
            folder.display()
        )
    })?;
    let (samples, in_words) = sample_games(&arms);
    let configs: Vec<&Config> = arms.iter().map(|arm| arm.config).collect();
    let question = Question {
        dirs: vec![folder.to_owned()],
        ..Question::default()
    };
    let together = Field::read(&question).and_then(|field| {
        let comparison = Comparison::of_field(&field, None)?;
        Ok((field, comparison))
    });
    let different = differences(&configs)?;
    let named = named(&arms);
    let sections = [
        section(
            "arms",
            "The arms",
            side_by_side(folder, &plan.name, &arms, &together)?,
        ),
        section("curves", "Arm by arm", each(&arms, &different)?),
        section("games", "Sample games", in_words),
        section("settings", "Settings", common(&arms)?),
        section("provenance", "Where it comes from", provenance(&named)),
    ];
    let comparison = together.as_ref().ok().map(|(_, comparison)| comparison);
    let lead = html! {
        (summary::of_sweep(&arms, &plan.seeds.to_string(), &different, comparison))
        (left_out(folder, &missing))
        (provenance::changed(&named))
    };
    let title = format!("Sweep {}", plan.name);
    Ok(document(&title, &lead, &sections, &shown(&samples)))
}

/// Runs that are not in the page, and why.
type Missing = Vec<(String, String)>;

fn arms<'a>(plan: &'a Plan, folder: &'a Path) -> Result<(Vec<Arm<'a>>, Missing)> {
    let mut arms: Vec<Arm<'a>> = plan
        .arms
        .iter()
        .map(|arm| Arm {
            name: &arm.name,
            config: &arm.config,
            planned: plan.seeds.count(),
            runs: Vec::new(),
        })
        .collect();
    let mut missing = Missing::new();
    for run in plan.runs(folder) {
        let name = format!("{}/{}", run.arm.name, run.seed);
        let read = match run.state() {
            Ok(State::Absent) => Ok(Err("not begun".to_owned())),
            Ok(State::Unfinished) => Ok(Err("begun, not finished".to_owned())),
            Ok(State::Finished(_)) => Source::read(run.dir.clone()),
            Err(error) => Err(error),
        };
        match read {
            Ok(Ok(source)) => arms[run.index].runs.push(source),
            Ok(Err(why)) => missing.push((name, why)),
            Err(error) => missing.push((name, format!("{error:#}"))),
        }
    }
    Ok((arms, missing))
}

impl Arm<'_> {
    /// The interquartile mean of its champions' scores against a reference.
    pub(super) fn score(&self, opponent: &str) -> Option<f64> {
        let scores = self.runs.iter().flat_map(Source::scores);
        let scores = scores.filter(|one| one.opponent == opponent);
        interquartile_mean(&scores.map(|one| one.score).collect::<Vec<f64>>())
    }

    /// The interquartile mean of its champions' mean scores.
    fn mean_score(&self) -> Option<f64> {
        let scores = self.runs.iter().map(|run| mean_score(run.scores()));
        interquartile_mean(&scores.collect::<Vec<f64>>())
    }
}

/// The arms as tables and in a figure. Arms that cannot be compared, as those
/// that have no opponent in common, have only the scores of each.
fn side_by_side(
    folder: &Path,
    name: &str,
    arms: &[Arm<'_>],
    together: &Result<(Field, Comparison)>,
) -> Result<Markup> {
    let figures = match together {
        Ok((field, comparison)) if comparison.arms.len() > 1 => {
            figures::drawn(|dir| draw_comparison(field, comparison, name, dir))?
        }
        _ => Vec::new(),
    };
    Ok(html! {
        @match together {
            Ok((_, comparison)) => (compared(comparison)),
            Err(error) => p { "They are not compared: " (inside(folder, &format!("{error:#}"))) "." }
        }
        @for figure in figures { (figure.whole()) }
        (by_opponent(arms))
    })
}

/// What each arm sets, how it learned, and its best champion.
fn each(arms: &[Arm<'_>], different: &[Vec<(String, String)>]) -> Result<Markup> {
    let shown = arms.iter().zip(different).take(MOST_SHOWN);
    let first = arms.iter().position(|arm| !arm.runs.is_empty());
    let shown = shown
        .enumerate()
        .map(|(index, (arm, settings))| self::arm(arm, settings, first == Some(index)))
        .collect::<Result<Vec<Markup>>>()?;
    Ok(html! {
        @for arm in shown { (arm) }
        @if arms.len() > MOST_SHOWN {
            p { "The other " (arms.len() - MOST_SHOWN) " arms stand in the table above." }
        }
    })
}

/// The caption of the first says for all what is drawn.
fn arm(arm: &Arm<'_>, settings: &[(String, String)], is_first: bool) -> Result<Markup> {
    let Some(best) = best(&arm.runs) else {
        return Ok(html! { h3 { (arm.name) } p { "No run of it is finished." } });
    };
    let runs: Vec<RunDir> = arm.runs.iter().map(|source| source.run.clone()).collect();
    let figures = figures::of_runs(&runs)?;
    let (curve, more) = figures.split_at(1);
    let caption = html! { "Learning curves of " b { (arm.name) } "." };
    Ok(html! {
        article.arm {
            h3 { (arm.name) }
            @if !is_named_by(arm.name, settings) {
                ul.sets { @for (key, value) in settings { li { code { (key) " = " (value) } } } }
            }
            @for figure in curve {
                @if is_first { (figure.titled(&caption)) } @else { (figure.with(&caption)) }
            }
            details {
                summary { "Its weights, and its scores by opponent" }
                @for figure in more { (figure.whole()) }
            }
            details {
                summary { "Its champions" }
                (champions(&arm.runs, best))
            }
            details {
                summary { "The best of them in words and weights" }
                p { "That of seed " (best.config.seed) " (" (best.champion.origin) ")." }
                (champion(&best.champion, &best.champion_file, "champion.toml"))
            }
        }
    })
}

/// Whether the name of an arm says already what it sets, as that of a grid
/// does.
fn is_named_by(name: &str, settings: &[(String, String)]) -> bool {
    let named: Vec<&str> = name.split(',').collect();
    settings
        .iter()
        .all(|(key, value)| named.contains(&format!("{key}={}", value.trim_matches('"')).as_str()))
}

/// Between the best champions of the two best arms, by their mean scores.
fn sample_games(arms: &[Arm<'_>]) -> (Vec<samples::Sample>, Markup) {
    let mut ranked: Vec<(&Arm<'_>, f64)> = arms
        .iter()
        .filter_map(|arm| Some((arm, arm.mean_score()?)))
        .collect();
    ranked.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let best_of = |arm: &Arm<'_>| {
        let source = best(&arm.runs)?;
        Some(format!("{}, seed {}", arm.name, source.config.seed))
    };
    let [(one, _), (other, _), ..] = ranked.as_slice() else {
        let only = ranked.first().and_then(|(arm, _)| best(&arm.runs));
        return match only {
            Some(source) => played(
                samples::of_run(source),
                "The best champion against references.",
            ),
            None => (Vec::new(), html! {}),
        };
    };
    let (Some(name), Some(source)) = (best_of(one), best(&one.runs)) else {
        return (Vec::new(), html! {});
    };
    let (Some(other_name), Some(other_source)) = (best_of(other), best(&other.runs)) else {
        return (Vec::new(), html! {});
    };
    let chosen = format!(
        "The best champions of the two arms with the best mean scores, {} and {}, from both sides of an \
         opening of the test, by the rules of {}. Two games are an example, not a measurement.",
        one.name,
        other.name,
        summary::rules(source.config.variant)
    );
    let games = samples::of_two((&name, source), (&other_name, other_source));
    played(games, &chosen)
}

/// The settings of the first arm, with what the arms set apart.
fn common(arms: &[Arm<'_>]) -> Result<Markup> {
    let Some(arm) = arms.first() else {
        return Ok(html! {});
    };
    Ok(html! {
        p { "Those of the arm " b { (arm.name) } "; the others differ from it in what is named above." }
        (settings(arm.config)?)
    })
}

/// All runs with their names.
fn named<'a>(arms: &'a [Arm<'_>]) -> Vec<(String, &'a Source)> {
    let runs = arms.iter().flat_map(|arm| {
        let name = |run: &Source| format!("{}/{}", arm.name, run.config.seed);
        arm.runs.iter().map(move |run| (name(run), run))
    });
    runs.collect()
}

fn provenance(runs: &[(String, &Source)]) -> Markup {
    html! {
        (provenance::of_runs("Run", runs))
        (provenance::check("an arm"))
    }
}
