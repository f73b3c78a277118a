//! Runs: the same bytes on any number of threads and after any interruption.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::{Folder, SMALL, assert_same};

// pitfalls 1, 2 and 5
#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    let folder = Folder::new();
    folder.evolve("threads-1", &["--threads=1"]);
    let expected = folder.results("threads-1");
    for threads in ["2", "7", "8"] {
        let out = format!("threads-{threads}");
        folder.evolve(&out, &[&format!("--threads={threads}")]);
        assert_same(&expected, &folder.results(&out), &out);
    }
}

/// Starts a run of a second or so and kills it again and again, then lets it
/// get to its end and compares it with a run that went through.
fn killed_again_and_again(more: &[&str]) {
    let folder = Folder::new();
    let longer = [more, &["--set=generations=40", "--set=population.size=10"]].concat();
    folder.evolve("through", &longer);
    let arguments: Vec<&str> = ["evolve", "--out=killed", "--quiet"]
        .into_iter()
        .chain(SMALL)
        .chain(longer)
        .collect();
    let mut arguments: Vec<&str> = arguments;
    let mut kills = 0;
    for round in 0..12_u64 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_warri"))
            .args(&arguments)
            .current_dir(folder.path(""))
            .spawn()
            .unwrap();
        // All over the place.
        std::thread::sleep(Duration::from_millis(20 + round * 37 % 120));
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap();
            kills += 1;
        }
        child.wait().unwrap();
        if folder.path("killed").exists() {
            arguments = vec!["resume", "killed", "--quiet"];
        }
    }
    assert!(kills >= 3, "the run was too short to be killed: {kills}");
    folder.succeed(&arguments);
    assert_same(
        &folder.results("through"),
        &folder.results("killed"),
        "killed",
    );
    folder.succeed(&["resume", "killed"]);
    assert_same(
        &folder.results("through"),
        &folder.results("killed"),
        "resumed when finished",
    );
}

// pitfalls 9, 10, 11 and 12
#[test]
fn a_run_killed_at_any_moments_ends_as_if_it_had_not_been() {
    killed_again_and_again(&[]);
}

// pitfalls 9, 10, 11 and 12
#[test]
fn so_does_one_with_other_operators() {
    killed_again_and_again(&[
        "--set=genome={ bits = { bits = 4, low = 0.0, high = 1.0 } }",
        "--set=algorithm.genetic={ selection = \"proportional\", crossover = { one-point = { rate = 0.5 } }, \
         mutation = { bit-flip = { rate = 0.01 } }, elites = 1 }",
        "--set=training.opponents={ peers = { count = 3 } }",
    ]);
}

// pitfall 9
#[test]
fn a_run_extended_twice_is_the_run_that_was_longer_from_the_start() {
    let folder = Folder::new();
    folder.evolve("long", &["--generations=9"]);
    folder.evolve("extended", &["--generations=2"]);
    folder.succeed(&["resume", "extended", "--generations=5", "--threads=1"]);
    // No result, so its loss is no reason to stop.
    fs::remove_file(folder.path("extended/timings.csv")).unwrap();
    folder.succeed(&["resume", "extended", "--generations=9"]);
    let timings = folder.read("extended/timings.csv");
    assert!(
        timings.starts_with("generation,seconds,games\n6,"),
        "{timings}"
    );
    assert_same(
        &folder.results("long"),
        &folder.results("extended"),
        "extended",
    );
    let manifest = folder.read("extended/manifest.json");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let sessions = manifest["sessions"].as_array().unwrap();
    let lengths: Vec<_> = sessions
        .iter()
        .map(|session| &session["generations"])
        .collect();
    assert_eq!(lengths, [2, 5, 9]);
    assert!(sessions.iter().all(|session| session["ended"].is_string()));
    let error = folder.refuse(&["resume", "extended", "--generations=3"]);
    assert!(error.contains("a run can only get longer"), "{error}");
}

// pitfall 3
#[test]
fn a_replicate_alone_is_the_replicate_in_a_batch() {
    let folder = Folder::new();
    folder.evolve("batch", &["--seeds=3-5"]);
    for seed in ["3", "4", "5"] {
        let out = format!("alone-{seed}");
        folder.evolve(&out, &["--seed", seed]);
        assert_same(
            &folder.results(&out),
            &folder.results(&format!("batch/{seed}")),
            seed,
        );
    }
    assert_ne!(
        folder.read("batch/3/games.csv"),
        folder.read("batch/4/games.csv")
    );
    assert!(folder.path("batch/plots/learning_curve.png").exists());
}

#[test]
fn resume_on_the_parent_folder_goes_on_with_all_replicates() {
    let folder = Folder::new();
    folder.evolve("through", &["--seeds=1-2"]);
    folder.evolve("batch", &["--seeds=1-2", "--generations=0"]);
    folder.succeed(&["resume", "batch", "--generations=4"]);
    for seed in ["1", "2"] {
        let [through, resumed] =
            ["through", "batch"].map(|run| folder.results(&format!("{run}/{seed}")));
        assert_same(&through, &resumed, seed);
    }
}

