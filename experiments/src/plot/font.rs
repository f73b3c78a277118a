//! The bundled font: how wide a text is, and its letters as pixels.
//!
//! plotters can draw text from a registered font too, but leaves out the space before each
//! letter ("Di versity") and places it higher than in the SVG. This module also makes the
//! figures independent of the fonts on the machine: nothing else asks for a font's data.

use ab_glyph::{Font, FontRef, PxScale, PxScaleFont, ScaleFont};

use super::PlotError;

/// The font's name in the SVG, and what to take where it is not installed.
pub(super) const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

/// The height of a capital and of an `x`, in em.
pub(super) const CAPITAL: f64 = 0.729;
pub(super) const SMALL_X: f64 = 0.547;

const REGULAR: &[u8] = include_bytes!("../../assets/DejaVuSans.ttf");
const BOLD: &[u8] = include_bytes!("../../assets/DejaVuSans-Bold.ttf");

/// The bundled font in one size and weight.
pub(super) struct Face(PxScaleFont<FontRef<'static>>);

impl Face {
    /// The face whose em is `em` pixels high.
    pub(super) fn new(bold: bool, em: f64) -> Result<Self, PlotError> {
        let damaged = || PlotError::Draw("the bundled font is damaged".to_owned());
        let bytes = if bold { BOLD } else { REGULAR };
        let font = FontRef::try_from_slice(bytes).map_err(|_| damaged())?;
        // ab_glyph's scale is the height from descent to ascent, not the em.
        let units = font.units_per_em().ok_or_else(damaged)?;
        let scale = PxScale::from(em as f32 * font.height_unscaled() / units);
        Ok(Self(font.into_scaled(scale)))
    }

    /// How wide `text` is, in pixels.
    pub(super) fn width(&self, text: &str) -> f64 {
        f64::from(self.lay_out(text, |_, _| ()))
    }

    /// Calls `ink(x, y, coverage)` for the pixels of `text`, which begins at (0, 0) on its
    /// baseline; `y` points down.
    pub(super) fn draw(&self, text: &str, mut ink: impl FnMut(i32, i32, f64)) {
        self.lay_out(text, |letter, pen| {
            let mut glyph = self.0.scaled_glyph(letter);
            glyph.position.x = pen;
            if let Some(outline) = self.0.outline_glyph(glyph) {
                let corner = outline.px_bounds().min;
                outline.draw(|x, y, coverage| {
                    let (x, y) = (x as i32 + corner.x as i32, y as i32 + corner.y as i32);
                    ink(x, y, f64::from(coverage).min(1.0));
                });
            }
        });
    }

    /// Calls `place(letter, pen)` for each letter; returns where the pen ends.
    fn lay_out(&self, text: &str, mut place: impl FnMut(char, f32)) -> f32 {
        let mut pen = 0.0;
        let mut last = None;
        for letter in text.chars() {
            let id = self.0.glyph_id(letter);
            pen += last.map_or(0.0, |last| self.0.kern(last, id));
            place(letter, pen);
            pen += self.0.h_advance(id);
            last = Some(id);
        }
        pen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fonts_have_every_letter_that_figures_use() {
        for bold in [false, true] {
            let face = Face::new(bold, 100.0).expect("a sound font");
            for letter in "AZaz09äéñ£½–—…×·−±≥≤→’“”".chars() {
                assert_ne!(face.0.glyph_id(letter).0, 0, "{letter}");
            }
        }
    }

    #[test]
    fn letters_stand_on_the_baseline_behind_their_bearing() {
        let face = Face::new(false, 100.0).expect("a sound font");
        let (mut left, mut top, mut bottom) = (i32::MAX, i32::MAX, i32::MIN);
        face.draw("H", |x, y, coverage| {
            if coverage > 0.5 {
                (left, top, bottom) = (left.min(x), top.min(y), bottom.max(y));
            }
        });
        assert_eq!(bottom, -1);
        assert_eq!(top, -(100.0 * CAPITAL).round() as i32);
        assert!(left > 5);
        assert!((face.width("HH") - 2.0 * face.width("H")).abs() < 0.01);
    }
}
