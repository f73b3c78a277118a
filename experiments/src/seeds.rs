//! The seeds of replicates: `FIRST-LAST`, as in `1-10`.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Replicates that one command may begin.
const MOST: u64 = 1000;

/// Seeds in a row, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Seeds {
    pub(crate) first: u64,
    pub(crate) last: u64,
}

impl Seeds {
    /// A seed by itself.
    pub(crate) fn one(seed: u64) -> Seeds {
        Seeds {
            first: seed,
            last: seed,
        }
    }

    /// Reads `FIRST-LAST`.
    pub(crate) fn parse(text: &str) -> Result<Seeds, String> {
        let expected = || format!("expected FIRST-LAST, as in 1-10, and at most {MOST} seeds");
        let (first, last) = text.split_once('-').ok_or_else(expected)?;
        let (first, last): (u64, u64) = first
            .parse()
            .and_then(|first| Ok((first, last.parse()?)))
            .map_err(|_| expected())?;
        if first > last || last - first >= MOST {
            return Err(expected());
        }
        Ok(Seeds { first, last })
    }

    /// All of them by size.
    pub(crate) fn iter(self) -> impl Iterator<Item = u64> + Clone {
        self.first..=self.last
    }

    /// How many they are.
    pub(crate) fn count(self) -> usize {
        (self.last - self.first) as usize + 1
    }
}

impl fmt::Display for Seeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.last)
    }
}

impl TryFrom<String> for Seeds {
    type Error = String;

    fn try_from(text: String) -> Result<Seeds, String> {
        Seeds::parse(&text).map_err(|expected| format!("seeds = {text:?}: {expected}"))
    }
}

impl From<Seeds> for String {
    fn from(seeds: Seeds) -> String {
        seeds.to_string()
    }
}