// pitfall 13
#[test]
fn a_changed_config_is_refused() {
    let folder = Folder::new();
    folder.evolve("run", &[]);
    let config = folder.read("run/config.toml");
    for (from, to, key) in [
        (
            "rate = 0.9",
            "rate = 0.8",
            "algorithm.genetic.crossover.uniform.rate",
        ),
        ("generations = 4", "generations = 5", "generations"),
        ("depth = 2", "depth = 3", "depth"),
    ] {
        folder.write("run/config.toml", config.replace(from, to));
        let error = folder.refuse(&["resume", "run"]);
        assert!(error.contains(&format!("`{key}` was changed")), "{error}");
    }
    folder.write("run/config.toml", &config);
    folder.succeed(&["resume", "run"]);
}

// pitfall 12
#[test]
fn damaged_files_of_a_run_are_refused_and_left_alone() {
    let folder = Folder::new();
    folder.evolve("run", &[]);
    let whole = fs::read(folder.path("run/checkpoint")).unwrap();
    let games = fs::read(folder.path("run/games.csv")).unwrap();
    let unfinished = folder
        .read("run/manifest.json")
        .replace("finished", "unfinished");
    let future = String::from_utf8(whole.clone())
        .unwrap()
        .replace("\"format\":1", "\"format\":2");
    let cases: [(&str, &[u8], &str); 6] = [
        (
            "checkpoint",
            b"",
            "not a checkpoint that this version of warri can read",
        ),
        (
            "checkpoint",
            &whole[..whole.len() / 2],
            "not a checkpoint that this version of warri can read",
        ),
        ("checkpoint", &[0xFF, 0, 1], "not a text file"),
        (
            "checkpoint",
            future.as_bytes(),
            "format 2: this version of warri reads format 1",
        ),
        (
            "manifest.json",
            b"{}",
            "not a manifest that this version of warri can read",
        ),
        ("config.toml", b"format = 1\nx =", "config.toml: line 2"),
    ];
    for (name, content, expected) in cases {
        let path = format!("run/{name}");
        let sound = fs::read(folder.path(&path)).unwrap();
        folder.write(&path, content);
        let error = folder.refuse(&["resume", "run"]);
        assert!(
            error.contains(expected) && error.contains(name),
            "{name}: {error}"
        );
        assert_eq!(fs::read(folder.path(&path)).unwrap(), content);
        folder.write(&path, sound);
    }
    // A result file that lost rows which the checkpoint knows of.
    folder.write("run/manifest.json", unfinished);
    folder.write("run/games.csv", &games[..games.len() - 10]);
    let error = folder.refuse(&["resume", "run", "--generations=5"]);
    assert!(
        error.contains("games.csv") && error.contains("damaged"),
        "{error}"
    );
}

#[test]
fn two_programs_do_not_run_the_same_run() {
    let folder = Folder::new();
    folder.evolve("run", &[]);
    let lock = fs::File::create(folder.path("run/lock")).unwrap();
    lock.lock().unwrap();
    let error = folder.refuse(&["resume", "run"]);
    assert!(error.contains("another warri is running it"), "{error}");
}

#[test]
fn what_exists_is_never_overwritten() {
    let folder = Folder::new();
    folder.evolve("run", &[]);
    folder.evolve("batch", &["--seeds=1-2"]);
    fs::create_dir(folder.path("empty")).unwrap();
    folder.write("file", "");
    let before = folder.results("run");
    for out in ["run", "batch", "empty", "file"] {
        for more in [&[][..], &["--seeds=1-3"]] {
            let out_option = format!("--out={out}");
            let error =
                folder.refuse(&[&["evolve", &out_option, "--quiet"], more, &SMALL].concat());
            let go_on = format!("go on with `warri resume {out}`, or ");
            assert_eq!(
                error.contains(&go_on),
                out == "run" || out == "batch",
                "{error}"
            );
            assert!(error.contains("exists: "), "{error}");
        }
    }
    assert!(!folder.path("batch/3").exists());
    assert_same(&before, &folder.results("run"), "refused");
    // Nothing half-made is left.
    assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 4);
}

// A run's directory is there as a whole or not at all, all replicates too.
#[test]
fn replicates_killed_while_they_are_made_are_all_there_or_none() {
    let folder = Folder::new();
    for wait in [5, 15, 25, 40, 60, 90, 130, 200] {
        let out = format!("batch-{wait}");
        let mut child = Command::new(env!("CARGO_BIN_EXE_warri"))
            .args(["evolve", "--seeds=1-20", "--quiet", "--out", &out])
            .args(SMALL)
            .current_dir(folder.path(""))
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
        if folder.path(&out).exists() {
            assert_eq!(fs::read_dir(folder.path(&out)).unwrap().count(), 20);
        }
    }
}

