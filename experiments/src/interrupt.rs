//! The last word when Ctrl-C or a request to terminate ends the program.

use std::io;
use std::process::exit;

use anyhow::{Context, Result};

use crate::files::hold_files;

/// Exit code of a program that an interrupt ended, by the shells' custom.
const INTERRUPTED: i32 = 130;

/// Runs `last` when the program is interrupted, and ends it.
pub(crate) fn on_interrupt(last: impl Fn() + Send + 'static) -> Result<()> {
    ctrlc::set_handler(move || {
        // Others may still be at work, and fail at what `last` does.
        let _words = io::stderr().lock();
        let _files = hold_files();
        last();
        exit(INTERRUPTED);
    })
    .context("cannot listen for Ctrl-C")
}
