//! `warri sweep`: a grid of settings times seeds.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::common::{Folder, assert_nothing_half_written, assert_same, interrupt, refused};

/// The head of a sweep of small runs.
pub(crate) const HEAD: &str = "\
    format = 1\nname = \"small\"\nbase = \"quickstart\"\nseeds = \"1-2\"\n\
    [set]\npopulation.size = 6\ngenerations = 4\ndepth = 2\ntraining.openings = 1\n\
    \"test.openings\" = 4\ntest.references = [\"random\", \"greedy\"]\n";

const GRID: &str = "[grid]\ndepth = [1, 2]\ntraining.openings = [1, 2]\n";

/// The arms of [`GRID`].
const ARMS: [&str; 4] = [
    "depth=1,training.openings=1",
    "depth=1,training.openings=2",
    "depth=2,training.openings=1",
    "depth=2,training.openings=2",
];

/// A folder with the sweep `grid.toml`.
pub(crate) fn with_grid() -> Folder {
    let folder = Folder::new();
    folder.write("grid.toml", format!("{HEAD}{GRID}"));
    folder
}

/// `grid.toml` to a folder `out`, done in one go.
pub(crate) fn done(folder: &Folder, out: &str, more: &[&str]) {
    let out = format!("--out={out}");
    folder.succeed(&[&["sweep", "grid.toml", &out, "--quiet"], more].concat());
}

