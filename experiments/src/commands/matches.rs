//! `warri match`: two players against each other.

use std::collections::HashSet;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde::Serialize;
use warri_engine::{DEFAULT_PLY_CAP, Variant};
use warri_evolve::{
    Arena, Estimate, MIN_OPENING_PLIES, MatchScore, Player, Purpose, Stream, draw_openings,
};

use crate::experiment::{read_player, rules};
use crate::pool::{on_threads, threads};
use crate::progress::Progress;
use crate::report::{percent, thousands};

/// Arguments of `warri match`.
#[derive(Args)]
#[command(after_help = "\
Players:
  random               any legal move
  greedy               the largest capture now
  material@3           a search 3 plies deep for the difference of the stores
  daoud2004-depth3     published weights, built in; also daoud2004-depth5
  champion.toml        a bot file; champion.toml@5 searches 5 plies deep

Examples:
  warri match runs/quickstart-1/champion.toml material@3
  warri match greedy random --games 200 --json")]
pub(crate) struct Match {
    /// First player
    a: String,
    /// Second player
    b: String,
    /// Games, an even number: each opening is played from both sides
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Random plies of an opening
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(i64::from(MIN_OPENING_PLIES)..=60))]
    opening_plies: u32,
    /// Rules [default: those that the bots were made for, else speightstown]
    #[arg(long)]
    variant: Option<Variant>,
    /// Threads that play [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
    /// No progress
    #[arg(long)]
    quiet: bool,
}

/// The result from A's side; infinite Elo differences are null in JSON.
#[derive(Serialize)]
struct Summary<'a> {
    a: &'a str,
    b: &'a str,
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    score: f64,
    score_low: f64,
    score_high: f64,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
}

impl Match {
    pub(crate) fn run(self) -> Result<()> {
        ensure!(
            self.games >= 2 && self.games.is_multiple_of(2) && self.games <= 1_000_000,
            "--games {}: expected an even number from 2 to 1000000, as each opening is played from both sides",
            self.games
        );
        let players = [read_player(&self.a)?, read_player(&self.b)?];
        let variant = rules(self.variant, &players)?;
        let threads = threads(self.threads)?;
        let result = on_threads(threads, || self.play(&players, variant))??;
        let (Some(score), Some(elo)) = (result.score(), result.elo()) else {
            bail!("no game was played");
        };
        if self.json {
            println!(
                "{}",
                serde_json::to_string(&self.summary(result, score, elo))?
            );
        } else {
            self.print(variant, result, score, elo);
        }
        Ok(())
    }

    fn play(&self, players: &[Player; 2], variant: Variant) -> Result<MatchScore> {
        let mut stream = Stream::new(self.seed, Purpose::MatchOpenings, &[]);
        let openings = draw_openings(
            self.games as usize / 2,
            self.opening_plies,
            variant,
            DEFAULT_PLY_CAP,
            &HashSet::new(),
            &mut stream,
        )
        .context("--games")?;
        let arena = Arena {
            players,
            openings: &openings,
            seed: self.seed,
        };
        let progress = Progress::new(self.games.into(), self.quiet);
        progress.label(format!("{} against {}", self.a, self.b));
        let results = arena.play_gauntlet(|| progress.add(1));
        results.first().copied().context("no game was played")
    }

    fn summary(&self, result: MatchScore, score: Estimate, elo: Estimate) -> Summary<'_> {
        let tally = result.tally();
        let finite = |elo: f64| elo.is_finite().then_some(elo);
        Summary {
            a: &self.a,
            b: &self.b,
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score: score.value,
            score_low: score.low,
            score_high: score.high,
            elo: finite(elo.value),
            elo_low: finite(elo.low),
            elo_high: finite(elo.high),
        }
    }

    fn print(&self, variant: Variant, result: MatchScore, score: Estimate, elo: Estimate) {
        let tally = result.tally();
        println!(
            "{} against {}: {} games of {variant} from both sides of {} openings\n\n  \
             won {}, drawn {}, lost {}\n  \
             score           {:>7}   95 % interval {} to {}\n  \
             Elo difference  {:>7}   95 % interval {} to {}",
            self.a,
            self.b,
            thousands(tally.games().into()),
            thousands(u64::from(tally.games()) / 2),
            thousands(tally.wins.into()),
            thousands(tally.draws.into()),
            thousands(tally.losses.into()),
            percent(score.value),
            percent(score.low),
            percent(score.high),
            signed(elo.value),
            signed(elo.low),
            signed(elo.high),
        );
    }
}

fn signed(elo: f64) -> String {
    if elo.is_infinite() {
        return if elo > 0.0 { "+∞" } else { "−∞" }.to_owned();
    }
    format!("{elo:+.0}").replace('-', "−")
}
