//! The comparison: the arms of a sweep side by side.
//!
//! | module | task |
//! |---|---|
//! | `lines` | from arms to what is drawn |
//! | `labels` | their names in it |
//! | `figure` | the page and its panels of lines |
//! | `finals` | its panel of final scores |

mod figure;
mod finals;
mod labels;
mod lines;

use std::path::{Path, PathBuf};

use anyhow::Result;
use warri_evolve::Config;
use warri_evolve::over_seeds::{FEWEST_FOR_INTERVAL, OverSeeds, RESAMPLES};

use super::Across;
use super::caption::Caption;
use super::data::Data;
use super::files::save;
use super::heading::middle;
use crate::compare::{Column, Comparison, Field, Run};
use crate::csv_log::cell;
use crate::report::thousands;
use crate::settings::differences;
use figure::Figure;
use labels::Labels;
use lines::ArmLines;

/// Draws the arms of `field` into `dir` as `comparison`, with its caption and its
/// data; returns the paths of the files. `name` is what they are arms of.
pub(crate) fn draw_comparison(
    field: &Field,
    comparison: &Comparison,
    name: &str,
    dir: &Path,
) -> Result<Vec<PathBuf>> {
    // What has no games of training can only be drawn over generations.
    let by_games = field
        .arms
        .iter()
        .flat_map(|arm| &arm.runs)
        .all(|run| run.games() > 0);
    let across = match by_games {
        true => Across::Games,
        false => Across::Generations,
    };
    let mut arms = lines::of(field, &comparison.arms, across)?;
    let names: Vec<&str> = field.arms.iter().map(|arm| arm.name.as_str()).collect();
    let labels = Labels::of(&names)?;
    for (arm, label) in arms.iter_mut().zip(labels.names) {
        arm.label = label;
    }
    let title = format!("Comparison: {name}");
    let data = data(field, &arms);
    let caption = caption(field, &arms, &title, across)?;
    let figure = Figure {
        title,
        subtitle: subtitle(comparison, labels.keys.as_deref()),
        notes: notes(comparison, &arms, &field.column, across),
        across,
        column: field.column.clone(),
        opponents: comparison.opponents.clone(),
        arms,
    };
    Ok(save(&figure, dir, "comparison", &caption, &data)?)
}

/// What the final scores of [`ArmLines`] are against.
fn final_names(opponents: &[String]) -> Vec<String> {
    let all = (opponents.len() > 1).then(|| format!("all {} opponents", opponents.len()));
    all.into_iter().chain(opponents.iter().cloned()).collect()
}

/// The size of it all; `keys` are those of which the arms have the values for names.
fn subtitle(comparison: &Comparison, keys: Option<&str>) -> String {
    let runs = || comparison.arms.iter().map(|arm| arm.runs);
    let (fewest, most) = (runs().min().unwrap_or(0), runs().max().unwrap_or(0));
    let seeds = match fewest == most {
        true => format!("{fewest} seeds each"),
        false => format!("{fewest} to {most} seeds each"),
    };
    let games = || comparison.arms.iter().map(|arm| arm.mean_games as u64);
    let (fewest, most) = (games().min().unwrap_or(0), games().max().unwrap_or(0));
    let games = match fewest == most {
        true => thousands(fewest),
        false => format!("{} to {}", thousands(fewest), thousands(most)),
    };
    format!(
        "{} arms{} · {seeds} · {games} games of training a run",
        comparison.arms.len(),
        keys.map_or_else(String::new, |keys| format!(" ({keys})"))
    )
}

/// What stands below the panels.
fn notes(
    comparison: &Comparison,
    arms: &[ArmLines],
    column: &Column,
    across: Across,
) -> Vec<String> {
    let runs = || comparison.arms.iter().map(|arm| arm.runs);
    let few = runs().filter(|runs| *runs < FEWEST_FOR_INTERVAL).count();
    let intervals = if few == comparison.arms.len() {
        format!("No bands, as fewer than {FEWEST_FOR_INTERVAL} seeds say too little.")
    } else if few > 0 {
        format!(
            "Bands and bars: 95 % bootstrap intervals over {FEWEST_FOR_INTERVAL} seeds or more."
        )
    } else {
        "Bands and bars: 95 % bootstrap intervals over seeds.".to_owned()
    };
    let grey = arms.iter().filter(|arm| arm.place.is_none()).count();
    let thin = match few > 0 && grey == 0 {
        true => "thin lines in a, ",
        false => "",
    };
    let middle = middle(runs().max().unwrap_or(0));
    let half = match column {
        Column::Score(_) => " Dashed: as strong as the opponent.",
        _ => "",
    };
    let mut notes = vec![format!(
        "a, b: {middle}s over the runs; {thin}strokes in b: single runs. {intervals}{half}"
    )];
    if !comparison.equal_budgets {
        notes.push(match across {
            Across::Games => {
                "The arms had unequal budgets: compare them in a at equal numbers of games."
                    .to_owned()
            }
            Across::Generations => {
                "The arms had unequal budgets of games, and some had none.".to_owned()
            }
        });
    }
    if grey > 0 {
        notes.push(format!(
            "In colour the baseline and the best of the {} arms; the other {grey} are grey, and not in b. \
             comparison.csv has all.",
            arms.len()
        ));
    }
    notes
}

