//! Whatever goes wrong is one message that names the culprit, and leaves
//! nothing half-written. `cargo test errors -- --nocapture` lists the messages.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::common::{Folder, SMALL, assert_nothing_half_written, refused};

/// The ways in which a file is not what it should be, and the content then;
/// `None` where it is not there.
fn damages(sound: &[u8]) -> [(&'static str, Option<Vec<u8>>); 6] {
    let text = String::from_utf8(sound.to_vec()).unwrap();
    let mut future = text.clone();
    for format in ["\"format\":1", "\"format\": 1", "format = 1"] {
        future = future.replacen(format, &format.replace('1', "9"), 1);
    }
    [
        ("missing", None),
        ("empty", Some(Vec::new())),
        ("binary", Some(vec![0xFF, 0xFE, b'\n', 0, 0x80, b'\n'])),
        ("truncated", Some(sound[..sound.len() / 2].to_vec())),
        ("foreign", Some(b"{\"key\": [1, 2]}\nvalue\n".to_vec())),
        ("of a future format", Some(future.into_bytes())),
    ]
}

/// Runs `commands` on each damage of the file `path`: they are refused, with
/// a message that names the file.
fn refuse_damages(folder: &Folder, path: &str, but: &[&str], commands: &[&[&str]]) {
    let sound = fs::read(folder.path(path)).unwrap();
    for (damage, content) in damages(&sound) {
        if but.contains(&damage) {
            continue;
        }
        match content {
            Some(content) => folder.write(path, content),
            None => fs::remove_file(folder.path(path)).unwrap(),
        }
        for command in commands {
            println!("| {path} {damage}: | |");
            refused(folder, command, path);
        }
        folder.write(path, &sound);
    }
}

#[test]
fn configs_and_bots_that_are_none() {
    let folder = Folder::new();
    folder.evolve("run", &["--generations=0"]);
    for (from, to) in [("config.toml", "c.toml"), ("champion.toml", "b.toml")] {
        fs::copy(folder.path("run").join(from), folder.path(to)).unwrap();
    }
    refuse_damages(&folder, "c.toml", &[], &[&["evolve", "c.toml", "--out=o"]]);
    folder.write("rules.toml", "format = 1\nvariant = 1\n");
    let readers: [&[&str]; 5] = [
        &["match", "greedy", "b.toml@2", "--games=2"],
        &["play", "b.toml"],
        &["show", "start", "--bot=b.toml"],
        &["tournament", "greedy", "b.toml", "--out=o"],
        &["evolve", "--set=test.references=[\"b.toml\"]", "--out=o"],
    ];
    refuse_damages(&folder, "b.toml", &[], &readers);
    let around = "--set=population.initial={ around = { bots = [\"run/champion.toml\"] } }";
    for (arguments, expected) in [
        (&["evolve", "run"][..], "cannot read run: "),
        (
            &["match", "greedy", "run", "--games=2"],
            "error: run: a folder: expected a bot file; did you mean `run/champion.toml`?\n",
        ),
        (&["play", "."], "error: .: a folder: expected a bot file\n"),
        (&["evolve", "b.toml"], "b.toml, line "),
        (
            &["evolve", "rules.toml"],
            "error: rules.toml, line 2: variant = 1: expected \"speightstown\", ",
        ),
        (
            &["match", "greedy", "c.toml"],
            "c.toml: line 2: unknown field `name`",
        ),
        (
            &["evolve", "--set=population=3"],
            "--set population=3: invalid type: integer `3`, expected a table of settings",
        ),
        (
            &["evolve", "--set=features=material", around, "--out=o"],
            "bot `run/champion.toml` has the feature set daoud2004: expected material",
        ),
        (
            &["evolve", "--set=genome.real.low=1e-9", around, "--out=o"],
            "bot `run/champion.toml` has the weight ",
        ),
    ] {
        refused(&folder, arguments, expected);
    }
    assert!(!folder.path("o").exists());
    assert_nothing_half_written(&folder.path(""));
}

#[test]
fn files_of_a_run_that_are_none() {
    let folder = Folder::new();
    folder.evolve("run", &[]);
    let resume: &[&str] = &["resume", "run", "--generations=5"];
    let (verify, plot): (&[&str], &[&str]) = (&["verify", "run"], &["plot", "run"]);
    let replay: &[&str] = &["replay", "run", "150"];
    let sound = folder.read("run/checkpoint");
    fs::remove_file(folder.path("run/checkpoint")).unwrap();
    let anew = "`warri evolve run/config.toml --out OTHER` makes the whole run anew";
    refused(&folder, resume, anew);
    folder.write("run/checkpoint", sound);
    refuse_damages(&folder, "run/checkpoint", &[], &[resume]);
    refuse_damages(&folder, "run/manifest.json", &[], &[resume, verify]);
    let readers = [resume, verify, plot, replay];
    refuse_damages(&folder, "run/config.toml", &[], &readers);
    // These have no format.
    let but = ["of a future format"];
    refuse_damages(&folder, "run/generations.csv", &but, &[resume, plot]);
    refuse_damages(&folder, "run/individuals.csv", &but, &[resume, replay]);
    refuse_damages(&folder, "run/games.csv", &but, &[resume, replay]);
    refuse_damages(&folder, "run/champion.toml", &[], &[resume]);
    // Well-formed, but of another run.
    let sound = folder.read("run/checkpoint");
    for (from, to) in [
        ("\"games\":150", "\"games\":151"),
        ("\"generation\":5", "\"generation\":4"),
        ("{\"real\":[", "{\"real\":[0.5,"),
        ("{\"real\":[", "{\"bits\":[],\"real\":["),
        ("\"population\":[", "\"population\":[],\"other\":["),
    ] {
        let changed = sound.replacen(from, to, 1);
        assert_ne!(changed, sound, "{from}");
        folder.write("run/checkpoint", changed);
        refused(&folder, resume, "run/checkpoint: ");
    }
    folder.write("run/checkpoint", sound);
    folder.succeed(resume);
    assert_nothing_half_written(&folder.path(""));
}

#[test]
fn files_of_a_tournament_that_are_none() {
    let folder = Folder::new();
    folder.evolve("run", &["--generations=0"]);
    let field = ["tournament", "greedy", "random", "run/champion.toml"];
    folder.succeed(&[&field[..], &["--games=4", "--out=t"]].concat());
    let again: &[&str] = &["tournament", "t"];
    // Without it the folder is a tournament no more.
    refuse_damages(&folder, "t/tournament.toml", &["missing"], &[again]);
    // What is cut short is played again.
    let but = ["missing", "truncated", "of a future format"];
    refuse_damages(&folder, "t/games.csv", &but, &[again]);
    refuse_damages(&folder, "t/bots/3-champion.toml", &["missing"], &[again]);
    fs::remove_file(folder.path("t/games.csv")).unwrap();
    refused(&folder, again, "t: ");
    assert_nothing_half_written(&folder.path(""));
}

/// The keys of a config whose values are numbers, with their tables.
fn numeric_keys(table: &toml::Table, prefix: &str, keys: &mut Vec<String>) {
    for (key, value) in table {
        let key = format!("{prefix}{key}");
        match value {
            toml::Value::Table(inner) => numeric_keys(inner, &format!("{key}."), keys),
            toml::Value::Integer(_) | toml::Value::Float(_) => keys.push(key),
            _ => {}
        }
    }
}

#[test]
fn every_number_of_a_config_works_or_is_refused_by_its_key() {
    let folder = Folder::new();
    let small = [&["evolve", "--dry-run"][..], &SMALL].concat();
    let shown = folder.succeed(&small);
    let mut keys = Vec::new();
    numeric_keys(&toml::from_str(&shown).unwrap(), "", &mut keys);
    assert!(keys.len() >= 20, "{keys:?}");
    for key in &keys {
        for value in [
            "0",
            "1",
            "-1",
            "nan",
            "inf",
            "1e300",
            "100000000000000000000",
        ] {
            let change = format!("--set={key}={value}");
            let arguments = [&small[..], &[&change]].concat();
            let mut command = folder.command();
            command.args(&arguments).timeout(Duration::from_secs(30));
            if !command.output().unwrap().status.success() {
                refused(&folder, &arguments, &format!("{key}={value}: "));
            }
        }
    }
}

#[test]
fn settings_that_cannot_be() {
    let folder = Folder::new();
    let terms: Vec<String> = warri_engine::FEATURES
        .iter()
        .flat_map(|feature| ["own", "opponent", "net"].map(|whose| (whose, feature.name)))
        .map(|(whose, name)| format!("\"{whose}_{name}\""))
        .collect();
    let all = format!("features=[{}]", terms.join(","));
    for (changes, expected) in [
        (
            &["elites=24"][..],
            "--set elites=24: unknown field `elites`",
        ),
        (
            &["algorithm.genetic.elites=24"],
            "algorithm.genetic.elites = 24: expected less than population.size, which is 24",
        ),
        (
            &["depth=2", "depht=3"],
            "--set depht=3: unknown field `depht`",
        ),
        (&["depth=2", "depht=3"], "did you mean `depth`?"),
        (
            &["variant=bridgtown", "seed=2"],
            "--set variant=bridgtown: ",
        ),
        (&["features=daoud"], "did you mean `daoud2004`?"),
        (
            &["genome.real.low=-1e300"],
            "genome.real.low and genome.real.high = -1e300 and 1.0: expected numbers from -100 to 100",
        ),
        (
            &["genome.real.low=-100", "genome.real.high=100", &all],
            "expected numbers nearer to 0: the weights are too large together",
        ),
        (
            &["algorithm.genetic.crossover.uniform.rate=2"],
            "algorithm.genetic.crossover.uniform.rate = 2: expected a number from 0 to 1",
        ),
        (
            &[
                "algorithm={ cma-es = { sigma = 0.3 } }",
                "genome={ bits = { bits = 4, low = 0, high = 1 } }",
            ],
            "genome = bits: expected real, as algorithm.cma-es is for reals",
        ),
        (
            &["algorithm={ cma-es = { sigma = 3, bounds = \"reflect\" } }"],
            "algorithm.cma-es.sigma = 3: expected a number above 0, up to 2, the width",
        ),
        (
            &["algorithm={ cma-es = { sigma = 0.3, parents = 25 } }"],
            "algorithm.cma-es.parents = 25: expected a whole number from 1 to population.size",
        ),
        (
            &["algorithm={ differential-evolution = { factor = 0.7, crossover = 1.9 } }"],
            "algorithm.differential-evolution.crossover = 1.9: expected a number from 0 to 1",
        ),
        (
            &[
                "algorithm={ differential-evolution = { factor = 0.7, crossover = 0.9 } }",
                "population.size=25",
            ],
            "population.size = 25: expected an even number, 8 or more",
        ),
        (
            &["algorithm={ cma-es = { sigma = 0.3, bounds = 3 } }"],
            "bounds = 3: expected \"clamp\", \"reflect\" or \"resample\"",
        ),
        (&["format=2"], "--set format=2: format 2: this version"),
        (
            &[
                "population.size=100000",
                "training.openings=10000",
                "generations=1000000",
            ],
            "generations = 1000000: expected fewer",
        ),
        (
            &["test.references=[]"],
            "test.references = []: expected at least one",
        ),
        (
            &["test.references=[\"greedy\", \"greedy\"]"],
            "greedy stands there twice",
        ),
        (&["name=../x"], "name = \"../x\": expected"),
        (
            &["genome=real"],
            "genome = \"real\": expected { real = { low = -1, high = 1 } } or { bits = {",
        ),
        (
            &["algorithm.genetic.selection=tournament"],
            "\"tournament\": expected \"proportional\", \"stochastic-universal\", { tournament =",
        ),
        (
            &["training.opponents=peers"],
            "\"peers\": expected \"round-robin\", { peers = { count = 10 } }, {",
        ),
        (
            &["variant=1"],
            "variant = 1: expected \"speightstown\", \"bridgetown\" or \"abapa\"\n",
        ),
        (
            &["generations=40.0"],
            "generations = 40.0: expected a whole number from 0 to 1000000\n",
        ),
        (
            &["features=[\"net_store\", \"-net_store\"]"],
            "term `net_store` stands in the list twice\n",
        ),
    ] {
        let changes: Vec<String> = changes.iter().map(|one| format!("--set={one}")).collect();
        let changes = changes.iter().map(String::as_str);
        let arguments: Vec<&str> = ["evolve", "--dry-run"].into_iter().chain(changes).collect();
        refused(&folder, &arguments, expected);
    }
    for (arguments, expected) in [
        (
            &["match", "greedy", "random", "--threads=0"][..],
            "--threads 0: ",
        ),
        (
            &["match", "greedy", "random", "--threads=1000"],
            "--threads 1000: ",
        ),
        (&["evolve", "--threads=-1"], "--threads"),
        (
            &["match", "material@0", "random"],
            "player `material@0`: depth `0`",
        ),
        (
            &["match", "material@21", "random"],
            "player `material@21`: depth `21`",
        ),
        (
            &["match", "greedy@3", "random"],
            "player `greedy` searches nothing",
        ),
        (&["perft", "-1"], "'<DEPTH>': -1 is not in 0..=30"),
        (
            &["match", "greedy", "material@2", "--games", "-2"],
            "'--games <GAMES>': expected a whole number, not negative",
        ),
        (
            &["evolve", "--generations", "-1"],
            "'--generations <N>': expected a whole number, not negative",
        ),
        (
            &["tournament", "greedy", "random", "--seed", "-1"],
            "'--seed <SEED>': expected a whole number from 0",
        ),
        (
            &["replay", "run", "-1"],
            "'[GAME]': expected a whole number",
        ),
        (&["play", "-1"], "player `-1` is unknown"),
        (&["verify", "nowhere"], "nowhere: no such folder"),
        (
            &["evolve", "--seed=18446744073709551616"],
            "'--seed <SEED>': expected a whole number from 0 to 18446744073709551615\n",
        ),
        (
            &["play", "greedy", "--seed=abc"],
            "expected a whole number from 0",
        ),
        (
            &["match", "greedy", "random", "--games=many"],
            "'--games <GAMES>': expected a whole number",
        ),
        (&["play", "quikstart"], "did you mean `quickstart`?"),
    ] {
        refused(&folder, arguments, expected);
    }
    assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 0);
}

