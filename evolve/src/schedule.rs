//! Schedules: who plays whom on which opening, in a fixed order.

use crate::Stream;

/// A game to be played. Players and openings are indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pairing {
    /// Who plays South.
    pub south: usize,
    /// Who plays North.
    pub north: usize,
    /// The opening they play on from.
    pub opening: usize,
}

impl Pairing {
    /// Both games of two players on one opening, the first as South first.
    pub fn both_sides(first: usize, second: usize, opening: usize) -> [Pairing; 2] {
        let game = |south, north| Pairing {
            south,
            north,
            opening,
        };
        [game(first, second), game(second, first)]
    }
}

/// Every pair of `players` from both sides on each of `openings`: players in
/// order, then openings, then sides. Lazy, so a million games take no memory.
pub fn round_robin(players: usize, openings: usize) -> impl Iterator<Item = Pairing> {
    (0..players).flat_map(move |first| {
        (first + 1..players).flat_map(move |second| {
            (0..openings).flat_map(move |opening| Pairing::both_sides(first, second, opening))
        })
    })
}

/// `first` against each of `others` from both sides on each of `openings`.
pub fn gauntlet(
    first: usize,
    others: impl Iterator<Item = usize>,
    openings: usize,
) -> impl Iterator<Item = Pairing> {
    others.flat_map(move |other| {
        (0..openings).flat_map(move |opening| Pairing::both_sides(first, other, opening))
    })
}

/// For each of `players` its opponents: `count` different random others.
pub fn random_peers(players: usize, count: usize, stream: &mut Stream) -> Vec<Vec<usize>> {
    (0..players)
        .map(|player| {
            let others = stream.sample(players - 1, count);
            // The player itself is left out of the numbering.
            others
                .into_iter()
                .map(|other| other + usize::from(other >= player))
                .collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Purpose;

    // pitfalls 22 and 23
    #[test]
    fn every_pair_meets_from_both_sides_on_every_opening() {
        for (players, openings) in [(2, 1), (3, 1), (5, 4), (8, 3), (4, 5)] {
            let schedule: Vec<Pairing> = round_robin(players, openings).collect();
            assert_eq!(schedule.len(), players * (players - 1) * openings);
            for south in 0..players {
                for north in (0..players).filter(|&north| north != south) {
                    for opening in 0..openings {
                        let game = Pairing {
                            south,
                            north,
                            opening,
                        };
                        assert_eq!(schedule.iter().filter(|&&other| other == game).count(), 1);
                    }
                }
            }
        }
        assert_eq!(round_robin(1, 3).count(), 0);
    }

    // pitfall 29
    #[test]
    fn a_million_pairings_are_scheduled_lazily() {
        let mut schedule = round_robin(100_000, 2);
        assert!(
            schedule
                .by_ref()
                .take(1_000_000)
                .all(|game| game.south != game.north)
        );
    }

    #[test]
    fn peers_are_different_others_equally_often() {
        let mut stream = Stream::new(1, Purpose::Peers, &[]);
        let mut met = [[0_u32; 8]; 8];
        for _ in 0..2000 {
            for (player, peers) in random_peers(8, 3, &mut stream).into_iter().enumerate() {
                assert_eq!(peers.len(), 3);
                for peer in peers {
                    met[player][peer] += 1;
                }
            }
        }
        for (player, row) in met.iter().enumerate() {
            for (peer, &count) in row.iter().enumerate() {
                // 2000 · 3/7 = 857; six standard deviations are 133.
                let expected = if peer == player { 0..=0 } else { 724..=990 };
                assert!(expected.contains(&count), "{player} {peer} {count}");
            }
        }
    }
}
