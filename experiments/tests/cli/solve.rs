//! `warri solve`: tables that survive anything.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use warri_engine::Variant;

use crate::common::{Folder, assert_nothing_half_written, gave_up, interrupt, refused};

/// South captures two and wins, or feeds.
pub(crate) const WON: &str = "0,0,0,0,0,1/1,0,0,0,0,1 23-22 S";

pub(crate) fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

pub(crate) fn solve(folder: &Folder, arguments: &[&str]) -> String {
    folder.succeed(&[&["solve", "--quiet"], arguments].concat())
}

/// The tables of Speightstown up to `seeds`, in bytes.
fn tables(folder: &Folder, out: &str, seeds: u8) -> Vec<Vec<u8>> {
    let read = |seeds| fs::read(folder.path(out).join(format!("speightstown-{seeds}.table")));
    (0..=seeds).map(|seeds| read(seeds).unwrap()).collect()
}

fn spawn(folder: &Folder, seeds: &str) -> std::process::Child {
    Command::new(env!("CARGO_BIN_EXE_warri"))
        .args(["solve", "--quiet", "--threads=1", "--out=killed", seeds])
        .current_dir(folder.path(""))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn wait_for(folder: &Folder, name: &str) {
    while !folder.path(name).exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_killed_solver_goes_on_to_the_same_bytes() {
    let folder = Folder::new();
    let summary = solve(&folder, &["--seeds=10", "--out=through", "--threads=2"]);
    assert!(
        summary.contains("646,646 of 11 layers in through\nSolved 646,646"),
        "{summary}"
    );
    assert!(summary.contains("\n  warri probe '"), "{summary}");
    assert!(
        summary.trim_end().ends_with(" --tables through"),
        "{summary}"
    );
    for layer in [0, 4, 8, 9] {
        let mut child = spawn(&folder, "--seeds=10");
        wait_for(&folder, &format!("killed/speightstown-{layer}.table"));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // What a kill may leave.
    folder.write("killed/.part.speightstown-10.table", "half");
    fs::remove_file(folder.path("killed/speightstown-10.table")).ok();
    let again = json(&solve(&folder, &["--seeds=10", "--out=killed", "--json"]));
    assert!(again["layers_solved"].as_u64() < Some(3), "{again}");
    assert_eq!(again["positions"], 646_646);
    assert!(tables(&folder, "killed", 10) == tables(&folder, "through", 10));
    assert_nothing_half_written(&folder.path("killed"));
    let all = solve(&folder, &["--seeds=10", "--out=killed"]);
    assert!(all.contains("All were there already."), "{all}");
    assert!(all.contains(again["sha256"].as_str().unwrap()), "{all}");
}

#[test]
fn an_interrupt_says_what_is_kept() {
    let folder = Folder::new();
    let child = spawn(&folder, "--seeds=14");
    wait_for(&folder, "killed/speightstown-3.table");
    refused(
        &folder,
        &["solve", "--seeds=14", "--out=killed"],
        "killed: another warri is making endgame tables there; wait until it ends",
    );
    let said = interrupt(child);
    assert!(
        said.contains("interrupted; the layers that were solved are in killed"),
        "{said}"
    );
    assert_nothing_half_written(&folder.path("killed"));
}

#[test]
fn any_number_of_threads_writes_the_same_tables() {
    let folder = Folder::new();
    solve(&folder, &["--seeds=7", "--out=one", "--threads=1"]);
    solve(&folder, &["--seeds=7", "--out=two", "--threads=2"]);
    assert!(tables(&folder, "one", 7) == tables(&folder, "two", 7));
    refused(
        &folder,
        &["solve", "--threads=0"],
        "--threads 0: expected a whole number from 1",
    );
}

#[test]
fn files_that_are_no_sound_table_are_refused() {
    let folder = Folder::new();
    solve(&folder, &["--seeds=4"]);
    let table = "tables/speightstown-4.table";
    let sound = fs::read(folder.path(table)).unwrap();
    let mut damaged = sound.clone();
    damaged[sound.len() / 2] ^= 1;
    let foreign = solve(&folder, &["--seeds=4", "--variant=abapa", "--out=other"]);
    assert!(
        foreign.contains("--variant abapa --tables other"),
        "{foreign}"
    );
    let foreign = fs::read(folder.path("other/abapa-4.table")).unwrap();
    for (bytes, expected) in [
        (&damaged[..], "damaged: its c"),
        (&sound[..sound.len() - 1], "damaged: it has"),
        (&[], "no endgame table"),
        (b"seeds,value\n4,3\n", "no endgame table"),
        (
            &foreign,
            "the table of abapa with 4 seeds: expected speightstown with 4",
        ),
    ] {
        folder.write(table, bytes);
        let expected = format!("{table}: {expected}");
        let error = gave_up(&folder.run(&["solve", "--seeds=5", "--quiet"]));
        assert!(error.contains(&expected), "{error}");
        assert!(error.contains("solved anew once it is removed"), "{error}");
        let four = "1,0,0,0,0,1/1,0,0,0,0,1 22-22 S";
        refused(&folder, &["probe", four], &expected);
        assert!(
            fs::read(folder.path(table)).unwrap() == bytes,
            "it is left as it is"
        );
    }
    assert!(!folder.path("tables/speightstown-5.table").exists());
    fs::remove_file(folder.path(table)).unwrap();
    solve(&folder, &["--seeds=4"]);
    assert!(fs::read(folder.path(table)).unwrap() == sound);
}

#[test]
fn too_much_memory_is_refused_before_anything_is_solved() {
    let folder = Folder::new();
    let arguments = |gib| ["solve", "--seeds=16", "--memory", gib];
    refused(
        &folder,
        &arguments("0.05"),
        "--memory 0.05: solving up to 16 seeds takes 0.15 GiB: expected 0.15 or more, or --seeds 13",
    );
    refused(
        &folder,
        &arguments("0.0000000001"),
        "takes 0.15 GiB: expected 0.15 or more\n",
    );
    for gib in ["0", "-1", "nan", "much"] {
        refused(&folder, &arguments(gib), "expected a number of GiB above 0");
    }
    assert!(!folder.path("tables").exists());
    let output = folder.run(&["solve", "--seeds=5", "--memory=0.1"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("This takes 144 KiB of memory."), "{said}");
    for seeds in ["25", "-1", "abc", ""] {
        let arguments = ["solve".to_owned(), format!("--seeds={seeds}")];
        let error = folder.refuse(&arguments.each_ref().map(String::as_str));
        let expected = [
            "expected a whole number from 0 to 24",
            "a value is required",
        ];
        assert!(expected.iter().any(|one| error.contains(one)), "{error}");
    }
}

#[test]
fn a_second_solver_agrees_and_finds_a_wrong_value() {
    let folder = Folder::new();
    let check = ["solve", "--seeds=6", "--check", "--quiet"];
    for variant in ["speightstown", "bridgetown", "abapa"] {
        let checked = folder.succeed(&[&check[..], &["--variant", variant]].concat());
        assert_eq!(checked.matches(" solved  same\n").count(), 7, "{checked}");
        assert!(!folder.path("tables").exists(), "nothing is written");
    }
    solve(&folder, &["--seeds=5"]);
    let checked = folder.succeed(&check);
    assert_eq!(checked.matches(" table   same\n").count(), 6, "{checked}");
    give_a_wrong_value(&folder, "tables/speightstown-5.table");
    let output = folder.run(&[&check[..], &["--seeds=5", "--json"]].concat());
    assert_eq!(output.status.code(), Some(2), "--seeds twice");
    let output = folder.run(&["solve", "--seeds=5", "--check", "--json"]);
    let error = gave_up(&output);
    assert!(
        error.contains("tables: 1 of 6 layers of speightstown differ"),
        "{error}"
    );
    let checked = json(std::str::from_utf8(&output.stdout).unwrap());
    let differ: Vec<&Value> = checked["layers"].as_array().unwrap().iter().collect();
    assert_eq!(differ[4]["differ"], 0);
    assert_eq!(
        differ[5],
        &json!({"seeds": 5, "positions": 4368, "stored": true, "differ": 1})
    );
    refused(
        &folder,
        &["solve", "--check", "--seeds=13"],
        "--check --seeds 13: a plain solver takes too much memory and time for so many: \
         expected 12 or fewer",
    );
}

/// Changes one value of a table, with a checksum that fits.
fn give_a_wrong_value(folder: &Folder, table: &str) {
    let bytes = fs::read(folder.path(table)).unwrap();
    let begin = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let mut header = json(std::str::from_utf8(&bytes[..begin]).unwrap());
    let mut content = bytes[begin..].to_vec();
    let bounds = content.chunks_mut(2).find(|bounds| bounds[0] > 0).unwrap();
    bounds[0] -= 1;
    let hash = Sha256::digest(&content);
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    header["sha256"] = hash.into();
    folder.write(table, [format!("{header}\n").as_bytes(), &content].concat());
}

#[derive(Deserialize)]
struct Vector {
    variant: String,
    seeds: usize,
    #[serde(flatten)]
    counts: std::collections::BTreeMap<String, u64>,
}

#[test]
fn reports_agree_with_the_vectors() {
    let folder = Folder::new();
    let vectors = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../engine/tests/vectors/endgame.csv"
    );
    let mut rows = csv::Reader::from_path(vectors).unwrap();
    let rows: Vec<Vector> = rows.deserialize().collect::<Result<_, _>>().unwrap();
    for variant in ["speightstown", "bridgetown", "abapa"] {
        let arguments = ["--seeds=8", "--report", "--json", "--variant", variant];
        let report = json(&solve(&folder, &arguments));
        assert_eq!(report["variant"], variant);
        let layers = report["layers"].as_array().unwrap();
        assert_eq!(layers.len(), 9);
        let of_variant = rows.iter().filter(|row| row.variant == variant);
        assert_eq!(of_variant.clone().count(), 9);
        for row in of_variant {
            let layer = &layers[row.seeds];
            assert_eq!(layer["seeds"], row.seeds);
            assert_eq!(row.counts.len(), 7);
            for (name, count) in &row.counts {
                assert_eq!(layer[name], *count, "{variant} {} {name}", row.seeds);
            }
            assert!(layer["seconds"].is_f64());
            assert!(layer["longest"].is_u64());
        }
        // From the tables the same, but for the time.
        let mut again = json(&solve(&folder, &arguments));
        for (layer, before) in again["layers"]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .zip(layers)
        {
            assert_eq!(layer["seconds"], Value::Null);
            layer["seconds"] = before["seconds"].clone();
            assert_eq!(layer, before);
        }
    }
    let drawn = solve(&folder, &["--seeds=4", "--report"]);
    assert!(
        drawn.contains("    4        1,365  53.5 %   11.6 %  34.9 %"),
        "{drawn}"
    );
}

#[test]
fn what_is_there_is_read_without_a_lock() {
    let folder = Folder::new();
    solve(&folder, &["--seeds=5"]);
    let lock = fs::File::create(folder.path("tables/lock")).unwrap();
    lock.lock().unwrap();
    let report = solve(&folder, &["--seeds=5", "--report"]);
    assert!(report.contains("All were there already."), "{report}");
    let locked = ["solve", "--seeds=6", "--report"];
    refused(
        &folder,
        &locked,
        "tables: another warri is making endgame tables there; wait until it ends",
    );
    drop(lock);
    fs::remove_file(folder.path("tables/lock")).unwrap();
    solve(&folder, &["--seeds=4", "--report", "--beside=abapa"]);
    solve(&folder, &["--seeds=5"]);
    assert!(!folder.path("tables/lock").exists());
}

#[test]
fn a_folder_and_a_file_are_told_apart() {
    let folder = Folder::new();
    folder.write("file", "no folder");
    refused(
        &folder,
        &["solve", "--seeds=3", "--out=file"],
        "file: a file: expected a folder for endgame tables",
    );
    fs::create_dir_all(folder.path("tables/speightstown-2.table")).unwrap();
    let expected = "tables/speightstown-2.table: a folder: expected an endgame table";
    let error = gave_up(&folder.run(&["solve", "--seeds=3", "--quiet"]));
    assert!(error.contains(expected), "{error}");
    refused(&folder, &["probe", WON], expected);
}

#[test]
fn the_environment_may_name_the_folder() {
    let folder = Folder::new();
    let solve_in = |named: &str, out: &str| {
        let mut command = folder.command();
        command.args(["solve", "--seeds=1", "--quiet"]);
        command.env("WARRI_TABLES", named);
        assert!(command.output().unwrap().status.success(), "{named}");
        assert!(folder.path(out).join("speightstown-1.table").exists());
    };
    solve_in("elsewhere", "elsewhere");
    solve_in("", "tables");
    refused(&folder, &["probe", WON, "--tables="], "a value is required");
}

#[test]
fn the_committed_reports_are_what_the_solver_says() {
    let folder = Folder::new();
    for variant in Variant::ALL {
        let mut arguments = vec!["solve", "--seeds=8", "--report", "--json", "--quiet"];
        let rules = format!("--variant={variant}");
        arguments.push(&rules);
        if variant == Variant::Speightstown {
            arguments.push("--beside=bridgetown");
        }
        let layers = |text: &str| -> Vec<Value> {
            let report: Value = serde_json::from_str(text).unwrap();
            let mut layers = report["layers"].as_array().unwrap()[..=8].to_vec();
            for layer in &mut layers {
                layer["seconds"] = Value::Null;
            }
            layers
        };
        let path = format!("../results/endgames/{variant}.json");
        let committed = fs::read_to_string(path).unwrap();
        assert_eq!(layers(&folder.succeed(&arguments)), layers(&committed));
    }
    let reports = Variant::ALL.map(|variant| {
        let path = fs::canonicalize(format!("../results/endgames/{variant}.json"));
        path.unwrap().display().to_string()
    });
    let mut arguments = vec!["plot", "--out=figures"];
    arguments.extend(reports.iter().map(String::as_str));
    folder.succeed(&arguments);
    let drawn = folder.read("figures/endgames.svg");
    let committed = fs::read_to_string("../results/endgames/endgames.svg").unwrap();
    assert!(drawn == committed, "the figure is not that of the reports");
    folder.write("no.json", "{}");
    refused(
        &folder,
        &["plot", "no.json"],
        "no.json: no report on endgames",
    );
}

#[test]
fn tables_of_other_rules_take_memory_as_well() {
    let folder = Folder::new();
    let memory = |more: &[&str]| {
        let arguments = [&["solve", "--seeds=7", "--memory=0.000001"][..], more].concat();
        let error = folder.refuse(&arguments);
        let gib = error.split(" takes ").nth(1).unwrap();
        gib.split(' ').next().unwrap().parse::<f64>().unwrap()
    };
    let beside = memory(&["--report", "--beside=abapa"]);
    // 50,388 positions with up to 7 seeds, at four bytes.
    assert!(beside > memory(&[]) + 0.000_17, "{beside}");
    let same = ["solve", "--report", "--beside=speightstown"];
    refused(
        &folder,
        &same,
        "--beside speightstown: expected other rules",
    );
}
