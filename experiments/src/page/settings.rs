//! The settings of a run as a table, those first that are not the quickstart's.

use anyhow::{Context, Result};
use maud::{Markup, html};
use warri_evolve::Config;

use super::html::{breaking, download};
use crate::experiment::{Changes, Experiment};
use crate::settings::leaves;

/// The table, and the whole config.
pub(super) fn settings(config: &Config) -> Result<Markup> {
    let usual = Experiment::read(None, &Changes::default())?.config;
    let usual = leaves(&usual)?;
    let all = leaves(config)?;
    let usually = |key: &str| {
        let found = usual.iter().find(|(other, _)| other == key);
        found.map(|(_, value)| value.as_str())
    };
    let (others, same): (Vec<_>, Vec<_>) = all
        .iter()
        .partition(|(key, value)| usually(key) != Some(value));
    let text = toml::to_string(config).context("the config cannot be shown")?;
    Ok(html! {
        @if others.is_empty() {
            p { "All settings are those of the built-in quickstart." }
        } @else {
            p { "These settings are not those of the built-in quickstart:" }
            table.settings {
                thead { tr { th scope="col" { "Setting" } th scope="col" { "Here" } th scope="col" { "Quickstart" } } }
                tbody {
                    @for (key, value) in others {
                        tr {
                            th scope="row" { code { (breaking(key)) } }
                            td { code { (value) } }
                            td { @match usually(key) { Some(value) => code { (value) }, None => "–" } }
                        }
                    }
                }
            }
            @if !same.is_empty() { p { "And these are:" } }
        }
        dl.settings {
            @for (key, value) in same { div { dt { code { (breaking(key)) } } dd { code { (value) } } } }
        }
        details {
            summary { "The whole config" }
            pre tabindex="0" { code { (text) } }
            p { (download("config.toml", &text)) }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(set: &[&str]) -> String {
        let set = set.iter().map(|&set| set.to_owned()).collect();
        let changes = Changes {
            set,
            ..Changes::default()
        };
        let config = Experiment::read(None, &changes).unwrap().config;
        settings(&config).unwrap().into_string()
    }

    #[test]
    fn what_differs_comes_first() {
        assert!(shown(&["seed=3", "name=x"]).contains("All settings are those"));
        let shown = shown(&["depth=5", "algorithm={ random-search = {} }"]);
        let (others, same) = shown.split_once("And these are").unwrap();
        for expected in [
            "depth",
            "<code>5</code>",
            "<code>3</code>",
            "algorithm.<wbr>random-search",
        ] {
            assert!(others.contains(expected), "{others}");
        }
        assert!(same.contains("population.<wbr>size") && !others.contains("<wbr>size"));
    }
}
