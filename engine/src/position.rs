//! Valid positions, and the raw input that becomes one.

use std::fmt;

use crate::board::Board;
use crate::{HOUSES, House, Houses, Reason, Row, Side, Variant};

/// Seeds in a real game.
pub const SEEDS: u8 = 48;

/// A position as it comes from outside: any numbers, nothing checked.
///
/// ```
/// use warri_engine::{Position, RawPosition, Side};
/// let raw = RawPosition {
///     houses: [[4; 6]; 2],
///     stores: [0, 0],
///     to_move: Side::South,
/// };
/// assert_eq!(Position::try_from(raw), Ok(Position::START));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawPosition {
    /// Seeds in each house in sowing order, South's row first.
    pub houses: [[u8; HOUSES]; 2],
    /// South's and North's store.
    pub stores: [u8; 2],
    /// Whose turn it is.
    pub to_move: Side,
}

/// Board and stores hold more seeds than there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("board and stores hold {0} seeds: expected {SEEDS} or fewer")]
pub struct TooManySeeds(pub u32);

/// A move that the rules do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game is over.
    #[error("the game is over ({0})")]
    Finished(Reason),
    /// Nothing can be sown from an empty house.
    #[error("house {0} is empty")]
    Empty(char),
    /// The opponent's row is empty and this move leaves it so.
    #[error("house {0} does not feed {1}, whose row is empty")]
    Starves(char, Side),
}

/// A valid position: board, stores and the side to move, with at most 48
/// seeds in all. It knows no history, so no cycles: see [`crate::Game`].
///
/// Stored from the point of view of the side to move, two words for the rows
/// with their stores. A position's text form is described at its
/// [`FromStr`](#impl-FromStr-for-Position) implementation.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) board: Board,
    side: Side,
    total: u8,
}

impl Position {
    /// The start of a game: four seeds in each house, South to move.
    pub const START: Position = Position {
        board: Board {
            own: Row::from_word(0x0004_0404_0404_0400),
            other: Row::from_word(0x0004_0404_0404_0400),
        },
        side: Side::South,
        total: SEEDS,
    };

    /// A position with empty stores.
    pub(crate) fn of(board: Board, side: Side) -> Position {
        Position {
            board,
            side,
            total: board.own.seeds() + board.other.seeds(),
        }
    }

    /// Whose turn it is.
    #[inline]
    pub const fn to_move(&self) -> Side {
        self.side
    }

    /// `side`'s houses and store.
    #[inline]
    pub fn row(&self, side: Side) -> Row {
        if side == self.side {
            self.board.own
        } else {
            self.board.other
        }
    }

    /// Seeds on the board, in both rows.
    #[inline]
    pub const fn on_board(&self) -> u8 {
        self.board.own.seeds() + self.board.other.seeds()
    }

    /// Seeds in play: board and stores together. No move changes it.
    #[inline]
    pub const fn total(&self) -> u8 {
        self.total
    }

    /// The smallest store that wins: more than half of all seeds in play.
    #[inline]
    pub const fn majority(&self) -> u8 {
        self.total / 2 + 1
    }

    /// The legal moves; none if the game is over.
    ///
    /// ```
    /// use warri_engine::Position;
    /// let position: Position = "1,0,0,0,0,2/0,0,0,0,0,0 22-23 S".parse()?;
    /// assert_eq!(position.legal().iter().map(|house| house.index()).collect::<Vec<_>>(), [5]);
    /// # Ok::<(), warri_engine::PositionError>(())
    /// ```
    #[inline]
    pub fn legal(&self) -> Houses {
        if self.has_majority() {
            Houses::NONE
        } else {
            self.board.legal()
        }
    }

    /// The reason for which the game is over here, cycles and ply caps apart;
    /// `None` if the side to move has a legal move.
    pub fn end_reason(&self) -> Option<Reason> {
        if self.has_majority() {
            Some(Reason::Majority)
        } else if !self.board.legal().is_empty() {
            None
        } else if self.board.own.is_empty() {
            Some(Reason::Starved)
        } else {
            Some(Reason::CannotFeed)
        }
    }

    /// The position after the side to move sowed `house`.
    ///
    /// # Errors
    /// [`IllegalMove`] says which rule forbids it.
    #[inline]
    pub fn play(&self, house: House, variant: Variant) -> Result<Position, IllegalMove> {
        if self.legal().contains(house) {
            Ok(self.play_legal(house, variant))
        } else {
            Err(self.why_illegal(house))
        }
    }

