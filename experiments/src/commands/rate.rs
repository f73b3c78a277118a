//! `warri rate`: how well players decide endgames.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::time::Instant;

use anyhow::{Result, ensure};
use clap::Args;
use serde_json::{Value, json};
use warri_engine::Variant;
use warri_engine::endgame::MOST_SEEDS;
use warri_evolve::{Player, Truth, TruthScore, TruthSuite};

use super::arguments::{count, seed, variant};
use crate::players::read_players;
use crate::pool::{on_threads, threads};
use crate::progress::LateProgress;
use crate::report::{command, percent, thousands};
use crate::tables;
use crate::terminal::print;

/// Arguments of `warri rate`.
#[derive(Args)]
#[command(after_help = "\
Decisions are endgames from games between varied players, in which moves differ
by the result that they keep or by the seeds that they are sure of; exact play
says which is right. `warri tournament` rates players by games.

Examples:
  warri rate quickstart material@3 random
  warri rate runs/quickstart-1/champion.toml --seeds 6 --decisions 200")]
pub(crate) struct Rate {
    /// Players, by their text forms
    #[arg(required = true)]
    players: Vec<String>,
    /// Endgames with up to so many seeds on the board, 3 to 24
    #[arg(long, value_name = "N", default_value = "8", value_parser = count::<u8>)]
    seeds: u8,
    /// How many decisions
    #[arg(long, value_name = "N", default_value = "1000", value_parser = count::<u32>)]
    decisions: u32,
    /// Rules [default: those of the first bot]
    #[arg(long, value_parser = variant())]
    variant: Option<Variant>,
    /// Seed of the decisions
    #[arg(long, default_value = "2001", value_parser = seed)]
    seed: u64,
    /// Threads that play [default: one for each core]
    #[arg(long, value_name = "N", value_parser = count::<usize>)]
    threads: Option<usize>,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
    /// No progress
    #[arg(long)]
    quiet: bool,
}

/// How a player decided: in all, and by the seeds on the board.
struct Rated {
    player: Player,
    all: TruthScore,
    by_seeds: BTreeMap<u8, TruthScore>,
}

impl Rate {
    pub(crate) fn run(self) -> Result<()> {
        ensure!(
            (3..=MOST_SEEDS).contains(&self.seeds),
            "--seeds {}: expected 3 to {MOST_SEEDS}",
            self.seeds
        );
        ensure!(
            (1..=100_000).contains(&self.decisions),
            "--decisions {}: expected 1 to 100000",
            self.decisions
        );
        let texts = self.players.iter().map(String::as_str);
        let (players, variant) = read_players(texts, self.variant)?;
        let rated = on_threads(threads(self.threads)?, || self.rate(players, variant))??;
        if self.json {
            let rated: Vec<Value> = rated.iter().map(Rated::json).collect();
            let rated = json!({ "variant": variant, "asked": self.decisions, "players": rated });
            return print(rated.to_string());
        }
        print(self.shown(&rated, variant))
    }

    fn truth(&self) -> Truth {
        Truth {
            seeds: self.seeds,
            decisions: self.decisions,
        }
    }

    fn rate(&self, players: Vec<Player>, variant: Variant) -> Result<Vec<Rated>> {
        let truth = self.truth();
        let endgames = tables::load(variant, self.seeds)?;
        let begun = Instant::now();
        let bar = |things, count| LateProgress::counting(things, count, begun, self.quiet);
        let suite = {
            let bar = bar("games", TruthSuite::most_games(truth));
            bar.label("drawing decisions".to_owned());
            let mut before = 0;
            TruthSuite::draw_watched(truth, &endgames, self.seed, &HashSet::new(), |games| {
                bar.add(games - before);
                before = games;
            })
        };
        let all = players.len() * suite.decisions().len();
        let bar = bar("decisions", all as u64);
        let rate = |player| Rated::of(player, &suite, &bar);
        Ok(players.into_iter().map(rate).collect())
    }

    /// How many decisions there are, and whether that is all that were asked for.
    fn found(&self, decisions: u32, variant: Variant) -> String {
        let found = format!(
            "{} {} in endgames of {variant} with up to {} seeds",
            thousands(decisions.into()),
            if decisions == 1 {
                "decision"
            } else {
                "decisions"
            },
            self.seeds
        );
        match decisions < self.decisions {
            true => format!(
                "{found}.\n{} were asked for; {} games had no more.",
                thousands(self.decisions.into()),
                thousands(TruthSuite::most_games(self.truth()))
            ),
            false => found,
        }
    }

    fn shown(&self, rated: &[Rated], variant: Variant) -> String {
        let decisions = rated.first().map_or(0, |one| one.all.decisions);
        let mut text = format!("{}\n\n", self.found(decisions, variant));
        let names = rated.iter().map(|one| one.player.name().chars().count());
        let width = names.max().unwrap_or(0).max("player".len());
        // Writing to a text cannot fail.
        let _ = writeln!(
            text,
            "{:width$}  result kept   95 % interval       seeds given away",
            "player"
        );
        for one in rated {
            let share = one.all.share();
            let _ = writeln!(
                text,
                "{:width$}  {:>11}   {:>7} to {:>7}  {:>10.3}",
                one.player.name(),
                percent(one.all.result()),
                percent(share.low),
                percent(share.high),
                one.all.loss()
            );
        }
        let _ = write!(
            text,
            "\nResult kept, by the seeds on the board:\n{:width$}",
            ""
        );
        let kinds = rated.first().map(|one| &one.by_seeds);
        for seeds in kinds.into_iter().flat_map(BTreeMap::keys) {
            let _ = write!(text, "{seeds:>9}");
        }
        for one in rated {
            let _ = write!(text, "\n{:width$}", one.player.name());
            for score in one.by_seeds.values() {
                let _ = write!(text, "{:>9}", percent(score.result()));
            }
        }
        let rules = match variant == Variant::default() {
            true => String::new(),
            false => format!(" --variant {variant}"),
        };
        let next = format!("match {} material@3{rules}", self.players[0]);
        let _ = write!(text, "\n\nNext:\n  {}", command(&next));
        text
    }
}

impl Rated {
    fn of(player: Player, suite: &TruthSuite, bar: &LateProgress) -> Rated {
        bar.label(player.name().to_owned());
        let mut all = TruthScore::default();
        let mut by_seeds: BTreeMap<u8, TruthScore> = BTreeMap::new();
        for judgment in suite.judge_watched(player.strategy(), || bar.add(1)) {
            all.count(judgment);
            by_seeds.entry(judgment.seeds).or_default().count(judgment);
        }
        Rated {
            player,
            all,
            by_seeds,
        }
    }

    fn json(&self) -> Value {
        let numbers = |score: &TruthScore| {
            let share = score.share();
            json!({
                "decisions": score.decisions, "truth_result": score.result(),
                "low": share.low, "high": share.high, "truth_loss": score.loss(),
            })
        };
        let by_seeds: BTreeMap<u8, Value> = self
            .by_seeds
            .iter()
            .map(|(&seeds, score)| (seeds, numbers(score)))
            .collect();
        json!({
            "player": self.player.name(), "all": numbers(&self.all), "by_seeds": by_seeds,
        })
    }
}
