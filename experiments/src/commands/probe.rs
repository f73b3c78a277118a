//! `warri probe`: what endgame tables say of a position.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use serde::Serialize;
use warri_engine::endgame::{Endgames, Guarantees, SolvedMove};
use warri_engine::{Game, House, Outcome, Position, Side, Variant, format_moves};

use super::arguments::variant;
use crate::report::{command, typed};
use crate::tables::load;
use crate::terminal::print;
use crate::words::{plural, result, why};

/// Arguments of `warri probe`.
#[derive(Args)]
#[command(after_help = "\
Up to 10 seeds are solved at once; for more `warri solve` has to make the tables.

Examples:
  warri probe '0,0,0,0,0,1/1,0,0,0,0,1 23-22 S'
  warri probe '0,1,0,0,2,3/2,0,1,0,0,1 20-18 N' --variant abapa")]
pub(crate) struct Probe {
    /// Position in its text form
    position: String,
    /// Rules
    #[arg(long, default_value_t, value_parser = variant())]
    variant: Variant,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

/// What is known of a position, as one JSON object.
#[derive(Serialize)]
struct Probed {
    position: String,
    variant: Variant,
    result: &'static str,
    /// Seeds that the side to move and its opponent are sure of, stores
    /// included.
    own: u8,
    opponent: u8,
    /// Seeds that neither can force.
    open: u8,
    best: Option<char>,
    moves: Vec<Move>,
    line: String,
    plies: usize,
    /// How the line ends.
    reason: Option<&'static str>,
    south: Option<u8>,
    north: Option<u8>,
}

/// What is known of a position in short.
#[derive(Serialize)]
pub(super) struct Endgame {
    result: &'static str,
    own: u8,
    opponent: u8,
    open: u8,
}

/// A legal move.
#[derive(Serialize)]
struct Move {
    house: char,
    result: &'static str,
    own: u8,
    opponent: u8,
    left: u8,
    /// See [`SolvedMove::progress`].
    progress: u8,
    /// Whether the result after it is that of the position.
    keeps: bool,
}

impl Probe {
    pub(crate) fn run(self) -> Result<()> {
        let position: Position = self.position.parse().map_err(|error| anyhow!("{error}"))?;
        let endgames = load(self.variant, position.on_board())?;
        let game = Game::from_position(position, self.variant);
        let known = Known::new(&endgames, &game).context("there is no table for this position")?;
        if self.json {
            return print(serde_json::to_string(&known.probed())?);
        }
        let drawn = format!("{}\n\n{position}\n", position.draw());
        if let Some(end) = game.end() {
            let why = why(&game, end);
            return print(format!(
                "{drawn}over ({}): {why}\n{}",
                end.reason,
                result(end, None)
            ));
        }
        print(format!(
            "{drawn}\n{}\n\n{}",
            known.sentences(),
            known.table()
        ))?;
        print(format!(
            "\n{}\n\nNext:\n  {}",
            known.line_of_play(),
            known.next()
        ))
    }
}

/// A solved position, with a perfect line from it.
pub(super) struct Known<'a> {
    game: &'a Game,
    outcome: Outcome,
    /// Stores included.
    own: u8,
    opponent: u8,
    open: u8,
    moves: Vec<SolvedMove>,
    /// Both sides play the best moves, to the end or to a repetition.
    line: Game,
}

