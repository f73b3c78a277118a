//! A search with endgame tables is plain minimax that takes their word.

mod plain;

use std::sync::LazyLock;

use plain::Plain;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use warri_engine::endgame::Endgames;
use warri_engine::*;

/// Up to six seeds by all variants.
static SOLVED: LazyLock<[Endgames; 3]> =
    LazyLock::new(|| Variant::ALL.map(|variant| Endgames::solved(variant, 6)));

/// A position near those that are solved, neither side far ahead.
fn position(rng: &mut ChaCha8Rng) -> Position {
    loop {
        let mut houses = [[0; HOUSES]; 2];
        let seeds = rng.random_range(4..=13_u8);
        for _ in 0..seeds {
            houses[rng.random_range(0..2_usize)][rng.random_range(0..HOUSES)] += 1;
        }
        // Now and then a few seeds are missing.
        let stored = SEEDS - seeds - rng.random_range(0..3_u8);
        let south = stored / 2 + rng.random_range(0..9_u8) - 4;
        let position = Position::try_from(RawPosition {
            houses,
            stores: [south, stored - south],
            to_move: Side::ALL[usize::from(rng.random_bool(0.5))],
        });
        let position = position.unwrap();
        if !position.legal().is_empty() {
            return position;
        }
    }
}

/// Minimax from the view of `searcher`: no pruning, no negation.
struct Minimax<'a> {
    endgames: &'a Endgames,
    evaluation: &'a Evaluation,
    searcher: Side,
    /// How often the tables had the word.
    asked: usize,
}

impl Minimax<'_> {
    /// The first best move and its score.
    fn best(&mut self, root: &Plain, depth: u8, repeating: Houses) -> (usize, Score) {
        let mut best: Option<(usize, Score)> = None;
        for house in root.legal() {
            let child = root.play(house, self.endgames.variant());
            let score = if repeating.contains(House::new(house).unwrap()) {
                self.end(&child, Reason::Cycle, 1)
            } else {
                self.score(&child, depth - 1, 1)
            };
            if best.is_none_or(|(_, most)| score > most) {
                best = Some((house, score));
            }
        }
        best.unwrap()
    }

    fn score(&mut self, plain: &Plain, depth: u8, ply: Score) -> Score {
        if let Some(reason) = plain.end() {
            return self.end(plain, reason, ply);
        }
        let position = position_of(plain);
        if let Some(outcome) = self.endgames.outcome(&position) {
            self.asked += 1;
            return self.result(outcome.winner(), ply);
        }
        if depth == 0 {
            let sides = [self.searcher, self.searcher.opponent()];
            let [own, other] = sides.map(|side| position.row(side));
            return self.evaluation.score(own, other);
        }
        let mut scores = Vec::new();
        for house in plain.legal() {
            let child = plain.play(house, self.endgames.variant());
            scores.push(self.score(&child, depth - 1, ply + 1));
        }
        let scores = scores.into_iter();
        if plain.side == self.searcher.index() {
            scores.max().unwrap()
        } else {
            scores.min().unwrap()
        }
    }

    fn end(&self, plain: &Plain, reason: Reason, ply: Score) -> Score {
        let seeds = plain.divide(self.endgames.variant(), reason);
        let wins = |side: &Side| seeds[side.index()] >= plain.majority();
        self.result(Side::ALL.into_iter().find(wins), ply)
    }

    fn result(&self, winner: Option<Side>, ply: Score) -> Score {
        match winner {
            Some(winner) if winner == self.searcher => WIN - ply,
            Some(_) => ply - WIN,
            None => 0,
        }
    }
}

fn position_of(plain: &Plain) -> Position {
    let row = |side: usize| plain.houses[6 * side..][..6].try_into().unwrap();
    let raw = RawPosition {
        houses: [row(0), row(1)],
        stores: plain.stores,
        to_move: Side::ALL[plain.side],
    };
    raw.try_into().unwrap()
}

fn evaluation(rng: &mut ChaCha8Rng) -> Evaluation {
    let set = FeatureSet::named(SETS[rng.random_range(0..SETS.len())].name).unwrap();
    // Coarse weights make ties.
    let weights = set.terms().iter().map(|_| rng.random_range(-2..=4_i32));
    let weights: Vec<f64> = weights.map(|weight| f64::from(weight) / 2.0).collect();
    Evaluation::new(&set, &weights).unwrap()
}

/// One searcher searches all, with tables and without, so that what it
/// remembers of one search could do harm in the next.
#[test]
fn searches_with_tables_agree_with_minimax() {
    let mut searcher = Searcher::default();
    for (depth, positions) in [(1, 3000), (2, 3000), (3, 2100), (4, 900), (5, 600)] {
        let mut rng = ChaCha8Rng::seed_from_u64(depth.into());
        let mut asked = 0;
        let mut differing = 0;
        for index in 0..positions {
            let endgames = &SOLVED[index % 3];
            let position = position(&mut rng);
            let evaluation = evaluation(&mut rng);
            // Any set of root moves may be declared repeating.
            let legal = position.legal().into_iter();
            let repeating: Houses = legal.filter(|_| rng.random_bool(0.1)).collect();
            let plies = Depth::new(depth.into()).unwrap();
            let found = searcher.search_with(&position, endgames, plies, &evaluation, repeating);
            let found = found
                .map(|found| (found.house.index(), found.score))
                .unwrap();
            let mut minimax = Minimax {
                endgames,
                evaluation: &evaluation,
                searcher: position.to_move(),
                asked: 0,
            };
            let best = minimax.best(&Plain::of(&position), depth, repeating);
            let variant = endgames.variant();
            assert_eq!(found, best, "{variant} {position} depth {depth}");
            asked += usize::from(minimax.asked > 0);
            let line = expected_line_with(&position, endgames, plies, &evaluation, repeating);
            assert_eq!(line[0].index(), found.0);
            let without = searcher.search(&position, variant, plies, &evaluation, repeating);
            let plainly = search_plainly(&position, variant, plies, &evaluation, repeating);
            let [without, plainly] = [without, plainly]
                .map(|found| found.map(|found| (found.house.index(), found.score)));
            assert_eq!(without, plainly, "{variant} {position} depth {depth}");
            differing += usize::from(without != Some(found));
        }
        assert!(5 * asked > positions, "{asked} of {positions} used tables");
        assert!(differing > 0);
    }
}

#[test]
fn the_expected_line_ends_where_the_tables_begin() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let mut ended = 0;
    for index in 0..600 {
        let endgames = &SOLVED[index % 3];
        let position = position(&mut rng);
        let depth = Depth::new(4).unwrap();
        let evaluation = evaluation(&mut rng);
        let line = expected_line_with(&position, endgames, depth, &evaluation, Houses::NONE);
        let mut at = position;
        for (ply, &house) in line.iter().enumerate() {
            assert!(ply == 0 || !endgames.know(&at));
            at = at.play(house, endgames.variant()).unwrap();
        }
        let is_short = line.len() < 4;
        assert!(!is_short || endgames.know(&at) || at.end_reason().is_some());
        ended += usize::from(is_short && at.end_reason().is_none());
    }
    assert!(ended > 30, "{ended}");
}
