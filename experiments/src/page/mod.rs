//! Pages: a run, its replicates or a sweep as one HTML file to read.
//!
//! A page is made of the files that are committed of a run, so figures are
//! drawn anew and games played again. It loads nothing and has no dates but
//! those of the manifests; the same input gives the same bytes.
//!
//! | module       | task                                                      |
//! |--------------|-----------------------------------------------------------|
//! | `source`     | what the files of a finished run say                      |
//! | `html`       | the document around a page; data and files inside it      |
//! | `summary`    | what evolved and how strong it is, in a paragraph         |
//! | `champion`   | a bot in words and bars                                   |
//! | `record`     | the champion against each reference                       |
//! | `figures`    | figures, drawn anew                                       |
//! | `samples`    | which games are shown, and playing them                   |
//! | `frames`     | a game as positions, with what each move did              |
//! | `board`      | a position drawn                                          |
//! | `games`      | the games on the page                                     |
//! | `settings`   | what was set                                              |
//! | `provenance` | where it comes from, and how to check it                  |
//! | `run`        | the page of a run                                         |
//! | `replicates` | the page of runs that differ in their seeds               |
//! | `sweep`      | the page of a sweep                                       |
//! | `arms`       | its arms as tables                                        |

mod arms;
mod board;
mod champion;
mod figures;
mod frames;
mod games;
mod html;
mod provenance;
mod record;
mod replicates;
mod run;
mod samples;
mod settings;
mod source;
mod summary;
mod sweep;

use std::path::Path;

use anyhow::Result;

pub(crate) use html::is_page;

use crate::run::RunDir;
use crate::sweep::Sweep;

/// The page of the run, the replicates or the sweep in a folder.
pub(crate) fn page(folder: &Path) -> Result<String> {
    if Sweep::is_in(folder) {
        return sweep::page(folder);
    }
    match RunDir::find(folder)?.as_slice() {
        [run] if run.path() == folder => run::page(run.clone()),
        runs => replicates::page(folder, runs.to_vec()),
    }
}
