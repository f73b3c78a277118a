//! `warri tournament`: ratings of a field of players.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::{Args, ValueHint};
use warri_engine::Variant;
use warri_evolve::Player;

use super::arguments::{count, seed, variant};
use crate::players::{equip, find_bot, rules};
use crate::pool::{on_threads, threads};
use crate::report::{command, typed};
use crate::terminal::print;
use crate::tournament::{self, AnchorSetting, Entrant, Settings, Table};

/// Arguments of `warri tournament`.
#[derive(Args)]
#[command(after_help = "\
Players are typed as in `warri match`. All play on the same openings, each from
both sides. Ratings are on the Elo scale of `warri match`: 400 points more are an
expected score of 91 %. Their mean is 0 unless a player is anchored.

Examples:
  warri tournament random greedy material@1 material@3 --out runs/ladder
  warri tournament runs/quickstart-1/champion.toml greedy material@3 --gauntlet --games 1000")]
pub(crate) struct Tournament {
    /// Players, or the folder of a tournament to go on with or to show
    #[arg(required = true, value_name = "PLAYER|DIR", value_hint = ValueHint::AnyPath)]
    players: Vec<String>,
    /// Games of each pairing, an even number: each opening is played from both sides [default: 200]
    #[arg(long, value_parser = count::<u32>)]
    games: Option<u32>,
    /// The first player against each of the others only
    #[arg(long)]
    gauntlet: bool,
    /// Seed of the openings [default: 1]
    #[arg(long, value_parser = seed)]
    seed: Option<u64>,
    /// Random plies of an opening [default: 8]
    #[arg(long, value_parser = count::<u32>)]
    opening_plies: Option<u32>,
    /// Rules [default: those that the first bot was made for]
    #[arg(long, value_parser = variant())]
    variant: Option<Variant>,
    /// Fix the rating of a player, as in random=0 [default: the mean is 0]
    #[arg(long, value_name = "PLAYER=ELO", value_parser = parse_anchor)]
    anchor: Option<AnchorSetting>,
    /// Keep settings, games and table in this folder; go on if it has some of the games
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,
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

fn parse_anchor(text: &str) -> Result<AnchorSetting, String> {
    let expected = || "expected PLAYER=ELO, as in random=0".to_owned();
    let (player, elo) = text.rsplit_once('=').ok_or_else(expected)?;
    let elo: f64 = elo.parse().map_err(|_| expected())?;
    if player.is_empty() || !elo.is_finite() {
        return Err(expected());
    }
    Ok(AnchorSetting {
        player: player.to_owned(),
        elo,
    })
}

impl Tournament {
    pub(crate) fn run(self) -> Result<()> {
        let threads = threads(self.threads)?;
        let tournament = self.prepare()?;
        let _lock = tournament.lock()?;
        let table = on_threads(threads, || tournament.play(self.quiet))??;
        if self.json {
            print(serde_json::to_string(&table)?)?;
        } else {
            print(format!("{}\n{}", table.draw(), next(&tournament, &table)))?;
        }
        Ok(())
    }

    /// The tournament that is asked for: a new one, or one in a folder.
    fn prepare(&self) -> Result<tournament::Tournament> {
        if let ([folder], None) = (self.players.as_slice(), &self.out) {
            let folder = Path::new(folder);
            if folder.is_dir() {
                let settings = tournament::Tournament::read_settings(folder)?;
                refuse_others(folder, &settings, &self.change(settings.clone()))?;
                return tournament::Tournament::open(folder);
            }
        }
        let (entrants, mut players) = self.field()?;
        let variant = rules(self.variant, &players);
        equip(&mut players, variant)?;
        let settings = self.change(Settings::new(entrants, variant));
        let Some(folder) = self.out.as_deref() else {
            return tournament::Tournament::new(settings, players);
        };
        if folder.exists() {
            let recorded = tournament::Tournament::read_settings(folder)?;
            refuse_others(folder, &recorded, &settings)?;
            let tournament = tournament::Tournament::open(folder)?;
            tournament.check_players(&players)?;
            return Ok(tournament);
        }
        tournament::Tournament::new(settings, players)?.keep_in(folder)
    }

    /// The players, with the bot files that they were read from.
    fn field(&self) -> Result<(Vec<Entrant>, Vec<Player>)> {
        let read = |text: &String| -> Result<(Entrant, Player)> {
            let bot = RefCell::new(None);
            let player = Player::parse(text, |path| {
                *bot.borrow_mut() = Some(path.to_owned());
                find_bot(Path::new(path))
            })?;
            let entrant = Entrant {
                player: text.clone(),
                bot: bot.into_inner(),
            };
            Ok((entrant, player))
        };
        let field = self.players.iter().map(read).collect::<Result<Vec<_>>>()?;
        Ok(field.into_iter().unzip())
    }

    /// Settings with what the command line says.
    fn change(&self, mut settings: Settings) -> Settings {
        settings.variant = self.variant.unwrap_or(settings.variant);
        settings.games = self.games.unwrap_or(settings.games);
        settings.seed = self.seed.unwrap_or(settings.seed);
        settings.opening_plies = self.opening_plies.unwrap_or(settings.opening_plies);
        settings.gauntlet |= self.gauntlet;
        settings.anchor = self.anchor.clone().or(settings.anchor);
        settings
    }
}

fn refuse_others(folder: &Path, recorded: &Settings, asked: &Settings) -> Result<()> {
    if let Some(difference) = recorded.difference(asked) {
        bail!(
            "{} is a tournament with other settings ({difference}): \
             go on with `warri tournament {0}`, or choose another folder with --out",
            folder.display()
        );
    }
    Ok(())
}

/// Where the rest is, and what to type next.
fn next(tournament: &tournament::Tournament, table: &Table) -> String {
    let mut text = String::new();
    match tournament.folder() {
        Some(folder) => {
            text += &format!(
                "Written to {}:\n  \
                 games.csv    every game\n  \
                 table.csv    this table{}\n",
                folder.display(),
                if table.is_too_wide() {
                    ", and the scores of every two players"
                } else {
                    ""
                }
            );
        }
        None if table.is_too_wide() => {
            text += "The scores of every two players: the same with --json, or with --out DIR.\n";
        }
        None => text += "To keep the games, and to go on after an interruption: --out DIR\n",
    }
    if let [first, second, ..] = table.players() {
        let typed = |player: &str| typed(Path::new(player));
        let sprt = format!(
            "match {} {} --sprt 0 20 --games 20000 --variant {}",
            typed(&first.player),
            typed(&second.player),
            tournament.settings.variant
        );
        text += &format!(
            "\nNext, whether the first is better than the second:\n  {}",
            command(&sprt)
        );
    }
    text
}
