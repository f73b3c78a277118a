//! Eigenvalues and eigenvectors of a symmetric matrix, with portable
//! arithmetic.

/// A square matrix, by rows.
pub(crate) type Matrix = Vec<Vec<f64>>;

/// Sweeps after which the method stops in any case; it needs some ten.
const SWEEPS: usize = 50;

/// The matrix is the sum of value × vector × vectorᵀ.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Eigen {
    /// The eigenvalues, in no order.
    pub(crate) values: Vec<f64>,
    /// The eigenvector of each, of length 1 and orthogonal to all others.
    pub(crate) vectors: Matrix,
}

impl Eigen {
    /// Decomposes a symmetric matrix by the cyclic method of Jacobi (Golub and
    /// Van Loan, Matrix Computations, 8.5): it turns two axes at a time until
    /// nothing is left beside the diagonal. For these small matrices it is fast
    /// enough, and it finds small eigenvalues as exactly as large ones.
    pub(crate) fn of(symmetric: &Matrix) -> Eigen {
        let mut matrix = symmetric.clone();
        let mut vectors = identity(matrix.len());
        for _ in 0..SWEEPS {
            let mut done = true;
            for p in 0..matrix.len() {
                for q in p + 1..matrix.len() {
                    if let Some(turn) = Turn::that_clears(&matrix, p, q) {
                        turn.apply(&mut matrix, &mut vectors, p, q);
                        done = false;
                    }
                }
            }
            if done {
                break;
            }
        }
        let values = (0..matrix.len()).map(|at| matrix[at][at]).collect();
        Eigen { values, vectors }
    }
}

/// The matrix that changes nothing.
pub(crate) fn identity(n: usize) -> Matrix {
    let row = |at| (0..n).map(|other| f64::from(other == at)).collect();
    (0..n).map(row).collect()
}

/// A rotation in the plane of two axes.
struct Turn {
    cos: f64,
    sin: f64,
    tan: f64,
}

impl Turn {
    /// The rotation that makes the element at `p`, `q` zero; `None` if it is
    /// no more than a rounding error of the two on the diagonal.
    fn that_clears(matrix: &Matrix, p: usize, q: usize) -> Option<Turn> {
        let (one, other, beside) = (matrix[p][p], matrix[q][q], matrix[p][q]);
        if beside.abs() <= f64::EPSILON / 2.0 * (one.abs().sqrt() * other.abs().sqrt()) {
            return None;
        }
        // The smaller of the two angles, without cancellation.
        let cot_of_double = (other - one) / (2.0 * beside);
        let tan = 1.0 / (cot_of_double.abs() + (cot_of_double * cot_of_double + 1.0).sqrt());
        let tan = if cot_of_double < 0.0 { -tan } else { tan };
        let cos = 1.0 / (tan * tan + 1.0).sqrt();
        let sin = tan * cos;
        Some(Turn { cos, sin, tan })
    }

    fn apply(&self, matrix: &mut Matrix, vectors: &mut Matrix, p: usize, q: usize) {
        let change = self.tan * matrix[p][q];
        matrix[p][p] -= change;
        matrix[q][q] += change;
        matrix[p][q] = 0.0;
        matrix[q][p] = 0.0;
        for k in 0..matrix.len() {
            [vectors[p][k], vectors[q][k]] = self.turned(vectors[p][k], vectors[q][k]);
            if k != p && k != q {
                let [one, other] = self.turned(matrix[p][k], matrix[q][k]);
                (matrix[p][k], matrix[k][p]) = (one, one);
                (matrix[q][k], matrix[k][q]) = (other, other);
            }
        }
    }

    fn turned(&self, one: f64, other: f64) -> [f64; 2] {
        [
            self.cos * one - self.sin * other,
            self.sin * one + self.cos * other,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Purpose, Stream};

    /// A symmetric matrix with normal deviates.
    fn random(n: usize, stream: &mut Stream) -> Matrix {
        let mut normals = || (0..n).map(|_| stream.normal()).collect();
        let half: Matrix = (0..n).map(|_| normals()).collect();
        let row = |i: usize| (0..n).map(|j| half[i][j] + half[j][i]).collect();
        (0..n).map(row).collect()
    }

    /// The sum of value × vector × vectorᵀ.
    fn rebuilt(eigen: &Eigen) -> Matrix {
        let mut matrix = vec![vec![0.0; eigen.values.len()]; eigen.values.len()];
        for (value, vector) in eigen.values.iter().zip(&eigen.vectors) {
            for (row, one) in matrix.iter_mut().zip(vector) {
                for (element, other) in row.iter_mut().zip(vector) {
                    *element += value * one * other;
                }
            }
        }
        matrix
    }

    fn assert_close(one: &Matrix, other: &Matrix) {
        for (one, other) in one.iter().flatten().zip(other.iter().flatten()) {
            assert!((one - other).abs() < 1e-12, "{one} and {other}");
        }
    }

    fn assert_orthonormal(vectors: &Matrix) {
        let product = |one: &Vec<f64>, other: &Vec<f64>| -> f64 {
            one.iter().zip(other).map(|(a, b)| a * b).sum()
        };
        let products = |one| vectors.iter().map(|other| product(one, other)).collect();
        let products: Matrix = vectors.iter().map(products).collect();
        assert_close(&products, &identity(vectors.len()));
    }

    fn sorted(mut values: Vec<f64>) -> Vec<f64> {
        values.sort_by(f64::total_cmp);
        values
    }

    #[test]
    fn vectors_are_orthonormal_and_rebuild_the_matrix() {
        let mut stream = Stream::new(5, Purpose::Breeding, &[]);
        for n in [1, 2, 3, 5, 12, 40] {
            let matrix = random(n, &mut stream);
            let eigen = Eigen::of(&matrix);
            assert_orthonormal(&eigen.vectors);
            assert_close(&rebuilt(&eigen), &matrix);
        }
    }

    #[test]
    fn a_diagonal_is_left_as_it_is() {
        let mut matrix = identity(4);
        for (at, value) in [3.0, 0.0, -2.0, 1e-300].into_iter().enumerate() {
            matrix[at][at] = value;
        }
        let eigen = Eigen::of(&matrix);
        assert_eq!(eigen.values, [3.0, 0.0, -2.0, 1e-300]);
        assert_eq!(eigen.vectors, identity(4));
    }

    #[test]
    fn eigenvalues_may_be_equal() {
        // All ones, and 2 more on the diagonal: 2, 2, 2 and 6.
        let row = |at| (0..4).map(|k| if k == at { 3.0 } else { 1.0 }).collect();
        let matrix: Matrix = (0..4).map(row).collect();
        let eigen = Eigen::of(&matrix);
        for (value, expected) in sorted(eigen.values.clone())
            .iter()
            .zip([2.0, 2.0, 2.0, 6.0])
        {
            assert!((value - expected).abs() < 1e-14, "{value}");
        }
        assert_orthonormal(&eigen.vectors);
        assert_close(&rebuilt(&eigen), &matrix);
        assert_eq!(Eigen::of(&vec![vec![0.0; 3]; 3]).values, [0.0; 3]);
    }

    #[test]
    fn small_eigenvalues_are_as_exact_as_large_ones() {
        // Values of which the larger is 1e16 times the smaller.
        let eigen = Eigen::of(&vec![vec![1e8, 0.5], vec![0.5, 1e-8]]);
        let values = sorted(eigen.values);
        let (small, large) = (0.75e-8, 1e8);
        assert!((values[0] / small - 1.0).abs() < 1e-12, "{values:?}");
        assert!((values[1] / large - 1.0).abs() < 1e-12, "{values:?}");
    }
}
