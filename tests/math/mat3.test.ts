import fc from 'fast-check'
import { mat3Mul, mat3MulVec } from 'vario/math'
import { describe, expect, it } from 'vitest'
import { EPS } from '../../src/base/index.ts'
import {
  mat3AddScaled,
  mat3Copy,
  mat3Determinant,
  mat3Identity,
  mat3Inverse,
  mat3MulTransposeA,
  mat3MulTransposeB,
  mat3Skew,
  mat3SymmetricEigen,
  mat3Transpose,
  mat3TransposeMulVec,
  vec3Cross,
} from '../../src/math/index.ts'
import { expectClose, product, rotationMatrix, SEEDED, transposed, vector } from '../support/geometry.ts'

const IDENTITY = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)

describe('mat3 products', () => {
  it('agree with the definition, also in place', () => {
    fc.assert(
      fc.property(vector(9), vector(9), vector(3), (a, b, v) => {
        const cases: [typeof mat3Mul, Float64Array][] = [
          [mat3Mul, product(a, b, 3)],
          [mat3MulTransposeA, product(transposed(a), b, 3)],
          [mat3MulTransposeB, product(a, transposed(b), 3)],
        ]
        // sums of three products <= 1 in another order
        const tolerance = 4 * EPS
        for (const [mul, expected] of cases) {
          const out = new Float64Array(10).fill(7)
          mul(out, 1, a, 0, b, 0)
          expectClose(out.slice(1), expected, tolerance)
          expect(out[0]).toBe(7)
          const inA = a.slice()
          mul(inA, 0, inA, 0, b, 0)
          expectClose(inA, expected, tolerance)
          const inB = b.slice()
          mul(inB, 0, a, 0, inB, 0)
          expectClose(inB, expected, tolerance)
        }
        const u = v.slice()
        mat3MulVec(u, 0, a, 0, u, 0)
        expectClose(u, product(a, v, 3), tolerance)
        const w = v.slice()
        mat3TransposeMulVec(w, 0, a, 0, w, 0)
        expectClose(w, product(transposed(a), v, 3), tolerance)
      }),
      SEEDED,
    )
  })

  it('identity, copy, sum and transpose have the stated elements', () => {
    const a = Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 10)
    const out = new Float64Array(9)
    mat3Identity(out, 0)
    expect([...out]).toEqual([...IDENTITY])
    mat3AddScaled(out, 0, out, 0, a, 0, 2)
    expect([...out]).toEqual([3, 4, 6, 8, 11, 12, 14, 16, 21])
    mat3Copy(out, 0, a, 0)
    mat3Transpose(out, 0, out, 0)
    expect([...out]).toEqual([1, 4, 7, 2, 5, 8, 3, 6, 10])
    expect(mat3Determinant(a, 0)).toBe(-3)
  })

  it('skew matrix times vector is the cross product, exactly', () => {
    fc.assert(
      fc.property(vector(3), vector(3), (v, u) => {
        const skew = new Float64Array(9)
        const actual = new Float64Array(3)
        const expected = new Float64Array(3)
        mat3Skew(skew, 0, v, 0)
        mat3MulVec(actual, 0, skew, 0, u, 0)
        vec3Cross(expected, 0, v, 0, u, 0)
        expectClose(actual, expected, 0)
      }),
      SEEDED,
    )
  })
})

describe('mat3Inverse', () => {
  it('A·A⁻¹ = 1 up to the condition of A, at all scales', () => {
    fc.assert(
      fc.property(vector(9), fc.constantFrom(1e-80, 1, 1e80), (shape, size) => {
        const a = shape.map((x) => size * x)
        const det = mat3Determinant(shape, 0)
        fc.pre(Math.abs(det) > 1e-3)
        const inverse = a.slice()
        expect(mat3Inverse(inverse, 0, inverse, 0)).toBe(0)
        // elements of A⁻¹ are cofactors <= 2 divided by det; a few roundings of products of three factors
        expectClose(product(a, inverse, 3), IDENTITY, (40 * EPS) / Math.abs(det))
      }),
      SEEDED,
    )
  })

  it('reports singular and invalid matrices and leaves out unchanged', () => {
    const out = new Float64Array(9).fill(5)
    // rank 2; its determinant is not 0 in floating point
    const singular = Float64Array.of(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
    expect(mat3Determinant(singular, 0)).not.toBe(0)
    expect(mat3Inverse(out, 0, singular, 0)).toBe(1)
    expect(mat3Inverse(out, 0, new Float64Array(9), 0)).toBe(1)
    expect(mat3Inverse(out, 0, new Float64Array(9).fill(Number.NaN), 0)).toBe(1)
    expect([...out]).toEqual(Array(9).fill(5))
  })

  it('takes badly scaled but regular matrices', () => {
    const out = new Float64Array(9)
    expect(mat3Inverse(out, 0, Float64Array.of(1e-20, 0, 0, 0, 1, 0, 0, 0, 1e20), 0)).toBe(0)
    expectClose([out[0] * 1e-20, out[4], out[8] * 1e20], [1, 1, 1], 2 * EPS)
  })
})

describe('mat3SymmetricEigen', () => {
  const values = new Float64Array(3)
  const vectors = new Float64Array(9)
  const diagonal = (d: ArrayLike<number>) => Float64Array.of(d[0], 0, 0, 0, d[1], 0, 0, 0, d[2])

  it('A = R·diag·Rᵀ with a proper rotation and ascending values', () => {
    fc.assert(
      fc.property(vector(6), ([xx, yy, zz, xy, xz, yz]) => {
        const a = Float64Array.of(xx, xy, xz, xy, yy, yz, xz, yz, zz)
        expect(mat3SymmetricEigen(values, 0, vectors, 0, a, 0)).toBe(0)
        expect(values[0] <= values[1] && values[1] <= values[2]).toBe(true)
        // about 15 Jacobi rotations, each with a few roundings of numbers up to |A| <= 3
        const tolerance = 40 * EPS
        expectClose(product(vectors, transposed(vectors), 3), IDENTITY, tolerance)
        expectClose([mat3Determinant(vectors, 0)], [1], tolerance)
        expectClose(product(product(vectors, diagonal(values), 3), transposed(vectors), 3), a, 3 * tolerance)
      }),
      SEEDED,
    )
  })

  it('finds the moments of a rotated tensor, even if equal or widely different', () => {
    fc.assert(
      fc.property(
        rotationMatrix(),
        fc.constantFrom([1, 2, 3], [1, 1, 2], [2, 2, 2], [1e-8, 1, 1]),
        (R, moments) => {
          const a = product(product(R, diagonal(moments), 3), transposed(R), 3)
          expect(mat3SymmetricEigen(values, 0, vectors, 0, a, 0)).toBe(0)
          expectClose(values, moments, 40 * EPS)
        },
      ),
      SEEDED,
    )
  })

  it('gives a cuboid the moments 1/12 m (b² + c²)', () => {
    const inertia = (6 / 12) * 1
    const a = diagonal([inertia * (4 + 9), inertia * (1 + 9), inertia * (1 + 4)])
    mat3SymmetricEigen(values, 0, vectors, 0, a, 0)
    expect([...values]).toEqual([2.5, 5, 6.5])
  })

  it('reports matrices that are not finite', () => {
    expect(mat3SymmetricEigen(values, 0, vectors, 0, diagonal([1, Number.NaN, 1]), 0)).toBe(1)
    expect(mat3SymmetricEigen(values, 0, vectors, 0, diagonal([1, Number.POSITIVE_INFINITY, 1]), 0)).toBe(1)
  })
})
