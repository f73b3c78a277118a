//! A comparison as text.

use std::fmt::Write;

use super::measures::{Interval, ScoreMeasures, TargetMeasures};
use super::{ArmMeasures, Comparison};
use crate::columns::align;
use crate::report::{percent, thousands};
use crate::words::plural;

impl Comparison {
    /// All of it but the profile, with what the numbers mean.
    pub(crate) fn as_text(&self) -> String {
        let mut text = format!("{}\n", self.head());
        for place in 0..=self.opponents.len() {
            let title = match place {
                0 => match self.opponents.as_slice() {
                    [one] => format!("Final score over the only opponent in common, {one}"),
                    all => format!("Final score over all {} opponents in common", all.len()),
                },
                // With one opponent it is what stands above.
                1 if self.opponents.len() == 1 => break,
                place => format!("Final score against {}", self.opponents[place - 1]),
            };
            // Writing to a text cannot fail.
            let _ = write!(text, "\n{title}\n{}", self.score_table(place));
        }
        text += &self.truth_table();
        text += &self.target_table();
        let _ = write!(text, "\n{}", self.explanation());
        for note in &self.notes {
            let _ = write!(text, "\n{}", wrapped(&format!("Note: {note}")));
        }
        text
    }

    fn head(&self) -> String {
        let runs: usize = self.arms.iter().map(|arm| arm.runs).sum();
        let arms = match self.arms.len() {
            1 => "1 arm".to_owned(),
            many => format!("{many} arms"),
        };
        let baseline = match self.arms.len() {
            1 => String::new(),
            _ => format!(", baseline {}", self.baseline),
        };
        format!(
            "{}: {arms}, {}{baseline}",
            self.folders.join(" "),
            plural(runs as i32, "finished run", "finished runs")
        )
    }

    /// The scores at a place of [`ArmMeasures::scores`].
    fn score_table(&self, place: usize) -> String {
        let mut head = vec!["arm", "score", "95 % interval"];
        let several = self.arms.len() > 1;
        if several {
            head.extend(["better", "95 % interval"]);
        }
        // What is said once is the same for all opponents.
        if place == 0 {
            head.extend(["runs", "games a run"]);
        }
        let row = |arm: &ArmMeasures| {
            let ScoreMeasures {
                interquartile_mean,
                improvement,
                ..
            } = arm.scores.get(place)?;
            let mut row = vec![
                arm.arm.clone(),
                percent(interquartile_mean.value),
                ends(interquartile_mean, 1),
            ];
            if several {
                row.extend(match improvement {
                    Some(better) => [format!("{:.0} %", 100.0 * better.value), ends(better, 0)],
                    None => ["baseline", ""].map(str::to_owned),
                });
            }
            if place == 0 {
                row.extend([arm.runs.to_string(), thousands(arm.mean_games as u64)]);
            }
            Some(row)
        };
        rows(&head, self.arms.iter().filter_map(row))
    }

    /// How the champions decide endgames; empty if no arm measured it.
    fn truth_table(&self) -> String {
        let head = [
            "arm",
            "result kept",
            "95 % interval",
            "seeds lost",
            "95 % interval",
        ];
        let row = |arm: &ArmMeasures| {
            let (result, loss) = (arm.truth_result?, arm.truth_loss?);
            Some(vec![
                arm.arm.clone(),
                percent(result.value),
                ends(&result, 1),
                format!("{:.3}", loss.value),
                match (loss.low, loss.high) {
                    (Some(low), Some(high)) => format!("{low:.3} to {high:.3}"),
                    _ => "-".to_owned(),
                },
            ])
        };
        let table = rows(&head, self.arms.iter().filter_map(row));
        match table.lines().count() {
            0 | 1 => String::new(),
            _ => format!("\nDecisions in endgames, beside exact play\n{table}"),
        }
    }

    /// The games to the target; empty if there is none.
    fn target_table(&self) -> String {
        let Some(target) = self.target else {
            return String::new();
        };
        let head = [
            "arm",
            "reached",
            "games (median)",
            "95 % interval",
            "games a run",
        ];
        let row = |arm: &ArmMeasures| {
            let target = arm.target?;
            Some(vec![
                arm.arm.clone(),
                format!("{} of {}", target.reached, arm.runs),
                games(target.games),
                match target {
                    TargetMeasures {
                        has_interval: true,
                        low,
                        high,
                        ..
                    } => format!("{} to {}", games(low), games(high)),
                    _ => "-".to_owned(),
                },
                thousands(arm.mean_games as u64),
            ])
        };
        let table = rows(&head, self.arms.iter().filter_map(row));
        format!(
            "\nGames of training until {} is {target}\n{table}",
            self.score
        )
    }

    fn explanation(&self) -> String {
        let mut text = wrapped(
            "Score: the interquartile mean over the runs (the mean of the middle half) of the \
             champion's share of the points on openings that no run saw. Interval: what other \
             seeds would bring, 95 % bootstrap over whole runs. Intervals that do not overlap are \
             a clear difference; two that overlap can be one as well.",
        );
        if self.opponents.len() > 1 {
            text += &wrapped(
                "Over all opponents the middle half is that of all scores together, so what it \
                 leaves out are mostly those against the easiest and the hardest.",
            );
        }
        if self.arms.len() > 1 {
            text += &wrapped(&format!(
                "Better: the probability that a run of the arm scores higher than one of {}, ties \
                 half. 50 % is no difference; it says nothing of by how much.",
                self.baseline
            ));
        }
        if self.target.is_some() {
            text += &wrapped(
                "Games to the target: up to the first generation whose best reaches it on the test \
                 openings, also by luck. Of an arm that is tested more often, the mean of as many \
                 tests counts as span the games between two of the arm tested least. A run that \
                 never did counts as one that takes for ever; >: more than the games that were \
                 played.",
            );
        }
        text
    }
}

/// A text in lines of 80 characters, where its words allow it.
fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut width = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if width > 0 {
            let breaks = width + 1 + length > 80;
            lines.push(if breaks { '\n' } else { ' ' });
            width = if breaks { 0 } else { width + 1 };
        }
        lines += word;
        width += length;
    }
    lines + "\n"
}

/// Aligned rows below a head.
fn rows(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let head = head.iter().map(|cell| (*cell).to_owned()).collect();
    align(
        &std::iter::once(head)
            .chain(rows)
            .collect::<Vec<Vec<String>>>(),
    )
}

/// The ends of an interval of shares in percent.
fn ends(interval: &Interval, decimals: usize) -> String {
    match (interval.low, interval.high) {
        (Some(low), Some(high)) => {
            let [low, high] = [low, high].map(|end| 100.0 * end);
            format!("{low:.decimals$} to {high:.decimals$} %")
        }
        _ => "-".to_owned(),
    }
}

fn games(games: Option<f64>) -> String {
    games.map_or_else(|| ">".to_owned(), |games| thousands(games.round() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("a b"), "a b\n");
        let text = format!("{} b {}", "a".repeat(78), "c".repeat(90));
        let lines = format!("{} b\n{}\n", "a".repeat(78), "c".repeat(90));
        assert_eq!(wrapped(&text), lines);
    }
}
