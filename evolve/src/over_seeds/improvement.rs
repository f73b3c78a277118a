//! How probable it is that a run of one method beats one of another.

use super::bootstrap::{Resample, interval};
use super::{OverSeeds, Resampling, Scores};
use crate::Stream;

impl Scores {
    /// The probability that a run of these scores higher than one of `other`'s
    /// on the same task, with its bootstrap interval; `None` if the two have
    /// different numbers of tasks.
    ///
    /// It is the statistic of Mann and Whitney (1947) as a share: of all pairs
    /// of a run from here and one from there, those in which the one from here
    /// is higher, ties half; then the mean over the tasks (Agarwal et al. 2021).
    /// 0.5 says that neither is better, and says nothing of by how much.
    ///
    /// The runs of both are resampled, independently. The interval is there if
    /// both have seeds enough. If all runs of one are above all of the other, it
    /// has no width: then the sample holds no doubt, which does not mean that
    /// there is none.
    pub fn improvement_over(
        &self,
        other: &Scores,
        resampling: Resampling,
        stream: &mut Stream,
    ) -> Option<OverSeeds> {
        if self.tasks() != other.tasks() {
            return None;
        }
        let tasks: Vec<Vec<Entry>> = (0..self.tasks())
            .map(|task| merged(self, other, task))
            .collect();
        let pairs = (self.runs() * other.runs() * self.tasks()) as f64;
        let share = |ours: &[usize], theirs: &[usize]| {
            let wins = tasks.iter().map(|task| halves_won(task, ours, theirs));
            wins.sum::<usize>() as f64 / 2.0 / pairs
        };
        let mut ours = Resample::of(self, resampling);
        let mut theirs = Resample::of(other, resampling);
        let value = share(&ours.counts, &theirs.counts);
        let next = || {
            ours.draw(stream);
            theirs.draw(stream);
            share(&ours.counts, &theirs.counts)
        };
        Some(OverSeeds {
            value,
            interval: interval(self.runs().min(other.runs()), next),
        })
    }
}

/// A score of one of two methods on a task.
struct Entry {
    value: f64,
    /// Its cell in the scores of its method.
    cell: usize,
    ours: bool,
}

/// The scores of both methods on a task, by rising score.
fn merged(ours: &Scores, theirs: &Scores, task: usize) -> Vec<Entry> {
    let entries = |scores: &Scores, ours: bool| {
        let ranked = scores.ranked_in(task).into_iter();
        ranked.map(move |(value, cell)| Entry { value, cell, ours })
    };
    let mut all: Vec<Entry> = entries(ours, true).chain(entries(theirs, false)).collect();
    all.sort_by(|a, b| a.value.total_cmp(&b.value));
    all
}

/// Twice the pairs that ours win on a task, a tie as half.
fn halves_won(entries: &[Entry], ours: &[usize], theirs: &[usize]) -> usize {
    let (mut below, mut halves) = (0, 0);
    for equal in entries.chunk_by(|a, b| a.value == b.value) {
        let (mut of_ours, mut of_theirs) = (0, 0);
        for entry in equal {
            match entry.ours {
                true => of_ours += ours[entry.cell],
                false => of_theirs += theirs[entry.cell],
            }
        }
        halves += of_ours * (2 * below + of_theirs);
        below += of_theirs;
    }
    halves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Purpose;

    fn scores(rows: &[&[f64]]) -> Scores {
        Scores::new(rows.iter().map(|row| row.to_vec()).collect()).unwrap()
    }

    fn improvement(a: &Scores, b: &Scores) -> OverSeeds {
        let mut stream = Stream::new(7, Purpose::Bootstrap, &[]);
        a.improvement_over(b, Resampling::WholeRuns, &mut stream)
            .unwrap()
    }

    // First task: of 3 × 2 pairs 1 > 0, 3 > 0, 3 > 2, 2 > 0, and 2 = 2 for half;
    // 4.5 of 6. Second task: none of 6.
    #[test]
    fn pairs_by_hand() {
        let a = scores(&[&[1.0, 0.0], &[2.0, 1.0], &[3.0, 2.0]]);
        let b = scores(&[&[0.0, 8.0], &[2.0, 9.0]]);
        assert_eq!(improvement(&a, &b).value, 4.5 / 12.0);
        assert_eq!(improvement(&b, &a).value, 7.5 / 12.0);
        assert_eq!(improvement(&a, &a).value, 0.5);
        assert_eq!(improvement(&a, &b).interval, None);
    }

    #[test]
    fn clear_cases_have_no_width_and_equal_ones_do() {
        let low = scores(&[&[0.1], &[0.2], &[0.3], &[0.4], &[0.5]]);
        let high = scores(&[&[0.6], &[0.7], &[0.8], &[0.9], &[1.0]]);
        assert_eq!(improvement(&high, &low).interval, Some((1.0, 1.0)));
        let (from, to) = improvement(&low, &low).interval.unwrap();
        assert!(0.0 < from && from < 0.3 && 0.7 < to && to < 1.0);
    }

    #[test]
    fn other_tasks_cannot_be_compared() {
        let (one, two) = (scores(&[&[1.0]]), scores(&[&[1.0, 2.0]]));
        let mut stream = Stream::new(7, Purpose::Bootstrap, &[]);
        assert_eq!(
            one.improvement_over(&two, Resampling::WholeRuns, &mut stream),
            None
        );
    }
}
