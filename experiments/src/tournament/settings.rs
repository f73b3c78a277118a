//! The settings of a tournament, as in `tournament.toml`.

use anyhow::{Result, bail, ensure};
use serde::{Deserialize, Serialize};
use warri_engine::Variant;
use warri_evolve::toml_input::FORMAT;
use warri_evolve::{Anchor, MIN_OPENING_PLIES, Player};

/// All that decides the games and the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    format: u32,
    pub(crate) variant: Variant,
    /// Games of each pairing.
    pub(crate) games: u32,
    #[serde(with = "warri_evolve::seed")]
    pub(crate) seed: u64,
    pub(crate) opening_plies: u32,
    /// The first player against each of the others, rather than all against
    /// all.
    pub(crate) gauntlet: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) anchor: Option<AnchorSetting>,
    pub(crate) players: Vec<Entrant>,
}

/// A player of the field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entrant {
    /// Its text form, as it was typed.
    pub(crate) player: String,
    /// Its bot file: the copy in the tournament's folder, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bot: Option<String>,
}

/// A player whose rating is fixed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnchorSetting {
    pub(crate) player: String,
    pub(crate) elo: f64,
}

/// A setting as a text.
type Shown = fn(&Settings) -> String;

/// The most players of a field.
const MOST_PLAYERS: usize = 1000;

impl Settings {
    /// The defaults for these players.
    pub(crate) fn new(players: Vec<Entrant>, variant: Variant) -> Settings {
        Settings {
            format: FORMAT,
            variant,
            games: 200,
            seed: 1,
            opening_plies: 8,
            gauntlet: false,
            anchor: None,
            players,
        }
    }

    /// Refuses what cannot be played, naming it as on the command line.
    pub(super) fn check(&self, players: &[Player]) -> Result<()> {
        ensure!(
            self.games >= 2 && self.games.is_multiple_of(2) && self.games <= 1_000_000,
            "--games {}: expected an even number from 2 to 1000000, as each opening is played from both sides",
            self.games
        );
        ensure!(
            (MIN_OPENING_PLIES..=60).contains(&self.opening_plies),
            "--opening-plies {}: expected a whole number from {MIN_OPENING_PLIES} to 60",
            self.opening_plies
        );
        ensure!(
            (2..=MOST_PLAYERS).contains(&players.len()),
            "{} player(s): expected from 2 to {MOST_PLAYERS}, as in `warri tournament random greedy material@1`",
            players.len()
        );
        for (index, player) in players.iter().enumerate() {
            ensure!(
                !player.name().contains(char::is_control),
                "player {:?}: a name on record holds no control characters",
                player.name()
            );
            let twin = players[..index].iter().find(|other| {
                other.name() == player.name() || other.strategy() == player.strategy()
            });
            if let Some(twin) = twin {
                bail!("players `{twin}` and `{player}` are the same: expected different ones");
            }
        }
        self.check_anchor()
    }

    fn check_anchor(&self) -> Result<()> {
        if let Some(AnchorSetting { player, elo }) = &self.anchor {
            ensure!(
                elo.abs() <= 10_000.0,
                "--anchor {player}={elo}: expected a rating from -10000 to 10000"
            );
            ensure!(
                self.players.iter().any(|one| one.player == *player),
                "--anchor {player}={elo}: `{player}` is not one of the players"
            );
        }
        Ok(())
    }

    /// The anchor by its index.
    pub(super) fn anchor(&self) -> Option<Anchor> {
        let AnchorSetting { player, elo } = self.anchor.as_ref()?;
        let index = self.players.iter().position(|one| one.player == *player)?;
        Some(Anchor {
            player: index,
            elo: *elo,
        })
    }

    /// Games of the whole tournament.
    pub(crate) fn all_games(&self) -> u64 {
        let players = self.players.len() as u64;
        let pairings = if self.gauntlet {
            players - 1
        } else {
            players * (players - 1) / 2
        };
        pairings * u64::from(self.games)
    }

    /// The first setting that is another one in `asked`, and both values.
    pub(crate) fn difference(&self, asked: &Settings) -> Option<String> {
        let names = |settings: &Settings| -> Vec<String> {
            settings
                .players
                .iter()
                .map(|one| one.player.clone())
                .collect()
        };
        let anchor = |settings: &Settings| match &settings.anchor {
            Some(AnchorSetting { player, elo }) => format!("{player}={elo}"),
            None => "none".to_owned(),
        };
        let settings: [(&str, Shown); 5] = [
            ("variant", |one| one.variant.to_string()),
            ("games", |one| one.games.to_string()),
            ("seed", |one| one.seed.to_string()),
            ("opening plies", |one| one.opening_plies.to_string()),
            ("gauntlet", |one| one.gauntlet.to_string()),
        ];
        let players = ("players", names(self).join(", "), names(asked).join(", "));
        let anchors = ("anchor", anchor(self), anchor(asked));
        let found = settings
            .into_iter()
            .map(|(name, value)| (name, value(self), value(asked)))
            .chain([anchors, players])
            .find(|(_, has, asked)| has != asked);
        found.map(|(name, has, asked)| format!("{name}: it has {has}, asked for is {asked}"))
    }
}
