//! Reading TOML from people: errors that name the line and the remedy.

use serde::de::DeserializeOwned;
use warri_engine::{SETS, Term};

use crate::expected::expected;
use crate::range::shortened;

/// The format that this version of the program reads and writes, in bot
/// files, configs, checkpoints and manifests.
pub const FORMAT: u32 = 1;

/// TOML text that is not what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TomlError {
    /// A line that cannot be understood.
    #[error("line {line}: {message}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// What was found and what is expected.
        message: String,
    },
    /// Something that belongs to no one line.
    #[error("{0}")]
    Whole(String),
    /// A file of another format.
    #[error("format {0}: this version of warri reads format {FORMAT}")]
    Format(String),
}

/// Reads a `T` from TOML text whose key `format` is [`FORMAT`].
///
/// # Errors
/// For text that is no TOML, another format, an unknown key (with the nearest
/// valid one) or a value of the wrong kind.
pub fn from_toml<T: DeserializeOwned>(text: &str) -> Result<T, TomlError> {
    let table: toml::Table = toml::from_str(text).map_err(|error| explain(text, &error))?;
    check_format(&table)?;
    toml::from_str(text).map_err(|error| explain(text, &error))
}

/// Refuses a table of another format before anything else in it is judged.
pub fn check_format(table: &toml::Table) -> Result<(), TomlError> {
    match table.get("format") {
        Some(toml::Value::Integer(format)) if *format == i64::from(FORMAT) => Ok(()),
        Some(other) => Err(TomlError::Format(shortened(&other.to_string()))),
        None => Err(TomlError::Whole(format!(
            "the key `format` is missing: expected `format = {FORMAT}`"
        ))),
    }
}

/// One line for a TOML error: where it is, and for an unknown key or choice
/// the nearest valid one.
pub fn explain(text: &str, error: &toml::de::Error) -> TomlError {
    let mut message = plainly(&error.message().trim_end().replace('\n', ", "));
    if let Some((what, number)) = message.split_once("floating point `") {
        let (number, rest) = number.split_once('`').unwrap_or((number, ""));
        message = format!("{what}floating point `{}`{rest}", shortened(number));
    }
    if let Some(better) = by_key(text, error) {
        message = better;
    } else if let Some(nearest) = nearest_expected(&message) {
        message = format!("{message}; did you mean `{nearest}`?");
    }
    match error.span() {
        // A span from the very start belongs to the whole file: a missing key.
        Some(span) if span.start > 0 || !message.starts_with("missing field") => {
            let before = text.get(..span.start).unwrap_or(text);
            TomlError::Line {
                line: before.matches('\n').count() + 1,
                message,
            }
        }
        _ => TomlError::Whole(message),
    }
}

/// What stands at a key and what may, for a value of the wrong kind at a key of
/// which more is known than its type.
fn by_key(text: &str, error: &toml::de::Error) -> Option<String> {
    let kinds = [
        "unit variant",
        "wanted string or table",
        "expected u8",
        "expected u32",
    ];
    if !kinds.iter().any(|kind| error.message().contains(kind)) {
        return None;
    }
    let span = error.span()?;
    let found = text.get(span.clone())?;
    let before = text.get(..span.start)?.trim_end().strip_suffix('=')?;
    let key = before
        .trim_end()
        .rsplit(|c: char| !(c.is_alphanumeric() || c == '_'));
    let key = key.into_iter().next()?;
    let found = shortened(found);
    Some(format!("{key} = {found}: expected {}", expected(key)?))
}

