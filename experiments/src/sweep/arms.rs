//! The arms of a sweep: what each sets, and its name, which names a folder.

use anyhow::{Result, bail, ensure};

use super::settings::Setting;

/// The most arms of a sweep.
const MOST: usize = 10_000;

/// The name of the only arm of a sweep that has neither grid nor arms.
pub(super) const ONLY: &str = "base";

/// Names in a sweep's folder that are no arms.
const TAKEN: [&str; 6] = [
    "bots",
    "lock",
    "plots",
    "report.html",
    "sweep.toml",
    "summary.csv",
];

/// A name and what goes with it.
pub(super) type NamedSettings = (String, Vec<Setting>);

/// All combinations of the values in a grid, the last key's changing fastest;
/// an arm is named by its values, as `depth=3,training.openings=8`.
pub(super) fn combinations(grid: Vec<Setting>) -> Result<Vec<NamedSettings>> {
    ensure!(!grid.is_empty(), "expected a key, as in depth = [1, 3]");
    let mut arms: Vec<NamedSettings> = vec![(String::new(), Vec::new())];
    for (key, values) in grid {
        let values = match values {
            toml::Value::Array(values) if !values.is_empty() => values,
            other => bail!("{key} = {other}: expected a list of values, as in [1, 3]"),
        };
        ensure!(
            arms.len().saturating_mul(values.len()) <= MOST,
            "more than {MOST} combinations: expected fewer"
        );
        let mut more = Vec::with_capacity(arms.len() * values.len());
        for (name, settings) in arms {
            let comma = if name.is_empty() { "" } else { "," };
            for value in &values {
                let text = in_name(&key, value)?;
                let mut settings = settings.clone();
                settings.push((key.clone(), value.clone()));
                more.push((format!("{name}{comma}{key}={text}"), settings));
            }
        }
        arms = more;
    }
    Ok(arms)
}

/// A value as it stands in the name of an arm.
fn in_name(key: &str, value: &toml::Value) -> Result<String> {
    let text = match value {
        toml::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    ensure!(
        !text.is_empty() && text.chars().all(|c| plain(c) && c != ',' && c != '='),
        "{key}: {value} makes no name of a folder: expected numbers, true, false, or texts of \
         letters, digits, `-`, `_`, `.`, `+`, `@`; [[arms]] set anything under a name of yours"
    );
    Ok(text)
}

/// What the name of a folder can hold anywhere, without quotes in a shell.
fn plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_.,=+@".contains(c)
}

/// Refuses names that cannot all be folders side by side.
pub(super) fn check_names<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<()> {
    let mut before: Vec<String> = Vec::new();
    for name in names {
        ensure!(
            (1..=200).contains(&name.len())
                && name.chars().all(plain)
                && !name.starts_with(['.', '-']),
            "arm {name:?}: expected a name of 1 to 200 letters, digits, `-`, `_`, `.`, `,`, `=`, \
             `+` or `@`, no `.` or `-` first, as it names a folder"
        );
        ensure!(
            !TAKEN.iter().any(|taken| name.eq_ignore_ascii_case(taken)),
            "arm `{name}`: expected another name, as the sweep itself has `{name}` in its folder"
        );
        // Some file systems do not tell them apart.
        before.push(name.to_ascii_lowercase());
    }
    ensure!(!before.is_empty(), "no arms: expected at least one");
    ensure!(
        before.len() <= MOST,
        "{} arms: expected {MOST} at most",
        before.len()
    );
    before.sort_unstable();
    match before.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => bail!(
            "arm `{}` stands there twice: expected names that differ in more than upper and lower case",
            pair[0]
        ),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(grid: &str) -> Result<Vec<String>> {
        let table: toml::Table = grid.parse().unwrap();
        let arms = combinations(table.into_iter().collect())?;
        Ok(arms.into_iter().map(|(name, _)| name).collect())
    }

    #[test]
    fn a_grid_has_all_combinations() {
        assert_eq!(
            names("depth = [1, 3]\nvariant = [\"abapa\", \"bridgetown\"]").unwrap(),
            [
                "depth=1,variant=abapa",
                "depth=1,variant=bridgetown",
                "depth=3,variant=abapa",
                "depth=3,variant=bridgetown"
            ]
        );
        for (grid, expected) in [
            ("", "expected a key"),
            ("depth = 3", "depth = 3: expected a list"),
            ("depth = []", "depth = []: expected a list"),
            ("a = [\"x/y\"]", "a: \"x/y\" makes no name"),
            ("a = [[\"net_store\"]]", "[[arms]] set anything"),
        ] {
            let error = names(grid).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        let many = "a = [0,1,2,3,4,5,6,7,8,9]";
        let many: Vec<String> = (0..5)
            .map(|key| many.replace('a', &format!("k{key}")))
            .collect();
        let error = names(&many.join("\n")).unwrap_err().to_string();
        assert!(error.contains("more than 10000 combinations"), "{error}");
    }

    #[test]
    fn names_are_folders_side_by_side() {
        check_names(["a", "b=1,c=2", "1"]).unwrap();
        for (names, expected) in [
            (&["../x"][..], "arm \"../x\": expected a name"),
            (&[""], "arm \"\": expected a name"),
            (&["bots"], "expected another name"),
            (&["a", "b", "A"], "arm `a` stands there twice"),
            (&[], "no arms"),
        ] {
            let error = check_names(names.iter().copied()).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
