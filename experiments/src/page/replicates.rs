//! The page of replicates: runs that differ in their seeds.

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

/// The page as the text of an HTML file. Runs that are not finished are named
/// and left out.
pub(super) fn page(runs: Vec<RunDir>) -> Result<String> {
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
    let title = format!("{}, {} seeds", config.name, sources.len());
    let sections = [
        section("curve", "How they learned", curves(&sources)?),
        section("champions", "The champions", champions(&sources, best)),
        section("champion", "The best of them", best_champion(best)),
        section("games", "Sample games", in_words),
        section("settings", "Settings", settings(config)?),
        section("provenance", "Where they come from", provenance(&sources)?),
    ];
    let lead = html! {
        (summary::of_replicates(&sources))
        (left_out(&missing))
    };
    Ok(document(&title, &lead, &sections, &shown(&samples)))
}

/// Names runs that are missing in what follows.
pub(super) fn left_out(missing: &[(String, String)]) -> Markup {
    html! {
        @if !missing.is_empty() {
            div.missing {
                p { b { "Left out" } ", as they are not there to be reported:" }
                ul { @for (run, why) in missing { li { code { (run) } ": " (why) } } }
            }
        }
    }
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

fn provenance(sources: &[Source]) -> Result<Markup> {
    let runs: Vec<(String, &Source)> = sources
        .iter()
        .map(|source| (source.config.seed.to_string(), source))
        .collect();
    Ok(html! {
        (provenance::of_runs("Seed", &runs)?)
        (provenance::check("the replicates"))
    })
}
