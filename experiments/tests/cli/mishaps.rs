//! What happens to the folder, the disk or the output while a command is at
//! work.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::common::{
    Folder, SMALL, SmallDisk, assert_nothing_half_written, assert_same, gave_up, refused,
};

const LONG: [&str; 5] = [
    "evolve",
    "--out=run",
    "--quiet",
    "--generations=100000",
    "--threads=1",
];

/// Starts a long run and waits until it is under way.
fn start_long_run(folder: &Folder) -> Child {
    let child = Command::new(env!("CARGO_BIN_EXE_warri"))
        .args(LONG)
        .args(SMALL)
        .current_dir(folder.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let generations = folder.path("run/timings.csv");
    while fs::read_to_string(&generations).map_or(0, |text| text.lines().count()) < 3 {
        std::thread::sleep(Duration::from_millis(10));
    }
    child
}

#[test]
fn a_run_that_vanishes_while_it_is_played() {
    let folder = Folder::new();
    let child = start_long_run(&folder);
    // Renamed first, as the run may write while it is being removed.
    fs::rename(folder.path("run"), folder.path("gone")).unwrap();
    fs::remove_dir_all(folder.path("gone")).unwrap();
    let error = gave_up(&child.wait_with_output().unwrap());
    assert!(error.contains("cannot write run/"), "{error}");
    assert_nothing_half_written(&folder.path(""));
}

#[test]
fn a_run_that_another_program_plays_at() {
    let folder = Folder::new();
    let mut child = start_long_run(&folder);
    refused(
        &folder,
        &["resume", "run"],
        "run: another warri is running it",
    );
    let evolve = [&LONG[..], &SMALL].concat();
    refused(
        &folder,
        &evolve,
        "run exists: go on with `warri resume run`",
    );
    assert!(child.try_wait().unwrap().is_none(), "it plays on");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_disk_that_is_full_costs_nothing_but_time() {
    let folder = Folder::new();
    let Some(disk) = SmallDisk::mount(&folder) else {
        println!("skipped: no small file system can be mounted here");
        return;
    };
    let longer = ["--set=generations=150"];
    folder.evolve("through", &longer);
    let arguments = [
        &["evolve", "--out=disk/run", "--quiet"][..],
        &SMALL,
        &longer,
    ]
    .concat();
    let error = gave_up(&folder.run(&arguments));
    assert!(error.contains("cannot write "), "{error}");
    assert!(error.contains("No space left on device"), "{error}");
    // What is there is whole.
    folder.succeed(&["plot", "disk/run", "--out=plots"]);
    // To the last byte.
    fs::write(folder.path("disk/filler"), vec![0; 400_000]).unwrap_err();
    let error = gave_up(&folder.run(&["resume", "disk/run", "--quiet"]));
    assert!(
        error.contains("cannot write disk/run/manifest.json: No space"),
        "{error}"
    );
    assert_nothing_half_written(&folder.path(""));
    disk.grow();
    folder.succeed(&["resume", "disk/run", "--quiet"]);
    assert_same(
        &folder.results("through"),
        &folder.results("disk/run"),
        "after the disk was full",
    );
}

#[test]
fn an_output_that_takes_nothing_is_an_error() {
    if !Path::new("/dev/full").exists() {
        println!("skipped: there is no /dev/full");
        return;
    }
    let folder = Folder::new();
    for arguments in [
        &["features"][..],
        &["perft", "3", "--divide"],
        &["evolve", "--dry-run"],
        &["replay", "BaCa", "--json"],
        &["show", "start"],
        &["match", "greedy", "random", "--games=2"],
        &["completions", "bash"],
        &["play", "greedy", "random"],
        &["play", "greedy"],
        &["solve", "--seeds=3", "--quiet"],
        &["probe", "0,0,0,0,0,1/0,0,0,0,0,1 23-23 S"],
    ] {
        let full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_warri"))
            .args(arguments)
            .current_dir(folder.path(""))
            .stdin(Stdio::null())
            .stdout(full)
            .output()
            .unwrap();
        let error = gave_up(&output);
        assert!(
            error.contains("standard output: No space left"),
            "{arguments:?}: {error}"
        );
    }
}
