//! The arena: the one place where games are played, in parallel.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use rayon::prelude::*;
use warri_engine::{End, Game, Side};

use crate::{MatchScore, Opening, Pairing, Player, Purpose, Stream, Tally, gauntlet};

/// A game that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// How it ended.
    pub end: End,
    /// Its length, the opening included.
    pub plies: u32,
}

/// Players, openings, and the seed of the players `random`.
#[derive(Clone, Copy, Debug)]
pub struct Arena<'a> {
    /// The players that pairings name by index.
    pub players: &'a [Player],
    /// The openings that pairings name by index.
    pub openings: &'a [Opening],
    /// A player `random` draws from a stream of this seed, the opening and the
    /// side.
    pub seed: u64,
    /// Whether schedules may name a pairing twice. All games are then
    /// remembered to the end of the schedule.
    pub repeats: bool,
}

/// Games a thread has before it at a time: enough to keep all threads busy,
/// few enough for lively progress and flat memory.
const GAMES_A_THREAD: usize = 64;

impl Arena<'_> {
    /// Plays a schedule on the current rayon pool and hands each game to
    /// `each` in schedule order, whatever the number of threads. `each` runs
    /// here, while other threads play the games that come next.
    ///
    /// Equal strategies play equal games, so a game that comes again under
    /// other players' names, or in a schedule that [repeats](Arena::repeats),
    /// is played once and handed over each time. No other game is remembered.
    ///
    /// Where `each` breaks off, no game after that one is handed over, though
    /// some may have been played.
    pub fn play(
        &self,
        mut schedule: impl Iterator<Item = Pairing>,
        mut each: impl FnMut(Pairing, Played) -> ControlFlow<()>,
    ) {
        let mut memory = Memory::new(self);
        let size = GAMES_A_THREAD * rayon::current_num_threads();
        let mut played = Batch::default();
        loop {
            let mut next = memory.plan(schedule.by_ref().take(size));
            if next.pairings.is_empty() && played.pairings.is_empty() {
                return;
            }
            let mut handed_over = ControlFlow::Continue(());
            rayon::in_place_scope(|scope| {
                scope.spawn(|_| {
                    let games = next.games.par_iter_mut().with_max_len(1);
                    games.for_each(|(pairing, game)| *game = Some(self.play_one(*pairing)));
                });
                handed_over = played.pairings.iter().try_for_each(|&pairing| {
                    let game = memory.game(pairing, &played);
                    each(pairing, game)
                });
            });
            if handed_over.is_break() {
                return;
            }
            memory.keep(&next);
            played = next;
        }
    }

    /// Plays a schedule of pairs, both games on an opening one after the
    /// other, and hands each pair to `each` in schedule order: the pairing of
    /// its first game and the results of the player who is South there.
    pub fn play_pairs(
        &self,
        schedule: impl Iterator<Item = Pairing>,
        mut each: impl FnMut(Pairing, Tally) -> ControlFlow<()>,
    ) {
        let mut begun: Option<(Pairing, Tally)> = None;
        self.play(schedule, |pairing, played| {
            let (first, mut pair) = begun.take().unwrap_or((pairing, Tally::default()));
            let side = if pairing.south == first.south {
                Side::South
            } else {
                Side::North
            };
            pair.count(played.end.outcome, side);
            if pair.games() == 2 {
                return each(first, pair);
            }
            begun = Some((first, pair));
            ControlFlow::Continue(())
        });
    }

    /// Plays the first player against each of the others, from both sides on
    /// every opening, and scores it.
    pub fn play_gauntlet(&self) -> Vec<MatchScore> {
        let mut scores = vec![MatchScore::default(); self.players.len() - 1];
        let schedule = gauntlet(0, 1..self.players.len(), self.openings.len());
        self.play_pairs(schedule, |pairing, pair| {
            scores[pairing.north - 1].count_pair(pair);
            ControlFlow::Continue(())
        });
        scores
    }

    /// Plays one game.
    pub fn play_one(&self, pairing: Pairing) -> Played {
        let game = self.play_out(pairing);
        Played {
            end: game.end().expect("a game played out has an end"),
            plies: game.moves().len() as u32,
        }
    }

    /// Plays one game and returns all of it.
    pub fn play_out(&self, pairing: Pairing) -> Game {
        let mut game = self.openings[pairing.opening].game().clone();
        let seats = [pairing.south, pairing.north].map(|player| self.players[player].strategy());
        let mut streams = Side::ALL.map(|side| {
            let moves = game.moves().iter().map(|house| house.index() as u64);
            let coordinates: Vec<u64> = moves.chain([side.index() as u64]).collect();
            Stream::new(self.seed, Purpose::RandomPlayer, &coordinates)
        });
        loop {
            let seat = game.position().to_move().index();
            match seats[seat].choose(&game, &mut streams[seat]) {
                Some(house) => game.play(house).expect("a player's move is legal"),
                None => return game,
            }
        }
    }
}

