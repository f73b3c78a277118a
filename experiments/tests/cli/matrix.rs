//! Every algorithm with every kind of opponents, killed in between: the real
//! program, on another number of threads.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::{Folder, RESULTS, assert_same};

const ALGORITHMS: [&str; 7] = [
    r#"genetic = { selection = { tournament = { size = 3 } }, crossover = { uniform = { rate = 0.9 } }, mutation = { gaussian = { rate = 0.3, sigma = 0.2, bounds = "reflect" } }, elites = 1 }"#,
    r#"evolution-strategy = { parents = 2, survival = "plus", sigma = 0.3, least_sigma = 0.01, bounds = "reflect" }"#,
    r#"evolution-strategy = { parents = 3, survival = "comma", recombination = "intermediate", sigma = 0.3, least_sigma = 0.01, bounds = "reflect" }"#,
    "cma-es = { sigma = 0.5 }",
    "differential-evolution = { factor = 0.7, crossover = 0.9 }",
    r#"hill-climber = { mutation = { gaussian = { rate = 1, sigma = 0.3, bounds = "clamp" } } }"#,
    "random-search = {}",
];

const OPPONENTS: [&str; 5] = [
    r#""round-robin""#,
    "{ peers = { count = 1 } }",
    "{ hall-of-fame = { every = 1, count = 1 } }",
    r#"{ panel = { players = ["material@2", "random"] } }"#,
    r#"{ mixture = [{ weight = 2, opponents = "round-robin" }, { weight = 1, opponents = { panel = { players = ["greedy"] } } }] }"#,
];

const POPULATIONS: [&str; 3] = [
    "",
    "islands = { count = 2, every = 1 }",
    "play_off = { candidates = 2, openings = 4 }",
];

/// A config of four generations, each of some tens of milliseconds.
fn config(algorithm: &str, opponents: &str, populations: &str) -> String {
    let (size, openings) = match algorithm.starts_with("hill") {
        true => (2, 40),
        false => (8, 5),
    };
    format!(
        r#"
        format = 1
        name = "matrix"
        generations = 3
        features = "daoud2004"
        depth = 2
        genome = {{ real = {{ low = -1.0, high = 1.0 }} }}
        population = {{ size = {size} }}
        algorithm = {{ {algorithm} }}
        training = {{ openings = {openings}, opponents = {opponents} }}
        test = {{ openings = 10, references = ["greedy"] }}
        {populations}
        "#
    )
}

/// Starts a run and kills it some time after its first generation; whether it
/// was still under way.
fn start_and_kill(folder: &Folder, moment: u64) -> bool {
    let mut child = Command::new(env!("CARGO_BIN_EXE_warri"))
        .args(["evolve", "c.toml", "--out=killed", "--threads=3", "--quiet"])
        .current_dir(folder.path(""))
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let begun = || {
        let rows = fs::read_to_string(folder.path("killed/generations.csv"));
        rows.is_ok_and(|rows| rows.lines().count() > 1)
    };
    while !begun() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(Duration::from_millis(moment));
    let under_way = child.try_wait().unwrap().is_none();
    child.kill().ok();
    child.wait().unwrap();
    under_way
}

// pitfalls 1, 2, 9, 10 and 11
#[test]
fn every_algorithm_with_every_opponents_survives_a_kill() {
    let mut killed = 0;
    let mut combinations = 0;
    for algorithm in ALGORITHMS {
        for opponents in OPPONENTS {
            let folder = Folder::new();
            let populations = POPULATIONS[combinations % 3];
            folder.write("c.toml", config(algorithm, opponents, populations));
            let one = [
                "evolve",
                "c.toml",
                "--out=through",
                "--threads=1",
                "--quiet",
            ];
            folder.succeed(&one);
            killed += u32::from(start_and_kill(&folder, combinations as u64 % 7));
            folder.succeed(&["resume", "killed", "--threads=2", "--quiet"]);
            let what = format!("{algorithm} with {opponents}, {populations}");
            let [through, killed] = ["through", "killed"].map(|run| folder.results(run));
            assert_eq!(through.len(), RESULTS.len());
            assert_same(&through, &killed, &what);
            combinations += 1;
        }
    }
    assert!(
        killed >= 25,
        "only {killed} of {combinations} runs were killed"
    );
}
