//! Playing in the terminal: one game or a series, a person against a bot or
//! two bots.
//!
//! `session` knows neither what is typed nor where it is shown;
//! `dialogue` and `exhibition` read and print.

mod dialogue;
mod exhibition;
mod record;
mod session;

pub(crate) use dialogue::{Dialogue, HELP};
pub(crate) use exhibition::Exhibition;
pub(crate) use record::{Record, RecordFile, SavedGame, outcome, play_moves};
pub(crate) use session::Session;

use warri_engine::Side;
use warri_evolve::{Purpose, Stream};

/// Both sides' streams for players `random`; `game` counts from 0.
pub(crate) fn streams(seed: u64, game: u32) -> [Stream; 2] {
    Side::ALL.map(|side| {
        let coordinates = [u64::from(game), side.index() as u64];
        Stream::new(seed, Purpose::RandomPlayer, &coordinates)
    })
}
