//! `warri report`: a run, its replicates or a sweep as a page.

use std::collections::BTreeSet;
use std::fs;

use roxmltree::{Document, Node, ParsingOptions};
use serde_json::Value;

use crate::common::{Folder, assert_nothing_half_written, refused};
use crate::sweep::{done, with_grid};

/// The files of a run that are committed.
const KEPT: [&str; 4] = [
    "config.toml",
    "manifest.json",
    "generations.csv",
    "champion.toml",
];

/// The text of a page that `warri report` makes, once it has been looked at.
fn page(folder: &Folder, dir: &str) -> String {
    let said = folder.succeed(&["report", dir]);
    let file = format!("{dir}/report.html");
    assert!(said.starts_with(&file), "{said}");
    let page = folder.read(&file);
    assert_sound(&page);
    page
}

/// Well-formed, whole in itself, and with links that lead somewhere.
fn assert_sound(page: &str) {
    let xml = as_xml(page);
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(&xml, options).unwrap_or_else(|error| {
        let line = xml.lines().nth(error.pos().row as usize - 1);
        panic!("{error}: {line:?}");
    });
    let mut ids = BTreeSet::new();
    for id in attributes(&document, "id") {
        assert!(ids.insert(id), "{id} is there twice");
    }
    for link in attributes(&document, "href") {
        match link.strip_prefix('#') {
            Some(game) if game.starts_with("game=") => {}
            Some(id) => assert!(ids.contains(id), "{link} leads nowhere"),
            None => assert!(link.starts_with("data:"), "{link}"),
        }
    }
    assert_eq!(attributes(&document, "src").count(), 0);
    for nothing in [
        "<link", "<img", "<iframe", "<object", "@import", "url(", "fetch(",
    ] {
        assert!(!page.contains(nothing), "{nothing}");
    }
    // The one address is a name, which is not loaded.
    let others = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    assert!(!others.contains("http://") && !others.contains("https://"));
}

/// HTML as XML: elements without content are closed, and the script is left
/// out.
fn as_xml(page: &str) -> String {
    let (before, script) = page.rsplit_once("<script>").expect("a script");
    let (_, after) = script.split_once("</script>").expect("its end");
    let mut xml = String::new();
    for (index, part) in format!("{before}{after}").split("<meta ").enumerate() {
        if index > 0 {
            xml += "<meta ";
            xml += &part.replacen('>', "/>", 1);
        } else {
            xml += &part.replacen("<!DOCTYPE html>", "", 1);
        }
    }
    xml.replace("<wbr>", "<wbr/>")
}

fn attributes<'a>(document: &'a Document<'_>, name: &'static str) -> impl Iterator<Item = &'a str> {
    document
        .descendants()
        .filter_map(move |node: Node<'a, '_>| node.attribute(name))
}

/// What the script of a page shows.
fn games(page: &str) -> Vec<Value> {
    let (_, rest) = page.split_once("type=\"application/json\">").unwrap();
    let (json, _) = rest.split_once("</script>").unwrap();
    serde_json::from_str(json).unwrap()
}

/// A copy of a run as it is committed.
fn strip(folder: &Folder, run: &str, to: &str) {
    fs::create_dir_all(folder.path(to)).unwrap();
    for name in KEPT {
        fs::copy(folder.path(run).join(name), folder.path(to).join(name)).unwrap();
    }
}

