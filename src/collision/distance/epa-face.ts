/** A face of the polytope as the simplex from which Newton's method takes the features of both cores. */
import { type DistanceQuery, STRIDE } from '../distance-query.ts'
import { FACE_STRIDE, type Polytope } from './epa-polytope.ts'

/**
 * Takes the points of A if bit 0 of `mix` is set, and those of B if bit 1 is set, from the support point at place o.
 */
export function mixWithVertex(
  { simplex }: DistanceQuery,
  vertices: Float64Array,
  o: number,
  mix: number,
): void {
  for (let i = 0; i < 3; i++) {
    if ((mix & 1) !== 0) for (let c = 3; c < 6; c++) simplex[i * STRIDE + c] = vertices[o + c]
    if ((mix & 2) !== 0) for (let c = 6; c < 9; c++) simplex[i * STRIDE + c] = vertices[o + c]
  }
}

/** The corners of face f and the weights of the foot of the origin on it, clamped to the triangle. */
export function setSimplexFromFace(query: DistanceQuery, polytope: Polytope, f: number): void {
  const { simplex, lambda } = query
  const v = polytope.vertices
  for (let i = 0; i < 3; i++) {
    const o = polytope.corners[FACE_STRIDE * f + i] * STRIDE
    for (let c = 0; c < STRIDE; c++) simplex[i * STRIDE + c] = v[o + c]
  }
  const nx = polytope.planes[4 * f]
  const ny = polytope.planes[4 * f + 1]
  const nz = polytope.planes[4 * f + 2]
  let sum = 0
  for (let i = 0; i < 3; i++) {
    const b = (i === 2 ? 0 : i + 1) * STRIDE
    const c = (i === 0 ? 2 : i - 1) * STRIDE
    const area =
      nx * (simplex[b + 1] * simplex[c + 2] - simplex[b + 2] * simplex[c + 1]) +
      ny * (simplex[b + 2] * simplex[c] - simplex[b] * simplex[c + 2]) +
      nz * (simplex[b] * simplex[c + 1] - simplex[b + 1] * simplex[c])
    lambda[i] = Math.max(0, area)
    sum += lambda[i]
  }
  for (let i = 0; i < 3; i++) lambda[i] = sum > 0 ? lambda[i] / sum : 1 / 3
  lambda[3] = 0
}