#[test]
fn positions_and_moves_that_cannot_be() {
    let folder = Folder::new();
    for (position, expected) in [
        ("5,4,4,4,4,4/4,4,4,4,4,4 0-0 S", "hold 49 seeds"),
        ("4,-4,4,4,4,4/4,4,4,4,4,4 0-0 S", "house B holds `-4`"),
        ("4,4,4,4,4,4/4,4,300,4,4,4 0-0 S", "house c holds `300`"),
        ("4,4,x,4,4,4/4,4,4,4,4,4 0-0 S", "house C holds `x`"),
        (
            "4,4,4,4,4,4/4,4,4,4,4,4 0-0",
            "expected board, stores and side",
        ),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0 S", "stores `0`"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0-0 W", "side to move `W`"),
        ("4,4,4,4,4/4,4,4,4,4,4 0-0 S", "board `4,4,4,4,4/"),
        ("", "position ``"),
    ] {
        let option = format!("--position={position}");
        refused(&folder, &["perft", "1", &option], expected);
        refused(&folder, &["replay", "B", &option], expected);
        refused(&folder, &["show", position], expected);
    }
    for (moves, expected) in [
        ("a", "move 1 is `a`: expected a house of South's"),
        ("BaG", "move 3 is `G`"),
        ("BaB", "move 3: house B is empty"),
        ("Bé", "move 2 is `é`"),
    ] {
        refused(&folder, &["replay", moves], expected);
    }
    let starves = ["replay", "A", "--position=1,0,0,0,0,2/0,0,0,0,0,0 22-23 S"];
    refused(&folder, &starves, "move 1: house A does not feed North");
    let over = ["replay", "A", "--position=1,0,0,0,0,0/1,0,0,0,0,0 25-21 S"];
    refused(&folder, &over, "move 1: the game is over (majority)");
}

#[test]
fn folders_that_cannot_be_written() {
    let folder = Folder::new();
    folder.evolve("run", &["--generations=0"]);
    folder.write("file", "");
    let evolve = |out| [&["evolve", "--quiet", out][..], &SMALL].concat();
    refused(&folder, &evolve("--out=file/x"), "cannot make file/x: ");
    refused(&folder, &evolve("--out=.."), "..");
    refused(&folder, &["plot", "run", "--out=file/x"], "file/x: ");
    let tournament = ["tournament", "greedy", "random", "--games=2"];
    let field = |out| [&tournament[..], &[out]].concat();
    refused(&folder, &field("--out=file/x"), "cannot make file/x: ");
    if Path::new("/proc/self").exists() {
        refused(&folder, &evolve("--out=/proc/x"), "cannot make /proc/x: ");
        refused(&folder, &field("--out=/proc/x"), "cannot make /proc/x: ");
    }
    assert_eq!(folder.read("file"), "");
    assert_nothing_half_written(&folder.path(""));
}