/// Pairings in schedule order, and the games that they need played, sorted.
#[derive(Default)]
struct Batch {
    pairings: Vec<Pairing>,
    games: Vec<(Pairing, Option<Played>)>,
}

/// Knows which games are the same, and keeps those that may come again.
struct Memory {
    /// For each player the first one that plays the same.
    same_as: Vec<usize>,
    /// Whether others play the same as that one.
    has_twin: Vec<bool>,
    repeats: bool,
    known: BTreeMap<Pairing, Played>,
}

impl Memory {
    #[expect(
        clippy::mutable_key_type,
        reason = "tables do not change once they are solved, and are not compared by what they hold"
    )]
    fn new(arena: &Arena<'_>) -> Memory {
        let mut first = BTreeMap::new();
        let players = arena.players.iter().enumerate();
        let same_as: Vec<usize> = players
            .map(|(index, player)| *first.entry(player.strategy()).or_insert(index))
            .collect();
        let mut has_twin = vec![false; same_as.len()];
        for (player, &same) in same_as.iter().enumerate() {
            has_twin[same] |= same != player;
        }
        Memory {
            same_as,
            has_twin,
            repeats: arena.repeats,
            known: BTreeMap::new(),
        }
    }

    /// The pairing of the first players that play the same.
    fn canonical(&self, pairing: Pairing) -> Pairing {
        Pairing {
            south: self.same_as[pairing.south],
            north: self.same_as[pairing.north],
            ..pairing
        }
    }

    fn plan(&self, pairings: impl Iterator<Item = Pairing>) -> Batch {
        let pairings: Vec<Pairing> = pairings.collect();
        let mut new: Vec<Pairing> = pairings
            .iter()
            .map(|&pairing| self.canonical(pairing))
            .filter(|pairing| !self.known.contains_key(pairing))
            .collect();
        new.sort_unstable();
        new.dedup();
        Batch {
            pairings,
            games: new.into_iter().map(|pairing| (pairing, None)).collect(),
        }
    }

    /// The game of a pairing of `batch`, which was played.
    fn game(&self, pairing: Pairing, batch: &Batch) -> Played {
        let pairing = self.canonical(pairing);
        let place = batch
            .games
            .binary_search_by_key(&pairing, |&(pairing, _)| pairing);
        match place {
            Ok(place) => batch.games[place].1.expect("its batch was played"),
            Err(_) => self.known[&pairing],
        }
    }

    /// Keeps the games of a batch that may come again.
    fn keep(&mut self, batch: &Batch) {
        for &(pairing, game) in &batch.games {
            let may_come_again =
                self.repeats || self.has_twin[pairing.south] || self.has_twin[pairing.north];
            if let Some(game) = game.filter(|_| may_come_again) {
                self.known.insert(pairing, game);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use warri_engine::Variant;

    use super::*;
    use crate::{draw_openings, round_robin};

    fn players(texts: &[&str]) -> Vec<Player> {
        let parse = |text: &&str| Player::parse(text, |_| None).unwrap();
        texts.iter().map(parse).collect()
    }

    fn openings(count: usize) -> Vec<Opening> {
        let mut stream = Stream::new(5, Purpose::TestOpenings, &[]);
        draw_openings(
            count,
            8,
            Variant::Speightstown,
            1000,
            &HashSet::new(),
            &mut stream,
        )
        .unwrap()
    }

    fn on_threads(
        threads: usize,
        players: &[Player],
        openings: &[Opening],
    ) -> Vec<(Pairing, Played)> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        let mut games = Vec::new();
        let arena = Arena {
            players,
            openings,
            seed: 9,
            repeats: false,
        };
        pool.install(|| {
            arena.play(
                round_robin(players.len(), openings.len()),
                |pairing, played| {
                    games.push((pairing, played));
                    ControlFlow::Continue(())
                },
            );
        });
        games
    }

    // pitfalls 1, 2 and 6
    #[test]
    fn games_come_back_in_schedule_order_and_the_same_on_any_number_of_threads() {
        let players = players(&[
            "random",
            "greedy",
            "material@2",
            "daoud2004-depth3@2",
            "random",
        ]);
        let openings = openings(9);
        let games = on_threads(1, &players, &openings);
        let order: Vec<Pairing> = games.iter().map(|(pairing, _)| *pairing).collect();
        assert_eq!(order, round_robin(5, 9).collect::<Vec<_>>());
        for threads in [2, 7, 8] {
            assert_eq!(on_threads(threads, &players, &openings), games);
        }
    }

    // pitfall 27
    #[test]
    fn nothing_is_handed_over_after_a_break() {
        let players = players(&["random", "greedy"]);
        let openings = openings(200);
        let arena = Arena {
            players: &players,
            openings: &openings,
            seed: 9,
            repeats: false,
        };
        let mut scheduled = 0;
        let mut handed_over = 0;
        let schedule = round_robin(2, 200).inspect(|_| scheduled += 1);
        arena.play(schedule, |_, _| {
            handed_over += 1;
            if handed_over == 5 {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        let batch = GAMES_A_THREAD * rayon::current_num_threads();
        assert_eq!(handed_over, 5);
        assert!(scheduled <= 2 * batch);
    }

    // pitfall 29
    #[test]
    fn only_games_that_may_come_again_are_remembered() {
        let remembered = |texts: &[&str], repeats| {
            let players = players(texts);
            let openings = openings(4);
            let arena = Arena {
                players: &players,
                openings: &openings,
                seed: 9,
                repeats,
            };
            let mut memory = Memory::new(&arena);
            let mut batch = memory.plan(round_robin(players.len(), openings.len()));
            for (pairing, game) in &mut batch.games {
                *game = Some(arena.play_one(*pairing));
            }
            memory.keep(&batch);
            let again = memory.plan(round_robin(players.len(), openings.len()));
            (batch.games.len(), memory.known.len(), again.games.len())
        };
        let different = ["random", "greedy", "material@1"];
        assert_eq!(remembered(&different, false), (24, 0, 24));
        assert_eq!(remembered(&different, true), (24, 24, 0));
        // Greedy twice: of 48 games 16 are the same as others, and each of
        // the 8 between random and material is one of a kind.
        let twins = ["random", "greedy", "material@1", "greedy"];
        assert_eq!(remembered(&twins, false), (28, 20, 8));
    }

    #[test]
    fn equal_strategies_play_equal_games_whatever_their_names() {
        let openings = openings(3);
        let twins = players(&["greedy", "material@1", "material@1"]);
        let games = on_threads(2, &twins, &openings);
        let of = |south, north| -> Vec<Played> {
            let wanted = |p: &Pairing| (p.south, p.north) == (south, north);
            games
                .iter()
                .filter(|(pairing, _)| wanted(pairing))
                .map(|(_, played)| *played)
                .collect()
        };
        assert_eq!(of(0, 1), of(0, 2));
        assert_eq!(of(1, 0), of(2, 0));
        assert_eq!(of(1, 2), of(2, 1));
    }

    // pitfall 28
    #[test]
    fn every_game_has_an_end_with_its_reason() {
        let players = players(&["greedy", "material@1", "random"]);
        for (_, played) in on_threads(2, &players, &openings(20)) {
            assert!(played.plies <= 1000);
            assert!(!played.end.reason.name().is_empty());
        }
    }
}
