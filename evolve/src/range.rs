//! Checks that a setting is within its range.

/// A setting that is out of its range, or that does not go with another.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key} = {found}: expected {expected}")]
pub struct ConfigError {
    /// The key, with its tables.
    pub key: String,
    /// What stands there.
    pub found: String,
    /// What may stand there.
    pub expected: String,
}

impl ConfigError {
    /// The same error for a setting in the table `table`.
    pub(crate) fn within(self, table: &str) -> ConfigError {
        ConfigError {
            key: format!("{table}.{}", self.key),
            ..self
        }
    }
}

/// An error unless `holds`.
pub(crate) fn require(
    key: &str,
    found: impl ToString,
    holds: bool,
    expected: impl Into<String>,
) -> Result<(), ConfigError> {
    if holds {
        return Ok(());
    }
    Err(ConfigError {
        key: key.to_owned(),
        found: shortened(&found.to_string()),
        expected: expected.into(),
    })
}

/// What was found, cut short: plain notation of 1e300 has 300 digits.
pub(crate) fn shortened(found: &str) -> String {
    match found.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &found[..end]),
        None => found.to_owned(),
    }
}

/// An error unless `value` is from 0 to 1.
pub(crate) fn probability(key: &str, value: f64) -> Result<(), ConfigError> {
    let holds = (0.0..=1.0).contains(&value);
    require(key, value, holds, "a number from 0 to 1")
}
