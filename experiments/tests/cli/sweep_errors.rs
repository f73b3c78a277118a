//! `warri sweep` and files that are none, or are not what they were.

use std::fs;

use crate::common::{Folder, refused};
use crate::sweep::{HEAD, done, with_grid};

/// Refuses this file, and writes nothing.
fn refuse(text: &str, expected: &str) {
    let folder = Folder::new();
    folder.write("s.toml", text);
    refused(&folder, &["sweep", "s.toml"], expected);
    refused(&folder, &["sweep", "s.toml", "--dry-run"], expected);
    assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 1);
}

#[test]
fn a_wrong_arm_is_refused_before_anything_is_written() {
    for (end, expected) in [
        (
            "[grid]\ndepth = [1, 25]",
            "error: s.toml: arm `depth=25`: depth = 25: ",
        ),
        (
            "[grid]\ndept = [1]",
            "arm `dept=1`: dept = 1: unknown field `dept`, ",
        ),
        ("[grid]\ndept = [1]", "did you mean `depth`?"),
        (
            "[grid]\npopulation.size = [6, 1]",
            "arm `population.size=1`: population.size = 1: expected",
        ),
        (
            "[grid]\ndepth = 3",
            "grid: depth = 3: expected a list of values, as in [1, 3]",
        ),
        (
            "[grid]\nfeatures = [[\"net_store\"]]",
            "grid: features: [\"net_store\"] makes no name of a folder",
        ),
        (
            "[grid]\nseed = [1, 2]",
            "grid: `seed`: expected no seed here",
        ),
        ("[grid]\ndepth = [1, 1]", "arm `depth=1` stands there twice"),
        (
            "[grid]\ndepth = [1]\n[[arms]]\nname = \"a\"",
            "both `grid` and `arms`",
        ),
        (
            "[[arms]]\nname = \"../a\"",
            "arm \"../a\": expected a name of 1 to 200 letters",
        ),
        (
            "[[arms]]\nname = \"good\"\n[[arms]]\nname = \"bad\"\nset = { test.references = [\"nobody.toml\"] }",
            "arm `bad`: test.references: ",
        ),
        (
            "[[arms]]\nname = \"a\"\nsets = {}",
            "line 14: unknown field `sets`, expected `name` or `set`; did you mean `set`?",
        ),
    ] {
        refuse(&format!("{HEAD}{end}\n"), expected);
    }
}

#[test]
fn what_a_sweep_keeps_is_no_sweep_to_begin() {
    let folder = with_grid();
    done(&folder, "out", &["--shard=1/8"]);
    let expected =
        "out/sweep.toml: a sweep that is under way: go on with its folder, `warri sweep out`";
    refused(&folder, &["sweep", "out/sweep.toml"], expected);
}

#[test]
fn a_file_that_is_no_sweep_is_refused() {
    for (from, to, expected) in [
        (
            "seeds =",
            "sedes =",
            "s.toml: line 4: unknown field `sedes`, expected one of ",
        ),
        ("seeds =", "sedes =", "did you mean `seeds`?"),
        (
            "1-2",
            "2-1",
            "seeds = \"2-1\": expected FIRST-LAST, as in 1-10",
        ),
        (
            "format = 1",
            "format = 2",
            "format 2: this version of warri reads format 1",
        ),
        ("\"small\"", "\"a/b\"", "name = \"a/b\": expected"),
        (
            "\"quickstart\"",
            "\"quickstrat\"",
            "s.toml: base: cannot read quickstrat: expected a config file",
        ),
        ("depth = 2", "depth.x = 2", "arm `base`: depth.x = 2: "),
    ] {
        assert!(HEAD.contains(from));
        refuse(&HEAD.replace(from, to), expected);
    }
    let folder = with_grid();
    for (arguments, expected) in [
        (&["sweep", "none.toml"][..], "cannot read none.toml"),
        (&["sweep", "."], ".: no sweep, it holds no sweep.toml"),
        (
            &["sweep", "grid.toml", "--out=."],
            ". exists and holds no sweep: choose another",
        ),
        (
            &["sweep", "grid.toml", "--jobs=0"],
            "--jobs 0: expected a whole number from 1",
        ),
        (
            &["sweep", "grid.toml", "--shard=5/4"],
            "expected I/N, as in 2/8, with I from 1 to N",
        ),
    ] {
        refused(&folder, arguments, expected);
    }
}

#[test]
fn a_file_that_was_changed_is_refused() {
    let folder = with_grid();
    done(&folder, "out", &["--shard=1/8"]);
    let text = folder.read("grid.toml");
    for (from, to, expected) in [
        ("1-2", "1-3", "(seeds: it has 1-2, asked for is 1-3)"),
        (
            "[1, 2]\ntrain",
            "[1, 3]\ntrain",
            "(arm `depth=3,training.openings=1`: it has none of that name",
        ),
        (
            "[1, 2]\ntrain",
            "[2, 1]\ntrain",
            "(arm `depth=1,training.openings=1`: the arms are in another order)",
        ),
        (
            "[1, 2]\ntrain",
            "[1]\ntrain",
            "(arm `depth=2,training.openings=1`: it has one, asked for is none)",
        ),
        (
            "size = 6",
            "size = 8",
            "(arm `depth=1,training.openings=1`: `population.size` is another)",
        ),
    ] {
        assert!(text.contains(from), "{from}");
        folder.write("grid.toml", text.replace(from, to));
        for more in [&[][..], &["--dry-run"]] {
            let arguments = [&["sweep", "grid.toml", "--out=out"], more].concat();
            refused(&folder, &arguments, expected);
        }
    }
    // What comes to the same is the same.
    folder.write("grid.toml", text.replace("depth = 2\n", "depth = 7\n"));
    done(&folder, "out", &[]);
    let plan = folder.read("out/sweep.toml");
    folder.write("out/sweep.toml", plan.replacen("seeds", "sedes", 1));
    refused(
        &folder,
        &["sweep", "out"],
        "out/sweep.toml: line 3: unknown field `sedes`",
    );
}
