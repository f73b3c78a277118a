//! The figure of weights: how the best of each generation weighs each term.

use std::path::{Path, PathBuf};

use anyhow::Result;
use warri_engine::{Term, Whose};

use super::files::save;
use super::heading::{Heading, note};
use super::panels::{Look, Panel, Panels};
use super::summary::{Line, Series, fewest_and_most, joined};
use super::{Across, Curve, PlotError};

/// Whose counts of a feature can be weighed, and the name of the line.
const WHOSE: [(Whose, &str); 3] = [
    (Whose::Own, "own"),
    (Whose::Opponent, "opponent"),
    (Whose::Net, "net"),
];

const SHOWN: &str = "how the best of each generation weighs each term, a panel a feature, as in \
    `weight:TERM` of generations.csv: of the bot's own count, of its opponent's, or of the \
    difference (net). Behind a minus in a title the term counts against, so that a weight above \
    0 is a penalty. All panels have the scale of the genome. Two bots play \
    the same if the weights of one are those of the other times a positive number, so \
    that what counts is their signs and ratios.";

/// Draws the weights of `curves` into `dir` as `weights`, with their caption and their data;
/// returns the paths of the files.
pub(super) fn draw(curves: &[Curve], heading: &Heading, dir: &Path) -> Result<Vec<PathBuf>> {
    let config = &heading.configs[0];
    let terms = config.features.terms();
    let used = WHOSE.into_iter();
    let used: Vec<_> = used
        .filter(|(whose, _)| terms.iter().any(|term| term.whose() == *whose))
        .collect();
    let mut panels = panels(terms, &used, curves);
    if heading.across == Across::Games {
        let games = games(curves)?;
        let series = panels.iter_mut().flat_map(|panel| &mut panel.series);
        series.for_each(|series| series.move_to(&games));
    }
    let title = format!("Weights of the best: {}", heading.experiment);
    let alone = "One run; each point is the best of its generation.";
    let against = panels.iter().any(|panel| panel.title.contains('−'));
    let mut ratios = "Only ratios matter: all weights twice as large play the same.".to_owned();
    if against {
        ratios += " A minus in a title: that term counts against, a weight above 0 is a penalty.";
    }
    let figure = Panels {
        title: &title,
        subtitle: &heading.subtitle,
        across: heading.across.name(),
        origin: heading.across.origin(),
        up: "Weight",
        names: used.iter().map(|(_, name)| (*name).to_owned()).collect(),
        panels,
        look: Look::small(config.genome.range()),
        notes: vec![
            note(curves.len(), fewest_and_most(curves), alone, "seeds"),
            ratios,
        ],
    };
    let caption = heading.caption(&title, SHOWN, "none around a single run.")?;
    let data = figure.data(&heading.seeds);
    Ok(save(&figure, dir, "weights", &caption, &data)?)
}

/// A panel for each feature, in the order of the terms, with a series for each of `used`.
fn panels(terms: &[Term], used: &[(Whose, &str)], curves: &[Curve]) -> Vec<Panel> {
    let mut features: Vec<&str> = Vec::new();
    for term in terms {
        if !features.contains(&term.feature().name) {
            features.push(term.feature().name);
        }
    }
    let panel = |feature: &str| {
        let of = |whose| {
            let mut terms = terms.iter();
            terms.find(|term| term.feature().name == feature && term.whose() == whose)
        };
        let terms = || used.iter().map(|&(whose, _)| of(whose));
        let series = terms().map(|term| match term {
            Some(term) => series(term, curves),
            None => Series::over("", Vec::new()),
        });
        let kinds = used.iter().zip(terms());
        let against: Vec<&str> = kinds
            .filter(|(_, term)| term.is_some_and(|term| term.sign() < 0))
            .map(|((_, name), _)| *name)
            .collect();
        let title = match against.as_slice() {
            [] => feature.to_owned(),
            some => format!("{feature} (− {})", some.join(", − ")),
        };
        let series = series.collect();
        let name = feature.to_owned();
        Panel {
            name,
            title,
            series,
        }
    };
    features.into_iter().map(panel).collect()
}

/// The weights of a term in each run.
fn series(term: &Term, curves: &[Curve]) -> Series {
    let name = term.name();
    let run = |curve: &Curve| {
        let weight = curve.weights.iter().find(|weight| weight.term == name);
        let values = weight.map_or(&[][..], |weight| &weight.values);
        let rows = curve.generations.iter().zip(values);
        rows.map(|(row, &value)| (row.generation, value)).collect()
    };
    Series::over(&name, curves.iter().map(run).collect())
}

/// The games played at each generation.
fn games(curves: &[Curve]) -> Result<Line, PlotError> {
    let games = joined(curves, |row| row.games as f64);
    match games.last() {
        Some(&(_, last)) if last > 0.0 => Ok(games),
        _ => Err(PlotError::NoGames),
    }
}

#[cfg(test)]
mod tests {
    use super::super::curve::Weight;
    use super::super::made_up::{curve, heading};
    use super::*;

    /// A run of three generations in which the n-th term has the weights n/16 + 0, ¼, ½.
    fn run(label: &str, terms: &[Term]) -> Curve {
        let mut curve = curve(label, 0..3, &["x"]);
        let weight = |(place, term): (usize, &Term)| Weight {
            term: term.name(),
            values: [0.0, 0.25, 0.5].map(|v| v + place as f64 / 16.0).into(),
        };
        curve.weights = terms.iter().enumerate().map(weight).collect();
        curve
    }

    fn drawn(curves: &[Curve], heading: &Heading) -> [String; 2] {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let paths = draw(curves, heading, dir.path()).expect("a figure");
        [0, 3].map(|file| std::fs::read_to_string(&paths[file]).expect("text"))
    }

    #[test]
    fn a_panel_has_the_weights_of_a_feature() {
        let heading = heading(1);
        let terms = heading.configs[0].features.terms().to_vec();
        let [svg, csv] = drawn(&[run("a", &terms)], &heading);
        for text in [
            "captures_2 (− opponent)",
            "empty (− own, − opponent)",
            "Weight",
            "own",
        ] {
            assert!(svg.contains(text), "{text}");
        }
        assert!(!svg.contains("net"), "no term is the difference");
        assert_eq!(csv.lines().count(), 1 + 12 * 3);
        let rows = [
            "captures_2,opponent_captures_2,1,1,0.25,,",
            "captures_2,own_captures_2,1,2,0.625,,",
            "empty,own_empty,1,0,0.6875,,",
        ];
        for row in rows {
            assert!(csv.lines().any(|line| line == row), "{row}: {csv}");
        }
    }

    #[test]
    fn five_runs_have_a_band_and_games_can_be_across() {
        let mut heading = heading(5);
        let terms = heading.configs[0].features.terms().to_vec();
        let runs: Vec<Curve> = ["a", "b", "c", "d", "e"]
            .map(|label| run(label, &terms))
            .into();
        let [svg, csv] = drawn(&runs, &heading);
        assert!(svg.contains("n = 5") && svg.contains("95 % bootstrap interval over seeds."));
        assert!(
            csv.contains("store,own_store,,1,0.8125,0.8125,0.8125\n"),
            "{csv}"
        );
        assert!(csv.contains("store,own_store,5,1,0.8125,,\n"), "{csv}");
        heading.across = Across::Games;
        let [svg, csv] = drawn(&runs, &heading);
        assert!(svg.contains("Games of training"));
        assert!(
            csv.contains("store,own_store,,640,0.8125,0.8125,0.8125\n"),
            "{csv}"
        );
    }
}
