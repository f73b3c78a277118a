//! What can be typed for an argument, where several commands take it.

use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use warri_engine::{Side, Variant};

/// The rules.
pub(super) fn variant() -> impl TypedValueParser<Value = Variant> {
    PossibleValuesParser::new(Variant::ALL.map(Variant::name)).try_map(|name| name.parse())
}

/// A side of the board.
pub(super) fn side() -> impl TypedValueParser<Value = Side> {
    PossibleValuesParser::new(["south", "north"]).map(|name| match name.as_str() {
        "south" => Side::South,
        _ => Side::North,
    })
}

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
