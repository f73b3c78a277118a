//! `warri compare`, and what does not bear a comparison.

use std::fs;

use crate::common::{Folder, refused};
use crate::compare::five_seeds;

#[test]
fn what_cannot_be_compared_is_refused() {
    let folder = five_seeds("");
    folder.evolve("alone", &[]);
    folder.evolve(
        "mine",
        &["--seeds=1-2", "--set=test.references=[\"material@1\"]"],
    );
    fs::create_dir(folder.path("empty")).unwrap();
    for (arguments, expected) in [
        (&["nowhere"][..], "nowhere: no such folder"),
        (
            &["empty"],
            "empty: no runs in it: expected the folder of a sweep, or of several replicates",
        ),
        (
            &["runs/small", "mine"],
            "no opponent in common: arm `base` was measured against random, greedy, and not all \
             arms were measured against any of these",
        ),
        (
            &["runs/small", "--baseline=bas"],
            "--baseline bas: no such arm: expected base; did you mean `base`?",
        ),
        (
            &["runs/small", "--score=score:gredy"],
            "expected score:random, score:greedy; did you mean `score:greedy`?",
        ),
        (
            &["runs/small", "--target=80"],
            "--target 80: expected a share from 0 to 1, as in 0.8",
        ),
        (
            &["runs/small", "--target=much"],
            "expected a share from 0 to 1",
        ),
        (
            &["mine", "mine"],
            "mine: it is there twice: expected each arm once",
        ),
        (
            &["runs/small", "runs/small/base"],
            "runs/small/base: it is there twice",
        ),
        (&["runs/small", "--out=no/c.csv"], "cannot write no/c.csv"),
    ] {
        refused(&folder, &[&["compare"], arguments].concat(), expected);
    }
    refused(
        &folder,
        &["compare", "runs"],
        "runs/small: the folder of a sweep: expected it to be named itself",
    );
    folder.write("notes.csv", "mine\n");
    refused(
        &folder,
        &["compare", "mine", "--out=notes.csv"],
        "cannot write notes.csv: there is something else",
    );
    folder.succeed(&["compare", "mine", "--out=table.csv"]);
    folder.succeed(&["compare", "mine", "--out=table.csv"]);
    refused(
        &folder,
        &["plot", "alone", "--score=random"],
        "--score: expected none",
    );
    let expected = "--x: expected none, as arms are compared over games";
    refused(
        &folder,
        &["plot", "runs/small", "mine", "--x=games"],
        expected,
    );
}

#[test]
fn a_run_that_is_not_its_sweeps_is_refused() {
    let folder = five_seeds("");
    let config = "runs/small/base/2/config.toml";
    let text = folder.read(config);
    folder.write(config, text.replace("depth = 2", "depth = 1"));
    let expected = format!("{config}: it was changed or damaged since the run ended");
    refused(&folder, &["compare", "runs/small"], &expected);
    folder.write(config, text);
    // One that was made longer, with its config as the sweep has it.
    folder.succeed(&["resume", "runs/small/base/3", "--generations=5", "--quiet"]);
    let config = "runs/small/base/3/config.toml";
    let expected = format!("{config}: `generations` is not that of the sweep: remove the run");
    refused(&folder, &["compare", "runs/small"], &expected);
    let text = folder.read(config);
    folder.write(config, text.replace("generations = 5", "generations = 4"));
    let expected = format!("{config}: it was changed or damaged since the run ended");
    for command in [
        &["compare", "runs/small"][..],
        &["sweep", "runs/small", "--quiet"],
        &["sweep", "runs/small", "--dry-run"],
    ] {
        let output = folder.run(command);
        assert_eq!(output.status.code(), Some(1));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(&expected), "{error}");
    }
}

#[test]
fn files_that_were_changed_are_refused() {
    let folder = Folder::new();
    let references = "--set=test.references=[\"material@1\"]";
    folder.evolve("mine", &["--seeds=1-2", references]);
    let generations = "mine/1/generations.csv";
    let text = folder.read(generations);
    folder.write(generations, text.replacen("\n1,", "\nx,", 1));
    let expected = "mine/1/generations.csv, line 3, column `generation`: found `x`";
    refused(&folder, &["compare", "mine"], expected);
    let cut = text.lines().take(3).map(|line| format!("{line}\n"));
    folder.write(generations, cut.collect::<String>());
    let expected = "mine/1/generations.csv: it was changed or damaged since the run ended";
    refused(&folder, &["compare", "mine"], expected);
    let drawn = folder.run(&["plot", "mine"]);
    assert!(drawn.status.success());
    let warning = String::from_utf8(drawn.stderr).unwrap();
    assert!(
        warning.starts_with(&format!("warning: {expected}")),
        "{warning}"
    );
    folder.write(generations, text);
    let manifest = folder.read("mine/2/manifest.json");
    folder.write(
        "mine/2/manifest.json",
        manifest.replacen("\"high\": ", "\"high\": 9", 1),
    );
    let expected = "mine/2/manifest.json: score against material@1 is ";
    refused(&folder, &["compare", "mine"], expected);
    folder.write(
        "mine/2/manifest.json",
        manifest.replace("material@1", "material@2"),
    );
    let expected = "mine/2/manifest.json: no score against material@1";
    refused(&folder, &["compare", "mine"], expected);
    folder.write(
        "mine/2/manifest.json",
        manifest.replace("\"finished\"", "\"unfinished\""),
    );
    let first = folder.read("mine/1/manifest.json");
    folder.write(
        "mine/1/manifest.json",
        first.replace("\"finished\"", "\"unfinished\""),
    );
    refused(&folder, &["compare", "mine"], "mine: no run is finished");
}
