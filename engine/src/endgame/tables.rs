//! What solved positions say of a game.

use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;

use super::layer::Layer;
use super::{PlainSolver, solver};
use crate::board::Board;
use crate::{House, Outcome, Position, Side, Variant};

/// The exact values of all positions with up to so many seeds on the board.
///
/// ```
/// use warri_engine::endgame::Endgames;
/// use warri_engine::{Outcome, Position, Variant};
/// let mut endgames = Endgames::new(Variant::Speightstown);
/// for _ in 0..=3 {
///     endgames.solve(|_| ());
/// }
/// // E would feed, F captures two: 25 seeds and the game.
/// let position: Position = "0,0,0,0,0,1/1,0,0,0,0,1 23-22 S".parse()?;
/// assert_eq!(endgames.outcome(&position), Some(Outcome::South));
/// let best = endgames.best(&position).expect("a move");
/// assert_eq!(best.letter(position.to_move()), 'F');
/// # Ok::<(), warri_engine::PositionError>(())
/// ```
pub struct Endgames {
    variant: Variant,
    /// Each may be shared with others that go as far or further.
    layers: Vec<Arc<Layer>>,
}

/// What both sides can be sure of, of the seeds on the board: each has a way of
/// playing that ends with at least so many of them, whatever the other does.
/// Together they may be fewer than all, where neither can force the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guarantees {
    /// Of the side to move.
    pub own: u8,
    /// Of its opponent.
    pub other: u8,
}

/// A move in a solved position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolvedMove {
    /// The house that is sown.
    pub house: House,
    /// Who wins after it, if both play well.
    pub outcome: Outcome,
    /// Seeds that the side that moves is sure to end with after it, its store
    /// included.
    pub own: u8,
    /// Seeds that its opponent is sure to end with.
    pub other: u8,
    /// Seeds on the board after it.
    pub left: u8,
    /// If the side that moves has to force what it is sure of: within how many
    /// plies the seeds on the board become fewer, or the game ends, if it goes
    /// on so. 0 if circling is enough or the game is over; 255 stands for more
    /// as well.
    pub progress: u8,
}

/// A layer that does not follow on those that are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the layer has {found} seeds and is of {variant}: expected {expected} of {wanted}")]
pub struct WrongLayer {
    found: u8,
    variant: Variant,
    expected: usize,
    wanted: Variant,
}

impl fmt::Debug for Endgames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Endgames({}, {} layers)",
            self.variant,
            self.layers.len()
        )
    }
}

impl Endgames {
    /// None yet, not even with an empty board.
    pub fn new(variant: Variant) -> Endgames {
        Endgames {
            variant,
            layers: Vec::new(),
        }
    }

    /// All with up to `seeds` seeds, solved on the current rayon pool.
    pub fn solved(variant: Variant, seeds: u8) -> Endgames {
        let mut endgames = Endgames::new(variant);
        for _ in 0..=seeds {
            endgames.solve(|_| ());
        }
        endgames
    }

    /// Solves one more layer on the current rayon pool; `each` hears of every
    /// round.
    pub fn solve(&mut self, each: impl FnMut(u32)) -> &Layer {
        let layer = solver::solve(self.variant, &self.layers, each);
        self.layers.push(Arc::new(layer));
        self.layers.last().expect("the layer just solved")
    }

    /// Adds one more layer.
    ///
    /// # Errors
    /// If it is not the next, or of another variant.
    pub fn push(&mut self, layer: Layer) -> Result<(), WrongLayer> {
        let expected = self.layers.len();
        if usize::from(layer.seeds()) != expected || layer.variant() != self.variant {
            return Err(WrongLayer {
                found: layer.seeds(),
                variant: layer.variant(),
                expected,
                wanted: self.variant,
            });
        }
        self.layers.push(Arc::new(layer));
        Ok(())
    }

    /// The same with up to `seeds` seeds, or as many as there are. No layer is
    /// copied: both have it, and it is there once.
    pub fn up_to(&self, seeds: u8) -> Endgames {
        let layers = self.layers.iter().take(usize::from(seeds) + 1);
        Endgames {
            variant: self.variant,
            layers: layers.cloned().collect(),
        }
    }

