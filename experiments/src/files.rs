//! Small dealings with files, each error naming the file.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

/// Reads a whole text file.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    String::from_utf8(bytes)
        .ok()
        .with_context(|| format!("{}: not a text file (UTF-8 is expected)", path.display()))
}

/// Writes a file so that it is never seen half-written and survives a power
/// cut: under another name, synced, then renamed.
pub(crate) fn write_whole(path: &Path, content: &[u8]) -> Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = PathBuf::from(name);
    let write = || -> io::Result<()> {
        let mut file = File::create(&part)?;
        file.write_all(content)?;
        file.sync_all()?;
        fs::rename(&part, path)
    };
    write().map_err(|error| {
        // Best effort: the error to report is the first one.
        fs::remove_file(&part).ok();
        anyhow::Error::new(error).context(format!("cannot write {}", path.display()))
    })
}

/// The SHA-256 of a file, in hexadecimal.
pub(crate) fn sha256(path: &Path) -> Result<String> {
    let mut hash = Sha256::new();
    let hashed = File::open(path).and_then(|mut file| io::copy(&mut file, &mut Hasher(&mut hash)));
    hashed.with_context(|| format!("cannot read {}", path.display()))?;
    let bytes = hash.finalize();
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

struct Hasher<'a>(&'a mut Sha256);

impl Write for Hasher<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
