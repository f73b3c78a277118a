//! Players: whoever can choose a move.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use warri_engine::endgame::{Endgames, MOST_SEEDS};
use warri_engine::{Depth, DepthError, Evaluation, Game, House, Houses, Searcher, Variant};

use crate::toml_input::nearest;
use crate::{Bot, Stream, Tables};

/// How a player chooses. Equal strategies play equal games.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strategy {
    /// Any legal move with the same probability.
    Random,
    /// The largest capture now; of equals the first in sowing order.
    Greedy,
    /// The best move of a search.
    Search {
        /// What positions are worth.
        evaluation: Evaluation,
        /// How far it looks.
        depth: Depth,
        /// Where it need not look: it plays by these, and takes their word in
        /// its search.
        tables: Option<Tables>,
    },
}

impl Strategy {
    /// Searches for material, own store less the opponent's, to `depth`.
    pub fn material(depth: Depth) -> Strategy {
        let evaluation = Bot::material(depth).evaluation().clone();
        Strategy::Search {
            evaluation,
            depth,
            tables: None,
        }
    }
}

/// A player with its name: its text form where it has one.
///
/// | text | player |
/// |---|---|
/// | `random` | any legal move |
/// | `greedy` | the largest capture now, of equals the first house |
/// | `material@3` | searches 3 plies deep for its store less the opponent's |
/// | `daoud2004-depth3` | a built-in bot |
/// | `bot.toml` | a bot file, searching as deep as the file says |
/// | `bot.toml@5` | the same, 5 plies deep |
/// | `bot.toml@5+tables10` | the same, with endgame tables for up to 10 seeds; so with any that searches |
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    name: String,
    strategy: Strategy,
    variant: Option<Variant>,
}

/// A text that names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// The search depth is none.
    #[error("player `{0}`: {1}")]
    Depth(String, DepthError),
    /// The player takes a depth and has none.
    #[error("player `{0}` needs a search depth, as in `{0}@3`")]
    NoDepth(String),
    /// The player takes no depth and has one.
    #[error("player `{0}` searches nothing and takes no depth")]
    NeedlessDepth(String),
    /// The tables cannot be had.
    #[error(
        "player `{0}`: tables `{1}`: expected a number of seeds from 1 to {MOST_SEEDS} at the end, as in `material@3+tables8`"
    )]
    Tables(String, String),
    /// The player takes no tables and asks for some.
    #[error("player `{0}` searches nothing and takes no tables")]
    NeedlessTables(String),
    /// The player has no evaluation, and one is asked for.
    #[error(
        "player `{0}` has no evaluation: expected material@DEPTH, a built-in bot ({names}) or a bot file",
        names = Bot::built_in_names().collect::<Vec<_>>().join(", ")
    )]
    NoEvaluation(String),
    /// It is neither a known name nor a file.
    #[error(
        "player `{0}` is unknown: expected random, greedy, material@DEPTH, a bot file, or one of {names}{meant}",
        names = Bot::built_in_names().collect::<Vec<_>>().join(", "),
        meant = meant(.0)
    )]
    Unknown(String),
    /// The file could not be read as a bot; the text names it and the reason.
    #[error("{0}")]
    File(String),
}

impl Player {
    /// A player of this name and strategy.
    pub fn new(name: impl Into<String>, strategy: Strategy) -> Player {
        Player {
            name: name.into(),
            strategy,
            variant: None,
        }
    }

