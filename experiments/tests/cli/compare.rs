//! `warri compare`, and the figure that `warri plot` draws of arms.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{Folder, refused};
use crate::sweep::{HEAD, done, with_grid};

/// What a committed run has.
const KEPT: [&str; 4] = [
    "config.toml",
    "manifest.json",
    "generations.csv",
    "champion.toml",
];

/// A folder with a sweep of two arms and five seeds, done in `runs/small`.
pub(crate) fn five_seeds(arms: &str) -> Folder {
    let folder = Folder::new();
    let head = HEAD.replace("1-2", "1-5");
    folder.write("s.toml", format!("{head}{arms}"));
    folder.succeed(&["sweep", "s.toml", "--quiet"]);
    folder
}

const DEPTHS: &str = "[grid]\ndepth = [1, 2]\n";

/// A text in one line, however it was broken.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

fn compared(folder: &Folder, arguments: &[&str]) -> Value {
    let said = folder.succeed(&[&["compare", "--json"], arguments].concat());
    assert_eq!(said.lines().count(), 1);
    serde_json::from_str(&said).unwrap()
}

/// Copies a folder with nothing in its runs but what is committed.
fn strip(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && name != "plots" {
            strip(&path, &to.join(name));
        } else if KEPT.contains(&name) {
            fs::copy(&path, to.join(name)).unwrap();
        }
    }
}

#[test]
fn the_arms_of_a_sweep_are_compared() {
    let folder = five_seeds(DEPTHS);
    let arguments = ["compare", "runs/small", "--target=0.5", "--out=c.csv"];
    let said = folder.succeed(&arguments);
    for expected in [
        "runs/small: 2 arms, 10 finished runs, baseline depth=1 ",
        " Final score over all 2 opponents in common arm score 95 % interval better 95 % interval \
         runs games a run depth=1 ",
        " Final score against random arm score 95 % interval better 95 % interval depth=1 ",
        " Final score against greedy arm ",
        " Games of training until score:greedy is 0.5 arm reached games (median) ",
        " Score: the interquartile mean over the runs",
        " Better: the probability that a run of the arm scores higher than one of depth=1, ties half.",
        " Note: Of fewer than 10 seeds the intervals are too short:",
        " Written to c.csv Next: warri plot runs/small",
    ] {
        assert!(flat(&said).contains(expected), "{expected}: {said}");
    }
    assert!(!said.contains("unequal budgets"), "{said}");
    assert_eq!(folder.succeed(&arguments), said);

    let table = folder.read("c.csv");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "arm,measure,on,runs,value,low,high");
    assert!(
        lines[1].starts_with("depth=1,interquartile_mean,all,5,0."),
        "{table}"
    );
    let improvements = lines.iter().filter(|line| line.contains(",improvement,"));
    // Of the other arm, over all and against each.
    assert_eq!(improvements.count(), 3);
    assert!(lines.contains(&"depth=2,games,,5,150,150,150"), "{table}");
}