#[test]
fn a_finished_run_is_left_alone_unless_it_is_damaged() {
    let folder = Folder::new();
    folder.evolve("run", &[]);
    let manifest = folder.read("run/manifest.json");
    fs::remove_dir_all(folder.path("run/plots")).unwrap();
    folder.succeed(&["resume", "run"]);
    assert_eq!(folder.read("run/manifest.json"), manifest);
    assert!(folder.path("run/plots/learning_curve.svg").exists());
    for name in ["games.csv", "individuals.csv", "champion.toml"] {
        let path = format!("run/{name}");
        let sound = folder.read(&path);
        folder.write(&path, sound.replacen('0', "1", 1));
        let error = folder.refuse(&["resume", "run", "--generations=9"]);
        assert!(
            error.contains(name) && error.contains("changed or damaged since"),
            "{error}"
        );
        fs::remove_file(folder.path(&path)).unwrap();
        let error = folder.refuse(&["resume", "run"]);
        assert!(
            error.contains(&format!("{path}: it was removed since the run ended")),
            "{error}"
        );
        folder.write(&path, sound);
    }
    assert_eq!(folder.read("run/manifest.json"), manifest);
    // What the advice says is true.
    folder.succeed(&["evolve", "run/config.toml", "--out=other", "--quiet"]);
    assert_same(&folder.results("run"), &folder.results("other"), "again");
}

#[test]
fn replicates_are_extended_all_or_none() {
    let folder = Folder::new();
    folder.evolve("batch", &["--seeds=1-3", "--generations=1"]);
    let before: Vec<_> = ["batch/1", "batch/2"].map(|run| folder.results(run)).into();
    let lock = fs::File::create(folder.path("batch/3/lock")).unwrap();
    lock.lock().unwrap();
    let error = folder.refuse(&["resume", "batch", "--generations=2"]);
    assert!(
        error.contains("batch/3: another warri is running it"),
        "{error}"
    );
    for (run, before) in ["batch/1", "batch/2"].into_iter().zip(&before) {
        assert_same(before, &folder.results(run), run);
        assert!(
            folder
                .read(&format!("{run}/manifest.json"))
                .contains("\"finished\"")
        );
    }
}

// pitfall 7
#[test]
fn the_effective_seed_is_written_down() {
    let folder = Folder::new();
    folder.evolve("run", &["--seed=18446744073709551615"]);
    assert!(
        folder
            .read("run/config.toml")
            .contains("seed = \"18446744073709551615\"")
    );
    assert!(
        folder
            .read("run/manifest.json")
            .contains("\"seed\": 18446744073709551615")
    );
    folder.succeed(&["resume", "run", "--generations=5"]);
}

#[test]
fn a_run_keeps_the_bot_files_that_its_config_names() {
    let folder = Folder::new();
    folder.evolve("first", &[]);
    fs::create_dir(folder.path("configs")).unwrap();
    fs::rename(
        folder.path("first/champion.toml"),
        folder.path("configs/hero.toml"),
    )
    .unwrap();
    let config = folder
        .read("first/config.toml")
        .replace("\"greedy\"", "\"hero.toml@1\"")
        .replace(
            "initial = \"random\"",
            "initial = { around = { bots = [\"hero.toml\"] } }",
        );
    folder.write("configs/second.toml", config);
    folder.succeed(&[
        "evolve",
        "configs/second.toml",
        "--out=second",
        "--generations=1",
    ]);
    fs::remove_file(folder.path("configs/hero.toml")).unwrap();
    // pitfall 13
    let hero = folder.read("second/bots/hero.toml");
    folder.write(
        "second/bots/hero.toml",
        hero.replace("depth = 2", "depth = 1"),
    );
    let error = folder.refuse(&["resume", "second", "--generations=2"]);
    assert!(
        error.contains("hero.toml: the bot was changed since the run began"),
        "{error}"
    );
    folder.write("second/bots/hero.toml", hero);
    folder.succeed(&["resume", "second", "--generations=2"]);
    assert!(
        folder
            .read("second/generations.csv")
            .contains("score:bots/hero.toml@1")
    );
    // The run's own config makes the same run again.
    folder.succeed(&["evolve", "second/config.toml", "--out=third", "--quiet"]);
    assert_same(
        &folder.results("second"),
        &folder.results("third"),
        "from its own config",
    );
}

#[test]
fn an_interrupt_ends_the_run_at_once_and_says_how_to_go_on() {
    let folder = Folder::new();
    let child = Command::new(env!("CARGO_BIN_EXE_warri"))
        .args(["evolve", "--out=run", "--generations=1000"])
        .args(SMALL)
        .env_remove("CARGO")
        .current_dir(folder.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !folder.path("run").exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(150));
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupt.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(error.contains("warri resume run"), "{error}");
    folder.succeed(&["plot", "run"]);
}

#[test]
fn a_run_named_as_an_experiment_does_not_hide_it() {
    let folder = Folder::new();
    fs::create_dir(folder.path("quickstart")).unwrap();
    let shown = folder.succeed(&["evolve", "quickstart", "--dry-run"]);
    assert!(shown.contains("name = \"quickstart\""), "{shown}");
}