    /// Reads a player's text form; `load` reads a bot file, or says that there
    /// is none. Tables that the player asks for are yet to be
    /// [loaded](Player::equip).
    ///
    /// ```
    /// use warri_evolve::Player;
    /// let player = |text| Player::parse(text, |_| None);
    /// assert_eq!(player("material@3")?.name(), "material@3");
    /// assert!(player("material").is_err());
    /// assert!(player("daoud2004-depth3@5").is_ok());
    /// # Ok::<(), warri_evolve::PlayerError>(())
    /// ```
    ///
    /// # Errors
    /// [`PlayerError`] says what was expected.
    pub fn parse(
        text: &str,
        load: impl FnOnce(&str) -> Option<Result<Bot, String>>,
    ) -> Result<Player, PlayerError> {
        let (searcher, wanted) = Tables::split(text)?;
        let (base, depth) = split_depth(searcher)?;
        let plain = |strategy| match (depth, &wanted) {
            (None, None) => Ok(Player::new(base, strategy)),
            (Some(_), _) => Err(PlayerError::NeedlessDepth(base.to_owned())),
            (None, Some(_)) => Err(PlayerError::NeedlessTables(base.to_owned())),
        };
        let mut player = match base {
            "random" => return plain(Strategy::Random),
            "greedy" => return plain(Strategy::Greedy),
            "material" => depth
                .map(|depth| Player::new(format!("material@{depth}"), Strategy::material(depth)))
                .ok_or_else(|| PlayerError::NoDepth(base.to_owned()))?,
            _ => {
                let bot = named_bot(text, base, load)?;
                Player::from_bot(searcher, &bot, depth)
            }
        };
        if let Some(wanted) = wanted {
            player.name += &format!("+tables{}", wanted.seeds());
            if let Strategy::Search { tables, .. } = &mut player.strategy {
                *tables = Some(wanted);
            }
        }
        Ok(player)
    }

    /// The player that a bot is, at its own depth or another.
    pub fn from_bot(name: impl Into<String>, bot: &Bot, depth: Option<Depth>) -> Player {
        let strategy = Strategy::Search {
            evaluation: bot.evaluation().clone(),
            depth: depth.unwrap_or(bot.depth),
            tables: None,
        };
        Player {
            name: name.into(),
            strategy,
            variant: Some(bot.variant),
        }
    }

    /// Name, as it stands in logs.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How it chooses.
    pub fn strategy(&self) -> &Strategy {
        &self.strategy
    }

    /// The variant that the player was made for, if for one.
    pub fn variant(&self) -> Option<Variant> {
        self.variant
    }

    /// The tables that it plays with, or asks for.
    pub fn tables(&self) -> Option<&Tables> {
        match &self.strategy {
            Strategy::Search { tables, .. } => tables.as_ref(),
            Strategy::Random | Strategy::Greedy => None,
        }
    }

    /// Gives the player the tables that it asks for, if it does, for games of
    /// `variant`. `load` has them for up to so many seeds.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use warri_engine::{Variant, endgame::Endgames};
    /// use warri_evolve::{Player, PlayerError};
    /// let solve = |variant, seeds| Ok::<_, PlayerError>(Arc::new(Endgames::solved(variant, seeds)));
    /// let mut player = Player::parse("material@3+tables4", |_| None)?;
    /// player.equip(Variant::Abapa, solve)?;
    /// assert_eq!(player.tables().map(|tables| tables.seeds()), Some(4));
    /// # Ok::<(), PlayerError>(())
    /// ```
    ///
    /// # Errors
    /// Those of `load`.
    ///
    /// # Panics
    /// If `load` brings other tables than it was asked for.
    pub fn equip<E>(
        &mut self,
        variant: Variant,
        load: impl FnOnce(Variant, u8) -> Result<Arc<Endgames>, E>,
    ) -> Result<(), E> {
        match &mut self.strategy {
            Strategy::Search {
                tables: Some(tables),
                ..
            } => tables.load(variant, load),
            _ => Ok(()),
        }
    }
}

/// Splits at the last `separator`, unless it is part of a path.
pub(crate) fn split_last<'a>(text: &'a str, separator: &str) -> Option<(&'a str, &'a str)> {
    let split = text.rsplit_once(separator);
    split.filter(|(_, rest)| !rest.contains(['.', '/', '\\']))
}

/// A text form without its search depth, and the depth.
fn split_depth(text: &str) -> Result<(&str, Option<Depth>), PlayerError> {
    match split_last(text, "@") {
        Some((base, depth)) => match depth.parse() {
            Ok(depth) => Ok((base, Some(depth))),
            Err(error) => Err(PlayerError::Depth(text.to_owned(), error)),
        },
        None => Ok((text, None)),
    }
}

