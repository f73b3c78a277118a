//! Each command as its user types it.

use std::fs;
use std::process::{Command, Stdio};

use crate::common::{Folder, SMALL, refused};
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

// pitfall 34 is for this command to show, not for a test: nothing here
// depends on how fast the machine is.
#[test]
fn bench_measures_everything() {
    let folder = Folder::new();
    let report =
        json(&folder.succeed(&["bench", "--seconds", "0.001", "--threads", "3", "--json"]));
    let rates = [
        "perft_leaves_per_s",
        "perft_to_leaf_per_s",
        "playouts_per_s",
    ];
    assert!(
        rates.iter().all(|rate| report[rate].as_f64() > Some(0.0)),
        "{report}"
    );
    let all = |list: &str, key: &str| -> Vec<i64> {
        let rows = report[list].as_array().unwrap();
        rows.iter().map(|row| row[key].as_i64().unwrap()).collect()
    };
    assert_eq!(all("search", "depth"), [3, 5, 7, 9]);
    assert_eq!(all("games", "depth"), [1, 3, 5]);
    assert_eq!(all("round_robin", "threads"), [1, 2, 3]);
    for row in report["search"].as_array().unwrap() {
        let number = |key: &str| row[key].as_f64().unwrap();
        let nodes = number("nodes_per_s") * number("seconds");
        assert!((nodes / number("nodes") - 1.0).abs() < 1e-6);
        assert!(number("speedup_over_plain") > 0.0);
    }
    for seconds in ["0", "nan", "x"] {
        refused(
            &folder,
            &["bench", "--seconds", seconds],
            "expected a number of seconds from 0.001 to 3600",
        );
    }
}

#[test]
fn perft_counts() {
    let folder = Folder::new();
    let counted = json(&folder.succeed(&["perft", "6", "--json"]));
    assert_eq!(counted["nodes"], 27332);
    assert_eq!(counted["variant"], "speightstown");
    assert_eq!(counted["position"], "4,4,4,4,4,4/4,4,4,4,4,4 0-0 S");
    assert_eq!(counted["depth"], 6);
    assert!(counted["seconds"].is_f64());
    let position = "1,0,0,0,0,2/0,0,0,0,0,0 22-23 S";
    let divided = folder.succeed(&[
        "perft",
        "2",
        "--position",
        position,
        "--divide",
        "--variant=abapa",
    ]);
    assert!(divided.starts_with("F "), "{divided}");
    let none = json(&folder.succeed(&["perft", "0", "--divide", "--json"]));
    assert_eq!(none["nodes"], 1);
}

// pitfall 24
#[test]
fn swapping_the_players_of_a_match_negates_the_result() {
    let folder = Folder::new();
    let play = |a, b| json(&folder.succeed(&["match", a, b, "--games=60", "--json"]));
    let one = play("greedy", "material@2");
    let other = play("material@2", "greedy");
    let number = |value: &Value| value.as_f64().unwrap();
    assert_eq!(
        (&one["wins"], &one["draws"], &one["losses"]),
        (&other["losses"], &other["draws"], &other["wins"])
    );
    assert!((number(&one["score"]) + number(&other["score"]) - 1.0).abs() < 1e-12);
    assert!((number(&one["elo"]) + number(&other["elo"])).abs() < 1e-9);
    assert!((number(&one["score_low"]) + number(&other["score_high"]) - 1.0).abs() < 1e-12);
    let keys: Vec<&String> = one.as_object().unwrap().keys().collect();
    let expected = [
        "a",
        "b",
        "games",
        "wins",
        "draws",
        "losses",
        "score",
        "score_low",
        "score_high",
        "elo",
        "elo_low",
        "elo_high",
    ];
    assert_eq!(keys, expected);
}

// pitfall 25
#[test]
fn an_infinite_elo_is_null() {
    let folder = Folder::new();
    let result = json(&folder.succeed(&["match", "material@3", "random", "--games=10", "--json"]));
    assert_eq!(result["score"], 1.0);
    assert_eq!(
        (&result["elo"], &result["elo_high"]),
        (&Value::Null, &Value::Null)
    );
    assert!(result["elo_low"].is_f64());
}

// pitfalls 1 and 2
#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    let folder = Folder::new();
    let play = |threads| {
        folder.succeed(&[
            "match",
            "random",
            "greedy",
            "--games=100",
            "--json",
            "--threads",
            threads,
        ])
    };
    assert_eq!(play("1"), play("7"));
}

#[test]
fn a_match_plays_the_rules_that_its_bots_were_made_for() {
    let folder = Folder::new();
    let rules = |arguments: &[&str]| folder.succeed(&[&["match", "--games=2"], arguments].concat());
    assert!(rules(&["greedy", "random"]).contains("games of speightstown"));
    assert!(rules(&["daoud2004-depth3@1", "random"]).contains("games of abapa"));
    assert!(
        rules(&["daoud2004-depth3@1", "random", "--variant=bridgetown"])
            .contains("games of bridgetown")
    );
    folder.evolve("run", &[]);
    // Made for different rules: those of the first.
    assert!(rules(&["run/champion.toml", "daoud2004-depth3@1"]).contains("games of speightstown"));
}

