//! Positions and endings as people read them.

use warri_engine::{End, Game, House, Outcome, Position, Reason, Side, Variant};
use warri_evolve::{Series, Tally};

use crate::report::thousands;

/// A number of things: `1 ply`, `3 plies`.
pub(crate) fn plural(number: i32, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}

/// Names that tell two players apart, also where both have the same.
pub(crate) fn distinct(names: [&str; 2]) -> [String; 2] {
    match names {
        [a, b] if a == b => [format!("the first {a}"), format!("the second {b}")],
        names => names.map(str::to_owned),
    }
}

/// The score of a series, and who is champion if it is over.
pub(crate) fn standing(series: &Series, names: [&str; 2]) -> String {
    let names = distinct(names);
    let Tally {
        wins,
        draws,
        losses,
    } = series.games();
    let score = format!(
        "Series: {} {wins}, {} {losses}, drawn {draws}",
        names[0], names[1]
    );
    let games = plural(series.games().games() as i32, "game", "games");
    match series.champion() {
        Some(champion) => format!("{score}. Champion after {games}: {}", names[champion]),
        None if series.is_over() => format!("{score}. No champion after {games}"),
        None => score,
    }
}

/// The seeds that `house`, a legal move, captures; `None` if it is not legal.
pub(crate) fn captured(position: &Position, house: House, variant: Variant) -> Option<u8> {
    let mover = position.to_move();
    let after = position.play(house, variant).ok()?;
    Some(after.row(mover).store() - position.row(mover).store())
}

/// What stands above the lines of [`move_line`].
pub(crate) const MOVE_LINES: &str = " ply  side   move  captures  position after it";

/// A move of a game in a line: the `ply`-th, from one position to the next.
pub(crate) fn move_line(ply: usize, before: &Position, house: House, after: &Position) -> String {
    let side = before.to_move();
    let taken = after.row(side).store() - before.row(side).store();
    format!(
        "{ply:>4}  {side}  {:<4}  {taken:>8}  {after}",
        house.letter(side)
    )
}

/// What follows a move in a sentence: nothing, or what it captured.
pub(crate) fn and_captures(seeds: u8) -> String {
    match seeds {
        0 => String::new(),
        _ => format!(" and captures {}", plural(seeds.into(), "seed", "seeds")),
    }
}

/// The board drawn, with the letter of the house moved last in bold if asked.
pub(crate) fn board(game: &Game, bold: bool) -> String {
    let drawn = game.position().draw();
    let Some(last) = game.moves().last().filter(|_| bold) else {
        return drawn;
    };
    let letter = last.letter(game.position().to_move().opponent());
    // The letters of North's houses are the first line, those of South's
    // begin the last.
    let place = match game.position().to_move().opponent() {
        Side::North => drawn.find(letter),
        Side::South => drawn
            .rfind('\n')
            .and_then(|line| Some(line + drawn[line..].find(letter)?)),
    };
    match place {
        Some(at) => format!(
            "{}\x1b[1m{letter}\x1b[0m{}",
            &drawn[..at],
            &drawn[at + letter.len_utf8()..]
        ),
        None => drawn,
    }
}

/// Why a game is over and what happened to the seeds left, in a sentence.
pub(crate) fn why(game: &Game, end: End) -> String {
    let mover = game.position().to_move();
    let other = mover.opponent();
    match end.reason {
        Reason::Majority => {
            let most = Side::ALL
                .into_iter()
                .max_by_key(|&side| game.position().row(side).store());
            format!(
                "{} has captured more than half of all seeds.",
                most.unwrap_or(other)
            )
        }
        Reason::Starved => format!(
            "{mover} has no seeds left to move{}.",
            stranded(game, mover)
        ),
        Reason::CannotFeed => format!(
            "{other} has no seeds left and {mover} cannot bring any across{}.",
            stranded(game, other)
        ),
        Reason::Cycle => format!(
            "The same position came up again with nothing captured in between: the seeds \
             are going in circles, so the game ends here{}.",
            circling(game.variant())
        ),
        Reason::PlyCap => format!(
            "The game is stopped after {} moves{}.",
            thousands(game.moves().len() as u64),
            circling(game.variant())
        ),
    }
}

