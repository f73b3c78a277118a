//! The real binary in a folder of its own.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Child, Output};

use assert_cmd::Command;
use tempfile::TempDir;

/// Settings that make a run of a few hundred milliseconds.
pub(crate) const SMALL: [&str; 6] = [
    "--set=population.size=6",
    "--set=generations=4",
    "--set=depth=2",
    "--set=training.openings=1",
    "--set=test.openings=4",
    "--set=name=small",
];

/// The files whose bytes the config alone decides, figures included.
pub(crate) const RESULTS: [&str; 12] = [
    "config.toml",
    "generations.csv",
    "individuals.csv",
    "games.csv",
    "champion.toml",
    "plots/learning_curve.svg",
    "plots/learning_curve.png",
    "plots/learning_curve.txt",
    "plots/weights.svg",
    "plots/weights.csv",
    "plots/strength.svg",
    "plots/strength.csv",
];

pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::cargo_bin("warri").unwrap();
        command.current_dir(self.0.path()).env_remove("CARGO");
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command().args(arguments).output().unwrap()
    }

    /// Standard output of a command that must succeed.
    pub(crate) fn succeed(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments:?}: {error}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// The message of a command that must refuse: one line, exit code 1 or 2,
    /// no panic, nothing on standard output.
    pub(crate) fn refuse(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(
            matches!(output.status.code(), Some(1 | 2)),
            "{arguments:?}: {error}"
        );
        assert!(error.starts_with("error: "), "{arguments:?}: {error}");
        assert!(!error.contains("panicked"), "{arguments:?}: {error}");
        let causes = error.matches("(os error").count();
        assert!(causes <= 1, "{arguments:?} says it twice: {error}");
        assert!(output.stdout.is_empty(), "{arguments:?} printed something");
        error
    }

    /// `warri evolve --out OUT --quiet` with the small settings and more.
    pub(crate) fn evolve(&self, out: &str, more: &[&str]) {
        let out = format!("--out={out}");
        let arguments = ["evolve", &out, "--quiet"]
            .into_iter()
            .chain(SMALL)
            .chain(more.iter().copied());
        let arguments: Vec<&str> = arguments.collect();
        self.succeed(&arguments);
    }

    /// The bytes of a run's results.
    pub(crate) fn results(&self, run: &str) -> BTreeMap<&'static str, Vec<u8>> {
        RESULTS
            .into_iter()
            .map(|name| (name, read(&self.path(run).join(name))))
            .collect()
    }
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Compares results file by file, so that a failure names the file.
pub(crate) fn assert_same(
    one: &BTreeMap<&'static str, Vec<u8>>,
    other: &BTreeMap<&'static str, Vec<u8>>,
    what: &str,
) {
    for (name, bytes) in one {
        assert!(bytes == &other[name], "{name} differs: {what}");
    }
}

/// Refused with a message that holds `expected`.
pub(crate) fn refused(folder: &Folder, arguments: &[&str], expected: &str) {
    let error = folder.refuse(arguments);
    println!(
        "| `{}` | {} |",
        arguments.join(" "),
        error.trim_end().replace('\n', " ").replace('|', "\\|")
    );
    assert!(error.contains(expected), "{arguments:?}: {error}");
    assert!(error.len() < 1000, "{arguments:?}: {error}");
}

/// No file or folder in the making is left.
pub(crate) fn assert_nothing_half_written(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(!name.contains(".part"), "{}", path.display());
        if path.is_dir() {
            assert_nothing_half_written(&path);
        }
    }
}

/// What a program that had to give up said, with exit code 1.
pub(crate) fn gave_up(output: &Output) -> String {
    let error = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.starts_with("error: "), "{error}");
    assert!(!error.contains("panicked"), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    println!("| | {} |", error.trim_end());
    error
}

/// Ends a program as Ctrl-C does, and returns what it says then.
pub(crate) fn interrupt(mut child: Child) -> String {
    let pid = child.id().to_string();
    assert!(
        process::Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    // Its input stays open, or it would end by itself.
    let _input = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    String::from_utf8(output.stderr).unwrap()
}

/// A file system that is soon full.
pub(crate) struct SmallDisk(String);

impl SmallDisk {
    /// `None` where none can be had.
    pub(crate) fn mount(folder: &Folder) -> Option<SmallDisk> {
        fs::create_dir(folder.path("disk")).unwrap();
        let path = folder.path("disk").to_str().unwrap().to_owned();
        let arguments = ["-t", "tmpfs", "-o", "size=300k", "tmpfs", &path];
        let mounted = process::Command::new("mount").args(arguments).output();
        mounted
            .is_ok_and(|output| output.status.success())
            .then_some(SmallDisk(path))
    }

    pub(crate) fn grow(&self) {
        let arguments = ["-o", "remount,size=20m", &self.0];
        assert!(
            process::Command::new("mount")
                .args(arguments)
                .status()
                .unwrap()
                .success()
        );
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        process::Command::new("umount").arg(&self.0).status().ok();
    }
}
