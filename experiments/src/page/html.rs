//! The document around a page: style, script and data, all in the one file.
//!
//! Text becomes part of a page by `maud`, which escapes it, or as JSON by
//! [`data`]. The page itself forbids the browser to load anything, and to run
//! any script but ours.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;
use sha2::{Digest, Sha256};

const STYLE: &str = include_str!("../../assets/report/style.css");
const SCRIPT: &str = include_str!("../../assets/report/games.js");

/// A part of a page, which the contents at its top name.
pub(super) struct Section {
    /// Names it in links.
    id: &'static str,
    title: &'static str,
    body: Markup,
}

pub(super) fn section(id: &'static str, title: &'static str, body: Markup) -> Section {
    Section { id, title, body }
}

/// The whole file: `lead` stands below the title, `games` is what the script
/// shows.
pub(super) fn document(
    title: &str,
    lead: &Markup,
    sections: &[Section],
    games: &impl Serialize,
) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content={ "warri " (env!("CARGO_PKG_VERSION")) };
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (title) }
                    (lead)
                    nav aria-label="Contents" {
                        @for section in sections { a href={ "#" (section.id) } { (section.title) } " " }
                    }
                }
                main {
                    @for section in sections {
                        section id=(section.id) { h2 { (section.title) } (section.body) }
                    }
                }
                script id="positions" type="application/json" { (PreEscaped(data(games))) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
    .into_string()
}

/// Whether a file is a page that [`document`] made.
pub(crate) fn is_page(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(1024).read_to_end(&mut head));
    let head = String::from_utf8_lossy(&head);
    read.is_ok()
        && head.starts_with("<!DOCTYPE html>")
        && head.contains("<meta name=\"generator\" content=\"warri ")
}

/// Nothing is loaded, and no script runs but the one with this hash.
fn policy() -> String {
    let hash = base64(&Sha256::digest(SCRIPT));
    format!(
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-{hash}'; \
         base-uri 'none'; form-action 'none'"
    )
}

/// JSON that can stand in a `script` element whatever texts it holds: no tag
/// begins or ends in it.
fn data(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).expect("games are JSON");
    json.replace('&', "\\u0026")
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
}

/// A link that carries a file.
pub(super) fn download(name: &str, text: &str) -> Markup {
    let address = format!(
        "data:text/plain;charset=utf-8;base64,{}",
        base64(text.as_bytes())
    );
    html! { a.download href=(address) download=(name) { "Save " (name) } }
}

/// A key, or the name of an arm, that may be parted before a key in it and after
/// a comma, where it is too long for a line.
pub(super) fn breaking(name: &str) -> Markup {
    let mut letters = name.chars().peekable();
    html! {
        @while let Some(letter) = letters.next() {
            (letter)
            @let before_key = letters.peek().is_some_and(|next| next.is_alphabetic());
            @if letter == ',' || letter == '.' && before_key { wbr; }
        }
    }
}

/// A share as a percentage that no line break parts.
pub(super) fn percent(share: f64) -> String {
    crate::report::percent(share).replace(' ', "\u{a0}")
}

/// A number with its sign, and with so many decimals.
pub(super) fn signed(value: f64, decimals: usize) -> String {
    let text = format!("{value:+.decimals$}");
    match text.trim_matches(['+', '-', '0', '.']) {
        "" => format!("{:.decimals$}", 0.0),
        _ => text.replace('-', "−"),
    }
}

/// Bytes in base 64 (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let byte = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= chunk.len() {
                digit.into()
            } else {
                '='
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
        let expected = [
            "", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy",
        ];
        assert_eq!(texts.map(|text| base64(text.as_bytes())), expected);
        assert_eq!(base64(&[251, 255]), "+/8=");
    }

    #[test]
    fn no_text_breaks_out() {
        let evil = "</script><script>alert(1)</script><!--&\"'";
        let page = document(
            evil,
            &html! { p { (evil) } },
            &[section("a", "A", download(evil, evil))],
            &[evil],
        );
        assert_eq!(page.matches("<script").count(), 2, "{page}");
        assert_eq!(page.matches("</script").count(), 2, "{page}");
        assert!(!page.contains("<!--"), "{page}");
        let json = data(&[evil]);
        let read: Vec<String> = serde_json::from_str(&json).unwrap();
        assert_eq!(read, [evil]);
    }

    #[test]
    fn the_script_and_the_style_cannot_end_early() {
        for text in [SCRIPT, STYLE] {
            assert!(!text.contains("</") && !text.contains("<!--"));
        }
    }

    #[test]
    fn names_are_parted_where_a_reader_would() {
        let parted = breaking("a.b=0.5,c<=\"x\"").into_string();
        assert_eq!(parted, "a.<wbr>b=0.5,<wbr>c&lt;=&quot;x&quot;");
    }

    #[test]
    fn numbers_have_their_sign() {
        assert_eq!(signed(-0.126, 2), "−0.13");
        assert_eq!(signed(0.5, 2), "+0.50");
        assert_eq!(signed(-0.001, 2), "0.00");
        assert_eq!(percent(0.5), "50.0\u{a0}%");
    }
}
