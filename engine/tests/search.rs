//! The search keeps the contract of plain minimax: the same move, the same
//! score, ties to the first house.

mod plain;

use plain::Plain;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use warri_engine::*;

/// Evaluations with separate own and opponent weights, so that the view of
/// the searching player is not that of the side to move.
fn evaluations(rng: &mut ChaCha8Rng) -> Vec<Evaluation> {
    SETS.iter()
        .map(|named| {
            let set = FeatureSet::named(named.name).unwrap();
            // Coarse weights make ties.
            let weights: Vec<f64> = set
                .terms()
                .iter()
                .map(|_| f64::from(rng.random_range(-2..=4_i32)) / 2.0)
                .collect();
            Evaluation::new(&set, &weights).unwrap()
        })
        .collect()
}

/// A position of a random game, any phase equally likely.
fn position(rng: &mut ChaCha8Rng, variant: Variant) -> Game {
    loop {
        let mut game = Game::new(variant);
        for _ in 0..rng.random_range(0..120_u32) {
            let legal: Vec<House> = game.legal().iter().collect();
            if legal.is_empty() {
                break;
            }
            game.play(legal[rng.random_range(0..legal.len())]).unwrap();
        }
        if game.end().is_none() {
            return game;
        }
    }
}

/// A position with few seeds, where games end within the search.
fn endgame(rng: &mut ChaCha8Rng, variant: Variant) -> Game {
    loop {
        let mut houses = [[0; HOUSES]; 2];
        let seeds = rng.random_range(1..=10_u8);
        for _ in 0..seeds {
            houses[rng.random_range(0..2_usize)][rng.random_range(0..HOUSES)] += 1;
        }
        let south = (SEEDS - seeds) / 2 + rng.random_range(0..4_u8) - 2;
        let raw = RawPosition {
            houses,
            stores: [south, SEEDS - seeds - south],
            to_move: if rng.random_bool(0.5) {
                Side::South
            } else {
                Side::North
            },
        };
        let game = Game::from_position(Position::try_from(raw).unwrap(), variant);
        if game.end().is_none() {
            return game;
        }
    }
}

/// Minimax from the view of `searcher`: no pruning, no negation.
struct Minimax<'a> {
    variant: Variant,
    evaluation: &'a Evaluation,
    searcher: usize,
}

impl Minimax<'_> {
    /// The first best move and its score.
    fn best(&self, root: &Plain, depth: u8, repeating: Houses) -> Option<(usize, Score)> {
        let mut best: Option<(usize, Score)> = None;
        for house in root.legal() {
            let child = root.play(house, self.variant);
            let score = if repeating.contains(House::new(house).unwrap()) {
                self.end(&child, Reason::Cycle, 1)
            } else {
                self.score(&child, depth - 1, 1)
            };
            if best.is_none_or(|(_, most)| score > most) {
                best = Some((house, score));
            }
        }
        best
    }

    /// The first best moves of both sides, from the score of each child.
    fn line(&self, root: &Plain, depth: u8, repeating: Houses) -> Vec<usize> {
        let mut line = Vec::new();
        let mut at = *root;
        for ply in 0..depth {
            let mut best: Option<(usize, Score)> = None;
            for house in at.legal() {
                let child = at.play(house, self.variant);
                let next = i32::from(ply) + 1;
                let score = if ply == 0 && repeating.contains(House::new(house).unwrap()) {
                    self.end(&child, Reason::Cycle, next)
                } else {
                    self.score(&child, depth - 1 - ply, next)
                };
                let better = |most| {
                    if at.side == self.searcher {
                        score > most
                    } else {
                        score < most
                    }
                };
                if best.is_none_or(|(_, most)| better(most)) {
                    best = Some((house, score));
                }
            }
            let Some((house, _)) = best else { break };
            line.push(house);
            if ply == 0 && repeating.contains(House::new(house).unwrap()) {
                break;
            }
            at = at.play(house, self.variant);
        }
        line
    }

    fn score(&self, plain: &Plain, depth: u8, ply: i32) -> Score {
        if let Some(reason) = plain.end() {
            return self.end(plain, reason, ply);
        }
        if depth == 0 {
            let row = |side: usize| plain.houses[6 * side..][..6].try_into().unwrap();
            let position = Position::try_from(RawPosition {
                houses: [row(0), row(1)],
                stores: plain.stores,
                to_move: Side::ALL[plain.side],
            });
            let [own, opponent] = [self.searcher, 1 - self.searcher]
                .map(|side| position.as_ref().unwrap().row(Side::ALL[side]));
            return self.evaluation.score(own, opponent);
        }
        let children = plain.legal().into_iter();
        let scores =
            children.map(|house| self.score(&plain.play(house, self.variant), depth - 1, ply + 1));
        if plain.side == self.searcher {
            scores.max().unwrap()
        } else {
            scores.min().unwrap()
        }
    }

    fn end(&self, plain: &Plain, reason: Reason, ply: i32) -> Score {
        let seeds = plain.divide(self.variant, reason);
        if seeds[self.searcher] >= plain.majority() {
            WIN - ply
        } else if seeds[1 - self.searcher] >= plain.majority() {
            -(WIN - ply)
        } else {
            0
        }
    }
}

/// A position to search in, and how.
struct Case {
    game: Game,
    evaluation: Evaluation,
    depth: Depth,
    repeating: Houses,
}

