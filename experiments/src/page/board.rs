//! The board drawn: two rows of six houses, a store at each end, seeds as dots.

use maud::{Markup, html};
use warri_engine::{HOUSES, House, Side};

use super::frames::Frame;

/// The picture, in units of its own.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 264.0;
/// Where the houses begin, and how far they are apart.
const LEFT: f64 = 80.0;
const PITCH: f64 = 80.0;
/// The middles of the rows of North and South.
const ROWS: [f64; 2] = [180.0, 84.0];
/// Where the letters of South and North stand.
const LETTERS: [f64; 2] = [250.0, 26.0];
const HOUSE: f64 = 35.0;
const SEED: f64 = 5.0;

/// The most seeds of a house that are drawn; more are told by the number only.
const MOST: u8 = 15;
/// Seeds in a row of a store.
const ABREAST: usize = 4;

/// Patterns of seeds, once a page, for all boards in it.
pub(super) fn patterns() -> Markup {
    html! {
        svg.patterns width="0" height="0" aria-hidden="true" {
            defs {
                @for seeds in 0..=MOST {
                    g id={ "seeds-" (seeds) } {
                        @for (x, y) in pattern(seeds.into()) { (seed(x, y)) }
                    }
                }
            }
        }
    }
}

/// Two rings of seeds, the inner one first.
fn pattern(seeds: usize) -> Vec<(f64, f64)> {
    let inner = match seeds {
        0..=6 => 0,
        7 | 8 => 1,
        9..=11 => seeds - 7,
        _ => seeds.div_ceil(3),
    };
    let outer = match seeds {
        1 => return vec![(0.0, 0.0)],
        2 => 7.5,
        3 => 9.0,
        4 => 11.0,
        5 => 13.0,
        6 => 15.0,
        7..=9 => 18.0,
        _ => 22.0,
    };
    let inside = match inner {
        0 | 1 => 0.0,
        2 => 6.5,
        3 => 8.0,
        _ => 9.5,
    };
    let ring = |count: usize, radius: f64| {
        (0..count).map(move |place| {
            let turn = std::f64::consts::TAU * (place as f64 + 0.5) / count as f64;
            (radius * turn.cos(), radius * turn.sin())
        })
    };
    ring(inner, inside)
        .chain(ring(seeds - inner, outer))
        .collect()
}

fn seed(x: f64, y: f64) -> Markup {
    html! { circle.seed cx=(tenths(x)) cy=(tenths(y)) r=(tenths(SEED)) {} }
}

fn tenths(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// The board of a frame.
pub(super) fn board(frame: &Frame) -> Markup {
    html! {
        svg.board viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" tabindex="0" data-most=(MOST)
            aria-label=(frame.spoken()) {
            rect.wood x="1" y="40" width=(WIDTH - 2.0) height="184" rx="40" {}
            line.between x1=(LEFT + 4.0) x2=(WIDTH - LEFT - 4.0) y1="132" y2="132" {}
            @for side in Side::ALL {
                (store(side, frame.stores[side.index()]))
                @for house in House::ALL { (self::house(side, house, frame)) }
            }
        }
    }
}

fn house(side: Side, house: House, frame: &Frame) -> Markup {
    let place = side.index() * HOUSES + house.index();
    let column = match side {
        Side::South => house.index(),
        Side::North => HOUSES - 1 - house.index(),
    };
    let x = LEFT + PITCH * (column as f64 + 0.5);
    let y = ROWS[side.index()];
    let seeds = frame.houses[place];
    html! {
        g class={ "house " (frame.role(place)) } data-house=(place) {
            circle.pit cx=(x) cy=(y) r=(HOUSE) {}
            use href={ "#seeds-" (seeds.min(MOST)) } x=(x) y=(y) {}
            path.cross d={ "M" (x - 9.0) " " (y - 9.0) "l18 18m0 -18l-18 18" } {}
            text.letter x=(x - 4.0) y=(LETTERS[side.index()]) { (house.letter(side)) }
            text.number x=(x + 4.0) y=(LETTERS[side.index()]) { (seeds) }
        }
    }
}

/// A store: all seeds that a game has, those that are not in it hidden.
fn store(side: Side, seeds: u8) -> Markup {
    let (x, name) = match side {
        Side::South => (WIDTH - LEFT / 2.0 - 2.0, "South"),
        Side::North => (LEFT / 2.0 + 2.0, "North"),
    };
    let place = |index: usize| {
        let (row, column) = (index / ABREAST, index % ABREAST);
        let offset = column as f64 - (ABREAST - 1) as f64 / 2.0;
        (x + 12.0 * offset, 199.0 - 12.2 * row as f64)
    };
    html! {
        g.store data-store=(side.index()) {
            rect.pit x=(x - 31.0) y="52" width="62" height="160" rx="28" {}
            g.seeds {
                @for index in 0..48 {
                    @let (x, y) = place(index);
                    circle.seed.none[index >= usize::from(seeds)]
                        cx=(tenths(x)) cy=(tenths(y)) r=(tenths(SEED)) {}
                }
            }
            text.number x=(x) y="26" { (seeds) }
            text.letter x=(x) y="250" { (name) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_lie_in_their_house_and_beside_each_other() {
        for seeds in 0..=usize::from(MOST) {
            let places = pattern(seeds);
            assert_eq!(places.len(), seeds);
            for (index, (x, y)) in places.iter().enumerate() {
                assert!(x.hypot(*y) + SEED < HOUSE, "{seeds}");
                for (other_x, other_y) in &places[index + 1..] {
                    assert!((x - other_x).hypot(y - other_y) > 2.0 * SEED, "{seeds}");
                }
            }
        }
    }
}
