//! Search depth.

use std::fmt;
use std::str::FromStr;

/// A search depth in plies, 1 to 20.
///
/// ```
/// use warri_engine::Depth;
/// assert_eq!("3".parse::<Depth>()?.plies(), 3);
/// assert!(Depth::new(21).is_err());
/// # Ok::<(), warri_engine::DepthError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "i64", into = "i64"))]
pub struct Depth(u8);

impl Depth {
    /// The deepest search.
    pub const MAX: u8 = 20;

    /// A depth of this many plies.
    ///
    /// # Errors
    /// For a number that is not from 1 to 20.
    pub fn new(plies: i64) -> Result<Depth, DepthError> {
        u8::try_from(plies)
            .ok()
            .filter(|plies| (1..=Depth::MAX).contains(plies))
            .map(Depth)
            .ok_or_else(|| DepthError(plies.to_string()))
    }

    /// The number of plies.
    #[inline]
    pub const fn plies(self) -> u8 {
        self.0
    }
}

/// A depth that no search has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("depth `{0}`: expected a whole number from 1 to {max}", max = Depth::MAX)]
pub struct DepthError(pub String);

impl FromStr for Depth {
    type Err = DepthError;

    fn from_str(text: &str) -> Result<Depth, DepthError> {
        text.parse()
            .map_err(|_| DepthError(text.to_owned()))
            .and_then(Depth::new)
    }
}

impl TryFrom<i64> for Depth {
    type Error = DepthError;

    fn try_from(plies: i64) -> Result<Depth, DepthError> {
        Depth::new(plies)
    }
}

impl From<Depth> for i64 {
    fn from(depth: Depth) -> i64 {
        depth.0.into()
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
