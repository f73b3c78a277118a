//! Lines, bands, markers and text over either backend of plotters.
//!
//! All lengths are in pixels of the finished figure. Inside, both backends draw on a grid
//! [`FINE`] times finer: plotters knows only whole pixels, which would make dense curves
//! ragged. `files` brings what was drawn back to size.

use plotters::coord::Shift;
use plotters::element::{Drawable, PointCollection};
use plotters::prelude::*;
use plotters::style::FontTransform;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::PlotError;
use super::font::{self, Face};
use super::style;

/// How many steps of the inner grid make one pixel.
pub(super) const FINE: u32 = 4;

/// What plotters' two backends do differently, or not well enough, made the same for both.
pub(super) trait Surface: DrawingBackend + Sized {
    /// Draws a line with round joins and ends.
    fn stroke(area: &Area<Self>, path: Vec<(i32, i32)>, width: u32, colour: RGBColor) -> Drawn;

    /// Writes `text` with the middle of its capitals at the height of `place`.
    fn write(area: &Area<Self>, text: &str, style: Text, place: Place) -> Drawn;
}

type Area<DB> = DrawingArea<DB, Shift>;
/// The result of drawing something.
pub(super) type Drawn = Result<(), PlotError>;
/// A place on the page.
pub(super) type Place = (f64, f64);

impl Surface for SVGBackend<'_> {
    fn stroke(area: &Area<Self>, path: Vec<(i32, i32)>, width: u32, colour: RGBColor) -> Drawn {
        let style = colour.stroke_width(width);
        area.draw(&PathElement::new(path, style)).map_err(failed)
    }

    fn write(area: &Area<Self>, text: &str, style: Text, (x, y): Place) -> Drawn {
        // Centred text gets `dy="0.5ex"`, which is right for small letters only.
        let down = (font::CAPITAL - font::SMALL_X) / 2.0 * style.size;
        let (place, turn) = match style.upright {
            true => ((x + down, y), FontTransform::Rotate270),
            false => ((x, y + down), FontTransform::None),
        };
        let weight = if style.bold {
            FontStyle::Bold
        } else {
            FontStyle::Normal
        };
        // plotters divides the size by 1.24 on its way into the SVG.
        let size = style.size * 1.24 * f64::from(FINE);
        let font = FontDesc::new(FontFamily::Name(font::FAMILY), size, weight);
        let anchor = Pos::new(style.anchor, VPos::Center);
        let look = font.transform(turn).color(&style.colour).pos(anchor);
        area.draw_text(text, &look, fine(place)).map_err(failed)
    }
}

impl Surface for BitMapBackend<'_> {
    /// Moves a round pen along the path: plotters' own thick lines get holes at sharp turns.
    fn stroke(area: &Area<Self>, path: Vec<(i32, i32)>, width: u32, colour: RGBColor) -> Drawn {
        // A circle of radius r covers 2 r + 1 pixels.
        let radius = width.saturating_sub(1) / 2;
        for (from, to) in path.iter().zip(path.iter().skip(1)) {
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let steps = dx.abs().max(dy.abs()).max(1);
            for i in 0..=steps {
                let along = |delta: i32| (f64::from(delta * i) / f64::from(steps)).round() as i32;
                let place = (from.0 + along(dx), from.1 + along(dy));
                area.draw(&Circle::new(place, radius, colour.filled()))
                    .map_err(failed)?;
            }
        }
        Ok(())
    }

    fn write(area: &Area<Self>, text: &str, style: Text, place: Place) -> Drawn {
        let em = style.size * f64::from(FINE);
        let face = Face::new(style.bold, em)?;
        let shift = match style.anchor {
            HPos::Left => 0.0,
            HPos::Center => face.width(text) / 2.0,
            HPos::Right => face.width(text),
        };
        let (left, down) = (
            shift.round() as i32,
            (font::CAPITAL / 2.0 * em).round() as i32,
        );
        let (x0, y0) = fine(place);
        let mut drawn = Ok(());
        face.draw(text, |x, y, coverage| {
            let (x, y) = (x - left, y + down);
            let pixel = if style.upright {
                (x0 + y, y0 - x)
            } else {
                (x0 + x, y0 + y)
            };
            if drawn.is_ok() {
                drawn = area
                    .draw_pixel(pixel, &style.colour.mix(coverage))
                    .map_err(failed);
            }
        });
        drawn
    }
}