#[test]
fn a_dry_run_writes_nothing() {
    let folder = Folder::new();
    let shown = folder.succeed(&[&["evolve", "--dry-run", "--seeds=1-3"][..], &SMALL].concat());
    assert!(
        shown.contains("[algorithm.genetic.selection.tournament]"),
        "{shown}"
    );
    assert!(
        shown.contains("# Runs: 3, seeds 1 to 3. Generations: 5"),
        "{shown}"
    );
    assert!(
        shown.contains("# 450 training and 630 test games"),
        "{shown}"
    );
    // Deep searches are estimated, not waited for.
    let deep = folder.succeed(&["evolve", "--dry-run", "--set=depth=20"]);
    assert!(
        deep.contains("extrapolated from shallower searches"),
        "{deep}"
    );
    // Not to the second.
    let most = [
        "population.size=50000",
        "training.openings=9000",
        "generations=20",
    ];
    let most = most.map(|one| format!("--set={one}"));
    let long = [
        &["evolve", "--dry-run", "--set=depth=20"],
        &most.each_ref().map(String::as_str)[..],
    ];
    let long = folder.succeed(&long.concat());
    let time = long
        .split(", about ")
        .nth(1)
        .and_then(|rest| rest.split(" at ").next());
    assert_eq!(time.map(|time| time.split(' ').count()), Some(2), "{long}");
    assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 0);
}

#[test]
fn every_example_config_can_run() {
    let folder = Folder::new();
    let configs = concat!(env!("CARGO_MANIFEST_DIR"), "/configs");
    for entry in fs::read_dir(configs).unwrap() {
        let path = entry.unwrap().path();
        let shown = folder.succeed(&["evolve", path.to_str().unwrap(), "--dry-run"]);
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(shown.contains(&format!("name = \"{name}\"")), "{shown}");
    }
}

#[test]
fn evolve_chooses_its_folder_and_says_what_to_type_next() {
    let folder = Folder::new();
    let output = folder.run(&[&["evolve"][..], &SMALL].concat());
    let summary = String::from_utf8(output.stdout).unwrap();
    assert!(summary.contains("runs/small-1: 150 games"), "{summary}");
    assert!(summary.contains("material@2"), "{summary}");
    assert!(
        summary.contains("warri match runs/small-1/champion.toml greedy"),
        "{summary}"
    );
    // pitfall 40: no bar where nobody looks.
    assert!(output.stderr.is_empty());
    assert_eq!(folder.succeed(&["resume", "runs/small-1", "--quiet"]), "");
    // The commands it names work.
    folder.succeed(&["match", "runs/small-1/champion.toml", "greedy"]);
    folder.succeed(&["replay", "runs/small-1", "150"]);
}

// pitfalls 32 and 41
#[test]
fn plot_draws_runs_that_differ_in_their_seeds_alone() {
    let folder = Folder::new();
    folder.evolve("seeds", &["--seeds=1-3"]);
    let drawn = folder.succeed(&["plot", "seeds"]);
    assert!(drawn.starts_with("seeds/plots/learning_curve.svg\nseeds/plots/learning_curve.png\n"));
    let first = fs::read(folder.path("seeds/plots/learning_curve.png")).unwrap();
    folder.succeed(&["plot", "seeds/1", "seeds/2", "seeds/3", "--out=again"]);
    assert_eq!(
        fs::read(folder.path("again/learning_curve.png")).unwrap(),
        first
    );
    let error = folder.refuse(&["plot", "seeds", "seeds/2"]);
    assert!(
        error.contains("seeds/2 and seeds/2 have the same seed, 2"),
        "{error}"
    );
    folder.evolve("other", &["--set=depth=1"]);
    let error = folder.refuse(&["plot", "seeds", "other"]);
    assert!(
        error.contains("other differs from seeds/1 in `depth`"),
        "{error}"
    );
}

#[test]
fn lists_say_what_there_is() {
    let folder = Folder::new();
    let features = folder.succeed(&["features"]);
    assert!(
        features.contains("mobility      0 to 6   houses with seeds"),
        "{features}"
    );
    let listed = json(&folder.succeed(&["features", "--json"]));
    assert_eq!(
        listed["features"].as_array().unwrap().len(),
        warri_engine::FEATURES.len()
    );
    assert_eq!(listed["sets"][1]["terms"].as_array().unwrap().len(), 12);
    let bots = json(&folder.succeed(&["bots", "--json"]));
    for bot in bots["bots"].as_array().unwrap() {
        let name = bot["name"].as_str().unwrap();
        folder.succeed(&["match", &format!("{name}@1"), "random", "--games=2"]);
    }
    assert!(
        folder
            .succeed(&["evolve", "--list"])
            .starts_with("quickstart\n    The quickstart:")
    );
    folder.succeed(&["evolve", "quickstart", "--dry-run"]);
    for shell in ["bash", "zsh", "fish"] {
        assert!(
            folder.succeed(&["completions", shell]).contains("dry-run"),
            "{shell}"
        );
    }
}

