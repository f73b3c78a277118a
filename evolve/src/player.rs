//! Players: whoever can choose a move.

use std::fmt;

use warri_engine::{
    Depth, DepthError, Evaluation, FeatureSet, Game, House, Houses, Variant, search,
};

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
        let set = FeatureSet::named("material").expect("a named set");
        let evaluation = Evaluation::new(&set, &[1.0]).expect("a weight in range");
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
    /// It is neither a known name nor a file.
    #[error(
        "player `{0}` is unknown: expected random, greedy, material@DEPTH, a bot file, or one of {names}",
        names = Bot::built_in_names().collect::<Vec<_>>().join(", ")
    )]
    Unknown(String),
    /// The file could not be read as a bot.
    #[error("player `{0}`: {1}")]
    File(String, String),
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
        // A path may hold an @ as well.
        let split = text
            .rsplit_once('@')
            .filter(|(_, depth)| !depth.contains(['.', '/', '\\']));
        let (base, depth) = match split {
            Some((base, depth)) => {
                let depth = depth.parse();
                (
                    base,
                    Some(depth.map_err(|e| PlayerError::Depth(text.to_owned(), e))?),
                )
            }
            None => (text, None),
        };
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
                let bot = match Bot::built_in(base) {
                    Some(bot) => bot,
                    None => load(base)
                        .ok_or_else(|| PlayerError::Unknown(text.to_owned()))?
                        .map_err(|error| PlayerError::File(text.to_owned(), error))?,
                };
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

impl Strategy {
    /// The move in a game that is not over, or `None` in one that is. Only
    /// [`Strategy::Random`] draws from `stream`.
    pub fn choose(&self, game: &Game, stream: &mut Stream) -> Option<House> {
        let legal = game.legal();
        if legal.len() <= 1 {
            return legal.first();
        }
        match self {
            Strategy::Random => legal.iter().nth(stream.below(legal.len())),
            Strategy::Greedy => largest_capture(game, legal),
            Strategy::Search { evaluation, depth } => {
                let position = game.position();
                let found = search(
                    position,
                    game.variant(),
                    *depth,
                    evaluation,
                    game.repeating(),
                );
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
             or one of daoud2004-depth3, daoud2004-depth5, quickstart"
        );
    }
}