/// How a text looks and which part of it lies at its place.
#[derive(Clone, Copy)]
pub(super) struct Text {
    size: f64,
    bold: bool,
    colour: RGBColor,
    anchor: HPos,
    upright: bool,
}

impl Text {
    /// Text of `size` in `colour` that starts at its place.
    pub(super) fn new(size: f64, colour: RGBColor) -> Self {
        Self {
            size,
            bold: false,
            colour,
            anchor: HPos::Left,
            upright: false,
        }
    }

    /// The same, in bold.
    pub(super) fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// The same, centred on its place.
    pub(super) fn centred(self) -> Self {
        let anchor = HPos::Center;
        Self { anchor, ..self }
    }

    /// The same, ending at its place.
    pub(super) fn ending(self) -> Self {
        let anchor = HPos::Right;
        Self { anchor, ..self }
    }

    /// The same, reading upwards.
    pub(super) fn upright(self) -> Self {
        let upright = true;
        Self { upright, ..self }
    }

    /// How wide `text` is.
    pub(super) fn width(&self, text: &str) -> Result<f64, PlotError> {
        Ok(Face::new(self.bold, self.size)?.width(text))
    }

    /// `text` on one line, cut short with an ellipsis if wider than `width`.
    pub(super) fn fit(&self, text: &str, width: f64) -> Result<String, PlotError> {
        // Control characters have no shape, and most are forbidden in an SVG.
        let mut text: String = text
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        if self.width(&text)? > width {
            while !text.is_empty() && self.width(&format!("{text}…"))? > width {
                text.pop();
            }
            text = format!("{}…", text.trim_end());
        }
        Ok(text)
    }

    /// `text` cut short in its middle if wider than `width`: for names that begin alike and
    /// differ at their ends.
    pub(super) fn fit_ends(&self, text: &str, width: f64) -> Result<String, PlotError> {
        let letters: Vec<char> = text.chars().collect();
        if self.width(text)? <= width {
            return self.fit(text, width);
        }
        let mut shorter = String::new();
        for kept in 1..letters.len() {
            let (begin, end) = (kept.div_ceil(2), letters.len() - kept / 2);
            let cut = letters[..begin].iter().chain(&['…']).chain(&letters[end..]);
            let cut: String = cut.collect();
            if self.width(&cut)? > width {
                break;
            }
            shorter = cut;
        }
        self.fit(&shorter, width)
    }
}

/// A page to draw on.
pub(super) struct Canvas<DB: Surface> {
    area: Area<DB>,
}

impl<DB: Surface> Canvas<DB> {
    /// A white page on `backend`.
    pub(super) fn new(backend: DB) -> Result<Self, PlotError> {
        let area = backend.into_drawing_area();
        area.fill(&style::WHITE).map_err(failed)?;
        Ok(Self { area })
    }

    /// Hands the finished page to the backend.
    pub(super) fn finish(self) -> Drawn {
        self.area.present().map_err(failed)
    }

    fn draw<E>(&self, element: E) -> Drawn
    where
        for<'a> &'a E: PointCollection<'a, (i32, i32)>,
        E: Drawable<DB>,
    {
        self.area.draw(&element).map_err(failed)
    }

    /// A filled rectangle; also any straight line along an axis, which it keeps crisp.
    pub(super) fn rectangle(&self, (x0, y0): Place, (x1, y1): Place, colour: RGBColor) -> Drawn {
        let corners = [fine((x0, y0)), fine((x1, y1))];
        self.draw(Rectangle::new(corners, colour.filled()))
    }

    /// A line of 1 pixel, level or plumb, centred on `from` and `to`.
    pub(super) fn rule(&self, from: Place, to: Place, colour: RGBColor) -> Drawn {
        let (low, high) = ((from.0 - 0.5, from.1 - 0.5), (to.0 + 0.5, to.1 + 0.5));
        self.rectangle(low, high, colour)
    }

