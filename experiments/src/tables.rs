//! Endgame tables on the disk: a folder with a file for each layer.
//!
//! A file is a line of JSON, its header, and then the layer's bytes as
//! [`Layer::write`] writes them.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use anyhow::{Context, Result, anyhow, bail, ensure};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use warri_engine::Variant;
use warri_engine::endgame::{Endgames, Layer, MOST_SEEDS, positions_with};

use crate::files::{hexadecimal, in_one_step};
use crate::report::{command, typed};

/// The version of the files.
const FORMAT: u32 = 1;

/// What the first line of a file says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    /// What the file is, for whoever looks into it.
    kind: String,
    format: u32,
    variant: Variant,
    seeds: u8,
    positions: usize,
    /// SHA-256 of all that follows the header.
    sha256: String,
}

const KIND: &str = "warri endgame table";

/// Up to so many seeds a missing table is solved at once when it is needed: it
/// takes less than a second.
const AT_ONCE: u8 = 10;

/// The folder with the tables, as the command line or the environment says.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Says once where the tables are.
pub(crate) fn set_folder(folder: PathBuf) {
    // A second time would be a mistake of ours, and the first holds.
    FOLDER.set(folder).ok();
}

/// Where the tables are.
pub(crate) fn folder() -> &'static Path {
    FOLDER.get_or_init(|| PathBuf::from("tables"))
}

/// The file of a layer in a folder.
pub(crate) fn file(folder: &Path, variant: Variant, seeds: u8) -> PathBuf {
    folder.join(format!("{variant}-{seeds}.table"))
}

/// What was loaded of each variant: as far as anybody needs it. Tables for fewer
/// seeds are a part of it, so that no layer is in memory twice.
static LOADED: Mutex<BTreeMap<Variant, Loaded>> = Mutex::new(BTreeMap::new());

/// Tables with the checksum of each layer's content.
struct Loaded {
    endgames: Endgames,
    sha256: Vec<String>,
}

/// Whether [`load`] finds the tables for up to `seeds` seeds, or solves them at
/// once.
pub(crate) fn are_at_hand(variant: Variant, seeds: u8) -> bool {
    seeds <= MOST_SEEDS && missing(variant, seeds).is_none()
}

/// The first table that has to be there and is not.
fn missing(variant: Variant, seeds: u8) -> Option<PathBuf> {
    let needed = (AT_ONCE + 1..=seeds).map(|layer| file(folder(), variant, layer));
    needed.into_iter().find(|path| !path.exists())
}

/// The tables for up to `seeds` seeds: from the folder, or solved on the
/// current rayon pool if they are few.
///
/// # Errors
/// If a file is damaged or of something else, or is missing where solving it
/// would take long, or if there are no tables of so many seeds.
pub(crate) fn load(variant: Variant, seeds: u8) -> Result<Arc<Endgames>> {
    loaded(variant, seeds, |loaded| {
        Arc::new(loaded.endgames.up_to(seeds))
    })
}

/// The checksums of these tables by the names of their files, also of those
/// that were solved and have none.
///
/// # Errors
/// As of [`load`].
pub(crate) fn checksums(variant: Variant, seeds: u8) -> Result<BTreeMap<String, String>> {
    let name = |seeds| file(Path::new(""), variant, seeds).display().to_string();
    loaded(variant, seeds, |loaded| {
        let sha256 = loaded.sha256.iter().cloned();
        (0..=seeds).map(name).zip(sha256).collect()
    })
}

/// Sees to it that the tables for up to `seeds` seeds are loaded, and takes
/// what is needed of them.
fn loaded<T>(variant: Variant, seeds: u8, take: impl FnOnce(&Loaded) -> T) -> Result<T> {
    let mut all = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    let loaded = all.entry(variant).or_insert_with(|| Loaded {
        endgames: Endgames::new(variant),
        sha256: Vec::new(),
    });
    let next = loaded.sha256.len() as u8;
    if next <= seeds {
        check_are_at_hand(variant, seeds)?;
    }
    for seeds in next..=seeds {
        loaded.add(seeds)?;
    }
    Ok(take(loaded))
}

/// An error that says what helps, unless [`load`] can have them.
fn check_are_at_hand(variant: Variant, seeds: u8) -> Result<()> {
    ensure!(
        seeds <= MOST_SEEDS,
        "{seeds} seeds are on the board: endgame tables have {MOST_SEEDS} at most"
    );
    if let Some(path) = missing(variant, seeds) {
        let solve = format!(
            "solve --variant {variant} --seeds {seeds} --out {}",
            typed(folder())
        );
        bail!(
            "{}: there is no such table: `{}` makes it",
            path.display(),
            command(&solve)
        );
    }
    Ok(())
}

impl Loaded {
    /// Reads the next layer, or solves it.
    fn add(&mut self, seeds: u8) -> Result<()> {
        let variant = self.endgames.variant();
        let path = file(folder(), variant, seeds);
        let sha256 = if path.exists() {
            let stored = read(&path, variant, seeds)?;
            self.endgames.push(stored.layer)?;
            stored.sha256
        } else {
            checksum(self.endgames.solve(|_| ()))?
        };
        self.sha256.push(sha256);
        Ok(())
    }
}

/// The checksum of a layer's content.
fn checksum(layer: &Layer) -> Result<String> {
    let mut hash = Hashing::new(io::sink());
    // A sink takes everything.
    layer.write(&mut hash)?;
    Ok(hash.finish())
}

/// A layer with the checksum of its file's content.
pub(crate) struct Stored {
    pub(crate) layer: Layer,
    pub(crate) sha256: String,
}