    /// The position after `house`, which the caller took from
    /// [`Position::legal`].
    #[inline]
    pub(crate) fn play_legal(&self, house: House, variant: Variant) -> Position {
        Position {
            board: self.board.play(house, variant),
            side: self.side.opponent(),
            total: self.total,
        }
    }

    #[cold]
    pub(crate) fn why_illegal(&self, house: House) -> IllegalMove {
        match self.end_reason() {
            Some(reason) => IllegalMove::Finished(reason),
            None if self.board.own.house(house) == 0 => IllegalMove::Empty(house.letter(self.side)),
            None => IllegalMove::Starves(house.letter(self.side), self.side.opponent()),
        }
    }

    #[inline]
    fn has_majority(&self) -> bool {
        let most = self.board.own.store().max(self.board.other.store());
        most >= self.majority()
    }

    /// The board drawn as text: North's row above and reversed, the stores on
    /// their owners' right, and whose turn it is. Ends without a line break.
    ///
    /// ```
    /// let lines = [
    ///     "        f   e   d   c   b   a",
    ///     "[ 0]    4   4   4   4   4   4   North",
    ///     "        4   4   4   4   4   4   South  [ 0]",
    ///     "        A   B   C   D   E   F          South to move",
    /// ];
    /// assert_eq!(warri_engine::Position::START.draw(), lines.join("\n"));
    /// ```
    pub fn draw(&self) -> String {
        let line = |cells: Vec<String>| cells.concat();
        let letters = |side| House::ALL.map(|house| format!("{:>4}", house.letter(side)));
        let counts = |side| self.row(side).houses().map(|seeds| format!("{seeds:>4}"));
        let reversed = |cells: [String; HOUSES]| line(cells.into_iter().rev().collect());
        let north = self.row(Side::North).store();
        let south = self.row(Side::South).store();
        format!(
            "     {}\n[{north:>2}] {}   North\n     {}   South  [{south:>2}]\n     {}          {} to move",
            reversed(letters(Side::North)),
            reversed(counts(Side::North)),
            line(counts(Side::South).into()),
            line(letters(Side::South).into()),
            self.side,
        )
    }
}

impl TryFrom<RawPosition> for Position {
    type Error = TooManySeeds;

    fn try_from(raw: RawPosition) -> Result<Position, TooManySeeds> {
        let all = raw.houses.iter().flatten().chain(&raw.stores);
        let total: u32 = all.map(|&seeds| u32::from(seeds)).sum();
        let total = u8::try_from(total)
            .ok()
            .filter(|&total| total <= SEEDS)
            .ok_or(TooManySeeds(total))?;
        let row = |side: Side| Row::new(raw.houses[side.index()], raw.stores[side.index()]);
        Ok(Position {
            board: Board {
                own: row(raw.to_move),
                other: row(raw.to_move.opponent()),
            },
            side: raw.to_move,
            total,
        })
    }
}

impl From<Position> for RawPosition {
    fn from(position: Position) -> RawPosition {
        let rows = Side::ALL.map(|side| position.row(side));
        RawPosition {
            houses: rows.map(Row::houses),
            stores: rows.map(Row::store),
            to_move: position.side,
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn illegal_moves_say_which_rule_forbids_them() {
        let position: Position = "1,0,0,0,0,2/0,0,0,0,0,0 22-23 S".parse().unwrap();
        let play = |index| position.play(House::ALL[index], Variant::Speightstown);
        assert_eq!(play(1), Err(IllegalMove::Empty('B')));
        assert_eq!(play(0), Err(IllegalMove::Starves('A', Side::North)));
        let over: Position = "1,0,0,0,0,0/1,0,0,0,0,0 25-21 N".parse().unwrap();
        assert_eq!(
            over.play(House::ALL[0], Variant::Speightstown),
            Err(IllegalMove::Finished(Reason::Majority))
        );
    }

    #[test]
    fn forty_nine_seeds_are_refused() {
        let raw = RawPosition {
            houses: [[4; HOUSES]; 2],
            stores: [1, 0],
            to_move: Side::North,
        };
        assert_eq!(Position::try_from(raw), Err(TooManySeeds(49)));
    }

    #[test]
    fn a_majority_is_more_than_half_of_the_seeds_in_play() {
        let position: Position = "1,0,0,0,0,0/1,0,0,0,0,0 4-3 S".parse().unwrap();
        assert_eq!(position.majority(), 5);
        assert_eq!(position.end_reason(), None);
        let won: Position = "1,0,0,0,0,0/1,0,0,0,0,0 5-2 S".parse().unwrap();
        assert_eq!(won.end_reason(), Some(Reason::Majority));
        assert!(won.legal().is_empty());
    }
}
