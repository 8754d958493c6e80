/**
 * Double-double arithmetic: a number is the unevaluated sum hi + lo of two doubles a[ia], a[ia+1] with |lo| <=
 * ulp(hi)/2, about 32 decimal digits. u = 2^-53. Relative error bounds, for finite operands and results, proven in
 * [Joldes, Muller, Popescu 2017], [Muller, Rideau 2022], [Lefèvre, Louvet, Muller, Picot, Rideau 2023]:
 *
 *   ddAdd, ddSub   3u²/(1 − 4u), also under cancellation      ddDiv    15u² + 56u³
 *   ddMul          5u²                                        ddSqrt   25/8 u²
 *
 * JavaScript lacks a fused multiply-add, so products are split [Dekker 1971]. The bounds hold where no part of a
 * product over- or underflows: operands up to 2^995 and products not below 2^-916 (one part in 2^106 of it is still a
 * normal double). Beyond, large operands give NaN and small products lose digits. Zeros are exact. NaN and infinite
 * operands give NaN in general. A vector is three numbers, six doubles in a row. `out` may be an input everywhere.
 */

/** 2^27 + 1: halves a double of 53 bits into two of 26. */
const SPLITTER = 134217729

/** Products and sums inside the 3-vector kernels (4 numbers). */
const scratch = new Float64Array(8)

/** out = x, exactly. */
export function ddFromDouble(out: Float64Array, o: number, x: number): void {
  out[o] = x
  out[o + 1] = 0
}

/** The double nearest to a. */
export function ddToDouble(a: Float64Array, ia: number): number {
  return a[ia] + a[ia + 1]
}

/** −1, 0 or 1 as a is less than, equal to or greater than b; NaN if they cannot be compared. */
export function ddCompare(a: Float64Array, ia: number, b: Float64Array, ib: number): number {
  if (a[ia] < b[ib]) return -1
  if (a[ia] > b[ib]) return 1
  if (a[ia + 1] < b[ib + 1]) return -1
  if (a[ia + 1] > b[ib + 1]) return 1
  return a[ia] === b[ib] && a[ia + 1] === b[ib + 1] ? 0 : Number.NaN
}

/** out = −a, exactly. */
export function ddNeg(out: Float64Array, o: number, a: Float64Array, ia: number): void {
  out[o] = -a[ia]
  out[o + 1] = -a[ia + 1]
}

/** out = a + b. [Joldes et al. 2017, algorithm 6] */
export function ddAdd(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
): void {
  addParts(out, o, a[ia], a[ia + 1], b[ib], b[ib + 1])
}

/** out = a − b. */
export function ddSub(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
): void {
  addParts(out, o, a[ia], a[ia + 1], -b[ib], -b[ib + 1])
}

/** out = a·b. [Joldes et al. 2017, algorithm 10] */
export function ddMul(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
): void {
  const ah = a[ia]
  const al = a[ia + 1]
  const bh = b[ib]
  const bl = b[ib + 1]
  const ph = ah * bh
  const pl = productError(ah, bh, ph) + (ah * bl + al * bh)
  const hi = ph + pl
  out[o] = hi
  out[o + 1] = pl - (hi - ph)
}

/** out = a/b; the quotient of the high parts, ±Infinity or NaN, if b is 0. [Joldes et al. 2017, algorithm 17] */
export function ddDiv(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
): void {
  const ah = a[ia]
  const bh = b[ib]
  const qh = ah / bh
  if (bh === 0 || qh === 0) {
    out[o] = qh
    out[o + 1] = 0
    return
  }
  // (rh, rl) = b·qh as double-double
  const ph = bh * qh
  const pl = b[ib + 1] * qh
  const sh = ph + pl
  const sl = pl - (sh - ph) + productError(bh, qh, ph)
  const rh = sh + sl
  const rl = sl - (rh - sh)
  // the remainder gives the low part of the quotient
  const ql = (ah - rh + (a[ia + 1] - rl)) / bh
  const hi = qh + ql
  out[o] = hi
  out[o + 1] = ql - (hi - qh)
}

/** out = √a; 0 for 0, NaN for a < 0. [Lefèvre et al. 2023] */
export function ddSqrt(out: Float64Array, o: number, a: Float64Array, ia: number): void {
  const ah = a[ia]
  const sh = Math.sqrt(ah)
  if (ah === 0) {
    out[o] = 0
    out[o + 1] = 0
    return
  }
  // ah − sh² is a double, hence both subtractions are exact
  const square = sh * sh
  const remainder = ah - square - productError(sh, sh, square)
  const sl = (a[ia + 1] + remainder) / (2 * sh)
  const hi = sh + sl
  out[o] = hi
  out[o + 1] = sl - (hi - sh)
}

/** out = a · b of two 3-vectors; the error is at most 12u²·(|a1·b1| + |a2·b2| + |a3·b3|). */
export function ddDot3(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
): void {
  ddMul(scratch, 0, a, ia, b, ib)
  ddMul(scratch, 2, a, ia + 2, b, ib + 2)
  ddAdd(scratch, 0, scratch, 0, scratch, 2)
  ddMul(scratch, 2, a, ia + 4, b, ib + 4)
  ddAdd(out, o, scratch, 0, scratch, 2)
}

/** out = a × b of two 3-vectors; the error of each component a1·b2 − a2·b1 is at most 9u²·(|a1·b2| + |a2·b1|). */
export function ddCross3(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ia: number,
  b: Float64Array,
  ib: number,
): void {
  crossComponent(scratch, 0, a, ia + 2, ia + 4, b, ib + 2, ib + 4)
  crossComponent(scratch, 2, a, ia + 4, ia, b, ib + 4, ib)
  crossComponent(out, o + 4, a, ia, ia + 2, b, ib, ib + 2)
  out[o] = scratch[0]
  out[o + 1] = scratch[1]
  out[o + 2] = scratch[2]
  out[o + 3] = scratch[3]
}

/** out = a[i]·b[j] − a[j]·b[i]. */
function crossComponent(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ia: number,
  ja: number,
  b: Float64Array,
  ib: number,
  jb: number,
): void {
  ddMul(scratch, 4, a, ia, b, jb)
  ddMul(scratch, 6, a, ja, b, ib)
  ddSub(out, o, scratch, 4, scratch, 6)
}

/** out = (ah + al) + (bh + bl) with the errors of both sums. */
function addParts(out: Float64Array, o: number, ah: number, al: number, bh: number, bl: number): void {
  // exact sums (sh, sl) of the high parts and (th, tl) of the low parts [Knuth 1998, 4.2.2]
  const sh = ah + bh
  const sv = sh - ah
  const sl = ah - (sh - sv) + (bh - sv)
  const th = al + bl
  const tv = th - al
  const tl = al - (th - tv) + (bl - tv)
  // renormalize twice
  const c = sl + th
  const vh = sh + c
  const vl = c - (vh - sh)
  const w = tl + vl
  const hi = vh + w
  out[o] = hi
  out[o + 1] = w - (hi - vh)
}

/** a·b − p, exactly, for p = a·b rounded. [Dekker 1971] */
function productError(a: number, b: number, p: number): number {
  const at = SPLITTER * a
  const ah = at - (at - a)
  const al = a - ah
  const bt = SPLITTER * b
  const bh = bt - (bt - b)
  const bl = b - bh
  return ah * bh - p + ah * bl + al * bh + al * bl
}
