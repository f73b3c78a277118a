//! The experiments and sweeps that are compiled in.

use std::path::Path;

use anyhow::Result;

use crate::report::command;
use crate::terminal::print;

/// A name and the text of its file.
pub(crate) type BuiltIn = (&'static str, &'static str);

/// The files of a folder with these names, in this order.
macro_rules! files {
    ($folder:literal: $($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../", $folder, "/", $name, ".toml")))),+]
    };
}

/// Those of `warri evolve`; the first runs without a config file.
pub(crate) const EXPERIMENTS: &[BuiltIn] = files!("configs":
    "quickstart",
    "depradine-2001",
    "davis-kendall-2002",
    "daoud-2004-depth3",
    "daoud-2004-depth5",
    "divilly-2013",
    "evolution-strategy",
    "cma-es",
    "differential-evolution",
    "hill-climber",
    "random-search",
    "peers",
    "hall-of-fame",
    "panel",
    "mixture",
    "islands",
    "truth",
);

/// Those of `warri sweep`.
pub(crate) const SWEEPS: &[BuiltIn] = files!("sweeps":
    "search-depth",
    "depradine-2001",
    "davis-kendall-2002",
    "daoud-2004",
    "divilly-2013",
    "algorithms",
    "opponents",
    "population",
    "openings",
    "points",
    "depth",
    "features",
);

/// The one with this name.
pub(crate) fn find(built_in: &'static [BuiltIn], name: &Path) -> Option<&'static BuiltIn> {
    built_in.iter().find(|(known, _)| name == Path::new(known))
}

/// Lists some of them, each with the first paragraph of the comment that heads
/// it, and how to see more.
pub(crate) fn list(built_in: &[BuiltIn], next: &str) -> Result<()> {
    for (name, text) in built_in {
        let head: Vec<&str> = text
            .lines()
            .map_while(|line| line.strip_prefix("# "))
            .collect();
        print(format!("{name}\n    {}\n", head.join("\n    ")))?;
    }
    print(format!("Next:\n  {}", command(next)))
}

/// Their names, as errors list them.
pub(crate) fn names(built_in: &[BuiltIn]) -> String {
    let names: Vec<&str> = built_in.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_is_forgotten() {
        for (folder, built_in) in [("configs", EXPERIMENTS), ("sweeps", SWEEPS)] {
            let folder = format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"));
            let mut files: Vec<String> = std::fs::read_dir(folder)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            files.sort();
            let mut names: Vec<String> = built_in
                .iter()
                .map(|(name, _)| format!("{name}.toml"))
                .collect();
            names.sort();
            assert_eq!(names, files);
        }
    }
}