/// The summary and the results of all runs of a sweep.
type Results = (String, BTreeMap<String, BTreeMap<&'static str, Vec<u8>>>);

fn results(folder: &Folder, out: &str) -> Results {
    let runs = ARMS
        .iter()
        .flat_map(|arm| ["1", "2"].map(|seed| format!("{arm}/{seed}")));
    let results = runs.map(|run| (run.clone(), folder.results(&format!("{out}/{run}"))));
    (
        folder.read(&format!("{out}/summary.csv")),
        results.collect(),
    )
}

fn assert_same_sweeps(folder: &Folder, one: &str, other: &str) {
    let [one, other] = [one, other].map(|out| results(folder, out));
    assert_eq!(one.0, other.0, "summary.csv");
    for (run, results) in &one.1 {
        assert_same(results, &other.1[run], run);
    }
}

fn start(folder: &Folder, arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_warri"))
        .args(arguments)
        .env_remove("CARGO")
        .current_dir(folder.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn a_grid_is_run_as_evolve_would_run_it() {
    let folder = with_grid();
    let said = folder.succeed(&["sweep", "grid.toml"]);
    for expected in [
        "runs/small: 8 of 8 runs are done, 8 of them now",
        "depth=2,training.openings=2   2/2  ",
        "summary.csv    a row a run",
        "Next:\n  warri compare runs/small\n  warri plot runs/small\n",
    ] {
        assert!(said.contains(expected), "{said}");
    }
    let set = [
        "population.size=6",
        "generations=4",
        "depth=1",
        "training.openings=2",
        "test.openings=4",
        "test.references=[\"random\", \"greedy\"]",
    ]
    .map(|set| format!("--set={set}"));
    let evolve = ["evolve", "quickstart", "--quiet", "--seed=2", "--out=alone"];
    let evolve = evolve.into_iter().chain(set.iter().map(String::as_str));
    folder.succeed(&evolve.collect::<Vec<&str>>());
    assert_same(
        &folder.results("alone"),
        &folder.results("runs/small/depth=1,training.openings=2/2"),
        "evolve",
    );
    // The other commands work on a run and on an arm.
    let arm = "runs/small/depth=1,training.openings=2";
    folder.succeed(&["plot", arm]);
    folder.succeed(&["verify", arm, "--quiet"]);
    folder.succeed(&["resume", &format!("{arm}/1")]);
    let error = folder.refuse(&["resume", "runs/small"]);
    assert!(
        error.contains("`warri sweep runs/small` goes on"),
        "{error}"
    );
}

#[test]
fn the_summary_has_a_row_a_run() {
    let folder = with_grid();
    done(&folder, "out", &[]);
    let summary = folder.read("out/summary.csv");
    let lines: Vec<&str> = summary.lines().collect();
    assert_eq!(
        lines[0],
        "arm,seed,score:random,low:random,high:random,score:greedy,low:greedy,high:greedy,\
         games,generations"
    );
    assert_eq!(lines.len(), 9);
    // A generation has 30 games for each opening.
    assert!(
        lines[1].starts_with("\"depth=1,training.openings=1\",1,"),
        "{summary}"
    );
    assert!(lines[1].ends_with(",150,4"), "{summary}");
    assert!(
        lines[8].starts_with("\"depth=2,training.openings=2\",2,"),
        "{summary}"
    );
    assert!(lines[8].ends_with(",300,4"), "{summary}");
    let manifest = folder.read("out/depth=1,training.openings=1/1/manifest.json");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let score = manifest["champion"][1]["score"].as_f64().unwrap();
    assert_eq!(lines[1].split(',').nth(6), Some(score.to_string().as_str()));
}

#[test]
fn what_an_arm_does_not_measure_is_an_empty_cell() {
    let folder = Folder::new();
    let arms = "[[arms]]\nname = \"plain\"\n[[arms]]\nname = \"truth\"\n\
        set = { truth.seeds = 4, test.references = [\"material@1\"] }\n";
    folder.write("arms.toml", format!("{HEAD}{arms}"));
    folder.succeed(&["sweep", "arms.toml", "--quiet"]);
    let summary = folder.read("runs/small/summary.csv");
    let lines: Vec<&str> = summary.lines().collect();
    assert!(
        lines[0].ends_with(",high:material@1,truth_result,truth_loss,games,generations"),
        "{summary}"
    );
    assert!(lines[1].ends_with(",,,,,,150,4"), "{summary}");
    assert!(lines[3].starts_with("truth,1,,,,,,,0."), "{summary}");
    let generations = folder.read("runs/small/truth/1/generations.csv");
    let cells: Vec<&str> = generations.trim_end().rsplit(',').take(2).collect();
    let last = format!(",{},{},150,4", cells[1], cells[0]);
    assert!(lines[3].ends_with(&last), "{summary}");
}

#[test]
fn what_is_finished_is_skipped() {
    let folder = with_grid();
    done(&folder, "out", &[]);
    let manifest = folder.path("out/depth=1,training.openings=1/1/manifest.json");
    let before = fs::read(&manifest).unwrap();
    fs::remove_file(folder.path("grid.toml")).unwrap();
    fs::remove_file(folder.path("out/summary.csv")).unwrap();
    fs::remove_dir_all(folder.path("out/depth=2,training.openings=1/2")).unwrap();
    let said = folder.succeed(&["sweep", "out", "--json"]);
    let said: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(
        (&said["finished"], &said["finished_now"]),
        (&8.into(), &1.into())
    );
    assert_eq!(said["arms"][2]["arm"], ARMS[2]);
    assert_eq!(said["arms"][2]["finished"], 2);
    assert_eq!(said["arms"][2]["scores"][0]["opponent"], "random");
    assert_eq!(fs::read(&manifest).unwrap(), before);
    assert!(folder.path("out/summary.csv").exists());
    // Figures come last, so a kill may leave a finished run without them.
    let plots = folder.path("out/depth=2,training.openings=1/2/plots");
    fs::remove_dir_all(&plots).unwrap();
    assert!(folder.succeed(&["sweep", "out", "--quiet"]).is_empty());
    assert!(plots.join("learning_curve.png").exists());
}

#[test]
fn arms_set_what_goes_together() {
    let folder = Folder::new();
    folder.evolve("run", &["--generations=0"]);
    fs::create_dir(folder.path("sweeps")).unwrap();
    fs::rename(
        folder.path("run/champion.toml"),
        folder.path("sweeps/hero.toml"),
    )
    .unwrap();
    let config = folder.read("run/config.toml");
    folder.write("sweeps/base.toml", config);
    let sweep = "format = 1\nname = \"mine\"\nbase = \"base.toml\"\nseeds = \"7-8\"\n\
        [[arms]]\nname = \"as-it-is\"\n[[arms]]\nname = \"hero\"\n\
        set = { generations = 2, test.references = [\"hero.toml@1\"], \
        algorithm = { cma-es = { sigma = 0.3 } } }\n";
    folder.write("sweeps/mine.toml", sweep);
    folder.succeed(&["sweep", "sweeps/mine.toml", "--quiet"]);
    let config = folder.read("runs/mine/hero/8/config.toml");
    for expected in [
        "seed = 8",
        "references = [\"bots/hero.toml@1\"]",
        "[algorithm.cma-es]",
    ] {
        assert!(config.contains(expected), "{config}");
    }
    let summary = folder.read("runs/mine/summary.csv");
    assert!(summary.contains("score:bots/hero.toml@1,"), "{summary}");
    assert!(summary.contains("\nas-it-is,7,"), "{summary}");
    // It needs neither base nor bots any more, but a file that is still asked for must be the same.
    folder.write(
        "sweeps/hero.toml",
        folder
            .read("sweeps/hero.toml")
            .replace("depth = 2", "depth = 3"),
    );
    let changed = "(bots/hero.toml: the bot was changed)";
    refused(&folder, &["sweep", "sweeps/mine.toml"], changed);
    fs::remove_dir_all(folder.path("sweeps")).unwrap();
    fs::remove_dir_all(folder.path("runs/mine/hero/8")).unwrap();
    folder.succeed(&["sweep", "runs/mine", "--quiet"]);
    assert_eq!(folder.read("runs/mine/summary.csv"), summary);
    folder.succeed(&["verify", "runs/mine/hero"]);
}

#[test]
fn neither_grid_nor_arms_is_one_arm() {
    let folder = Folder::new();
    folder.write("one.toml", HEAD);
    folder.succeed(&["sweep", "one.toml", "--quiet"]);
    folder.succeed(&["plot", "runs/small/base"]);
}

#[test]
fn any_number_of_jobs_and_threads_writes_the_same_bytes() {
    let folder = with_grid();
    done(&folder, "one", &["--jobs=1", "--threads=1"]);
    done(&folder, "two", &["--jobs=2"]);
    done(&folder, "many", &["--jobs=9", "--threads=3"]);
    assert_same_sweeps(&folder, "one", "two");
    assert_same_sweeps(&folder, "one", "many");
}

#[test]
fn shards_in_one_folder_come_to_what_one_process_does() {
    let folder = with_grid();
    done(&folder, "whole", &[]);
    let shards = ["1/3", "2/3", "3/3"].map(|shard| {
        start(
            &folder,
            &["sweep", "grid.toml", "--out=shards", "--shard", shard],
        )
    });
    for shard in shards {
        let output = shard.wait_with_output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{error}");
    }
    assert_same_sweeps(&folder, "whole", "shards");
    assert_nothing_half_written(&folder.path(""));
    // A shard does its own runs only: of eight runs, the third and the seventh.
    let said = folder.succeed(&["sweep", "grid.toml", "--out=part", "--shard=3/4"]);
    assert!(
        said.contains("part: 2 of 8 runs are done, 2 of them now"),
        "{said}"
    );
    assert!(said.contains("warri sweep part --shard 3/4\n"), "{said}");
    assert!(folder.path("part/depth=1,training.openings=2/1").exists());
    assert!(folder.path("part/depth=2,training.openings=2/1").exists());
    assert!(!folder.path("part/summary.csv").exists());
}

#[test]
fn processes_that_all_do_everything_do_not_hurt_each_other() {
    let folder = with_grid();
    done(&folder, "whole", &[]);
    let all = [(); 3].map(|()| start(&folder, &["sweep", "grid.toml", "--out=all"]));
    for one in all {
        let output = one.wait_with_output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{error}");
    }
    done(&folder, "all", &[]);
    assert_same_sweeps(&folder, "whole", "all");
    assert_nothing_half_written(&folder.path(""));
}

#[test]
fn a_sweep_killed_at_any_moments_ends_as_if_it_had_not_been() {
    let folder = Folder::new();
    let longer = HEAD.replace("generations = 4", "generations = 12");
    folder.write("grid.toml", format!("{longer}{GRID}"));
    done(&folder, "through", &[]);
    let mut kills = 0;
    for round in 0..12_u64 {
        let jobs = if round % 2 == 0 { "1" } else { "2" };
        let arguments = [
            "sweep",
            "grid.toml",
            "--out=killed",
            "--quiet",
            "--jobs",
            jobs,
        ];
        let mut child = start(&folder, &arguments);
        std::thread::sleep(Duration::from_millis(30 + round * 37 % 150));
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap();
            kills += 1;
        }
        child.wait().unwrap();
    }
    assert!(kills >= 3, "the sweep was too short to be killed: {kills}");
    done(&folder, "killed", &[]);
    assert_same_sweeps(&folder, "through", "killed");
}

#[cfg(unix)]
#[test]
fn an_interrupt_says_how_to_go_on() {
    let folder = Folder::new();
    let longer = HEAD.replace("generations = 4", "generations = 1000");
    folder.write("grid.toml", format!("{longer}{GRID}"));
    let child = start(&folder, &["sweep", "grid.toml", "--jobs=2", "--shard=1/2"]);
    let run = folder.path("runs/small/depth=1,training.openings=1/1/checkpoint");
    while !run.exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(
        interrupt(child),
        "\ninterrupted; nothing is lost but the unfinished generations. Go on with:\n  \
         warri sweep runs/small --jobs 2 --shard 1/2\n"
    );
}

#[test]
fn a_run_that_another_program_plays_at_is_left_to_it() {
    let folder = with_grid();
    done(&folder, "out", &["--shard=1/8"]);
    let run = "out/depth=1,training.openings=1/1";
    fs::remove_dir_all(folder.path(run).join("plots")).unwrap();
    let lock = fs::File::create(folder.path(run).join("lock")).unwrap();
    lock.lock().unwrap();
    let said = folder.succeed(&["sweep", "out"]);
    let left = format!("Left to another warri that is at them: {run}\n");
    assert!(said.contains(&left), "{said}");
    assert!(
        said.contains("8 of 8 runs are done, 7 of them now"),
        "{said}"
    );
}

#[test]
fn a_run_that_fails_hurts_no_other() {
    let folder = with_grid();
    done(&folder, "out", &["--shard=3/8"]);
    let damaged = "out/depth=1,training.openings=2/1";
    let manifest = folder.read(&format!("{damaged}/manifest.json"));
    folder.write(
        &format!("{damaged}/manifest.json"),
        manifest.replace("\"finished\"", "\"unfinished\""),
    );
    folder.write(&format!("{damaged}/checkpoint"), "");
    let output = folder.run(&["sweep", "out"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.contains("out: 7 of 8 runs are done, 7 of them now"),
        "{said}"
    );
    assert!(said.ends_with("Next:\n  warri sweep out\n"), "{said}");
    let error = String::from_utf8(output.stderr).unwrap();
    let expected = format!("error: 1 of 8 runs failed: {damaged}/checkpoint: not a checkpoint");
    assert!(error.starts_with(&expected), "{error}");
    assert!(!folder.path("out/summary.csv").exists());
    // Nor does the summary of runs that are gone stay.
    folder.write("out/summary.csv", "");
    assert_eq!(
        folder.run(&["sweep", "out", "--quiet"]).status.code(),
        Some(1)
    );
    assert!(!folder.path("out/summary.csv").exists());
    // Another one, in the way of a run.
    let other = "out/depth=2,training.openings=2/2";
    fs::remove_dir_all(folder.path(other)).unwrap();
    folder.write(other, "");
    let config = "out/depth=2,training.openings=2/1/config.toml";
    folder.write(
        config,
        folder.read(config).replace("elites = 2", "elites = 1"),
    );
    let output = folder.run(&["sweep", "out", "--quiet", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    for expected in [
        "error: 3 of 8 runs failed:\n",
        &format!("\n  {other}: there is something else, expected a run or nothing"),
        &format!("\n  {config}: it was changed or damaged since the run ended"),
    ] {
        assert!(error.contains(expected), "{error}");
    }
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(said["failed"].as_array().unwrap().len(), 3);
    assert_eq!(said["failed"][0]["run"], damaged);
    assert_eq!(said["failed"][2]["run"], other);
}

#[test]
fn a_dry_run_writes_nothing() {
    let folder = with_grid();
    let said = folder.succeed(&["sweep", "grid.toml", "--dry-run", "--shard=1/3"]);
    assert!(
        said.contains("3 of 8 runs to do, seeds 1-2 of 4 arms, to runs/small."),
        "{said}"
    );
    assert!(
        said.ends_with("warri sweep grid.toml --shard 1/3\n"),
        "{said}"
    );
    let said = folder.succeed(&["sweep", "grid.toml", "--dry-run", "--json"]);
    let said: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(
        (&said["runs"], &said["arms"][3]["runs"]),
        (&8.into(), &2.into())
    );
    assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 1);
    // What is done is not there to do.
    done(&folder, "out", &["--shard=1/3"]);
    let said = folder.succeed(&["sweep", "out", "--dry-run"]);
    assert!(said.contains("\n5 of 8 runs to do, "), "{said}");
}

#[test]
fn sweeps_are_built_in() {
    let folder = Folder::new();
    // A folder of the same name, which is no sweep, does not hide it.
    fs::create_dir(folder.path("search-depth")).unwrap();
    let said = folder.succeed(&["sweep", "search-depth", "--dry-run"]);
    assert!(said.contains("9 of 9 runs to do"), "{said}");
    let said = folder.succeed(&["sweep", "--list"]);
    assert!(said.contains("daoud-2004\n    The experiment of"), "{said}");
    let said = folder.refuse(&["sweep", "search-dept"]);
    assert!(said.contains("a built-in sweep (search-depth, "), "{said}");
}
