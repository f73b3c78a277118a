//! Ratings of a field from its cross table.

use rayon::prelude::*;

use crate::bradley_terry::{BradleyTerry, Met, with_prior};
use crate::cross_table::sum;
use crate::{CrossTable, Estimate, Purpose, Stream, Tally};

/// Two players that no chain of games joins: nothing says how they compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no chain of games joins players {0} and {1}: they cannot be rated together")]
pub struct Unconnected(pub usize, pub usize);

/// A player whose rating is fixed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// Its index.
    pub player: usize,
    /// Its rating.
    pub elo: f64,
}

/// Ratings on the Elo scale, with 95 % intervals.
///
/// The model is Bradley and Terry's (1952), a draw being half a win and half a
/// loss: a difference *d* is an expected score of 1 / (1 + 10^(−*d*/400)), as in
/// [`elo`](crate::elo). Half a drawn game is added between every two players
/// that met, so that all ratings are finite.
///
/// Intervals are percentiles of 1,000 bootstrap samples of the openings, the
/// same for all pairings. To the openings belongs one that was not played, on
/// which either player of a pairing may have won both games: without it, a
/// player that won everything would seem to be known exactly. The anchor has
/// no interval; with it fixed, the others' contain its uncertainty.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The players' ratings, in the table's order.
    pub players: Vec<Estimate>,
    /// How far the field is one of rock, paper and scissors: the share, from 0
    /// to 1, of the cross table that no rating explains. It is what the ratings
    /// leave of the squared differences between scores and ½, weighted by
    /// games: 0 where scores are as the ratings say, 1 in rock, paper,
    /// scissors, 0 by definition where all scores are ½ or only two players
    /// are. Few games leave noise in it.
    pub intransitivity: f64,
}

/// Bootstrap samples of an interval.
const SAMPLES: u64 = 1000;

/// The first and the last of the sorted samples that are in the interval.
const INTERVAL: [usize; 2] = [24, 975];

/// Elo points of a unit of log strength: 400 / ln 10.
const ELO: f64 = 173.717_792_761_248_5;

impl Ratings {
    /// Rates the players of `table`. Without an anchor the mean is 0. `seed`
    /// is that of the bootstrap, which runs on the current rayon pool.
    ///
    /// # Errors
    /// [`Unconnected`] if no chain of games joins two players.
    pub fn of(
        table: &CrossTable,
        anchor: Option<Anchor>,
        seed: u64,
    ) -> Result<Ratings, Unconnected> {
        check_connected(table)?;
        let met: Vec<Met> = table
            .met()
            .map(|((first, second), met)| (first, second, with_prior(sum(met))))
            .collect();
        let best = BradleyTerry::new(table.players()).fit(&met, 1e-9);
        // A sample differs by much more than this from the next one.
        let samples: Vec<Vec<f64>> = (0..SAMPLES)
            .into_par_iter()
            .map(|sample| {
                let fit = best.clone().fit(&resample(table, seed, sample), 1e-5);
                elo(&fit.strengths, anchor)
            })
            .collect();
        let values = elo(&best.strengths, anchor);
        let players = values.into_iter().enumerate().map(|(player, value)| {
            let mut all: Vec<f64> = samples.iter().map(|sample| sample[player]).collect();
            all.sort_unstable_by(f64::total_cmp);
            let [low, high] = INTERVAL.map(|index| all[index]);
            Estimate {
                value,
                low: low.min(value),
                high: high.max(value),
            }
        });
        Ok(Ratings {
            players: players.collect(),
            intransitivity: unexplained(table, &best),
        })
    }
}

/// What a fit leaves of the squared differences between scores and ½.
fn unexplained(table: &CrossTable, fit: &BradleyTerry) -> f64 {
    let (mut total, mut left) = (0.0, 0.0);
    for ((first, second), met) in table.met() {
        let tally = sum(met);
        let games = f64::from(tally.games());
        let margin = tally.score() - 0.5;
        let residual = tally.score() - fit.score(first, second);
        total += games * margin * margin;
        left += games * residual * residual;
    }
    // Two cannot be rock, paper, scissors; what is left is the prior's.
    if total == 0.0 || table.players() < 3 {
        return 0.0;
    }
    (left / total).min(1.0)
}

