//! Bounds: what becomes of a gene that leaves its range.

use serde::{Deserialize, Serialize};

use crate::range::{ConfigError, require};

/// What happens to a real gene that leaves its range.
///
/// Every operator that can take a gene out of its range has a key `bounds`,
/// and every such gene goes through one function here, which counts it: genes
/// that often leave are a sign of a range too narrow or steps too wide, and
/// whatever brings them back distorts where they come to lie. Operators that
/// cannot, such as arithmetic crossover or polynomial mutation, have no such
/// key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bounds {
    /// It stops at the bound. So do crossovers that are given no bounds.
    #[default]
    Clamp,
    /// It is reflected at the bound, as often as need be.
    Reflect,
    /// Its change is drawn anew until it stays inside, a hundred times at most;
    /// then the first one is reflected.
    Resample,
}

/// How often [`Bounds::Resample`] draws anew: a gene that this does not bring
/// inside hardly ever would be, so giving up does not show in the distribution.
const TRIES: usize = 100;

impl Bounds {
    /// The default of algorithms that sample all weights of a child together.
    pub(crate) fn reflect() -> Bounds {
        Bounds::Reflect
    }

    /// Refuses to draw anew where weights are not drawn one by one.
    pub(crate) fn check_together(self) -> Result<(), ConfigError> {
        let holds = self != Bounds::Resample;
        require("bounds", "resample", holds, "\"reflect\" or \"clamp\"")
    }

    /// What `gene` becomes, which `redraw` draws anew; counts it in
    /// `bound_hits` if it is out of its range.
    pub(crate) fn keep(
        self,
        gene: f64,
        range: (f64, f64),
        bound_hits: &mut u64,
        mut redraw: impl FnMut() -> f64,
    ) -> f64 {
        let (low, high) = range;
        let inside = |gene: &f64| (low..=high).contains(gene);
        let leaves = !inside(&gene);
        *bound_hits += u64::from(leaves);
        match self {
            Bounds::Clamp => gene.clamp(low, high),
            // Also of a gene inside: it may be rounded in its last bit, and
            // results depend on that.
            Bounds::Reflect => reflected(gene, range),
            Bounds::Resample if leaves => (0..TRIES)
                .map(|_| redraw())
                .find(inside)
                .unwrap_or_else(|| reflected(gene, range)),
            Bounds::Resample => gene,
        }
    }
}

fn reflected(gene: f64, (low, high): (f64, f64)) -> f64 {
    let width = high - low;
    let folded = (gene - low).rem_euclid(2.0 * width);
    let inside = if folded > width {
        2.0 * width - folded
    } else {
        folded
    };
    // Rounding may miss the bound by the last bit.
    (low + inside).clamp(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANGE: (f64, f64) = (-1.0, 1.0);

    /// What a gene becomes if it is never drawn anew, and whether it counts.
    fn kept(bounds: Bounds, gene: f64) -> (f64, u64) {
        let mut hits = 0;
        let kept = bounds.keep(gene, RANGE, &mut hits, || unreachable!("drawn anew"));
        (kept, hits)
    }

    #[test]
    fn reflection_folds_back_as_often_as_need_be() {
        for (gene, expected) in [
            (0.5, 0.5),
            (1.25, 0.75),
            (-1.5, -0.5),
            (3.5, -0.5),
            (-5.25, -0.75),
            (1.0, 1.0),
        ] {
            assert_eq!(kept(Bounds::Reflect, gene).0, expected, "{gene}");
        }
    }

    // pitfall 20: what would pile up on the bounds is reported.
    #[test]
    fn genes_count_if_they_leave_and_only_then() {
        for bounds in [Bounds::Clamp, Bounds::Reflect] {
            for (gene, hits) in [(-1.0, 0), (0.25, 0), (1.0, 0), (1.125, 1), (-7.0, 1)] {
                assert_eq!(kept(bounds, gene).1, hits, "{bounds:?} {gene}");
            }
        }
        assert_eq!(kept(Bounds::Clamp, 1.125).0, 1.0);
        assert_eq!(kept(Bounds::Resample, 0.25), (0.25, 0));
    }

    #[test]
    fn resampling_takes_the_first_draw_inside_and_counts_once() {
        let mut hits = 0;
        let mut draws = [1.5, -2.0, 0.25, 0.75].into_iter();
        let gene = Bounds::Resample.keep(3.0, RANGE, &mut hits, || draws.next().unwrap());
        assert_eq!((gene, hits), (0.25, 1));
    }

    #[test]
    fn resampling_ends_and_then_reflects() {
        let (mut hits, mut draws) = (0, 0);
        let never_inside = || {
            draws += 1;
            5.0
        };
        let gene = Bounds::Resample.keep(1.25, RANGE, &mut hits, never_inside);
        assert_eq!((gene, hits, draws), (0.75, 1, TRIES));
    }
}
