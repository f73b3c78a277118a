//! The text forms of positions and moves.

use std::fmt;
use std::str::FromStr;

use crate::position::{RawPosition, TooManySeeds};
use crate::{HOUSES, House, Position, SEEDS, Side};

/// The form of a position, shown where one cannot be read.
const EXAMPLE: &str = "4,4,4,4,4,4/4,4,4,4,4,4 0-0 S";

/// A position's text that cannot be read, or that no position can have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The text is not made of board, stores and side.
    #[error(
        "position `{0}`: expected board, stores and side, separated by single spaces, as in `{EXAMPLE}`"
    )]
    Parts(String),
    /// The board is not made of two rows of six houses.
    #[error(
        "board `{0}`: expected South's six houses, a slash and North's six, as in `4,4,4,4,4,4/4,4,4,4,4,4`"
    )]
    Rows(String),
    /// A house or store does not hold a number of seeds.
    #[error("{place} holds `{found}`: expected a whole number from 0 to {SEEDS}")]
    Seeds {
        /// The house's letter, or whose store.
        place: String,
        /// What stands there.
        found: String,
    },
    /// The stores are not two numbers.
    #[error("stores `{0}`: expected South's and North's store, as in `0-0`")]
    Stores(String),
    /// The side to move is neither `S` nor `N`.
    #[error("side to move `{0}`: expected S or N")]
    Side(String),
    /// More than 48 seeds in all.
    #[error(transparent)]
    TooManySeeds(#[from] TooManySeeds),
}

/// Reads South's row, `/`, North's row (both in sowing order), a space,
/// South's store `-` North's store, a space and the side to move.
///
/// ```
/// use warri_engine::Position;
/// assert_eq!("4,4,4,4,4,4/4,4,4,4,4,4 0-0 S".parse(), Ok(Position::START));
/// let error = "4,4,4,4,4,4/4,4,300,4,4,4 0-0 S".parse::<Position>().unwrap_err();
/// assert_eq!(error.to_string(), "house c holds `300`: expected a whole number from 0 to 48");
/// ```
impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Position, PositionError> {
        let raw: RawPosition = text.parse()?;
        Ok(Position::try_from(raw)?)
    }
}

/// Reads the same form as a [`Position`] and checks only that form.
impl FromStr for RawPosition {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<RawPosition, PositionError> {
        let mut parts = text.split(' ');
        let (Some(board), Some(stores), Some(side), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(PositionError::Parts(text.to_owned()));
        };
        let no_rows = || PositionError::Rows(board.to_owned());
        let (south, north) = board.split_once('/').ok_or_else(no_rows)?;
        let row = |text: &str, side| -> Result<[u8; HOUSES], PositionError> {
            let cells: Vec<&str> = text.split(',').collect();
            let cells: [&str; HOUSES] = cells.try_into().map_err(|_| no_rows())?;
            let mut seeds = [0; HOUSES];
            for (house, cell) in House::ALL.into_iter().zip(cells) {
                let place = || format!("house {}", house.letter(side));
                seeds[house.index()] = parse_seeds(cell, place)?;
            }
            Ok(seeds)
        };
        let houses = [row(south, Side::South)?, row(north, Side::North)?];
        let (south, north) = stores
            .split_once('-')
            .ok_or_else(|| PositionError::Stores(stores.to_owned()))?;
        Ok(RawPosition {
            houses,
            stores: [
                parse_seeds(south, || "South's store".to_owned())?,
                parse_seeds(north, || "North's store".to_owned())?,
            ],
            to_move: match side {
                "S" => Side::South,
                "N" => Side::North,
                _ => return Err(PositionError::Side(side.to_owned())),
            },
        })
    }
}

