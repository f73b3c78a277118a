//! Seeds in TOML, for `#[serde(with)]`: its numbers end at 2⁶³ − 1, so greater
//! seeds are texts.

use serde::{Deserialize, Deserializer, Serializer};

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected a seed, a whole number from 0 to 18446744073709551615 (in quotes if above 9223372036854775807)"
)]
enum Form {
    Number(u64),
    Text(String),
}

/// Writes a number, or a text above what TOML can hold.
pub fn serialize<S: Serializer>(seed: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    match i64::try_from(*seed) {
        Ok(number) => serializer.serialize_i64(number),
        Err(_) => serializer.serialize_str(&seed.to_string()),
    }
}

/// Reads either.
///
/// # Errors
/// For anything else.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    match Form::deserialize(deserializer)? {
        Form::Number(seed) => Ok(seed),
        Form::Text(text) => text.parse().map_err(|_| {
            serde::de::Error::custom(format!(
                "seed {text:?}: expected a whole number from 0 to 18446744073709551615"
            ))
        }),
    }
}
