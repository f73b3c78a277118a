//! Settings as they stand in tables: a dotted key and a value.

use std::ops::Range;

use anyhow::{Result, ensure};
use toml::de::{DeTable, DeValue};

use crate::experiment::Change;

/// A key, with its tables, and what it is set to.
pub(super) type Setting = (String, toml::Value);

/// The settings in a table of the document `text`: `plain` has the values,
/// `spanned` says where they stand.
///
/// `training.openings = 8`, `"training.openings" = 8` and a table under a
/// header set one key. A table in braces is a value as a whole, as with `--set`.
pub(super) fn settings(
    text: &str,
    spanned: &DeTable<'_>,
    plain: &toml::Table,
) -> Result<Vec<Setting>> {
    let mut found = Vec::new();
    collect(text, spanned, plain, "", &mut found);
    for (index, (key, _)) in found.iter().enumerate() {
        ensure!(
            key.split('.').all(|part| !part.is_empty()),
            "`{key}`: expected a key of the config, as `population.size`"
        );
        ensure!(
            found[..index].iter().all(|(other, _)| other != key),
            "`{key}` stands there twice"
        );
        ensure!(
            key != "seed",
            "`seed`: expected no seed here, as `seeds` says which there are"
        );
    }
    Ok(found)
}

fn collect(
    text: &str,
    spanned: &DeTable<'_>,
    plain: &toml::Table,
    tables: &str,
    found: &mut Vec<Setting>,
) {
    for (key, at) in spanned {
        let Some(value) = plain.get(key.get_ref().as_ref()) else {
            continue;
        };
        let key = format!("{tables}{}", key.get_ref());
        match (at.get_ref(), value) {
            (DeValue::Table(inner), toml::Value::Table(table)) if !in_braces(text, at.span()) => {
                collect(text, inner, table, &format!("{key}."), found);
            }
            _ => found.push((key, value.clone())),
        }
    }
}

fn in_braces(text: &str, span: Range<usize>) -> bool {
    text.get(span).is_some_and(|text| text.starts_with('{'))
}

/// A setting as a change to a config.
pub(super) fn change((key, value): &Setting) -> Change {
    Change {
        key: key.clone(),
        value: value.clone(),
        shown: format!("{key} = {value}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<String>> {
        let spanned = DeTable::parse(text).unwrap();
        let found = settings(text, spanned.get_ref(), &text.parse().unwrap())?;
        Ok(found.iter().map(|one| change(one).shown).collect())
    }

    #[test]
    fn keys_may_be_written_in_all_ways_that_toml_has() {
        let text = "depth = 3\ntraining.openings = 4\n\"training.ply_cap\" = 500\n\
                    genome = { real = { low = -2.0, high = 2.0 } }\n\
                    [algorithm.genetic]\nelites = 1\nmutation = { reset = { rate = 0.1 } }\n";
        let expected = [
            "depth = 3",
            "training.openings = 4",
            "training.ply_cap = 500",
            "genome = { real = { low = -2.0, high = 2.0 } }",
            "algorithm.genetic.elites = 1",
            "algorithm.genetic.mutation = { reset = { rate = 0.1 } }",
        ];
        let mut found = read(text).unwrap();
        let mut expected = expected.map(str::to_owned);
        found.sort();
        expected.sort();
        assert_eq!(found, expected);
    }

    #[test]
    fn keys_that_cannot_be() {
        for (text, expected) in [
            ("a.b = 1\n\"a.b\" = 2", "`a.b` stands there twice"),
            ("\"a.\" = 1", "`a.`: expected a key"),
            ("seed = 1", "`seed`: expected no seed"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
