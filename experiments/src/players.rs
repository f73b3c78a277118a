//! Players by their text forms: bot files and endgame tables are found for
//! them.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use warri_engine::Variant;
use warri_evolve::{Bot, Player, Tables};

use crate::files::read_text;
use crate::tables;

/// Reads players' text forms, and the rules that they play by: those asked
/// for, or those that the first of them with any was made for. Bot files are
/// found from the current folder.
pub(crate) fn read_players<'a>(
    texts: impl IntoIterator<Item = &'a str>,
    asked: Option<Variant>,
) -> Result<(Vec<Player>, Variant)> {
    let read = |text| Player::parse(text, |path| find_bot(Path::new(path)));
    let mut players = texts.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let variant = rules(asked, &players);
    equip(&mut players, variant)?;
    Ok((players, variant))
}

/// Gives players the tables that they ask for, for games of `variant`.
pub(crate) fn equip(players: &mut [Player], variant: Variant) -> Result<()> {
    for player in players {
        let equipped = player.equip(variant, tables::load);
        equipped.with_context(|| format!("player `{player}`"))?;
    }
    Ok(())
}

/// Reads the text form of a player that searches, as [`read_players`] does,
/// and the tables that it asks for.
pub(crate) fn read_searcher(text: &str) -> Result<(Bot, Option<Tables>)> {
    let (searcher, tables) = Tables::split(text)?;
    let bot = Bot::parse(searcher, |path| find_bot(Path::new(path)))?;
    Ok((bot, tables))
}

/// The rules asked for, or those that the first player with any was made for.
pub(crate) fn rules<'a>(
    asked: Option<Variant>,
    players: impl IntoIterator<Item = &'a Player>,
) -> Variant {
    let made_for = || players.into_iter().find_map(Player::variant);
    asked.or_else(made_for).unwrap_or_default()
}

/// Reads a bot file, if there is one.
pub(crate) fn find_bot(path: &Path) -> Option<Result<Bot, String>> {
    path.exists().then(|| read_bot(path).map_err(shown))
}

/// Reads a bot file.
pub(crate) fn read_bot(path: &Path) -> Result<Bot> {
    if path.is_dir() {
        let champion = path.join("champion.toml");
        let meant = if champion.is_file() {
            format!("; did you mean `{}`?", champion.display())
        } else {
            String::new()
        };
        bail!("{}: a folder: expected a bot file{meant}", path.display());
    }
    let text = read_text(path)?;
    Bot::from_toml(&text).map_err(|error| anyhow!("{}: {error}", path.display()))
}

/// An error with its causes in one line.
fn shown(error: anyhow::Error) -> String {
    format!("{error:#}")
}