impl Case {
    fn minimax(&self) -> Minimax<'_> {
        Minimax {
            variant: self.game.variant(),
            evaluation: &self.evaluation,
            searcher: self.game.position().to_move().index(),
        }
    }
}

fn cases(depth: u8, positions: usize) -> impl Iterator<Item = Case> {
    let mut rng = ChaCha8Rng::seed_from_u64(depth.into());
    (0..positions).map(move |index| {
        let variant = Variant::ALL[index % 3];
        let game = if index % 2 == 0 {
            position(&mut rng, variant)
        } else {
            endgame(&mut rng, variant)
        };
        let evaluations = evaluations(&mut rng);
        let evaluation = evaluations[index / 6 % evaluations.len()].clone();
        // Any set of root moves may be declared repeating.
        let repeating: Houses = game
            .legal()
            .into_iter()
            .filter(|_| rng.random_bool(0.1))
            .collect();
        Case {
            game,
            evaluation,
            depth: Depth::new(depth.into()).unwrap(),
            repeating,
        }
    })
}

fn check(depth: u8, positions: usize) {
    for case in cases(depth, positions) {
        let (position, variant) = (case.game.position(), case.game.variant());
        let found = search(
            position,
            variant,
            case.depth,
            &case.evaluation,
            case.repeating,
        );
        let best = case
            .minimax()
            .best(&Plain::of(position), depth, case.repeating);
        assert_eq!(
            found.map(|found| (found.house.index(), found.score)),
            best,
            "{variant} {position} depth {depth} {:?}",
            case.evaluation
        );
    }
}

fn check_line(depth: u8, positions: usize) {
    let mut closed = 0;
    let mut ended = 0;
    for case in cases(depth, positions) {
        let (position, variant) = (case.game.position(), case.game.variant());
        let line = expected_line(
            position,
            variant,
            case.depth,
            &case.evaluation,
            case.repeating,
        );
        let found = search(
            position,
            variant,
            case.depth,
            &case.evaluation,
            case.repeating,
        );
        assert_eq!(line.first().copied(), found.map(|found| found.house));
        let plain = case
            .minimax()
            .line(&Plain::of(position), depth, case.repeating);
        let indices: Vec<usize> = line.iter().map(|house| house.index()).collect();
        assert_eq!(
            indices, plain,
            "{variant} {position} depth {depth} {:?}",
            case.evaluation
        );
        closed += usize::from(case.repeating.contains(line[0]));
        ended += usize::from(line.len() < usize::from(depth));
    }
    // The rare lines are among them.
    assert!(closed > 0 && (ended > closed || depth == 1));
}

#[test]
fn depth_1() {
    check(1, 6000);
}

#[test]
fn depth_2() {
    check(2, 6000);
}

#[test]
fn depth_3() {
    check(3, 6000);
}

#[test]
fn depth_4() {
    check(4, 4000);
}

#[test]
fn depth_5() {
    check(5, 3000);
}

/// Too deep for minimax, but not for plain alpha-beta. One searcher searches
/// all, so that what it remembers of one position could do harm in the next.
#[test]
fn deep_searches_agree_with_plain_ones() {
    let mut searcher = Searcher::default();
    for (depth, positions) in [(5, 600), (6, 600), (7, 300), (8, 200), (9, 150), (11, 20)] {
        for case in cases(depth, positions) {
            let (position, variant) = (case.game.position(), case.game.variant());
            let Case {
                evaluation,
                depth,
                repeating,
                ..
            } = &case;
            let found = searcher.search(position, variant, *depth, evaluation, *repeating);
            let plain = search_plainly(position, variant, *depth, evaluation, *repeating);
            let best = |found: Option<Found>| found.map(|found| (found.house, found.score));
            assert_eq!(
                best(found),
                best(plain),
                "{variant} {position} depth {depth} {evaluation:?}"
            );
        }
    }
}

#[test]
fn the_expected_line_is_that_of_plain_minimax() {
    for (depth, positions) in [(1, 600), (2, 1500), (3, 1500), (4, 900), (5, 300)] {
        check_line(depth, positions);
    }
}

#[test]
fn a_finished_position_has_no_best_move() {
    let over: Position = "1,0,0,0,0,0/1,0,0,0,0,0 25-21 N".parse().unwrap();
    let material = Evaluation::new(&FeatureSet::named("material").unwrap(), &[1.0]).unwrap();
    let depth = Depth::new(3).unwrap();
    assert_eq!(
        search(&over, Variant::Speightstown, depth, &material, Houses::NONE),
        None
    );
    let line = expected_line(&over, Variant::Speightstown, depth, &material, Houses::NONE);
    assert_eq!(line, []);
}

#[test]
fn a_near_win_comes_before_a_far_one() {
    // F captures the 25th seed at once.
    let position: Position = "1,0,0,0,0,1/1,0,2,1,1,1 23-17 S".parse().unwrap();
    let material = Evaluation::new(&FeatureSet::named("material").unwrap(), &[1.0]).unwrap();
    for depth in 1..=5 {
        let depth = Depth::new(depth).unwrap();
        let found = search(
            &position,
            Variant::Speightstown,
            depth,
            &material,
            Houses::NONE,
        )
        .unwrap();
        assert_eq!((found.house, found.score), (House::ALL[5], WIN - 1));
    }
}
