//! Bot files: whatever is read is written and read as the same.

use warri_evolve::Bot;

pub(crate) fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    if let Ok(bot) = Bot::from_toml(text) {
        assert_eq!(Bot::from_toml(&bot.to_toml()), Ok(bot));
    }
}
