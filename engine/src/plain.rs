//! Alpha-beta at its plainest: houses in sowing order, no memory.
//!
//! Its first best moves are those of minimax at every node, not only at the
//! root, so it gives the expected line; and it is what the search is measured
//! against.

use std::ops::ControlFlow;

use crate::board::Board;
use crate::endgame::Endgames;
use crate::known::{Known, Nothing};
use crate::leaf::Leaf;
use crate::weights::{ByParts, EVERYTHING, Parts, for_parts};
use crate::{Depth, Evaluation, Found, House, Houses, Position, Reason, Score, Variant, WIN};

/// The same as [`search()`](crate::search()), found without the means that
/// make it fast but by the same evaluation: the yardstick of benchmarks.
pub fn search_plainly(
    position: &Position,
    variant: Variant,
    depth: Depth,
    evaluation: &Evaluation,
    repeating: Houses,
) -> Option<Found> {
    let root = Root {
        position,
        variant,
        evaluation,
        repeating,
        depth: depth.plies(),
    };
    for_parts(evaluation.parts(), root)
}

struct Root<'a> {
    position: &'a Position,
    variant: Variant,
    evaluation: &'a Evaluation,
    repeating: Houses,
    depth: u8,
}

impl ByParts for Root<'_> {
    type Output = Option<Found>;

    fn run<const PARTS: Parts>(self) -> Option<Found> {
        let mut search =
            Search::<PARTS, _>::new(self.position, self.variant, Nothing, self.evaluation);
        let best = search.best::<true>(self.position, self.depth, 0, self.repeating);
        best.map(|(house, score)| Found {
            house,
            score,
            nodes: search.nodes,
        })
    }
}

/// The moves that [`search()`](crate::search()) expects both sides to make: its own best move,
/// the opponent's best answer to it, and so on down the same tree. Empty if
/// the game is over in `position`.
///
/// The principal variation of plain minimax: leaves are scored from the view
/// of the side to move at the root all the way down, and of equal moves the
/// first in sowing order is taken at every node. There are `depth` moves, or
/// fewer where the game ends. A cycle is known at the root alone, as to the
/// search: a line may end beyond the move that would close one in a game.
///
/// It searches anew for each move of the line, which is for people to read.
///
/// ```
/// use warri_engine::*;
/// // F captures the last seed that the majority needs, and the game is over.
/// let position: Position = "1,0,0,0,0,1/1,0,2,1,1,1 23-17 S".parse()?;
/// let material = Evaluation::new(&FeatureSet::named("material")?, &[1.0])?;
/// let depth = Depth::new(5)?;
/// let line = expected_line(&position, Variant::Speightstown, depth, &material, Houses::NONE);
/// assert_eq!(format_moves(&line, Side::South), "F");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn expected_line(
    position: &Position,
    variant: Variant,
    depth: Depth,
    evaluation: &Evaluation,
    repeating: Houses,
) -> Vec<House> {
    let search = Search::new(position, variant, Nothing, evaluation);
    line(search, position, depth, repeating)
}

/// The same of [`Searcher::search_with`](crate::Searcher::search_with); the
/// line ends where `endgames` know the result.
pub fn expected_line_with(
    position: &Position,
    endgames: &Endgames,
    depth: Depth,
    evaluation: &Evaluation,
    repeating: Houses,
) -> Vec<House> {
    let search = Search::new(position, endgames.variant(), endgames, evaluation);
    line(search, position, depth, repeating)
}

fn line<K: Known>(
    mut search: Search<'_, EVERYTHING, K>,
    position: &Position,
    depth: Depth,
    repeating: Houses,
) -> Vec<House> {
    let mut line = Vec::new();
    let mut at = *position;
    let mut closing = repeating;
    for ply in 0..depth.plies() {
        let rest = depth.plies() - ply;
        let best = if ply % 2 == 0 {
            search.best::<true>(&at, rest, ply.into(), closing)
        } else {
            search.best::<false>(&at, rest, ply.into(), closing)
        };
        let Some((house, _)) = best else { break };
        line.push(house);
        if closing.contains(house) {
            break;
        }
        closing = Houses::NONE;
        at = at.play_legal(house, search.leaf.variant);
        if search.leaf.knows(at.board) {
            break;
        }
    }
    line
}

struct Search<'a, const PARTS: Parts, K> {
    leaf: Leaf<'a, PARTS, K>,
    nodes: u64,
}

impl<'a, const PARTS: Parts, K: Known> Search<'a, PARTS, K> {
    fn new(root: &Position, variant: Variant, known: K, evaluation: &'a Evaluation) -> Self {
        Search {
            leaf: Leaf::new(root, variant, known, evaluation),
            nodes: 0,
        }
    }

    /// The first best move and its score for the side to move, `depth` plies
    /// deep; `ply` and `SEARCHER` as in [`Leaf::visit`]. The `repeating` moves
    /// end the game as a cycle.
    fn best<const SEARCHER: bool>(
        &mut self,
        position: &Position,
        depth: u8,
        ply: Score,
        repeating: Houses,
    ) -> Option<(House, Score)> {
        let mut best: Option<(House, Score)> = None;
        for house in position.legal() {
            let child = position.board.play(house, self.leaf.variant);
            let alpha = best.map_or(-WIN, |(_, score)| score);
            let score = -if repeating.contains(house) {
                self.nodes += 1;
                self.leaf.end(child, Reason::Cycle, ply + 1)
            } else if SEARCHER {
                self.negamax::<false>(child, depth - 1, ply + 1, -WIN, -alpha)
            } else {
                self.negamax::<true>(child, depth - 1, ply + 1, -WIN, -alpha)
            };
            if best.is_none_or(|(_, best)| score > best) {
                best = Some((house, score));
            }
        }
        best
    }

    /// The score of `board` for the side to move.
    fn negamax<const SEARCHER: bool>(
        &mut self,
        board: Board,
        depth: u8,
        ply: Score,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        self.nodes += 1;
        let legal = match self.leaf.visit::<SEARCHER>(board, depth, ply) {
            ControlFlow::Break(score) => return score,
            ControlFlow::Continue(legal) => legal,
        };
        let mut best = -WIN;
        for house in legal {
            let child = board.play(house, self.leaf.variant);
            let score = -if SEARCHER {
                self.negamax::<false>(child, depth - 1, ply + 1, -beta, -alpha)
            } else {
                self.negamax::<true>(child, depth - 1, ply + 1, -beta, -alpha)
            };
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
