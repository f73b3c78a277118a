//! Folders that commands make and keep to themselves.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};

use crate::files::sync_folder;

/// Makes a folder at `path` in one step: `fill` fills it under another name,
/// so it is there with all that belongs in it, or not at all.
pub(crate) fn make_whole(path: &Path, fill: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
    let name = path
        .file_name()
        .with_context(|| format!("{}: not the name of a folder", path.display()))?;
    let parent = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let cannot_make = || format!("cannot make {}", path.display());
    let part = make_part(parent, &name.display().to_string()).with_context(cannot_make)?;
    let make = || -> Result<()> {
        fill(&part)?;
        fs::rename(&part, path).with_context(cannot_make)?;
        sync_folder(parent);
        Ok(())
    };
    make().inspect_err(|_| {
        // Best effort: the error to report is the first one.
        fs::remove_dir_all(&part).ok();
    })
}

/// Makes an empty folder under a name that nobody else has: processes of two
/// machines may have one number, and one that was killed leaves its folder.
fn make_part(parent: &Path, name: &str) -> io::Result<PathBuf> {
    fs::create_dir_all(parent)?;
    for number in 0_u32.. {
        let part = parent.join(format!(".{name}.{}-{number}.part", std::process::id()));
        match fs::create_dir(&part) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            made => return made.map(|()| part),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Another process has the lock of a folder.
#[derive(Debug, thiserror::Error)]
#[error("{}: another warri is running it; wait until it ends", .0.display())]
pub(crate) struct Locked(PathBuf);

/// Keeps other processes from writing to a folder; freed when the process
/// ends, however it ends.
pub(crate) fn lock(folder: &Path) -> Result<File> {
    let path = folder.join("lock");
    let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Locked(folder.to_owned()).into()),
        Err(TryLockError::Error(error)) => {
            Err(anyhow!(error).context(format!("cannot lock {}", path.display())))
        }
    }
}
