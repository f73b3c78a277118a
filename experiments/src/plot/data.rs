//! What a figure draws, as the rows of a CSV file beside it.

use super::summary::{Line, Series};

/// A header and rows of cells.
#[derive(Debug, Clone)]
pub(crate) struct Data {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// The columns of [`Data::points`]: which line of which panel, of which run, and a point of
/// it with the ends of its interval.
const POINTS: [&str; 7] = ["panel", "series", "run", "x", "value", "low", "high"];

impl Data {
    /// A table with these columns and no row yet.
    pub(crate) fn new(header: &[&str]) -> Self {
        Self {
            header: header.iter().map(|&name| name.to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    /// A table for lines, a row for each of their points: `panel, series, run, x, value,
    /// low, high`.
    pub(crate) fn points() -> Self {
        Self::new(&POINTS)
    }

    /// Adds a row of cells, one for each column.
    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) {
        debug_assert_eq!(N, self.header.len(), "a cell for each column");
        self.rows.push(cells.into());
    }

    /// Adds the points of a line without intervals to a table of [`Data::points`]. `run` is
    /// the seed of a single run, or empty for a line over all.
    pub(crate) fn line(&mut self, [panel, series, run]: [&str; 3], line: &Line) {
        for &(x, value) in line {
            let ends = [const { String::new() }; 2];
            self.point([panel, series, run], x, value, ends);
        }
    }

    /// Adds a series of runs with these seeds to a table of [`Data::points`]: its line with
    /// the ends of the intervals where they were drawn, and the single runs if there are
    /// several.
    pub(super) fn series(&mut self, panel: &str, series: &Series, seeds: &[String]) {
        let name = series.name.as_str();
        let over = match seeds {
            [one] => one,
            _ => "",
        };
        for (&(x, value), ends) in series.line.iter().zip(&series.ends) {
            let ends = match ends {
                Some((low, high)) => [low.to_string(), high.to_string()],
                None => [const { String::new() }; 2],
            };
            self.point([panel, name, over], x, value, ends);
        }
        for (run, seed) in series.runs.iter().zip(seeds) {
            self.line([panel, name, seed], run);
        }
    }

    fn point(&mut self, names: [&str; 3], x: f64, value: f64, [low, high]: [String; 2]) {
        let [panel, series, run] = names.map(str::to_owned);
        self.row([
            panel,
            series,
            run,
            x.to_string(),
            value.to_string(),
            low,
            high,
        ]);
    }

    /// The text of the CSV file.
    pub(crate) fn csv(&self) -> Vec<u8> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        for row in std::iter::once(&self.header).chain(&self.rows) {
            writer
                .write_record(row)
                .expect("rows of one length go to memory");
        }
        writer.into_inner().expect("all goes to memory")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(data: &Data) -> String {
        String::from_utf8(data.csv()).expect("text")
    }

    #[test]
    fn lines_and_series_are_rows_of_points() {
        let mut data = Data::points();
        data.line(["fitness", "best", ""], &vec![(0.0, 0.1), (1.0, -2.5)]);
        let mut series = Series {
            name: "a, b".to_owned(),
            line: vec![(0.0, 0.5)],
            ends: vec![Some((0.25, 1.0))],
            runs: vec![vec![(0.0, 0.0)], vec![(0.0, 1.0)]],
        };
        let seeds = ["3".to_owned(), "4".to_owned()];
        data.series("score", &series, &seeds);
        series.ends = vec![None];
        series.runs.clear();
        data.series("score", &series, &seeds[..1]);
        assert_eq!(
            text(&data),
            "panel,series,run,x,value,low,high\n\
             fitness,best,,0,0.1,,\n\
             fitness,best,,1,-2.5,,\n\
             score,\"a, b\",,0,0.5,0.25,1\n\
             score,\"a, b\",3,0,0,,\n\
             score,\"a, b\",4,0,1,,\n\
             score,\"a, b\",3,0,0.5,,\n"
        );
    }

    #[test]
    fn a_table_without_rows_has_its_header() {
        assert_eq!(text(&Data::new(&["x", "y"])), "x,y\n");
    }
}
