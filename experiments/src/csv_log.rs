//! CSV files that grow while games are played, and what may be wrong with them.

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use csv::{DeserializeErrorKind, ErrorKind};
use serde::Serialize;

/// A number as a cell, which is empty if there is none.
pub(crate) fn cell(number: Option<f64>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

/// A CSV file to which rows are added.
pub(crate) struct CsvLog {
    path: PathBuf,
    rows: csv::Writer<File>,
}

impl CsvLog {
    /// Makes the file with its header, and says how long it is in bytes.
    pub(crate) fn create<H: AsRef<[u8]>>(
        path: &Path,
        header: impl IntoIterator<Item = H>,
    ) -> Result<u64> {
        File::create(path).with_context(|| cannot_write(path))?;
        let mut log = CsvLog::open(path)?;
        log.record(header)?;
        log.sync()
    }

    /// Opens the file to add rows at its end.
    pub(crate) fn open(path: &Path) -> Result<CsvLog> {
        let file = OpenOptions::new().append(true).open(path);
        let file = file.with_context(|| cannot_write(path))?;
        Ok(CsvLog {
            path: path.to_owned(),
            rows: csv::WriterBuilder::new()
                .has_headers(false)
                .from_writer(file),
        })
    }

    /// Opens the file, cut to the length that it had before.
    pub(crate) fn open_cut(path: &Path, length: u64) -> Result<CsvLog> {
        let log = CsvLog::open(path)?;
        let cut = log.rows.get_ref().set_len(length);
        cut.with_context(|| cannot_write(path))?;
        Ok(log)
    }

    /// Adds a row that is a struct.
    pub(crate) fn row(&mut self, row: &impl Serialize) -> Result<()> {
        let written = self.rows.serialize(row);
        written.with_context(|| cannot_write(&self.path))
    }

    /// Adds a row that is a list of cells.
    pub(crate) fn record<C: AsRef<[u8]>>(
        &mut self,
        cells: impl IntoIterator<Item = C>,
    ) -> Result<()> {
        let written = self.rows.write_record(cells);
        written.with_context(|| cannot_write(&self.path))
    }

    /// Hands all rows to the operating system, so that they outlive us.
    pub(crate) fn flush(&mut self) -> Result<()> {
        let flushed = self.rows.flush();
        flushed.with_context(|| cannot_write(&self.path))
    }

    /// Brings all rows onto the disk, so that they outlive a power cut, and
    /// says how long the file is now.
    pub(crate) fn sync(&mut self) -> Result<u64> {
        self.flush()?;
        let mut file = self.rows.get_ref();
        let synced = file.sync_data().and_then(|()| file.seek(SeekFrom::End(0)));
        synced.with_context(|| cannot_write(&self.path))
    }
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

/// What is wrong with a CSV file, in the words of people.
pub(crate) fn unreadable(path: &Path, error: csv::Error) -> anyhow::Error {
    let line = error.position().map_or(1, csv::Position::line);
    let problem = match error.into_kind() {
        ErrorKind::Io(error) => {
            let cannot = format!("cannot read {}", path.display());
            return anyhow::Error::new(error).context(cannot);
        }
        ErrorKind::Utf8 { .. } => "not text (UTF-8 is expected)".to_owned(),
        ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => format!("found {len} values: expected {expected_len}"),
        ErrorKind::Deserialize { err, .. } => match (err.field(), err.kind()) {
            (Some(index), DeserializeErrorKind::ParseInt(_)) => format!(
                "value {}: expected a whole number, not negative and not too large",
                index + 1
            ),
            (_, kind) => kind.to_string().replace("unknown variant", "found"),
        },
        other => format!("{other:?}"),
    };
    anyhow!("{}, line {line}: {problem}", path.display())
}
