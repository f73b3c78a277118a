//! How well players decide endgames, measured against exact play.

use std::collections::HashSet;
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use warri_engine::endgame::{Endgames, MOST_SEEDS, SolvedMove};
use warri_engine::{Depth, Game, House, Position};

use crate::expected::{DECISIONS, TRUTH_SEEDS};
use crate::range::{ConfigError, require};
use crate::statistics::wilson;
use crate::{Bot, Config, Estimate, Player, Purpose, Strategy, Stream};

/// Whether a run measures its best against exact truth, and on what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Truth {
    /// Endgames with up to so many seeds on the board, 3 to 24. Their tables
    /// are needed.
    #[serde(default = "eight")]
    pub seeds: u8,
    /// So many decisions, as far as possible as many of each number of seeds.
    #[serde(default = "five_hundred")]
    pub decisions: u32,
}

fn eight() -> u8 {
    8
}

fn five_hundred() -> u32 {
    500
}

impl Truth {
    /// Checks every range.
    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        let holds = (LEAST_SEEDS..=MOST_SEEDS).contains(&self.seeds);
        require("truth.seeds", self.seeds, holds, TRUTH_SEEDS)?;
        check_decisions("truth.decisions", self.decisions)
    }
}

/// An error unless so many decisions can be asked for.
pub(crate) fn check_decisions(key: &str, decisions: u32) -> Result<(), ConfigError> {
    let holds = (1..=100_000).contains(&decisions);
    require(key, decisions, holds, DECISIONS)
}

/// With fewer seeds hardly a game comes to a decision.
const LEAST_SEEDS: u8 = 3;

/// A position of an endgame, from a game, in which moves differ by the result
/// that they keep or by the seeds that they are sure of.
#[derive(Clone, Debug)]
pub struct Decision {
    game: Game,
    /// The legal moves.
    moves: Vec<SolvedMove>,
    /// The one that exact play makes.
    best: SolvedMove,
}

/// What a move in a [`Decision`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgment {
    /// Whether it kept the result that the position had.
    pub kept: bool,
    /// How many fewer seeds the player is sure of than by exact play.
    pub lost: u8,
    /// Seeds on the board before it.
    pub seeds: u8,
}

impl Judgment {
    /// 1 if nothing was given away, 0 if the result was, and between if only
    /// seeds were.
    pub fn worth(&self) -> f64 {
        match self.kept {
            true => 1.0 - f64::from(self.lost.min(self.seeds)) / f64::from(self.seeds),
            false => 0.0,
        }
    }
}

impl Decision {
    /// The decision in a position; `None` if there is nothing to decide, or if
    /// the tables do not know it.
    fn of(position: &Position, endgames: &Endgames) -> Option<Decision> {
        let moves = endgames.moves(position)?;
        let house = endgames.best(position)?;
        let best = *moves.iter().find(|one| one.house == house)?;
        let decision = Decision {
            game: Game::from_position(*position, endgames.variant()),
            moves,
            best,
        };
        let mut judgments = decision.moves.iter().map(|one| decision.judge(one.house));
        judgments
            .any(|one| !one.kept || one.lost > 0)
            .then_some(decision)
    }

    /// The position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// Seeds on the board.
    pub fn seeds(&self) -> u8 {
        self.position().on_board()
    }

    /// What `house` does.
    ///
    /// # Panics
    /// If it is no legal move.
    pub fn judge(&self, house: House) -> Judgment {
        let side = self.position().to_move();
        let made = self.moves.iter().find(|one| one.house == house);
        let made = made.expect("a legal move");
        Judgment {
            kept: made.outcome.points(side) >= self.best.outcome.points(side),
            lost: self.best.own.saturating_sub(made.own),
            seeds: self.seeds(),
        }
    }

    /// What a player's move does. A player `random` draws from `stream`.
    pub fn decide(&self, strategy: &Strategy, stream: &mut Stream) -> Judgment {
        let house = strategy.choose(&self.game, stream);
        self.judge(house.expect("the game goes on"))
    }
}

/// How well a player decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TruthScore {
    /// Decisions it was given.
    pub decisions: u32,
    /// Those in which it kept the result.
    pub kept: u32,
    /// Seeds that it gave away, of those it could have been sure of.
    pub lost: u32,
}

impl TruthScore {
    /// Counts one more decision.
    pub fn count(&mut self, judgment: Judgment) {
        self.decisions += 1;
        self.kept += u32::from(judgment.kept);
        self.lost += u32::from(judgment.lost);
    }

    /// Share of the decisions that kept the result; 1 without decisions.
    pub fn result(&self) -> f64 {
        match self.decisions {
            0 => 1.0,
            all => f64::from(self.kept) / f64::from(all),
        }
    }

    /// That share with its 95 % interval, Wilson's for a proportion; all from 0
    /// to 1 without decisions.
    pub fn share(&self) -> Estimate {
        wilson(self.result(), self.decisions.into())
    }

