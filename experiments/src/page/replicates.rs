//! The page of replicates: runs that differ in their seeds.

use std::path::Path;

use anyhow::{Result, bail};
use maud::{Markup, html};
use warri_evolve::over_seeds::interquartile_mean;

use super::champion::champion;
use super::figures;
use super::games::shown;
use super::html::{document, percent, section};
use super::record::{interval, record};
use super::run::played;
use super::samples;
use super::settings::settings;
use super::source::{Source, best};
use super::{provenance, summary};

use crate::run::RunDir;
use crate::words::plural;

/// The page of the runs in a folder as the text of an HTML file. Those that are
/// not finished are named and left out.
pub(super) fn page(folder: &Path, runs: Vec<RunDir>) -> Result<String> {
    let mut sources = Vec::new();
    let mut missing = Vec::new();
    for run in runs {
        let seed = run.path().file_name().unwrap_or_default().display();
        let seed = seed.to_string();
        match Source::read(run) {
            Ok(Ok(source)) => sources.push(source),
            Ok(Err(unfinished)) => missing.push((seed, unfinished)),
            Err(error) => missing.push((seed, format!("{error:#}"))),
        }
    }
    let Some(best) = best(&sources) else {
        let first = missing.into_iter().next();
        bail!("{}", first.map_or_else(String::new, |(_, why)| why));
    };
    let Some(config) = sources.first().map(|source| &source.config) else {
        bail!("no run");
    };
    let chosen = format!(
        "The champion of seed {} against the strongest of its references, from both sides of the first \
         opening of the test, and against the weakest on the second.",
        best.config.seed
    );
    let (samples, in_words) = played(samples::of_run(best), &chosen);
    let title = format!(
        "{}, {}",
        config.name,
        plural(sources.len() as i32, "seed", "seeds")
    );
    let named: Vec<(String, &Source)> = sources
        .iter()
        .map(|source| (source.config.seed.to_string(), source))
        .collect();
    let sections = [
        section("curve", "How they learned", curves(&sources)?),
        section("champions", "The champions", champions(&sources, best)),
        section("champion", "The best of them", best_champion(best)),
        section("games", "Sample games", in_words),
        section("settings", "Settings", settings(config)?),
        section("provenance", "Where they come from", provenance(&named)),
    ];
    let lead = html! {
        (summary::of_replicates(&sources))
        (left_out(folder, &missing))
        (provenance::changed(&named))
    };
    Ok(document(&title, &lead, &sections, &shown(&samples)))
}

/// Names runs that are missing in what follows, and why.
pub(super) fn left_out(folder: &Path, missing: &[(String, String)]) -> Markup {
    let why = |run: &str, why: &str| {
        let why = inside(folder, why);
        match why.strip_prefix(&format!("{run}: ")) {
            Some(rest) => rest.to_owned(),
            None => why,
        }
    };
    html! {
        @if !missing.is_empty() {
            div.missing {
                p { b { "Left out" } ", as they are not there to be reported:" }
                ul { @for (run, text) in missing { li { code { (run) } ": " (why(run, text)) } } }
            }
        }
    }
}

/// A message with the paths from a folder on: where that lies on a machine is
/// nothing for a page.
pub(super) fn inside(folder: &Path, message: &str) -> String {
    let folder = folder.join("").display().to_string();
    let mut parts = message.split(&folder);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // The end of another name is not the folder.
        if !text.is_empty() && !text.ends_with([' ', '`']) {
            text += &folder;
        }
        text += part;
    }
    text
}

fn curves(sources: &[Source]) -> Result<Markup> {
    let runs: Vec<RunDir> = sources.iter().map(|source| source.run.clone()).collect();
    let figures = figures::of_runs(&runs)?;
    Ok(html! { @for figure in figures { (figure.whole()) } })
}

/// A row a champion, and what they have in common.
pub(super) fn champions(sources: &[Source], best: &Source) -> Markup {
    let references = sources.first().map_or(&[][..], Source::scores);
    let together = (0..references.len()).map(|index| {
        let scores = sources
            .iter()
            .filter_map(|source| source.scores().get(index));
        interquartile_mean(&scores.map(|one| one.score).collect::<Vec<f64>>())
    });
    html! {
        div.scroll tabindex="0" {
            table {
                thead {
                    tr {
                        th scope="col" { "Seed" }
                        @for one in references { th.number scope="col" { code { (one.opponent) } } }
                    }
                }
                tbody {
                    @for source in sources {
                        tr.best[source.config.seed == best.config.seed] {
                            th scope="row" { (source.config.seed) }
                            @for one in source.scores() {
                                td.number title=(interval(one.low, one.high)) { (percent(one.score)) }
                            }
                        }
                    }
                }
                tfoot {
                    tr {
                        th scope="row" { "interquartile mean" }
                        @for score in together { td.number { (score.map_or_else(String::new, percent)) } }
                    }
                }
            }
        }
        p.note {
            "Scores on openings that they never saw. In bold the champion with the best mean over the \
             references, which is shown below; as the best of several it is a little lucky as well."
        }
    }
}

fn best_champion(best: &Source) -> Markup {
    html! {
        p { "That of seed " (best.config.seed) " (" (best.champion.origin) ")." }
        (champion(&best.champion, &best.champion_file, "champion.toml"))
        h3 { "Its record" }
        (record(best))
    }
}

fn provenance(sources: &[(String, &Source)]) -> Markup {
    html! {
        (provenance::of_runs("Seed", sources))
        (provenance::check("the replicates"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_begin_in_the_folder() {
        let message = "s/peers/1: see `s/peers/2`, or s/3";
        let expected = "peers/1: see `peers/2`, or 3";
        assert_eq!(inside(Path::new("s"), message), expected);
        assert_eq!(inside(Path::new("s/"), message), expected);
        let absolute = "cannot read /my runs/s/1/config.toml";
        let expected = "cannot read 1/config.toml";
        assert_eq!(inside(Path::new("/my runs/s"), absolute), expected);
    }
}
