//! `warri show`: a position, its features, and what a bot makes of it.

use anyhow::{Result, anyhow};
use clap::{Args, ValueHint};
use serde::Serialize;
use serde_json::{Map, Value, json};
use warri_engine::{Depth, FEATURES, Game, House, Position, Row, Variant, format_moves};
use warri_evolve::Bot;

use super::arguments::variant;
use super::probe::{Endgame, Known};
use super::verdict::{Judge, Verdict, Worth};
use crate::players::read_searcher;
use crate::tables;
use crate::terminal::print;
use crate::words::{captured, plural, result, why};

/// Arguments of `warri show`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  warri show start
  warri show '0,0,4,2,12,11/1,0,0,0,0,0 13-5 S' --bot material@3")]
pub(crate) struct Show {
    /// Position in its text form, or `start`
    position: String,
    /// Bot that evaluates it: material@3, a built-in bot or a bot file
    #[arg(long, value_hint = ValueHint::FilePath)]
    bot: Option<String>,
    /// How deep the bot searches [default: its own depth]
    #[arg(long, requires = "bot")]
    depth: Option<Depth>,
    /// Rules [default: those that the first bot was made for]
    #[arg(long, value_parser = variant())]
    variant: Option<Variant>,
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

/// What is shown, as one JSON object.
#[derive(Serialize)]
struct Shown {
    position: String,
    /// Each legal move with the seeds it captures.
    legal: Map<String, Value>,
    features: Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    terms: Option<Map<String, Value>>,
    best: Option<String>,
    score: Option<Value>,
    line: Option<String>,
    /// What endgame tables say, if there are any for it.
    endgame: Option<Endgame>,
}

/// A term of a bot's evaluation in a position.
struct Product {
    /// With the sign.
    term: String,
    /// Without it.
    count: i32,
    weight: f64,
    /// With it again.
    product: f64,
}

impl Show {
    pub(crate) fn run(self) -> Result<()> {
        let position = match self.position.as_str() {
            "start" => Position::START,
            text => text
                .parse()
                .map_err(|error| anyhow!("{error}; `start` is the start of a game"))?,
        };
        let bot = self.bot.as_deref().map(read_searcher).transpose()?;
        let made_for = bot.as_ref().map(|(bot, _)| bot.variant);
        let variant = self.variant.or(made_for).unwrap_or_default();
        let judge = bot.map(|(mut bot, wanted)| -> Result<Judge> {
            bot.depth = self.depth.unwrap_or(bot.depth);
            let endgames = wanted.map(|wanted| tables::load(variant, wanted.seeds()));
            let endgames = endgames.transpose()?;
            Ok(Judge { bot, endgames })
        });
        let judge = judge.transpose()?;
        let game = Game::from_position(position, variant);
        let known = known(&game)?;
        if self.json {
            let shown = shown(&game, judge.as_ref(), known.as_ref());
            return print(serde_json::to_string(&shown)?);
        }
        print(format!(
            "{}\n\n{position}\n{}",
            position.draw(),
            moves(&game)
        ))?;
        print(format!(
            "\n{} is to move.\n{}",
            position.to_move(),
            features(&position)
        ))?;
        if let Some(known) = known.filter(|_| game.end().is_none()) {
            print(format!("\n{}", known.advice()))?;
        }
        if let (Some(judge), Some(name)) = (&judge, &self.bot) {
            print(format!(
                "\n{name} evaluates:\n{}",
                terms(&products(&judge.bot, &position))
            ))?;
            if let Some(verdict) = judge.verdict(&game) {
                print(format!("\n{}", found(&judge.bot, &verdict, &position)))?;
            }
        }
        Ok(())
    }
}

/// What endgame tables say, if there are any for the position.
fn known(game: &Game) -> Result<Option<Known<'_>>> {
    let seeds = game.position().on_board();
    if !tables::are_at_hand(game.variant(), seeds) {
        return Ok(None);
    }
    let endgames = tables::load(game.variant(), seeds)?;
    Ok(Known::new(&endgames, game))
}

/// Own and opponent's row, for the side to move.
fn rows(position: &Position) -> [Row; 2] {
    let mover = position.to_move();
    [mover, mover.opponent()].map(|side| position.row(side))
}

