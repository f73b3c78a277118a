//! The table of a tournament, for people, programs and files.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Serialize;
use warri_engine::Variant;
use warri_evolve::{CrossTable, Estimate, Ratings, Tally};

use super::Settings;
use crate::csv_log::cell;
use crate::files::write_whole;
use crate::report::{percent, signed, thousands};
use crate::words::plural;

/// The field, best first.
#[derive(Serialize)]
pub(crate) struct Table {
    variant: Variant,
    games: u64,
    /// Openings of each pairing.
    #[serde(skip)]
    openings: u32,
    players: Vec<Standing>,
    /// Each player's score against each, in the order of `players`; nothing
    /// where two did not meet.
    cross_table: Vec<Vec<Option<f64>>>,
    intransitivity: f64,
}

/// A row of the table.
#[derive(Serialize)]
pub(crate) struct Standing {
    rank: usize,
    pub(crate) player: String,
    rating: f64,
    low: f64,
    high: f64,
    score: f64,
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
}

/// The most players whose cross table is printed: it fits 80 columns.
const MOST_CROSSED: usize = 8;

/// So many openings rate a field well: in simulated fields of ±400 Elo, up to
/// half of the games of equals drawn, 95 % intervals then held the truth in 95 or
/// 96 % of cases, those of two openings in 84 to 92 %, of one opening in 50 %,
/// where the best was rated 130 Elo too low. The prior is half a game of each
/// pairing, so 5 % of five openings.
const ENOUGH_OPENINGS: u32 = 5;

/// The longest name that is printed in full.
const LONGEST_NAME: usize = 28;

impl Table {
    pub(super) fn new(settings: &Settings, results: &CrossTable) -> Result<Table> {
        let Ratings {
            players: mut ratings,
            intransitivity,
        } = Ratings::of(results, settings.anchor(), settings.seed)?;
        for rating in &mut ratings {
            // Players of equal results differ in the last digits.
            let [value, low, high] = [rating.value, rating.low, rating.high].map(rounded);
            *rating = Estimate { value, low, high };
        }
        let mut order: Vec<usize> = (0..results.players()).collect();
        // Stable: of equals the first stays first.
        order.sort_by(|&a, &b| ratings[b].value.total_cmp(&ratings[a].value));
        let standing = |(place, &player): (usize, &usize)| {
            let name = settings.players[player].player.clone();
            Standing::new(place + 1, name, ratings[player], results.total(player))
        };
        let score = |tally: Tally| (tally.games() > 0).then(|| tally.score());
        Ok(Table {
            variant: settings.variant,
            games: settings.all_games(),
            openings: settings.games / 2,
            players: order.iter().enumerate().map(standing).collect(),
            cross_table: order
                .iter()
                .map(|&player| {
                    order
                        .iter()
                        .map(|&other| score(results.against(player, other)))
                        .collect()
                })
                .collect(),
            intransitivity,
        })
    }

    /// The field, best first.
    pub(crate) fn players(&self) -> &[Standing] {
        &self.players
    }

    /// Writes `table.csv`: a row a player, with its score against each.
    pub(super) fn write(&self, path: &Path) -> Result<()> {
        let mut rows = csv::Writer::from_writer(Vec::new());
        let fixed = [
            "rank", "player", "rating", "low", "high", "score", "games", "wins", "draws", "losses",
        ];
        let scores = self
            .players
            .iter()
            .map(|one| format!("score:{}", one.player));
        rows.write_record(fixed.map(str::to_owned).into_iter().chain(scores))?;
        for (one, scores) in self.players.iter().zip(&self.cross_table) {
            let mut row = vec![one.rank.to_string(), one.player.clone()];
            row.extend([one.rating, one.low, one.high, one.score].map(|x| x.to_string()));
            row.extend([one.games, one.wins, one.draws, one.losses].map(|x| x.to_string()));
            row.extend(scores.iter().map(|score| cell(*score)));
            rows.write_record(row)?;
        }
        let bytes = rows.into_inner().context("cannot write table.csv")?;
        write_whole(path, &bytes)
    }

    /// The table as people read it, with the cross table if it is not too
    /// wide.
    pub(crate) fn draw(&self) -> String {
        let mut text = format!(
            "{} players, {} games of {}\n\n",
            self.players.len(),
            thousands(self.games),
            self.variant
        );
        let names: Vec<String> = self
            .players
            .iter()
            .map(|one| shortened(&one.player))
            .collect();
        let width = names.iter().map(|name| name.chars().count()).max();
        let width = width.unwrap_or(0).max("player".len());
        // Writing to a text cannot fail.
        let _ = writeln!(
            text,
            "rank  {:<width$}  rating  95 % interval    score    games",
            "player"
        );
        for (one, name) in self.players.iter().zip(&names) {
            let interval = format!("{} to {}", signed(one.low), signed(one.high));
            let _ = writeln!(
                text,
                "{:>4}  {name:<width$}  {:>6}  {interval:<14}  {:>7}  {:>7}",
                one.rank,
                signed(one.rating),
                percent(one.score),
                thousands(one.games.into())
            );
        }
        if self.players.len() <= MOST_CROSSED {
            self.draw_cross_table(&mut text, &names, width);
        }
        if self.openings < ENOUGH_OPENINGS {
            let _ = write!(
                text,
                "\nOnly {}: ratings are drawn together by what is assumed before any game,\n\
                 and intervals may be too narrow. Play at least {} games of each pairing.\n",
                plural(self.openings as i32, "opening", "openings"),
                2 * ENOUGH_OPENINGS
            );
        }
        let _ = write!(text, "\n{}", self.intransitivity());
        text
    }

    /// Whether [`Table::draw`] leaves the cross table out.
    pub(crate) fn is_too_wide(&self) -> bool {
        self.players.len() > MOST_CROSSED
    }

    fn draw_cross_table(&self, text: &mut String, names: &[String], width: usize) {
        let ranks: String = self
            .players
            .iter()
            .map(|one| format!("{:>6}", one.rank))
            .collect();
        let _ = write!(
            text,
            "\nScore in % against the player of rank\n      {:<width$}{ranks}\n",
            ""
        );
        for ((one, name), scores) in self.players.iter().zip(names).zip(&self.cross_table) {
            let _ = write!(text, "{:>4}  {name:<width$}", one.rank);
            for score in scores {
                let shown = score.map_or_else(|| "·".to_owned(), |x| format!("{:.1}", 100.0 * x));
                let _ = write!(text, "{shown:>6}");
            }
            text.push('\n');
        }
    }

    fn intransitivity(&self) -> String {
        format!(
            "Intransitivity {}: the share of the cross table that no rating explains;\n\
             rock, paper, scissors has 100 %.\n",
            percent(self.intransitivity)
        )
    }
}

impl Standing {
    fn new(rank: usize, player: String, rating: Estimate, tally: Tally) -> Standing {
        Standing {
            rank,
            player,
            rating: rating.value,
            low: rating.low,
            high: rating.high,
            score: tally.score(),
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
        }
    }
}

/// A rating to a thousandth; `+ 0.0`, as there is no use for −0.
fn rounded(rating: f64) -> f64 {
    (rating * 1000.0).round() / 1000.0 + 0.0
}

/// The end of a name that is too long: of a path it says most.
fn shortened(name: &str) -> String {
    let length = name.chars().count();
    if length <= LONGEST_NAME {
        return name.to_owned();
    }
    let end: String = name.chars().skip(length - LONGEST_NAME + 1).collect();
    format!("…{end}")
}
