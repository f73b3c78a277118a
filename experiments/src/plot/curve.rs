//! One run's learning data, read from `generations.csv`.

use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::PlotError;

/// The largest fitness or diversity accepted, far beyond any true one: it keeps the
/// arithmetic of the axes away from overflow.
const LARGEST: f64 = 1e9;

/// One run: a row for each generation, and the scores against each fixed opponent.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Curve {
    /// What to call the run in messages.
    pub(crate) label: String,
    /// The rows, by rising generation.
    pub(crate) generations: Vec<Generation>,
    /// The fixed opponents, in the order of their columns.
    pub(crate) opponents: Vec<Opponent>,
    /// The weights of the best, in the order of their columns.
    pub(crate) weights: Vec<Weight>,
}

/// A term and how the best of each generation weighs it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Weight {
    /// The name, as in the header's `weight:TERM`.
    pub(crate) term: String,
    /// One entry for each row of [`Curve::generations`].
    pub(crate) values: Vec<f64>,
}

/// What one row says about the population.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Generation {
    /// The generation's number; 0 is the population before any selection.
    pub(crate) generation: u64,
    /// Games played since the start of the run.
    pub(crate) games: u64,
    /// The best individual's fitness.
    pub(crate) best: f64,
    /// The mean fitness.
    pub(crate) mean: f64,
    /// The median fitness.
    pub(crate) median: f64,
    /// The worst individual's fitness.
    pub(crate) worst: f64,
    /// The population's diversity.
    pub(crate) diversity: f64,
    /// How well the best decides endgames, where it was measured: the share of
    /// the decisions that keep the result, and the seeds given away in one.
    pub(crate) truth: Option<(f64, f64)>,
}

/// A fixed opponent and the scores against it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Opponent {
    /// The name, as in the header's `score:NAME`.
    pub(crate) name: String,
    /// One entry for each row of [`Curve::generations`]; `None` where not measured.
    pub(crate) scores: Vec<Option<Score>>,
}

/// A score between 0 and 1 with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Score {
    /// The score.
    pub(crate) value: f64,
    /// The interval's lower end.
    pub(crate) low: f64,
    /// The interval's upper end.
    pub(crate) high: f64,
}

impl Curve {
    /// Reads `path`, a `generations.csv`, as the run called `label`.
    ///
    /// Columns are found by name in any order: `generation, games, fitness_best,
    /// fitness_mean, fitness_median, fitness_worst, diversity`, and `score:NAME, low:NAME,
    /// high:NAME` for each fixed opponent (at least one), any `weight:TERM`, and `truth_result`
    /// with `truth_loss`, if they are there. Others are ignored. Generations must follow one another; `games` counts from the start of the run and must not fall.
    /// The three cells of an opponent are filled together or empty together.
    pub(crate) fn read(
        path: impl AsRef<Path>,
        label: impl Into<String>,
    ) -> Result<Self, PlotError> {
        let path = path.as_ref();
        let file = File::open(path).map_err(|source| PlotError::Read {
            path: path.to_owned(),
            source,
        })?;
        // Short rows are let through here, so that the error can name the missing cell.
        let mut reader = csv::ReaderBuilder::new()
            .trim(csv::Trim::All)
            .flexible(true)
            .from_reader(file);
        let headers = reader.headers().map_err(|error| csv_error(path, error))?;
        let columns = Columns::find(path, headers)?;

        let mut curve = columns.empty_curve(label.into());
        for record in reader.into_records() {
            let record = record.map_err(|error| csv_error(path, error))?;
            columns.append(&record, &mut curve)?;
        }
        if curve.is_empty() {
            return Err(PlotError::NoRows { path: path.into() });
        }
        Ok(curve)
    }

    /// Whether the curve has no point; never so for a curve that was read from a file.
    pub(super) fn is_empty(&self) -> bool {
        self.generations.is_empty()
    }
}

/// Where the columns stand in one file.
struct Columns {
    path: PathBuf,
    places: HashMap<String, usize>,
    opponents: Vec<String>,
    terms: Vec<String>,
}

impl Columns {
    fn find(path: &Path, headers: &csv::StringRecord) -> Result<Self, PlotError> {
        let mut places = HashMap::new();
        for (place, name) in headers.iter().enumerate() {
            if !name.is_empty() && places.insert(name.to_owned(), place).is_some() {
                return Err(PlotError::RepeatedColumn {
                    path: path.to_owned(),
                    column: name.to_owned(),
                });
            }
        }
        let after = |prefix| {
            let names = headers.iter().filter_map(|name| name.strip_prefix(prefix));
            names.map(str::to_owned).collect()
        };
        let columns = Self {
            path: path.to_owned(),
            places,
            opponents: after("score:"),
            terms: after("weight:"),
        };
        columns.check()?;
        Ok(columns)
    }