    /// Seeds given away in a decision, in the mean.
    pub fn loss(&self) -> f64 {
        f64::from(self.lost) / f64::from(self.decisions.max(1))
    }
}

/// Decisions from games between varied players.
#[derive(Clone, Debug)]
pub struct TruthSuite {
    decisions: Arc<[Decision]>,
    seed: u64,
}

/// Games that are played at a time, and at most for each decision wanted.
const GAMES: u64 = 256;
const GAMES_A_DECISION: u64 = 10;

/// Random plies at the beginning of each game.
const OPENING_PLIES: u32 = 8;

impl TruthSuite {
    /// Draws decisions with up to `truth.seeds` seeds, as many of each number
    /// of seeds as far as they are found, none with a position in `excluded`.
    /// From one game comes at most one of each number. Every draw is made from
    /// streams of `seed`, so the same arguments give the same suite on any
    /// number of threads.
    pub fn draw(
        truth: Truth,
        endgames: &Endgames,
        seed: u64,
        excluded: &HashSet<Position>,
    ) -> TruthSuite {
        TruthSuite::draw_watched(truth, endgames, seed, excluded, |_| ())
    }

    /// The most games that are played to find so many decisions.
    pub fn most_games(truth: Truth) -> u64 {
        let most = GAMES_A_DECISION * u64::from(truth.decisions) + GAMES;
        most.next_multiple_of(GAMES)
    }

    /// The same; `each` hears how many games were played, again and again.
    pub fn draw_watched(
        truth: Truth,
        endgames: &Endgames,
        seed: u64,
        excluded: &HashSet<Position>,
        mut each: impl FnMut(u64),
    ) -> TruthSuite {
        let kinds = u32::from(truth.seeds - LEAST_SEEDS + 1);
        let quota = |seeds: u8| {
            let one_more = u32::from(seeds - LEAST_SEEDS) < truth.decisions % kinds;
            (truth.decisions / kinds + u32::from(one_more)) as usize
        };
        let mut by_seeds = vec![Vec::new(); usize::from(truth.seeds) + 1];
        let mut seen = excluded.clone();
        let most = TruthSuite::most_games(truth);
        let is_full = |by_seeds: &[Vec<Decision>]| {
            let mut kinds = LEAST_SEEDS..=truth.seeds;
            kinds.all(|seeds| by_seeds[usize::from(seeds)].len() == quota(seeds))
        };
        let players = players();
        let mut game = 0;
        while game < most && !is_full(&by_seeds) {
            let games = (game..game + GAMES).into_par_iter();
            let found: Vec<Vec<Decision>> = games
                .map(|number| {
                    let mut stream = Stream::new(seed, Purpose::TruthGames, &[number]);
                    decisions_of_game(&players, truth.seeds, endgames, &mut stream)
                })
                .collect();
            for decision in found.into_iter().flatten() {
                let place = &mut by_seeds[usize::from(decision.seeds())];
                if place.len() < quota(decision.seeds()) && seen.insert(*decision.position()) {
                    place.push(decision);
                }
            }
            game += GAMES;
            each(game);
        }
        TruthSuite {
            decisions: by_seeds.into_iter().flatten().collect(),
            seed,
        }
    }

    /// The decisions, by the seeds on the board.
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    /// The positions of all decisions.
    pub fn positions(&self) -> HashSet<Position> {
        let positions = self.decisions.iter();
        positions.map(|decision| *decision.position()).collect()
    }

    /// What a player does in each decision, on the current rayon pool.
    pub fn judge(&self, strategy: &Strategy) -> Vec<Judgment> {
        self.judge_watched(strategy, || ())
    }

    /// The same; `each` hears of every decision.
    pub fn judge_watched(&self, strategy: &Strategy, each: impl Fn() + Sync) -> Vec<Judgment> {
        let all = 0..self.decisions.len();
        all.into_par_iter()
            .map(|number| {
                let judgment = self.judge_one(strategy, number);
                each();
                judgment
            })
            .collect()
    }

    /// What a player does in one of them.
    pub(crate) fn judge_one(&self, strategy: &Strategy, number: usize) -> Judgment {
        let coordinates = [number as u64];
        let mut stream = Stream::new(self.seed, Purpose::TruthPlayer, &coordinates);
        self.decisions[number].decide(strategy, &mut stream)
    }

    /// How well a player decides.
    pub fn score(&self, strategy: &Strategy) -> TruthScore {
        let mut score = TruthScore::default();
        for judgment in self.judge(strategy) {
            score.count(judgment);
        }
        score
    }
}

/// The decisions of a run.
#[derive(Clone, Debug)]
pub(crate) struct TruthBooks {
    /// Its generations' best are measured on them.
    pub(crate) test: TruthSuite,
    /// Each generation trains on some of them, if on any.
    pub(crate) training: TruthSuite,
}

/// So many generations' decisions are drawn to train on.
const POOL: u32 = 10;

