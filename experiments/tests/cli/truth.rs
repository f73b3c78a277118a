//! Exact play as a yardstick and as a teacher.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::common::{Folder, SMALL, assert_same, refused};

const TRUTH: &str = "--set=truth={ seeds = 5, decisions = 40 }";

#[test]
fn a_run_that_asks_for_truth_has_its_columns_and_is_the_same_on_any_threads() {
    let folder = Folder::new();
    folder.evolve("plain", &[]);
    folder.evolve("truth", &[TRUTH, "--threads=1"]);
    folder.evolve("again", &[TRUTH, "--threads=3"]);
    let [truth, again] = ["truth", "again"].map(|run| folder.results(run));
    assert_same(&truth, &again, "with truth");
    let [plain, truth] =
        ["plain", "truth"].map(|run| folder.read(&format!("{run}/generations.csv")));
    let mut lossless = 0;
    for (plain, truth) in plain.lines().zip(truth.lines()) {
        // Truth adds two columns and changes nothing else.
        let more = truth.strip_prefix(plain).unwrap();
        let columns: Vec<&str> = more.split(',').skip(1).collect();
        let [result, loss] = columns[..] else {
            panic!("{more}")
        };
        let Ok(result) = result.parse::<f64>() else {
            assert_eq!((result, loss), ("truth_result", "truth_loss"));
            continue;
        };
        assert!((0.3..=1.0).contains(&result), "{result}");
        lossless += u32::from(loss == "0");
    }
    assert!(
        lossless < 5,
        "who looks two plies ahead gives something away"
    );
    let figure = folder.read("truth/plots/learning_curve.svg");
    assert!(figure.contains("result kept") && figure.contains("seeds given away"));
}

#[test]
fn a_population_learns_from_exact_play_without_a_game() {
    let folder = Folder::new();
    let teacher = "--set=training.opponents={ truth = { decisions = 60 } }";
    folder.evolve("run", &[TRUTH, teacher, "--set=population.size=12"]);
    let rows = |name: &str| -> Vec<BTreeMap<String, String>> {
        let mut reader = csv::Reader::from_path(folder.path(name)).unwrap();
        reader.deserialize().collect::<Result<_, _>>().unwrap()
    };
    assert!(rows("run/games.csv").is_empty());
    let generations = rows("run/generations.csv");
    assert!(generations.iter().all(|row| row["games"] == "0"));
    let mean = |row: &BTreeMap<String, String>| row["fitness_mean"].parse::<f64>().unwrap();
    assert!(mean(&generations[4]) > mean(&generations[0]) + 0.02);
    folder.succeed(&["verify", "run", "--threads=2"]);
    let arguments = ["evolve", "--out=no", teacher];
    refused(
        &folder,
        &arguments,
        "training.opponents = truth: expected another kind",
    );
    let arguments = ["evolve", "--out=no", "--set=truth.seeds=2"];
    refused(
        &folder,
        &arguments,
        "truth.seeds = 2: expected a whole number from 3 to 24",
    );
    for seeds in ["300", "-1", "many"] {
        let seeds = format!("--set=truth.seeds={seeds}");
        let expected = "expected a whole number from 3 to 24";
        refused(&folder, &["evolve", "--out=no", &seeds], expected);
    }
    let arguments = ["evolve", "--out=no", "--set=truth.seeds=11"];
    refused(
        &folder,
        &arguments,
        "speightstown-11.table: there is no such table: `warri solve",
    );
    assert!(!folder.path("no").exists());
}

#[test]
fn players_are_rated_by_exact_play() {
    let folder = Folder::new();
    let few = ["--seeds=5", "--decisions=200"];
    let arguments = [&["rate", "random", "material@5", "--json"][..], &few].concat();
    let rated: Value = serde_json::from_str(&folder.succeed(&arguments)).unwrap();
    let number = |player: usize, key: &str| rated["players"][player]["all"][key].as_f64().unwrap();
    assert!(number(0, "truth_result") + 0.1 < number(1, "truth_result"));
    assert!(number(0, "truth_loss") > number(1, "truth_loss"));
    assert!(number(1, "low") < number(1, "truth_result"));
    assert_eq!(
        rated["players"][0]["by_seeds"].as_object().unwrap().len(),
        3
    );
    let decisions = rated["players"][0]["all"]["decisions"].as_u64().unwrap();
    assert!(rated["asked"] == 200 && decisions < 200, "{rated}");
    let shown = folder.succeed(&[&["rate", "random"][..], &few].concat());
    let found = format!(
        "{decisions} decisions in endgames of speightstown with up to 5 seeds.\n\
         200 were asked for; 2,304 games had no more.\n\n"
    );
    assert!(shown.starts_with(&found), "{shown}");
    let all = folder.succeed(&["rate", "random", "--seeds=6", "--decisions=8"]);
    let found = "8 decisions in endgames of speightstown with up to 6 seeds\n\nplayer";
    assert!(all.starts_with(found), "{all}");
    assert!(shown.contains("result kept") && shown.contains("warri match random material@3"));
    refused(
        &folder,
        &["rate", "random", "--seeds=25"],
        "--seeds 25: expected 3 to 24",
    );
    refused(&folder, &["rate", "nobody"], "player `nobody` is unknown");
}

#[test]
fn a_dry_run_counts_the_decisions() {
    let folder = Folder::new();
    let dry = |more: &[&str]| {
        let arguments = [&["evolve", "--dry-run"][..], &SMALL, more].concat();
        folder.succeed(&arguments)
    };
    assert!(!dry(&[]).contains("decisions"));
    let measured = dry(&[TRUTH]);
    assert!(measured.contains("[truth]"), "{measured}");
    // 5 generations of 36 decisions: no more are found.
    let counted = ",\n# 180 endgame decisions in tests, about ";
    assert!(measured.contains(counted), "{measured}");
    assert!(measured.contains(" decisions/s on "), "{measured}");
    let teacher = "--set=training.opponents={ truth = { decisions = 60 } }";
    let taught = dry(&[TRUTH, teacher, "--set=population.size=12", "--seeds=1-2"]);
    assert!(taught.contains("\n# 0 training and "), "{taught}");
    // Two runs of 5 generations, in which 12 individuals make 60 each.
    let counted = ",\n# 7,200 endgame decisions in training and 360 in tests, about ";
    assert!(taught.contains(counted), "{taught}");
}
