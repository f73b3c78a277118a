//! Whom individuals meet in training.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::range::{ConfigError, require};
use crate::truth::check_decisions;

/// Whom each individual meets in training.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Opponents {
    /// All others.
    #[default]
    RoundRobin,
    /// Random others, drawn for each individual; only that individual scores.
    Peers {
        /// How many, 1 or more.
        count: u32,
    },
    /// Earlier champions (Rosin & Belew 1997), drawn for each generation from
    /// the best of every so many; all meet the same. As long as there are
    /// fewer, random peers take the empty places.
    HallOfFame {
        /// The best of each so many generations enters, from generation 0 on.
        every: u32,
        /// How many are met, 1 or more.
        count: u32,
    },
    /// Fixed players.
    Panel {
        /// By their text forms.
        players: Vec<String>,
    },
    /// Nobody: exact play. Fitness is the mean worth of endgame decisions, drawn
    /// for each generation from a pool ten times as large, the same for all; see
    /// [`Judgment::worth`](crate::Judgment::worth). There are no games.
    Truth {
        /// How many decisions, 1 or more.
        decisions: u32,
    },
    /// Several of these; fitness is the mean of theirs by weight.
    Mixture(Vec<Part>),
}

/// A part of a mixture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Its weight, above 0; they need not sum to 1.
    pub weight: f64,
    /// Whom individuals meet in it.
    pub opponents: Opponents,
}

impl fmt::Display for Opponents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Opponents::RoundRobin => f.write_str("round robin"),
            Opponents::Peers { count } => write!(f, "{count} random peers"),
            Opponents::HallOfFame { count, .. } => write!(f, "{count} of a hall of fame"),
            Opponents::Panel { players } => write!(f, "a panel of {}", players.len()),
            Opponents::Truth { decisions } => write!(f, "{decisions} endgame decisions"),
            Opponents::Mixture(parts) => {
                let parts = parts.iter().map(|part| part.opponents.to_string());
                f.write_str(&parts.collect::<Vec<_>>().join(" and "))
            }
        }
    }
}

impl Opponents {
    /// The parts of a mixture, or the one that it is, each with its weight.
    pub(crate) fn parts(&self) -> Vec<(f64, &Opponents)> {
        match self {
            Opponents::Mixture(parts) => {
                let parts = parts.iter();
                parts.map(|part| (part.weight, &part.opponents)).collect()
            }
            one => vec![(1.0, one)],
        }
    }

    /// The fixed players that are named.
    pub fn panel(&self) -> Vec<&str> {
        let mut players = Vec::new();
        for (_, part) in self.parts() {
            if let Opponents::Panel { players: named } = part {
                players.extend(named.iter().map(String::as_str));
            }
        }
        players
    }

    /// The same for changing them.
    pub fn panel_mut(&mut self) -> Vec<&mut String> {
        match self {
            Opponents::Mixture(parts) => {
                let inner = parts.iter_mut().flat_map(|part| part.opponents.panel_mut());
                inner.collect()
            }
            Opponents::Panel { players } => players.iter_mut().collect(),
            _ => Vec::new(),
        }
    }

    /// After how many generations the best enters a hall of fame, if there is
    /// one.
    pub(crate) fn hall_every(&self) -> Option<u32> {
        self.parts().iter().find_map(|(_, part)| match part {
            Opponents::HallOfFame { every, .. } => Some(*every),
            _ => None,
        })
    }

    /// The most endgame decisions that a part asks for; 0 if none does.
    pub(crate) fn decisions(&self) -> u32 {
        let asked = |part: &Opponents| match part {
            Opponents::Truth { decisions } => *decisions,
            _ => 0,
        };
        let parts = self.parts().into_iter();
        parts.map(|(_, part)| asked(part)).max().unwrap_or(0)
    }

    /// Endgame decisions of one individual in a generation, where each part draws
    /// its own from so many.
    pub(crate) fn decisions_of_one(&self, pool: u64) -> u64 {
        let drawn = |part: &Opponents| match part {
            Opponents::Truth { decisions } => pool.min((*decisions).into()),
            _ => 0,
        };
        self.parts().into_iter().map(|(_, part)| drawn(part)).sum()
    }

    /// Whether some are drawn for each individual by itself.
    pub(crate) fn has_peers(&self) -> bool {
        let mut parts = self.parts().into_iter();
        parts.any(|(_, part)| matches!(part, Opponents::Peers { .. }))
    }

    /// Whether some are all others.
    pub(crate) fn has_round_robin(&self) -> bool {
        self.parts()
            .iter()
            .any(|(_, part)| **part == Opponents::RoundRobin)
    }

    /// Games of one generation of `size` individuals on one opening.
    pub(crate) fn games(&self, size: u64) -> u64 {
        let games = |part: &Opponents| match part {
            // Each game is shared by two.
            Opponents::RoundRobin => size * part.met_by_one(size),
            _ => 2 * size * part.met_by_one(size),
        };
        self.parts().into_iter().map(|(_, part)| games(part)).sum()
    }

    /// How many opponents an individual of `size` meets.
    pub(crate) fn met_by_one(&self, size: u64) -> u64 {
        let met = |part: &Opponents| match part {
            Opponents::RoundRobin => size - 1,
            Opponents::Peers { count } | Opponents::HallOfFame { count, .. } => u64::from(*count),
            Opponents::Panel { players } => players.len() as u64,
            Opponents::Truth { .. } | Opponents::Mixture(_) => 0,
        };
        self.parts().into_iter().map(|(_, part)| met(part)).sum()
    }

    /// Checks every range, for a population of `size`.
    pub(crate) fn check(&self, size: u32) -> Result<(), ConfigError> {
        let others = size - 1;
        let among = format!("from 1 to {others}, the others in the population");
        match self {
            Opponents::RoundRobin => Ok(()),
            Opponents::Peers { count } => {
                let holds = (1..=others).contains(count);
                require("peers.count", count, holds, among)
            }
            Opponents::HallOfFame { every, count } => {
                let holds = (1..=others).contains(count);
                require("hall-of-fame.count", count, holds, among)?;
                let holds = (1..=1_000_000).contains(every);
                require(
                    "hall-of-fame.every",
                    every,
                    holds,
                    "a whole number from 1 to 1000000",
                )
            }
            Opponents::Panel { players } => {
                let holds = (1..=1000).contains(&players.len());
                let found = format!("{} players", players.len());
                require("panel.players", found, holds, "from 1 to 1000 players")
            }
            Opponents::Truth { decisions } => check_decisions("truth.decisions", *decisions),
            Opponents::Mixture(parts) => check_mixture(parts, size),
        }
    }
}

fn check_mixture(parts: &[Part], size: u32) -> Result<(), ConfigError> {
    let found = format!("{} parts", parts.len());
    require("mixture", found, !parts.is_empty(), "at least one part")?;
    let mut halls = 0;
    for Part { weight, opponents } in parts {
        let holds = *weight > 0.0 && *weight <= 1000.0;
        require(
            "mixture.weight",
            weight,
            holds,
            "a number above 0, up to 1000",
        )?;
        let plain = !matches!(opponents, Opponents::Mixture(_));
        require(
            "mixture.opponents",
            "mixture",
            plain,
            "no mixture within one",
        )?;
        halls += u32::from(matches!(opponents, Opponents::HallOfFame { .. }));
        opponents
            .check(size)
            .map_err(|error| error.within("mixture.opponents"))?;
    }
    require(
        "mixture",
        format!("{halls} halls of fame"),
        halls <= 1,
        "one at most",
    )
}
