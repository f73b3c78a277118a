//! A game of a person against a bot.

use warri_engine::{Game, House, IllegalMove, Position, Side, Variant};
use warri_evolve::{Player, Stream};

use super::Record;

/// A game of a person against a bot, whatever it is typed and shown on.
pub(crate) struct Session<'a> {
    start: Position,
    game: Game,
    person: Side,
    bot: &'a Player,
    stream: Stream,
    resigned: bool,
}

/// What a person can ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    /// Sow a house of one's own.
    Move(House),
    /// What the bot would play here.
    Hint,
    /// Take back one's last move and the bot's reply.
    Undo,
    /// Give the game up.
    Resign,
    /// Save the record so far, under a name if there is one.
    Save(Option<String>),
    /// The record so far.
    Moves,
    /// What can be typed.
    Help,
    /// Stop playing.
    Quit,
}

impl Request {
    /// Reads a line; houses and words in either case. `None` if it is
    /// nothing of this.
    pub(crate) fn parse(line: &str) -> Option<Request> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let word = word.to_ascii_lowercase();
        if word == "save" {
            let name = Some(rest.trim()).filter(|name| !name.is_empty());
            return Some(Request::Save(name.map(str::to_owned)));
        }
        if !rest.is_empty() {
            return None;
        }
        match word.as_str() {
            "hint" => Some(Request::Hint),
            "undo" => Some(Request::Undo),
            "resign" => Some(Request::Resign),
            "moves" => Some(Request::Moves),
            "help" => Some(Request::Help),
            "quit" => Some(Request::Quit),
            letter => {
                let mut letters = letter.chars();
                let (house, _) = House::from_letter(letters.next()?)?;
                letters.next().is_none().then_some(Request::Move(house))
            }
        }
    }
}

impl<'a> Session<'a> {
    /// A game from `start` in which the person plays `person`; `stream` is
    /// what a bot `random` draws from.
    pub(crate) fn new(
        start: Position,
        variant: Variant,
        person: Side,
        bot: &'a Player,
        stream: Stream,
    ) -> Session<'a> {
        Session {
            start,
            game: Game::from_position(start, variant),
            person,
            bot,
            stream,
            resigned: false,
        }
    }

    /// The game as it stands.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// The person's side.
    pub(crate) fn person(&self) -> Side {
        self.person
    }

    /// The side that gave up, if one did.
    pub(crate) fn resigned(&self) -> Option<Side> {
        self.resigned.then_some(self.person)
    }

    /// The bot's name.
    pub(crate) fn bot(&self) -> &'a str {
        self.bot.name()
    }

    /// The game so far with its players.
    pub(crate) fn record(&self) -> Record<'_> {
        let mut names = [self.bot(); 2];
        names[self.person.index()] = "you";
        Record {
            names,
            start: self.start,
            game: &self.game,
            resigned: self.resigned(),
        }
    }

    /// Whether the game has ended or was given up.
    pub(crate) fn is_over(&self) -> bool {
        self.resigned || self.game.end().is_some()
    }

    /// Plays the person's move.
    ///
    /// # Errors
    /// [`IllegalMove`] says which rule forbids it; nothing has changed then.
    pub(crate) fn play(&mut self, house: House) -> Result<(), IllegalMove> {
        self.game.play(house)
    }

    /// Plays the bot's move, if it is the bot's turn.
    pub(crate) fn reply(&mut self) -> Option<House> {
        if self.resigned || self.game.position().to_move() == self.person {
            return None;
        }
        let house = self.bot.strategy().choose(&self.game, &mut self.stream)?;
        self.game.play(house).ok()?;
        Some(house)
    }

    /// What the bot would play in the person's place. A hint changes nothing,
    /// not even what a bot `random` plays next.
    pub(crate) fn hint(&self) -> Option<House> {
        self.bot
            .strategy()
            .choose(&self.game, &mut self.stream.clone())
    }

    /// Takes back the person's last move and the bot's reply; `false` if the
    /// person has not moved yet.
    pub(crate) fn undo(&mut self) -> bool {
        let moves = self.game.moves();
        let first = usize::from(self.game.first() != self.person);
        // The person's moves are at `first`, `first` + 2 and so on.
        let Some(since_first) = moves.len().checked_sub(first + 1) else {
            return false;
        };
        let kept = first + since_first / 2 * 2;
        let mut game = Game::from_position(self.start, self.game.variant());
        for &house in &moves[..kept] {
            if game.play(house).is_err() {
                return false;
            }
        }
        self.game = game;
        true
    }

    /// Gives the person's game up.
    pub(crate) fn resign(&mut self) {
        self.resigned = true;
    }
}

