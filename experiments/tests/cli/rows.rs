//! What stands in the result files of a run.

use std::collections::BTreeMap;

use crate::common::Folder;

type Row = BTreeMap<String, String>;

fn rows(folder: &Folder, name: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(folder.path(name)).unwrap();
    reader
        .deserialize()
        .collect::<Result<Vec<Row>, _>>()
        .unwrap()
}

// pitfalls 21, 22, 28, 30 and 31
#[test]
fn rows_are_a_recount_of_the_games() {
    let folder = Folder::new();
    folder.evolve("run", &[]);
    let games = rows(&folder, "run/games.csv");
    let generations = rows(&folder, "run/generations.csv");
    let individuals = rows(&folder, "run/individuals.csv");
    assert_eq!(generations.len(), 5, "4 generations and the initial one");
    assert_eq!(individuals.len(), 5 * 6);
    assert_eq!(games.len(), 5 * 6 * 5);
    for (index, game) in games.iter().enumerate() {
        assert_eq!(game["game"], (index + 1).to_string());
        let reasons = ["majority", "starved", "cannot-feed", "cycle", "ply-cap"];
        assert!(reasons.contains(&game["reason"].as_str()));
    }
    for one in &individuals {
        let played = |side: &str| {
            let mine =
                |game: &&Row| game["generation"] == one["generation"] && game[side] == one["id"];
            games.iter().filter(mine).collect::<Vec<&Row>>()
        };
        let (south, north) = (played("south"), played("north"));
        assert_eq!(
            (south.len(), north.len()),
            (5, 5),
            "each meets each from both sides"
        );
        let of = |result: &str| {
            let count = |games: &[&Row], result: &str| {
                games.iter().filter(|game| game["result"] == result).count()
            };
            let other = match result {
                "south" => "north",
                "north" => "south",
                draw => draw,
            };
            count(&south, result) + count(&north, other)
        };
        let [wins, draws, losses] = ["south", "draw", "north"].map(of);
        assert_eq!(one["wins"], wins.to_string());
        assert_eq!(one["draws"], draws.to_string());
        assert_eq!(one["losses"], losses.to_string());
        assert_eq!(
            one["fitness"],
            ((wins as f64 + 0.5 * draws as f64) / 10.0).to_string()
        );
    }
    for (number, row) in generations.iter().enumerate() {
        let members: Vec<&Row> = individuals
            .iter()
            .filter(|one| one["generation"] == row["generation"])
            .collect();
        assert_eq!(row["games"], ((number + 1) * 30).to_string());
        let fitness = |one: &Row| one["fitness"].parse::<f64>().unwrap();
        let best = members
            .iter()
            .map(|one| fitness(one))
            .fold(f64::MIN, f64::max);
        assert_eq!(row["fitness_best"], best.to_string());
        // Of equals the lowest id.
        let champion = members.iter().find(|one| fitness(one) == best).unwrap();
        assert_eq!(row["best_id"], champion["id"]);
        let win_rate = champion["wins"].parse::<f64>().unwrap() / 10.0;
        assert_eq!(row["best_win_rate"], win_rate.to_string());
        for name in ["random", "greedy", "material@2", "daoud2004-depth3@2"] {
            let [low, score, high] = ["low", "score", "high"]
                .map(|kind| row[&format!("{kind}:{name}")].parse::<f64>().unwrap());
            assert!(0.0 <= low && low <= score && score <= high && high <= 1.0);
        }
    }
}

// pitfalls 15 and 21
#[test]
fn elites_have_a_row_in_each_generation_with_the_same_genome() {
    let folder = Folder::new();
    folder.evolve("run", &[]);
    let individuals = rows(&folder, "run/individuals.csv");
    for generation in 1..=4 {
        let of = |number: usize| {
            individuals
                .iter()
                .filter(move |one| one["generation"] == number.to_string())
        };
        let before: BTreeMap<&str, &Row> = of(generation - 1)
            .map(|one| (one["id"].as_str(), one))
            .collect();
        let kept: Vec<&Row> = of(generation)
            .filter(|one| before.contains_key(one["id"].as_str()))
            .collect();
        assert_eq!(kept.len(), 2);
        for one in kept {
            let earlier = before[one["id"].as_str()];
            assert_eq!(
                (&one["genome"], &one["parents"]),
                (&earlier["genome"], &earlier["parents"])
            );
        }
    }
}
