//! Current individuals against their ancestors, the CIAO plot of Cliff & Miller (1995):
//! whether a run gets better, or forgets what it could.

use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use warri_evolve::{
    Arena, Bot, Config, Estimate, MatchScore, Opening, Pairing, Player, Purpose, Stream,
    draw_openings, round_robin,
};

use crate::csv_log::unreadable;
use crate::plot::{Data, best_weights};
use crate::progress::Progress;
use crate::report::percent;
use crate::run::{Manifest, RunDir, Status};
use crate::words::plural;

/// About so many champions play unless it is said which.
const USUAL: u64 = 20;

/// The most champions: more make no figure, and their games grow with the square.
const MOST: usize = 200;

/// How to compare.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// The champion of each so many generations plays; `None` for about [`USUAL`] of them.
    pub(crate) every: Option<u32>,
    /// Openings of each pair, each played from both sides.
    pub(crate) openings: u32,
    /// Seed of the openings.
    pub(crate) seed: u64,
}

/// The champions of some generations of a run, ready to meet.
pub(crate) struct Champions {
    config: Config,
    generations: Vec<u64>,
    players: Vec<Player>,
    openings: Vec<Opening>,
    settings: Settings,
}

/// What became of it.
pub(crate) struct Ciao {
    pub(crate) config: Config,
    /// Openings of each pair, each played from both sides.
    pub(crate) openings: u32,
    /// Their seed, if it is known: the file does not have it.
    pub(crate) seed: Option<u64>,
    /// The generations whose champions played.
    pub(crate) generations: Vec<u64>,
    /// Every two of them, by the earlier and then by the later.
    pub(crate) meetings: Vec<Meeting>,
}

/// A champion against an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(from = "Row")]
pub(crate) struct Meeting {
    pub(crate) generation: u64,
    pub(crate) ancestor: u64,
    pub(crate) games: u32,
    /// The score of the later one.
    pub(crate) score: Estimate,
}

/// A meeting as it stands in the file.
#[derive(Deserialize)]
struct Row {
    generation: u64,
    ancestor: u64,
    games: u32,
    score: f64,
    low: f64,
    high: f64,
}

impl From<Row> for Meeting {
    fn from(row: Row) -> Meeting {
        Meeting {
            generation: row.generation,
            ancestor: row.ancestor,
            games: row.games,
            score: Estimate {
                value: row.score,
                low: row.low,
                high: row.high,
            },
        }
    }
}

impl Meeting {
    /// Whether it can have been.
    fn is_sound(&self) -> bool {
        let Estimate { value, low, high } = self.score;
        self.ancestor < self.generation
            && 0.0 <= low
            && low <= value
            && value <= high
            && high <= 1.0
    }
}

impl Champions {
    /// Those of a finished run.
    pub(crate) fn of(run: &RunDir, settings: Settings) -> Result<Champions> {
        let status = Manifest::read(run)?.status;
        let path = run.path().display();
        ensure!(
            status == Status::Finished,
            "{path}: the run is unfinished: expected one that is finished; `warri resume {path}` goes on with it"
        );
        let config = run.config()?;
        let rows = chosen(best_weights(run, &config)?, settings.every);
        ensure!(
            (2..=MOST).contains(&rows.len()),
            "{path}: found {} to compare: expected 2 to {MOST}; --every says which",
            plural(rows.len() as i32, "champion", "champions")
        );
        let player = |(generation, weights): &(u64, Vec<f64>)| -> Result<Player> {
            let (features, weights) = (config.features.clone(), weights.clone());
            let name = format!("generation {generation}");
            let bot = Bot::new(
                config.variant,
                features,
                weights,
                config.depth,
                String::new(),
            );
            let bot = bot.with_context(|| format!("{path}/generations.csv: {name}"))?;
            Ok(Player::from_bot(name, &bot, None))
        };
        let mut stream = Stream::new(settings.seed, Purpose::CiaoOpenings, &[]);
        let openings = draw_openings(
            settings.openings as usize,
            config.test.opening_plies,
            config.variant,
            config.training.ply_cap,
            &HashSet::new(),
            &mut stream,
        );
        Ok(Champions {
            players: rows.iter().map(player).collect::<Result<_>>()?,
            generations: rows.into_iter().map(|(generation, _)| generation).collect(),
            openings: openings.with_context(|| format!("--openings {}", settings.openings))?,
            config,
            settings,
        })
    }