#[test]
fn a_run_is_a_page_with_all_that_is_known_of_it() {
    let folder = Folder::new();
    folder.evolve("run", &["--seed=3"]);
    let page = page(&folder, "run");
    for expected in [
        "<title>small, seed 3</title>",
        "A genetic algorithm evolved 6 players of Barbados Warri, by the rules of Speightstown",
        "<b>Learning curve: small.</b> Above, the score",
        "<b>It wants</b>",
        "<th scope=\"row\"><code>material@2</code></th>",
        "download=\"champion.toml\"",
        "<code>population.<wbr>size</code></th><td><code>6</code></td><td><code>24</code>",
        "<code>warri verify .</code>",
        "as recorded",
        "the random opening is in grey italics",
    ] {
        assert!(page.contains(expected), "{expected}");
    }
    for not_expected in [
        "class=\"missing\"",
        // Without the script each move can be reached by the keyboard.
        "tabindex=\"-1\"",
    ] {
        assert!(!page.contains(not_expected), "{not_expected}");
    }
    let manifest: Value = serde_json::from_str(&folder.read("run/manifest.json")).unwrap();
    for hash in manifest["sha256"].as_object().unwrap().values() {
        assert!(page.contains(hash.as_str().unwrap()));
    }
    let games = games(&page);
    assert_eq!(games.len(), 3);
    for game in games {
        assert_eq!(game["opening"], 8);
        for frame in game["frames"].as_array().unwrap() {
            let places = ["houses", "stores"]
                .iter()
                .flat_map(|key| frame[key].as_array().unwrap());
            assert_eq!(places.map(|seeds| seeds.as_u64().unwrap()).sum::<u64>(), 48);
        }
    }
    // The same again, and where it is asked for.
    folder.succeed(&["report", "run", "--out=other.html"]);
    assert_eq!(folder.read("other.html"), page);
    assert_nothing_half_written(&folder.path(""));
    folder.succeed(&["verify", "run", "--quiet"]);
}

#[test]
fn what_is_committed_of_a_run_is_enough() {
    let folder = Folder::new();
    folder.evolve("run", &[]);
    strip(&folder, "run", "stripped");
    let whole = page(&folder, "run");
    let stripped = page(&folder, "stripped");
    assert_eq!(stripped.matches("not kept").count(), 2);
    assert_eq!(stripped.replace("not kept", "as recorded"), whole);
}

#[test]
fn champions_that_met_their_ancestors_are_in_the_page() {
    let folder = Folder::new();
    folder.evolve("run", &[]);
    let without = page(&folder, "run");
    folder.succeed(&["ciao", "run", "--openings=3", "--quiet"]);
    let with = page(&folder, "run");
    let title = "Champions against their ancestors: small";
    assert!(with.contains(title) && !without.contains(title));
    assert!(with.contains("6 of each pair, from both sides of 3 openings of 8 plies"));
    let table = folder.read("run/ciao.csv");
    folder.write("run/ciao.csv", table.replacen("\n1,0,", "\n0,1,", 1));
    refused(
        &folder,
        &["report", "run"],
        "run/ciao.csv: expected pairs of 2 to 200 champions",
    );
    folder.write("run/ciao.csv", table.replacen("\n1,0,", "\n1,x,", 1));
    refused(&folder, &["report", "run"], "run/ciao.csv, line 2: value 2");
}

#[test]
fn replicates_are_one_page() {
    let folder = Folder::new();
    folder.evolve("runs", &["--seeds=1-3"]);
    let whole = page(&folder, "runs");
    assert!(whole.contains("<title>small, 3 seeds</title>"));
    assert!(!whole.contains("Left out"));
    let manifest = folder.read("runs/2/manifest.json");
    let unfinished = manifest.replace("\"finished\"", "\"unfinished\"");
    folder.write("runs/2/manifest.json", unfinished);
    let part = page(&folder, "runs");
    assert!(part.contains("<title>small, 2 seeds</title>"));
    assert!(
        part.contains("<code>2</code>: the run is not finished"),
        "{part}"
    );
    assert_eq!(games(&part).len(), 3);
}

#[test]
fn replicates_that_cannot_be_read_are_left_out() {
    let folder = Folder::new();
    folder.evolve("runs", &["--seeds=1-3"]);
    folder.write("runs/1/manifest.json", "{ \"format\": 1");
    let part = page(&folder, "runs");
    assert!(part.contains("<title>small, 2 seeds</title>"));
    assert!(part.contains("<code>1</code>: 1/manifest.json: "), "{part}");
    folder.write("runs/3/generations.csv", "");
    let one = page(&folder, "runs");
    assert!(one.contains("<title>small, 1 seed</title>"));
    for expected in [
        "<code>1</code>: 1/manifest.json: ",
        "<code>3</code>: 3/generations.csv: ",
    ] {
        assert!(one.contains(expected), "{one}");
    }
    // The same wherever the folder lies.
    let whole = folder.path("runs");
    folder.succeed(&["report", whole.to_str().unwrap(), "--out=page.html"]);
    assert_eq!(folder.read("page.html"), one);
}

