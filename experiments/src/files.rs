//! Small dealings with files, each error naming the file.

use std::fs::{self, DirEntry, File};
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::{PoisonError, RwLock, RwLockWriteGuard};

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};

/// The most that a text may hold: even the checkpoint of the largest population
/// has less, and a device never ends.
const MOST_BYTES: u64 = 4 << 30;

/// Reads a whole text file.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    read.with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(
        bytes.len() as u64 <= MOST_BYTES,
        "{}: more than {} GiB: expected a text file",
        path.display(),
        MOST_BYTES >> 30
    );
    String::from_utf8(bytes)
        .ok()
        .with_context(|| format!("{}: not a text file (UTF-8 is expected)", path.display()))
}

/// What is in a folder, in no order.
pub(crate) fn entries(folder: &Path) -> Result<Vec<DirEntry>> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect);
    entries.with_context(|| format!("cannot read {}", folder.display()))
}

/// The last part of a path, also of one such as `.`.
pub(crate) fn file_name(path: &Path) -> String {
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = whole.file_name().unwrap_or(path.as_os_str());
    name.display().to_string()
}

/// Writes a file so that it is never seen half-written and survives a power
/// cut.
pub(crate) fn write_whole(path: &Path, content: &[u8]) -> Result<()> {
    in_one_step(path, |part| fs::write(part, content))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Refuses to write over a file that `is_ours` does not know as one that the same
/// command wrote before; `what` says what that is.
pub(crate) fn check_free(path: &Path, what: &str, is_ours: fn(&Path) -> bool) -> Result<()> {
    ensure!(
        !path.exists() || is_ours(path),
        "cannot write {}: there is something else, expected nothing or {what}: give another \
         name with --out, or remove it",
        path.display()
    );
    Ok(())
}

/// Read by those who make a file, as long as it has another name.
static MAKING: RwLock<()> = RwLock::new(());

/// Lets nobody begin to make a file, once those in the making are there.
pub(crate) fn hold_files() -> RwLockWriteGuard<'static, ()> {
    // It guards no data that a panic could have left in disorder.
    MAKING.write().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the file `path` by writing it under another name, syncing, and
/// renaming it.
pub(crate) fn in_one_step<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&Path) -> Result<(), E>,
) -> Result<(), E> {
    let _making = MAKING.read().unwrap_or_else(PoisonError::into_inner);
    // Always the same, so what a killed program left is written over. The
    // extension stays, as it may tell the writer the format.
    let name = path.file_name().unwrap_or_default().display();
    let part = path.with_file_name(format!(".part.{name}"));
    let publish = || -> io::Result<()> {
        File::open(&part)?.sync_all()?;
        fs::rename(&part, path)?;
        sync_folder(path.parent().unwrap_or(Path::new("")));
        Ok(())
    };
    write(&part).and_then(|()| Ok(publish()?)).inspect_err(|_| {
        // Best effort: the error to report is the first one.
        fs::remove_file(&part).ok();
    })
}

/// Brings the names in a folder onto the disk, where the system can.
pub(crate) fn sync_folder(folder: &Path) {
    let folder = if folder == Path::new("") {
        Path::new(".")
    } else {
        folder
    };
    if let Ok(folder) = File::open(folder) {
        folder.sync_all().ok();
    }
}

/// The SHA-256 of a file, in hexadecimal.
pub(crate) fn sha256(path: &Path) -> Result<String> {
    let mut hash = Sha256::new();
    let hashed = File::open(path).and_then(|mut file| io::copy(&mut file, &mut Hasher(&mut hash)));
    hashed.with_context(|| format!("cannot read {}", path.display()))?;
    Ok(hexadecimal(&hash.finalize()))
}

/// Bytes as text.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
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