    /// Has every two of them play, on the threads of the current pool.
    pub(crate) fn play(self, quiet: bool) -> Ciao {
        let arena = Arena {
            players: &self.players,
            openings: &self.openings,
            seed: self.settings.seed,
            repeats: false,
        };
        let (players, openings) = (self.players.len(), self.openings.len());
        let games = players * (players - 1) * openings;
        let progress = Progress::new(games as u64, quiet);
        let mut meetings = Vec::new();
        let mut score = MatchScore::default();
        let mut each = |first: Pairing, pair| {
            progress.add(2);
            score.count_pair(pair);
            if first.opening + 1 == openings {
                let whole = std::mem::take(&mut score);
                meetings.extend(self.meeting(first, whole));
            }
            ControlFlow::Continue(())
        };
        // The later champion begins as South, so that the pairs are scored as its own.
        let schedule = round_robin(players, openings).map(mirrored);
        arena.play_pairs(schedule, &mut each);
        Ciao {
            config: self.config,
            openings: self.settings.openings,
            seed: Some(self.settings.seed),
            generations: self.generations,
            meetings,
        }
    }

    /// The meeting that is over with the pair that `first` began.
    fn meeting(&self, first: Pairing, score: MatchScore) -> Option<Meeting> {
        Some(Meeting {
            generation: self.generations[first.south],
            ancestor: self.generations[first.north],
            games: score.tally().games(),
            score: score.score()?,
        })
    }
}

fn mirrored(pairing: Pairing) -> Pairing {
    Pairing {
        south: pairing.north,
        north: pairing.south,
        ..pairing
    }
}

/// Of the rows of a run, one for each generation, that of each `every`-th and the last.
fn chosen<T>(rows: Vec<T>, every: Option<u32>) -> Vec<T> {
    let last = rows.len().saturating_sub(1);
    let usual = (last as u64).div_ceil(USUAL).max(1);
    let every = every.map_or(usual, u64::from) as usize;
    let rows = rows.into_iter().enumerate();
    rows.filter(|(index, _)| index.is_multiple_of(every) || *index == last)
        .map(|(_, row)| row)
        .collect()
}

/// The file, in the folder of the run.
pub(crate) const FILE: &str = "ciao.csv";

impl Ciao {
    /// What the file of a run says, if there is one.
    pub(crate) fn read(run: &RunDir) -> Result<Option<Ciao>> {
        let path = run.file(FILE);
        if !path.is_file() {
            return Ok(None);
        }
        let mut rows = csv::Reader::from_path(&path).map_err(|error| unreadable(&path, error))?;
        let rows = rows.deserialize::<Meeting>();
        let meetings = rows.collect::<Result<Vec<Meeting>, _>>();
        let meetings = meetings.map_err(|error| unreadable(&path, error))?;
        let ends = |one: &Meeting| [one.ancestor, one.generation];
        let generations: BTreeSet<u64> = meetings.iter().flat_map(ends).collect();
        ensure!(
            (2..=MOST).contains(&generations.len()) && meetings.iter().all(Meeting::is_sound),
            "{}: expected pairs of 2 to {MOST} champions, each with an earlier one, \
             and scores from 0 to 1 between the ends of their intervals",
            path.display()
        );
        Ok(Some(Ciao {
            config: run.config()?,
            openings: meetings[0].games / 2,
            seed: None,
            generations: generations.into_iter().collect(),
            meetings,
        }))
    }

