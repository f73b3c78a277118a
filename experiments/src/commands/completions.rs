//! `warri completions`: for the shell.

use anyhow::Result;
use clap::Args;
use clap_complete::Shell;

use crate::command_line;
use crate::terminal::print;

/// Arguments of `warri completions`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  warri completions bash > ~/.local/share/bash-completion/completions/warri
  warri completions fish > ~/.config/fish/completions/warri.fish")]
pub(crate) struct Completions {
    /// Whose completions
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> Result<()> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command_line(), "warri", &mut script);
        print(String::from_utf8(script)?)
    }
}
