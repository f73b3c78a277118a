//! `warri replay`: play a game record, or a logged game again.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args;
use serde::Serialize;
use warri_engine::{End, Game, Outcome, Side, Variant, format_moves, parse_moves};
use warri_evolve::{Arena, Config, Individual, Opening, Pairing};

use super::perft::read_position;
use crate::run::{GameRow, IndividualRow, RunDir};

use crate::report::command;
use crate::terminal::print;
use crate::words::plural;

/// Arguments of `warri replay`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  warri replay BaCaDd
  warri replay runs/quickstart-1 1200")]
pub(crate) struct Replay {
    /// Game record, or a run directory
    #[arg(value_name = "MOVES|DIR")]
    what: String,
    /// Number of the game in the run's games.csv
    game: Option<u64>,
    /// Position to play from [default: the start]
    #[arg(long, conflicts_with = "game")]
    position: Option<String>,
    /// Rules: speightstown, bridgetown or abapa
    #[arg(long, default_value_t, conflicts_with = "game")]
    variant: Variant,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Replayed {
    position: String,
    plies: usize,
    south: u8,
    north: u8,
    result: &'static str,
    reason: Option<&'static str>,
}

impl Replay {
    pub(crate) fn run(self) -> Result<()> {
        let game = match self.game {
            Some(number) => {
                replay_logged(&RunDir::open(Path::new(&self.what))?, number, self.json)?
            }
            None => self.replay_record()?,
        };
        let summary = summarise(&game);
        if self.json {
            return print(serde_json::to_string(&summary)?);
        }
        print(format!(
            "{}\n\n{}",
            game.position().draw(),
            summary.position
        ))?;
        let plies = plural(summary.plies as i32, "ply", "plies");
        print(match game.end() {
            Some(end) => format!(
                "{} after {plies}, South {}, North {}: {}",
                end.reason,
                summary.south,
                summary.north,
                match end.outcome {
                    Outcome::South => "South wins",
                    Outcome::North => "North wins",
                    Outcome::Draw => "a draw",
                }
            ),
            None => format!("unfinished after {plies}"),
        })?;
        let next = command(&format!("show '{}' --bot quickstart", summary.position));
        print(format!("\nNext:\n  {next}"))
    }

    fn replay_record(&self) -> Result<Game> {
        if Path::new(&self.what).is_dir() {
            bail!(
                "{}: a run directory needs the number of a game, as in `warri replay {0} 1`",
                self.what
            );
        }
        if Path::new(&self.what).is_file() {
            bail!(
                "{}: a file: expected a game record itself; paste a line of the file that has no #",
                self.what
            );
        }
        let start = read_position(self.position.as_deref())?;
        let mut game = Game::from_position(start, self.variant);
        let moves = parse_moves(&self.what, start.to_move())?;
        for (index, house) in moves.into_iter().enumerate() {
            game.play(house)
                .map_err(|error| anyhow!("move {}: {error}", index + 1))?;
        }
        Ok(game)
    }
}

fn summarise(game: &Game) -> Replayed {
    let position = game.position();
    let [south, north] = match game.end() {
        Some(end) => end.seeds,
        None => Side::ALL.map(|side| position.row(side).store()),
    };
    Replayed {
        position: position.to_string(),
        plies: game.moves().len(),
        south,
        north,
        result: game.end().map_or("unfinished", |end| end.outcome.name()),
        reason: game.end().map(|end| end.reason.name()),
    }
}

/// Plays a logged game again from its genomes and compares it with its row.
fn replay_logged(run: &RunDir, number: u64, quiet: bool) -> Result<Game> {
    let path = run.file("games.csv");
    let row: GameRow = find_row(&path, |row: &GameRow| row.game == number)?
        .with_context(|| format!("{}: there is no game {number}", path.display()))?;
    let experiment = run.experiment()?;
    let players =
        [row.south, row.north].map(|id| individual(run, &experiment.config, id, row.generation));
    let [south, north] = players;
    let evolution = experiment.start()?;
    let players = evolution.players(&[south?, north?])?;
    let openings = evolution.training_openings(row.generation)?;
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
        seed: experiment.config.seed,
    };
    let game = arena.play_out(Pairing {
        south: 0,
        north: 1,
        opening,
    });
    let end = game.end().context("the game has no end")?;
    let logged = End {
        reason: row.reason,
        seeds: [row.south_seeds, row.north_seeds],
        outcome: row.result,
    };
    ensure!(
        (logged, row.plies as usize) == (end, game.moves().len()),
        "{}: game {number} was logged as {}, but played again it is {}",
        path.display(),
        describe(&logged, row.plies as usize),
        describe(&end, game.moves().len())
    );
    if !quiet {
        print(format!(
            "game {number}: generation {}, individual {} (South) against {} (North), as logged\n{}\n",
            row.generation,
            row.south,
            row.north,
            format_moves(game.moves(), game.first())
        ))?;
    }
    Ok(game)
}

fn describe(end: &End, plies: usize) -> String {
    let End {
        reason,
        seeds: [south, north],
        outcome,
    } = end;
    format!("{outcome} ({reason}) with {south} to {north} seeds after {plies} plies")
}

fn individual(run: &RunDir, config: &Config, id: u64, generation: u32) -> Result<Individual> {
    let path = run.file("individuals.csv");
    let wanted = |row: &IndividualRow| row.id == id && row.generation == generation;
    let row = find_row(&path, wanted)?.with_context(|| {
        format!(
            "{}: there is no individual {id} in generation {generation}; is that generation complete?",
            path.display()
        )
    })?;
    let genome = config.genome.parse(&row.genome).with_context(|| {
        format!(
            "{}: individual {id}: `{}` is no genome",
            path.display(),
            row.genome
        )
    })?;
    Ok(Individual {
        id,
        parents: Vec::new(),
        genome,
    })
}

/// The first row of a CSV file for which `wanted` holds. A run under way, or
/// interrupted, may end in half a row.
fn find_row<T: for<'de> serde::Deserialize<'de>>(
    path: &Path,
    wanted: impl Fn(&T) -> bool,
) -> Result<Option<T>> {
    let at = || path.display().to_string();
    let mut reader = csv::Reader::from_path(path).with_context(at)?;
    let mut rows = reader.deserialize().peekable();
    while let Some(row) = rows.next() {
        let row: T = match row {
            Err(_) if rows.peek().is_none() => return Ok(None),
            row => row.with_context(at)?,
        };
        if wanted(&row) {
            return Ok(Some(row));
        }
    }
    Ok(None)
}
