//! `warri replay`: play a game record, a saved game or a logged one again.

use std::path::Path;
use std::slice;

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueHint};
use serde::Serialize;
use warri_engine::{End, Game, House, Outcome, Position, Side, Variant, format_moves};
use warri_evolve::{Arena, Evolution, FixedPlayers, Individual, Initial, Opening, Pairing, Player};

use super::arguments::{count, variant};
use super::perft::read_position;
use crate::csv_log::unreadable;
use crate::play::{SavedGame, outcome, play_moves};
use crate::players::{equip, find_bot};
use crate::run::{GameRow, IndividualRow, RunDir};

use crate::report::command;
use crate::terminal::print;
use crate::words::{MOVE_LINES, move_line, plural, winner};

/// Arguments of `warri replay`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  warri replay BaCaDd
  warri replay game.txt
  warri replay runs/quickstart-1 1200")]
pub(crate) struct Replay {
    /// Game record, a file that `warri play --save` wrote, or a run directory
    #[arg(value_name = "MOVES|FILE|DIR", value_hint = ValueHint::AnyPath)]
    what: String,
    /// Number of the game in the file, or in the run's games.csv
    #[arg(value_parser = count::<u64>)]
    game: Option<u64>,
    /// Position to play a record from [default: the start]
    #[arg(long, conflicts_with = "game")]
    position: Option<String>,
    /// Rules of a record [default: speightstown]
    #[arg(long, conflicts_with = "game", value_parser = variant())]
    variant: Option<Variant>,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

/// A game to show.
struct Replayed {
    /// Where it comes from, if not from the command line.
    heading: Option<String>,
    start: Position,
    game: Game,
    resigned: Option<Side>,
}

#[derive(Serialize)]
struct Summary {
    position: String,
    plies: usize,
    south: u8,
    north: u8,
    result: &'static str,
    reason: Option<&'static str>,
}

impl Replay {
    pub(crate) fn run(self) -> Result<()> {
        let path = Path::new(&self.what);
        let replayed = match self.game {
            _ if path.is_file() => self.replay_saved(path)?,
            Some(number) if path.is_dir() => replay_logged(&RunDir::open(path)?, number)?,
            Some(_) if self.is_record() => bail!(
                "{}: no such file or folder, and a record of moves takes no number: \
                 expected `warri replay {0}`",
                self.what
            ),
            Some(_) => bail!(
                "{}: no such file or folder: expected a file that `warri play --save` wrote, \
                 or a run directory",
                self.what
            ),
            None => self.replay_record()?,
        };
        let summary = replayed.summary();
        if self.json {
            return print(serde_json::to_string(&summary)?);
        }
        print(replayed.shown()?)?;
        print(format!("{}\n{}", summary.position, replayed.ending()))?;
        let next = command(&format!("show '{}' --bot quickstart", summary.position));
        print(format!("\nNext:\n  {next}"))
    }

    fn replay_record(&self) -> Result<Replayed> {
        if Path::new(&self.what).is_dir() {
            bail!(
                "{}: a run directory needs the number of a game, as in `warri replay {0} 1`",
                self.what
            );
        }
        let start = read_position(self.position.as_deref())?;
        let game = play_moves(start, self.variant.unwrap_or_default(), &self.what);
        let neither = || {
            let what = &self.what;
            format!("{what}: no such file, and not a record of moves either")
        };
        Ok(Replayed {
            heading: None,
            start,
            game: if self.is_record() {
                game?
            } else {
                game.with_context(neither)?
            },
            resigned: None,
        })
    }

    /// Whether it consists of letters of houses, be the moves legal or not.
    fn is_record(&self) -> bool {
        let mut letters = self.what.chars();
        letters.all(|letter| House::from_letter(letter).is_some())
    }

    fn replay_saved(&self, path: &Path) -> Result<Replayed> {
        ensure!(
            self.position.is_none() && self.variant.is_none(),
            "{}: its games have positions and rules of their own: leave --position and --variant out",
            self.what
        );
        let games = SavedGame::read_all(path)?;
        let (count, number) = (games.len(), self.game.unwrap_or(1));
        ensure!(
            self.game.is_some() || count == 1,
            "{}: it holds {count} games: expected the number of one, as in `warri replay {0} 1`",
            self.what
        );
        let index = (number as usize).checked_sub(1);
        let game = index.and_then(|index| games.into_iter().nth(index));
        let saved = game.with_context(|| {
            let games = plural(count as i32, "game", "games");
            format!("{}: there is no game {number}, it holds {games}", self.what)
        })?;
        let [south, north] = &saved.names;
        Ok(Replayed {
            heading: Some(format!(
                "game {number}: {south} (South) against {north} (North) by the rules of {}",
                saved.game.variant()
            )),
            start: saved.start,
            game: saved.game,
            resigned: saved.resigned,
        })
    }
}

impl Replayed {
    fn summary(&self) -> Summary {
        let (game, position) = (&self.game, self.game.position());
        let [south, north] = match game.end() {
            Some(end) => end.seeds,
            None => Side::ALL.map(|side| position.row(side).store()),
        };
        let ended = game.end().map(|end| end.reason.name());
        Summary {
            position: position.to_string(),
            plies: game.moves().len(),
            south,
            north,
            result: outcome(game, self.resigned).map_or("unfinished", Outcome::name),
            reason: self.resigned.map(|_| "resigned").or(ended),
        }
    }

