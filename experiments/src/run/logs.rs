//! The result files: a row is a struct.

use std::fs;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use warri_engine::{Outcome, Reason, Side, Term};
use warri_evolve::{Config, DecidingGame, Generation};

use super::RunDir;
use crate::csv_log::{CsvLog, unreadable};

/// A row of `games.csv`: a game of the schedule.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct GameRow {
    /// Counts from 1 over the whole run.
    pub(crate) game: u64,
    pub(crate) generation: u32,
    /// Who plays South: an individual, or a fixed player by its name.
    pub(crate) south: String,
    /// Who plays North.
    pub(crate) north: String,
    /// The opening's moves.
    pub(crate) opening: String,
    /// Who has the first move after the opening.
    pub(crate) starts: Side,
    pub(crate) result: Outcome,
    pub(crate) south_seeds: u8,
    pub(crate) north_seeds: u8,
    /// Length, the opening included.
    pub(crate) plies: u32,
    pub(crate) reason: Reason,
}

const GAME_HEADER: [&str; 11] = [
    "game",
    "generation",
    "south",
    "north",
    "opening",
    "starts",
    "result",
    "south_seeds",
    "north_seeds",
    "plies",
    "reason",
];

impl GameRow {
    pub(super) fn new(generation: u32, game: &DecidingGame<'_>) -> GameRow {
        let end = game.played.end;
        GameRow {
            game: game.number,
            generation,
            south: game.south.name().to_owned(),
            north: game.north.name().to_owned(),
            opening: game.opening.record(),
            starts: game.opening.position().to_move(),
            result: end.outcome,
            south_seeds: end.seeds[0],
            north_seeds: end.seeds[1],
            plies: game.played.plies,
            reason: end.reason,
        }
    }
}

/// A row of `individuals.csv`: a member of a generation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct IndividualRow {
    pub(crate) id: u64,
    pub(crate) generation: u32,
    /// Ids of the parents, separated by a space.
    pub(crate) parents: String,
    pub(crate) fitness: String,
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    pub(crate) losses: u32,
    pub(crate) genome: String,
    /// The population it lives in; 0 if there is only one.
    pub(crate) island: usize,
}

const INDIVIDUAL_HEADER: [&str; 9] = [
    "id",
    "generation",
    "parents",
    "fitness",
    "wins",
    "draws",
    "losses",
    "genome",
    "island",
];

/// How long the files are in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Lengths {
    generations: u64,
    individuals: u64,
    games: u64,
}

/// The result files of a run under way.
pub(crate) struct Logs {
    generations: CsvLog,
    individuals: CsvLog,
    games: CsvLog,
    timings: CsvLog,
}

/// A row a generation.
pub(crate) const GENERATIONS: &str = "generations.csv";
const INDIVIDUALS: &str = "individuals.csv";
const GAMES: &str = "games.csv";
const TIMINGS: &str = "timings.csv";

const TIMING_HEADER: [&str; 3] = ["generation", "seconds", "games"];

impl Logs {
    /// Makes the files with their headers.
    pub(super) fn create(run: &RunDir, config: &Config) -> Result<Lengths> {
        CsvLog::create(&run.file(TIMINGS), TIMING_HEADER)?;
        Ok(Lengths {
            generations: CsvLog::create(&run.file(GENERATIONS), generation_header(config))?,
            individuals: CsvLog::create(&run.file(INDIVIDUALS), INDIVIDUAL_HEADER)?,
            games: CsvLog::create(&run.file(GAMES), GAME_HEADER)?,
        })
    }

    /// Refuses files that lost rows which a checkpoint knows of.
    pub(super) fn check(run: &RunDir, lengths: Lengths) -> Result<()> {
        for (name, wanted) in [
            (GENERATIONS, lengths.generations),
            (INDIVIDUALS, lengths.individuals),
            (GAMES, lengths.games),
        ] {
            let path = run.file(name);
            let found = fs::metadata(&path).map(|data| data.len());
            let found = found.with_context(|| format!("cannot read {}", path.display()))?;
            ensure!(
                found >= wanted,
                "{}: it has {found} bytes, at the checkpoint it had {wanted}: it was changed or damaged since",
                path.display()
            );
        }
        Ok(())
    }

    /// Opens the files, cut to the lengths they had at a checkpoint.
    pub(super) fn open(run: &RunDir, lengths: Lengths) -> Result<Logs> {
        let timings = run.file(TIMINGS);
        if !timings.exists() {
            // No result, so its loss is no reason to stop.
            CsvLog::create(&timings, TIMING_HEADER)?;
        }
        Ok(Logs {
            generations: CsvLog::open_cut(&run.file(GENERATIONS), lengths.generations)?,
            individuals: CsvLog::open_cut(&run.file(INDIVIDUALS), lengths.individuals)?,
            games: CsvLog::open_cut(&run.file(GAMES), lengths.games)?,
            timings: CsvLog::open(&timings)?,
        })
    }

