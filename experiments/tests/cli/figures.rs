//! Figures of a run: their captions, their data, and champions against ancestors.

use std::collections::BTreeMap;
use std::fs;

use crate::common::{Folder, refused};

type Row = BTreeMap<String, String>;

const FIGURES: [&str; 3] = ["learning_curve", "weights", "strength"];
const KINDS: [&str; 4] = ["svg", "png", "txt", "csv"];

fn rows(folder: &Folder, name: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(folder.path(name)).unwrap();
    let rows = reader.deserialize().collect::<Result<Vec<Row>, _>>();
    rows.unwrap()
}

// pitfalls 21 and 31
#[test]
fn the_data_of_the_figures_are_those_of_the_generations() {
    let folder = Folder::new();
    folder.evolve("run", &[]);
    for name in FIGURES {
        for kind in KINDS {
            let path = folder.path(&format!("run/plots/{name}.{kind}"));
            assert!(path.is_file(), "{}", path.display());
        }
    }
    let generations = rows(&folder, "run/generations.csv");
    let at = |number: &str| generations.iter().find(|row| row["generation"] == number);
    let mut scores = 0;
    for row in rows(&folder, "run/plots/learning_curve.csv") {
        let generation = at(&row["x"]).unwrap();
        assert_eq!(row["run"], "1");
        let series = &row["series"];
        match row["panel"].as_str() {
            "score" => {
                for (column, kind) in [("value", "score"), ("low", "low"), ("high", "high")] {
                    assert_eq!(row[column], generation[&format!("{kind}:{series}")]);
                }
                scores += 1;
            }
            _ => assert_eq!(row["value"], generation[series]),
        }
    }
    assert_eq!(scores, 4 * 5, "four opponents, five generations");
    let weights = rows(&folder, "run/plots/weights.csv");
    assert_eq!(weights.len(), 12 * 5);
    for row in weights {
        let column = format!("weight:{}", row["series"]);
        assert_eq!(row["value"], at(&row["x"]).unwrap()[&column]);
    }
    let strength = rows(&folder, "run/plots/strength.csv");
    assert_eq!(strength.len(), 4 * 3);
    for row in strength {
        let number = row["series"].split(['(', ')']).nth(1).unwrap();
        assert!(["0", "2", "4"].contains(&number), "{number}");
        let column = format!("score:{}", row["x"]);
        assert_eq!(row["value"], at(number).unwrap()[&column]);
    }
}

// pitfall 32
#[test]
fn a_caption_says_of_which_runs_a_figure_is() {
    let folder = Folder::new();
    folder.evolve("seeds", &["--seeds=1-5", "--set=generations=1"]);
    for name in FIGURES {
        let caption = folder.read(&format!("seeds/plots/{name}.txt"));
        for text in [
            "\nRuns: n = 5, seeds 1 to 5.\n",
            "depth 2; algorithm genetic; population 6; generations 1;",
            "\nBand: 95 % bootstrap interval over seeds",
        ] {
            assert!(caption.contains(text), "{name}: {caption}");
        }
        let alone = folder.read(&format!("seeds/3/plots/{name}.txt"));
        assert!(alone.contains("\nRuns: n = 1, seed 3.\n"), "{alone}");
        let hash = |text: &str| text.split("SHA-256 ").nth(1).unwrap()[..12].to_owned();
        assert_eq!(hash(&caption), hash(&alone), "the seed alone differs");
    }
    // Five seeds, so the line over all has a band, and each seed has its own line.
    let weights = rows(&folder, "seeds/plots/weights.csv");
    assert_eq!(weights.len(), 12 * 2 * (1 + 5));
    let over = weights.iter().filter(|row| row["run"].is_empty());
    assert!(over.clone().all(|row| !row["low"].is_empty()));
    assert_eq!(over.count(), 12 * 2);
}

#[test]
fn training_games_can_be_across() {
    let folder = Folder::new();
    folder.evolve("run", &[]);
    folder.succeed(&["plot", "run", "--x=games", "--out=games"]);
    let games: Vec<String> = rows(&folder, "run/generations.csv")
        .into_iter()
        .map(|row| row["games"].clone())
        .collect();
    for name in ["learning_curve", "weights"] {
        assert!(
            folder
                .read(&format!("games/{name}.svg"))
                .contains("Games of training")
        );
        let rows = rows(&folder, &format!("games/{name}.csv"));
        let across: Vec<&String> = rows.iter().take(5).map(|row| &row["x"]).collect();
        assert_eq!(across, games.iter().collect::<Vec<_>>(), "{name}");
    }
    // Generations are what is drawn without a word, and with it.
    folder.succeed(&["plot", "run", "--x=generations", "--out=again"]);
    let svg = |folder_name: &str| folder.read(&format!("{folder_name}/weights.svg"));
    assert!(svg("again") == svg("run/plots"));
    folder.write("report.json", "{}");
    refused(
        &folder,
        &["plot", "report.json", "--x=games"],
        "--x: reports on endgames have no such axis",
    );
    let teacher = "--set=training.opponents={ truth = { decisions = 20 } }";
    folder.evolve(
        "truth",
        &["--set=truth={ seeds = 3, decisions = 20 }", teacher],
    );
    refused(
        &folder,
        &["plot", "truth", "--x=games"],
        "found no games of training to draw over, expected --x generations",
    );
}

