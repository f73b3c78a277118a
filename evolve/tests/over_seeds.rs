//! How often the intervals over seeds hold the truth, and whether the measures
//! come to what other programs compute.

use warri_evolve::over_seeds::{OverSeeds, Resampling, Scores, ToTarget};
use warri_evolve::{Purpose, Stream};

/// Made-up samples of each kind: a quarter of those that the documentation speaks of.
const SAMPLES: u64 = 1_000;

/// A made-up run: a score a task.
type World = fn(&mut Stream) -> Vec<f64>;

fn normal(stream: &mut Stream) -> Vec<f64> {
    vec![stream.normal()]
}

/// Exponential: skewness 2, a long tail of good runs.
fn skewed(stream: &mut Stream) -> Vec<f64> {
    vec![-libm::log(1.0 - stream.unit())]
}

/// Four tasks that are ever harder; what is good on one is good on all, with a
/// correlation of 0.7.
fn related(stream: &mut Stream) -> Vec<f64> {
    let run = stream.normal() * 0.7_f64.sqrt();
    let score = |task: i32| run + stream.normal() * 0.3_f64.sqrt() - f64::from(task) / 2.0;
    (0..4).map(score).collect()
}

/// The same without any correlation.
fn unrelated(stream: &mut Stream) -> Vec<f64> {
    (0..4)
        .map(|task| stream.normal() - f64::from(task) / 2.0)
        .collect()
}

fn sample(world: World, runs: usize, stream: &mut Stream) -> Scores {
    Scores::new((0..runs).map(|_| world(stream)).collect()).unwrap()
}

/// The share of samples whose interval holds `truth`, in %.
fn coverage(
    what: &str,
    runs: usize,
    truth: f64,
    mut estimate: impl FnMut(&mut Stream) -> OverSeeds,
) -> f64 {
    let held = (0..SAMPLES).filter(|&number| {
        let mut stream = Stream::new(runs as u64, Purpose::Bootstrap, &[number]);
        let (low, high) = estimate(&mut stream).interval.expect("runs enough");
        low <= truth && truth <= high
    });
    let share = 100.0 * held.count() as f64 / SAMPLES as f64;
    println!("{what}, {runs} runs: {share:.1} %");
    share
}

/// Asserts coverages, in %, with 5, 10 and 20 runs.
fn assert_coverage(
    what: &str,
    truth: f64,
    expected: [f64; 3],
    estimate: impl Fn(usize, &mut Stream) -> OverSeeds,
) {
    for (runs, expected) in [5, 10, 20].into_iter().zip(expected) {
        let measured = coverage(what, runs, truth, |stream| estimate(runs, stream));
        assert_near(measured, expected);
    }
}

/// `expected` was measured on four times as many samples, of which these are the
/// first: so three standard errors of the smaller number are ample.
fn assert_near(measured: f64, expected: f64) {
    let error = (expected * (100.0 - expected) / SAMPLES as f64).sqrt();
    assert!(
        (measured - expected).abs() < 3.0 * error,
        "{measured}, expected {expected}"
    );
}

fn mean_of(world: World, how: Resampling) -> impl Fn(usize, &mut Stream) -> OverSeeds {
    move |runs, stream| sample(world, runs, stream).interquartile_mean(how, stream)
}

#[test]
fn interquartile_means() {
    use Resampling::{WholeRuns, WithinTasks};
    // The mean of an exponential draw between its quartiles.
    let middle = 1.5 * (libm::log(4.0 / 3.0) + 1.0) - 0.5 * (libm::log(4.0) + 1.0);
    assert_coverage(
        "normal",
        0.0,
        [90.2, 92.9, 94.8],
        mean_of(normal, WholeRuns),
    );
    assert_coverage(
        "skewed",
        middle,
        [89.5, 93.6, 94.1],
        mean_of(skewed, WholeRuns),
    );
    let truth = -0.75;
    assert_coverage(
        "related, whole runs",
        truth,
        [84.4, 91.5, 93.2],
        mean_of(related, WholeRuns),
    );
    assert_coverage(
        "related, within tasks",
        truth,
        [70.1, 74.3, 76.0],
        mean_of(related, WithinTasks),
    );
    assert_coverage(
        "unrelated, whole runs",
        truth,
        [84.8, 90.7, 93.2],
        mean_of(unrelated, WholeRuns),
    );
    assert_coverage(
        "unrelated, within tasks",
        truth,
        [91.0, 92.9, 94.3],
        mean_of(unrelated, WithinTasks),
    );
}

#[test]
fn medians() {
    let median = |world: World| {
        move |runs, stream: &mut Stream| {
            sample(world, runs, stream).median(Resampling::WholeRuns, stream)
        }
    };
    assert_coverage("median, normal", 0.0, [93.7, 93.4, 94.0], median(normal));
    assert_coverage(
        "median, skewed",
        libm::log(2.0),
        [93.8, 94.0, 93.3],
        median(skewed),
    );
}

