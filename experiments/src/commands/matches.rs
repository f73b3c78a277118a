//! `warri match`: two players against each other.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueHint};
use serde::Serialize;
use warri_engine::{DEFAULT_PLY_CAP, Variant};
use warri_evolve::{
    Arena, Estimate, MIN_OPENING_PLIES, MatchScore, Opening, Player, Purpose, Sprt, Stream,
    TooFewOpenings, Verdict, draw_openings, round_robin,
};

use super::arguments::{count, seed, variant};
use super::series::play_series;
use crate::players::read_players;
use crate::pool::{on_threads, threads};
use crate::progress::Progress;
use crate::report::{command, percent, signed, thousands, typed};
use crate::terminal::print;

/// Arguments of `warri match`.
#[derive(Args)]
#[command(after_help = "\
Players:
  random               any legal move
  greedy               the largest capture now
  material@3           a search 3 plies deep for the difference of the stores
  daoud2004-depth3     published weights, built in; also daoud2004-depth5
  champion.toml        a bot file; champion.toml@5 searches 5 plies deep
  material@3+tables10  any that searches, with endgame tables for up to 10 seeds

Examples:
  warri match runs/quickstart-1/champion.toml material@3
  warri match greedy random --games 200 --json
  warri match material@3 greedy --sprt 0 20 --games 20000
  warri match material@3 greedy --series")]
pub(crate) struct Match {
    /// First player
    #[arg(value_hint = ValueHint::AnyPath)]
    pub(super) a: String,
    /// Second player
    #[arg(value_hint = ValueHint::AnyPath)]
    pub(super) b: String,
    /// Games, an even number: each opening is played from both sides
    #[arg(long, default_value_t = 1000, value_parser = count::<u32>)]
    games: u32,
    /// Stop as soon as it is clear whether the Elo difference is ELO0 or ELO1,
    /// with 5 % errors; --games is the maximum
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_hyphen_values = true)]
    sprt: Option<Vec<f64>>,
    /// First to six wins: the first move alternates, draws count for nobody, at
    /// most 100 games, each on an opening of its own
    #[arg(long, conflicts_with_all = ["games", "sprt"])]
    series: bool,
    /// Seed of the openings
    #[arg(long, default_value_t = 1, value_parser = seed)]
    pub(super) seed: u64,
    /// Random plies of an opening
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(i64::from(MIN_OPENING_PLIES)..=60))]
    pub(super) opening_plies: u32,
    /// Rules [default: those that the first bot was made for]
    #[arg(long, value_parser = variant())]
    variant: Option<Variant>,
    /// Threads that play [default: one for each core]
    #[arg(long, value_name = "N", value_parser = count::<usize>)]
    threads: Option<usize>,
    /// One JSON object on standard output
    #[arg(long)]
    pub(super) json: bool,
    /// No progress
    #[arg(long)]
    pub(super) quiet: bool,
}

/// The most games of a match.
const MOST_GAMES: u32 = 1_000_000;

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
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtSummary>,
}

/// What the sequential test came to.
#[derive(Clone, Copy, Serialize)]
struct SprtSummary {
    elo0: f64,
    elo1: f64,
    llr: f64,
    lower: f64,
    upper: f64,
    verdict: &'static str,
}

impl Match {
    pub(crate) fn run(self) -> Result<()> {
        ensure!(
            self.games >= 2 && self.games.is_multiple_of(2) && self.games <= MOST_GAMES,
            "--games {}: expected an even number from 2 to {MOST_GAMES}, as each opening is played from both sides",
            self.games
        );
        let (players, variant) = read_players([&*self.a, &self.b], self.variant)?;
        let threads = threads(self.threads)?;
        if self.series {
            return on_threads(threads, || play_series(&self, &players, variant))?;
        }
        let mut sprt = self.sprt()?;
        let result = on_threads(threads, || self.play(&players, variant, sprt.as_mut()))??;
        let (Some(score), Some(elo)) = (result.score(), result.elo()) else {
            bail!("no game was played");
        };
        let sprt = sprt.and_then(|sprt| self.sprt_summary(&sprt));
        if self.json {
            let summary = self.summary(result, score, elo, sprt);
            return print(serde_json::to_string(&summary)?);
        }
        self.print(variant, result, score, elo)?;
        match sprt {
            Some(sprt) => self.print_sprt(&sprt, variant),
            None => print(format!("\nNext:\n  {}", self.next())),
        }
    }

    fn sprt(&self) -> Result<Option<Sprt>> {
        match self.sprt.as_deref() {
            Some(&[elo0, elo1]) => Ok(Some(Sprt::new(elo0, elo1).context("--sprt")?)),
            _ => Ok(None),
        }
    }

    /// Plays all games, or as many as the test needs.
    fn play(
        &self,
        players: &[Player],
        variant: Variant,
        mut sprt: Option<&mut Sprt>,
    ) -> Result<MatchScore> {
        let openings = self
            .openings(self.games as usize / 2, variant)
            .context("--games")?;
        let arena = Arena {
            players,
            openings: &openings,
            seed: self.seed,
            repeats: false,
        };
        let progress = Progress::new(self.games.into(), self.quiet);
        progress.label(format!("{} against {}", self.a, self.b));
        let mut score = MatchScore::default();
        arena.play_pairs(round_robin(2, openings.len()), |_, pair| {
            progress.add(2);
            score.count_pair(pair);
            match sprt.as_mut().map(|sprt| sprt.count_pair(pair)) {
                None | Some(Verdict::Undecided) => ControlFlow::Continue(()),
                Some(_) => ControlFlow::Break(()),
            }
        });
        Ok(score)
    }

