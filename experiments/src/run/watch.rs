//! Who is shown how a run goes.

use crate::progress::{Progress, Share};

/// Who is shown how a run goes.
pub(crate) enum Watch<'a> {
    /// A bar of its own, or nobody.
    Alone {
        /// Without the bar.
        quiet: bool,
    },
    /// A bar for several runs.
    Among(&'a Share<'a>),
}

impl Watch<'_> {
    /// A run of so many games begins, or goes on after some of them.
    pub(super) fn begin(&self, games: u64, done: u64) -> Watched<'_> {
        match self {
            Watch::Alone { quiet } => {
                let progress = Progress::new(games, *quiet);
                progress.start_at(done);
                Watched::Alone(progress)
            }
            Watch::Among(share) => {
                share.skip(done);
                Watched::Among(share)
            }
        }
    }
}

/// A run under way and the bar that shows it.
pub(super) enum Watched<'a> {
    Alone(Progress),
    Among(&'a Share<'a>),
}

impl Watched<'_> {
    /// More games were played.
    pub(super) fn add(&self, games: u64) {
        match self {
            Watched::Alone(progress) => progress.add(games),
            Watched::Among(share) => share.add(games),
        }
    }

    /// What is being done; of one run among several that would only flicker.
    pub(super) fn label(&self, label: String) {
        if let Watched::Alone(progress) = self {
            progress.label(label);
        }
    }

    /// How it goes, likewise.
    pub(super) fn message(&self, message: String) {
        if let Watched::Alone(progress) = self {
            progress.message(message);
        }
    }
}
