//! `warri play`: a person against a bot, or two bots to watch.

use std::collections::HashSet;
use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::{Args, ValueHint};
use warri_engine::{DEFAULT_PLY_CAP, Game, Outcome, Position, Side, Variant};
use warri_evolve::{Arena, Opening, Pairing, Player, Purpose, Series, Stream, draw_openings};

use super::arguments::{count, seed, side, variant};
use super::perft::read_position;
use crate::interrupt::on_interrupt;
use crate::play::{Dialogue, Exhibition, HELP, Record, RecordFile, Session, streams};
use crate::players::read_players;
use crate::report::{command, typed};
use crate::terminal::Output;
use crate::words::standing;

/// Random plies of an opening, as in a match unless told otherwise.
const OPENING_PLIES: u32 = 8;

/// Arguments of `warri play`.
#[derive(Args)]
#[command(after_help = "\
In a game, type:
  a letter from a to f, capital or small, to sow that house of your own; or
  hint, undo, moves, save [FILE], resign, help, quit

Examples:
  warri play material@3
  warri play runs/quickstart-1/champion.toml daoud2004-depth3 --variant speightstown")]
pub(crate) struct Play {
    /// Bot to play against: random, greedy, material@3, a built-in bot or a bot file
    #[arg(value_hint = ValueHint::AnyPath)]
    bot: String,
    /// Second bot: watch the two play, the first as South
    #[arg(value_hint = ValueHint::AnyPath)]
    bot2: Option<String>,
    /// Your side, in a series that of the first game
    #[arg(long, default_value = "south", value_parser = side(), conflicts_with = "bot2")]
    side: Side,
    /// Position to play from [default: the start]
    #[arg(long, conflicts_with = "series")]
    position: Option<String>,
    /// Rules [default: those that the first bot was made for]
    #[arg(long, value_parser = variant())]
    variant: Option<Variant>,
    /// Seed of a bot `random`, and of the openings of a series of two bots
    #[arg(long, default_value_t = 1, value_parser = seed)]
    seed: u64,
    /// Play until somebody has won six games, in turns as South; each game of
    /// two bots starts from another random opening of 8 plies
    #[arg(long)]
    series: bool,
    /// New file to save the games to, after each move
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    save: Option<PathBuf>,
    /// Time between the moves of two bots
    #[arg(
        long,
        value_name = "MILLISECONDS",
        default_value_t = 0,
        value_parser = count::<u64>,
        requires = "bot2",
        conflicts_with = "series"
    )]
    pause: u64,
}

impl Play {
    pub(crate) fn run(self) -> Result<()> {
        let texts = [Some(&*self.bot), self.bot2.as_deref()];
        let (bots, variant) = read_players(texts.into_iter().flatten(), self.variant)?;
        let start = read_position(self.position.as_deref())?;
        let file = self.save.as_deref().map(RecordFile::create).transpose()?;
        if let Some(file) = &file {
            say_where_it_is(file.path(), self.series)?;
        }
        let mut table = Table {
            variant,
            start,
            seed: self.seed,
            series: self.series,
            file,
            out: Output::lock(),
            bold: bold(),
        };
        match bots.as_slice() {
            [first, second] if self.series => table.bot_series(first, second)?,
            [first, second] => table.bots(first, second, Duration::from_millis(self.pause))?,
            bots => table.person(&bots[0], self.side)?,
        }
        table.file.as_mut().map_or(Ok(()), RecordFile::finish)
    }
}

/// The game is saved as far as it was played, so an interrupted program can
/// end at once; but it says where.
fn say_where_it_is(file: &Path, series: bool) -> Result<()> {
    let number = if series { " 1" } else { "" };
    let next = command(&format!("replay {}{number}", typed(file)));
    let file = file.to_owned();
    on_interrupt(move || {
        let saved = fs::metadata(&file).map_or(0, |data| data.len());
        if saved == 0 {
            fs::remove_file(&file).ok();
            eprintln!("\ninterrupted; nothing was saved");
        } else {
            eprintln!(
                "\ninterrupted; what was saved is in {}. Show it with:\n  {next}",
                file.display()
            );
        }
    })
}

/// Colours only where people see them and have not asked for none.
fn bold() -> bool {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && !unwanted
}

/// What all ways to play share.
struct Table<W> {
    variant: Variant,
    start: Position,
    seed: u64,
    series: bool,
    file: Option<RecordFile>,
    out: W,
    bold: bool,
}

