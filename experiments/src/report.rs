//! Results as people read them.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use crate::run::{Finished, FreshScore, RunDir};

/// A share as a percentage with one decimal.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A whole number with its thousands set apart.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// An Elo difference with its sign.
pub(crate) fn signed(elo: f64) -> String {
    if elo.is_infinite() {
        return if elo > 0.0 { "+∞" } else { "−∞" }.to_owned();
    }
    format!("{elo:+.0}").replace('-', "−")
}

/// A duration in seconds, or in its two largest units.
pub(crate) fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 120.0 {
        format!("{seconds:.1} s")
    } else {
        let units = humantime::format_duration(Duration::from_secs(time.as_secs())).to_string();
        let largest: Vec<&str> = units.split(' ').take(2).collect();
        largest.join(" ")
    }
}

/// An amount of memory, in the largest unit that it has one of.
pub(crate) fn memory(bytes: u64) -> String {
    const KIB: f64 = 1024.0;
    let kib = bytes as f64 / KIB;
    if kib < KIB {
        format!("{:.0} KiB", kib.ceil())
    } else if kib < KIB * KIB {
        format!("{:.1} MiB", kib / KIB)
    } else {
        format!("{:.2} GiB", kib / KIB / KIB)
    }
}

/// How to type a command of this program, as it was started itself.
pub(crate) fn command(arguments: &str) -> String {
    match std::env::var_os("CARGO") {
        Some(_) => format!("cargo run --release -- {arguments}"),
        None => format!("warri {arguments}"),
    }
}

/// A path as it has to be typed.
pub(crate) fn typed(path: &Path) -> String {
    let text = path.display().to_string();
    if text.contains(|c: char| c.is_whitespace() || "'\"\\$&;()*?<>|".contains(c)) {
        format!("'{}'", text.replace('\'', r"'\''"))
    } else {
        text
    }
}

/// What a finished run brought.
pub(crate) fn finished_run(run: &RunDir, finished: &Finished, time: Duration) -> String {
    let mut text = String::new();
    // Writing to a text cannot fail.
    let _ = writeln!(
        text,
        "{}: {} games, done in {}\n",
        run.path().display(),
        thousands(finished.games),
        duration(time)
    );
    if let Some(generation) = finished.stopped_at {
        let _ = writeln!(
            text,
            "Stopped after generation {generation} by a rule of `stop` in its config.\n"
        );
    }
    let games = finished.fresh.first().map_or(0, |score| score.games);
    let _ = writeln!(
        text,
        "The champion (individual {}) on openings it never saw, {} games against each:",
        finished.champion,
        thousands(games.into())
    );
    text += &scores(&finished.fresh);
    if finished.games > 0 {
        let _ = writeln!(
            text,
            "Against its opponents in training: {} there, {} on openings it never saw",
            percent(finished.training_score),
            percent(finished.unseen_score)
        );
    }
    let _ = write!(
        text,
        "\nWritten to {}:\n  \
         champion.toml              the bot\n  \
         plots/learning_curve.svg   how it learned; weights and strength are beside it\n  \
         generations.csv            a row a generation; individuals.csv, games.csv: more\n\n\
         Next:\n  {}\n  {}\n  {}",
        run.path().display(),
        command(&format!(
            "match {} greedy",
            typed(&run.file("champion.toml"))
        )),
        match finished.games {
            0 => command(&format!("rate {}", typed(&run.file("champion.toml")))),
            last => command(&format!("replay {} {last}", typed(run.path()))),
        },
        command(&format!("report {}", typed(run.path()))),
    );
    text
}

fn scores(scores: &[FreshScore]) -> String {
    let width = scores
        .iter()
        .map(|score| score.opponent.len())
        .max()
        .unwrap_or(0);
    scores
        .iter()
        .map(|score| {
            format!(
                "  {:<width$}  {:>7}   95 % interval {} to {}\n",
                score.opponent,
                percent(score.score),
                percent(score.low),
                percent(score.high)
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(61_504), "61,504");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(percent(0.9125), "91.2 %");
        assert_eq!(duration(Duration::from_millis(31_250)), "31.2 s");
        assert_eq!(duration(Duration::from_secs(3_725)), "1h 2m");
        assert_eq!(duration(Duration::from_secs(125)), "2m 5s");
        assert!(!duration(Duration::MAX).is_empty());
        assert_eq!(memory(0), "0 KiB");
        assert_eq!(memory(1025), "2 KiB");
        assert_eq!(memory(9_900_000), "9.4 MiB");
        assert_eq!(memory(5_150_000_000), "4.80 GiB");
        assert_eq!(typed(Path::new("a b/it's")), r"'a b/it'\''s'");
    }
}
