//! The settings of a run as a table, those first that are not the quickstart's.

use std::collections::HashMap;

use anyhow::{Context, Result};
use maud::{Markup, html};
use warri_evolve::Config;

use super::html::{breaking, download};
use crate::experiment::{Changes, Experiment};

/// Named by the title of a page already, or by no one.
const NO_SETTINGS: [&str; 3] = ["format", "name", "seed"];

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

/// Of each config those settings that not all of them have alike.
pub(super) fn differences(configs: &[&Config]) -> Result<Vec<Vec<(String, String)>>> {
    let all = configs.iter().map(|config| leaves(config));
    let all = all.collect::<Result<Vec<_>>>()?;
    let mut with: HashMap<&(String, String), usize> = HashMap::new();
    for one in all.iter().flatten() {
        *with.entry(one).or_default() += 1;
    }
    let different = all.iter().map(|leaves| {
        let different = leaves.iter().filter(|one| with[one] < all.len());
        different.cloned().collect()
    });
    Ok(different.collect())
}

/// Every key with its tables, and its value as TOML.
fn leaves(config: &Config) -> Result<Vec<(String, String)>> {
    let mut found = Vec::new();
    let table = toml::Table::try_from(config).context("the config cannot be shown")?;
    collect("", &table, &mut found);
    found.retain(|(key, _)| !NO_SETTINGS.contains(&key.as_str()));
    Ok(found)
}

fn collect(before: &str, table: &toml::Table, found: &mut Vec<(String, String)>) {
    for (key, value) in table {
        let key = format!("{before}{key}");
        match value {
            toml::Value::Table(inner) if !inner.is_empty() => {
                collect(&format!("{key}."), inner, found);
            }
            value => found.push((key, value.to_string())),
        }
    }
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
    #[test]
    fn only_what_differs_is_a_difference() {
        let config = |set: &str| {
            let changes = Changes {
                set: vec![set.to_owned()],
                ..Changes::default()
            };
            Experiment::read(None, &changes).unwrap().config
        };
        let configs = [
            config("population.size=20"),
            config("population.size=30"),
            config("training.sharing=true"),
        ];
        let different = differences(&configs.each_ref()).unwrap();
        let keys = different.iter().map(|settings| {
            let keys = settings.iter().map(|(key, value)| format!("{key}={value}"));
            keys.collect::<Vec<String>>().join(" ")
        });
        assert_eq!(
            keys.collect::<Vec<String>>(),
            [
                "population.size=20 training.sharing=false",
                "population.size=30 training.sharing=false",
                "population.size=24 training.sharing=true"
            ]
        );
        assert!(differences(&[&configs[0]]).unwrap()[0].is_empty());
    }
}