#[test]
fn completions_know_the_values_of_options_and_that_players_may_be_files() {
    let script = Folder::new().succeed(&["completions", "zsh"]);
    let rules = script.matches(":VARIANT:(speightstown bridgetown abapa)'");
    assert_eq!(rules.count(), 10, "{script}");
    for expected in [
        ":SIDE:(south north)'",
        ":a -- First player:_files'",
        ":BOT:_files'",
        ":DIR:_files -/'",
        ":KEY=VALUE:' ",
    ] {
        assert!(script.contains(expected), "{expected}: {script}");
    }
}

/// What bash offers for the last of these words.
fn offered(folder: &Folder, words: &str) -> Option<String> {
    let script = format!(
        "compopt() {{ :; }}; source <({:?} completions bash); COMP_WORDS=({words}); \
         COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
         _warri warri \"${{COMP_WORDS[-1]}}\" \"${{COMP_WORDS[-2]}}\"; echo \"${{COMPREPLY[@]}}\"",
        env!("CARGO_BIN_EXE_warri")
    );
    let mut bash = Command::new("bash");
    let output = bash
        .args(["-c", &script])
        .current_dir(folder.path(""))
        .output();
    Some(String::from_utf8(output.ok()?.stdout).unwrap())
}

#[test]
fn bash_offers_files_where_a_file_is_meant() {
    let folder = Folder::new();
    folder.write("population.txt", "");
    for (words, expected) in [
        ("warri play greedy --save po", "population.txt\n"),
        ("warri show start --bot po", "population.txt\n"),
        ("warri evolve --set po", "po\n"),
        ("warri match greedy random --sprt po", "po\n"),
        ("warri evolve --dry", "--dry-run\n"),
    ] {
        let Some(offered) = offered(&folder, words) else {
            println!("skipped: there is no bash");
            return;
        };
        assert_eq!(offered, expected, "{words}");
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    for arguments in [
        &["features"][..],
        &["perft", "3", "--divide"],
        &["evolve", "--dry-run"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_warri"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{arguments:?}");
        assert!(
            output.stderr.is_empty(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[test]
fn mistakes_are_refused_with_a_remedy() {
    let folder = Folder::new();
    folder.write("typo.toml", "format = 1\ngeneratoins = 3\n");
    folder.write("binary.toml", [0xFF, 0xFE, 0]);
    folder.write("future.toml", "format = 9\n");
    folder.write("bot.toml", "format = 1\nvariant = \"speightstown\"\nfeatures = \"material\"\ndepth = 3\n[weights]\nnet_stor = 1\n");
    for (arguments, expected) in [
        (
            &["evolve", "typo.toml"][..],
            "typo.toml, line 2: unknown field `generatoins`",
        ),
        (&["evolve", "typo.toml"], "did you mean `generations`?"),
        (
            &["evolve", "none.toml"],
            "cannot read none.toml: expected a config file or a built-in experiment",
        ),
        (&["evolve", "binary.toml"], "binary.toml: not a text file"),
        (
            &["evolve", "future.toml"],
            "format 9: this version of warri reads format 1",
        ),
        (
            &["evolve", "--set", "population.size=1"],
            "population.size = 1: expected a whole number from 2",
        ),
        (
            &["evolve", "--threads=0"],
            "--threads 0: expected a whole number from 1 to 256",
        ),
        (&["evolve", "--seeds=5-2"], "expected FIRST-LAST"),
        (
            &["evolve", "--set", "test.references=[\"nobody\"]"],
            "player `nobody` is unknown: expected random",
        ),
        (&["resume", "nowhere"], "nowhere: no such folder"),
        (&["resume", "."], "no run and no runs in it"),
        (&["plot", "nowhere"], "nowhere: no such folder"),
        (
            &["match", "greedy", "bot.toml"],
            "`net_stor` is not in the feature set; did you mean `net_store`?",
        ),
        (
            &["match", "greedy", "random", "--games=3"],
            "--games 3: expected an even number",
        ),
        (
            &["match", "material", "random"],
            "needs a search depth, as in `material@3`",
        ),
        (&["perft", "x"], "invalid value 'x'"),
        (
            &["perft", "3", "--variant=awari"],
            "'awari' for '--variant <VARIANT>'\n  [possible values: speightstown, bridgetown, abapa]",
        ),
        (
            &["perft", "3", "--position=5,4,4,4,4,4/4,4,4,4,4,4 0-0 S"],
            "board and stores hold 49 seeds",
        ),
        (&["replay", "run", "1"], "run: no such file or folder"),
    ] {
        let error = folder.refuse(arguments);
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
    assert!(!folder.path("runs").exists(), "nothing was written");
}