    /// A filled shape.
    pub(super) fn polygon(&self, corners: &[Place], opacity: f64, colour: RGBColor) -> Drawn {
        let corners: Vec<_> = corners.iter().copied().map(fine).collect();
        self.draw(Polygon::new(corners, colour.mix(opacity).filled()))
    }

    /// A line through `places`; a `dash` gives the lengths of the strokes and the gaps.
    pub(super) fn line(&self, places: &[Place], width: f64, dash: Dash, colour: RGBColor) -> Drawn {
        let width = (width * f64::from(FINE)).round() as u32;
        let pieces = match dash {
            Some(pattern) => dashes(places, pattern),
            None => vec![places.to_vec()],
        };
        for piece in pieces {
            let mut path: Vec<_> = piece.into_iter().map(fine).collect();
            path.dedup();
            if path.len() > 1 {
                DB::stroke(&self.area, path, width, colour)?;
            }
        }
        Ok(())
    }

    /// The marker of the opponent at `position`, on a thin white rim.
    pub(super) fn marker(&self, position: usize, place: Place, colour: RGBColor) -> Drawn {
        for (radius, colour) in [(5.5, style::WHITE), (4.0, colour)] {
            match MARKERS[position % MARKERS.len()] {
                [] => self.dot(place, radius, colour)?,
                shape => {
                    let corner = |&(x, y): &Place| (place.0 + x * radius, place.1 + y * radius);
                    let corners: Vec<_> = shape.iter().map(corner).collect();
                    self.polygon(&corners, 1.0, colour)?;
                }
            }
        }
        Ok(())
    }

    /// A filled circle.
    pub(super) fn dot(&self, place: Place, radius: f64, colour: RGBColor) -> Drawn {
        let radius = (radius * f64::from(FINE)) as i32;
        self.draw(Circle::new(fine(place), radius, colour.filled()))
    }

    /// Writes `text` with the middle of its capitals at the height of `place`.
    pub(super) fn text(&self, text: &str, style: Text, place: Place) -> Drawn {
        DB::write(&self.area, text, style, place)
    }
}

/// The lengths of the strokes and the gaps of a dashed line; `None` for a solid one.
pub(super) type Dash = Option<(f64, f64)>;

/// How wide to draw a line: finer where it has so many points that its noise would fill it.
pub(super) fn weight(width: f64, line: &[Place]) -> f64 {
    if line.len() > 500 { width / 2.0 } else { width }
}

/// Corners of the markers of radius 1 by opponent; no corner for a circle. Five of them,
/// against seven colours, so that both repeat together only after 35 opponents.
const MARKERS: [&[Place]; 5] = [
    &[],
    &[(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)],
    &[(0.0, -1.15), (1.1, 0.8), (-1.1, 0.8)],
    &[(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)],
    &[(0.0, 1.15), (1.1, -0.8), (-1.1, -0.8)],
];

fn fine((x, y): Place) -> (i32, i32) {
    let fine = |v: f64| (v * f64::from(FINE)).round() as i32;
    (fine(x), fine(y))
}

/// Cuts a line into strokes of length `on` with gaps of length `off`.
fn dashes(places: &[Place], (on, off): (f64, f64)) -> Vec<Vec<Place>> {
    let mut pieces = vec![places.first().copied().into_iter().collect::<Vec<_>>()];
    let (mut drawing, mut left) = (true, on);
    for (&from, &to) in places.iter().zip(places.iter().skip(1)) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = (dx * dx + dy * dy).sqrt();
        let mut done = 0.0;
        while length - done > left {
            done += left;
            let turn = (from.0 + dx * done / length, from.1 + dy * done / length);
            match (drawing, pieces.last_mut()) {
                (true, Some(piece)) => piece.push(turn),
                _ => pieces.push(vec![turn]),
            }
            drawing = !drawing;
            left = if drawing { on } else { off };
        }
        left -= length - done;
        if let (true, Some(piece)) = (drawing, pieces.last_mut()) {
            piece.push(to);
        }
    }
    pieces
}

/// Any complaint of the drawing library.
pub(super) fn failed(error: impl std::fmt::Display) -> PlotError {
    PlotError::Draw(error.to_string())
}