fn parse_seeds(text: &str, place: impl Fn() -> String) -> Result<u8, PositionError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|&seeds| digits && seeds <= SEEDS)
        .ok_or_else(|| PositionError::Seeds {
            place: place(),
            found: text.to_owned(),
        })
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |side| {
            self.row(side)
                .houses()
                .map(|seeds| seeds.to_string())
                .join(",")
        };
        write!(
            f,
            "{}/{} {}-{} {}",
            row(Side::South),
            row(Side::North),
            self.row(Side::South).store(),
            self.row(Side::North).store(),
            match self.to_move() {
                Side::South => "S",
                Side::North => "N",
            },
        )
    }
}

/// A move in a game record that is no move at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number} is `{found}`: expected a house of {side}'s, {}", letters(*side))]
pub struct MoveError {
    /// Counted from 1, over both sides.
    pub number: usize,
    /// What stands there.
    pub found: char,
    /// Whose turn it is.
    pub side: Side,
}

fn letters(side: Side) -> &'static str {
    match side {
        Side::South => "A to F",
        Side::North => "a to f",
    }
}

/// Reads a game record, the letters of its moves one after another; `first`
/// has the first move and the sides alternate.
///
/// # Errors
/// [`MoveError`] names the first letter that is not a house of the side to
/// move. Whether the moves are legal is for [`crate::Game::play`] to say.
///
/// ```
/// use warri_engine::{Side, format_moves, parse_moves};
/// let moves = parse_moves("BaCa", Side::South)?;
/// assert_eq!(format_moves(&moves, Side::South), "BaCa");
/// let error = parse_moves("BaA!", Side::South).unwrap_err();
/// assert_eq!(error.to_string(), "move 4 is `!`: expected a house of North's, a to f");
/// # Ok::<(), warri_engine::MoveError>(())
/// ```
pub fn parse_moves(text: &str, first: Side) -> Result<Vec<House>, MoveError> {
    let turns = [first, first.opponent()].into_iter().cycle();
    text.chars()
        .zip(turns)
        .enumerate()
        .map(|(index, (found, side))| match House::from_letter(found) {
            Some((house, owner)) if owner == side => Ok(house),
            _ => Err(MoveError {
                number: index + 1,
                found,
                side,
            }),
        })
        .collect()
}

/// Writes a game record; the inverse of [`parse_moves`].
pub fn format_moves(moves: &[House], first: Side) -> String {
    let turns = [first, first.opponent()].into_iter().cycle();
    moves
        .iter()
        .zip(turns)
        .map(|(house, side)| house.letter(side))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_place() {
        let message = |text: &str| text.parse::<Position>().unwrap_err().to_string();
        assert!(message("").starts_with("position ``: expected board, stores and side"));
        assert!(
            message("4,4,4,4,4,4/4,4,4,4,4 0-0 S").starts_with("board `4,4,4,4,4,4/4,4,4,4,4`")
        );
        assert!(message("4,4,4,4,4,4 0-0 S").starts_with("board `4,4,4,4,4,4`"));
        assert!(message("4,-4,4,4,4,4/4,4,4,4,4,4 0-0 S").starts_with("house B holds `-4`"));
        assert!(message("4,+4,4,4,4,4/4,4,4,4,4,4 0-0 S").starts_with("house B holds `+4`"));
        assert!(message("4,4,4,4,4,4/4,4,4,4,4, 0-0 S").starts_with("house f holds ``"));
        assert!(message("4,4,4,4,4,4/4,4,4,4,4,4 0 S").starts_with("stores `0`"));
        assert!(message("4,4,4,4,4,4/4,4,4,4,4,4 0-x S").starts_with("North's store holds `x`"));
        assert!(message("4,4,4,4,4,4/4,4,4,4,4,4 0-0 s").starts_with("side to move `s`"));
        assert!(message("4,4,4,4,4,4/4,4,4,4,4,4 0-0  S").starts_with("position "));
        assert!(message("4,4,4,4,4,4/4,4,4,4,4,5 0-0 S").starts_with("board and stores hold 49"));
    }
}
