//! Players: whoever can choose a move.

use std::cell::RefCell;
use std::fmt;

use warri_engine::{Depth, DepthError, Evaluation, Game, House, Houses, Searcher, Variant};

use crate::toml_input::nearest;
use crate::{Bot, Stream};

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
    },
}

impl Strategy {
    /// Searches for material, own store less the opponent's, to `depth`.
    pub fn material(depth: Depth) -> Strategy {
        let evaluation = Bot::material(depth).evaluation().clone();
        Strategy::Search { evaluation, depth }
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
    /// is none.
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
        let (base, depth) = split_depth(text)?;
        let plain = |strategy| match depth {
            None => Ok(Player::new(base, strategy)),
            Some(_) => Err(PlayerError::NeedlessDepth(base.to_owned())),
        };
        match base {
            "random" => plain(Strategy::Random),
            "greedy" => plain(Strategy::Greedy),
            "material" => depth
                .map(|depth| Player::new(format!("material@{depth}"), Strategy::material(depth)))
                .ok_or_else(|| PlayerError::NoDepth(base.to_owned())),
            _ => {
                let bot = named_bot(text, base, load)?;
                Ok(Player::from_bot(text, &bot, depth))
            }
        }
    }

    /// The player that a bot is, at its own depth or another.
    pub fn from_bot(name: impl Into<String>, bot: &Bot, depth: Option<Depth>) -> Player {
        let strategy = Strategy::Search {
            evaluation: bot.evaluation().clone(),
            depth: depth.unwrap_or(bot.depth),
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
}

/// A text form without its search depth, and the depth.
fn split_depth(text: &str) -> Result<(&str, Option<Depth>), PlayerError> {
    // A path may hold an @ as well.
    let split = text
        .rsplit_once('@')
        .filter(|(_, depth)| !depth.contains(['.', '/', '\\']));
    match split {
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
    let (base, depth) = text.split_once('@').unwrap_or((text, "3"));
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
    /// file. The variant of `material` is the default one.
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
    pub fn choose(&self, game: &Game, stream: &mut Stream) -> Option<House> {
        let legal = game.legal();
        if legal.len() <= 1 {
            return legal.first();
        }
        match self {
            Strategy::Random => legal.nth(stream.below(legal.len())),
            Strategy::Greedy => largest_capture(game, legal),
            Strategy::Search { evaluation, depth } => {
                let found = SEARCHER.with_borrow_mut(|searcher| {
                    searcher.search(
                        game.position(),
                        game.variant(),
                        *depth,
                        evaluation,
                        game.repeating(),
                    )
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
            "player `random` has no evaluation: expected material@DEPTH, a built-in bot \
             (daoud2004-depth3, daoud2004-depth5, quickstart) or a bot file"
        );
        assert_eq!(
            message("material"),
            "player `material` needs a search depth, as in `material@3`"
        );
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
            "player `randm` is unknown: expected random, greedy, material@DEPTH, a bot file, \
             or one of daoud2004-depth3, daoud2004-depth5, quickstart; did you mean `random`?"
        );
        assert!(message("materail@5").ends_with("; did you mean `material@5`?"));
        assert!(message("quikstart@5").ends_with("; did you mean `quickstart`?"));
        assert!(message("runs/x/champion.toml").ends_with("depth5, quickstart"));
    }
}
