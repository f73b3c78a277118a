//! Configs: whatever passes the checks is written and read as the same.

use warri_evolve::Config;
use warri_evolve::toml_input::from_toml;

pub(crate) fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let Ok(config) = from_toml::<Config>(text) else {
        return;
    };
    let config = config.resolve();
    if config.check().is_ok() {
        let written = toml::to_string(&config).expect("a config is TOML");
        assert_eq!(from_toml(&written), Ok(config.clone()));
        assert_eq!(config.clone().resolve(), config);
    }
}
