//! A small experiment, and other algorithms to put into it.

pub(crate) const CONFIG: &str = r#"
format = 1
generations = 4
features = ["net_store", "own_mobility", "-own_vulnerable_2"]
depth = 2
genome = { real = { low = -1.0, high = 1.0 } }
[population]
size = 7
[algorithm.genetic]
selection = { tournament = { size = 2 } }
crossover = { uniform = { rate = 0.8 } }
mutation = { gaussian = { rate = 0.3, sigma = 0.3, bounds = "reflect" } }
elites = 2
[training]
openings = 2
[test]
openings = 4
references = ["random", "greedy", "material@2"]
"#;

/// The text of the config with another algorithm instead of the genetic one.
pub(crate) fn text_of(algorithm: &str, size: u32) -> String {
    let (before, rest) = CONFIG.split_once("[algorithm.genetic]").unwrap();
    let (_, after) = rest.split_once("[training]").unwrap();
    let before = before.replace("size = 7", &format!("size = {size}"));
    format!("{before}[algorithm.{algorithm}\n[training]{after}")
}

pub(crate) const STRATEGY: &str = r#"evolution-strategy]
parents = 3
survival = "comma"
sigma = 0.2
least_sigma = 0.01
bounds = "reflect""#;
pub(crate) const CLIMBER: &str = "hill-climber]\nmutation = { reset = { rate = 0.5 } }";
pub(crate) const RANDOM: &str = "random-search]";