/// The player that an unknown one was probably meant to be, as the end of a
/// message.
fn meant(text: &str) -> String {
    let base = text.split(['@', '+']).next().unwrap_or(text);
    let depth = text.split_once('@').map_or("3", |(_, depth)| depth);
    let names = ["random", "greedy", "material"].into_iter();
    match nearest(base, names.chain(Bot::built_in_names())) {
        Some("material") => format!("; did you mean `material@{depth}`?"),
        Some(name) => format!("; did you mean `{name}`?"),
        None => String::new(),
    }
}

/// The bot that `base`, part of the player `text`, names: built in or a file.
fn named_bot(
    text: &str,
    base: &str,
    load: impl FnOnce(&str) -> Option<Result<Bot, String>>,
) -> Result<Bot, PlayerError> {
    match Bot::built_in(base) {
        Some(bot) => Ok(bot),
        None => load(base)
            .ok_or_else(|| PlayerError::Unknown(text.to_owned()))?
            .map_err(PlayerError::File),
    }
}

impl Bot {
    /// Reads the text form of a player that searches, as the bot that it is;
    /// a depth in it takes the place of the bot's own. `load` reads a bot
    /// file. The variant of `material` is the default one. A bot has no endgame
    /// tables: [`Tables::split`] takes them off a text.
    ///
    /// ```
    /// use warri_evolve::Bot;
    /// let bot = |text| Bot::parse(text, |_| None);
    /// assert_eq!(bot("material@3")?.weights(), [1.0]);
    /// assert_eq!(bot("daoud2004-depth3@5")?.depth.plies(), 5);
    /// assert!(bot("greedy").is_err());
    /// # Ok::<(), warri_evolve::PlayerError>(())
    /// ```
    ///
    /// # Errors
    /// [`PlayerError`] says what was expected;
    /// [`PlayerError::NoEvaluation`] if the player does not search.
    pub fn parse(
        text: &str,
        load: impl FnOnce(&str) -> Option<Result<Bot, String>>,
    ) -> Result<Bot, PlayerError> {
        let (base, depth) = split_depth(text)?;
        match base {
            "random" | "greedy" => Err(PlayerError::NoEvaluation(base.to_owned())),
            "material" => depth
                .map(Bot::material)
                .ok_or_else(|| PlayerError::NoDepth(base.to_owned())),
            _ => {
                let mut bot = named_bot(text, base, load)?;
                bot.depth = depth.unwrap_or(bot.depth);
                Ok(bot)
            }
        }
    }
}

thread_local! {
    /// Each thread keeps its memory for the searches to come.
    static SEARCHER: RefCell<Searcher> = RefCell::default();
}

impl Strategy {
    /// The move in a game that is not over, or `None` in one that is. Only
    /// [`Strategy::Random`] draws from `stream`.
    ///
    /// # Panics
    /// If it has tables, and they are not loaded for the game's variant.
    pub fn choose(&self, game: &Game, stream: &mut Stream) -> Option<House> {
        let legal = game.legal();
        if legal.len() <= 1 {
            return legal.first();
        }
        match self {
            Strategy::Random => legal.nth(stream.below(legal.len())),
            Strategy::Greedy => largest_capture(game, legal),
            Strategy::Search {
                evaluation,
                depth,
                tables,
            } => {
                let (position, variant) = (game.position(), game.variant());
                let endgames = tables.as_ref().map(|tables| tables.for_game(variant));
                if let Some(house) = endgames.and_then(|known| known.best(position)) {
                    return Some(house);
                }
                let (depth, repeating) = (*depth, game.repeating());
                let found = SEARCHER.with_borrow_mut(|searcher| match endgames {
                    None => searcher.search(position, variant, depth, evaluation, repeating),
                    Some(known) => {
                        searcher.search_with(position, known, depth, evaluation, repeating)
                    }
                });
                found.map(|found| found.house)
            }
        }
    }
}