    /// Every column that will be asked for is there.
    fn check(&self) -> Result<(), PlotError> {
        let population = "generation games fitness_best fitness_mean fitness_median \
                          fitness_worst diversity";
        let mut wanted: Vec<String> = population.split_whitespace().map(str::to_owned).collect();
        for name in &self.opponents {
            wanted.extend([format!("low:{name}"), format!("high:{name}")]);
        }
        if self.opponents.is_empty() {
            wanted.push("score:NAME".to_owned());
        }
        match wanted
            .into_iter()
            .find(|name| !self.places.contains_key(name))
        {
            Some(column) => Err(PlotError::MissingColumn {
                path: self.path.clone(),
                column,
            }),
            None => Ok(()),
        }
    }

    fn empty_curve(&self, label: String) -> Curve {
        let opponents = self.opponents.iter().map(|name| Opponent {
            name: name.clone(),
            scores: Vec::new(),
        });
        let weights = self.terms.iter().map(|term| Weight {
            term: term.clone(),
            values: Vec::new(),
        });
        Curve {
            label,
            generations: Vec::new(),
            opponents: opponents.collect(),
            weights: weights.collect(),
        }
    }

    /// Reads one row onto the end of `curve`.
    fn append(&self, record: &csv::StringRecord, curve: &mut Curve) -> Result<(), PlotError> {
        let row = Row {
            columns: self,
            record,
        };
        let generation = row.generation()?;
        if let Some(last) = curve.generations.last() {
            if generation.generation != last.generation + 1 {
                let expected = format!(
                    "{}, as the row before is {}",
                    last.generation + 1,
                    last.generation
                );
                return Err(row.error("generation", expected));
            }
            if generation.games < last.games {
                let expected = format!("at least {}, as in the row before", last.games);
                return Err(row.error("games", expected));
            }
        }
        curve.generations.push(generation);
        for opponent in &mut curve.opponents {
            opponent.scores.push(row.score(&opponent.name)?);
        }
        for weight in &mut curve.weights {
            let value = row.real(&format!("weight:{}", weight.term))?;
            weight.values.push(value);
        }
        Ok(())
    }
}

/// One row, with what is needed to read it by column name and to complain about it.
struct Row<'a> {
    columns: &'a Columns,
    record: &'a csv::StringRecord,
}

impl Row<'_> {
    fn cell(&self, column: &str) -> &str {
        let place = self.columns.places.get(column);
        place
            .and_then(|&place| self.record.get(place))
            .unwrap_or("")
    }

    fn error(&self, column: &str, expected: impl Into<String>) -> PlotError {
        PlotError::Cell {
            path: self.columns.path.clone(),
            line: self.record.position().map_or(0, csv::Position::line),
            column: column.to_owned(),
            found: self.cell(column).to_owned(),
            expected: expected.into(),
        }
    }

    fn number<T: FromStr + PartialOrd>(
        &self,
        column: &str,
        (low, high): (T, T),
        expected: &str,
    ) -> Result<T, PlotError> {
        let parsed = self.cell(column).parse().ok();
        parsed
            .filter(|number| low <= *number && *number <= high)
            .ok_or_else(|| self.error(column, expected))
    }

    fn count(&self, column: &str) -> Result<u64, PlotError> {
        self.number(column, (0, u64::MAX), "a whole number from 0 on")
    }

    fn real(&self, column: &str) -> Result<f64, PlotError> {
        self.number(column, (-LARGEST, LARGEST), "a number within ±1e9")
    }

    fn share(&self, column: &str) -> Result<f64, PlotError> {
        self.number(column, (0.0, 1.0), "a number from 0 to 1")
    }

    fn generation(&self) -> Result<Generation, PlotError> {
        Ok(Generation {
            generation: self.count("generation")?,
            games: self.count("games")?,
            best: self.real("fitness_best")?,
            mean: self.real("fitness_mean")?,
            median: self.real("fitness_median")?,
            worst: self.real("fitness_worst")?,
            diversity: self.real("diversity")?,
            truth: self.truth()?,
        })
    }

    fn truth(&self) -> Result<Option<(f64, f64)>, PlotError> {
        if !self.columns.places.contains_key("truth_result") {
            return Ok(None);
        }
        let truth = (self.share("truth_result")?, self.real("truth_loss")?);
        Ok(Some(truth))
    }

    fn score(&self, name: &str) -> Result<Option<Score>, PlotError> {
        let columns = ["score", "low", "high"].map(|part| format!("{part}:{name}"));
        if columns.iter().all(|column| self.cell(column).is_empty()) {
            return Ok(None);
        }
        let [value, low, high] = &columns;
        let score = Score {
            value: self.share(value)?,
            low: self.share(low)?,
            high: self.share(high)?,
        };
        if score.low > score.high {
            return Err(self.error(low, format!("at most {}, its `high`", score.high)));
        }
        Ok(Some(score))
    }
}