    /// Openings of this match.
    pub(super) fn openings(
        &self,
        count: usize,
        variant: Variant,
    ) -> Result<Vec<Opening>, TooFewOpenings> {
        let mut stream = Stream::new(self.seed, Purpose::MatchOpenings, &[]);
        let excluded = HashSet::new();
        let plies = self.opening_plies;
        draw_openings(
            count,
            plies,
            variant,
            DEFAULT_PLY_CAP,
            &excluded,
            &mut stream,
        )
    }

    fn sprt_summary(&self, sprt: &Sprt) -> Option<SprtSummary> {
        let &[elo0, elo1] = self.sprt.as_deref()? else {
            return None;
        };
        let (lower, upper) = Sprt::bounds();
        Some(SprtSummary {
            elo0,
            elo1,
            llr: sprt.llr(),
            lower,
            upper,
            verdict: match sprt.verdict() {
                Verdict::Undecided => "undecided",
                Verdict::H0 => "H0",
                Verdict::H1 => "H1",
            },
        })
    }

    fn summary(
        &self,
        result: MatchScore,
        score: Estimate,
        elo: Estimate,
        sprt: Option<SprtSummary>,
    ) -> Summary<'_> {
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
            sprt,
        }
    }

    fn print(
        &self,
        variant: Variant,
        result: MatchScore,
        score: Estimate,
        elo: Estimate,
    ) -> Result<()> {
        let tally = result.tally();
        let openings = match u64::from(tally.games()) / 2 {
            1 => "1 opening".to_owned(),
            more => format!("{} openings", thousands(more)),
        };
        print(format!(
            "{} against {}: {} games of {variant} from both sides of {}\n\n  \
             won {}, drawn {}, lost {}\n  \
             score           {:>7}   95 % interval {} to {}\n  \
             Elo difference  {:>7}   95 % interval {} to {}",
            self.a,
            self.b,
            thousands(tally.games().into()),
            openings,
            thousands(tally.wins.into()),
            thousands(tally.draws.into()),
            thousands(tally.losses.into()),
            percent(score.value),
            percent(score.low),
            percent(score.high),
            signed(elo.value),
            signed(elo.low),
            signed(elo.high),
        ))
    }

    /// What to type next: a game of the two to look at.
    fn next(&self) -> String {
        let [a, b] = self.typed_players();
        command(&format!("play {a} {b}"))
    }

    fn typed_players(&self) -> [String; 2] {
        [&self.a, &self.b].map(|player| typed(Path::new(player)))
    }

    fn print_sprt(&self, sprt: &SprtSummary, variant: Variant) -> Result<()> {
        let verdict = match sprt.verdict {
            "H0" => format!(
                "H0 accepted: {} rather than {}",
                exact(sprt.elo0),
                exact(sprt.elo1)
            ),
            "H1" => format!(
                "H1 accepted: {} rather than {}",
                exact(sprt.elo1),
                exact(sprt.elo0)
            ),
            _ => "undecided".to_owned(),
        };
        print(format!(
            "\nSequential test of Elo {} against {}: {verdict}\n  \
             log-likelihood ratio {}, bounds {} and {}",
            exact(sprt.elo0),
            exact(sprt.elo1),
            decimals(sprt.llr),
            decimals(sprt.lower),
            decimals(sprt.upper)
        ))?;
        match sprt.verdict {
            "undecided" => self.print_more_games(sprt, variant),
            _ => self.print_bias(variant),
        }
    }

    /// How to come to a verdict.
    fn print_more_games(&self, sprt: &SprtSummary, variant: Variant) -> Result<()> {
        let [a, b] = self.typed_players();
        let SprtSummary { elo0, elo1, .. } = *sprt;
        let (why, elo1) = if self.games < MOST_GAMES {
            ("Next, more games", elo1)
        } else {
            let further = (elo0 + 2.0 * (elo1 - elo0)).min(1000.0);
            let why = "A match has no more games than these. Next, answers further apart, which need fewer";
            (why, further)
        };
        let more = format!(
            "match {a} {b} --sprt {elo0} {elo1} --games {} --seed {} {}",
            self.games.saturating_mul(10).min(MOST_GAMES),
            self.seed,
            self.rest(variant)
        );
        print(format!("\n{why}:\n  {}", command(&more)))
    }

    /// What a verdict does to the score, and how to come to an unbiased one.
    fn print_bias(&self, variant: Variant) -> Result<()> {
        let [a, b] = self.typed_players();
        // The openings that led to the verdict would bring its bias along.
        let seed = self.seed.wrapping_add(1);
        let rest = self.rest(variant);
        let size = format!("match {a} {b} --games 1000 --seed {seed} {rest}");
        print(format!(
            "\nThe games stopped once the answer was clear, so score and Elo difference above\n\
             are biased, and their intervals miss the truth in more than 5 % of cases.\n\n\
             Next, the size of the difference:\n  {}",
            command(&size)
        ))
    }

    /// The options that another match of the same kind shares.
    fn rest(&self, variant: Variant) -> String {
        format!("--opening-plies {} --variant {variant}", self.opening_plies)
    }
}

/// An Elo difference as it was asked for.
fn exact(elo: f64) -> String {
    format!("{elo:+}").replace('-', "−")
}

fn decimals(number: f64) -> String {
    format!("{number:.2}").replace('-', "−")
}
