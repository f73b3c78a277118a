//! What a search knows without searching.

use crate::board::Board;
use crate::endgame::{Endgames, Guarantees};

/// Says what both sides can be sure of on some boards. A search is compiled
/// for each kind, so that one without tables does not even ask.
pub(crate) trait Known: Copy {
    /// What both sides can be sure of on `board`, if it is known.
    fn guarantees(self, board: Board) -> Option<Guarantees>;
}

/// Nothing is known.
#[derive(Clone, Copy)]
pub(crate) struct Nothing;

impl Known for Nothing {
    #[inline(always)]
    fn guarantees(self, _: Board) -> Option<Guarantees> {
        None
    }
}

impl Known for &Endgames {
    #[inline]
    fn guarantees(self, board: Board) -> Option<Guarantees> {
        self.on(board)
    }
}
