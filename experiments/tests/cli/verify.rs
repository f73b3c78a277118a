//! `warri verify`: does a run come out as it did?

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::{Folder, interrupt, refused};
use crate::sweep::HEAD;

#[test]
fn verify_says_which_file_differs_and_where() {
    let folder = Folder::new();
    folder.evolve("run", &[]);
    let verified = folder.succeed(&["verify", "run", "--threads=1"]);
    assert_eq!(verified.matches("same ").count(), 6, "{verified}");
    // A committed run has no games.csv; its hash is in the manifest.
    fs::remove_file(folder.path("run/games.csv")).unwrap();
    let verified = folder.succeed(&["verify", "run"]);
    for expected in [
        "(by hash alone)",
        "the same.\n1 file is missing, and compared by the recorded hash alone.\n",
    ] {
        assert!(verified.contains(expected), "{verified}");
    }
    let individuals = folder.read("run/individuals.csv");
    let third = individuals.lines().nth(2).unwrap();
    folder.write("run/individuals.csv", individuals.replace(third, "forged"));
    let output = folder.run(&["verify", "run"]);
    assert_eq!(output.status.code(), Some(1));
    let report = String::from_utf8(output.stdout).unwrap();
    assert!(
        report.contains("CHANGED  since the run ended, first in line 3"),
        "{report}"
    );
    folder.write("run/individuals.csv", individuals);
    // Another config is another run.
    let config = folder.read("run/config.toml");
    folder.write(
        "run/config.toml",
        config.replace("elites = 2", "elites = 1"),
    );
    let output = folder.run(&["verify", "run", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["files"][0]["file"], "config.toml");
    assert_eq!(report["files"][0]["unchanged"], false);
    assert_eq!(
        report["files"][1]["first_difference"], 3,
        "generation 1 differs first"
    );
    folder.write("run/config.toml", config);
    // The champion's final scores are in the manifest alone.
    let manifest = folder.read("run/manifest.json");
    let told: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let [score, low] = ["score", "low"].map(|key| told["champion"][0][key].to_string());
    assert_ne!(score, low);
    folder.write(
        "run/manifest.json",
        manifest.replacen(
            &format!("\"score\": {score}"),
            &format!("\"score\": {low}"),
            1,
        ),
    );
    let output = folder.run(&["verify", "run"]);
    assert_eq!(output.status.code(), Some(1));
    let report = String::from_utf8(output.stdout).unwrap();
    let expected =
        format!("final scores     DIFFERS  in manifest.json: {low} against random ({low} to ");
    assert!(report.contains(&expected), "{report}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error, "error: run: 1 of 6 results differ\n");
    folder.write("run/manifest.json", manifest);
    // Another version is a warning, another format a refusal.
    let manifest = folder.read("run/manifest.json");
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    folder.write(
        "run/manifest.json",
        manifest.replace(&version, "\"version\": \"9.9.9\""),
    );
    let output = folder.run(&["verify", "run"]);
    assert!(output.status.success());
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("was computed by warri 9.9.9")
    );
    folder.write(
        "run/manifest.json",
        manifest.replace("\"format\": 1", "\"format\": 2"),
    );
    assert!(
        folder
            .refuse(&["verify", "run"])
            .contains("format 2: this version")
    );
    folder.write(
        "run/manifest.json",
        manifest.replace("\"finished\"", "\"unfinished\""),
    );
    assert!(
        folder
            .refuse(&["verify", "run"])
            .contains("warri resume run")
    );
}

#[test]
fn replicates_are_verified_one_after_the_other() {
    let folder = Folder::new();
    folder.evolve("batch", &["--seeds=1-2", "--generations=1"]);
    let verified = folder.succeed(&["verify", "batch"]);
    assert!(
        verified.starts_with("batch/1:\nconfig.toml      same "),
        "{verified}"
    );
    assert_eq!(verified.matches("same ").count(), 12, "{verified}");
    assert!(verified.contains("\nComputed once more, all results come out the same.\n"));
    let games = folder.read("batch/1/games.csv");
    folder.write("batch/1/games.csv", games.replacen("south", "north", 1));
    // The others are verified all the same.
    let output = folder.run(&["verify", "batch", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["runs"][0]["files"][3]["unchanged"], false);
    assert_eq!(report["runs"][1]["run"], "batch/2");
    assert_eq!(report["runs"][1]["files"][3]["unchanged"], true);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error, "error: 1 of 2 runs differ: batch/1\n");
    // Nothing is played if one of them is not finished.
    let manifest = folder.read("batch/2/manifest.json");
    let unfinished = manifest.replace("\"finished\"", "\"unfinished\"");
    folder.write("batch/2/manifest.json", unfinished);
    let error = folder.refuse(&["verify", "batch"]);
    assert!(
        error.contains("batch/2: the run is not finished"),
        "{error}"
    );
}

#[test]
fn a_sweep_is_verified_run_by_run() {
    let folder = Folder::new();
    folder.write("s.toml", format!("{HEAD}[grid]\ndepth = [1, 2]\n"));
    folder.succeed(&["sweep", "s.toml", "--quiet"]);
    let verified = folder.succeed(&["verify", "runs/small"]);
    assert_eq!(
        verified.matches("final scores     same ").count(),
        4,
        "{verified}"
    );
    fs::remove_dir_all(folder.path("runs/small/depth=2/1")).unwrap();
    let expected =
        "runs/small/depth=2/1: the run is not there: go on with `warri sweep runs/small`";
    refused(&folder, &["verify", "runs/small"], expected);
}

#[cfg(unix)]
#[test]
fn an_interrupted_comparison_leaves_nothing() {
    let folder = Folder::new();
    folder.evolve("run", &["--generations=200"]);
    fs::create_dir(folder.path("tmp")).unwrap();
    let temporary = || -> Vec<_> {
        let entries = fs::read_dir(folder.path("tmp")).unwrap();
        entries.map(|entry| entry.unwrap().file_name()).collect()
    };
    for _ in 0..5 {
        let child = Command::new(env!("CARGO_BIN_EXE_warri"))
            .args(["verify", "run", "--threads=1"])
            .current_dir(folder.path(""))
            .env("TMPDIR", folder.path("tmp"))
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        while temporary().is_empty() {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(20));
        let name = temporary().remove(0).into_string().unwrap();
        assert!(name.starts_with("warri-verify-"), "{name}");
        assert_eq!(interrupt(child), "\ninterrupted; the run is as it was\n");
        assert!(temporary().is_empty());
    }
}

#[test]
fn a_run_stops_by_its_rules_and_is_verified_to_there() {
    let folder = Folder::new();
    // A generation has 30 games.
    for (rule, stopped_at) in [
        ("games=75", 2),
        ("seconds=0.000001", 0),
        ("fitness=-1", 0),
        ("stagnation=3", 4),
    ] {
        let out = format!("run-{stopped_at}-{}", &rule[..5]);
        let set = format!("--set=stop.{rule}");
        folder.evolve(&out, &[&set, "--set=generations=60"]);
        let manifest: serde_json::Value =
            serde_json::from_str(&folder.read(&format!("{out}/manifest.json"))).unwrap();
        let found = manifest["stopped_at"].as_u64().unwrap();
        assert!(found >= stopped_at && found < 60, "{rule}: {found}");
        if !rule.starts_with("stagnation") {
            assert_eq!(found, stopped_at, "{rule}");
        }
        let rows = folder.read(&format!("{out}/generations.csv"));
        assert_eq!(rows.lines().count() as u64, 2 + found);
        folder.succeed(&["verify", &out, "--quiet"]);
        let said = folder.succeed(&["resume", &out]);
        let expected = format!("Stopped after generation {found} by a rule of `stop`");
        assert!(said.contains(&expected), "{said}");
    }
    refused(
        &folder,
        &["evolve", "--dry-run", "--set=stop.seconds=0"],
        "stop.seconds = 0: expected a number above 0",
    );
}
