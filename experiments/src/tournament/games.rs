//! The games on record: `games.csv`.

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use warri_engine::{Outcome, Reason, Side};
use warri_evolve::{Opening, Pairing, Played, Player};

use crate::csv_log::unreadable;

/// A row: a game of the schedule. A run's rows have ids of individuals where
/// these have names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct GameRow {
    /// Counts from 1.
    game: u64,
    south: String,
    north: String,
    /// The opening's moves.
    opening: String,
    /// Who has the first move after the opening.
    starts: Side,
    result: Outcome,
    south_seeds: u8,
    north_seeds: u8,
    /// Length, the opening included.
    plies: u32,
    reason: Reason,
}

pub(super) const HEADER: [&str; 10] = [
    "game",
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
    pub(super) fn new(
        game: u64,
        (south, north, opening): (&Player, &Player, &Opening),
        played: Played,
    ) -> GameRow {
        GameRow {
            game,
            south: south.name().to_owned(),
            north: north.name().to_owned(),
            opening: opening.record(),
            starts: opening.position().to_move(),
            result: played.end.outcome,
            south_seeds: played.end.seeds[0],
            north_seeds: played.end.seeds[1],
            plies: played.plies,
            reason: played.end.reason,
        }
    }

    /// How the game ended.
    fn played(&self) -> Played {
        Played {
            end: warri_engine::End {
                outcome: self.result,
                seeds: [self.south_seeds, self.north_seeds],
                reason: self.reason,
            },
            plies: self.plies,
        }
    }

    fn describe(&self) -> String {
        format!(
            "game {}, {} against {} on {}, {} to move",
            self.game, self.south, self.north, self.opening, self.starts
        )
    }
}

/// Reads the games on record, hands over each result and says how many
/// they are. `expected` is the schedule, and how a row of it has to look
/// for a game that ended so. A last line that was not written to its end
/// is cut off.
pub(super) fn read_games<Row: Fn(Played) -> GameRow>(
    path: &Path,
    mut expected: impl Iterator<Item = (Pairing, Row)>,
    mut each: impl FnMut(Pairing, Outcome),
) -> Result<u64> {
    drop_torn_line(path).with_context(|| format!("cannot mend {}", path.display()))?;
    let at = |line: u64| format!("{}, line {line}", path.display());
    let wrong = |error| unreadable(path, error);
    let mut reader = csv::Reader::from_path(path).map_err(wrong)?;
    ensure!(
        reader.headers().map_err(wrong)? == HEADER.as_slice(),
        "{}: expected the header {}",
        at(1),
        HEADER.join(",")
    );
    let mut games = 0;
    for row in reader.deserialize() {
        let line = games + 2;
        let row: GameRow = row.map_err(wrong)?;
        let Some((pairing, scheduled)) = expected.next() else {
            bail!(
                "{}: found {}, but the schedule has {games} games only",
                at(line),
                row.describe()
            );
        };
        let scheduled = scheduled(row.played());
        ensure!(
            row == scheduled,
            "{}: found {}; expected {}",
            at(line),
            row.describe(),
            scheduled.describe()
        );
        each(pairing, row.result);
        games += 1;
    }
    Ok(games)
}

/// Cuts off what stands after the last line break. No value holds one.
fn drop_torn_line(path: &Path) -> std::io::Result<()> {
    let file = OpenOptions::new().read(true).write(true).open(path)?;
    let mut reader = BufReader::new(&file);
    let mut line = Vec::new();
    let mut whole = 0;
    loop {
        line.clear();
        let length = reader.read_until(b'\n', &mut line)? as u64;
        if line.last() != Some(&b'\n') {
            break;
        }
        whole += length;
    }
    if file.metadata()?.len() > whole {
        file.set_len(whole)?;
    }
    Ok(())
}
