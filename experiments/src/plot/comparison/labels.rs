//! The names of the arms, as short as a figure needs them.

use super::super::PlotError;
use super::super::drawing::name_text;
use super::super::style::INK;

/// The most room for a name, in pixels.
const WIDEST: f64 = 230.0;

/// What stands between values.
const BETWEEN: &str = " · ";

/// The names as they stand in the figure.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Labels {
    /// One for each arm, of [`WIDEST`] at most.
    pub(super) names: Vec<String>,
    /// What the values are of, where there is room for them alone.
    pub(super) keys: Option<String>,
}

impl Labels {
    /// Those of arms with these names. Keys are short, as in `elites=1` for
    /// `algorithm.genetic.elites=1`, as long as they still tell the arms apart.
    pub(super) fn of(arms: &[&str]) -> Result<Labels, PlotError> {
        let settings: Vec<Vec<Setting<'_>>> = arms.iter().map(|arm| settings(arm)).collect();
        let short = texts(&settings, Setting::short, ", ");
        let names = match all_differ(&short) {
            true => short,
            false => arms.iter().map(|&arm| arm.to_owned()).collect(),
        };
        let text = name_text(INK);
        let mut fit = true;
        for name in &names {
            fit &= text.width(name)? <= WIDEST;
        }
        let (names, keys) = match common_keys(&settings) {
            Some(keys) if !fit => (
                texts(&settings, Setting::value, BETWEEN),
                Some(keys.into_iter().map(last).collect::<Vec<_>>().join(BETWEEN)),
            ),
            _ => (names, None),
        };
        let cut = names.iter().map(|name| text.fit_ends(name, WIDEST));
        let names = cut.collect::<Result<_, _>>()?;
        Ok(Labels { names, keys })
    }
}

/// A part of the name of an arm, as a grid makes them, or the whole.
struct Setting<'a> {
    key: Option<&'a str>,
    value: &'a str,
}

fn settings(arm: &str) -> Vec<Setting<'_>> {
    let setting = |part| match str::split_once(part, '=') {
        Some((key, value)) => Setting {
            key: Some(key),
            value,
        },
        None => Setting {
            key: None,
            value: part,
        },
    };
    arm.split(',').map(setting).collect()
}

impl Setting<'_> {
    fn short(&self) -> String {
        self.key.map_or_else(
            || self.value(),
            |key| format!("{}={}", last(key), self.value),
        )
    }

    fn value(&self) -> String {
        self.value.to_owned()
    }
}

/// Each arm as the texts of its parts.
fn texts<'a>(
    arms: &[Vec<Setting<'a>>],
    text: impl Fn(&Setting<'a>) -> String,
    between: &str,
) -> Vec<String> {
    let texts = |arm: &Vec<Setting<'a>>| arm.iter().map(&text).collect::<Vec<_>>();
    arms.iter().map(|arm| texts(arm).join(between)).collect()
}

/// The keys that all arms set, if all set the same.
fn common_keys<'a>(arms: &[Vec<Setting<'a>>]) -> Option<Vec<&'a str>> {
    let keys = |arm: &Vec<Setting<'a>>| arm.iter().map(|one| one.key).collect();
    let first: Vec<Option<&str>> = keys(arms.first()?);
    let same = arms.iter().all(|arm| keys(arm) == first);
    same.then(|| first.into_iter().collect())?
}

/// The last part of a dotted key.
fn last(key: &str) -> &str {
    key.rsplit('.').next().unwrap_or(key)
}

fn all_differ(texts: &[String]) -> bool {
    let mut distinct = texts.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    distinct.len() == texts.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(arms: &[&str]) -> Vec<String> {
        let labels = Labels::of(arms).expect("labels");
        assert_eq!(labels.keys, None);
        labels.names
    }

    #[test]
    fn keys_are_short_and_tell_the_arms_apart() {
        let arms = ["depth=1,algorithm.genetic.elites=0.5", "genetic"];
        assert_eq!(names(&arms), ["depth=1, elites=0.5", "genetic"]);
        let arms = ["test.openings=5", "training.openings=5"];
        assert_eq!(names(&arms), arms);
    }

    #[test]
    fn where_keys_have_no_room_values_stand_alone() {
        let arm = |bounds: &str| {
            format!(
                "algorithm.genetic.mutation.gaussian.sigma=0.05,a.b.bounds={bounds},a.rate=0.25"
            )
        };
        let arms = [arm("reflect"), arm("resample")];
        let labels = Labels::of(&arms.each_ref().map(String::as_str)).expect("labels");
        assert_eq!(
            labels.names,
            ["0.05 · reflect · 0.25", "0.05 · resample · 0.25"]
        );
        assert_eq!(labels.keys.as_deref(), Some("sigma · bounds · rate"));
        // A name that is no grid's is cut in its middle.
        let long = "a-name-that-somebody-gave-and-that-never-ends";
        let [cut, other] = names(&[long, "other"]).try_into().expect("two");
        assert!(
            cut.starts_with("a-name-") && cut.contains('…') && cut.ends_with("-ends"),
            "{cut}"
        );
        assert_eq!(other, "other");
    }
}