fn largest_capture(game: &Game, legal: Houses) -> Option<House> {
    let mover = game.position().to_move();
    let store_after = |house| {
        let after = game.position().play(house, game.variant());
        after.map_or(0, |after| after.row(mover).store())
    };
    // The last of equals wins in max_by_key, so the order is reversed.
    let mut houses: Vec<House> = legal.iter().collect();
    houses.reverse();
    houses.into_iter().max_by_key(|&house| store_after(house))
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Purpose;

    /// The names of the built-in bots, as messages list them.
    fn gallery() -> String {
        Bot::built_in_names().collect::<Vec<_>>().join(", ")
    }

    fn choose(text: &str, position: &str) -> char {
        let player = Player::parse(text, |_| None).unwrap();
        let position: warri_engine::Position = position.parse().unwrap();
        let game = Game::from_position(position, Variant::Speightstown);
        let mut stream = Stream::new(1, Purpose::RandomPlayer, &[]);
        let house = player.strategy().choose(&game, &mut stream).unwrap();
        house.letter(position.to_move())
    }

    #[test]
    fn greedy_takes_the_largest_capture_and_of_equals_the_first_house() {
        assert_eq!(choose("greedy", "0,0,0,0,2,1/1,2,0,0,0,9 9-9 S"), 'E');
        assert_eq!(choose("greedy", "4,4,4,4,4,4/4,4,4,4,4,4 0-0 S"), 'A');
        assert_eq!(choose("material@1", "4,4,4,4,4,4/4,4,4,4,4,4 0-0 S"), 'A');
    }

    #[test]
    fn a_bot_and_the_player_of_its_text_form_are_the_same() {
        let load = |_: &str| None;
        for text in ["material@2", "daoud2004-depth3", "daoud2004-depth3@7"] {
            let player = Player::parse(text, load).unwrap();
            let bot = Bot::parse(text, load).unwrap();
            assert_eq!(
                Player::from_bot(text, &bot, None).strategy(),
                player.strategy()
            );
        }
        let message = |text| Bot::parse(text, load).unwrap_err().to_string();
        assert_eq!(
            message("random"),
            format!(
                "player `random` has no evaluation: expected material@DEPTH, a built-in bot \
                 ({}) or a bot file",
                gallery()
            )
        );
        assert_eq!(
            message("material"),
            "player `material` needs a search depth, as in `material@3`"
        );
    }

    #[test]
    fn tables_are_part_of_the_name() {
        let player = |text| Player::parse(text, |_| None).unwrap();
        let with = player("material@3+tables08");
        assert_eq!(with.name(), "material@3+tables8");
        assert_eq!(with.tables().map(Tables::seeds), Some(8));
        assert_ne!(with.strategy(), player("material@3").strategy());
        assert_eq!(player("quickstart+tables10").name(), "quickstart+tables10");
        let message = |text: &str| Player::parse(text, |_| None).unwrap_err().to_string();
        for seeds in ["0", "25", "99", "X", "", "+8", "10@5"] {
            assert_eq!(
                message(&format!("quickstart@3+tables{seeds}")),
                format!(
                    "player `quickstart@3+tables{seeds}`: tables `{seeds}`: expected a number of \
                     seeds from 1 to 24 at the end, as in `material@3+tables8`"
                )
            );
        }
        for name in ["random", "greedy"] {
            assert_eq!(
                message(&format!("{name}+tables5")),
                format!("player `{name}` searches nothing and takes no tables")
            );
        }
        assert!(message("my+tables/x.toml").contains("player `my+tables/x.toml` is unknown"));
    }

    #[test]
    fn errors_say_what_is_expected() {
        let message = |text| Player::parse(text, |_| None).unwrap_err().to_string();
        assert_eq!(
            message("material"),
            "player `material` needs a search depth, as in `material@3`"
        );
        assert_eq!(
            message("random@3"),
            "player `random` searches nothing and takes no depth"
        );
        assert_eq!(
            message("material@0"),
            "player `material@0`: depth `0`: expected a whole number from 1 to 20"
        );
        assert_eq!(
            message("randm"),
            format!(
                "player `randm` is unknown: expected random, greedy, material@DEPTH, a bot file, \
                 or one of {}; did you mean `random`?",
                gallery()
            )
        );
        assert!(message("materail@5").ends_with("; did you mean `material@5`?"));
        assert!(message("quikstart@5").ends_with("; did you mean `quickstart`?"));
        assert!(message("quikstart+tables5").ends_with("; did you mean `quickstart`?"));
        assert!(message("materail@5+tables8").ends_with("; did you mean `material@5+tables8`?"));
        assert!(message("runs/x/champion.toml").ends_with(&gallery()));
    }
}
