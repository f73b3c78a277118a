//! Progress on standard error, only on a terminal.

use std::sync::Once;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use terminal_size::{Width, terminal_size_of};

/// A bar that counts games, or other things. Hidden if standard error is no terminal.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// A bar for `games` games, or none if `quiet`.
    pub(crate) fn new(games: u64, quiet: bool) -> Progress {
        Progress::counting("games", games, quiet)
    }

    /// A bar for so many `things`, or none if `quiet`.
    pub(crate) fn counting(things: &'static str, count: u64, quiet: bool) -> Progress {
        let target = if quiet {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        let bar = ProgressBar::with_draw_target(Some(count), target);
        let columns = terminal_size_of(std::io::stderr()).map_or(80, |(Width(columns), _)| columns);
        // A line that does not fit would be drawn anew below, again and again.
        let template = if columns < 90 {
            "{prefix} {wide_bar} {percent:>3} %  {eta} left"
        } else {
            "{prefix} {bar:20} {percent:>3} %  {per_sec}  {eta} left  {wide_msg}"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            let per_sec = move |state: &indicatif::ProgressState, out: &mut dyn std::fmt::Write| {
                // A bar that cannot be written is no reason to stop.
                let _ = write!(out, "{:.0} {things}/s", state.per_sec());
            };
            bar.set_style(style.with_key("per_sec", per_sec));
        }
        Progress(bar)
    }

    /// A bar for work in so many steps, or none if `quiet`.
    pub(crate) fn of_steps(steps: u64, quiet: bool) -> Progress {
        let progress = Progress::new(steps, quiet);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {percent:>3} %  {eta} left") {
            progress.0.set_style(style);
        }
        progress
    }

    /// Games that an earlier session played already.
    pub(crate) fn start_at(&self, games: u64) {
        self.0.set_position(games);
        self.0.reset_eta();
    }

    /// So many are done by now.
    pub(crate) fn at(&self, count: u64) {
        self.0.set_position(count);
    }

    /// What is being done, before the bar.
    pub(crate) fn label(&self, label: String) {
        self.0.set_prefix(label);
    }

    /// How it goes, behind the bar.
    pub(crate) fn message(&self, message: String) {
        self.0.set_message(message);
    }

    /// More games were played.
    pub(crate) fn add(&self, games: u64) {
        self.0.inc(games);
    }

    /// So many of them belong to a part of the work.
    pub(crate) fn share(&self, games: u64) -> Share<'_> {
        Share {
            progress: self,
            left: AtomicU64::new(games),
        }
    }
}

/// A bar that appears only when the work takes long.
pub(crate) struct LateProgress {
    progress: Progress,
    due: Instant,
    appears: Once,
    quiet: bool,
}

/// Nobody wonders about what takes so long.
const PATIENCE: Duration = Duration::from_secs(2);

impl LateProgress {
    /// A bar for so many `things`, a part of the work that was `begun` then; or
    /// none if `quiet`.
    pub(crate) fn counting(
        things: &'static str,
        count: u64,
        begun: Instant,
        quiet: bool,
    ) -> LateProgress {
        LateProgress {
            progress: Progress::counting(things, count, true),
            due: begun + PATIENCE,
            appears: Once::new(),
            quiet,
        }
    }

    /// What is being done, before the bar.
    pub(crate) fn label(&self, label: String) {
        self.progress.label(label);
    }

    /// So many more are done.
    pub(crate) fn add(&self, count: u64) {
        if !self.quiet && Instant::now() >= self.due {
            let target = ProgressDrawTarget::stderr;
            self.appears
                .call_once(|| self.progress.0.set_draw_target(target()));
        }
        self.progress.add(count);
    }
}

/// A part of the work that a bar shows. What is not played of it after all
/// leaves the bar, so that the time that is left stays right.
pub(crate) struct Share<'a> {
    progress: &'a Progress,
    left: AtomicU64,
}

impl Share<'_> {
    /// More games of it were played.
    pub(crate) fn add(&self, games: u64) {
        self.take(games);
        self.progress.add(games);
    }

    /// So many need not be played.
    pub(crate) fn skip(&self, games: u64) {
        self.progress.0.dec_length(self.take(games));
    }

    /// Takes them from those that are left, and says how many these were.
    fn take(&self, games: u64) -> u64 {
        let rest = |left: u64| Some(left.saturating_sub(games));
        let left = self.left.fetch_update(Relaxed, Relaxed, rest);
        left.unwrap_or_else(|left| left).min(games)
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        self.skip(u64::MAX);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
