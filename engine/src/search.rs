//! Alpha-beta search with the contract of plain minimax.

use std::ops::ControlFlow;

use crate::board::Board;
use crate::endgame::Endgames;
use crate::known::{Known, Nothing};
use crate::leaf::Leaf;
use crate::order::Order;
use crate::table::{Bound, Entry, Table};
use crate::weights::{ByParts, Parts, for_parts};
use crate::{Depth, Evaluation, House, Houses, Position, Reason, Score, Variant, WIN};

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The best move; of equals the first in sowing order.
    pub house: House,
    /// Its score for the side to move.
    pub score: Score,
    /// Positions entered, leaves included and the root not.
    pub nodes: u64,
}

/// [`Searcher::search`] by a searcher that is made for it.
///
/// ```
/// use warri_engine::*;
/// let position: Position = "0,0,0,0,0,1/1,0,2,1,1,1 20-21 S".parse()?;
/// let material = Evaluation::new(&FeatureSet::named("material")?, &[1.0])?;
/// let found = search(&position, Variant::Speightstown, Depth::new(1)?, &material, Houses::NONE);
/// let found = found.expect("the game goes on");
/// assert_eq!(found.house.letter(Side::South), 'F');
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search(
    position: &Position,
    variant: Variant,
    depth: Depth,
    evaluation: &Evaluation,
    repeating: Houses,
) -> Option<Found> {
    Searcher::default().search(position, variant, depth, evaluation, repeating)
}

/// Searches one position after the other, with memory that is kept for the
/// next: at most 24 MiB, and none for depths below 5.
#[derive(Debug, Default)]
pub struct Searcher {
    table: Table,
}

impl Searcher {
    /// The best move in `position` by a search to `depth`, or `None` if the
    /// game is over there.
    ///
    /// A pure function of its arguments, whatever was searched before, with
    /// the move and score of plain minimax: positions at `depth` are scored by
    /// `evaluation` from the view of the side to move at the root, ends by
    /// their result, a near win before a far one. `repeating` are the root
    /// moves that end the game as a cycle (see [`crate::Game::repeating`]);
    /// the search knows no other history.
    ///
    /// ```
    /// use warri_engine::*;
    /// let material = Evaluation::new(&FeatureSet::named("material")?, &[1.0])?;
    /// let mut searcher = Searcher::default();
    /// let mut game = Game::new(Variant::Speightstown);
    /// while game.end().is_none() {
    ///     let (position, repeating) = (*game.position(), game.repeating());
    ///     let found = searcher.search(&position, game.variant(), Depth::new(3)?, &material, repeating);
    ///     game.play(found.expect("the game goes on").house)?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search(
        &mut self,
        position: &Position,
        variant: Variant,
        depth: Depth,
        evaluation: &Evaluation,
        repeating: Houses,
    ) -> Option<Found> {
        let root = Root {
            position,
            variant,
            known: Nothing,
            evaluation,
            repeating,
            depth: depth.plies(),
            table: &mut self.table,
        };
        for_parts(evaluation.parts(), root)
    }

    /// The same by the rules of `endgames`, where a position below the root
    /// that they know is not searched: it is scored by its
    /// [outcome](Endgames::outcome), like an end of the game there.
    ///
    /// ```
    /// use warri_engine::{endgame::Endgames, *};
    /// let endgames = Endgames::solved(Variant::Speightstown, 4);
    /// // E and F capture two seeds each; after F only, South gets a third.
    /// let position: Position = "0,0,0,0,2,1/1,0,0,0,0,2 22-20 S".parse()?;
    /// let material = Evaluation::new(&FeatureSet::named("material")?, &[1.0])?;
    /// let mut searcher = Searcher::default();
    /// let found =
    ///     searcher.search_with(&position, &endgames, Depth::new(1)?, &material, Houses::NONE);
    /// let found = found.expect("the game goes on");
    /// assert_eq!((found.house.letter(Side::South), found.score), ('F', WIN - 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search_with(
        &mut self,
        position: &Position,
        endgames: &Endgames,
        depth: Depth,
        evaluation: &Evaluation,
        repeating: Houses,
    ) -> Option<Found> {
        let root = Root {
            position,
            variant: endgames.variant(),
            known: endgames,
            evaluation,
            repeating,
            depth: depth.plies(),
            table: &mut self.table,
        };
        for_parts(evaluation.parts(), root)
    }
}

/// The depth from which on a table pays.
const TABLE_DEPTH: u8 = 5;

/// A search to be compiled for the evaluation's parts.
struct Root<'a, K> {
    position: &'a Position,
    variant: Variant,
    known: K,
    evaluation: &'a Evaluation,
    repeating: Houses,
    depth: u8,
    table: &'a mut Table,
}