#[test]
fn values_are_those_of_the_files() {
    let folder = five_seeds(DEPTHS);
    let said = compared(&folder, &["runs/small", "--target=0.9", "--score=random"]);
    assert_eq!(said["baseline"], "depth=1");
    assert_eq!(said["score"], "score:random");
    assert_eq!(said["equal_budgets"], true);
    let arm = &said["arms"][0];
    assert_eq!((&arm["arm"], &arm["runs"]), (&"depth=1".into(), &5.into()));
    assert_eq!(arm["scores"][0]["opponent"], Value::Null);
    assert_eq!(arm["scores"][0]["improvement"], Value::Null);
    assert!(said["arms"][1]["scores"][0]["improvement"]["low"].is_number());

    // The score against random is the third column of the summary; of five runs
    // the interquartile mean cuts one from each end.
    let summary = folder.read("runs/small/summary.csv");
    let cells = summary.lines().filter(|line| line.starts_with("depth=1,"));
    let mut scores: Vec<f64> = cells
        .map(|line| line.split(',').nth(2).unwrap().parse().unwrap())
        .collect();
    scores.sort_by(f64::total_cmp);
    let mean = (scores[1] + scores[2] + scores[3]) / 3.0;
    let against = &arm["scores"][1];
    assert_eq!(against["opponent"], "random");
    assert_eq!(against["interquartile_mean"]["value"], mean);
    assert_eq!(against["median"]["value"], scores[2]);

    // A generation has 30 games.
    let target = &arm["target"];
    let first = |seed: u32| {
        let rows = folder.read(&format!("runs/small/depth=1/{seed}/generations.csv"));
        let header: Vec<&str> = rows.lines().next().unwrap().split(',').collect();
        let column = header.iter().position(|name| *name == "score:random");
        let scores = rows.lines().skip(1).map(|line| {
            let cell = line.split(',').nth(column.unwrap());
            cell.unwrap().parse::<f64>().unwrap()
        });
        scores.enumerate().find(|(_, score)| *score >= 0.9)
    };
    let reached: Vec<usize> = (1..=5).filter_map(|seed| Some(first(seed)?.0)).collect();
    assert_eq!(target["reached"], reached.len());
    let mut games: Vec<usize> = reached.iter().map(|row| 30 * (row + 1)).collect();
    games.sort_unstable();
    match games.get(2) {
        Some(&median) => assert_eq!(target["games"].as_f64(), Some(median as f64)),
        None => assert_eq!(target["games"], Value::Null),
    }
    assert_eq!(target["has_interval"], false);
}

#[test]
fn a_folder_with_nothing_but_what_is_committed_is_enough() {
    let folder = five_seeds(DEPTHS);
    strip(&folder.path("runs/small"), &folder.path("kept"));
    assert!(!folder.path("kept/sweep.toml").exists());
    let mut whole = compared(&folder, &["runs/small", "--target=0.5"]);
    let mut kept = compared(&folder, &["kept", "--target=0.5"]);
    for said in [&mut whole, &mut kept] {
        said["folders"] = Value::Null;
    }
    assert_eq!(whole, kept);
    // Its arms are folders of replicates, in any order; which is the baseline is up to the user.
    let mut other = compared(
        &folder,
        &[
            "kept/depth=2",
            "kept/depth=1",
            "--baseline=depth=1",
            "--target=0.5",
        ],
    );
    assert_eq!(other["arms"][0], whole["arms"][1]);
    assert_eq!(other["arms"][1], whole["arms"][0]);
    assert_eq!(other["baseline"].take(), "depth=1");
    // One alone has nobody to be better than.
    let said = folder.succeed(&["compare", "kept/depth=2"]);
    assert!(
        said.starts_with("kept/depth=2: 1 arm, 5 finished runs\n"),
        "{said}"
    );
    assert!(!said.contains("better"), "{said}");
    folder.succeed(&["plot", "kept"]);
    // The sweep itself has nothing to do in it.
    for file in ["sweep.toml", "summary.csv"] {
        fs::copy(
            folder.path(&format!("runs/small/{file}")),
            folder.path(&format!("kept/{file}")),
        )
        .unwrap();
    }
    let said: Value = serde_json::from_str(&folder.succeed(&["sweep", "kept", "--json"])).unwrap();
    assert_eq!(
        (&said["finished"], &said["finished_now"]),
        (&10.into(), &0.into())
    );
    assert_eq!(said["arms"][0]["seconds"], Value::Null);
    let summary = |sweep: &str| folder.read(&format!("{sweep}/summary.csv"));
    assert_eq!(summary("kept"), summary("runs/small"));
}

