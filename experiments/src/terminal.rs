//! Standard output, and what happens when nobody reads it any more.

use std::io::{self, StdoutLock, Write};

use anyhow::Result;

/// Standard output, with errors that say that it is.
pub(crate) struct Output(StdoutLock<'static>);

impl Output {
    /// Standard output, for us alone.
    pub(crate) fn lock() -> Output {
        Output(io::stdout().lock())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(named)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(named)
    }
}

fn named(error: io::Error) -> io::Error {
    io::Error::new(
        error.kind(),
        format!("cannot write standard output: {error}"),
    )
}

/// Prints a text and a line break. If the reader has closed our output there
/// is just no more to say, and what is being done goes on.
///
/// # Errors
/// If it cannot be written for another reason.
pub(crate) fn print(text: impl AsRef<str>) -> Result<()> {
    let mut out = Output::lock();
    match writeln!(out, "{}", text.as_ref()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}

/// Whether the reader of our output has closed it, as in `warri … | head`:
/// nothing is wrong then, there is just no more to say.
pub(crate) fn nobody_reads(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
