//! The variants of the game and what they differ in.

use std::fmt;
use std::str::FromStr;

/// A variant of the rules. The variants agree on everything but the grand
/// slam and the seeds that are left on the board at the end.
///
/// ```
/// use warri_engine::Variant;
/// assert_eq!(Variant::default(), Variant::Speightstown);
/// assert_eq!("abapa".parse(), Ok(Variant::Abapa));
/// assert!("awari".parse::<Variant>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Variant {
    /// Barbados Warri as in Speightstown: a grand slam captures, and a player
    /// left without a move hands the board to the player whose row is empty.
    #[default]
    Speightstown,
    /// Barbados Warri as in Bridgetown: a grand slam captures, and what is
    /// left at the end is split.
    Bridgetown,
    /// The oware of tournaments: a grand slam captures nothing, and each
    /// player keeps what is left in the own row.
    Abapa,
}

impl Variant {
    /// Every variant.
    pub const ALL: [Variant; 3] = [Variant::Speightstown, Variant::Bridgetown, Variant::Abapa];

    /// The name in lower case, as it stands in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Speightstown => "speightstown",
            Variant::Bridgetown => "bridgetown",
            Variant::Abapa => "abapa",
        }
    }

    /// Whether a capture of all the opponent's seeds captures nothing instead.
    #[inline]
    pub const fn voids_grand_slam(self) -> bool {
        matches!(self, Variant::Abapa)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text names no variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("variant `{0}` is unknown: expected speightstown, bridgetown or abapa")]
pub struct UnknownVariant(pub String);

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(text: &str) -> Result<Variant, UnknownVariant> {
        Variant::ALL
            .into_iter()
            .find(|variant| variant.name() == text)
            .ok_or_else(|| UnknownVariant(text.to_owned()))
    }
}
