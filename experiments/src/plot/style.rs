//! Colours, sizes, and numbers as text.

use plotters::style::{Color, RGBColor};

/// Font sizes in pixels.
pub(super) mod size {
    pub(in crate::plot) const TITLE: f64 = 17.0;
    pub(in crate::plot) const SUBTITLE: f64 = 12.0;
    pub(in crate::plot) const LABEL: f64 = 11.5;
    pub(in crate::plot) const TICK: f64 = 11.0;
    pub(in crate::plot) const NOTE: f64 = 10.0;
}

pub(super) const WHITE: RGBColor = RGBColor(255, 255, 255);
pub(super) const INK: RGBColor = RGBColor(34, 34, 34);
pub(super) const SOFT_INK: RGBColor = RGBColor(95, 95, 95);
pub(super) const AXIS: RGBColor = RGBColor(110, 110, 110);
pub(super) const GRID: RGBColor = RGBColor(232, 232, 232);
pub(super) const REFERENCE: RGBColor = RGBColor(165, 165, 165);
pub(super) const PURPLE: RGBColor = RGBColor(204, 121, 167);

/// The Okabe–Ito palette, safe for the colour-blind, without its yellow (too pale on white).
const OKABE_ITO: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    PURPLE,
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
];

/// A dark brown: beside the others it differs by its lightness too.
const BROWN: RGBColor = RGBColor(110, 75, 40);

/// How many colours [`arm_colour`] has.
pub(super) const ARMS: usize = OKABE_ITO.len() + 1;

/// The colour of the arm at `position`, which is below [`ARMS`].
pub(super) fn arm_colour(position: usize) -> RGBColor {
    OKABE_ITO.get(position).copied().unwrap_or(BROWN)
}

/// The marker of the arm at `position`: one that no similar colour has.
pub(super) fn arm_marker(position: usize) -> usize {
    [0, 1, 2, 3, 4, 1, 3, 0][position % ARMS]
}

/// The colour of the opponent at `position`; the eighth has the first one's again, but not
/// its marker.
pub(super) fn colour(position: usize) -> RGBColor {
    OKABE_ITO[position % OKABE_ITO.len()]
}

/// A `share` of `colour` mixed with white or, for text to stand out better, with black.
///
/// An opaque tint, not transparency, so that a line crossing itself stays even.
pub(super) fn blend(colour: RGBColor, share: f64, with: RGBColor) -> RGBColor {
    let mix = |a: u8, b: u8| (f64::from(a) * share + f64::from(b) * (1.0 - share)).round() as u8;
    let ((r, g, b), (x, y, z)) = (colour.rgb(), with.rgb());
    RGBColor(mix(r, x), mix(g, y), mix(b, z))
}

/// A number with `decimals` places and a true minus sign; a half is rounded away from 0.
pub(super) fn decimal(value: f64, decimals: usize) -> String {
    let unit = 10_f64.powi(decimals as i32);
    let text = format!("{:.decimals$}", (value * unit).round() / unit);
    match text.strip_prefix('-') {
        Some(digits) if digits.chars().any(|c| ('1'..='9').contains(&c)) => format!("−{digits}"),
        Some(zero) => zero.to_owned(),
        None => text,
    }
}

/// A count, short: `950`, `1.5k`, `12k`, `3.4M`.
pub(super) fn count(value: f64) -> String {
    let units = [(1.0, ""), (1e3, "k"), (1e6, "M"), (1e9, "G")];
    // The limits lie where rounding would carry over, so that 999 999 is `1M`, not `1000k`.
    let unit = units.iter().rev().find(|(unit, _)| value >= unit * 0.9995);
    let &(unit, suffix) = unit.unwrap_or(&units[0]);
    let scaled = value / unit;
    let one_decimal = !suffix.is_empty() && scaled < 9.95;
    let digits = decimal(scaled, usize::from(one_decimal));
    let digits = digits.strip_suffix(".0").unwrap_or(&digits);
    format!("{digits}{suffix}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_plain() {
        assert_eq!(decimal(10.0, 0), "10");
        assert_eq!(decimal(-2.5, 1), "−2.5");
        assert_eq!([92.5, 97.5].map(|half| decimal(half, 0)), ["93", "98"]);
        assert_eq!(decimal(-0.01, 1), "0.0");
        let values = [
            0.0, 950.0, 999.4, 999.9, 1_500.0, 12_000.0, 12_345.0, 999_999.0, 3.4e6,
        ];
        let texts = ["0", "950", "999", "1k", "1.5k", "12k", "12k", "1M", "3.4M"];
        assert_eq!(values.map(count), texts);
    }

    #[test]
    fn colours_repeat_only_after_seven() {
        let first: Vec<_> = (0..7).map(|i| colour(i).rgb()).collect();
        assert!((1..7).all(|i| !first[..i].contains(&first[i])));
        assert_eq!(colour(7).rgb(), first[0]);
    }
}
