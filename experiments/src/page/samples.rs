//! Sample games: two players on an opening of the test, played here.

use std::collections::HashSet;
use std::path::Path;
use std::slice;

use anyhow::Result;
use warri_engine::{Game, Variant};
use warri_evolve::{Arena, Config, Opening, Pairing, Player, Purpose, Stream, draw_openings};

use super::source::Source;
use crate::players::{equip, find_bot};

/// A game with what a page says of it.
pub(super) struct Sample {
    /// South's and North's name.
    pub(super) names: [String; 2],
    pub(super) game: Game,
    /// How many of its plies are the opening.
    pub(super) opening: usize,
}

/// The champion against the strongest reference from both sides of the first
/// opening of the test, and against the weakest on the second.
pub(super) fn of_run(source: &Source) -> Result<Vec<Sample>> {
    let Some((strongest, weakest)) = source.strongest_and_weakest() else {
        return Ok(Vec::new());
    };
    let openings = test_openings(&source.config, 2)?;
    let champion = Player::from_bot("champion", &source.champion, None);
    let folder = source.run.path();
    let variant = source.config.variant;
    let strong = reference(&strongest.opponent, folder, variant)?;
    let weak = reference(&weakest.opponent, folder, variant)?;
    let seed = source.config.test.seed;
    let last = &openings[openings.len() - 1];
    Ok(vec![
        play([&champion, &strong], &openings[0], seed),
        play([&strong, &champion], &openings[0], seed),
        play([&champion, &weak], last, seed),
    ])
}

/// Two champions on the first opening of the test of the first, from both
/// sides.
pub(super) fn of_two(one: (&str, &Source), other: (&str, &Source)) -> Result<Vec<Sample>> {
    let (name, source) = one;
    let openings = test_openings(&source.config, 1)?;
    let one = Player::from_bot(name, &source.champion, None);
    let other = Player::from_bot(other.0, &other.1.champion, None);
    let seed = source.config.test.seed;
    Ok(vec![
        play([&one, &other], &openings[0], seed),
        play([&other, &one], &openings[0], seed),
    ])
}

/// The first openings that the best of each generation was tested on.
fn test_openings(config: &Config, most: usize) -> Result<Vec<Opening>> {
    let count = most.min(config.test.openings as usize);
    let mut stream = Stream::new(config.test.seed, Purpose::TestOpenings, &[]);
    Ok(draw_openings(
        count,
        config.test.opening_plies,
        config.variant,
        config.training.ply_cap,
        &HashSet::new(),
        &mut stream,
    )?)
}

/// A reference as the run knows it; its bot file, if it is one, lies in the
/// folder of the run.
fn reference(text: &str, folder: &Path, variant: Variant) -> Result<Player> {
    let mut player = Player::parse(text, |name| find_bot(&folder.join(name)))?;
    equip(slice::from_mut(&mut player), variant)?;
    Ok(player)
}

/// The game that the run's own test has, if both were in it: `random` draws
/// the same moves.
fn play(seats: [&Player; 2], opening: &Opening, seed: u64) -> Sample {
    let players = seats.map(Clone::clone);
    let arena = Arena {
        players: &players,
        openings: slice::from_ref(opening),
        seed,
        repeats: false,
    };
    let pairing = Pairing {
        south: 0,
        north: 1,
        opening: 0,
    };
    Sample {
        names: seats.map(|player| player.name().to_owned()),
        game: arena.play_out(pairing),
        opening: opening.game().moves().len(),
    }
}