#[test]
fn files_that_were_changed_are_named_at_the_top() {
    let folder = Folder::new();
    folder.evolve("runs", &["--seeds=1-2"]);
    let table = folder.read("runs/2/generations.csv");
    let cut: Vec<&str> = table.lines().take(3).collect();
    folder.write("runs/2/generations.csv", cut.join("\n") + "\n");
    let bot = folder.read("runs/2/champion.toml");
    folder.write("runs/2/champion.toml", format!("{bot}# mine\n"));
    let files = "<code>champion.toml</code>, <code>generations.csv</code></li>";
    let one = page(&folder, "runs/2");
    let (lead, _) = one.split_once("<nav").unwrap();
    for expected in ["Changed</b> since the run ended", "seed 2: ", files] {
        assert!(lead.contains(expected), "{lead}");
    }
    let both = page(&folder, "runs");
    let (lead, _) = both.split_once("<nav").unwrap();
    assert!(lead.contains(&format!("<li>2: {files}")), "{lead}");
    assert!(!lead.contains("<li>1: "), "{lead}");
    assert!(!page(&folder, "runs/1").contains("class=\"missing\""));
}

#[test]
fn a_sweep_is_one_page_that_names_what_is_missing() {
    let folder = with_grid();
    done(&folder, "out", &[]);
    let whole = page(&folder, "out");
    for expected in [
        "<title>Sweep small</title>",
        "4 arms with the seeds 1–2 each, which differ in <code>depth</code>, <code>training.openings</code>. \
         8 of 8 runs are finished",
        "Comparison: small",
        "<h3>depth=2,training.openings=2</h3>",
    ] {
        assert!(whole.contains(expected), "{expected}");
    }
    assert_eq!(games(&whole).len(), 2);
    // Of four figures of the same kind one says what they show.
    assert_eq!(whole.matches("Learning curves of <b>").count(), 4);
    let explained = whole.matches("Above, the score of each generation");
    assert_eq!(explained.count(), 1);
    // The committed part of it, without a run, and with one of other settings.
    for arm in fs::read_dir(folder.path("out")).unwrap() {
        let arm = arm.unwrap().file_name().into_string().unwrap();
        for seed in ["1", "2"] {
            let run = format!("out/{arm}/{seed}");
            if folder.path(&run).is_dir() {
                strip(&folder, &run, &format!("part/{arm}/{seed}"));
            }
        }
    }
    fs::copy(
        folder.path("out/sweep.toml"),
        folder.path("part/sweep.toml"),
    )
    .unwrap();
    assert_eq!(page(&folder, "part"), whole);
    fs::remove_dir_all(folder.path("part/depth=1,training.openings=1/2")).unwrap();
    let config = "part/depth=1,training.openings=2/1/config.toml";
    let other = folder
        .read(config)
        .replace("generations = 4", "generations = 5");
    folder.write(config, other);
    let part = page(&folder, "part");
    for expected in [
        "6 of 8 runs are finished",
        "<code>depth=1,training.openings=1/2</code>: not begun",
        "<p>They are not compared: depth=1,training.openings=2/1/config.toml: it was changed or \
         damaged since the run ended",
    ] {
        assert!(part.contains(expected), "{expected}");
    }
    let whole = folder.path("part");
    folder.succeed(&["report", whole.to_str().unwrap(), "--out=page.html"]);
    assert_eq!(folder.read("page.html"), part);
}

#[test]
fn a_sweep_names_runs_whose_files_were_changed() {
    let folder = with_grid();
    done(&folder, "out", &[]);
    let run = "depth=2,training.openings=1/2";
    let bot = format!("out/{run}/champion.toml");
    folder.write(&bot, folder.read(&bot) + "# mine\n");
    let page = page(&folder, "out");
    let (lead, _) = page.split_once("<nav").unwrap();
    let named = format!("<li>{run}: <code>champion.toml</code></li>");
    assert!(lead.contains(&named), "{lead}");
}

