//! Rules by which a run ends before its last generation.

use serde::{Deserialize, Serialize};

use crate::range::{ConfigError, require};

/// The rules; the first that holds after a generation ends the run. None
/// looks at the test: that would be choosing by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Stop {
    /// So many games that decide something were played, or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// The run has worked for so long, over all its sessions. Which generation
    /// that is depends on the machine, so it is recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The best, which is whom a play-off chose if there is one, has this
    /// fitness, or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fitness: Option<f64>,
    /// For so many generations no best was better than all before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stagnation: Option<u32>,
}

/// The best fitness of a run so far.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The fitness.
    pub fitness: f64,
    /// The first generation that had it.
    pub generation: u32,
}

impl Record {
    /// The record after a generation whose best has this fitness.
    pub(crate) fn after(record: Option<Record>, fitness: f64, generation: u32) -> Record {
        match record {
            Some(record) if record.fitness >= fitness => record,
            _ => Record {
                fitness,
                generation,
            },
        }
    }
}

impl Stop {
    /// Whether there is no rule.
    pub fn is_empty(&self) -> bool {
        *self == Stop::default()
    }

    /// Whether a rule other than the time holds after a generation, with the
    /// games so far, the fitness of its best, and the record.
    pub(crate) fn holds(&self, generation: u32, games: u64, fitness: f64, record: Record) -> bool {
        self.games.is_some_and(|most| games >= most)
            || self.fitness.is_some_and(|wanted| fitness >= wanted)
            || self
                .stagnation
                .is_some_and(|most| generation - record.generation >= most)
    }

    /// Checks every range.
    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        if let Some(games) = self.games {
            require("stop.games", games, games > 0, "a whole number, 1 or more")?;
        }
        if let Some(seconds) = self.seconds {
            let holds = seconds > 0.0 && seconds <= 1e9;
            require(
                "stop.seconds",
                seconds,
                holds,
                "a number above 0, up to 1e9",
            )?;
        }
        if let Some(fitness) = self.fitness {
            let holds = fitness.is_finite();
            require("stop.fitness", fitness, holds, "a finite number")?;
        }
        if let Some(generations) = self.stagnation {
            let holds = (1..=1_000_000).contains(&generations);
            let expected = "a whole number from 1 to 1000000";
            require("stop.stagnation", generations, holds, expected)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_holds_by_itself() {
        let record = Record::after(None, 0.5, 0);
        let record = Record::after(Some(record), 0.5, 1);
        let record = Record::after(Some(record), 0.7, 2);
        let record = Record::after(Some(record), 0.6, 5);
        assert_eq!((record.fitness, record.generation), (0.7, 2));
        let holds = |stop: Stop| stop.holds(5, 1000, 0.6, record);
        let none = Stop::default();
        assert!(none.is_empty() && !holds(none));
        let games = |most| Stop {
            games: Some(most),
            ..none
        };
        assert!(holds(games(1000)) && !holds(games(1001)));
        let fitness = |wanted| Stop {
            fitness: Some(wanted),
            ..none
        };
        assert!(holds(fitness(0.6)) && !holds(fitness(0.61)));
        let stagnation = |most| Stop {
            stagnation: Some(most),
            ..none
        };
        assert!(holds(stagnation(3)) && !holds(stagnation(4)));
        // Time is for whoever has a clock.
        assert!(!holds(Stop {
            seconds: Some(1e-9),
            ..none
        }));
    }
}