/// Writes a layer in one step; returns its checksum.
pub(crate) fn write(folder: &Path, layer: &Layer) -> Result<String> {
    let path = file(folder, layer.variant(), layer.seeds());
    let header = Header {
        kind: KIND.to_owned(),
        format: FORMAT,
        variant: layer.variant(),
        seeds: layer.seeds(),
        positions: layer.len(),
        sha256: checksum(layer)?,
    };
    let write = |part: &Path| -> Result<()> {
        let mut file = BufWriter::new(File::create(part)?);
        writeln!(file, "{}", serde_json::to_string(&header)?)?;
        layer.write(&mut file)?;
        Ok(file.flush()?)
    };
    in_one_step(&path, write).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(header.sha256)
}

/// Reads the layer of `seeds` seeds from a file.
pub(crate) fn read(path: &Path, variant: Variant, seeds: u8) -> Result<Stored> {
    let named = || path.display().to_string();
    ensure!(
        !path.is_dir(),
        "{}: a folder: expected an endgame table",
        named()
    );
    let file = File::open(path).with_context(|| format!("cannot read {}", named()))?;
    let length = file.metadata().with_context(named)?.len();
    let mut file = BufReader::with_capacity(1 << 20, file);
    let mut line = Vec::new();
    // A header is short; a foreign file may have no line break at all.
    let mut limited = file.by_ref().take(1000);
    limited.read_until(b'\n', &mut line).with_context(named)?;
    let header: Header = serde_json::from_slice(&line)
        .ok()
        .filter(|header: &Header| header.kind == KIND)
        .with_context(|| format!("{}: no endgame table", named()))?;
    ensure!(
        header.format == FORMAT,
        "{}: format {}: this version reads format {FORMAT}",
        named(),
        header.format
    );
    ensure!(
        header.variant == variant && header.seeds == seeds,
        "{}: the table of {} with {} seeds: expected {variant} with {seeds}",
        named(),
        header.variant,
        header.seeds
    );
    let expected = line.len() as u64 + 4 * positions_with(seeds) as u64;
    ensure!(
        header.positions == positions_with(seeds) && length == expected,
        "{}: damaged: it has {length} bytes, expected {expected}",
        named()
    );
    let mut hashing = Hashing::new(file);
    let layer = Layer::read(variant, seeds, &mut hashing);
    let damaged = || anyhow!("{}: damaged: its content is none of a table", named());
    let layer = layer.map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => damaged(),
        _ => anyhow!("cannot read {}: {error}", named()),
    })?;
    let sha256 = hashing.finish();
    ensure!(
        sha256 == header.sha256,
        "{}: damaged: its checksum is {sha256}, expected {}",
        named(),
        header.sha256
    );
    Ok(Stored { layer, sha256 })
}

/// Passes bytes on, and hashes them.
struct Hashing<T> {
    through: T,
    hash: Sha256,
}

impl<T> Hashing<T> {
    fn new(through: T) -> Hashing<T> {
        Hashing {
            through,
            hash: Sha256::new(),
        }
    }

    fn finish(self) -> String {
        hexadecimal(&self.hash.finalize())
    }
}

impl<T: Write> Write for Hashing<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.through.write(bytes)?;
        self.hash.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.through.flush()
    }
}

impl<T: Read> Read for Hashing<T> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.through.read(bytes)?;
        self.hash.update(&bytes[..read]);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_is_written_is_read_and_damage_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let endgames = Endgames::solved(Variant::Abapa, 3);
        let layer = &endgames.layers()[3];
        let sha256 = write(folder.path(), layer).unwrap();
        let path = file(folder.path(), Variant::Abapa, 3);
        assert_eq!(read(&path, Variant::Abapa, 3).unwrap().sha256, sha256);
        let solved = checksums(Variant::Abapa, 3).unwrap();
        assert_eq!(solved["abapa-3.table"], sha256);
        assert_eq!(solved.len(), 4);
        let bytes = fs::read(&path).unwrap();
        let error = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            let error = read(&path, Variant::Abapa, 3).err().unwrap();
            error.to_string()
        };
        let mut damaged = bytes.clone();
        *damaged.last_mut().unwrap() ^= 1;
        assert!(error(&damaged).contains("damaged: its checksum is"));
        assert!(error(&bytes[..bytes.len() - 1]).contains("damaged: it has"));
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        let found = read(&path, Variant::Abapa, 3).err().unwrap().to_string();
        assert!(
            found.ends_with("a folder: expected an endgame table"),
            "{found}"
        );
        fs::remove_dir(&path).unwrap();
        assert!(error(b"hello").contains("no endgame table"));
        assert!(error(&[0; 5000]).contains("no endgame table"));
        let text = String::from_utf8_lossy(&bytes[..200]).replace("\"seeds\":3", "\"seeds\":4");
        let header = text.lines().next().unwrap();
        assert!(error(format!("{header}\n").as_bytes()).contains("of abapa with 4 seeds"));
    }

    #[test]
    fn tables_for_fewer_seeds_are_part_of_those_for_more() {
        let two = load(Variant::Bridgetown, 2).unwrap();
        let four = load(Variant::Bridgetown, 4).unwrap();
        let three = load(Variant::Bridgetown, 3).unwrap();
        let counts = [&two, &four, &three].map(|endgames| endgames.layers().len());
        assert_eq!(counts, [3, 5, 4]);
        for endgames in [&two, &three] {
            for (one, other) in endgames.layers().iter().zip(four.layers()) {
                assert!(Arc::ptr_eq(one, other));
            }
        }
        assert_eq!(checksums(Variant::Bridgetown, 2).unwrap().len(), 3);
    }
}
