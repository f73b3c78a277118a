//! Terms (a feature, whose it is, its sign) and the sets they form.

use std::fmt;
use std::str::FromStr;

use crate::{FEATURES, Feature, Row};

/// Whose count a term takes. Both players are those of the evaluation: the
/// searching player and its opponent, whoever is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whose {
    /// The searching player's.
    Own,
    /// The opponent's.
    Opponent,
    /// The searching player's less the opponent's.
    Net,
}

impl Whose {
    const ALL: [Whose; 3] = [Whose::Own, Whose::Opponent, Whose::Net];

    const fn prefix(self) -> &'static str {
        match self {
            Whose::Own => "own",
            Whose::Opponent => "opponent",
            Whose::Net => "net",
        }
    }
}

/// One term of an evaluation: a feature of the searching player, of its
/// opponent, or the difference, counted for or against.
///
/// Its text form is `own_`, `opponent_` or `net_` before the feature's name,
/// with a leading `-` where it counts against:
///
/// ```
/// use warri_engine::Term;
/// let term: Term = "-opponent_store".parse()?;
/// assert_eq!((term.feature().name, term.sign(), term.name()), ("store", -1, "opponent_store".into()));
/// assert!("own_stor".parse::<Term>().is_err());
/// # Ok::<(), warri_engine::FeatureSetError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Term {
    /// Index in [`FEATURES`].
    pub(crate) feature: usize,
    pub(crate) whose: Whose,
    negative: bool,
}

impl Term {
    /// Every term there is, without those that count against.
    pub fn all() -> impl Iterator<Item = Term> {
        let of = |feature| {
            Whose::ALL.map(|whose| Term {
                feature,
                whose,
                negative: false,
            })
        };
        (0..FEATURES.len()).flat_map(of)
    }

    /// The feature that is counted.
    pub fn feature(&self) -> &'static Feature {
        &FEATURES[self.feature]
    }

    /// Whose count it is.
    pub fn whose(&self) -> Whose {
        self.whose
    }

    /// +1 or −1; a weight is multiplied by it.
    pub fn sign(&self) -> i32 {
        if self.negative { -1 } else { 1 }
    }

    /// The count for the player whose row comes first, without the sign; that
    /// of a net term may be below 0.
    ///
    /// ```
    /// use warri_engine::{Position, Side, Term};
    /// let position: Position = "1,0,0,0,0,0/0,2,0,0,0,0 20-25 N".parse()?;
    /// let [south, north] = Side::ALL.map(|side| position.row(side));
    /// let count = |term: &str| Ok::<i32, Box<dyn std::error::Error>>(term.parse::<Term>()?.count(south, north));
    /// assert_eq!((count("own_store")?, count("-opponent_store")?, count("net_store")?), (20, 25, -5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(&self, own: Row, opponent: Row) -> i32 {
        let of = |row, other| i32::from(self.feature().count(row, other));
        match self.whose {
            Whose::Own => of(own, opponent),
            Whose::Opponent => of(opponent, own),
            Whose::Net => of(own, opponent) - of(opponent, own),
        }
    }

    /// The name without the sign, which is the name of the term's weight.
    pub fn name(&self) -> String {
        format!("{}_{}", self.whose.prefix(), self.feature().name)
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.negative { "-" } else { "" };
        write!(f, "{sign}{}", self.name())
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A feature set that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FeatureSetError {
    /// No set has this name.
    #[error("feature set `{0}` is unknown: expected {names} or a list of terms", names = set_names())]
    UnknownSet(String),
    /// The text is no term.
    #[error(
        "term `{0}` is unknown: expected own_, opponent_ or net_ and a feature ({names}), with - before it for a penalty",
        names = feature_names()
    )]
    UnknownTerm(String),
    /// The same count stands in the list twice.
    #[error("term `{0}` stands in the list twice")]
    Duplicate(String),
    /// A list without terms.
    #[error("the list of terms is empty: expected at least one")]
    Empty,
}

fn set_names() -> String {
    SETS.iter()
        .map(|set| set.name)
        .collect::<Vec<_>>()
        .join(", ")
}

fn feature_names() -> String {
    FEATURES
        .iter()
        .map(|feature| feature.name)
        .collect::<Vec<_>>()
        .join(", ")
}

impl FromStr for Term {
    type Err = FeatureSetError;

    fn from_str(text: &str) -> Result<Term, FeatureSetError> {
        let (name, negative) = match text.strip_prefix('-') {
            Some(name) => (name, true),
            None => (text, false),
        };
        Whose::ALL
            .into_iter()
            .find_map(|whose| {
                let name = name.strip_prefix(whose.prefix())?.strip_prefix('_')?;
                let feature = FEATURES.iter().position(|feature| feature.name == name)?;
                Some(Term {
                    feature,
                    whose,
                    negative,
                })
            })
            .ok_or_else(|| FeatureSetError::UnknownTerm(text.to_owned()))
    }
}

/// A feature set with a name.
#[derive(Debug)]
pub struct NamedSet {
    /// Name in configs and bot files.
    pub name: &'static str,
    /// Meaning in one line, with what is our choice in it.
    pub meaning: &'static str,
    /// Where it is described.
    pub source: &'static str,
    /// The terms' text forms.
    pub terms: &'static [&'static str],
}

