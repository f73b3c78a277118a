//! Alpha-beta search with the contract of plain minimax.

use crate::board::Board;
use crate::ending::divide;
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

/// The best move in `position` by a search to `depth`, or `None` if the game
/// is over there.
///
/// A pure function of its arguments, with the move and score of plain minimax
/// over the same tree: positions at `depth` are scored by `evaluation` from
/// the view of the side to move at the root, ends by their result, a near win
/// before a far one. `repeating` are the root moves that end the game as a
/// cycle (see [`crate::Game::repeating`]); the search knows no other history.
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
    macro_rules! search {
        ($set:expr) => {{
            let mut search = Search::<$set>::new(position, variant, evaluation);
            let best = search.best::<true>(position, depth.plies(), 0, repeating);
            best.map(|(house, score)| Found {
                house,
                score,
                nodes: search.nodes,
            })
        }};
    }
    use crate::counts::*;
    match evaluation.set() {
        MATERIAL => search!(MATERIAL),
        DAOUD => search!(DAOUD),
        DAVIS_KENDALL => search!(DAVIS_KENDALL),
        DIVILLY => search!(DIVILLY),
        RIJSWIJCK => search!(RIJSWIJCK),
        _ => search!(EVERYTHING),
    }
}

/// The moves that [`search()`] expects both sides to make: its own best move,
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
    let mut search = Search::<{ crate::counts::EVERYTHING }>::new(position, variant, evaluation);
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
        at = at.play_legal(house, variant);
    }
    line
}

struct Search<'a, const SET: u32> {
    variant: Variant,
    evaluation: &'a Evaluation,
    majority: u8,
    nodes: u64,
}

impl<'a, const SET: u32> Search<'a, SET> {
    fn new(root: &Position, variant: Variant, evaluation: &'a Evaluation) -> Search<'a, SET> {
        Search {
            variant,
            evaluation,
            majority: root.majority(),
            nodes: 0,
        }
    }

    /// The first best move and its score for the side to move, `depth` plies
    /// deep; `ply` and `SEARCHER` as in [`Search::negamax`]. The `repeating`
    /// moves end the game as a cycle.
    fn best<const SEARCHER: bool>(
        &mut self,
        position: &Position,
        depth: u8,
        ply: Score,
        repeating: Houses,
    ) -> Option<(House, Score)> {
        let mut best: Option<(House, Score)> = None;
        for house in position.legal() {
            let child = position.board.play(house, self.variant);
            let alpha = best.map_or(-WIN, |(_, score)| score);
            let score = -if repeating.contains(house) {
                self.nodes += 1;
                self.end(child, Reason::Cycle, ply + 1)
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

    /// The score of `board` for the side to move; `SEARCHER` says whether that
    /// is the side to move at the root. `ply` counts from the root.
    fn negamax<const SEARCHER: bool>(
        &mut self,
        board: Board,
        depth: u8,
        ply: Score,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        self.nodes += 1;
        // Only the last mover's store has grown.
        if board.other.store() >= self.majority {
            return -(WIN - ply);
        }
        let legal = board.legal();
        if legal.is_empty() {
            let reason = if board.own.is_empty() {
                Reason::Starved
            } else {
                Reason::CannotFeed
            };
            return self.end(board, reason, ply);
        }
        if depth == 0 {
            return if SEARCHER {
                self.evaluation.score_of::<SET>(board.own, board.other)
            } else {
                -self.evaluation.score_of::<SET>(board.other, board.own)
            };
        }
        let mut best = -WIN;
        for house in legal {
            let child = board.play(house, self.variant);
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

    /// The score for the side to move of a game that ends on `board`.
    fn end(&self, board: Board, reason: Reason, ply: Score) -> Score {
        let (own, other) = divide(board.own, board.other, self.variant, reason);
        if own >= self.majority {
            WIN - ply
        } else if other >= self.majority {
            -(WIN - ply)
        } else {
            0
        }
    }
}
