//! A played game as it is summed up and saved.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use warri_engine::{Game, Outcome, Position, Side, Variant, format_moves, parse_moves};
use warri_evolve::Player;

use crate::files::{read_text, write_whole};
use crate::report::{command, typed};
use crate::words::{plural, result, why, winner};

/// A game with its players, as far as it was played.
pub(crate) struct Record<'a> {
    /// South's and North's name.
    pub(crate) names: [&'a str; 2],
    /// Where the game began.
    pub(crate) start: Position,
    pub(crate) game: &'a Game,
    /// The side that gave up, if one did.
    pub(crate) resigned: Option<Side>,
}

/// Who won; `None` if the game was broken off.
pub(crate) fn outcome(game: &Game, resigned: Option<Side>) -> Option<Outcome> {
    match resigned {
        Some(Side::South) => Some(Outcome::North),
        Some(Side::North) => Some(Outcome::South),
        None => game.end().map(|end| end.outcome),
    }
}

impl<'a> Record<'a> {
    /// A game of two bots.
    pub(crate) fn of_bots(
        [south, north]: [&'a Player; 2],
        start: Position,
        game: &'a Game,
    ) -> Record<'a> {
        Record {
            names: [south.name(), north.name()],
            start,
            game,
            resigned: None,
        }
    }

    /// Who won; `None` if the game was broken off.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        outcome(self.game, self.resigned)
    }

    /// The letters of the moves.
    pub(crate) fn moves(&self) -> String {
        format_moves(self.game.moves(), self.game.first())
    }

    /// How the game ended, the seeds and the winner.
    pub(crate) fn ending(&self) -> String {
        match (self.resigned, self.outcome(), self.game.end()) {
            (Some(side), Some(outcome), _) => format!(
                "{side} ({}) resigns.\n{}",
                self.names[side.index()],
                winner(outcome, Some(self.names))
            ),
            (_, _, Some(end)) => {
                format!("{}\n{}", why(self.game, end), result(end, Some(self.names)))
            }
            _ => format!(
                "The game is unfinished after {}.",
                plural(self.game.moves().len() as i32, "ply", "plies")
            ),
        }
    }

    /// How to type the command that plays the record again; `None` without
    /// moves.
    pub(crate) fn next(&self) -> Option<String> {
        let moves = self.moves();
        if moves.is_empty() {
            return None;
        }
        let mut again = format!("replay {moves}");
        if self.start != Position::START {
            again += &format!(" --position {}", typed(Path::new(&self.start.to_string())));
        }
        if self.game.variant() != Variant::default() {
            again += &format!(" --variant {}", self.game.variant());
        }
        Some(command(&again))
    }

    /// The game as it is saved: comments, then the moves in a line.
    fn text(&self) -> String {
        let [south, north] = self.names;
        let mut text = format!(
            "# South: {south}, North: {north}; rules: {}\n",
            self.game.variant()
        );
        if self.start != Position::START {
            text += &format!("# from {}\n", self.start);
        }
        for line in self.ending().lines() {
            text += &format!("# {line}\n");
        }
        text + &self.moves() + "\n"
    }
}

/// A game as it was saved: a [`Record`] that has been read.
pub(crate) struct SavedGame {
    /// South's and North's name.
    pub(crate) names: [String; 2],
    pub(crate) start: Position,
    pub(crate) game: Game,
    pub(crate) resigned: Option<Side>,
}

impl SavedGame {
    /// Reads all games of a file.
    pub(crate) fn read_all(path: &Path) -> Result<Vec<SavedGame>> {
        let text = read_text(path)?;
        let mut games = Vec::new();
        let mut heading: Option<Heading> = None;
        for (index, line) in text.lines().enumerate() {
            let read = match (line.strip_prefix('#').map(str::trim), heading.take()) {
                (Some(remark), None) => Heading::read(remark).map(|read| heading = Some(read)),
                (Some(remark), Some(read)) => read.add(remark).map(|read| heading = Some(read)),
                (None, Some(read)) => read.play(line.trim()).map(|game| games.push(game)),
                (None, None) if line.trim().is_empty() => Ok(()),
                (None, None) => Err(anyhow!(NO_HEADING)),
            };
            read.with_context(|| format!("{}, line {}", path.display(), index + 1))?;
        }
        ensure!(
            !games.is_empty() && heading.is_none(),
            "{}: it ends before the moves of a game: expected a file that `warri play --save` wrote",
            path.display()
        );
        Ok(games)
    }
}

const NO_HEADING: &str =
    "expected `# South: NAME, North: NAME; rules: VARIANT`, as `warri play --save` writes it";

/// What the comments above the moves of a saved game say.
struct Heading {
    names: [String; 2],
    variant: Variant,
    start: Position,
    resigned: Option<Side>,
    /// The comment that says what came out, if there is one.
    outcome: Option<String>,
}

impl Heading {
    /// Reads the first comment.
    fn read(remark: &str) -> Result<Heading> {
        let parts = remark
            .strip_prefix("South: ")
            .and_then(|rest| rest.rsplit_once("; rules: "))
            .and_then(|(names, variant)| Some((names.split_once(", North: ")?, variant)));
        let ((south, north), variant) = parts.context(NO_HEADING)?;
        Ok(Heading {
            names: [south, north].map(str::to_owned),
            variant: variant.parse()?,
            start: Position::START,
            resigned: None,
            outcome: None,
        })
    }

    /// Takes a further comment in. How a game ended is in its moves, unless a
    /// side gave up.
    fn add(mut self, remark: &str) -> Result<Heading> {
        if let Some(position) = remark.strip_prefix("from ") {
            self.start = position.parse()?;
        }
        self.resigned = self.resigned.or_else(|| {
            let resigns = |side: &Side| remark.starts_with(&format!("{side} ("));
            let ended = remark.ends_with(" resigns.");
            Side::ALL.into_iter().find(|side| ended && resigns(side))
        });
        if remark.starts_with("The game is unfinished") || states_seeds(remark) {
            self.outcome = Some(remark.to_owned());
        }
        Ok(self)
    }