/// A message in the words of the config instead of the program.
fn plainly(message: &str) -> String {
    let words = [
        (
            "wanted exactly 1 element, more than 1 element",
            SEVERAL_CHOICES,
        ),
        (
            "wanted exactly 1 element, found 0 elements",
            "no choice: expected exactly one",
        ),
        ("expected u8", "expected a whole number, not negative"),
        ("expected u32", "expected a whole number, not negative"),
        ("expected u64", "expected a whole number, not negative"),
        ("expected i64", "expected a whole number"),
        ("expected f64", "expected a number"),
        (
            "expected a sequence",
            "expected a list, as in [\"a\", \"b\"]",
        ),
        ("expected a string", "expected a text in quotes"),
        (
            "wanted string or table",
            "expected a name in quotes, or a table of one name with its settings",
        ),
    ];
    // What the program calls its tables is nothing to people.
    let message = match message.split_once("expected struct ") {
        Some((found, _)) => format!("{found}expected a table of settings, as in {{ size = 3 }}"),
        None => message.to_owned(),
    };
    words
        .into_iter()
        .fold(message, |text, (from, to)| text.replace(from, to))
}

const SEVERAL_CHOICES: &str = "more than one choice: expected exactly one; with --set give the \
    choice and its settings together, as in 'algorithm.genetic.mutation={ reset = { rate = 0.1 } }'";

/// The nearest of the names that are meant: those that serde lists in "unknown
/// field `x`, expected one of `a`, `b`", or the engine's own.
fn nearest_expected(message: &str) -> Option<String> {
    let mut names = message.split('`').skip(1).step_by(2);
    let found = names.next()?;
    if message.starts_with("unknown ") {
        nearest(found, names).map(str::to_owned)
    } else if message.starts_with("feature set `") {
        nearest(found, SETS.iter().map(|set| set.name)).map(str::to_owned)
    } else if message.starts_with("term `") && message.contains("` is unknown") {
        let all: Vec<String> = Term::all().map(|term| term.name()).collect();
        nearest(found, all.iter().map(String::as_str)).map(str::to_owned)
    } else {
        None
    }
}

/// The candidate most like `found`, as a question at the end of a message;
/// empty if none is like it.
pub fn did_you_mean<'a>(found: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(found, candidates) {
        Some(name) => format!("; did you mean `{name}`?"),
        None => String::new(),
    }
}

/// The candidate most like `found`, if it is like it at all.
pub fn nearest<'a>(found: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(found, candidate), candidate))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Sample {
        format: u32,
        generations: u32,
        kind: Option<Kind>,
    }

    #[derive(Debug, serde::Deserialize)]
    #[serde(rename_all = "kebab-case", deny_unknown_fields)]
    #[allow(dead_code)]
    enum Kind {
        Gaussian { rate: f64 },
    }

    fn message(text: &str) -> String {
        from_toml::<Sample>(text).unwrap_err().to_string()
    }

    #[test]
    fn errors_name_line_and_remedy() {
        assert_eq!(
            message("format = 1\ngeneratoins = 3\n"),
            "line 2: unknown field `generatoins`, expected one of `format`, `generations`, `kind`; \
             did you mean `generations`?"
        );
        assert_eq!(
            message("format = 1\ngenerations = 3\nkind = { gausian = { rate = 1.0 } }"),
            "line 3: unknown variant `gausian`, expected `gaussian`; did you mean `gaussian`?"
        );
        assert_eq!(
            message("format = 1\ngenerations = -3"),
            "line 2: generations = -3: expected a whole number from 0 to 1000000"
        );
        assert_eq!(message("format = 1"), "missing field `generations`");
        assert_eq!(
            message("format = 1\ngenerations = 3\nkind = 3"),
            "line 3: expected a name in quotes, or a table of one name with its settings"
        );
        assert_eq!(
            message("format = 1\ngenerations = 3\nkind = { gaussian = 3 }"),
            "line 3: invalid type: integer `3`, expected a table of settings, as in { size = 3 }"
        );
        assert_eq!(
            message("format = 2\nnew = 1"),
            "format 2: this version of warri reads format 1"
        );
        assert!(message("").starts_with("the key `format` is missing"));
        assert!(message("format = 1\nx = \n").starts_with("line 2: "));
        assert!(message("\u{0}\u{1}").starts_with("line 1: "));
    }
}
