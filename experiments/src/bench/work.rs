//! The players, openings and positions to measure with.

use std::collections::HashSet;
use std::ops::ControlFlow;

use anyhow::{Context, Result};
use warri_engine::{DEFAULT_PLY_CAP, Depth, Evaluation, Found, Game, Houses, Position, Variant};
use warri_evolve::{Arena, Bot, Opening, Pairing, Player, Purpose, Stream};
use warri_evolve::{draw_openings, round_robin};

/// Bots of different feature sets and openings, the same on every machine.
pub(super) struct Work {
    evaluation: Evaluation,
    /// Positions of games, with the moves that would repeat earlier ones.
    positions: Vec<(Position, Houses)>,
    openings: Vec<Opening>,
    field: Vec<Player>,
}

const VARIANT: Variant = Variant::Speightstown;
const OPENINGS: usize = 24;
const FIELD: [&str; 5] = [
    "quickstart@3",
    "daoud2004-depth3@3",
    "daoud2004-depth5@3",
    "material@3",
    "quickstart@2",
];

impl Work {
    pub(super) fn new() -> Result<Work> {
        let mut stream = Stream::new(1, Purpose::MatchOpenings, &[]);
        let none = HashSet::new();
        let openings = draw_openings(OPENINGS, 6, VARIANT, DEFAULT_PLY_CAP, &none, &mut stream)?;
        let players = FIELD.map(|text| Player::parse(text, |_| None));
        let field = players.into_iter().collect::<Result<Vec<_>, _>>()?;
        let bot = Bot::built_in("daoud2004-depth3").context("a built-in bot")?;
        let mut work = Work {
            evaluation: bot.evaluation().clone(),
            positions: Vec::new(),
            openings,
            field,
        };
        for opening in 0..OPENINGS / 2 {
            let game = work.arena(&work.field).play_out(Pairing {
                south: 0,
                north: 1,
                opening,
            });
            work.positions.extend(every_seventh(&game));
        }
        Ok(work)
    }

    fn arena<'a>(&'a self, players: &'a [Player]) -> Arena<'a> {
        Arena {
            players,
            openings: &self.openings,
            seed: 1,
            repeats: false,
        }
    }

    /// Searches all positions; returns the nodes.
    pub(super) fn search_all(
        &self,
        mut search: impl FnMut(&Position, Variant, &Evaluation, Houses) -> Option<Found>,
    ) -> u64 {
        let found = self.positions.iter().filter_map(|(position, repeating)| {
            search(position, VARIANT, &self.evaluation, *repeating)
        });
        found.map(|found| found.nodes).sum()
    }

    /// Plays games of two bots at one depth on this thread; returns how many.
    pub(super) fn play_games(&self, depth: Depth) -> u64 {
        let players = ["quickstart", "daoud2004-depth3"].map(|name| {
            Player::parse(&format!("{name}@{depth}"), |_| None).expect("a built-in bot")
        });
        let arena = self.arena(&players);
        let pairings = round_robin(players.len(), self.openings.len());
        pairings
            .inspect(|&pairing| _ = arena.play_one(pairing))
            .count() as u64
    }

    /// Plays a round robin on the current pool; returns the number of games.
    pub(super) fn play_round_robin(&self) -> u64 {
        let mut games = 0;
        let schedule = round_robin(self.field.len(), self.openings.len());
        self.arena(&self.field).play(schedule, |_, _| {
            games += 1;
            ControlFlow::Continue(())
        });
        games
    }
}

/// Positions of a game, spread over it, with what their moves would repeat.
fn every_seventh(game: &Game) -> Vec<(Position, Houses)> {
    let mut again = Game::new(game.variant());
    let mut positions = Vec::new();
    for (ply, &house) in game.moves().iter().enumerate() {
        if ply % 7 == 6 {
            positions.push((*again.position(), again.repeating()));
        }
        again.play(house).expect("a move of a game is legal");
    }
    positions
}