impl<K: Known> ByParts for Root<'_, K> {
    type Output = Option<Found>;

    /// Deepens by two plies from [`TABLE_DEPTH`] on: the table then knows
    /// which moves to try first.
    fn run<const PARTS: Parts>(self) -> Option<Found> {
        let has_table = self.depth >= TABLE_DEPTH;
        if has_table {
            self.table.begin(self.depth);
        }
        let mut search = Search {
            leaf: Leaf::<PARTS, K>::new(self.position, self.variant, self.known, self.evaluation),
            table: self.table,
            has_table,
            nodes: 0,
        };
        let mut first = self.position.legal().first()?;
        let shallow =
            (TABLE_DEPTH..self.depth).filter(|depth| (self.depth - depth).is_multiple_of(2));
        for depth in shallow {
            first = search.best(self.position, depth, first, self.repeating).0;
        }
        let (house, score) = search.best(self.position, self.depth, first, self.repeating);
        Some(Found {
            house,
            score,
            nodes: search.nodes,
        })
    }
}

struct Search<'a, const PARTS: Parts, K> {
    leaf: Leaf<'a, PARTS, K>,
    table: &'a mut Table,
    has_table: bool,
    nodes: u64,
}

impl<const PARTS: Parts, K: Known> Search<'_, PARTS, K> {
    /// The first best move at the root and its score. `first` is tried first.
    fn best(
        &mut self,
        root: &Position,
        depth: u8,
        first: House,
        repeating: Houses,
    ) -> (House, Score) {
        let rest = root.legal().iter().filter(|&house| house != first);
        let mut best = (first, -WIN);
        for house in [first].into_iter().chain(rest) {
            let child = root.board.play(house, self.leaf.variant);
            // A house before the best one may be as good, one after it not.
            let alpha = best.1 - Score::from(house < best.0);
            let score = -if repeating.contains(house) {
                self.nodes += 1;
                self.leaf.end(child, Reason::Cycle, 1)
            } else {
                self.score::<false>(child, depth - 1, 1, -WIN, -alpha)
            };
            if score > alpha {
                best = (house, score);
            }
        }
        best
    }

    /// The score of `board` for the side to move: exact between `alpha` and
    /// `beta`, else a bound beyond them. `SEARCHER` as in [`Leaf::visit`].
    #[inline(always)]
    fn score<const SEARCHER: bool>(
        &mut self,
        board: Board,
        depth: u8,
        ply: u8,
        alpha: Score,
        beta: Score,
    ) -> Score {
        self.nodes += 1;
        match self.leaf.visit::<SEARCHER>(board, depth, ply.into()) {
            ControlFlow::Break(score) => score,
            ControlFlow::Continue(legal) if SEARCHER => {
                self.expand::<true, false>(board, legal, depth, ply, alpha, beta)
            }
            ControlFlow::Continue(legal) => {
                self.expand::<false, true>(board, legal, depth, ply, alpha, beta)
            }
        }
    }

    /// [`Search::score`] of a board that has children; `OTHER` is the view of
    /// the opponent, `!SEARCHER`.
    fn expand<const SEARCHER: bool, const OTHER: bool>(
        &mut self,
        board: Board,
        legal: Houses,
        depth: u8,
        ply: u8,
        alpha: Score,
        beta: Score,
    ) -> Score {
        if depth == 1 {
            return self.expand_last::<OTHER>(board, legal, ply, alpha, beta);
        }
        let known = self
            .has_table
            .then(|| self.table.get(board, SEARCHER, ply))
            .flatten();
        if let Some(entry) = known
            && entry.depth == depth
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= beta,
                Bound::Upper => entry.score <= alpha,
            }
        {
            return entry.score;
        }
        let likely = known.map_or(0, |entry| entry.house);
        let mut best = (0, -WIN);
        let mut low = alpha;
        for house in Order::new(board, legal, likely) {
            let child = board.play(house, self.leaf.variant);
            let score = -self.score::<OTHER>(child, depth - 1, ply + 1, -beta, -low);
            if score > best.1 {
                best = (house.byte() as u8, score);
                low = low.max(score);
                if low >= beta {
                    break;
                }
            }
        }
        let (house, score) = best;
        if self.has_table {
            let bound = if score >= beta {
                Bound::Lower
            } else if score <= alpha {
                Bound::Upper
            } else {
                Bound::Exact
            };
            let found = Entry {
                score,
                depth,
                bound,
                house,
            };
            self.table.put(board, SEARCHER, ply, found);
        }
        score
    }

    /// [`Search::expand`] for depth 1. Its children are most of all nodes, and
    /// putting them in order would take longer than it saves.
    #[inline(always)]
    fn expand_last<const OTHER: bool>(
        &mut self,
        board: Board,
        legal: Houses,
        ply: u8,
        alpha: Score,
        beta: Score,
    ) -> Score {
        let mut best = -WIN;
        for house in legal {
            let child = board.play(house, self.leaf.variant);
            best = best.max(-self.score::<OTHER>(child, 0, ply + 1, -beta, -alpha));
            if best >= beta {
                break;
            }
        }
        best
    }
}
