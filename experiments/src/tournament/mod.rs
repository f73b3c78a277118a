//! A tournament: its settings, its games on record, and its table.
//!
//! | file | content |
//! |---|---|
//! | `tournament.toml` | all settings and the players' text forms |
//! | `bots/` | copies of the bot files that they name |
//! | `games.csv` | every game, in the order of the schedule |
//! | `table.csv` | the table, once all games are played |
//!
//! The games are all that a resume needs: the schedule says what is to be
//! played, and whatever is on record is not played again. The table is always
//! derived from the games.

mod games;
mod settings;
mod table;

use std::collections::HashSet;
use std::fs::{self, File};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use warri_engine::DEFAULT_PLY_CAP;
use warri_evolve::toml_input::from_toml;
use warri_evolve::{
    Arena, CrossTable, Opening, Pairing, Player, Purpose, Stream, draw_openings, gauntlet,
    round_robin,
};

use crate::csv_log::CsvLog;
use crate::files::{read_text, write_whole};
use crate::folder::{lock, make_whole};
use crate::players::{equip, find_bot};
use crate::progress::Progress;

use games::{GameRow, HEADER, read_games};
pub(crate) use settings::{AnchorSetting, Entrant, Settings};
pub(crate) use table::Table;

/// A field of players with what they play.
pub(crate) struct Tournament {
    pub(crate) settings: Settings,
    players: Vec<Player>,
    openings: Vec<Opening>,
    /// Where its games are kept, if they are.
    folder: Option<PathBuf>,
}

impl Tournament {
    /// A tournament that is not kept.
    pub(crate) fn new(settings: Settings, players: Vec<Player>) -> Result<Tournament> {
        settings.check(&players)?;
        let mut stream = Stream::new(settings.seed, Purpose::MatchOpenings, &[]);
        let openings = draw_openings(
            settings.games as usize / 2,
            settings.opening_plies,
            settings.variant,
            DEFAULT_PLY_CAP,
            &HashSet::new(),
            &mut stream,
        )
        .context("--games")?;
        Ok(Tournament {
            settings,
            players,
            openings,
            folder: None,
        })
    }

    /// Makes a folder for this tournament at `path`, with copies of the bot
    /// files, so that it does not depend on what becomes of them.
    pub(crate) fn keep_in(mut self, path: &Path) -> Result<Tournament> {
        make_whole(path, |part| {
            for (index, entrant) in self.settings.players.iter_mut().enumerate() {
                let Some(from) = entrant.bot.take() else {
                    continue;
                };
                let file = Path::new(&from).file_name().unwrap_or_default().display();
                // Numbered, as champions of several runs have one name.
                let name = format!("bots/{}-{file}", index + 1);
                fs::create_dir_all(part.join("bots")).context("cannot make the folder bots")?;
                let text = read_text(Path::new(&from))?;
                write_whole(&part.join(&name), text.as_bytes())?;
                entrant.bot = Some(name);
            }
            let text = toml::to_string(&self.settings).context("the settings cannot be written")?;
            write_whole(&part.join("tournament.toml"), text.as_bytes())?;
            CsvLog::create(&part.join("games.csv"), HEADER).map(drop)
        })?;
        self.folder = Some(path.to_owned());
        Ok(self)
    }

    /// The settings of the tournament in a folder.
    pub(crate) fn read_settings(path: &Path) -> Result<Settings> {
        ensure!(
            path.join("tournament.toml").is_file() && path.join("games.csv").is_file(),
            "{}: no tournament, it holds no tournament.toml and games.csv",
            path.display()
        );
        let file = path.join("tournament.toml");
        from_toml(&read_text(&file)?).map_err(|error| anyhow!("{}: {error}", file.display()))
    }

    /// The tournament that is kept in a folder.
    pub(crate) fn open(path: &Path) -> Result<Tournament> {
        let settings = Tournament::read_settings(path)?;
        let read = |entrant: &Entrant| -> Result<Player> {
            let bot = entrant.bot.clone();
            Ok(Player::parse(&entrant.player, |_| {
                find_bot(&path.join(bot?))
            })?)
        };
        let players = || -> Result<Vec<Player>> {
            let players = settings.players.iter().map(read);
            let mut players = players.collect::<Result<Vec<_>>>()?;
            equip(&mut players, settings.variant)?;
            Ok(players)
        };
        let players = players().with_context(|| path.display().to_string())?;
        let mut tournament = Tournament::new(settings, players)
            .with_context(|| path.join("tournament.toml").display().to_string())?;
        tournament.folder = Some(path.to_owned());
        Ok(tournament)
    }

    /// Refuses players that are not those of this tournament.
    pub(crate) fn check_players(&self, players: &[Player]) -> Result<()> {
        for (player, recorded) in players.iter().zip(&self.players) {
            ensure!(
                player.strategy() == recorded.strategy(),
                "player `{player}` was changed since the tournament began: begin another one"
            );
        }
        Ok(())
    }

    /// Keeps other processes from playing it.
    pub(crate) fn lock(&self) -> Result<Option<File>> {
        self.folder.as_deref().map(lock).transpose()
    }

    /// The folder that it is kept in.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// All games, in order. Lazy, as there may be many.
    fn schedule(&self) -> Box<dyn Iterator<Item = Pairing>> {
        let (players, openings) = (self.players.len(), self.openings.len());
        if self.settings.gauntlet {
            Box::new(gauntlet(0, 1..players, openings))
        } else {
            Box::new(round_robin(players, openings))
        }
    }

    /// Plays what is not on record yet, and derives the table from all games.
    pub(crate) fn play(&self, quiet: bool) -> Result<Table> {
        let mut cross_table = CrossTable::new(self.players.len());
        let mut log = None;
        let mut played = 0;
        if let Some(folder) = &self.folder {
            let path = folder.join("games.csv");
            let expected = self.schedule().zip(1..).map(|(pairing, number)| {
                let row = move |played| GameRow::new(number, self.entry(pairing), played);
                (pairing, row)
            });
            played = read_games(&path, expected, |pairing, outcome| {
                cross_table.count(pairing, outcome);
            })?;
            log = Some(CsvLog::open(&path)?);
        }
        self.play_rest(played, &mut cross_table, log.as_mut(), quiet)?;
        let table = Table::new(&self.settings, &cross_table)?;
        if let Some(folder) = &self.folder {
            table.write(&folder.join("table.csv"))?;
        }
        Ok(table)
    }

    /// Plays the games after the first `played`, and brings each onto the
    /// record at once: it may have taken long.
    fn play_rest(
        &self,
        played: u64,
        cross_table: &mut CrossTable,
        mut log: Option<&mut CsvLog>,
        quiet: bool,
    ) -> Result<()> {
        let arena = Arena {
            players: &self.players,
            openings: &self.openings,
            seed: self.settings.seed,
            repeats: false,
        };
        let progress = Progress::new(self.settings.all_games(), quiet);
        progress.start_at(played);
        let mut number = played;
        let mut written = Ok(());
        arena.play(self.schedule().skip(played as usize), |pairing, game| {
            number += 1;
            progress.add(1);
            cross_table.count(pairing, game.end.outcome);
            if let Some(log) = &mut log {
                let row = GameRow::new(number, self.entry(pairing), game);
                written = log.row(&row).and_then(|()| log.flush());
            }
            match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        written
    }

    /// Who plays on what.
    fn entry(&self, pairing: Pairing) -> (&Player, &Player, &Opening) {
        (
            &self.players[pairing.south],
            &self.players[pairing.north],
            &self.openings[pairing.opening],
        )
    }
}
