//! The settings of configs as keys and values, and where they differ.

use std::collections::HashMap;

use anyhow::{Context, Result};
use warri_evolve::Config;

/// Named by the title of whatever shows them, or by no one.
const NO_SETTINGS: [&str; 3] = ["format", "name", "seed"];

/// Of each config those settings that not all of them have alike.
pub(crate) fn differences(configs: &[&Config]) -> Result<Vec<Vec<(String, String)>>> {
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
pub(crate) fn leaves(config: &Config) -> Result<Vec<(String, String)>> {
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
    use crate::experiment::{Changes, Experiment};

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
