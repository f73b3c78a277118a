//! A second solver, to hold the first to: it has nothing in common with it but
//! the rules.

use std::collections::HashMap;

use super::Guarantees;
use crate::board::Board;
use crate::ending::divide;
use crate::{HOUSES, Reason, Row, Variant};

/// All positions with so many seeds on the board, and what both sides can be
/// sure of there, found the plain way: for each number of seeds by itself, who
/// can be sure of that many, in sweeps of forward moves over all positions
/// until nothing changes.
///
/// Slow, and with some hundred bytes a position large; for up to 12 seeds or
/// so.
pub struct PlainSolver {
    variant: Variant,
    layers: Vec<PlainLayer>,
}

struct PlainLayer {
    places: HashMap<Board, usize>,
    values: Vec<Guarantees>,
}

/// What can be done in a position.
enum Choices {
    /// Nothing: both get what they get.
    End(Guarantees),
    Moves(Vec<After>),
}

/// What a move leads to.
enum After {
    /// A capture and what is known of the lower layer, from there.
    Lower { captured: u8, values: Guarantees },
    /// A position of the same layer, by its place.
    Same(usize),
}

impl PlainSolver {
    /// Nothing solved yet.
    pub fn new(variant: Variant) -> PlainSolver {
        PlainSolver {
            variant,
            layers: Vec::new(),
        }
    }

    /// Solves one more layer.
    pub fn solve(&mut self) {
        let seeds = self.layers.len() as u8;
        let boards = all_boards(seeds);
        let places: HashMap<Board, usize> = boards.iter().copied().zip(0..).collect();
        let choices = boards.iter().map(|&board| self.choices(board, &places));
        let choices: Vec<Choices> = choices.collect();
        let none = Guarantees { own: 0, other: 0 };
        let mut values = vec![none; boards.len()];
        for wanted in 1..=seeds {
            let sure = self.who_is_sure(wanted, seeds, &choices);
            for (value, [own, other]) in values.iter_mut().zip(sure) {
                if own {
                    value.own = wanted;
                }
                if other {
                    value.other = wanted;
                }
            }
        }
        self.layers.push(PlainLayer { places, values });
    }

    /// What the last layer says of its positions, in any order.
    pub(super) fn last(&self) -> impl Iterator<Item = (Board, Guarantees)> {
        let layers = self.layers.last().into_iter();
        layers.flat_map(|layer| {
            let places = layer.places.iter();
            places.map(|(&board, &place)| (board, layer.values[place]))
        })
    }

    fn choices(&self, board: Board, places: &HashMap<Board, usize>) -> Choices {
        let legal = board.legal();
        if legal.is_empty() {
            let reason = if board.own.is_empty() {
                Reason::Starved
            } else {
                Reason::CannotFeed
            };
            let (own, other) = divide(board.own, board.other, self.variant, reason);
            return Choices::End(Guarantees { own, other });
        }
        let after = |house| {
            let Board { own, other } = board.play(house, self.variant);
            let captured = other.store();
            let after = Board {
                own,
                other: Row::new(other.houses(), 0),
            };
            match captured {
                0 => After::Same(places[&after]),
                _ => {
                    let lower = &self.layers[usize::from(own.seeds() + other.seeds())];
                    let values = lower.values[lower.places[&after]];
                    After::Lower { captured, values }
                }
            }
        };
        Choices::Moves(legal.iter().map(after).collect())
    }

    /// For each position, whether the side to move, and whether the other side,
    /// can be sure of `wanted` seeds.
    fn who_is_sure(&self, wanted: u8, seeds: u8, choices: &[Choices]) -> Vec<[bool; 2]> {
        let cycle = match self.variant {
            Variant::Bridgetown => seeds / 2,
            Variant::Speightstown | Variant::Abapa => 0,
        };
        // What a cycle gives need not be forced, only kept.
        let mut sure = vec![[wanted <= cycle; 2]; choices.len()];
        loop {
            let mut is_changed = false;
            for place in 0..choices.len() {
                let new = match &choices[place] {
                    Choices::End(values) => [values.own >= wanted, values.other >= wanted],
                    Choices::Moves(moves) => {
                        let own = |after: &After| match after {
                            After::Same(place) => sure[*place][1],
                            After::Lower { captured, values } => captured + values.other >= wanted,
                        };
                        let other = |after: &After| match after {
                            After::Same(place) => sure[*place][0],
                            After::Lower { values, .. } => values.own >= wanted,
                        };
                        [moves.iter().any(own), moves.iter().all(other)]
                    }
                };
                is_changed |= new != sure[place];
                sure[place] = new;
            }
            if !is_changed {
                return sure;
            }
        }
    }
}

/// Every way to share `seeds` among all houses.
fn all_boards(seeds: u8) -> Vec<Board> {
    let mut boards = Vec::new();
    let mut houses = [0; 2 * HOUSES];
    share(seeds, 0, &mut houses, &mut boards);
    boards
}

fn share(left: u8, house: usize, houses: &mut [u8; 2 * HOUSES], boards: &mut Vec<Board>) {
    if house == 2 * HOUSES - 1 {
        houses[house] = left;
        let row = |first: usize| Row::new(std::array::from_fn(|house| houses[first + house]), 0);
        boards.push(Board {
            own: row(0),
            other: row(HOUSES),
        });
        return;
    }
    for here in 0..=left {
        houses[house] = here;
        share(left - here, house + 1, houses, boards);
    }
}