impl TruthBooks {
    /// Those that a config asks for.
    pub(crate) fn new(config: &Config, endgames: Option<&Endgames>) -> Option<TruthBooks> {
        let (truth, endgames) = config.truth.zip(endgames)?;
        let test = TruthSuite::draw(truth, endgames, config.test.seed, &HashSet::new());
        let training = Truth {
            decisions: POOL * config.training.opponents.decisions(),
            ..truth
        };
        let excluded = test.positions();
        Some(TruthBooks {
            training: TruthSuite::draw(training, endgames, config.seed, &excluded),
            test,
        })
    }

    /// The mean worth of each player's decisions, on the current rayon pool.
    pub(crate) fn train(&self, decisions: &[usize], players: &[Player]) -> Vec<f64> {
        let mean = |player: &Player| {
            let judge = |&number| self.training.judge_one(player.strategy(), number).worth();
            decisions.iter().map(judge).sum::<f64>() / decisions.len().max(1) as f64
        };
        players.par_iter().map(mean).collect()
    }
}

/// The first decision of each number of seeds in a game between two of the
/// [`players`].
fn decisions_of_game(
    players: &[Strategy],
    most: u8,
    endgames: &Endgames,
    stream: &mut Stream,
) -> Vec<Decision> {
    let seats = [(); 2].map(|()| stream.below(players.len()));
    let mut game = Game::new(endgames.variant());
    let mut last = most + 1;
    let mut decisions = Vec::new();
    for ply in 0.. {
        let position = game.position();
        let seeds = position.on_board();
        if (LEAST_SEEDS..last).contains(&seeds)
            && let Some(decision) = Decision::of(position, endgames)
        {
            last = seeds;
            decisions.push(decision);
        }
        let player = match ply < OPENING_PLIES {
            true => &Strategy::Random,
            false => &players[seats[position.to_move().index()]],
        };
        match player.choose(&game, stream) {
            Some(house) if game.play(house).is_ok() => {}
            _ => break,
        }
    }
    decisions
}

/// Those whose games decisions are taken from: none of them plays all endings
/// well, and all get into different ones.
fn players() -> Vec<Strategy> {
    let depth = |plies| Depth::new(plies).ok();
    let mut players = vec![Strategy::Random, Strategy::Greedy];
    players.extend((1..=3).filter_map(depth).map(Strategy::material));
    let published = Bot::built_in("daoud2004-depth3");
    players.extend(
        published
            .zip(depth(2))
            .map(|(bot, depth)| Strategy::Search {
                evaluation: bot.evaluation().clone(),
                depth,
                tables: None,
            }),
    );
    players
}

#[cfg(test)]
mod tests {
    use warri_engine::Variant;

    use super::*;

    const TRUTH: Truth = Truth {
        seeds: 6,
        decisions: 100,
    };

    fn suite(variant: Variant, threads: usize) -> TruthSuite {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| {
            let endgames = Endgames::solved(variant, TRUTH.seeds);
            TruthSuite::draw(TRUTH, &endgames, 1, &HashSet::new())
        })
    }

    #[test]
    fn a_suite_is_the_same_on_any_number_of_threads_and_has_as_many_of_each_kind() {
        let [one, three] = [1, 3].map(|threads| suite(Variant::Speightstown, threads));
        let positions = |suite: &TruthSuite| -> Vec<Position> {
            suite
                .decisions()
                .iter()
                .map(|one| *one.position())
                .collect()
        };
        assert_eq!(positions(&one), positions(&three));
        assert_eq!(one.positions().len(), one.decisions().len());
        for seeds in 3..=6 {
            let count = one.decisions().iter().filter(|one| one.seeds() == seeds);
            let expected = if seeds == 3 { 3..=25 } else { 25..=25 };
            assert!(expected.contains(&count.count()), "{seeds}");
        }
    }

    #[test]
    fn exact_play_gives_nothing_away_and_others_do() {
        for variant in Variant::ALL {
            let suite = suite(variant, 2);
            for decision in suite.decisions() {
                let best = decision.judge(decision.best.house);
                assert_eq!((best.kept, best.lost, best.worth()), (true, 0, 1.0));
                let worst = decision
                    .moves
                    .iter()
                    .map(|one| decision.judge(one.house).worth());
                assert!(worst.fold(1.0, f64::min) < 1.0, "nothing to decide");
            }
            let random = suite.score(&Strategy::Random);
            let deep = suite.score(&Strategy::material(Depth::new(7).unwrap()));
            assert_eq!(random.decisions as usize, suite.decisions().len());
            assert!(random.result() < deep.result(), "{random:?} {deep:?}");
            assert!(random.loss() > deep.loss(), "{random:?} {deep:?}");
        }
    }

    #[test]
    fn excluded_positions_are_not_drawn() {
        let endgames = Endgames::solved(Variant::Abapa, TRUTH.seeds);
        let first = TruthSuite::draw(TRUTH, &endgames, 1, &HashSet::new());
        let second = TruthSuite::draw(TRUTH, &endgames, 1, &first.positions());
        assert!(second.decisions().len() > 60);
        assert!(second.positions().is_disjoint(&first.positions()));
    }
}
