//! Standard output, and what happens when nobody reads it any more.

use std::io::{self, Write};

use anyhow::Result;

/// Prints a text and a line break.
///
/// # Errors
/// If it cannot be written; see [`nobody_reads`].
pub(crate) fn print(text: impl AsRef<str>) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_ref().as_bytes())?;
    out.write_all(b"\n")?;
    Ok(out.flush()?)
}

/// Whether the reader of our output has closed it, as in `warri … | head`:
/// nothing is wrong then, there is just no more to say.
pub(crate) fn nobody_reads(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
