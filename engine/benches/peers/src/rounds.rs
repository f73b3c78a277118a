//! Measuring ours and theirs by turns.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::Result;

pub(crate) const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_secs(1);

/// One line of the table.
pub(crate) struct Row {
    pub(crate) work: String,
    pub(crate) peer: String,
    pub(crate) ours: Rates,
    pub(crate) theirs: Rates,
}

/// Work done in a second, a number for each round.
pub(crate) struct Rates(Vec<f64>);

/// Measures by turns, so that whatever else the machine does meanwhile
/// befalls both.
pub(crate) fn interleave(
    mut ours: impl FnMut() -> Result<f64>,
    mut theirs: impl FnMut() -> Result<f64>,
) -> Result<(Rates, Rates)> {
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        a.push(ours()?);
        b.push(theirs()?);
    }
    Ok((Rates(a), Rates(b)))
}

/// Repeats `work`, which amounts to `units`, for about a second; units a
/// second.
pub(crate) fn rate(units: f64, mut work: impl FnMut()) -> f64 {
    let start = Instant::now();
    let mut done = 0.0;
    while start.elapsed() < ROUND {
        work();
        done += units;
    }
    done / start.elapsed().as_secs_f64()
}

impl Rates {
    fn best(&self) -> f64 {
        self.0.iter().copied().fold(0.0, f64::max)
    }

    fn median(&self) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        sorted[sorted.len() / 2]
    }
}

impl fmt::Display for Rates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:.1} ({:.1})", self.best(), self.median()))
    }
}

impl Row {
    pub(crate) const HEAD: &str = "\
work, a second                            ours            theirs    ratio  they are";
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row {
            work,
            peer,
            ours,
            theirs,
        } = self;
        let ratio = ours.best() / theirs.best();
        write!(f, "{work:<28}{ours:>18}{theirs:>18}{ratio:>9.1}  {peer}")
    }
}
