/**
 * Kernels over 3-vectors in flat arrays: vector `a` is a[ia], a[ia+1], a[ia+2]. `out` may be the same vector as an
 * input everywhere; vectors that overlap partly are not supported.
 */

/** Squares of numbers between these limits neither overflow nor lose digits, even if three are added [any unit²]. */
const SQUARE_MIN = 1e-290
const SQUARE_MAX = 1e300

/** out = (x, y, z). */
export function vec3Set(out: Float64Array, o: number, x: number, y: number, z: number): void {
  out[o] = x
  out[o + 1] = y
  out[o + 2] = z
}

/** out = a. */
export function vec3Copy(out: Float64Array, o: number, a: Float64Array, ia: number): void {
  out[o] = a[ia]
  out[o + 1] = a[ia + 1]
  out[o + 2] = a[ia + 2]
}

/** out = a + b. */
export function vec3Add(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
): void {
  out[o] = a[ia] + b[ib]
  out[o + 1] = a[ia + 1] + b[ib + 1]
  out[o + 2] = a[ia + 2] + b[ib + 2]
}

/** out = a − b. */
export function vec3Sub(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
): void {
  out[o] = a[ia] - b[ib]
  out[o + 1] = a[ia + 1] - b[ib + 1]
  out[o + 2] = a[ia + 2] - b[ib + 2]
}

/** out = s·a. */
export function vec3Scale(out: Float64Array, o: number, a: Float64Array, ia: number, s: number): void {
  out[o] = s * a[ia]
  out[o + 1] = s * a[ia + 1]
  out[o + 2] = s * a[ia + 2]
}

/** out = a + s·b. */
export function vec3AddScaled(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
  s: number,
): void {
  out[o] = a[ia] + s * b[ib]
  out[o + 1] = a[ia + 1] + s * b[ib + 1]
  out[o + 2] = a[ia + 2] + s * b[ib + 2]
}

/** a · b. */
export function vec3Dot(a: Float64Array, ia: number, b: Float64Array, ib: number): number {
  return a[ia] * b[ib] + a[ia + 1] * b[ib + 1] + a[ia + 2] * b[ib + 2]
}

/** out = a × b. */
export function vec3Cross(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
): void {
  const ax = a[ia]
  const ay = a[ia + 1]
  const az = a[ia + 2]
  const bx = b[ib]
  const by = b[ib + 1]
  const bz = b[ib + 2]
  out[o] = ay * bz - az * by
  out[o + 1] = az * bx - ax * bz
  out[o + 2] = ax * by - ay * bx
}

/** |a|, without overflow or underflow of the squares. */
export function vec3Norm(a: Float64Array, ia: number): number {
  return normOf(a[ia], a[ia + 1], a[ia + 2])
}

/** |a − b|. */
export function vec3Distance(a: Float64Array, ia: number, b: Float64Array, ib: number): number {
  return normOf(a[ia] - b[ib], a[ia + 1] - b[ib + 1], a[ia + 2] - b[ib + 2])
}

/** out = a/|a|; returns |a|. If a is zero or not finite, out is zero or NaN, respectively, and the caller decides. */
export function vec3Normalize(out: Float64Array, o: number, a: Float64Array, ia: number): number {
  let x = a[ia]
  let y = a[ia + 1]
  let z = a[ia + 2]
  let scale = 1
  let square = x * x + y * y + z * z
  if (!(square > SQUARE_MIN && square < SQUARE_MAX)) {
    scale = Math.max(Math.abs(x), Math.abs(y), Math.abs(z))
    if (scale === 0) {
      vec3Set(out, o, 0, 0, 0)
      return 0
    }
    x /= scale
    y /= scale
    z /= scale
    square = x * x + y * y + z * z
  }
  const norm = Math.sqrt(square)
  out[o] = x / norm
  out[o + 1] = y / norm
  out[o + 2] = z / norm
  return scale * norm
}

/** out = a unit vector perpendicular to the non-zero vector a of any length. */
export function vec3Perpendicular(out: Float64Array, o: number, a: Float64Array, ia: number): void {
  const x = a[ia]
  const y = a[ia + 1]
  const z = a[ia + 2]
  // cross product with the base vector of the smallest component: at least sqrt(2/3) of |a| remains
  const ax = Math.abs(x)
  const ay = Math.abs(y)
  const az = Math.abs(z)
  if (ax <= ay && ax <= az) vec3Set(out, o, 0, z, -y)
  else if (ay <= az) vec3Set(out, o, -z, 0, x)
  else vec3Set(out, o, y, -x, 0)
  vec3Normalize(out, o, out, o)
}

function normOf(x: number, y: number, z: number): number {
  const square = x * x + y * y + z * z
  if (square > SQUARE_MIN && square < SQUARE_MAX) return Math.sqrt(square)
  const scale = Math.max(Math.abs(x), Math.abs(y), Math.abs(z))
  if (scale === 0 || scale === Number.POSITIVE_INFINITY) return scale
  x /= scale
  y /= scale
  z /= scale
  return scale * Math.sqrt(x * x + y * y + z * z)
}
