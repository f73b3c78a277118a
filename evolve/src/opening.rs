//! Openings: seeded random plies from which games start.

use std::collections::HashSet;

use warri_engine::{Game, House, Position, Side, Variant, format_moves};

use crate::Stream;

/// Fewest random plies of an opening: with fewer, openings are hardly
/// different.
pub const MIN_OPENING_PLIES: u32 = 6;

/// A game that began with random moves, ready to be played on.
#[derive(Clone, Debug)]
pub struct Opening(Game);

impl Opening {
    /// The game after the opening's moves.
    pub fn game(&self) -> &Game {
        &self.0
    }

    /// The position from which the players go on.
    pub fn position(&self) -> &Position {
        self.0.position()
    }

    /// The moves as a game record.
    pub fn record(&self) -> String {
        format_moves(self.0.moves(), Side::South)
    }
}

/// There are not as many different openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "only {found} different openings of {plies} plies were found, {wanted} are needed: expected fewer openings or more plies"
)]
pub struct TooFewOpenings {
    /// Openings found.
    pub found: usize,
    /// Openings asked for.
    pub wanted: usize,
    /// Plies of each.
    pub plies: u32,
}

/// Random draws in a row without a new position after which we give up.
const PATIENCE: u32 = 10_000;

/// Draws `count` openings of `plies` random plies, no two of which reach the
/// same position and none a position of `excluded`.
///
/// # Errors
/// [`TooFewOpenings`] if so many are not found.
pub fn draw_openings(
    count: usize,
    plies: u32,
    variant: Variant,
    ply_cap: u32,
    excluded: &HashSet<Position>,
    stream: &mut Stream,
) -> Result<Vec<Opening>, TooFewOpenings> {
    let mut openings = Vec::new();
    let mut seen = HashSet::new();
    let mut misses = 0;
    while openings.len() < count {
        let game = random_game(plies, variant, ply_cap, stream);
        let position = *game.position();
        if game.end().is_none() && !excluded.contains(&position) && seen.insert(position) {
            openings.push(Opening(game));
            misses = 0;
        } else {
            misses += 1;
            if misses == PATIENCE {
                return Err(TooFewOpenings {
                    found: openings.len(),
                    wanted: count,
                    plies,
                });
            }
        }
    }
    Ok(openings)
}

/// A game of `plies` random moves, or shorter if it ends before.
fn random_game(plies: u32, variant: Variant, ply_cap: u32, stream: &mut Stream) -> Game {
    let mut game = Game::new(variant).with_ply_cap(ply_cap);
    for _ in 0..plies {
        let legal: Vec<House> = game.legal().iter().collect();
        if legal.is_empty() {
            break;
        }
        let house = legal[stream.below(legal.len())];
        game.play(house).expect("a legal move");
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Purpose;

    fn draw(
        count: usize,
        plies: u32,
        seed: u64,
        excluded: &HashSet<Position>,
    ) -> Result<Vec<Opening>, TooFewOpenings> {
        let mut stream = Stream::new(seed, Purpose::TestOpenings, &[]);
        draw_openings(
            count,
            plies,
            Variant::Speightstown,
            1000,
            excluded,
            &mut stream,
        )
    }

    fn positions(openings: &[Opening]) -> HashSet<Position> {
        openings.iter().map(|opening| *opening.position()).collect()
    }

    #[test]
    fn openings_are_distinct_and_avoid_the_excluded() {
        let first = positions(&draw(100, 6, 1, &HashSet::new()).unwrap());
        assert_eq!(first.len(), 100);
        let second = positions(&draw(100, 6, 1, &first).unwrap());
        assert!(first.is_disjoint(&second));
    }

    // pitfall 4
    #[test]
    fn adjacent_seeds_give_unrelated_openings() {
        let books: Vec<HashSet<Position>> = (0..4)
            .map(|seed| positions(&draw(50, 10, seed, &HashSet::new()).unwrap()))
            .collect();
        for (index, book) in books.iter().enumerate() {
            for other in &books[index + 1..] {
                assert!(book.intersection(other).count() <= 1);
            }
        }
    }

    // pitfall 23
    #[test]
    fn a_book_that_cannot_be_is_an_error_not_a_hang() {
        assert_eq!(draw(6, 1, 1, &HashSet::new()).unwrap().len(), 6);
        let error = draw(7, 1, 1, &HashSet::new()).unwrap_err();
        assert_eq!(
            error,
            TooFewOpenings {
                found: 6,
                wanted: 7,
                plies: 1
            }
        );
        assert!(draw(0, 6, 1, &HashSet::new()).unwrap().is_empty());
    }
}