/// The results on openings drawn with replacement.
fn resample(table: &CrossTable, seed: u64, sample: u64) -> Vec<Met> {
    let mut stream = Stream::new(seed, Purpose::Bootstrap, &[sample]);
    let openings = table.openings();
    // The last one is the opening that was not played.
    let mut times = vec![0_u32; openings + 1];
    for _ in 0..openings {
        times[stream.below(openings + 1)] += 1;
    }
    table
        .met()
        .map(|((first, second), met)| {
            let mut games = Tally::default();
            for (tally, &times) in met.iter().zip(&times) {
                games.wins += times * tally.wins;
                games.draws += times * tally.draws;
                games.losses += times * tally.losses;
            }
            for _ in 0..times[openings] {
                if stream.chance(0.5) {
                    games.wins += 2;
                } else {
                    games.losses += 2;
                }
            }
            (first, second, with_prior(games))
        })
        .collect()
}

/// Log strengths on the Elo scale.
fn elo(strengths: &[f64], anchor: Option<Anchor>) -> Vec<f64> {
    // Strengths have mean 0 as they are.
    let shift = anchor.map_or(0.0, |anchor| anchor.elo - ELO * strengths[anchor.player]);
    let mut elo: Vec<f64> = strengths.iter().map(|x| ELO * x + shift).collect();
    if let Some(anchor) = anchor {
        // Not a rounding error beside it.
        elo[anchor.player] = anchor.elo;
    }
    elo
}