#[test]
fn what_does_not_bear_a_comparison_is_said() {
    let folder = with_grid();
    done(&folder, "out", &[]);
    let said = flat(&folder.succeed(&["compare", "out"]));
    for expected in [
        " Note: Fewer than 5 seeds have no interval, and say little: ",
        " Note: The arms had unequal budgets, from 150 games of training a run \
         (depth=1,training.openings=1) to 300 (depth=1,training.openings=2): what is better",
    ] {
        assert!(said.contains(expected), "{said}");
    }
    // Runs that are not finished are left out, and arms without any.
    let manifest = "out/depth=1,training.openings=1/1/manifest.json";
    let text = folder.read(manifest);
    folder.write(manifest, text.replace("\"finished\"", "\"unfinished\""));
    fs::remove_dir_all(folder.path("out/depth=2,training.openings=1/1")).unwrap();
    fs::remove_dir_all(folder.path("out/depth=2,training.openings=2")).unwrap();
    let said = compared(&folder, &["out"]);
    assert_eq!(said["arms"].as_array().unwrap().len(), 3);
    assert_eq!(said["arms"][0]["unfinished"], 1);
    assert_eq!(said["arms"][2]["unfinished"], 1);
    let notes = said["notes"].to_string();
    assert!(
        notes.contains(
            "left out: depth=1,training.openings=1 (1), depth=2,training.openings=1 (1). \
             Arms without a finished run are left out: depth=2,training.openings=2."
        ),
        "{notes}"
    );
}

#[test]
fn arms_that_never_differ_are_compared_and_drawn() {
    let folder = five_seeds(DEPTHS);
    for arm in ["depth=1", "depth=2"] {
        for seed in 1..=5 {
            all_won(&folder, &format!("runs/small/{arm}/{seed}/manifest.json"));
        }
    }
    let said = compared(&folder, &["runs/small"]);
    let better = &said["arms"][1]["scores"][0]["improvement"];
    assert_eq!(
        (&better["value"], &better["low"]),
        (&0.5.into(), &0.5.into())
    );
    let notes = said["notes"].to_string();
    assert!(
        notes.contains("has no width is the same whichever of the seeds are drawn"),
        "{notes}"
    );
    folder.succeed(&["plot", "runs/small"]);
    let data = folder.read("runs/small/plots/comparison.csv");
    let places = data
        .lines()
        .filter(|row| row.starts_with("profile,depth=1,"));
    let mut places: Vec<&str> = places.map(|row| row.split(',').nth(4).unwrap()).collect();
    assert_eq!(places.len(), 201);
    places.dedup();
    assert_eq!(places.len(), 201, "each threshold once");
}

/// Makes a manifest say that the champion won all its games.
fn all_won(folder: &Folder, path: &str) {
    let mut manifest: Value = serde_json::from_str(&folder.read(path)).unwrap();
    for score in manifest["champion"].as_array_mut().unwrap() {
        for key in ["score", "low", "high"] {
            score[key] = 1.0.into();
        }
    }
    folder.write(path, manifest.to_string());
}

#[test]
fn arms_of_one_name_are_named_by_their_folders() {
    let folder = five_seeds("");
    fs::create_dir(folder.path("other")).unwrap();
    strip(&folder.path("runs/small/base"), &folder.path("other/base"));
    // One that was left by a program that was killed.
    strip(
        &folder.path("runs/small/base/1"),
        &folder.path("other/.base.1-0.part"),
    );
    let said = compared(&folder, &["runs/small/base", "other"]);
    let arms = said["arms"].as_array().unwrap();
    let names: Vec<&Value> = arms.iter().map(|arm| &arm["arm"]).collect();
    assert_eq!(names, ["runs/small/base", "other/base"]);
}

#[test]
fn arms_are_compared_on_the_opponents_that_they_share() {
    let arms = "[[arms]]\nname = \"plain\"\n[[arms]]\nname = \"other\"\n\
        set = { truth.seeds = 4, variant = \"abapa\", test.references = [\"greedy\", \"material@1\"] }\n";
    let folder = five_seeds(arms);
    let said = compared(&folder, &["runs/small"]);
    assert_eq!(said["opponents"], serde_json::json!(["greedy"]));
    assert_eq!(
        said["other_opponents"],
        serde_json::json!(["random", "material@1"])
    );
    assert_eq!(said["arms"][0]["truth_result"], Value::Null);
    assert!(said["arms"][1]["truth_result"]["low"].is_number());
    let said = flat(&folder.succeed(&["compare", "runs/small"]));
    for expected in [
        "Final score over the only opponent in common, greedy arm",
        "Decisions in endgames, beside exact play arm",
        "Note: Not all arms were measured against random, material@1: left out.",
        "Note: The arms play by different rules, speightstown (plain) and abapa (other)",
    ] {
        assert!(said.contains(expected), "{said}");
    }
    assert!(!said.contains("Final score against"), "{said}");
    // What one arm alone measured cannot be the learning curve of all.
    let expected = "--score truth_loss: no column that all arms have: expected score:greedy";
    refused(
        &folder,
        &["compare", "runs/small", "--score=truth_loss"],
        expected,
    );
    refused(
        &folder,
        &["plot", "runs/small", "--score=truth_loss"],
        expected,
    );
    let arm = "runs/small/other";
    let said = compared(&folder, &[arm, "--score=truth_loss", "--target=1.5"]);
    assert!(said["arms"][0]["target"]["reached"].is_number());
}

