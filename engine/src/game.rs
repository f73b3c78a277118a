//! A game: positions in sequence, with the memory that the cycle rule needs.

use crate::ending::End;
use crate::{House, Houses, IllegalMove, Position, Reason, Side, Variant};

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
    /// The positions since the last capture, the current one last.
    since_capture: Vec<Position>,
    end: Option<End>,
}

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
            since_capture: vec![position],
            end: None,
        };
        game.end = game.find_end();
        game
    }

    /// The same game with another ply cap: it ends when that many plies were
    /// played, by [`Reason::PlyCap`], if nothing else ends it there.
    pub fn with_ply_cap(mut self, ply_cap: u32) -> Game {
        self.ply_cap = ply_cap;
        self.end = self.end.or_else(|| self.find_end());
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
    pub fn legal(&self) -> Houses {
        match self.end {
            Some(_) => Houses::NONE,
            None => self.position.legal(),
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`IllegalMove`] says which rule forbids it; the game stays as it was.
    pub fn play(&mut self, house: House) -> Result<(), IllegalMove> {
        if let Some(end) = self.end {
            return Err(IllegalMove::Finished(end.reason));
        }
        let next = self.position.play(house, self.variant)?;
        let mover = self.position.to_move();
        if next.row(mover).store() > self.position.row(mover).store() {
            self.since_capture.clear();
        }
        let repeats = self.since_capture.contains(&next);
        self.moves.push(house);
        self.position = next;
        self.since_capture.push(next);
        self.end = if repeats {
            Some(End::new(&next, self.variant, Reason::Cycle))
        } else {
            self.find_end()
        };
        Ok(())
    }

    /// The legal moves that would repeat an earlier position and so end the
    /// game as a cycle.
    pub fn repeating(&self) -> Houses {
        self.legal()
            .into_iter()
            .filter(|&house| {
                let next = self.position.play_legal(house, self.variant);
                self.since_capture.contains(&next)
            })
            .collect()
    }

    /// The end by anything but a cycle.
    fn find_end(&self) -> Option<End> {
        let capped = || (self.moves.len() >= self.ply_cap as usize).then_some(Reason::PlyCap);
        let reason = self.position.end_reason().or_else(capped)?;
        Some(End::new(&self.position, self.variant, reason))
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
