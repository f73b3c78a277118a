//! The seeds of the fuzz targets `position` and `moves`, as in `fuzz/`.

#[path = "../../fuzz/checks/moves.rs"]
mod moves;
#[path = "../../fuzz/checks/position.rs"]
mod position;

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
fn positions() {
    run("position", position::check);
}

#[test]
fn game_records() {
    run("moves", moves::check);
}
