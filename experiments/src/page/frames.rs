//! A game as pictures: each position with what the move before it did.

use serde::Serialize;
use warri_engine::{Game, HOUSES, House, Position, Row, Side};

use crate::words::{plural, result, why};

/// All houses, South's first, each row in sowing order.
const ALL: usize = 2 * HOUSES;

/// A position of a game.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Frame {
    pub(super) houses: [u8; ALL],
    pub(super) stores: [u8; 2],
    /// The move that led here, by its letter; none at the start.
    #[serde(rename = "move")]
    letter: Option<char>,
    /// The house that was emptied by it.
    from: Option<usize>,
    /// The houses that got a seed and kept it.
    sown: Vec<usize>,
    /// Those whose seeds were captured.
    captured: Vec<usize>,
    /// How many seeds that were.
    pub(super) taken: u8,
    /// All of this in a sentence.
    text: String,
    /// The position in words, to be read aloud.
    spoken: String,
}

/// All positions of a game from the start position on.
pub(super) fn frames(game: &Game, names: [&str; 2]) -> Vec<Frame> {
    let mut position = Position::START;
    let mut frames = vec![Frame::of(&position, "The start.".to_owned())];
    let all = game.moves().len();
    for (index, &house) in game.moves().iter().enumerate() {
        let next = position
            .play(house, game.variant())
            .expect("a move of a game is legal");
        let text = format!("Ply {} of {all}", index + 1);
        frames.push(Frame::after(&position, house, &next, &text));
        position = next;
    }
    if let (Some(end), Some(last)) = (game.end(), frames.last_mut()) {
        last.text += &format!(" {} {}.", why(game, end), result(end, Some(names)));
    }
    frames
}

impl Frame {
    fn of(position: &Position, text: String) -> Frame {
        let rows = Side::ALL.map(|side| position.row(side));
        let mut houses = [0; ALL];
        for (places, row) in houses.chunks_mut(HOUSES).zip(rows) {
            places.copy_from_slice(&row.houses());
        }
        Frame {
            houses,
            stores: rows.map(Row::store),
            letter: None,
            from: None,
            sown: Vec::new(),
            captured: Vec::new(),
            taken: 0,
            text,
            spoken: spoken(position),
        }
    }

    fn after(before: &Position, house: House, after: &Position, ply: &str) -> Frame {
        let side = before.to_move();
        let from = side.index() * HOUSES + house.index();
        let old = Frame::of(before, String::new());
        let mut frame = Frame::of(after, String::new());
        let got = sowing(from, old.houses[from]);
        let would_hold = |place: usize| old.houses[place] + got[place];
        let lost = |place: &usize| *place != from && frame.houses[*place] < would_hold(*place);
        frame.captured = (0..ALL).filter(lost).collect();
        frame.sown = (0..ALL)
            .filter(|place| got[*place] > 0 && !frame.captured.contains(place))
            .collect();
        frame.from = Some(from);
        frame.letter = Some(house.letter(side));
        frame.taken = frame.stores[side.index()] - old.stores[side.index()];
        frame.text = format!(
            "{ply}: {side} sows {} from {}{}.",
            plural(old.houses[from].into(), "seed", "seeds"),
            house.letter(side),
            match frame.taken {
                0 => String::new(),
                taken => format!(
                    " and captures {} in {}",
                    plural(taken.into(), "seed", "seeds"),
                    letters(&frame.captured)
                ),
            }
        );
        frame
    }

    /// The move that led here, by its letter.
    pub(super) fn letter(&self) -> Option<char> {
        self.letter
    }

    /// What happened, in a sentence.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The position in words, to be read aloud.
    pub(super) fn spoken(&self) -> &str {
        &self.spoken
    }

    /// What the last move did to a house, as a class of its picture.
    pub(super) fn role(&self, place: usize) -> &'static str {
        if self.from == Some(place) {
            "from"
        } else if self.captured.contains(&place) {
            "captured"
        } else if self.sown.contains(&place) {
            "sown"
        } else {
            ""
        }
    }
}

fn spoken(position: &Position) -> String {
    let row = |side: Side| {
        let row = position.row(side);
        let houses = House::ALL.map(|house| format!("{} {}", house.letter(side), row.house(house)));
        format!("{side}: {}; store {}.", houses.join(", "), row.store())
    };
    format!("Board. {} {}", row(Side::South), row(Side::North))
}

/// How many of `seeds` from `from` each house gets: one after the other, but
/// for the house that they come from.
fn sowing(from: usize, seeds: u8) -> [u8; ALL] {
    let mut got = [0; ALL];
    let others = (1..ALL).map(|step| (from + step) % ALL).cycle();
    for place in others.take(seeds.into()) {
        got[place] += 1;
    }
    got
}

/// `a`, or `a and b`, or `a, b and c`.
fn letters(places: &[usize]) -> String {
    let letter = |&place: &usize| {
        let side = Side::ALL[place / HOUSES];
        House::ALL[place % HOUSES].letter(side).to_string()
    };
    let letters: Vec<String> = places.iter().map(letter).collect();
    match letters.as_slice() {
        [one] => one.clone(),
        [more @ .., last] => format!("{} and {last}", more.join(", ")),
        [] => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use warri_engine::{Variant, parse_moves};

    use super::*;

    fn of(moves: &str, variant: Variant) -> Vec<Frame> {
        let mut game = Game::new(variant);
        for house in parse_moves(moves, Side::South).unwrap() {
            game.play(house).unwrap();
        }
        frames(&game, ["one", "other"])
    }

    /// The short game of docs/rules.md.
    const SHORT: &str = "DaCdCbAcBbAfDeBfC";

    #[test]
    fn seeds_go_where_the_frames_say() {
        for variant in Variant::ALL {
            let frames = of(SHORT, variant);
            assert_eq!(frames.len(), 18);
            for pair in frames.windows(2) {
                let (before, after) = (&pair[0], &pair[1]);
                let from = after.from.unwrap();
                let got = sowing(from, before.houses[from]);
                let mut taken = 0;
                for (place, got) in got.into_iter().enumerate() {
                    let expected = if place == from {
                        0
                    } else if after.captured.contains(&place) {
                        taken += before.houses[place] + got;
                        0
                    } else {
                        before.houses[place] + got
                    };
                    assert_eq!(after.houses[place], expected);
                }
                assert_eq!(taken, after.taken);
            }
        }
    }

    #[test]
    fn a_frame_says_what_happened() {
        let last = of(SHORT, Variant::Speightstown).pop().unwrap();
        assert_eq!(
            last.text,
            "Ply 17 of 17: South sows 4 seeds from C and captures 2 seeds in a. North has no \
             seeds left to move, so the seeds on the board (28) go to North. South 15, North \
             33: North (other) wins."
        );
        assert_eq!(
            (last.role(2), last.role(6), last.role(3)),
            ("from", "captured", "sown")
        );
        let abapa = of(SHORT, Variant::Abapa).pop().unwrap();
        assert_eq!((abapa.taken, abapa.role(6)), (0, "sown"));
        assert!(
            last.spoken()
                .starts_with("Board. South: A 0, B 0, C 0, D 3, E 13, F 12; store 15.")
        );
    }

    #[test]
    fn a_lap_skips_the_house_it_began_in() {
        let got = sowing(0, 13);
        assert_eq!((got[0], got[1], got[2], got[11]), (0, 2, 2, 1));
    }
}
