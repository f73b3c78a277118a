//! Copies of the bot files that configs name, so that what was begun does not
//! depend on what becomes of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::files::{read_text, sha256, write_whole};

/// Bot files, and what their copies are called: `bots/NAME.toml`,
/// `bots/NAME-2.toml` and so on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Copies(BTreeMap<PathBuf, String>);

impl Copies {
    /// Names copies of these files, those that have none yet.
    pub(crate) fn name(&mut self, bot_files: &[(PathBuf, String)]) {
        for (path, _) in bot_files {
            if self.0.contains_key(path) {
                continue;
            }
            let stem = path.file_stem().unwrap_or_default().display().to_string();
            let mut name = format!("bots/{stem}.toml");
            let mut number = 1;
            while self.0.values().any(|taken| *taken == name) {
                number += 1;
                name = format!("bots/{stem}-{number}.toml");
            }
            self.0.insert(path.clone(), name);
        }
    }

    /// The names by path.
    pub(crate) fn names(&self) -> &BTreeMap<PathBuf, String> {
        &self.0
    }

    /// The hashes of the files by the names of their copies.
    pub(crate) fn hashes(&self) -> Result<BTreeMap<String, String>> {
        let hash = |(path, name): (&PathBuf, &String)| Ok((name.clone(), sha256(path)?));
        self.0.iter().map(hash).collect()
    }

    /// Makes the copies in a folder, and returns their hashes by name.
    pub(crate) fn make(&self, folder: &Path) -> Result<BTreeMap<String, String>> {
        for (path, name) in &self.0 {
            let bots = folder.join("bots");
            fs::create_dir_all(&bots).with_context(|| format!("cannot make {}", bots.display()))?;
            write_whole(&folder.join(name), read_text(path)?.as_bytes())?;
        }
        let hash = |name: &String| Ok((name.clone(), sha256(&folder.join(name))?));
        self.0.values().map(hash).collect()
    }
}

/// Refuses copies in `folder` that are not those that a run, or `what` else,
/// began with.
pub(crate) fn check_copies(
    folder: &Path,
    expected: &BTreeMap<String, String>,
    what: &str,
) -> Result<()> {
    for (name, hash) in expected {
        let path = folder.join(name);
        ensure!(
            sha256(&path)? == *hash,
            "{}: the bot was changed since the {what} began: change it back, or begin another {what}",
            path.display()
        );
    }
    Ok(())
}