#[cfg(test)]
mod tests {
    use warri_engine::Depth;
    use warri_evolve::{Purpose, Strategy};

    use super::*;

    fn material() -> Player {
        let strategy = Strategy::material(Depth::new(2).unwrap());
        Player::new("material@2", strategy)
    }

    fn session(bot: &Player, person: Side) -> Session<'_> {
        let stream = Stream::new(1, Purpose::RandomPlayer, &[]);
        Session::new(Position::START, Variant::default(), person, bot, stream)
    }

    #[test]
    fn requests_are_read_in_either_case() {
        assert_eq!(Request::parse(" b "), Some(Request::Move(House::ALL[1])));
        assert_eq!(Request::parse("B"), Some(Request::Move(House::ALL[1])));
        assert_eq!(Request::parse("Undo"), Some(Request::Undo));
        assert_eq!(Request::parse("save"), Some(Request::Save(None)));
        assert_eq!(
            Request::parse("SAVE My game.txt"),
            Some(Request::Save(Some("My game.txt".to_owned())))
        );
        for wrong in ["", "g", "ab", "a b", "hint 3", "é", "resing"] {
            assert_eq!(Request::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn undo_takes_back_the_person_s_move_and_the_reply() {
        let bot = material();
        let mut south = session(&bot, Side::South);
        assert!(!south.undo());
        south.play(House::ALL[1]).unwrap();
        south.reply().unwrap();
        let after_two = south.record().moves();
        south.play(House::ALL[2]).unwrap();
        south.reply().unwrap();
        assert!(south.undo());
        assert_eq!(south.record().moves(), after_two);
        assert!(south.undo());
        assert_eq!(south.record().moves(), "");
        assert!(!south.undo());
    }

    #[test]
    fn undo_leaves_the_bot_its_first_move() {
        let bot = material();
        let mut north = session(&bot, Side::North);
        north.reply().unwrap();
        assert!(!north.undo());
        let first = north.record().moves();
        north.play(House::ALL[0]).unwrap();
        // Also before the bot has replied.
        assert!(north.undo());
        north.play(House::ALL[3]).unwrap();
        north.reply().unwrap();
        assert!(north.undo());
        assert_eq!(north.record().moves(), first);
        assert_eq!(north.game().position().to_move(), Side::North);
    }

    #[test]
    fn an_undone_position_is_no_repetition() {
        let bot = material();
        let start: Position = "0,0,0,0,0,1/0,0,0,0,0,1 23-23 S".parse().unwrap();
        let stream = Stream::new(1, Purpose::RandomPlayer, &[]);
        let mut session = Session::new(start, Variant::default(), Side::South, &bot, stream);
        for _ in 0..3 {
            session.play(House::ALL[5]).unwrap();
            assert!(!session.is_over());
            assert!(session.undo());
        }
    }

    #[test]
    fn a_hint_changes_nothing() {
        let random = Player::new("random", Strategy::Random);
        let mut one = session(&random, Side::South);
        let mut other = session(&random, Side::South);
        for _ in 0..5 {
            let Some(house) = one.hint() else { break };
            other.hint();
            other.hint();
            for session in [&mut one, &mut other] {
                session.play(house).unwrap();
                session.reply();
            }
            assert_eq!(one.record().moves(), other.record().moves());
        }
    }

    #[test]
    fn who_resigns_has_ended_the_game() {
        let bot = material();
        let mut session = session(&bot, Side::North);
        session.resign();
        assert!(session.is_over());
        assert_eq!(session.resigned(), Some(Side::North));
        assert_eq!(session.reply(), None);
    }
}
