//! The threads that play.

use anyhow::{Context, Result, ensure};

/// The most threads that can be asked for; more have no work to share.
const MOST: usize = 256;

/// Threads to use: as many as asked for, or one for each core.
pub(crate) fn threads(asked: Option<usize>) -> Result<usize> {
    let Some(threads) = asked else {
        return Ok(std::thread::available_parallelism().map_or(1, Into::into));
    };
    ensure!(
        (1..=MOST).contains(&threads),
        "--threads {threads}: expected a whole number from 1 to {MOST}"
    );
    Ok(threads)
}

/// Runs `work` with its games played on so many threads.
pub(crate) fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> Result<T> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.with_context(|| format!("cannot start {threads} threads"))?;
    Ok(pool.install(work))
}
