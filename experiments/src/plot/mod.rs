//! Figures: how well a run learns, drawn as SVG and PNG.
//!
//! `Curve::read` takes one run's `generations.csv`; `draw` turns one or several such
//! curves into `learning_curve.svg` and `learning_curve.png`. The two files come from the
//! same drawing code, need no font installed on the machine (one is bundled), and are the
//! same byte for byte whenever the data are the same. Beside them lie the caption, as
//! `learning_curve.txt`, and what is drawn, as `learning_curve.csv`.
//!
//! | module           | task                                                      |
//! |------------------|-----------------------------------------------------------|
//! | `curve`          | read and check `generations.csv`                          |
//! | `summary`        | reduce the runs to the series that are drawn              |
//! | `style`          | colours, sizes, numbers as text                           |
//! | `font`           | the bundled font                                          |
//! | `axis`           | ticks, where a value lies on the page, the axes           |
//! | `canvas`         | lines, bands, markers and text over either backend        |
//! | `caption`        | the text beside a figure                                  |
//! | `data`           | what a figure draws, as a table beside it                 |
//! | `files`          | the files of a figure, each written whole or not at all   |
//! | `heading`        | title, subtitle and caption of a figure of runs           |
//! | `learning_curve` | the figure itself                                         |
//! | `population`     | its lower panel                                           |
//! | `truth`          | its lowest panel, of endgame decisions                    |
//! | `drawing`        | the lines of both                                         |
//! | `panels`         | a figure of small panels with the same lines              |
//! | `endgames`       | from reports on endgames to such a figure                 |
//! | `weights`        | the figure of the best's weights                          |
//! | `strength`       | the figure of scores by opponent                          |
//! | `ciao`           | the heat map of champions against their ancestors         |
//! | `comparison`     | arms of a sweep side by side                              |
//! | `runs`           | from run directories to their figures                     |

mod axis;
mod canvas;
mod caption;
mod ciao;
mod comparison;
mod curve;
mod data;
mod drawing;
mod endgames;
mod files;
mod font;
mod heading;
mod learning_curve;
#[cfg(test)]
mod made_up;
mod panels;
mod population;
mod runs;
mod strength;
mod style;
mod summary;
mod truth;
mod weights;

use std::path::PathBuf;

pub(crate) use ciao::draw_ciao;
pub(crate) use comparison::draw_comparison;
pub(crate) use curve::Curve;
use curve::{Generation, Opponent, Score};
pub(crate) use data::Data;
pub(crate) use endgames::draw_reports;
use learning_curve::draw;
pub(crate) use runs::{FIGURES, best_weights, draw_runs};

/// What the horizontal axis of a figure of runs counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub(crate) enum Across {
    /// Generations, the initial population being 0.
    #[default]
    Generations,
    /// Games played in training.
    Games,
}

impl Across {
    /// The name of the axis.
    fn name(self) -> &'static str {
        match self {
            Across::Generations => "Generation",
            Across::Games => "Games of training",
        }
    }

    /// Where the axis begins, whatever is drawn.
    fn origin(self) -> Option<f64> {
        (self == Across::Games).then_some(0.0)
    }
}

/// Why a figure could not be made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PlotError {
    /// A file could not be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// A file or folder could not be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// A file is not readable as CSV text.
    #[error("{}, line {line}: found {found}, expected CSV text in UTF-8", path.display())]
    NotCsv {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// What the CSV reader met.
        found: String,
    },
    /// A column is missing from the header line.
    #[error("{}, line 1: found no column `{column}`, expected it in the header", path.display())]
    MissingColumn {
        /// The file.
        path: PathBuf,
        /// The name that was looked for.
        column: String,
    },
    /// A column stands in the header line more than once.
    #[error("{}, line 1: found column `{column}` twice, expected it once", path.display())]
    RepeatedColumn {
        /// The file.
        path: PathBuf,
        /// The repeated name.
        column: String,
    },
    /// The file has a header line but nothing below it.
    #[error("{}: found no row, expected one for each generation: has the run completed its first?", path.display())]
    NoRows {
        /// The file.
        path: PathBuf,
    },
    /// One cell does not hold what its column promises.
    #[error("{}, line {line}, column `{column}`: found `{found}`, expected {expected}", path.display())]
    Cell {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// The column's name.
        column: String,
        /// The cell's text.
        found: String,
        /// What would have been right.
        expected: String,
    },
    /// [`draw`] was given no curve.
    #[error("found no curve, expected at least one run to draw")]
    NoCurves,
    /// [`draw`] was given a curve without a single generation.
    #[error("run `{label}`: found no generation, expected at least one")]
    EmptyCurve {
        /// The run's label.
        label: String,
    },
    /// Runs in one figure were measured against different opponents.
    #[error("run `{label}`: found opponents {found}, expected {expected} as in run `{first}`")]
    OpponentsDiffer {
        /// The first run's label.
        first: String,
        /// The first run's opponents.
        expected: String,
        /// The differing run's label.
        label: String,
        /// The differing run's opponents.
        found: String,
    },
    /// The horizontal axis is to count games, and there are none.
    #[error("found no games of training to draw over, expected --x generations")]
    NoGames,
    /// The drawing library failed.
    #[error("drawing failed: {0}")]
    Draw(String),
}
