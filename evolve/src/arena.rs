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
}

/// Games played between two looks at the schedule: enough to keep all threads
/// busy, few enough for lively progress and flat memory.
pub const BATCH: usize = 128;

impl Arena<'_> {
    /// Plays a schedule on the current rayon pool and hands each game to
    /// `each` in schedule order, whatever the number of threads.
    ///
    /// Equal strategies play equal games, so a game that stands in the
    /// schedule twice (also under other players' names) is played once and
    /// handed over twice.
    ///
    /// Where `each` breaks off, no game after that one is handed over and no
    /// further batch is played.
    pub fn play(
        &self,
        schedule: impl Iterator<Item = Pairing>,
        mut each: impl FnMut(Pairing, Played) -> ControlFlow<()>,
    ) {
        let same_as = self.first_with_the_same_strategy();
        let canonical = |pairing: Pairing| Pairing {
            south: same_as[pairing.south],
            north: same_as[pairing.north],
            ..pairing
        };
        let mut known: BTreeMap<Pairing, Played> = BTreeMap::new();
        let mut schedule = schedule.peekable();
        while schedule.peek().is_some() {
            let batch: Vec<Pairing> = schedule.by_ref().take(BATCH).collect();
            let mut new: Vec<Pairing> = batch
                .iter()
                .map(|&pairing| canonical(pairing))
                .filter(|pairing| !known.contains_key(pairing))
                .collect();
            new.sort_unstable();
            new.dedup();
            let played: Vec<(Pairing, Played)> = new
                .into_par_iter()
                .map(|pairing| (pairing, self.play_one(pairing)))
                .collect();
            known.extend(played);
            for pairing in batch {
                if each(pairing, known[&canonical(pairing)]).is_break() {
                    return;
                }
            }
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

    /// For each player the first one that plays the same.
    fn first_with_the_same_strategy(&self) -> Vec<usize> {
        let mut first = BTreeMap::new();
        self.players
            .iter()
            .enumerate()
            .map(|(index, player)| *first.entry(player.strategy()).or_insert(index))
            .collect()
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
        assert_eq!((handed_over, scheduled), (5, BATCH));
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