    fn play(self, moves: &str) -> Result<SavedGame> {
        let game = play_moves(self.start, self.variant, moves)?;
        let record = Record {
            names: self.names.each_ref().map(String::as_str),
            start: self.start,
            game: &game,
            resigned: self.resigned,
        };
        let ending = record.ending();
        let comes_out = ending.lines().last().unwrap_or_default();
        if let Some(recorded) = &self.outcome {
            ensure!(
                recorded == comes_out,
                "recorded as `{recorded}`, but played again it is `{comes_out}`"
            );
        }
        Ok(SavedGame {
            game,
            names: self.names,
            start: self.start,
            resigned: self.resigned,
        })
    }
}

/// Whether a comment is like `South 29, North 19: South wins`.
fn states_seeds(remark: &str) -> bool {
    let seeds = remark.strip_prefix("South ");
    seeds.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// The game that these moves are.
pub(crate) fn play_moves(start: Position, variant: Variant, moves: &str) -> Result<Game> {
    let mut game = Game::from_position(start, variant);
    for (index, house) in parse_moves(moves, start.to_move())?.into_iter().enumerate() {
        game.play(house)
            .map_err(|error| anyhow!("move {}: {error}", index + 1))?;
    }
    Ok(game)
}

/// A new file that games are saved to.
pub(crate) struct RecordFile {
    path: PathBuf,
    /// The games that are over.
    over: String,
    /// What the file holds, as far as it is ours.
    written: String,
    /// Why the game was not saved, if it was not.
    problem: Option<anyhow::Error>,
}

impl RecordFile {
    /// Creates the file.
    ///
    /// # Errors
    /// If there is one already, or it cannot be made.
    pub(crate) fn create(path: &Path) -> Result<RecordFile> {
        File::create_new(path).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => anyhow!(
                "{}: there is a file of this name already, it is not overwritten: expected a new name",
                path.display()
            ),
            _ => anyhow::Error::new(error).context(format!("cannot write {}", path.display())),
        })?;
        Ok(RecordFile {
            path: path.to_owned(),
            over: String::new(),
            written: String::new(),
            problem: None,
        })
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Saves a game under way, which may be broken off at any moment, in place
    /// of what it was before.
    pub(crate) fn save(&mut self, record: &Record<'_>) -> Result<()> {
        ensure!(
            self.is_ours(),
            "{}: something else has written to it, it is not overwritten",
            self.path.display()
        );
        let games = format!("{}{}", self.over, record.text());
        write_whole(&self.path, games.as_bytes())?;
        self.written = games;
        Ok(())
    }

    /// Saves a game under way as [`RecordFile::save`] does. A game is worth more than its
    /// file: if it cannot be saved, `out` is told so, once, and that is all.
    pub(crate) fn keep(&mut self, record: &Record<'_>, out: &mut impl Write) -> Result<()> {
        let saved = self.save(record);
        if let (Err(error), None) = (&saved, &self.problem) {
            writeln!(out, "Not saved: {error:#}")?;
        }
        self.problem = saved.err();
        Ok(())
    }

    /// Keeps a game that is over; further games follow it.
    pub(crate) fn add(&mut self, record: &Record<'_>, out: &mut impl Write) -> Result<()> {
        self.keep(record, out)?;
        self.over += &record.text();
        Ok(())
    }

    /// Whether all games are saved.
    pub(crate) fn finish(&mut self) -> Result<()> {
        self.problem.take().map_or(Ok(()), Err)
    }

    /// Whether the file is as we left it, or gone.
    fn is_ours(&self) -> bool {
        match fs::read(&self.path) {
            Ok(found) => found == self.written.as_bytes(),
            Err(error) => error.kind() == ErrorKind::NotFound,
        }
    }
}

impl Drop for RecordFile {
    /// Leaves no empty file, which nobody could read or save to.
    fn drop(&mut self) {
        if self.written.is_empty() && self.is_ours() {
            fs::remove_file(&self.path).ok();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(start: &str, moves: &str, resigned: Option<Side>) -> (String, Option<String>) {
        let start: Position = start.parse().unwrap();
        let game = play_moves(start, Variant::Bridgetown, moves).unwrap();
        let record = Record {
            names: ["you", "greedy"],
            start,
            game: &game,
            resigned,
        };
        (record.text(), record.next())
    }

    #[test]
    fn a_record_tells_how_to_play_it_again() {
        let (saved, next) = text("0,0,4,2,12,11/1,0,0,0,0,0 13-5 S", "C", None);
        assert_eq!(
            saved,
            "# South: you, North: greedy; rules: bridgetown\n\
             # from 0,0,4,2,12,11/1,0,0,0,0,0 13-5 S\n\
             # North has no seeds left to move, so the seeds on the board (28) are split.\n\
             # South 29, North 19: South (you) wins\nC\n"
        );
        assert_eq!(
            next,
            Some(command(
                "replay C --position '0,0,4,2,12,11/1,0,0,0,0,0 13-5 S' --variant bridgetown"
            ))
        );
    }

    #[test]
    fn resigned_and_unfinished_games_say_so() {
        let start = Position::START.to_string();
        let (saved, _) = text(&start, "Ba", Some(Side::South));
        assert!(saved.contains("# South (you) resigns.\n# North (greedy) wins\nBa\n"));
        let (saved, next) = text(&start, "", None);
        assert!(saved.contains("# The game is unfinished after 0 plies.\n"));
        assert_eq!(next, None);
    }
}
