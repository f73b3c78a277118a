//! The seeds of the fuzz targets `config`, `bot` and `checkpoint`, as in
//! `fuzz/`.

#[path = "../../fuzz/checks/bot.rs"]
mod bot;
#[path = "../../fuzz/checks/checkpoint.rs"]
mod checkpoint;
#[path = "../../fuzz/checks/config.rs"]
mod config;

fn run(target: &str, check: fn(&[u8])) {
    let folder = format!("{}/../fuzz/corpus/{target}", env!("CARGO_MANIFEST_DIR"));
    let mut seeds = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // Named where a check fails, as tests show what they printed then.
        println!("{}", path.display());
        check(&std::fs::read(path).unwrap());
        seeds += 1;
    }
    assert!(seeds > 0);
}

#[test]
fn configs() {
    run("config", config::check);
}

#[test]
fn bots() {
    run("bot", bot::check);
}

#[test]
fn checkpoints() {
    run("checkpoint", checkpoint::check);
}