#[test]
fn probabilities_of_improvement() {
    let better_by = |world: World, by: f64| {
        move |runs: usize, stream: &mut Stream| {
            let mut better = || world(stream).into_iter().map(|score| score + by).collect();
            let ours = Scores::new((0..runs).map(|_| better()).collect()).unwrap();
            let theirs = sample(world, runs, stream);
            let improvement = ours.improvement_over(&theirs, Resampling::WholeRuns, stream);
            improvement.expect("equal tasks")
        }
    };
    // Φ(1/√2) and Φ(2/√2).
    let (one, two) = (0.760_249_938_906_524, 0.921_350_396_474_857);
    assert_coverage(
        "better by 0 σ",
        0.5,
        [89.9, 94.7, 94.8],
        better_by(normal, 0.0),
    );
    assert_coverage(
        "better by 1 σ",
        one,
        [88.7, 92.8, 94.2],
        better_by(normal, 1.0),
    );
    assert_coverage(
        "better by 2 σ",
        two,
        [62.2, 85.3, 90.6],
        better_by(normal, 2.0),
    );
    assert_coverage(
        "related, by 1 σ",
        one,
        [87.1, 90.9, 93.8],
        better_by(related, 1.0),
    );
}

#[test]
fn profiles() {
    let above = |threshold: f64| {
        move |runs, stream: &mut Stream| {
            let scores = sample(normal, runs, stream);
            scores.profile(&[threshold], Resampling::WholeRuns, stream)[0]
        }
    };
    assert_coverage("share above 0 σ", 0.5, [93.7, 97.5, 96.2], above(0.0));
    // Φ(−1).
    assert_coverage(
        "share above 1 σ",
        0.158_655_253_931_457,
        [54.0, 81.0, 84.5],
        above(1.0),
    );
}

#[test]
fn medians_of_games_to_a_target() {
    // Exponential, in games; runs end after 1,000, the median is 693.
    let median = 1000.0 * libm::log(2.0);
    for (runs, expected) in [(6, 96.8), (10, 98.1), (20, 95.7)] {
        let measured = coverage("games to a target", runs, median, |stream| {
            let mut games =
                || Some((1000.0 * skewed(stream)[0]) as u64).filter(|games| *games <= 1000);
            let games: Vec<Option<u64>> = (0..runs).map(|_| games()).collect();
            let sum = ToTarget::of(&games).expect("runs");
            OverSeeds {
                value: sum.median,
                interval: sum.interval,
            }
        });
        assert_near(measured, expected);
    }
}

/// Final scores of eight runs and of six, on three tasks.
const A: [[f64; 3]; 8] = [
    [0.98, 0.71, 0.42],
    [0.99, 0.66, 0.35],
    [0.97, 0.80, 0.51],
    [1.00, 0.69, 0.44],
    [0.99, 0.75, 0.38],
    [0.98, 0.62, 0.47],
    [0.96, 0.78, 0.55],
    [0.99, 0.70, 0.40],
];
const B: [[f64; 3]; 6] = [
    [0.97, 0.60, 0.40],
    [0.98, 0.65, 0.33],
    [0.95, 0.72, 0.38],
    [0.99, 0.58, 0.42],
    [0.98, 0.69, 0.30],
    [0.97, 0.63, 0.41],
];

/// Either end within `slack`: the draws are others than theirs.
fn assert_interval(found: OverSeeds, expected: (f64, f64), slack: f64) {
    let (low, high) = found.interval.expect("runs enough");
    let off = (low - expected.0).abs().max((high - expected.1).abs());
    assert!(off < slack, "{found:?}, expected {expected:?}");
}

// The values are those of rliable 1.2.0 with scipy 1.17.1 and arch 7.2.0:
// `metrics.aggregate_iqm`, `numpy.median`, `metrics.probability_of_improvement`,
// `library.create_performance_profile`, with `library.get_interval_estimates` of
// 20,000 resamples, which are drawn within tasks. The interval from whole runs
// is `numpy.percentile` of `scipy.stats.trim_mean` over 20,000 resamples of rows.
#[test]
fn measures_are_those_of_rliable() {
    use Resampling::{WholeRuns, WithinTasks};
    let a = Scores::new(A.map(Vec::from).into()).unwrap();
    let b = Scores::new(B.map(Vec::from).into()).unwrap();
    let stream = &mut Stream::new(0, Purpose::Bootstrap, &[]);
    let near = |found: f64, expected: f64| {
        assert!(
            (found - expected).abs() < 1e-12,
            "{found}, expected {expected}"
        );
    };

    let mean = a.interquartile_mean(WithinTasks, stream);
    near(mean.value, 0.725);
    assert_interval(mean, (0.695, 0.750_833), 0.004);
    assert_interval(
        a.interquartile_mean(WholeRuns, stream),
        (0.6925, 0.7525),
        0.004,
    );
    let mean = b.interquartile_mean(WithinTasks, stream);
    near(mean.value, 0.662);
    assert_interval(mean, (0.638, 0.685), 0.004);

    let median = a.median(WithinTasks, stream);
    near(median.value, 0.705);
    assert_interval(median, (0.66, 0.78), 0.011);
    near(b.median(WithinTasks, stream).value, 0.64);

    let better = a.improvement_over(&b, WithinTasks, stream).unwrap();
    near(better.value, 0.760_416_666_666_666_6);
    assert_interval(better, (0.607_639, 0.892_361), 0.01);

    let profile = a.profile(&[0.4, 0.65, 0.98], WithinTasks, stream);
    let expected = [
        (0.875, (0.75, 0.958_333)),
        (0.625, (0.541_667, 0.666_667)),
        (0.166_666_666_666_666_66, (0.041_667, 0.291_667)),
    ];
    for (point, (value, interval)) in profile.into_iter().zip(expected) {
        near(point.value, value);
        // They are multiples of 1/24.
        assert_interval(point, interval, 1.5 / 24.0);
    }
}