fn csv_error(path: &Path, error: csv::Error) -> PlotError {
    let path = path.to_owned();
    let line = error.position().map_or(1, csv::Position::line);
    let found = match error.into_kind() {
        csv::ErrorKind::Io(source) => return PlotError::Read { path, source },
        csv::ErrorKind::Utf8 { .. } => "bytes that are not UTF-8".to_owned(),
        other => format!("{other:?}"),
    };
    PlotError::NotCsv { path, line, found }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "generation,games,fitness_best,fitness_mean,fitness_median,\
                          fitness_worst,diversity,score:a@3,low:a@3,high:a@3";

    fn read(bytes: &[u8]) -> Result<Curve, PlotError> {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = dir.path().join("generations.csv");
        std::fs::write(&path, bytes).expect("a small file");
        Curve::read(&path, "run")
    }

    fn message(rows: &str) -> String {
        let error = read(format!("{HEADER}\n{rows}").as_bytes()).expect_err("a bad file");
        error.to_string()
    }

    #[test]
    fn g_generations_make_g_plus_one_points() {
        let rows: String = (0..=30)
            .map(|g| format!("{g},{},1,0.5,0.5,-1,3,0.5,0.4,0.6\n", g * 100))
            .collect();
        let curve = read(format!("{HEADER}\n{rows}").as_bytes()).expect("a good file");
        assert_eq!(curve.generations.len(), 31);
        assert_eq!(curve.opponents[0].scores.len(), 31);
    }

    #[test]
    fn order_is_free_and_unknown_columns_are_fine() {
        let text = "low:x,extra,diversity,score:x,high:x,games,fitness_worst,fitness_best,\
                    fitness_mean,fitness_median,weight:own_store,generation\n\
                    .1,?,2,.2,.3,40,-1,1,0,0.25,.5,5\n,?,2,,,40,-1,1,0,0,-1,6\n";
        let curve = read(text.as_bytes()).expect("a good file");
        assert_eq!(curve.generations[0].generation, 5);
        assert_eq!(curve.generations[0].median, 0.25);
        let (value, low, high) = (0.2, 0.1, 0.3);
        let score = Score { value, low, high };
        assert_eq!(curve.opponents[0].scores, [Some(score), None]);
        assert_eq!(curve.weights[0].term, "own_store");
        assert_eq!(curve.weights[0].values, [0.5, -1.0]);
    }

    #[test]
    fn bad_files_are_refused() {
        assert!(matches!(
            read(b""),
            Err(PlotError::MissingColumn { column, .. }) if column == "generation"
        ));
        assert!(matches!(
            read(HEADER.as_bytes()),
            Err(PlotError::NoRows { .. })
        ));
        assert!(matches!(
            read(b"\xff\xfe\x00\x80,\n"),
            Err(PlotError::NotCsv { line: 1, .. })
        ));
        assert!(matches!(
            read(b"a,b,a\n"),
            Err(PlotError::RepeatedColumn { column, .. }) if column == "a"
        ));
        let no_high = HEADER.replace(",high:a@3", "");
        assert!(matches!(
            read(no_high.as_bytes()),
            Err(PlotError::MissingColumn { column, .. }) if column == "high:a@3"
        ));
        let (no_opponent, _) = HEADER.split_once(",score").expect("the header has a score");
        assert!(matches!(
            read(no_opponent.as_bytes()),
            Err(PlotError::MissingColumn { column, .. }) if column == "score:NAME"
        ));
        assert!(matches!(
            Curve::read("no/such/file", "run"),
            Err(PlotError::Read { .. })
        ));
    }

    #[test]
    fn a_bad_cell_is_named() {
        let message = message("0,0,1,0,0,-1,3,,,\n1,9,best,0,0,-1,3,,,\n");
        assert!(
            message.ends_with(
                "generations.csv, line 3, column `fitness_best`: found `best`, \
                 expected a number within ±1e9"
            ),
            "{message}"
        );
    }

    #[test]
    fn bad_cells_are_refused() {
        for (rows, column) in [
            ("0,0,NaN,0,0,0,0,,,", "fitness_best"),
            ("0,0,0,inf,0,0,0,,,", "fitness_mean"),
            ("-1,0,0,0,0,0,0,,,", "generation"),
            ("0,1.5,0,0,0,0,0,,,", "games"),
            ("0,0,0,0", "fitness_median"),
            ("0,0,0,0,0,0,0,1.2,0,1", "score:a@3"),
            ("0,0,0,0,0,0,0,0.5,,1", "low:a@3"),
            ("0,0,0,0,0,0,0,0.5,0.9,0.8", "low:a@3"),
            ("1,0,0,0,0,0,0,,,\n1,0,0,0,0,0,0,,,", "generation"),
            ("0,5,0,0,0,0,0,,,\n1,4,0,0,0,0,0,,,", "games"),
        ] {
            let message = message(rows);
            assert!(message.contains(&format!("column `{column}`")), "{message}");
        }
    }
}