fn caption(field: &Field, arms: &[ArmLines], title: &str, across: Across) -> Result<Caption> {
    let mut caption = Caption::new(title)
        .with("a", about_curves(field, across))
        .with("b", about_finals(field))
        .with(
            "c",
            "performance profile: the share of all final scores of an arm, over runs and opponents, \
             that lie above the one on the axis.",
        )
        .with("Bands and bars", about_intervals(field));
    let grey = arms.iter().filter(|arm| arm.place.is_none());
    let grey: Vec<&str> = grey.map(|arm| arm.name.as_str()).collect();
    if !grey.is_empty() {
        caption = caption.with("In grey, and not in b", format!("{}.", grey.join(", ")));
    }
    let firsts: Vec<&Config> = field.arms.iter().map(|arm| &arm.runs[0].config).collect();
    for (arm, own) in field.arms.iter().zip(differences(&firsts)?) {
        let configs = arm.runs.iter().map(|run: &Run| run.config.clone());
        caption = caption.with_runs(Some(&arm.name), &configs.collect::<Vec<_>>())?;
        if !own.is_empty() {
            let own = own.iter().map(|(key, value)| format!("{key} = {value}"));
            let own: Vec<String> = own.collect();
            let about = format!("Settings of {} that not all arms have", arm.name);
            caption = caption.with(&about, format!("{}.", own.join("; ")));
        }
    }
    Ok(caption)
}

fn about_curves(field: &Field, across: Across) -> String {
    let across = match across {
        Across::Games => "games of training",
        Across::Generations => "generations",
    };
    format!(
        "learning curves over {across}: `{}` of each generation's best on the test openings, \
         which training never sees. The interquartile mean over the runs of an arm, where a run \
         that ended earlier counts with its last value.",
        field.column
    )
}

fn about_finals(field: &Field) -> String {
    let scores = &field.arms[0].runs[0].champion;
    let games = scores.first().map_or(0, |score| score.games);
    format!(
        "final scores of the champions, in {} fresh games against each opponent that all arms \
         have in common ({}): interquartile means over the runs, and over all opponents \
         together. Short strokes are the single runs.",
        thousands(games.into()),
        field.opponents.join(", ")
    )
}

fn about_intervals(field: &Field) -> String {
    let fewest = field.arms.iter().map(|arm| arm.runs.len()).min();
    let few = match fewest < Some(FEWEST_FOR_INTERVAL) {
        true => {
            format!(" Fewer than {FEWEST_FOR_INTERVAL} seeds have none, as they say too little.")
        }
        false => String::new(),
    };
    format!(
        "95 % bootstrap intervals over seeds (percentiles of {RESAMPLES} resamples of whole runs, \
         seeded), point by point.{few}"
    )
}

/// All that is drawn, in the units of the files.
fn data(field: &Field, arms: &[ArmLines]) -> Data {
    let header = [
        "panel", "arm", "run", "opponent", "x", "value", "low", "high",
    ];
    let mut data = Data::new(&header);
    let names = final_names(&field.opponents);
    for (arm, lines) in field.arms.iter().zip(arms) {
        let seeds: Vec<String> = arm
            .runs
            .iter()
            .map(|run| run.config.seed.to_string())
            .collect();
        let mut add = |panel: &str, run: &str, on: &str, x: Option<f64>, over: OverSeeds| {
            let [panel, run, on] = [panel, run, on].map(str::to_owned);
            let low = cell(over.interval.map(|(low, _)| low));
            let high = cell(over.interval.map(|(_, high)| high));
            let value = over.value.to_string();
            data.row([
                panel,
                lines.name.clone(),
                run,
                on,
                cell(x),
                value,
                low,
                high,
            ]);
        };
        let column = field.column.to_string();
        for point in &lines.curve {
            add("curve", "", &column, Some(point.x), point.over);
        }
        for (name, (over, runs)) in names.iter().zip(&lines.finals) {
            add("final", "", name, None, *over);
            for (seed, &value) in seeds.iter().zip(runs) {
                let interval = None;
                add("final", seed, name, None, OverSeeds { value, interval });
            }
        }
        for point in &lines.profile {
            add("profile", "", &names[0], Some(point.x), point.over);
        }
    }
    data
}
