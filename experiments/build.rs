//! Tells the program its commit, if it is built in a checkout.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Moves with every commit and checkout.
    let log = "../.git/logs/HEAD";
    if Path::new(log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    let describe = [
        "describe",
        "--always",
        "--dirty",
        "--abbrev=40",
        "--exclude=*",
    ];
    let git = Command::new("git").args(describe).output();
    if let Some(output) = git.ok().filter(|output| output.status.success()) {
        let commit = String::from_utf8_lossy(&output.stdout);
        println!("cargo::rustc-env=WARRI_COMMIT={}", commit.trim());
    }
}
