//! The memory that solving takes, known before it begins.

use anyhow::{Result, ensure};
use warri_engine::endgame::{memory_to_solve, positions_with};

use super::Job;
use crate::tables::file;

/// Bytes of a GiB.
const GIB: f64 = (1_u64 << 30) as f64;

/// The most bytes that a job takes at any moment.
pub(crate) fn needed(job: &Job<'_>) -> u64 {
    let at_layer = |seeds| match file(job.folder, job.variant, seeds).exists() {
        true => to_read(seeds),
        false => memory_to_solve(seeds),
    };
    let most = (0..=job.seeds).map(at_layer).max().unwrap_or(0);
    // Those beside are read whole, before anything else.
    let beside = (0..=job.seeds).map(positions_with).sum::<usize>();
    most + job.beside.map_or(0, |_| 4 * beside as u64)
}

/// A layer that is read has its progress, those below it have forgotten it.
fn to_read(seeds: u8) -> u64 {
    let below = (0..seeds).map(positions_with).sum::<usize>();
    2 * below as u64 + 4 * positions_with(seeds) as u64
}

/// Refuses a job that takes more than `limit`, in GiB.
pub(crate) fn allow(job: &Job<'_>, limit: f64) -> Result<()> {
    let gib = |seeds| {
        let job = Job { seeds, ..*job };
        needed(&job) as f64 / GIB
    };
    let most = (0..job.seeds).rev().find(|&seeds| gib(seeds) <= limit);
    let fewer = match most {
        Some(seeds) => format!(", or --seeds {seeds}"),
        None => String::new(),
    };
    let need = gib(job.seeds);
    ensure!(
        need <= limit,
        "--memory {limit}: solving up to {} seeds takes {1} GiB: expected {1} or more{fewer}",
        job.seeds,
        rounded_up(need)
    );
    Ok(())
}

/// A number that is surely enough, with so many decimals that it is no 0.
fn rounded_up(gib: f64) -> String {
    let decimals = if gib < 0.1 { 5 } else { 2 };
    let scale = 10_f64.powi(decimals);
    let up = (gib * scale).ceil() / scale;
    format!("{up:.*}", decimals as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_is_enough() {
        assert_eq!(rounded_up(1.001), "1.01");
        assert_eq!(rounded_up(0.000_012), "0.00002");
        assert_eq!(rounded_up(0.25), "0.25");
    }
}
