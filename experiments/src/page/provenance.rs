//! Where results come from, and how to check them.

use maud::{Markup, html};

use super::html::breaking;
use super::source::{Kept, Source};
use crate::run::SessionRecord;
use crate::words::plural;

/// Of one run.
pub(super) fn of_run(source: &Source) -> Markup {
    let manifest = &source.manifest;
    html! {
        (sessions(&manifest.sessions))
        dl.facts {
            div { dt { "Seed" } dd { (manifest.seed) } }
            div { dt { "Generator" } dd { (manifest.generator) } }
        }
        (hashes(source))
        @if !manifest.tables.is_empty() {
            h3 { "Endgame tables" }
            table.hashes {
                thead { tr { th scope="col" { "File" } th scope="col" { "SHA-256 of its content" } } }
                tbody {
                    @for (name, hash) in &manifest.tables {
                        tr { th scope="row" { code { (name) } } td { code.hash { (hash) } } }
                    }
                }
            }
        }
        h3 { "Check it" }
        p { "In the folder of the run," }
        pre tabindex="0" { code { "warri verify ." } }
        p {
            "plays the whole run once more and compares these hashes. They do not depend on \
             threads, machine or interruptions."
        }
    }
}

/// Of many runs, a row each; `kind` is what names them.
pub(super) fn of_runs(kind: &str, runs: &[(String, &Source)]) -> Markup {
    let mut rows = Vec::new();
    for (name, source) in runs {
        let manifest = &source.manifest;
        let Some(last) = manifest.sessions.last() else {
            continue;
        };
        let hash = manifest.sha256.get(SHOWN).map_or("", String::as_str);
        rows.push((
            name,
            last,
            manifest.sessions.len(),
            hash,
            here(source, SHOWN),
        ));
    }
    html! {
        div.scroll tabindex="0" {
            table.hashes.wide {
                thead {
                    tr {
                        th scope="col" { (kind) }
                        th scope="col" { "Program" }
                        th scope="col" { "Host" }
                        th scope="col" { "Ended" }
                        th.number scope="col" { "Sessions" }
                        th scope="col" { "SHA-256 of " (SHOWN) }
                        th scope="col" { "Here" }
                    }
                }
                tbody {
                    @for (name, last, sessions, hash, here) in rows {
                        tr {
                            th scope="row" { (breaking(name)) }
                            td { "warri " (last.version) @if let Some(commit) = &last.commit { ", " code title=(commit) { (short(commit)) } } }
                            td { (last.os) ", " (last.architecture) ", " (plural(last.threads as i32, "thread", "threads")) }
                            td.date { (last.ended.as_deref().unwrap_or("–")) }
                            td.number { (sessions) }
                            td { code.hash { (hash) } }
                            td { (here) }
                        }
                    }
                }
            }
        }
    }
}

/// The file whose hash stands for all results of a run.
const SHOWN: &str = "generations.csv";

/// A commit as people name it.
fn short(commit: &str) -> String {
    let dirty = if commit.ends_with("-dirty") {
        "-dirty"
    } else {
        ""
    };
    let hash: String = commit.chars().take(9).collect();
    format!("{hash}{dirty}")
}

/// How to check the runs of a folder.
pub(super) fn check(folder: &str) -> Markup {
    html! {
        h3 { "Check it" }
        p { "In the folder of " (folder) "," }
        pre tabindex="0" { code { "warri verify ." } }
        p {
            "plays each run once more and compares the hashes of its results, which stand in its \
             manifest.json. They do not depend on threads, machine or interruptions."
        }
    }
}

fn sessions(sessions: &[SessionRecord]) -> Markup {
    html! {
        @for (index, session) in sessions.iter().enumerate() {
            h3 {
                @if sessions.len() == 1 { "The session" }
                @else { "Session " (index + 1) " of " (sessions.len()) }
            }
            (self::session(session))
        }
    }
}

fn session(session: &SessionRecord) -> Markup {
    html! {
        dl.facts {
            div { dt { "Command" } dd { code { (session.command.join(" ")) } } }
            div { dt { "Program" } dd { "warri " (session.version) } }
            @if let Some(commit) = &session.commit {
                div { dt { "Commit" } dd { code.hash { (commit) } } }
            }
            div {
                dt { "Host" }
                dd {
                    (session.os) ", " (session.architecture) ", " (plural(session.cores as i32, "core", "cores")) ", "
                    (plural(session.threads as i32, "thread", "threads")) " at work"
                }
            }
            div { dt { "Began" } dd { (session.started) } }
            div { dt { "Ended" } dd { @match &session.ended { Some(ended) => (ended), None => "before its end" } } }
        }
    }
}

fn hashes(source: &Source) -> Markup {
    html! {
        h3 { "The results" }
        table.hashes {
            thead { tr { th scope="col" { "File" } th scope="col" { "SHA-256" } th scope="col" { "Here" } } }
            tbody {
                @for (name, hash) in &source.manifest.sha256 {
                    tr { th scope="row" { code { (name) } } td { code.hash { (hash) } } td { (here(source, name)) } }
                }
            }
        }
    }
}

/// Whether a file is there, as it was when the run ended.
fn here(source: &Source, name: &str) -> &'static str {
    match source.kept.get(name) {
        Some(Kept::AsRecorded) => "as recorded",
        Some(Kept::Changed) => "changed since",
        Some(Kept::Not) | None => "not kept",
    }
}

/// Names the runs whose files are not those that they left.
pub(super) fn changed(runs: &[(String, &Source)]) -> Markup {
    let runs = runs.iter().map(|(name, source)| (name, source.changed()));
    let changed: Vec<_> = runs.filter(|(_, files)| !files.is_empty()).collect();
    html! {
        @if !changed.is_empty() {
            div.missing {
                p {
                    b { "Changed" } " since the run ended, so that the page may not show what was found; in the \
                     folder of the run " code { "warri verify ." } " says where they differ:"
                }
                ul {
                    @for (run, files) in changed {
                        li { (run) ": " @for (index, file) in files.iter().enumerate() { @if index > 0 { ", " } code { (file) } } }
                    }
                }
            }
        }
    }
}
