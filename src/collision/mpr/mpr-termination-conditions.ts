/**
 * The three conditions that end the MPR algorithm (thesis 6.1.1, 6.1.3). `mpr-results.ts` computes their results.
 *
 *   TC1 = |r0 × r1| < ε              the first support point r1 is on the ray from r0 through the origin          (TC1)
 *   TC2 = |r4 × e4| < tolerance      the last support point r4 is along its direction e4: it is the closest point
 *   (TC2)
 *   TC3 = |(r4 − r1)·e4| < tolerance r4 is in the plane of the portal, which is on the boundary then              (TC3)
 *
 * The 2017 paper has TC1 in eq. 8; its TC2 is TC3 here and in the thesis. Directions n = |n| e4 of the search have any
 * length, and no root is taken: conditions are squares, those of TC2 and TC3 times |n|². V8 inlines these functions in
 * the loop of the search: boxes take as long as without them, sphere and box 4 to 6 % longer
 * (benchmarks/collision/narrow-phase.ts).
 */

/** TC1, line 333 of the thesis: |r0 × r1|² = `square` is below `limit` [m⁴], the square of ε. */
export function isTc1(square: number, limit: number): boolean {
  return square < limit
}

/** TC2² |n|², line 396 of the thesis: the square of r4 × n [m⁴]. */
export function computeTc2(x: number, y: number, z: number, nx: number, ny: number, nz: number): number {
  const cx = y * nz - z * ny
  const cy = z * nx - x * nz
  const cz = x * ny - y * nx
  return cx * cx + cy * cy + cz * cz
}

/** TC3² |n|², line 397 of the thesis: the square of (r4 − r1)·n, from `reach` = r4·n and `level` = r1·n [m²]. */
export function computeTc3(reach: number, level: number): number {
  const height = reach - level
  return height * height
}
