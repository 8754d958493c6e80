/**
 * Norms that measure a vector against its error tolerances.
 *
 * With the weights w_i = 1 / (rtol_i |x_i| + atol_i), the weighted root-mean-square norm
 *   ‖v‖ = √( (1/n) Σ (v_i w_i)² )
 * is at most 1 when v is a tolerable error of x on average [Hindmarsh et al. 2005, SUNDIALS].
 */

/**
 * Writes weights[i] = 1 / (rtol_i |x_i| + atol_i) for the first atol.length components. A tolerance of zero together
 * with x_i = 0 gives an infinite weight.
 */
export function computeErrorWeights(
  weights: Float64Array,
  rtol: Float64Array,
  atol: Float64Array,
  x: Float64Array,
): void {
  const n = atol.length
  for (let i = 0; i < n; i++) weights[i] = 1 / (rtol[i] * Math.abs(x[i]) + atol[i])
}

/** Weighted root-mean-square norm √(mean (v_i w_i)²) over the length of `weights`; 0 for the empty vector. */
export function wrmsNorm(v: Float64Array, weights: Float64Array): number {
  const n = weights.length
  if (n === 0) return 0
  let sum = 0
  for (let i = 0; i < n; i++) {
    const scaled = v[i] * weights[i]
    sum += scaled * scaled
  }
  return Math.sqrt(sum / n)
}

/** {@link wrmsNorm} of the components that start at `vOffset` in a flat array. */
export function wrmsNormAt(v: Float64Array, vOffset: number, weights: Float64Array): number {
  const n = weights.length
  if (n === 0) return 0
  let sum = 0
  for (let i = 0; i < n; i++) {
    const scaled = v[vOffset + i] * weights[i]
    sum += scaled * scaled
  }
  return Math.sqrt(sum / n)
}

/** Largest absolute value of the first n components; 0 for n = 0, NaN if a component is NaN. */
export function maxAbs(v: Float64Array, n: number = v.length): number {
  let largest = 0
  for (let i = 0; i < n; i++) {
    const size = Math.abs(v[i])
    if (!(size <= largest)) {
      if (Number.isNaN(size)) return NaN
      largest = size
    }
  }
  return largest
}

/** Index of the component with the largest |v_i w_i|, the first NaN if there is one; -1 for the empty vector. */
export function worstComponent(v: Float64Array, weights: Float64Array): number {
  const n = weights.length
  let worst = -1
  let largest = -1
  for (let i = 0; i < n; i++) {
    const size = Math.abs(v[i] * weights[i])
    if (Number.isNaN(size)) return i
    if (size > largest) {
      largest = size
      worst = i
    }
  }
  return worst
}
