//! A person at the terminal, or a script in the person's place.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use warri_engine::{House, Side, format_moves};

use super::RecordFile;
use super::session::{Request, Session};
use crate::words::{and_captures, board, captured};

/// What can be typed.
pub(crate) const HELP: &str = "\
Sow counter-clockwise; a last seed that makes a house of the opponent's 2 or 3
captures it. More than half of all seeds win. You can type:
  a to f       sow that house of your own, in capital or small letters
  hint         what the bot would play in your place
  undo         take back your last move and the bot's reply
  moves        the record so far
  save [FILE]  save the record so far
  resign       give the game up
  help         this list
  quit         stop playing";

/// Where a person types and reads.
pub(crate) struct Dialogue<'a, R, W> {
    pub(crate) input: R,
    pub(crate) out: W,
    /// Repeat what was typed, as a terminal does by itself.
    pub(crate) echo: bool,
    /// Show the house moved last in bold.
    pub(crate) bold: bool,
    /// Where the game is saved after each move.
    pub(crate) file: Option<&'a mut RecordFile>,
}

impl<R: BufRead, W: Write> Dialogue<'_, R, W> {
    /// Plays a game to its end, or until the person stops.
    pub(crate) fn play(&mut self, session: &mut Session<'_>) -> Result<()> {
        let person = session.person();
        writeln!(
            self.out,
            "You are {person} and own {}; {} is {}.",
            match person {
                Side::South => "the lower row, A to F",
                Side::North => "the upper row, a to f",
            },
            session.bot(),
            person.opponent()
        )?;
        loop {
            self.keep(session)?;
            self.reply(session)?;
            writeln!(self.out, "\n{}\n", board(session.game(), self.bold))?;
            if session.is_over() || !self.turn(session)? || session.resigned().is_some() {
                return Ok(());
            }
        }
    }

    /// Lets the bot move, if it is its turn.
    fn reply(&mut self, session: &mut Session<'_>) -> Result<()> {
        let before = *session.game().position();
        if let Some(house) = session.reply() {
            let taken = captured(&before, house, session.game().variant()).unwrap_or(0);
            let letter = house.letter(before.to_move());
            writeln!(
                self.out,
                "\n{} plays {letter}{}.",
                session.bot(),
                and_captures(taken)
            )?;
            self.keep(session)?;
        }
        Ok(())
    }

    /// Saves the game so far, if it is to be saved.
    fn keep(&mut self, session: &Session<'_>) -> Result<()> {
        match &mut self.file {
            Some(file) => file.keep(&session.record(), &mut self.out),
            None => Ok(()),
        }
    }

    /// Asks until the person has moved, taken back, given up or stopped;
    /// `false` if stopped.
    fn turn(&mut self, session: &mut Session<'_>) -> Result<bool> {
        loop {
            let Some(line) = self.ask(session.person())? else {
                return Ok(false);
            };
            if line.trim().is_empty() {
                continue;
            }
            let Some(request) = Request::parse(&line) else {
                writeln!(
                    self.out,
                    "`{}`: expected a house ({}), hint, undo, moves, save, resign, help or quit",
                    line.trim(),
                    houses(session.person())
                )?;
                continue;
            };
            match request {
                Request::Quit => return Ok(false),
                Request::Move(house) if self.sow(session, house)? => return Ok(true),
                Request::Undo if session.undo() => {
                    writeln!(self.out, "Your last move is taken back.")?;
                    return Ok(true);
                }
                Request::Resign => {
                    session.resign();
                    return Ok(true);
                }
                other => self.answer(session, &other)?,
            }
        }
    }

    /// Plays the person's move, or says why it is not legal.
    fn sow(&mut self, session: &mut Session<'_>, house: House) -> Result<bool> {
        let before = *session.game().position();
        if let Err(error) = session.play(house) {
            writeln!(self.out, "This move is not allowed: {error}.")?;
            return Ok(false);
        }
        let taken = captured(&before, house, session.game().variant()).unwrap_or(0);
        let letter = house.letter(session.person());
        writeln!(self.out, "You play {letter}{}.", and_captures(taken))?;
        Ok(true)
    }

    /// Answers what leaves the game as it is.
    fn answer(&mut self, session: &Session<'_>, request: &Request) -> Result<()> {
        let game = session.game();
        match request {
            Request::Hint => {
                if let Some(house) = session.hint() {
                    let letter = house.letter(session.person());
                    writeln!(self.out, "{} would play {letter} here.", session.bot())?;
                }
            }
            Request::Undo => writeln!(self.out, "There is no move of yours to take back.")?,
            Request::Moves if game.moves().is_empty() => writeln!(self.out, "No move yet.")?,
            Request::Moves => {
                writeln!(self.out, "{}", format_moves(game.moves(), game.first()))?;
            }
            Request::Save(name) => match Self::save(session, name.as_deref()) {
                Ok(path) => writeln!(self.out, "Saved to {}.", path.display())?,
                Err(error) => writeln!(self.out, "Not saved: {error:#}")?,
            },
            _ => writeln!(self.out, "{HELP}")?,
        }
        Ok(())
    }

    /// Saves the record so far, without a name under the first free one.
    fn save(session: &Session<'_>, name: Option<&str>) -> Result<PathBuf> {
        let numbered = || (1_u32..).map(|n| PathBuf::from(format!("warri-{n}.txt")));
        let path = match name {
            Some(name) => PathBuf::from(name),
            None => numbered()
                .find(|path| !path.exists())
                .unwrap_or_else(|| Path::new("warri.txt").to_owned()),
        };
        RecordFile::create(&path)?.save(&session.record())?;
        Ok(path)
    }

    /// Asks for a line; `None` at the end of the input.
    fn ask(&mut self, side: Side) -> Result<Option<String>> {
        write!(self.out, "Your move ({}, or help): ", houses(side))?;
        self.out.flush()?;
        let mut line = Vec::new();
        if self.input.read_until(b'\n', &mut line)? == 0 {
            writeln!(self.out)?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line).into_owned();
        if self.echo {
            writeln!(self.out, "{}", line.trim_end())?;
        }
        Ok(Some(line))
    }
}

fn houses(side: Side) -> &'static str {
    match side {
        Side::South => "A to F",
        Side::North => "a to f",
    }
}
