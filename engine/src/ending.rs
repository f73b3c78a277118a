//! How a game ends: the reason, the seeds left on the board, the result.

use std::fmt;

use crate::{Position, Row, Side, Variant};

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Reason {
    /// A store holds more than half of all seeds.
    Majority,
    /// The side to move has an empty row.
    Starved,
    /// The side to move has seeds, but the opponent's row is empty and out of
    /// reach.
    CannotFeed,
    /// The houses and the side to move are as they were earlier since the last
    /// capture.
    Cycle,
    /// The game reached the ply cap of a match; no rule of the game.
    PlyCap,
}

impl Reason {
    /// The name in lower case, as it stands in files.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Majority => "majority",
            Reason::Starved => "starved",
            Reason::CannotFeed => "cannot-feed",
            Reason::Cycle => "cycle",
            Reason::PlyCap => "ply-cap",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Who won a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Outcome {
    /// South has a majority.
    South,
    /// North has a majority.
    North,
    /// Nobody has a majority.
    Draw,
}

impl Outcome {
    /// The name in lower case, as it stands in files.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::South => "south",
            Outcome::North => "north",
            Outcome::Draw => "draw",
        }
    }

    /// The winner; `None` for a draw.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Outcome::South => Some(Side::South),
            Outcome::North => Some(Side::North),
            Outcome::Draw => None,
        }
    }
}

impl Outcome {
    /// What it is worth to `side`: 2 for a win, 1 for a draw.
    pub fn points(self, side: Side) -> u8 {
        match self.winner() {
            Some(winner) => 2 * u8::from(winner == side),
            None => 1,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct End {
    /// Why the game is over.
    pub reason: Reason,
    /// South's and North's seeds after the board was divided; together they
    /// may be fewer than all, as some endings leave seeds uncounted.
    pub seeds: [u8; 2],
    /// Who won.
    pub outcome: Outcome,
}

impl End {
    /// The end of a game that stops in `position` for `reason`.
    pub fn new(position: &Position, variant: Variant, reason: Reason) -> End {
        let (own, other) = divide(position.board.own, position.board.other, variant, reason);
        let mover = position.to_move();
        let mut seeds = [0; 2];
        seeds[mover.index()] = own;
        seeds[mover.opponent().index()] = other;
        let wins = |side: Side| seeds[side.index()] >= position.majority();
        let outcome = if wins(Side::South) {
            Outcome::South
        } else if wins(Side::North) {
            Outcome::North
        } else {
            Outcome::Draw
        };
        End {
            reason,
            seeds,
            outcome,
        }
    }
}

/// The seeds that both players end with: their stores, and what the variant
/// gives them of the seeds left in the rows.
pub(crate) fn divide(own: Row, other: Row, variant: Variant, reason: Reason) -> (u8, u8) {
    let stuck = matches!(reason, Reason::Starved | Reason::CannotFeed);
    let (to_own, to_other) = match variant {
        Variant::Speightstown if stuck => to_the_deprived(own, other),
        Variant::Speightstown => (0, 0),
        Variant::Bridgetown => split(own, other),
        Variant::Abapa => (own.seeds(), other.seeds()),
    };
    (own.store() + to_own, other.store() + to_other)
}

/// All to the player whose row is empty.
fn to_the_deprived(own: Row, other: Row) -> (u8, u8) {
    if own.is_empty() {
        (other.seeds(), 0)
    } else {
        (0, own.seeds())
    }
}

/// Half each; an odd seed to the player whose row holds more.
fn split(own: Row, other: Row) -> (u8, u8) {
    let left = own.seeds() + other.seeds();
    let (more, less) = (left.div_ceil(2), left / 2);
    if own.seeds() > other.seeds() {
        (more, less)
    } else {
        (less, more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeds(position: &str, variant: Variant, reason: Reason) -> [u8; 2] {
        End::new(&position.parse().unwrap(), variant, reason).seeds
    }

    #[test]
    fn variants_divide_what_is_left_as_the_rules_say() {
        // North is starved and claims South's three seeds under Speightstown.
        let starved = "1,1,1,0,0,0/0,0,0,0,0,0 23-22 N";
        let divided = |variant| seeds(starved, variant, Reason::Starved);
        assert_eq!(divided(Variant::Speightstown), [23, 25]);
        assert_eq!(divided(Variant::Bridgetown), [25, 23]);
        assert_eq!(divided(Variant::Abapa), [26, 22]);
        // South cannot feed: North, whose row is empty, claims the seeds.
        let cannot_feed = "1,1,0,0,0,0/0,0,0,0,0,0 23-23 S";
        let divided = |variant| seeds(cannot_feed, variant, Reason::CannotFeed);
        assert_eq!(divided(Variant::Speightstown), [23, 25]);
        assert_eq!(divided(Variant::Bridgetown), [24, 24]);
        assert_eq!(divided(Variant::Abapa), [25, 23]);
        // The odd seed goes to the longer row, whoever is to move.
        let cycle = "1,0,0,0,0,0/1,1,0,0,0,0 22-23 S";
        let divided = |variant| seeds(cycle, variant, Reason::Cycle);
        assert_eq!(divided(Variant::Speightstown), [22, 23]);
        assert_eq!(divided(Variant::Bridgetown), [23, 25]);
        assert_eq!(divided(Variant::Abapa), [23, 25]);
    }
}