impl<W: Write> Table<W> {
    /// A person plays a game or a series.
    fn person(&mut self, bot: &Player, side: Side) -> Result<()> {
        let stdin = io::stdin();
        let echo = !stdin.is_terminal();
        let mut input = stdin.lock();
        let names = ["you", bot.name()];
        let mut series = Series::new(side);
        writeln!(
            self.out,
            "Warri by the rules of {}\n\n{HELP}\n",
            self.variant
        )?;
        loop {
            let game = series.games().games();
            let person = series.side_of_first();
            if self.series {
                writeln!(self.out, "Game {}", game + 1)?;
            }
            let outcome = self.game(bot, person, game, &mut input, echo)?;
            let Some(outcome) = outcome.filter(|_| self.series) else {
                break;
            };
            series.count(outcome);
            writeln!(self.out, "\n{}\n", standing(&series, names))?;
            if series.is_over() {
                return Ok(());
            }
        }
        if self.series {
            writeln!(self.out, "\n{}", standing(&series, names))?;
        }
        Ok(())
    }

    /// A game of a person's; its outcome unless the person stopped.
    fn game(
        &mut self,
        bot: &Player,
        person: Side,
        number: u32,
        input: &mut impl BufRead,
        echo: bool,
    ) -> Result<Option<Outcome>> {
        let [south, north] = streams(self.seed, number);
        let stream = match person {
            Side::South => north,
            Side::North => south,
        };
        let mut session = Session::new(self.start, self.variant, person, bot, stream);
        let mut dialogue = Dialogue {
            input,
            out: &mut self.out,
            echo,
            bold: self.bold,
            file: self.file.as_mut(),
        };
        dialogue.play(&mut session)?;
        let record = session.record();
        self.finish(&record)?;
        Ok(record.outcome())
    }

    /// Two bots play a game, shown move by move.
    fn bots(&mut self, a: &Player, b: &Player, pause: Duration) -> Result<()> {
        writeln!(
            self.out,
            "{} (South) against {} (North) by the rules of {}\n\n{}\n",
            a.name(),
            b.name(),
            self.variant,
            self.start.draw()
        )?;
        let (start, mut file) = (self.start, self.file.as_mut());
        let mut game = Game::from_position(start, self.variant);
        Exhibition {
            out: &mut self.out,
            bold: self.bold,
            pause,
        }
        .show(
            &mut game,
            [a, b],
            &mut streams(self.seed, 0),
            |game, out| {
                let record = Record::of_bots([a, b], start, game);
                file.as_mut().map_or(Ok(()), |file| file.keep(&record, out))
            },
        )?;
        self.finish(&Record::of_bots([a, b], start, &game))
    }

    /// Two bots play a series, each game from an opening of its own: from the
    /// start all games would be alike.
    fn bot_series(&mut self, a: &Player, b: &Player) -> Result<()> {
        let players = [a.clone(), b.clone()];
        let openings = self.openings()?;
        let arena = Arena {
            players: &players,
            openings: &openings,
            seed: self.seed,
            repeats: false,
        };
        let names = [a.name(), b.name()];
        let mut series = Series::new(Side::South);
        while !series.is_over() {
            let opening = series.games().games() as usize;
            let (south, north) = match series.side_of_first() {
                Side::South => (0, 1),
                Side::North => (1, 0),
            };
            let game = arena.play_out(Pairing {
                south,
                north,
                opening,
            });
            let record = Record::of_bots([&players[south], &players[north]], self.start, &game);
            writeln!(
                self.out,
                "Game {}, opening {}",
                opening + 1,
                openings[opening].record()
            )?;
            self.finish(&record)?;
            series.count(record.outcome().context("the game has no end")?);
            writeln!(self.out, "\n{}\n", standing(&series, names))?;
        }
        Ok(())
    }

    fn openings(&self) -> Result<Vec<Opening>> {
        let mut stream = Stream::new(self.seed, Purpose::MatchOpenings, &[]);
        let openings = draw_openings(
            Series::MOST_GAMES as usize,
            OPENING_PLIES,
            self.variant,
            DEFAULT_PLY_CAP,
            &HashSet::new(),
            &mut stream,
        );
        openings.context("--series")
    }

    /// Shows how a game ended, and saves it if asked.
    fn finish(&mut self, record: &Record<'_>) -> Result<()> {
        writeln!(self.out, "{}\n", record.ending())?;
        match record.next() {
            Some(_) if self.series => writeln!(self.out, "Record: {}", record.moves())?,
            Some(next) => writeln!(self.out, "Record: {}\n\nNext:\n  {next}", record.moves())?,
            None => writeln!(self.out, "No move was played.")?,
        }
        match &mut self.file {
            Some(file) => file.add(record, &mut self.out),
            None => Ok(()),
        }
    }
}
