//! What can be typed for an argument, where several commands take it.

use std::str::FromStr;

/// A seed.
pub(super) fn seed(text: &str) -> Result<u64, String> {
    let expected = format!("expected a whole number from 0 to {}", u64::MAX);
    text.parse().map_err(|_| expected)
}

/// A number of things.
pub(super) fn count<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| "expected a whole number, not negative and not too large".to_owned())
}
