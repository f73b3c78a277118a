//! A game: positions in sequence, with the memory that the cycle rule needs.

use crate::board::Board;
use crate::ending::End;
use crate::{HOUSES, House, Houses, IllegalMove, Position, Reason, Side, Variant};

/// The ply cap of a match unless it says otherwise, the opening included.
pub const DEFAULT_PLY_CAP: u32 = 1000;

/// A game under way or finished.
///
/// ```
/// use warri_engine::{Game, House, Position, Variant};
/// let mut game = Game::new(Variant::Speightstown);
/// game.play(House::ALL[1])?;
/// assert_eq!(game.position().to_string(), "4,0,5,5,5,5/4,4,4,4,4,4 0-0 N");
/// assert_eq!(game.end(), None);
/// # Ok::<(), warri_engine::IllegalMove>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    variant: Variant,
    ply_cap: u32,
    position: Position,
    first: Side,
    moves: Vec<House>,
    /// The boards since the last capture, the current one last.
    since_capture: Vec<Board>,
    /// None once the game is over.
    legal: Houses,
    end: Option<End>,
}

/// The shortest cycle. A move puts a seed into the next house, which has to be
/// sown as well before its seeds can be as many as they were; so the moves of
/// a cycle sow all houses.
const SHORTEST_CYCLE: usize = 2 * HOUSES;

impl Game {
    /// A game from the start position.
    pub fn new(variant: Variant) -> Game {
        Game::from_position(Position::START, variant)
    }

    /// A game from any position. It may be finished there already.
    pub fn from_position(position: Position, variant: Variant) -> Game {
        let mut game = Game {
            variant,
            ply_cap: DEFAULT_PLY_CAP,
            position,
            first: position.to_move(),
            moves: Vec::new(),
            since_capture: vec![position.board],
            legal: Houses::NONE,
            end: None,
        };
        game.look_for_end();
        game
    }

    /// The same game with another ply cap: it ends when that many plies were
    /// played, by [`Reason::PlyCap`], if nothing else ends it there.
    pub fn with_ply_cap(mut self, ply_cap: u32) -> Game {
        self.ply_cap = ply_cap;
        if self.end.is_none() {
            self.look_for_end();
        }
        self
    }

    /// The rules that are played.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves so far.
    pub fn moves(&self) -> &[House] {
        &self.moves
    }

    /// The side that had the first move.
    pub fn first(&self) -> Side {
        self.first
    }

    /// The end of the game, or `None` while it goes on.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The legal moves; none if the game is over, by whatever reason.
    #[inline]
    pub fn legal(&self) -> Houses {
        self.legal
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`IllegalMove`] says which rule forbids it; the game stays as it was.
    pub fn play(&mut self, house: House) -> Result<(), IllegalMove> {
        if !self.legal.contains(house) {
            return Err(self.why_illegal(house));
        }
        let next = self.position.play_legal(house, self.variant);
        if next.board.other.store() > self.position.board.own.store() {
            self.since_capture.clear();
        }
        let repeats = self.repeats(next.board);
        self.moves.push(house);
        self.position = next;
        self.since_capture.push(next.board);
        if repeats {
            self.finish(Reason::Cycle);
        } else {
            self.look_for_end();
        }
        Ok(())
    }

    /// The legal moves that would repeat an earlier position and so end the
    /// game as a cycle.
    pub fn repeating(&self) -> Houses {
        if self.since_capture.len() < SHORTEST_CYCLE {
            return Houses::NONE;
        }
        self.legal
            .into_iter()
            .filter(|&house| self.repeats(self.position.board.play(house, self.variant)))
            .collect()
    }

    /// Whether `next`, the board after the current one, was there since the
    /// last capture with the same side to move.
    fn repeats(&self, next: Board) -> bool {
        let plies = self.since_capture.len();
        let earlier = &self.since_capture[..plies.saturating_sub(SHORTEST_CYCLE - 1)];
        earlier.iter().rev().step_by(2).any(|&board| board == next)
    }

    /// Ends the game if anything but a cycle does.
    fn look_for_end(&mut self) {
        self.legal = self.position.legal();
        if self.legal.is_empty() {
            let reason = self.position.end_reason();
            self.finish(reason.expect("without legal moves the game is over"));
        } else if self.moves.len() >= self.ply_cap as usize {
            self.finish(Reason::PlyCap);
        }
    }

    fn finish(&mut self, reason: Reason) {
        self.legal = Houses::NONE;
        self.end = Some(End::new(&self.position, self.variant, reason));
    }

    #[cold]
    fn why_illegal(&self, house: House) -> IllegalMove {
        match self.end {
            Some(end) => IllegalMove::Finished(end.reason),
            None => self.position.why_illegal(house),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, parse_moves};

    fn play(game: &mut Game, moves: &str) {
        for house in parse_moves(moves, game.position().to_move()).unwrap() {
            game.play(house).unwrap();
        }
    }

    // pitfall 35
    #[test]
    fn circling_seeds_end_the_game_as_a_cycle() {
        let start: Position = "0,0,0,0,0,1/0,0,0,0,0,1 23-23 S".parse().unwrap();
        let mut game = Game::from_position(start, Variant::Speightstown);
        play(&mut game, "FfAaBbCcDdE");
        assert_eq!(game.end(), None);
        play(&mut game, "e");
        let end = game.end().unwrap();
        assert_eq!(end.reason, Reason::Cycle);
        assert_eq!((end.seeds, end.outcome), ([23, 23], Outcome::Draw));
        assert!(game.legal().is_empty());
        assert_eq!(
            game.play(House::ALL[5]),
            Err(IllegalMove::Finished(Reason::Cycle))
        );
    }

    #[test]
    fn repeating_names_the_moves_that_close_a_cycle() {
        let start: Position = "0,0,0,0,0,1/0,0,0,0,0,1 23-23 S".parse().unwrap();
        let mut game = Game::from_position(start, Variant::Speightstown);
        play(&mut game, "FfAaBbCcDdE");
        assert_eq!(game.repeating(), [House::ALL[4]].into_iter().collect());
    }

    #[test]
    fn the_ply_cap_ends_a_game_under_its_own_name() {
        let mut game = Game::new(Variant::Speightstown).with_ply_cap(2);
        play(&mut game, "Ba");
        assert_eq!(game.end().map(|end| end.reason), Some(Reason::PlyCap));
    }

    // pitfall 39
    #[test]
    fn a_player_who_cannot_feed_has_an_answer_the_game_is_over() {
        let stuck: Position = "1,0,0,0,0,0/0,0,0,0,0,0 24-23 S".parse().unwrap();
        let game = Game::from_position(stuck, Variant::Speightstown);
        let end = game.end().unwrap();
        assert_eq!((end.reason, end.seeds), (Reason::CannotFeed, [24, 24]));
    }
}
