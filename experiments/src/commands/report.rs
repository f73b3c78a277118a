//! `warri report`: a run as a page to read.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueHint};

use crate::files::{check_free, write_whole};
use crate::page::{is_page, page};
use crate::terminal::print;

/// Arguments of `warri report`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  warri report runs/quickstart-1
  warri report runs/NAME --out NAME.html")]
pub(crate) struct Report {
    /// Directory of a finished run, folder of several replicates, or of a sweep
    #[arg(value_hint = ValueHint::DirPath)]
    dir: PathBuf,
    /// The file to write [default: report.html in the directory]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: Option<PathBuf>,
}

impl Report {
    pub(crate) fn run(self) -> Result<()> {
        let out = self.out.unwrap_or_else(|| self.dir.join("report.html"));
        check_free(&out, "a page of `warri report`", is_page)?;
        let page = page(&self.dir)?;
        write_whole(&out, page.as_bytes())?;
        print(format!(
            "{}\n\nNext:\n  open it in a browser; it is one file, to keep or to send",
            out.display()
        ))
    }
}
