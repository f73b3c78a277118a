//! The scores that a comparison is about: runs times tasks.

use thiserror::Error;

/// What each of several runs scored on each of the same tasks.
///
/// A run is a seed of a method, a task is for example an opponent. The runs are
/// kept in an order of their own, so that nothing depends on the one in which
/// they came.
///
/// ```
/// use warri_evolve::over_seeds::{Resampling, Scores};
/// use warri_evolve::{Purpose, Stream};
///
/// // Five runs, each against two opponents.
/// let scores = Scores::new(vec![
///     vec![0.99, 0.61], vec![0.98, 0.70], vec![1.00, 0.66], vec![0.97, 0.58], vec![0.99, 0.64],
/// ])?;
/// let mut stream = Stream::new(0, Purpose::Bootstrap, &[]);
/// let mean = scores.interquartile_mean(Resampling::WholeRuns, &mut stream);
/// assert!((mean.value - 4.94 / 6.0).abs() < 1e-12);
/// let (low, high) = mean.interval.expect("five runs");
/// assert!(0.7 < low && low < mean.value && mean.value < high && high < 0.9);
/// # Ok::<(), warri_evolve::over_seeds::ScoresError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    /// A row a run, by rising score on the first task, then the second and so on.
    rows: Vec<Vec<f64>>,
}

/// Why numbers are no [`Scores`].
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ScoresError {
    /// There is no run.
    #[error("no run: expected at least one")]
    NoRuns,
    /// There is no task.
    #[error("no task: expected at least one")]
    NoTasks,
    /// A run lacks a task, or has one too many.
    #[error("run {run} has {found} scores: expected {expected}, as run 1 has")]
    Uneven {
        /// The run, counted from 1.
        run: usize,
        /// How many scores it has.
        found: usize,
        /// How many the first one has.
        expected: usize,
    },
    /// A score is infinite or no number.
    #[error("run {run}, task {task}: found {found}, expected a finite number")]
    NotFinite {
        /// The run, counted from 1.
        run: usize,
        /// The task, counted from 1.
        task: usize,
        /// The score.
        found: f64,
    },
}

impl Scores {
    /// The scores of runs, a row each, with a column a task, in any unit.
    ///
    /// # Errors
    /// Without a run or a task, where rows are of different lengths, and for
    /// scores that are not finite.
    pub fn new(mut rows: Vec<Vec<f64>>) -> Result<Scores, ScoresError> {
        let expected = rows.first().ok_or(ScoresError::NoRuns)?.len();
        if expected == 0 {
            return Err(ScoresError::NoTasks);
        }
        for (run, row) in (1..).zip(&rows) {
            let found = row.len();
            if found != expected {
                return Err(ScoresError::Uneven {
                    run,
                    found,
                    expected,
                });
            }
            let mut cells = (1..).zip(row);
            if let Some((task, &found)) = cells.find(|(_, score)| !score.is_finite()) {
                return Err(ScoresError::NotFinite { run, task, found });
            }
        }
        rows.sort_by(|a, b| {
            let mut pairs = a.iter().zip(b).map(|(a, b)| a.total_cmp(b));
            pairs
                .find(|order| order.is_ne())
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        Ok(Scores { rows })
    }

    /// How many runs there are, at least one.
    pub fn runs(&self) -> usize {
        self.rows.len()
    }

    /// How many tasks there are, at least one.
    pub fn tasks(&self) -> usize {
        self.rows[0].len()
    }

    /// All scores with their cells, by rising score. The cell of a run and a
    /// task is task · runs + run.
    pub(super) fn ranked(&self) -> Vec<(f64, usize)> {
        let mut cells: Vec<(f64, usize)> = (0..self.tasks())
            .flat_map(|task| self.ranked_in(task))
            .collect();
        cells.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        cells
    }

    /// [`Scores::ranked`], of one task alone.
    pub(super) fn ranked_in(&self, task: usize) -> Vec<(f64, usize)> {
        let rows = self.rows.iter().enumerate();
        let mut cells: Vec<(f64, usize)> = rows
            .map(|(run, row)| (row[task], task * self.runs() + run))
            .collect();
        cells.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_runs_makes_no_difference() {
        let scores = |rows: [[f64; 2]; 3]| Scores::new(rows.map(Vec::from).into()).unwrap();
        let one = scores([[1.0, 5.0], [1.0, 4.0], [0.0, 9.0]]);
        assert_eq!(one, scores([[0.0, 9.0], [1.0, 5.0], [1.0, 4.0]]));
        assert_eq!((one.runs(), one.tasks()), (3, 2));
        // Rows are 0 9, 1 4, 1 5.
        assert_eq!(one.ranked_in(1), [(4.0, 4), (5.0, 5), (9.0, 3)]);
        assert_eq!(one.ranked()[..3], [(0.0, 0), (1.0, 1), (1.0, 2)]);
    }

    #[test]
    fn what_is_no_table_of_scores_is_refused() {
        for (rows, expected) in [
            (vec![], "no run: expected at least one"),
            (vec![vec![]], "no task: expected at least one"),
            (
                vec![vec![1.0, 2.0], vec![1.0]],
                "run 2 has 1 scores: expected 2, as run 1 has",
            ),
            (
                vec![vec![1.0, f64::NAN]],
                "run 1, task 2: found NaN, expected a finite number",
            ),
        ] {
            assert_eq!(Scores::new(rows).unwrap_err().to_string(), expected);
        }
    }
}