#[test]
fn arms_are_drawn_side_by_side() {
    let folder = five_seeds(DEPTHS);
    let said = folder.succeed(&["plot", "runs/small"]);
    let kinds = ["svg", "png", "txt", "csv"];
    let path = |dir: &str, kind: &str| format!("{dir}/comparison.{kind}");
    let listed: Vec<String> = kinds.map(|kind| path("runs/small/plots", kind)).into();
    let expected = format!(
        "{}\n\nNext:\n  warri compare runs/small\n",
        listed.join("\n")
    );
    assert_eq!(said, expected);

    let svg = folder.read("runs/small/plots/comparison.svg");
    for text in [
        "Comparison: small",
        "2 arms · 5 seeds each · 150 games of training a run",
        "Score against greedy (%), test openings",
        "all 2 opponents",
        "depth=2",
        "Games of training",
        "95 % bootstrap intervals over seeds",
    ] {
        assert!(svg.contains(text), "{text}");
    }
    let caption = folder.read("runs/small/plots/comparison.txt");
    assert!(caption.contains("Settings of depth=2: "), "{caption}");
    let data = folder.read("runs/small/plots/comparison.csv");
    assert!(
        data.starts_with("panel,arm,run,opponent,x,value,low,high\n"),
        "{data}"
    );
    assert!(data.contains("\ncurve,depth=1,,score:greedy,30,"), "{data}");
    assert!(data.contains("\nfinal,depth=2,5,random,,"), "{data}");
    assert!(
        data.contains("\nprofile,depth=2,,all 2 opponents,1,0,0,0\n"),
        "{data}"
    );

    // The same arms from their folders, elsewhere, make the same picture but for its name.
    let arms = ["runs/small/depth=1", "runs/small/depth=2"];
    folder.succeed(&[&["plot", "--out=again"], &arms[..]].concat());
    assert_eq!(folder.read(&path("again", "csv")), data);
    let again = folder.read(&path("again", "svg"));
    assert_eq!(again.replace("2 folders", "small"), svg);
    // An arm alone is a learning curve, as ever.
    folder.succeed(&["plot", arms[0]]);
    assert!(
        folder
            .path("runs/small/depth=1/plots/learning_curve.svg")
            .exists()
    );
    // Another curve is another figure.
    folder.succeed(&["plot", "runs/small", "--score=random", "--out=again"]);
    assert!(
        folder
            .read(&path("again", "svg"))
            .contains("Score against random (%)")
    );
}

#[test]
fn more_arms_than_colours_are_grey() {
    let folder = Folder::new();
    let arms = "[grid]\ndepth = [1, 2]\nalgorithm.genetic.elites = [0, 1, 2, 3, 4]\n";
    folder.write("s.toml", format!("{HEAD}{arms}"));
    folder.succeed(&["sweep", "s.toml", "--quiet"]);
    folder.succeed(&["plot", "runs/small"]);
    let svg = folder.read("runs/small/plots/comparison.svg");
    assert!(
        svg.contains("the best of the 10 arms; the other 2 are grey"),
        "{svg}"
    );
    assert!(svg.contains("No bands, as fewer than 5 seeds say too little."));
    let caption = folder.read("runs/small/plots/comparison.txt");
    assert!(caption.contains("\nIn grey, and not in b: "), "{caption}");
}