/// Own and opponent's count of each feature.
fn counts(position: &Position) -> impl Iterator<Item = (&'static str, u8, u8)> {
    let [own, opponent] = rows(position);
    FEATURES.iter().map(move |feature| {
        let count = |row, other| feature.count(row, other);
        (feature.name, count(own, opponent), count(opponent, own))
    })
}

fn products(bot: &Bot, position: &Position) -> Vec<Product> {
    let [own, opponent] = rows(position);
    bot.named_weights()
        .map(|(term, weight)| {
            let count = term.count(own, opponent);
            Product {
                term: term.to_string(),
                count,
                weight,
                // Adding zero makes no -0 of a count of zero.
                product: f64::from(term.sign() * count) * weight + 0.0,
            }
        })
        .collect()
}

fn shown(game: &Game, judge: Option<&Judge>, known: Option<&Known<'_>>) -> Shown {
    let position = game.position();
    let letter = |house: House| house.letter(position.to_move()).to_string();
    let legal = game.legal().into_iter();
    let verdict = judge.and_then(|judge| judge.verdict(game));
    let term = |p: Product| {
        let value = json!({ "count": p.count, "weight": p.weight, "product": p.product });
        (p.term, value)
    };
    Shown {
        position: position.to_string(),
        legal: legal
            .map(|house| {
                (
                    letter(house),
                    captured(position, house, game.variant()).into(),
                )
            })
            .collect(),
        features: counts(position)
            .map(|(name, own, opponent)| {
                let value = json!({ "own": own, "opponent": opponent });
                (name.to_owned(), value)
            })
            .collect(),
        terms: judge.map(|judge| {
            let products = products(&judge.bot, position).into_iter();
            products.map(term).collect()
        }),
        best: verdict.as_ref().map(|verdict| letter(verdict.best)),
        score: verdict.as_ref().map(|verdict| verdict.worth.to_json()),
        line: verdict.map(|verdict| format_moves(&verdict.line, position.to_move())),
        endgame: known.map(Known::endgame),
    }
}

/// The legal moves with their captures, or how the game is over.
fn moves(game: &Game) -> String {
    if let Some(end) = game.end() {
        return format!(
            "over ({}): {}\n{}",
            end.reason,
            why(game, end),
            result(end, None)
        );
    }
    let position = game.position();
    let moves = game.legal().into_iter().map(|house| {
        let letter = house.letter(position.to_move());
        match captured(position, house, game.variant()) {
            None | Some(0) => letter.to_string(),
            Some(seeds) => format!("{letter} (captures {seeds})"),
        }
    });
    format!("moves: {}", moves.collect::<Vec<_>>().join(", "))
}

fn features(position: &Position) -> String {
    let mut lines = vec![format!("{:<16} {:>5} {:>9}", "feature", "own", "opponent")];
    lines.extend(
        counts(position).map(|(name, own, opponent)| format!("{name:<16} {own:>5} {opponent:>9}")),
    );
    lines.join("\n")
}

fn terms(products: &[Product]) -> String {
    let row = |term: &str, count: &str, weight: &str, product: f64| {
        format!("{term:<24} {count:>5} {weight:>9} {product:>9.3}")
    };
    let sum = products.iter().map(|p| p.product).sum();
    let mut lines = vec![format!(
        "{:<24} {:>5} {:>9} {:>9}",
        "term", "count", "weight", "product"
    )];
    lines.extend(products.iter().map(|p| {
        let weight = format!("{:.3}", p.weight);
        row(&p.term, &p.count.to_string(), &weight, p.product)
    }));
    lines.push(row("sum", "", "", sum));
    lines.join("\n")
}

fn found(bot: &Bot, verdict: &Verdict, position: &Position) -> String {
    let mover = position.to_move();
    let by = match verdict.worth {
        Worth::Solved(..) => "by its tables".to_owned(),
        _ => format!("{} deep", plural(bot.depth.plies().into(), "ply", "plies")),
    };
    format!(
        "{by} it plays {}: {}\nexpected line: {}",
        verdict.best.letter(mover),
        verdict.worth.words(),
        format_moves(&verdict.line, mover)
    )
}