// pitfall 2
#[test]
fn champions_meet_their_ancestors_the_same_on_any_threads() {
    let folder = Folder::new();
    folder.evolve("run", &[]);
    let ciao = |more: &[&str]| {
        let arguments = [&["ciao", "run", "--openings=3"][..], more].concat();
        let printed = folder.succeed(&arguments);
        let files = KINDS.map(|kind| fs::read(folder.path(&format!("run/plots/ciao.{kind}"))));
        let files: Vec<Vec<u8>> = files.into_iter().map(Result::unwrap).collect();
        (printed, folder.read("run/ciao.csv"), files)
    };
    let one = ciao(&["--threads=1"]);
    assert!(one == ciao(&["--threads=3"]), "threads show");
    assert!(one.1 != ciao(&["--seed=2"]).1, "other openings");
    assert!(one.0.starts_with("The later champion wins "), "{}", one.0);
    assert!(one.0.contains(" of 10 pairs "), "{}", one.0);

    ciao(&[]);
    let pairs = rows(&folder, "run/ciao.csv");
    let expected =
        (0..5).flat_map(|ancestor| (ancestor + 1..5).map(move |later| (later, ancestor)));
    let found = pairs.iter().map(|row| {
        let number = |column: &str| row[column].parse::<u32>().unwrap();
        (number("generation"), number("ancestor"))
    });
    assert!(found.eq(expected));
    let won = pairs
        .iter()
        .filter(|row| row["score"].parse::<f64>().unwrap() > 0.5);
    assert!(
        one.0.contains(&format!("wins {} of 10", won.count())),
        "{}",
        one.0
    );
    for (row, drawn) in pairs.iter().zip(rows(&folder, "run/plots/ciao.csv")) {
        let [score, low, high] =
            ["score", "low", "high"].map(|column| row[column].parse::<f64>().unwrap());
        assert!(0.0 <= low && low <= score && score <= high && high <= 1.0);
        assert_eq!(row["games"], "6");
        for (column, same) in [("x", "generation"), ("y", "ancestor"), ("value", "score")] {
            assert_eq!(drawn[column], row[same]);
        }
    }
    ciao(&["--every=3"]);
    let pairs = rows(&folder, "run/ciao.csv");
    let chosen: Vec<[&str; 2]> = pairs
        .iter()
        .map(|row| ["generation", "ancestor"].map(|column| row[column].as_str()))
        .collect();
    assert_eq!(chosen, [["3", "0"], ["4", "0"], ["4", "3"]]);
    // It leaves the results alone.
    folder.succeed(&["verify", "run", "--quiet"]);
}

/// A champion plays itself to an even score, from both sides of the same openings.
#[test]
fn an_unchanged_champion_is_even_with_its_ancestor() {
    let folder = Folder::new();
    folder.evolve("run", &[]);
    let path = "run/generations.csv";
    let text = folder.read(path);
    let lines: Vec<&str> = text.lines().collect();
    let (_, rest) = lines[1].split_once(',').unwrap();
    let same = format!("{}\n0,{rest}\n1,{rest}\n", lines[0]);
    folder.write(path, same);
    let printed = folder.succeed(&["ciao", "run", "--openings=4"]);
    let expected = "The later champion wins 0 of 1 pairs (0.0 %) and comes out even in 1; none \
                    scores less than half against an earlier one.\n";
    assert!(printed.starts_with(expected), "{printed}");
}

#[test]
fn what_has_no_champions_to_compare_is_refused() {
    let folder = Folder::new();
    refused(&folder, &["ciao", "nowhere"], "nowhere: no such folder");
    refused(&folder, &["ciao", "."], ".: no run: expected a folder with");
    folder.evolve("seeds", &["--seeds=1-2", "--set=generations=1"]);
    refused(
        &folder,
        &["ciao", "seeds"],
        "seeds: the folder of several replicates: expected one of them; did you mean `seeds/1`?",
    );
    for (argument, expected) in [
        ("--every=0", "--every 0: expected a whole number from 1 on"),
        ("--openings=0", "--openings 0: expected 1 to 10000"),
        ("--threads=0", "--threads 0: expected a whole number"),
        ("--seed=x", "expected a whole number from 0 to"),
    ] {
        refused(&folder, &["ciao", "seeds/1", argument], expected);
    }
    folder.evolve("alone", &["--set=generations=0"]);
    refused(
        &folder,
        &["ciao", "alone"],
        "alone: found 1 champion to compare: expected 2 to 200; --every says which",
    );
    let generations = folder.read("seeds/1/generations.csv");
    folder.write(
        "seeds/1/generations.csv",
        generations.replace("weight:own_store", "weight:own_shop"),
    );
    for command in ["ciao", "plot"] {
        refused(
            &folder,
            &[command, "seeds/1"],
            "seeds/1/generations.csv, line 1: found no column `weight:own_store`, expected it in the header",
        );
    }
    let manifest = folder.read("seeds/2/manifest.json");
    folder.write(
        "seeds/2/manifest.json",
        manifest.replace("\"finished\"", "\"unfinished\""),
    );
    refused(
        &folder,
        &["ciao", "seeds/2"],
        "seeds/2: the run is unfinished: expected one that is finished; `warri resume seeds/2` goes on",
    );
    assert!(!folder.path("seeds/2/ciao.csv").exists());
}