/// Who gets the seeds on the board when `deprived` has an empty row.
fn stranded(game: &Game, deprived: Side) -> String {
    let left = game.position().row(deprived.opponent()).seeds();
    match game.variant() {
        _ if left == 0 => String::new(),
        Variant::Speightstown => format!(", so the seeds on the board ({left}) go to {deprived}"),
        Variant::Bridgetown => format!(", so the seeds on the board ({left}) are split"),
        Variant::Abapa => format!(
            ", so the seeds on the board ({left}) go to {}",
            deprived.opponent()
        ),
    }
}

/// Who gets the seeds on the board when a game ends with moves left.
fn circling(variant: Variant) -> &'static str {
    match variant {
        Variant::Speightstown => "; those on the board count for nobody",
        Variant::Bridgetown => "; those on the board are split",
        Variant::Abapa => "; those on the board go to the owner of the row",
    }
}

/// Final seeds and winner; `names` are South's and North's, if they have any.
pub(crate) fn result(end: End, names: Option<[&str; 2]>) -> String {
    let [south, north] = end.seeds;
    format!(
        "South {south}, North {north}: {}",
        winner(end.outcome, names)
    )
}

/// Who won, with the name where there is one.
pub(crate) fn winner(outcome: Outcome, names: Option<[&str; 2]>) -> String {
    match (outcome.winner(), names) {
        (None, _) => "a draw".to_owned(),
        (Some(side), None) => format!("{side} wins"),
        (Some(side), Some(names)) => format!("{side} ({}) wins", names[side.index()]),
    }
}

#[cfg(test)]
mod tests {
    use warri_engine::parse_moves;

    use super::*;

    fn game(position: &str, moves: &str, variant: Variant) -> Game {
        let position: Position = position.parse().unwrap();
        let mut game = Game::from_position(position, variant);
        for house in parse_moves(moves, position.to_move()).unwrap() {
            game.play(house).unwrap();
        }
        game
    }

    #[test]
    fn the_house_moved_last_is_bold() {
        let start = Position::START.to_string();
        let south = game(&start, "B", Variant::default());
        assert_eq!(board(&south, false), south.position().draw());
        let last = board(&south, true).lines().last().unwrap().to_owned();
        assert!(
            last.starts_with("        A   \x1b[1mB\x1b[0m   C"),
            "{last:?}"
        );
        let north = game(&start, "Ba", Variant::default());
        let first = board(&north, true).lines().next().unwrap().to_owned();
        assert!(first.ends_with("b   \x1b[1ma\x1b[0m"), "{first:?}");
        let none = game(&start, "", Variant::default());
        assert_eq!(board(&none, true), Position::START.draw());
    }

    #[test]
    fn endings_say_who_gets_the_seeds_on_the_board() {
        let said = |position, moves, variant| {
            let game = game(position, moves, variant);
            why(&game, game.end().unwrap())
        };
        let slam = "0,0,4,2,12,11/1,0,0,0,0,0 13-5 S";
        assert_eq!(
            said(slam, "C", Variant::Speightstown),
            "North has no seeds left to move, so the seeds on the board (28) go to North."
        );
        assert_eq!(
            said(slam, "C", Variant::Bridgetown),
            "North has no seeds left to move, so the seeds on the board (28) are split."
        );
        assert_eq!(
            said("1,0,0,0,0,0/0,0,0,0,0,0 24-23 S", "", Variant::Abapa),
            "North has no seeds left and South cannot bring any across, so the seeds on \
             the board (1) go to South."
        );
        let circle = said(
            "0,0,0,0,0,1/0,0,0,0,0,1 23-23 S",
            "FfAaBbCcDdEe",
            Variant::Speightstown,
        );
        assert!(
            circle.starts_with("The same position came up again"),
            "{circle}"
        );
        assert_eq!(
            said("1,0,0,0,0,0/1,0,0,0,0,0 25-21 N", "", Variant::default()),
            "South has captured more than half of all seeds."
        );
    }
}