#[test]
fn nothing_but_a_page_is_written_over() {
    let folder = Folder::new();
    folder.evolve("run", &[]);
    folder.write("mine.html", "<!DOCTYPE html><title>mine</title>");
    for name in ["run/champion.toml", "mine.html"] {
        let before = folder.read(name);
        let out = format!("--out={name}");
        let expected = format!("cannot write {name}: there is something else");
        refused(&folder, &["report", "run", &out], &expected);
        assert_eq!(folder.run(&["report", "run", &out]).status.code(), Some(1));
        assert_eq!(folder.read(name), before);
    }
    folder.succeed(&["report", "run", "--out=page.html"]);
    let page = folder.read("page.html");
    folder.write("page.html", page.replace("</html>", ""));
    folder.succeed(&["report", "run", "--out=page.html"]);
    assert_eq!(folder.read("page.html"), page);
}

#[test]
fn names_and_texts_stay_text() {
    let folder = Folder::new();
    folder.evolve("run", &[]);
    let evil = "</script><script>alert(1)</script><!-- & ' https://example.org";
    let shown = "&lt;/script&gt;&lt;script&gt;alert(1)";
    // Whatever holds a free text: the bot, the manifest, the columns.
    let bot = folder.read("run/champion.toml");
    folder.write(
        "run/champion.toml",
        bot.replace("warri evolve: small", evil),
    );
    let manifest = folder.read("run/manifest.json");
    let manifest = manifest.replace("\"evolve\"", &format!("\"{evil}\""));
    folder.write("run/manifest.json", manifest);
    let table = folder.read("run/generations.csv");
    let table = table.replacen("material@2", evil, 3);
    folder.write("run/generations.csv", table);
    folder.succeed(&["report", "run"]);
    let page = folder.read("run/report.html");
    assert_eq!(page.matches("<script").count(), 2);
    assert!(
        page.matches(shown).count() >= 4,
        "{}",
        page.matches(shown).count()
    );
    assert!(!page.contains("alert(1)</script>") && !page.contains("<!--"));
    assert_sound(&page.replace("https://example.org", ""));
}

#[test]
fn a_page_without_games_says_why() {
    let folder = Folder::new();
    folder.evolve("run", &[]);
    let manifest = folder.read("run/manifest.json");
    folder.write(
        "run/manifest.json",
        manifest.replace("material@2", "gone.toml"),
    );
    let page = page(&folder, "run");
    assert!(
        page.contains("They could not be played: player `gone.toml` is unknown"),
        "{page}"
    );
    assert!(games(&page).is_empty());
}

#[test]
fn what_is_no_finished_run_is_refused() {
    let folder = Folder::new();
    folder.evolve("run", &[]);
    fs::create_dir(folder.path("empty")).unwrap();
    refused(&folder, &["report", "nowhere"], "nowhere: no such folder");
    refused(
        &folder,
        &["report", "empty"],
        "empty: no run and no runs in it",
    );
    let out = ["report", "run", "--out=no/such/page.html"];
    refused(&folder, &out, "cannot write no/such/page.html");
    refused(
        &folder,
        &["report", "run", "--out=empty"],
        "cannot write empty",
    );
    assert_nothing_half_written(&folder.path(""));
    let manifest = folder.read("run/manifest.json");
    let unfinished = manifest.replace("\"finished\"", "\"unfinished\"");
    folder.write("run/manifest.json", unfinished);
    refused(
        &folder,
        &["report", "run"],
        "run: the run is not finished: go on with `warri resume run`",
    );
    folder.write("run/manifest.json", manifest);
    folder.write("run/champion.toml", "format = 1\n");
    refused(&folder, &["report", "run"], "run/champion.toml: ");
    fs::remove_file(folder.path("run/generations.csv")).unwrap();
    refused(&folder, &["report", "run"], "run/generations.csv");
    folder.write("one.toml", crate::sweep::HEAD);
    folder.succeed(&["sweep", "one.toml", "--quiet"]);
    fs::remove_dir_all(folder.path("runs/small/base")).unwrap();
    refused(
        &folder,
        &["report", "runs/small"],
        "no run is finished: go on with `warri sweep runs/small`",
    );
}