/// Every named feature set.
pub static SETS: &[NamedSet] = &[
    NamedSet {
        name: "material",
        meaning: "own store less the opponent's",
        source: "common practice",
        terms: &["net_store"],
    },
    NamedSet {
        name: "daoud2004",
        meaning: "the twelve features a1 to a12; the source prints no signs, here the \
                  opponent's terms and one's own empty houses are penalties",
        source: "Daoud, Kharma, Haidar, Popoola 2004",
        terms: &[
            "-opponent_captures_2",
            "-opponent_captures_3",
            "own_captures_2",
            "own_captures_3",
            "-opponent_reach",
            "own_reach",
            "-opponent_over_twelve",
            "own_over_twelve",
            "-opponent_store",
            "own_store",
            "-opponent_empty",
            "-own_empty",
        ],
    },
    NamedSet {
        name: "davis-kendall2002",
        meaning: "houses vulnerable to a capture of 2 and of 3, and both stores, as quoted \
                  by Daoud et al.; taking both players' houses, and the signs, are ours",
        source: "Davis & Kendall 2002",
        terms: &[
            "-own_vulnerable_2",
            "-own_vulnerable_3",
            "opponent_vulnerable_2",
            "opponent_vulnerable_3",
            "own_store",
            "-opponent_store",
        ],
    },
    NamedSet {
        name: "divilly2013",
        meaning: "six heuristics: hoard in one house, keep seeds, mobility, own store, play \
                  from the house nearest the opponent, keep the opponent's store low",
        source: "Divilly, O'Riordan, Hill 2013",
        terms: &[
            "own_hoard",
            "own_seeds",
            "own_mobility",
            "own_store",
            "-own_nearest",
            "-opponent_store",
        ],
    },
    NamedSet {
        name: "rijswijck2000",
        meaning: "differences in mobility, safety, attack, seeds and store",
        source: "van Rijswijck 2000",
        terms: &[
            "net_mobility",
            "net_safety",
            "net_attack",
            "net_seeds",
            "net_store",
        ],
    },
];

/// The terms of an evaluation, in order: a named set or a list of one's own.
///
/// ```
/// use warri_engine::FeatureSet;
/// let published = FeatureSet::named("daoud2004")?;
/// assert_eq!(published.terms().len(), 12);
/// let mine = FeatureSet::from_terms(&["net_store", "-own_nearest"])?;
/// assert_eq!(mine.name(), None);
/// # Ok::<(), warri_engine::FeatureSetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "SetForm", into = "SetForm"))]
pub struct FeatureSet {
    terms: Vec<Term>,
}

impl FeatureSet {
    /// The set of [`SETS`] with this name.
    ///
    /// # Errors
    /// [`FeatureSetError::UnknownSet`] lists the names.
    pub fn named(name: &str) -> Result<FeatureSet, FeatureSetError> {
        let set = SETS
            .iter()
            .find(|set| set.name == name)
            .ok_or_else(|| FeatureSetError::UnknownSet(name.to_owned()))?;
        FeatureSet::from_terms(set.terms)
    }

    /// A set of one's own, from its terms' text forms.
    ///
    /// # Errors
    /// For no terms, an unknown one, or one that stands there twice.
    pub fn from_terms<T: AsRef<str>>(terms: &[T]) -> Result<FeatureSet, FeatureSetError> {
        if terms.is_empty() {
            return Err(FeatureSetError::Empty);
        }
        let mut set = FeatureSet {
            terms: Vec::with_capacity(terms.len()),
        };
        for text in terms {
            let term: Term = text.as_ref().parse()?;
            if set.terms.iter().any(|other| other.name() == term.name()) {
                return Err(FeatureSetError::Duplicate(term.name()));
            }
            set.terms.push(term);
        }
        Ok(set)
    }

    /// The name of the set of [`SETS`] with these terms, if there is one.
    pub fn name(&self) -> Option<&'static str> {
        let same = |set: &&NamedSet| {
            let texts = self.terms.iter().map(Term::to_string);
            texts.eq(set.terms.iter().copied())
        };
        SETS.iter().find(same).map(|set| set.name)
    }

    /// The terms, in the order of their weights.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }
}

/// How a feature set stands in a file: a name or a list of terms.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(
    untagged,
    expecting = "expected the name of a feature set or a list of terms"
)]
enum SetForm {
    Name(String),
    Terms(Vec<String>),
}

#[cfg(feature = "serde")]
impl TryFrom<SetForm> for FeatureSet {
    type Error = FeatureSetError;

    fn try_from(form: SetForm) -> Result<FeatureSet, FeatureSetError> {
        match form {
            SetForm::Name(name) => FeatureSet::named(&name),
            SetForm::Terms(terms) => FeatureSet::from_terms(&terms),
        }
    }
}

#[cfg(feature = "serde")]
impl From<FeatureSet> for SetForm {
    fn from(set: FeatureSet) -> SetForm {
        match set.name() {
            Some(name) => SetForm::Name(name.to_owned()),
            None => SetForm::Terms(set.terms.iter().map(Term::to_string).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_set_stands() {
        for set in SETS {
            let built = FeatureSet::named(set.name).unwrap();
            let texts: Vec<String> = built.terms().iter().map(Term::to_string).collect();
            assert_eq!(texts, set.terms);
        }
    }

    #[test]
    fn bad_lists_are_refused() {
        let error = |terms: &[&str]| FeatureSet::from_terms(terms).unwrap_err();
        assert_eq!(error(&[]), FeatureSetError::Empty);
        assert_eq!(
            error(&["own_store", "-own_store"]),
            FeatureSetError::Duplicate("own_store".into())
        );
        assert_eq!(
            error(&["store"]),
            FeatureSetError::UnknownTerm("store".into())
        );
        assert!(FeatureSet::named("daoud").is_err());
    }
}