    /// Forgets the progress of all layers that are shared with nobody, see
    /// [`Layer::forget_progress`].
    pub fn forget_progress(&mut self) {
        let own = self.layers.iter_mut().filter_map(Arc::get_mut);
        own.for_each(Layer::forget_progress);
    }

    /// The rules by which all were solved.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The layers, from no seeds on.
    pub fn layers(&self) -> &[Arc<Layer>] {
        &self.layers
    }

    /// Compares the last layer with what a plain solver found; the number of
    /// positions where they differ.
    pub fn differences(&self, plain: &PlainSolver) -> usize {
        let differs = |&(board, values): &(Board, Guarantees)| {
            let layer = self.layers.get(usize::from(seeds_of(board)));
            layer.is_none_or(|layer| layer.guarantees(board) != values)
        };
        plain.last().filter(differs).count()
    }

    /// Whether `position` has few enough seeds on the board.
    #[inline]
    pub fn know(&self, position: &Position) -> bool {
        usize::from(seeds_of(position.board)) < self.layers.len()
    }

    /// What both sides can be sure of in `position`; `None` if it has more seeds
    /// on the board than were solved.
    #[inline]
    pub fn guarantees(&self, position: &Position) -> Option<Guarantees> {
        self.on(position.board)
    }

    /// The same for a board.
    #[inline]
    pub(crate) fn on(&self, board: Board) -> Option<Guarantees> {
        let layer = self.layers.get(usize::from(seeds_of(board)))?;
        Some(layer.guarantees(board))
    }

    /// Who wins if both play well; `None` if the position has more seeds on the
    /// board than were solved.
    ///
    /// For Speightstown this is exact, unless a position from before is still
    /// to be repeated. For Bridgetown and Abapa it is exact but for the seeds
    /// that a cycle leaves to the moment at which it is stopped: there a player
    /// counts on half of them, rounded down, or on none.
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        let Guarantees { own, other } = self.guarantees(position)?;
        let board = position.board;
        let wins = |seeds: u8| seeds >= position.majority();
        Some(if wins(board.own.store() + own) {
            won_by(position.to_move())
        } else if wins(board.other.store() + other) {
            won_by(position.to_move().opponent())
        } else {
            Outcome::Draw
        })
    }

    /// The legal moves of a solved position, in sowing order.
    pub fn moves(&self, position: &Position) -> Option<Vec<SolvedMove>> {
        self.know(position).then(|| {
            let moves = position.legal().iter();
            moves
                .filter_map(|house| self.after(position, house))
                .collect()
        })
    }

    fn after(&self, position: &Position, house: House) -> Option<SolvedMove> {
        let after = position.play_legal(house, self.variant);
        let board = after.board;
        let layer = self.layers.get(usize::from(seeds_of(board)))?;
        // The side that moved is the other one now.
        let Guarantees { own, other } = layer.guarantees(board);
        Some(SolvedMove {
            house,
            outcome: self.outcome(&after)?,
            own: board.other.store() + other,
            other: board.own.store() + own,
            left: layer.seeds(),
            progress: layer.progress(board).other,
        })
    }

    /// The best move: the best result, then the most seeds to be sure of; of
    /// these the fewest seeds on the board, and the soonest progress, so that a
    /// win is come to and not only kept: circling for ever would do that as
    /// well; of these the fewest seeds for the opponent; and of these the first.
    /// Where a draw has to be held, the seeds that a side could be sure of may
    /// stay on the board. `None` if there is no legal move, or if the position
    /// has more seeds on the board than were solved.
    pub fn best(&self, position: &Position) -> Option<House> {
        let side = position.to_move();
        let moves = self.moves(position)?.into_iter();
        // Of equals the first, so from the last on.
        let best = moves.rev().max_by_key(|one| {
            (
                one.outcome.points(side),
                one.own,
                Reverse((one.left, one.progress)),
                Reverse(one.other),
            )
        });
        Some(best?.house)
    }
}

#[inline]
fn seeds_of(board: Board) -> u8 {
    board.own.seeds() + board.other.seeds()
}

fn won_by(side: Side) -> Outcome {
    match side {
        Side::South => Outcome::South,
        Side::North => Outcome::North,
    }
}