    pub(crate) fn game(&mut self, row: &GameRow) -> Result<()> {
        self.games.row(row)
    }

    /// Writes a generation and its members.
    pub(crate) fn generation(&mut self, generation: &Generation, config: &Config) -> Result<()> {
        let members = generation
            .population
            .iter()
            .zip(&generation.tallies)
            .zip(&generation.fitness)
            .enumerate();
        for (member, ((one, tally), fitness)) in members {
            let parents: Vec<String> = one.parents.iter().map(u64::to_string).collect();
            let row = IndividualRow {
                id: one.id,
                generation: generation.number,
                parents: parents.join(" "),
                fitness: fitness.to_string(),
                wins: tally.wins,
                draws: tally.draws,
                losses: tally.losses,
                genome: config.genome.format(&one.genome),
                island: generation.island(member),
            };
            self.individuals.row(&row)?;
        }
        self.generations.record(generation_row(generation))
    }

    /// Notes how long a generation took for how many games of its schedules;
    /// no result.
    pub(super) fn timing(&mut self, generation: u32, seconds: f64, games: u64) -> Result<()> {
        self.timings.record([
            generation.to_string(),
            format!("{seconds:.3}"),
            games.to_string(),
        ])?;
        self.timings.flush()
    }

    /// Brings all rows onto the disk and says how long the files are now.
    pub(crate) fn sync(&mut self) -> Result<Lengths> {
        Ok(Lengths {
            generations: self.generations.sync()?,
            individuals: self.individuals.sync()?,
            games: self.games.sync()?,
        })
    }
}

/// Seconds that the generations so far have taken. A generation that was
/// played twice took twice as long.
pub(crate) fn seconds_so_far(run: &RunDir) -> Result<f64> {
    let path = run.file(TIMINGS);
    let mut reader = csv::Reader::from_path(&path).map_err(|error| unreadable(&path, error))?;
    let mut sum = 0.0;
    for row in reader.deserialize() {
        let (_, seconds, _): (u32, f64, u64) = row.map_err(|error| unreadable(&path, error))?;
        sum += seconds;
    }
    Ok(sum)
}

/// Columns of a run that measures its best against exact play.
pub(crate) const TRUTH: [&str; 2] = ["truth_result", "truth_loss"];

/// The end of `generations.csv`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct LastGeneration {
    pub(crate) generation: u32,
    /// Games so far that decided something.
    pub(crate) games: u64,
    /// How its best decides endgames, if that was measured.
    pub(crate) truth_result: Option<f64>,
    pub(crate) truth_loss: Option<f64>,
}

impl LastGeneration {
    /// Reads the last row.
    pub(crate) fn read(run: &RunDir) -> Result<LastGeneration> {
        let path = run.file(GENERATIONS);
        let mut reader = csv::Reader::from_path(&path).map_err(|error| unreadable(&path, error))?;
        let mut last = None;
        for row in reader.deserialize() {
            last = Some(row.map_err(|error| unreadable(&path, error))?);
        }
        last.with_context(|| {
            format!(
                "{}: no row, expected one for each generation",
                path.display()
            )
        })
    }
}

fn generation_header(config: &Config) -> Vec<String> {
    let fixed = [
        "generation",
        "games",
        "fitness_best",
        "fitness_mean",
        "fitness_median",
        "fitness_worst",
        "diversity",
        "best_id",
        "best_score",
        "best_win_rate",
    ];
    let weights = config.features.terms().iter().map(Term::name);
    let scores = config
        .references()
        .iter()
        .flat_map(|name| ["score", "low", "high"].map(|kind| format!("{kind}:{name}")));
    fixed
        .map(str::to_owned)
        .into_iter()
        .chain(weights.map(|name| format!("weight:{name}")))
        .chain(scores)
        .chain(["bound_hits", "unseen_score"].map(str::to_owned))
        .chain(config.truth.iter().flat_map(|_| TRUTH.map(str::to_owned)))
        .collect()
}

fn generation_row(generation: &Generation) -> Vec<String> {
    let summary = generation.summary();
    let best = generation.best;
    let tally = generation.tallies[best];
    let mut row = vec![
        generation.number.to_string(),
        generation.games.to_string(),
        summary.best.to_string(),
        summary.mean.to_string(),
        summary.median.to_string(),
        summary.worst.to_string(),
        generation.diversity.to_string(),
        generation.population[best].id.to_string(),
        tally.score().to_string(),
        tally.win_rate().to_string(),
    ];
    row.extend(generation.best_weights.iter().map(f64::to_string));
    for score in &generation.references {
        match score.score() {
            Some(score) => row.extend([score.value, score.low, score.high].map(|x| x.to_string())),
            None => row.extend([const { String::new() }; 3]),
        }
    }
    row.push(generation.bound_hits.to_string());
    row.push(generation.unseen_score.to_string());
    let truth = generation.truth.iter();
    row.extend(truth.flat_map(|truth| [truth.result(), truth.loss()].map(|x| x.to_string())));
    row
}