    /// The moves one by one, and the board after them.
    fn shown(&self) -> Result<String> {
        let mut lines: Vec<String> = self.heading.iter().cloned().collect();
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.push(MOVE_LINES.to_owned());
        let mut position = self.start;
        for (&house, ply) in self.game.moves().iter().zip(1..) {
            let after = position.play(house, self.game.variant())?;
            lines.push(move_line(ply, &position, house, &after));
            position = after;
        }
        Ok(format!("{}\n\n{}\n", lines.join("\n"), position.draw()))
    }

    /// How it ended.
    fn ending(&self) -> String {
        let plies = plural(self.game.moves().len() as i32, "ply", "plies");
        let won = outcome(&self.game, self.resigned).map(|outcome| winner(outcome, None));
        match (self.resigned, self.game.end(), won) {
            (Some(side), _, Some(won)) => format!("{side} resigned after {plies}: {won}"),
            (_, Some(end), Some(won)) => {
                let [south, north] = end.seeds;
                let reason = end.reason;
                format!("{reason} after {plies}, South {south}, North {north}: {won}")
            }
            _ => format!("unfinished after {plies}"),
        }
    }
}

/// Plays a logged game again from its genomes and compares it with its row.
fn replay_logged(run: &RunDir, number: u64) -> Result<Replayed> {
    let path = run.file("games.csv");
    ensure!(
        path.exists(),
        "{}: there is no such file, this run keeps no games: {}",
        path.display(),
        run.anew()
    );
    let row: GameRow = find_row(&path, |row: &GameRow| row.game == number)?
        .with_context(|| format!("{}: there is no game {number}", path.display()))?;
    let evolution = training(run)?;
    let config = evolution.config();
    let players = [&row.south, &row.north].map(|name| contestant(run, &evolution, name));
    let [south, north] = players;
    let players = [south?, north?];
    let openings = evolution.openings(row.generation)?;
    let opening = openings
        .iter()
        .position(|opening| Opening::record(opening) == row.opening)
        .with_context(|| {
            format!(
                "{}: game {number} has an opening that this run does not draw",
                path.display()
            )
        })?;
    let arena = Arena {
        players: &players,
        openings: &openings,
        seed: config.seed,
        repeats: false,
    };
    let game = arena.play_out(Pairing {
        south: 0,
        north: 1,
        opening,
    });
    check_end(&game, &row).with_context(|| path.display().to_string())?;
    Ok(Replayed {
        heading: Some(format!(
            "game {number}: generation {}, individual {} (South) against {} (North), as logged\n{}",
            row.generation,
            row.south,
            row.north,
            format_moves(game.moves(), game.first())
        )),
        start: Position::START,
        game,
        resigned: None,
    })
}

/// Refuses a game that does not end as its row says.
fn check_end(game: &Game, row: &GameRow) -> Result<()> {
    let end = game.end().context("the game has no end")?;
    let logged = End {
        reason: row.reason,
        seeds: [row.south_seeds, row.north_seeds],
        outcome: row.result,
    };
    ensure!(
        (logged, row.plies as usize) == (end, game.moves().len()),
        "game {} was logged as {}, but played again it is {}",
        row.game,
        describe(&logged, row.plies as usize),
        describe(&end, game.moves().len())
    );
    Ok(())
}

/// A run as far as its games need it. They know neither the
/// references nor whom the population began around, so those bot files may be
/// gone.
fn training(run: &RunDir) -> Result<Evolution> {
    let mut config = run.config()?.resolve();
    let start = || -> Result<Evolution> {
        config.check()?;
        config.population.initial = Initial::Random;
        Ok(Evolution::new(config, FixedPlayers::default(), &[])?)
    };
    start().with_context(|| run.file("config.toml").display().to_string())
}

fn describe(end: &End, plies: usize) -> String {
    let End {
        reason,
        seeds: [south, north],
        outcome,
    } = end;
    format!("{outcome} ({reason}) with {south} to {north} seeds after {plies} plies")
}

/// Who `name` in `games.csv` is: an individual by its id, or a fixed player.
fn contestant(run: &RunDir, evolution: &Evolution, name: &str) -> Result<Player> {
    let Ok(id) = name.parse() else {
        let load = |file: &str| find_bot(&run.file(file));
        let mut player = Player::parse(name, load)?;
        equip(slice::from_mut(&mut player), evolution.config().variant)?;
        return Ok(player);
    };
    let path = run.file("individuals.csv");
    let row = find_row(&path, |row: &IndividualRow| row.id == id)?.with_context(|| {
        format!(
            "{}: there is no individual {id}; is its generation complete?",
            path.display()
        )
    })?;
    let genome = evolution
        .config()
        .genome
        .parse(&row.genome)
        .with_context(|| {
            format!(
                "{}: individual {id}: `{}` is no genome",
                path.display(),
                row.genome
            )
        })?;
    let one = Individual {
        id,
        parents: Vec::new(),
        genome,
        steps: Vec::new(),
    };
    let player = evolution.players(&[one])?.pop();
    player.context("an individual is a player")
}

/// The first row of a CSV file for which `wanted` holds. A run under way, or
/// interrupted, may end in half a row.
fn find_row<T: for<'de> serde::Deserialize<'de>>(
    path: &Path,
    wanted: impl Fn(&T) -> bool,
) -> Result<Option<T>> {
    let wrong = |error| unreadable(path, error);
    let mut reader = csv::Reader::from_path(path).map_err(wrong)?;
    let mut rows = reader.deserialize().peekable();
    while let Some(row) = rows.next() {
        let row: T = match row {
            Err(_) if rows.peek().is_none() => return Ok(None),
            row => row.map_err(wrong)?,
        };
        if wanted(&row) {
            return Ok(Some(row));
        }
    }
    Ok(None)
}
