//! The page of a run.

use anyhow::{Result, anyhow};
use maud::{Markup, html};

use super::champion::champion;
use super::figures;
use super::games::{games, shown};
use super::html::{document, section};
use super::provenance;
use super::record::record;
use super::samples::{self, Sample};
use super::settings::settings;
use super::source::Source;
use super::summary;
use crate::run::RunDir;

/// The page as the text of an HTML file.
pub(super) fn page(run: RunDir) -> Result<String> {
    let source = Source::read(run)?.map_err(|unfinished| anyhow!(unfinished))?;
    let title = format!("{}, seed {}", source.config.name, source.config.seed);
    let (samples, in_words) = played(samples::of_run(&source), HOW_CHOSEN);
    let sections = [
        section("curve", "How it learned", curves(&source)?),
        section("champion", "The champion", champion_of(&source)),
        section("record", "Its record", record(&source)),
        section("games", "Sample games", in_words),
        section("settings", "Settings", settings(&source.config)?),
        section(
            "provenance",
            "Where it comes from",
            provenance::of_run(&source),
        ),
    ];
    let name = format!("seed {}", source.config.seed);
    let lead = html! {
        (summary::of_run(&source))
        (provenance::changed(&[(name, &source)]))
    };
    Ok(document(&title, &lead, &sections, &shown(&samples)))
}

const HOW_CHOSEN: &str = "The champion against the strongest of its references, from both sides of the \
    first opening of the test, and against the weakest on the second. Both play as they did there.";

/// The games, and their section: it says why there are none, if there are
/// none.
pub(super) fn played(samples: Result<Vec<Sample>>, chosen: &str) -> (Vec<Sample>, Markup) {
    match samples {
        Ok(samples) => {
            let body = html! { p { (chosen) } (games(&samples)) };
            (samples, body)
        }
        Err(error) => {
            let body = html! { p { "They could not be played: " (format!("{error:#}")) "." } };
            (Vec::new(), body)
        }
    }
}

fn curves(source: &Source) -> Result<Markup> {
    let mut figures = figures::of_runs(std::slice::from_ref(&source.run))?;
    figures.extend(figures::of_ancestors(&source.run)?);
    Ok(html! { @for figure in figures { (figure.whole()) } })
}

fn champion_of(source: &Source) -> Markup {
    html! {
        p { "The best of the last generation (" (source.champion.origin) ")." }
        (champion(&source.champion, &source.champion_file, "champion.toml"))
    }
}
