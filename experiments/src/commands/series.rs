//! `warri match --series`: who wins six games first.

use std::ops::ControlFlow;

use anyhow::Result;
use serde::Serialize;
use warri_engine::{Side, Variant};
use warri_evolve::{Arena, Pairing, Player, Series};

use super::matches::Match;
use crate::progress::Progress;
use crate::terminal::print;
use crate::words::distinct;

/// The result; no score with an interval, as a series stops when it is won.
#[derive(Serialize)]
struct Summary<'a> {
    a: &'a str,
    b: &'a str,
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    series: SeriesSummary<'a>,
}

#[derive(Serialize)]
struct SeriesSummary<'a> {
    wins_a: u32,
    wins_b: u32,
    champion: Option<&'a str>,
}

/// Plays a series and prints it.
pub(super) fn play_series(of: &Match, players: &[Player], variant: Variant) -> Result<()> {
    let series = play(of, players, variant)?;
    let tally = series.games();
    if of.json {
        let champion = series.champion().map(|index| [&*of.a, &*of.b][index]);
        let summary = Summary {
            a: &of.a,
            b: &of.b,
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            series: SeriesSummary {
                wins_a: tally.wins,
                wins_b: tally.losses,
                champion,
            },
        };
        print(serde_json::to_string(&summary)?)?;
        return Ok(());
    }
    let names = distinct([&of.a, &of.b]);
    print(format!(
        "{} against {}: a series of {variant}, first to {} wins\n\n  \
         {} games: {} won {}, {} won {}, drawn {}\n  {}",
        of.a,
        of.b,
        Series::WINS,
        tally.games(),
        names[0],
        tally.wins,
        names[1],
        tally.losses,
        tally.draws,
        match series.champion() {
            Some(index) => format!("champion: {}", names[index]),
            None => "no champion".to_owned(),
        }
    ))?;
    Ok(())
}

/// Each game on an opening of its own; the first player is South, who begins,
/// in every other game.
fn play(of: &Match, players: &[Player], variant: Variant) -> Result<Series> {
    let games = Series::MOST_GAMES as usize;
    let openings = of.openings(games, variant)?;
    let arena = Arena {
        players,
        openings: &openings,
        seed: of.seed,
        repeats: false,
    };
    let schedule = (0..games).map(|game| Pairing {
        south: game % 2,
        north: 1 - game % 2,
        opening: game,
    });
    let progress = Progress::new(games as u64, of.quiet);
    let mut series = Series::new(Side::South);
    arena.play(schedule, |_, played| {
        series.count(played.end.outcome);
        progress.add(1);
        if series.is_over() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    Ok(series)
}