    /// The meeting in which the later champion scored least, the first of equals.
    pub(crate) fn worst(&self) -> Option<&Meeting> {
        let scores = self.meetings.iter();
        scores.min_by(|a, b| a.score.value.total_cmp(&b.score.value))
    }

    /// What it shows, in a sentence.
    pub(crate) fn sentence(&self) -> String {
        let count = |holds: fn(f64) -> bool| {
            let scores = self.meetings.iter();
            scores.filter(|meeting| holds(meeting.score.value)).count()
        };
        let (won, even) = (count(|score| score > 0.5), count(|score| score == 0.5));
        let all = self.meetings.len();
        let share = percent(won as f64 / all.max(1) as f64);
        let even = match even {
            0 => String::new(),
            n => format!(" and comes out even in {n}"),
        };
        let worst = match self.worst().filter(|worst| worst.score.value < 0.5) {
            Some(worst) => format!(
                "the worst forgetting is that of generation {}, whose champion scores {} (95 % interval {} to {}) against that of generation {}",
                worst.generation,
                percent(worst.score.value),
                percent(worst.score.low),
                percent(worst.score.high),
                worst.ancestor
            ),
            None => "none scores less than half against an earlier one".to_owned(),
        };
        format!("The later champion wins {won} of {all} pairs ({share}){even}; {worst}.")
    }

    /// Every pair, as `ciao.csv` has it.
    pub(crate) fn table(&self) -> Data {
        let header = ["generation", "ancestor", "games", "score", "low", "high"];
        let mut table = Data::new(&header);
        for meeting in &self.meetings {
            let Estimate { value, low, high } = meeting.score;
            table.row([
                meeting.generation.to_string(),
                meeting.ancestor.to_string(),
                meeting.games.to_string(),
                value.to_string(),
                low.to_string(),
                high.to_string(),
            ]);
        }
        table
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use warri_evolve::toml_input::from_toml;

    /// Three champions, of which the last is so good against the two before.
    pub(crate) fn ciao(scores: [f64; 3]) -> Ciao {
        let text = include_str!("../configs/quickstart.toml");
        let config: Config = from_toml(text).expect("the built-in experiment");
        let pairs = [(10, 0), (20, 0), (20, 10)].into_iter().zip(scores);
        let meeting = |((generation, ancestor), value): ((u64, u64), f64)| Meeting {
            generation,
            ancestor,
            games: 40,
            score: Estimate {
                value,
                low: value - 0.125,
                high: value + 0.125,
            },
        };
        Ciao {
            config: config.resolve(),
            openings: 20,
            seed: Some(1),
            generations: vec![0, 10, 20],
            meetings: pairs.map(meeting).collect(),
        }
    }

    #[test]
    fn about_twenty_champions_are_chosen_and_always_the_last() {
        let of = |rows: u32, every| chosen((0..rows).collect(), every);
        assert_eq!(of(1, None), [0]);
        assert_eq!(of(3, None), [0, 1, 2]);
        assert_eq!(of(41, None), (0..=40).step_by(2).collect::<Vec<u32>>());
        assert_eq!(of(21, None).len(), 21);
        assert_eq!(of(401, None).len(), 21);
        assert_eq!(of(10, Some(4)), [0, 4, 8, 9]);
        assert_eq!(of(10, Some(100)), [0, 9]);
    }

    #[test]
    fn the_sentence_counts_wins_and_names_the_worst() {
        assert_eq!(
            ciao([0.75, 0.5, 0.25]).sentence(),
            "The later champion wins 1 of 3 pairs (33.3 %) and comes out even in 1; the worst \
             forgetting is that of generation 20, whose champion scores 25.0 % (95 % interval \
             12.5 % to 37.5 %) against that of generation 10."
        );
        assert_eq!(
            ciao([0.75, 0.875, 0.625]).sentence(),
            "The later champion wins 3 of 3 pairs (100.0 %); none scores less than half against \
             an earlier one."
        );
    }
}