impl<'a> Known<'a> {
    /// `None` if the position of `game` has more seeds than were solved.
    pub(super) fn new(endgames: &Endgames, game: &'a Game) -> Option<Known<'a>> {
        let position = game.position();
        let Guarantees { own, other } = endgames.guarantees(position)?;
        let mover = position.to_move();
        let store = |side| position.row(side).store();
        let mut line = game.clone();
        while line.end().is_none()
            && let Some(house) = endgames.best(line.position())
            && line.play(house).is_ok()
        {}
        let seeds = game.end().map(|end| end.seeds);
        let of = |side: Side, sure: u8| match seeds {
            Some(seeds) => seeds[side.index()],
            None => store(side) + sure,
        };
        Some(Known {
            outcome: game
                .end()
                .map_or_else(|| endgames.outcome(position), |end| Some(end.outcome))?,
            own: of(mover, own),
            opponent: of(mover.opponent(), other),
            open: match seeds {
                Some(_) => 0,
                None => position.on_board() - own - other,
            },
            moves: match seeds {
                Some(_) => Vec::new(),
                None => endgames.moves(position)?,
            },
            game,
            line,
        })
    }

    fn letter(&self, house: House) -> char {
        house.letter(self.game.position().to_move())
    }

    fn best(&self) -> Option<House> {
        self.line.moves().get(self.game.moves().len()).copied()
    }

    fn line(&self) -> String {
        format_moves(self.line.moves(), self.line.first())
    }

    fn probed(&self) -> Probed {
        let end = self.line.end();
        let one = |one: &SolvedMove| Move {
            house: self.letter(one.house),
            result: one.outcome.name(),
            own: one.own,
            opponent: one.other,
            left: one.left,
            progress: one.progress,
            keeps: one.outcome == self.outcome,
        };
        Probed {
            position: self.game.position().to_string(),
            variant: self.game.variant(),
            result: self.outcome.name(),
            own: self.own,
            opponent: self.opponent,
            open: self.open,
            best: self.best().map(|house| self.letter(house)),
            moves: self.moves.iter().map(one).collect(),
            line: self.line(),
            plies: self.line.moves().len(),
            reason: end.map(|end| end.reason.name()),
            south: end.map(|end| end.seeds[0]),
            north: end.map(|end| end.seeds[1]),
        }
    }

    /// The result and what both sides are sure of, in sentences.
    fn sentences(&self) -> String {
        let mover = self.game.position().to_move();
        let wins = match self.outcome.winner() {
            Some(side) => format!("{side} wins"),
            None if self.game.variant() == Variant::Speightstown => "it is a draw".to_owned(),
            // Whom a cycle gives more is not in the tables.
            None => "neither side can force a win".to_owned(),
        };
        let mut text = format!(
            "With best play {wins}.\nTo the last seed, {mover} is sure of {} and {} of {}, stores \
             included",
            plural(self.own.into(), "seed", "seeds"),
            mover.opponent(),
            self.opponent
        );
        if self.open > 0 {
            let seeds = plural(self.open.into(), "seed", "seeds");
            text += &format!("; neither can force the other {seeds}");
            text += match self.game.variant() {
                Variant::Speightstown => "",
                Variant::Bridgetown => {
                    ".\nA cycle is taken to give each side half of what is left, rounded down"
                }
                Variant::Abapa => {
                    ".\nA cycle is taken to give nothing; a game gives each side its own row"
                }
            };
        }
        text + "."
    }

    /// The legal moves.
    fn table(&self) -> String {
        let mover = self.game.position().to_move();
        let mut lines = vec![format!(
            "move  result      {mover:>6}  {:>6}  left  progress",
            mover.opponent()
        )];
        lines.extend(self.moves.iter().map(|one| {
            let wins = match one.outcome.winner() {
                Some(side) => format!("{side} wins"),
                None => "a draw".to_owned(),
            };
            let progress = match one.progress {
                0 => "-".to_owned(),
                u8::MAX => "in 255 plies or more".to_owned(),
                within => format!("in {}", plural(within.into(), "ply", "plies")),
            };
            format!(
                "{}     {wins:<11} {:>6}  {:>6}  {:>4}  {progress}",
                self.letter(one.house),
                one.own,
                one.other,
                one.left
            )
        }));
        let keeping = self.moves.iter().filter(|one| one.outcome == self.outcome);
        let keeping = keeping.map(|one| self.letter(one.house).to_string());
        format!(
            "{}\n\nMoves that keep the result: {}",
            lines.join("\n"),
            keeping.collect::<Vec<_>>().join(", ")
        )
    }

    /// The perfect line and how it ends.
    fn line_of_play(&self) -> String {
        let plies = plural(self.line.moves().len() as i32, "ply", "plies");
        let mut text = format!("A perfect line of {plies}: {}", self.line());
        if let Some(end) = self.line.end() {
            text += &format!("\n{}\n{}", why(&self.line, end), result(end, None));
        }
        text
    }

    /// A command that shows the line.
    fn next(&self) -> String {
        let position = self.game.position().to_string();
        let variant = match self.game.variant() {
            Variant::Speightstown => String::new(),
            variant => format!(" --variant {variant}"),
        };
        command(&format!(
            "replay {} --position {}{variant}",
            self.line(),
            typed(Path::new(&position))
        ))
    }

    /// The result and what both sides are sure of.
    pub(super) fn endgame(&self) -> Endgame {
        Endgame {
            result: self.outcome.name(),
            own: self.own,
            opponent: self.opponent,
            open: self.open,
        }
    }

    /// The sentences, and the best move.
    pub(super) fn advice(&self) -> String {
        let sentences = self.sentences();
        match self.best().map(|house| self.letter(house)) {
            Some(best) => {
                format!("{sentences}\nThe best move is {best}; `warri probe` has the others.")
            }
            None => sentences,
        }
    }
}
