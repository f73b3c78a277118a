//! Folders that commands make and keep to themselves.

use std::fs::{self, File, TryLockError};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};

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
    let part = parent.join(format!(".{}.{}.part", name.display(), std::process::id()));
    let make = || -> Result<()> {
        fs::create_dir_all(&part).with_context(|| format!("cannot make {}", path.display()))?;
        fill(&part)?;
        fs::rename(&part, path).with_context(|| format!("cannot make {}", path.display()))?;
        sync_folder(parent);
        Ok(())
    };
    make().inspect_err(|_| {
        // Best effort: the error to report is the first one.
        fs::remove_dir_all(&part).ok();
    })
}

/// Keeps other processes from writing to a folder; freed when the process
/// ends, however it ends.
pub(crate) fn lock(folder: &Path) -> Result<File> {
    let path = folder.join("lock");
    let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            bail!(
                "{}: another warri is running it; wait until it ends",
                folder.display()
            )
        }
        Err(TryLockError::Error(error)) => {
            Err(anyhow!(error).context(format!("cannot lock {}", path.display())))
        }
    }
}
