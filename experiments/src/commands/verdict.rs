//! What a bot makes of a position, as in a game but with reasons.

use std::sync::Arc;

use serde_json::Value;
use warri_engine::endgame::{Endgames, SolvedMove};
use warri_engine::{
    Game, House, Houses, Score, Searcher, WEIGHT_SCALE, WIN, expected_line, expected_line_with,
    search,
};
use warri_evolve::Bot;

use crate::words::plural;

/// Who looks at a position, and the endgame tables that it has.
pub(super) struct Judge {
    pub(super) bot: Bot,
    pub(super) endgames: Option<Arc<Endgames>>,
}

/// What a bot makes of a position.
pub(super) struct Verdict {
    pub(super) best: House,
    pub(super) worth: Worth,
    pub(super) line: Vec<House>,
}

/// What a move is worth.
pub(super) enum Worth {
    /// By a search, without tables to end it.
    Searched(Score),
    /// By a search that ends where tables say the result.
    Foreseen(Score),
    /// By tables alone: the seeds that both sides are sure of, and whether the
    /// game is won, if it is not drawn.
    Solved(SolvedMove, Option<bool>),
}

impl Judge {
    /// The bot's move as in a game, and what it expects of it.
    pub(super) fn verdict(&self, game: &Game) -> Option<Verdict> {
        let (position, variant) = (game.position(), game.variant());
        let (depth, evaluation) = (self.bot.depth, self.bot.evaluation());
        // A position knows no history, so no move of it repeats one.
        let none = Houses::NONE;
        let Some(endgames) = &self.endgames else {
            let found = search(position, variant, depth, evaluation, none)?;
            return Some(Verdict {
                best: found.house,
                worth: Worth::Searched(found.score),
                line: expected_line(position, variant, depth, evaluation, none),
            });
        };
        if endgames.know(position) {
            return self.solved(endgames, game);
        }
        let mut searcher = Searcher::default();
        let found = searcher.search_with(position, endgames, depth, evaluation, none)?;
        Some(Verdict {
            best: found.house,
            worth: Worth::Foreseen(found.score),
            line: expected_line_with(position, endgames, depth, evaluation, none),
        })
    }

    /// The move by the tables, and as long a line as a search would bring.
    fn solved(&self, endgames: &Endgames, game: &Game) -> Option<Verdict> {
        let mover = game.position().to_move();
        let best = endgames.best(game.position())?;
        let mut moves = endgames.moves(game.position())?.into_iter();
        let solved = moves.find(|one| one.house == best)?;
        let won = solved.outcome.winner().map(|winner| winner == mover);
        let mut game = game.clone();
        let mut line = Vec::new();
        while line.len() < self.bot.depth.plies().into() && game.end().is_none() {
            let Some(house) = endgames.best(game.position()) else {
                break;
            };
            game.play(house).ok()?;
            line.push(house);
        }
        Some(Verdict {
            best,
            worth: Worth::Solved(solved, won),
            line,
        })
    }
}

impl Worth {
    /// As a value of JSON.
    pub(super) fn to_json(&self) -> Value {
        let text = |won: bool| if won { "win" } else { "loss" };
        match *self {
            Worth::Solved(_, won) => won.map_or("draw", text).into(),
            Worth::Searched(score) | Worth::Foreseen(score) => match plies_to_end(score) {
                None => in_weights(score).into(),
                Some((won, plies)) => {
                    let plies = plural(plies, "ply", "plies");
                    match self {
                        Worth::Searched(_) => format!("{} in {plies}", text(won)).into(),
                        _ => format!("{} known in {plies}", text(won)).into(),
                    }
                }
            },
        }
    }

    /// For people to read.
    pub(super) fn words(&self) -> String {
        let text = |won: bool| if won { "wins" } else { "loses" };
        match *self {
            Worth::Solved(SolvedMove { own, other, .. }, won) => format!(
                "{}, with at least {own} seeds against {other}",
                won.map_or("draws", text)
            ),
            Worth::Searched(score) | Worth::Foreseen(score) => match plies_to_end(score) {
                None => format!("score {:.3}", in_weights(score)),
                Some((won, plies)) => {
                    let plies = plural(plies, "ply", "plies");
                    match self {
                        Worth::Searched(_) => format!("{} in {plies}", text(won)),
                        _ => format!("{}, as is known in {plies}", text(won)),
                    }
                }
            },
        }
    }
}

/// The plies to the end if a score stands for a won or lost game, and whether
/// it is won.
fn plies_to_end(score: Score) -> Option<(bool, Score)> {
    (score.abs() > WIN / 2).then(|| (score > 0, WIN - score.abs()))
}

/// A score in units of the weights.
fn in_weights(score: Score) -> f64 {
    f64::from(score) / f64::from(WEIGHT_SCALE)
}
