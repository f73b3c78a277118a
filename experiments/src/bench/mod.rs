//! How fast this machine is at the work of an experiment.

mod work;

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::Result;
use serde::Serialize;
use warri_engine::{Depth, Game, Position, Searcher, Variant};
use warri_engine::{perft, perft_to_leaf, search_plainly};
use warri_evolve::{Purpose, Stream};

use crate::pool::on_threads;
use crate::progress::Progress;
use work::Work;

/// What was measured. Every rate is that of the fastest of many repetitions:
/// the machine's own, whatever else it was doing in between.
#[derive(Serialize)]
pub(crate) struct Report {
    /// Leaves of a perft whose last ply is counted.
    pub(crate) perft_leaves_per_s: f64,
    /// Leaves of a perft that plays them.
    pub(crate) perft_to_leaf_per_s: f64,
    /// Random games from the start.
    pub(crate) playouts_per_s: f64,
    pub(crate) search: Vec<SearchRate>,
    pub(crate) games: Vec<GamesRate>,
    pub(crate) round_robin: Vec<RoundRobinRate>,
}

/// Searches of the same positions at one depth, on one thread.
#[derive(Serialize)]
pub(crate) struct SearchRate {
    pub(crate) depth: Depth,
    /// Positions entered, leaves included.
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
    pub(crate) nodes_per_s: f64,
    /// How many times longer plain alpha-beta takes.
    pub(crate) speedup_over_plain: f64,
}

/// Games of two bots at one depth, on one thread.
#[derive(Serialize)]
pub(crate) struct GamesRate {
    pub(crate) depth: Depth,
    pub(crate) games_per_s: f64,
}

/// A round robin at depth 3.
#[derive(Serialize)]
pub(crate) struct RoundRobinRate {
    pub(crate) threads: usize,
    pub(crate) games_per_s: f64,
}

const SEARCH_DEPTHS: [i64; 4] = [3, 5, 7, 9];
const GAME_DEPTHS: [i64; 3] = [1, 3, 5];

/// Measures everything, each for so long, the round robin on up to `threads`
/// threads.
pub(crate) fn measure(each: Duration, threads: usize, quiet: bool) -> Result<Report> {
    let threads = thread_counts(threads);
    let steps = 3 + SEARCH_DEPTHS.len() + GAME_DEPTHS.len() + threads.len();
    let progress = Progress::of_steps(steps as u64, quiet);
    let work = Work::new()?;

    let start = Position::START;
    let variant = Variant::default();
    let perft_leaves_per_s = rate(each, || perft(black_box(&start), variant, 9));
    let perft_to_leaf_per_s = rate(each, || perft_to_leaf(black_box(&start), variant, 8));
    let playouts_per_s = rate(each, || (0..1000).map(playout).sum());
    progress.add(3);
    let mut search = Vec::new();
    for plies in SEARCH_DEPTHS {
        search.push(search_rate(each, &work, Depth::new(plies)?));
        progress.add(1);
    }
    let mut games = Vec::new();
    for plies in GAME_DEPTHS {
        let depth = Depth::new(plies)?;
        let games_per_s = rate(each, || work.play_games(depth));
        games.push(GamesRate { depth, games_per_s });
        progress.add(1);
    }
    let mut round_robin = Vec::new();
    for threads in threads {
        let games_per_s = on_threads(threads, || rate(each, || work.play_round_robin()))?;
        round_robin.push(RoundRobinRate {
            threads,
            games_per_s,
        });
        progress.add(1);
    }
    Ok(Report {
        perft_leaves_per_s,
        perft_to_leaf_per_s,
        playouts_per_s,
        search,
        games,
        round_robin,
    })
}

/// One, two, four and so on up to `most`.
fn thread_counts(most: usize) -> Vec<usize> {
    let doubled = std::iter::successors(Some(1), |threads| Some(threads * 2));
    doubled
        .take_while(|&threads| threads < most)
        .chain([most])
        .collect()
}

/// The highest rate at which `work` gets its units done, over and over.
fn rate(each: Duration, mut work: impl FnMut() -> u64) -> f64 {
    let begun = Instant::now();
    let mut best = 0.0_f64;
    loop {
        let (units, seconds) = timed(&mut work);
        best = best.max(units as f64 / seconds);
        if begun.elapsed() >= each {
            return best;
        }
    }
}

fn timed(work: &mut impl FnMut() -> u64) -> (u64, f64) {
    let begun = Instant::now();
    let units = black_box(work());
    (units, begun.elapsed().as_secs_f64())
}

/// Plays a game of random moves by draws of its own.
fn playout(number: u64) -> u64 {
    let mut stream = Stream::new(number, Purpose::RandomPlayer, &[]);
    let mut game = Game::new(Variant::default());
    while let Some(house) = game.legal().nth(stream.below(game.legal().len().max(1))) {
        // A legal move cannot fail.
        let _ = game.play(house);
    }
    1
}

/// Searches as they are and plain ones take turns, so that both see the same
/// machine.
fn search_rate(each: Duration, work: &Work, depth: Depth) -> SearchRate {
    let mut searcher = Searcher::default();
    let mut fast = || {
        work.search_all(|position, variant, evaluation, repeating| {
            searcher.search(position, variant, depth, evaluation, repeating)
        })
    };
    let mut plain = || {
        work.search_all(|position, variant, evaluation, repeating| {
            search_plainly(position, variant, depth, evaluation, repeating)
        })
    };
    let begun = Instant::now();
    let (mut seconds, mut plain_seconds) = (f64::MAX, f64::MAX);
    loop {
        let (nodes, time) = timed(&mut fast);
        seconds = seconds.min(time);
        plain_seconds = plain_seconds.min(timed(&mut plain).1);
        if begun.elapsed() >= each {
            return SearchRate {
                depth,
                nodes,
                seconds,
                nodes_per_s: nodes as f64 / seconds,
                speedup_over_plain: plain_seconds / seconds,
            };
        }
    }
}