fn check_connected(table: &CrossTable) -> Result<(), Unconnected> {
    let mut group: Vec<usize> = (0..table.players()).collect();
    for ((first, second), _) in table.met() {
        let (one, other) = (group[first], group[second]);
        for label in &mut group {
            if *label == one.max(other) {
                *label = one.min(other);
            }
        }
    }
    match group.iter().position(|&label| label != 0) {
        Some(apart) => Err(Unconnected(0, apart)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use warri_engine::Outcome;

    use super::*;
    use crate::{MatchScore, Pairing, round_robin, score_of_elo};

    /// Plays games by the model, the second of a pair often as the first. Of
    /// the points that the weaker player can expect, the share `draws` is by
    /// draws; so many games of equal players are drawn.
    fn simulate(elos: &[f64], openings: usize, draws: f64, stream: &mut Stream) -> Vec<Game> {
        let mut luck = 0.0;
        round_robin(elos.len(), openings)
            .map(|pairing| {
                let south = score_of_elo(elos[pairing.south] - elos[pairing.north]);
                let half_drawn = draws * south.min(1.0 - south);
                // Both games of a pair share their luck one time in four.
                if pairing.south < pairing.north || stream.chance(0.75) {
                    luck = stream.unit();
                } else {
                    luck = 1.0 - luck;
                }
                let outcome = if luck < south - half_drawn {
                    Outcome::South
                } else if luck < south + half_drawn {
                    Outcome::Draw
                } else {
                    Outcome::North
                };
                (pairing, outcome)
            })
            .collect()
    }

    type Game = (Pairing, Outcome);

    fn table(players: usize, games: &[Game]) -> CrossTable {
        let mut table = CrossTable::new(players);
        for &(pairing, outcome) in games {
            table.count(pairing, outcome);
        }
        table
    }

    fn ratings(players: usize, games: &[Game]) -> Ratings {
        Ratings::of(&table(players, games), None, 1).unwrap()
    }

    fn rate(players: usize, games: &[Game]) -> Vec<Estimate> {
        ratings(players, games).players
    }

    fn all(players: usize, outcome: impl Fn(Pairing) -> Outcome) -> Vec<Estimate> {
        let games: Vec<Game> = round_robin(players, 20)
            .map(|pairing| (pairing, outcome(pairing)))
            .collect();
        rate(players, &games)
    }

    /// Every pair plays 20 openings; the lower index wins all games of the
    /// first so many of them and loses the rest.
    fn scores(players: usize, wins: impl Fn(usize, usize) -> usize) -> Ratings {
        let games: Vec<Game> = round_robin(players, 20)
            .map(|pairing| {
                let first = pairing.south.min(pairing.north);
                let second = pairing.south.max(pairing.north);
                let won = pairing.opening < wins(first, second);
                let south = won == (pairing.south == first);
                (
                    pairing,
                    if south {
                        Outcome::South
                    } else {
                        Outcome::North
                    },
                )
            })
            .collect();
        ratings(players, &games)
    }

    // pitfall 33
    #[test]
    fn intransitivity_is_what_no_rating_explains() {
        // Each beats the next, and the last the first.
        let circle = scores(3, |first, second| if second - first == 1 { 14 } else { 6 });
        assert!((circle.intransitivity - 1.0).abs() < 1e-6, "{circle:?}");
        // The better one always wins: nothing is left but for the prior.
        let order = scores(6, |_, _| 20);
        assert!(order.intransitivity < 0.01, "{order:?}");
        // Odds of 3 and 3 make 9: 15, 15 and 18 of 20.
        let odds = scores(3, |first, second| if second - first == 1 { 15 } else { 18 });
        assert!(odds.intransitivity < 0.001, "{odds:?}");
        let even = scores(3, |_, _| 10);
        assert_eq!(even.intransitivity, 0.0);
        assert_eq!(scores(2, |_, _| 15).intransitivity, 0.0);
    }

    // pitfall 26
    #[test]
    fn neither_the_order_of_games_nor_that_of_players_matters() {
        let mut stream = Stream::new(1, Purpose::Bootstrap, &[]);
        let games = simulate(&[0.0, 100.0, -200.0, 40.0], 30, 0.2, &mut stream);
        let ratings = rate(4, &games);
        let mut shuffled: Vec<Game> = stream
            .sample(games.len(), games.len())
            .into_iter()
            .map(|index| games[index])
            .collect();
        assert_eq!(rate(4, &shuffled), ratings);
        let order = [2, 0, 3, 1];
        for (pairing, _) in &mut shuffled {
            pairing.south = order[pairing.south];
            pairing.north = order[pairing.north];
        }
        let renamed = rate(4, &shuffled);
        for player in 0..4 {
            let off = renamed[order[player]].value - ratings[player].value;
            assert!(off.abs() < 1e-4, "{off}");
        }
    }

    // pitfall 24
    #[test]
    fn mirrored_results_mirror_the_ratings() {
        let mut stream = Stream::new(2, Purpose::Bootstrap, &[]);
        let mut games = simulate(&[0.0, 100.0, -200.0], 30, 0.2, &mut stream);
        let ratings = rate(3, &games);
        for (_, outcome) in &mut games {
            *outcome = match *outcome {
                Outcome::South => Outcome::North,
                Outcome::North => Outcome::South,
                Outcome::Draw => Outcome::Draw,
            };
        }
        for (one, other) in ratings.iter().zip(rate(3, &games)) {
            assert!((one.value + other.value).abs() < 1e-4);
            // The opening that was not played is drawn anew.
            assert!((one.low + other.high).abs() < 25.0, "{one:?} {other:?}");
        }
    }

    // pitfall 25
    #[test]
    fn fields_at_the_extremes_are_finite() {
        assert_eq!(rate(0, &[]), []);
        let alone = rate(1, &[]);
        assert_eq!(
            (alone[0].value, alone[0].low, alone[0].high),
            (0.0, 0.0, 0.0)
        );
        let drawn = all(3, |_| Outcome::Draw);
        for rating in drawn {
            assert!(rating.value.abs() < 1e-6 && rating.low < -1.0 && rating.high > 1.0);
            assert!(rating.high < 400.0, "{rating:?}");
        }
        let lower_wins = |pairing: Pairing| {
            if pairing.south < pairing.north {
                Outcome::South
            } else {
                Outcome::North
            }
        };
        let swept = all(3, lower_wins);
        assert!(swept[0].value > swept[1].value + 300.0, "{swept:?}");
        assert!(swept[1].value.abs() < 1.0, "{swept:?}");
        for rating in swept {
            assert!(rating.low.is_finite() && rating.high.is_finite());
            assert!(rating.high - rating.low > 50.0, "{rating:?}");
        }
    }

    // pitfall 25
    #[test]
    fn players_without_a_chain_of_games_are_an_error() {
        let empty = Ratings::of(&CrossTable::new(2), None, 1);
        assert_eq!(empty, Err(Unconnected(0, 1)));
        let game = |south, north| {
            let opening = 0;
            (
                Pairing {
                    south,
                    north,
                    opening,
                },
                Outcome::South,
            )
        };
        let apart = table(4, &[game(0, 2), game(1, 3)]);
        assert_eq!(Ratings::of(&apart, None, 1), Err(Unconnected(0, 1)));
        let chain = table(4, &[game(0, 2), game(1, 3), game(3, 2)]);
        assert!(Ratings::of(&chain, None, 1).is_ok());
    }

    #[test]
    fn an_anchor_is_where_it_was_put() {
        let mut stream = Stream::new(3, Purpose::Bootstrap, &[]);
        let games = simulate(&[0.0, 100.0, -200.0], 30, 0.2, &mut stream);
        let anchor = Anchor {
            player: 1,
            elo: 1500.0,
        };
        let anchored = Ratings::of(&table(3, &games), Some(anchor), 1).unwrap();
        let free = rate(3, &games);
        let fixed = anchored.players[1];
        assert_eq!(
            (fixed.low, fixed.value, fixed.high),
            (1500.0, 1500.0, 1500.0)
        );
        let difference = anchored.players[0].value - fixed.value;
        assert!((difference - (free[0].value - free[1].value)).abs() < 1e-9);
    }

    // pitfall 25: `match` and `tournament` are on one scale.
    #[test]
    fn two_players_are_rated_as_in_a_match() {
        let mut stream = Stream::new(5, Purpose::Bootstrap, &[]);
        let anchor = Anchor {
            player: 1,
            elo: 0.0,
        };
        for (elo, draws) in [(0.0, 0.9), (30.0, 0.0), (-150.0, 0.3), (300.0, 0.6)] {
            let table = table(2, &simulate(&[elo, 0.0], 200, draws, &mut stream));
            let mut score = MatchScore::default();
            for ((_, _), openings) in table.met() {
                openings.iter().for_each(|&games| score.count_pair(games));
            }
            let match_elo = score.elo().unwrap();
            let rating = Ratings::of(&table, Some(anchor), 1).unwrap().players[0];
            // The same but for the prior, a quarter of a point each.
            let points = 400.0 * score.tally().score();
            let prior = 400.0 * libm::log10((points + 0.25) / (400.25 - points));
            assert!((rating.value - prior).abs() < 1e-6, "{rating:?}");
            assert!((rating.value - match_elo.value).abs() < 3.0, "{rating:?}");
            let width = match_elo.high - match_elo.low;
            for off in [rating.low - match_elo.low, rating.high - match_elo.high] {
                assert!(off.abs() < 0.1 * width, "{rating:?} {match_elo:?}");
            }
        }
    }

    /// In so many simulated fields: the share of intervals that hold the true
    /// rating, by how much the first player is rated too high, and the greatest
    /// intransitivity.
    fn recover(elos: &[f64], openings: usize, draws: f64, fields: u32) -> (f64, f64, f64) {
        let mut stream = Stream::new(openings as u64, Purpose::Bootstrap, &[]);
        let (mut covered, mut bias, mut intransitivity) = (0, 0.0, 0.0_f64);
        for _ in 0..fields {
            let games = simulate(elos, openings, draws, &mut stream);
            let ratings = ratings(elos.len(), &games);
            for (rating, truth) in ratings.players.iter().zip(elos) {
                covered += u32::from(rating.low <= *truth && *truth <= rating.high);
            }
            bias += (ratings.players[0].value - elos[0]) / f64::from(fields);
            intransitivity = intransitivity.max(ratings.intransitivity);
        }
        let coverage = f64::from(covered) / (f64::from(fields) * elos.len() as f64);
        println!("{elos:?}, {openings} openings, {draws} drawn: {coverage:.3}, {bias:+.1}");
        (coverage, bias, intransitivity)
    }

    // pitfalls 25 and 33: of 95 % intervals about 95 % hold the true rating,
    // and a field that follows its ratings is hardly intransitive.
    #[test]
    fn known_ratings_are_recovered() {
        for (elos, draws) in [
            (&[150.0, 50.0, -50.0, -150.0][..], 0.1),
            (&[400.0, 0.0, 0.0, -400.0], 0.4),
            (&[20.0, -20.0], 0.0),
            (&[20.0, -20.0], 0.8),
        ] {
            let (coverage, bias, intransitivity) = recover(elos, 50, draws, 150);
            assert!((0.92..=0.98).contains(&coverage), "{elos:?} {coverage}");
            assert!(bias.abs() < 12.0, "{elos:?} {bias}");
            assert!(intransitivity < 0.2, "{intransitivity}");
        }
    }

    // pitfall 25: why a table of fewer than five openings has a note.
    #[test]
    fn five_openings_are_enough_and_one_is_not() {
        let elos = [400.0, 0.0, 0.0, -400.0];
        for draws in [0.0, 0.5] {
            let (coverage, bias, _) = recover(&elos, 5, draws, 150);
            assert!((0.92..=0.98).contains(&coverage), "{coverage}");
            assert!(bias.abs() < 50.0, "{bias}");
            let (coverage, bias, _) = recover(&elos, 1, draws, 150);
            assert!(coverage < 0.7 && bias < -100.0, "{coverage} {bias}");
        }
    }
}
