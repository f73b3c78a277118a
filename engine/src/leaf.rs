//! Where a search stops, and the score there.

use std::ops::ControlFlow;

use crate::board::Board;
use crate::ending::divide;
use crate::known::Known;
use crate::weights::Parts;
use crate::{Evaluation, Houses, Position, Reason, Score, Variant, WIN};

/// The rules, what is known and the evaluation by which a search scores its
/// leaves; compiled for evaluations of `PARTS`.
#[derive(Clone, Copy)]
pub(crate) struct Leaf<'a, const PARTS: Parts, K> {
    pub(crate) variant: Variant,
    known: K,
    evaluation: &'a Evaluation,
    majority: u8,
}

impl<'a, const PARTS: Parts, K: Known> Leaf<'a, PARTS, K> {
    pub(crate) fn new(
        root: &Position,
        variant: Variant,
        known: K,
        evaluation: &'a Evaluation,
    ) -> Self {
        Leaf {
            variant,
            known,
            evaluation,
            majority: root.majority(),
        }
    }

    /// Breaks with the score of `board` for the side to move if the search
    /// stops there, by an end of the game, where the result is known, or at
    /// depth 0; goes on with the legal moves. `SEARCHER` says whether the side
    /// to move is the one at the root, `ply` counts from there.
    #[inline(always)]
    pub(crate) fn visit<const SEARCHER: bool>(
        &self,
        board: Board,
        depth: u8,
        ply: Score,
    ) -> ControlFlow<Score, Houses> {
        // Only the last mover's store has grown.
        if board.other.store() >= self.majority {
            return ControlFlow::Break(-(WIN - ply));
        }
        if let Some(sure) = self.known.guarantees(board) {
            let own = board.own.store() + sure.own;
            let other = board.other.store() + sure.other;
            return ControlFlow::Break(self.result(own, other, ply));
        }
        let legal = board.legal();
        if legal.is_empty() {
            return ControlFlow::Break(self.without_move(board, ply));
        }
        if depth > 0 {
            return ControlFlow::Continue(legal);
        }
        ControlFlow::Break(if SEARCHER {
            self.evaluation.score_parts::<PARTS>(board.own, board.other)
        } else {
            -self.evaluation.score_parts::<PARTS>(board.other, board.own)
        })
    }

    /// Whether the result on `board` is known.
    pub(crate) fn knows(&self, board: Board) -> bool {
        self.known.guarantees(board).is_some()
    }

    #[cold]
    fn without_move(&self, board: Board, ply: Score) -> Score {
        let reason = if board.own.is_empty() {
            Reason::Starved
        } else {
            Reason::CannotFeed
        };
        self.end(board, reason, ply)
    }

    /// The score for the side to move of a game that ends on `board`.
    pub(crate) fn end(&self, board: Board, reason: Reason, ply: Score) -> Score {
        let (own, other) = divide(board.own, board.other, self.variant, reason);
        self.result(own, other, ply)
    }

    /// The score for the side to move of a game that comes to so many seeds.
    fn result(&self, own: u8, other: u8, ply: Score) -> Score {
        if own >= self.majority {
            WIN - ply
        } else if other >= self.majority {
            -(WIN - ply)
        } else {
            0
        }
    }
}
