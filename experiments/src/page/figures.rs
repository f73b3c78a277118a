//! Figures in a page: drawn anew, as `warri plot` draws them.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use maud::{Markup, PreEscaped, html};

use crate::ciao::Ciao;
use crate::files::read_text;
use crate::plot::{Across, draw_ciao, draw_runs};
use crate::run::RunDir;

/// Paragraphs of a caption, or their beginnings, that a page tells elsewhere.
const ELSEWHERE: [&str; 3] = ["Runs", "Settings", "Config"];

/// The paragraph that needs no word for what it is about.
const SHOWN: &str = "Shown";

/// A figure, and the caption that lies beside it.
pub(super) struct Figure {
    svg: String,
    caption: String,
}

/// All figures of one run, or of several that differ in their seeds.
pub(super) fn of_runs(runs: &[RunDir]) -> Result<Vec<Figure>> {
    drawn(|folder| draw_runs(runs, Across::default(), folder))
}

/// The champions of a run against their ancestors, if `warri ciao` has had
/// them play.
pub(super) fn of_ancestors(run: &RunDir) -> Result<Vec<Figure>> {
    match Ciao::read(run)? {
        Some(ciao) => drawn(|folder| draw_ciao(&ciao, folder)),
        None => Ok(Vec::new()),
    }
}

/// Figures that `draw` draws into a folder, in their order. The folder is gone
/// afterwards: a page leaves no other file than itself.
pub(super) fn drawn(draw: impl FnOnce(&Path) -> Result<Vec<PathBuf>>) -> Result<Vec<Figure>> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let paths = draw(folder.path())?;
    let pictures = paths
        .iter()
        .filter(|path| path.extension() == Some(OsStr::new("svg")));
    let read = |path: &PathBuf| {
        Ok(Figure {
            svg: read_text(path)?,
            caption: read_text(&path.with_extension("txt"))?,
        })
    };
    pictures.map(read).collect()
}

impl Figure {
    /// With its caption.
    pub(super) fn whole(&self) -> Markup {
        self.titled(&html! { b { (self.title()) "." } })
    }

    /// With its caption under another title.
    pub(super) fn titled(&self, title: &Markup) -> Markup {
        // The first is the title.
        let told = self.caption.split("\n\n").skip(1).filter_map(|paragraph| {
            let (about, text) = paragraph.trim().split_once(": ")?;
            let elsewhere = ELSEWHERE.contains(&about.split(' ').next()?);
            (!elsewhere).then_some((about, text))
        });
        self.with(&html! {
            (title)
            @for (about, text) in told {
                " "
                @if about == SHOWN { (with_code(&capital(text))) }
                @else { span.about { (about) ":" } " " (with_code(text)) }
            }
        })
    }

    /// With another caption, a title alone.
    pub(super) fn with(&self, caption: &Markup) -> Markup {
        html! {
            figure.plot {
                div.card tabindex="0" role="img" aria-label=(self.title()) { (PreEscaped(&self.svg)) }
                figcaption { (caption) }
            }
        }
    }

    fn title(&self) -> &str {
        self.caption.lines().next().unwrap_or_default()
    }
}

/// A text in which what stands between backticks is code.
fn with_code(text: &str) -> Markup {
    html! {
        @for (index, part) in text.split('`').enumerate() {
            @if index % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// A text with a capital letter at its beginning.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
