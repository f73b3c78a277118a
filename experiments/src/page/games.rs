//! Sample games on a page: a board to step through, and the moves as text.

use maud::{Markup, html};
use serde::Serialize;
use warri_engine::{Outcome, Side};

use super::board::{board, patterns};
use super::frames::{Frame, frames};
use super::samples::Sample;
use crate::words::{result, why};

/// What the script shows of a game.
#[derive(Serialize)]
pub(super) struct Shown {
    /// The ply with which the players take over.
    opening: usize,
    frames: Vec<Frame>,
}

/// The games in the order of the page, for its script.
pub(super) fn shown(samples: &[Sample]) -> Vec<Shown> {
    let shown = |sample: &Sample| Shown {
        opening: sample.opening,
        frames: frames(&sample.game, sample.names.each_ref().map(String::as_str)),
    };
    samples.iter().map(shown).collect()
}

/// The games, numbered from 1.
pub(super) fn games(samples: &[Sample]) -> Markup {
    html! {
        (patterns())
        p.hint.scripted hidden="hidden" {
            "Step with the buttons, by a click on a move, or with the arrow keys, "
            kbd { "Home" } " and " kbd { "End" } ". A dashed rim marks the house that was emptied, a "
            "plain one those that got a seed, a red one with a cross those that were captured."
        }
        p.note {
            "In the list of moves the random opening is in grey italics, and +2 says that 2 seeds were captured."
        }
        @for ((index, sample), shown) in samples.iter().enumerate().zip(shown(samples)) {
            (game(index + 1, sample, &shown))
        }
    }
}

fn game(number: usize, sample: &Sample, shown: &Shown) -> Markup {
    let [south, north] = &sample.names;
    let last = shown.frames.last().expect("a game has a start");
    html! {
        article.game id={ "game-" (number) } data-game=(number) {
            h3 { "Game " (number) ": " b { (south) } " against " b { (north) } }
            p.outcome { (outcome(sample)) }
            div.table {
                div.play {
                    p.seat.north { span.side { "North" } " " (north) (won(sample, Side::North)) }
                    (board(last))
                    p.seat.south { span.side { "South" } " " (south) (won(sample, Side::South)) }
                    (controls(number))
                    p.status aria-live="polite" { (last.text()) }
                }
                (moves(number, shown))
            }
        }
    }
}

/// Who won, and why the game was over.
fn outcome(sample: &Sample) -> String {
    let names = sample.names.each_ref().map(String::as_str);
    match sample.game.end() {
        Some(end) => format!(
            "{}, after {} plies. {}",
            result(end, Some(names)),
            sample.game.moves().len(),
            why(&sample.game, end)
        ),
        None => "The game is not over.".to_owned(),
    }
}

fn won(sample: &Sample, side: Side) -> Markup {
    let winner = match side {
        Side::South => Outcome::South,
        Side::North => Outcome::North,
    };
    let outcome = sample.game.end().map(|end| end.outcome);
    html! { @if outcome == Some(winner) { " " span.won { "won" } } }
}

/// The buttons, of use with the script alone.
fn controls(number: usize) -> Markup {
    // Drawn, as not every font has signs for all of them.
    let button = |step: &str, label: &str, path: &str| {
        html! {
            button type="button" data-step=(step) aria-label=(label) title=(label) {
                svg viewBox="0 0 20 20" aria-hidden="true" { path d=(path) {} }
            }
        }
    };
    html! {
        div.controls.scripted hidden="hidden" role="group" aria-label={ "Game " (number) } {
            (button("first", "To the start", "M4 4h2v12h-2zM16 4v12l-9 -6z"))
            (button("back", "One move back", "M14 4v12l-9 -6z"))
            output.ply {}
            (button("next", "One move on", "M6 4v12l9 -6z"))
            (button("last", "To the end", "M14 4h2v12h-2zM4 4v12l9 -6z"))
        }
    }
}

/// The moves as text, each a link to its position.
fn moves(number: usize, shown: &Shown) -> Markup {
    html! {
        ol.moves tabindex="0" aria-label={ "Moves of game " (number) } {
            @for (ply, frame) in shown.frames.iter().enumerate().skip(1) {
                li.opening[ply <= shown.opening] {
                    a href={ "#game=" (number) "&ply=" (ply) } title=(frame.text()) {
                        span.count { (ply) } " "
                        @if let Some(letter) = frame.letter() { (letter) }
                        @if frame.taken > 0 { span.taken { "+" (frame.taken) } }
                    }
                    " "
                }
            }
        }
    }
}
