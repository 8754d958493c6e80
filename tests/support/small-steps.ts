/** Independent integrators with fixed step size, for comparison: without error control that could fail. */

export type Derivatives = (t: number, x: Float64Array, dx: Float64Array) => void

/**
 * The classical Runge-Kutta method of order 4: the states at `times`, from `x0` at 0 on; `sizeAt` gives the step size at
 * a time [s].
 */
export function integrateInSmallSteps(
  f: Derivatives,
  x0: readonly number[],
  times: readonly number[],
  sizeAt: (t: number) => number,
): Float64Array[] {
  const n = x0.length
  const x = Float64Array.from(x0)
  const [k1, k2, k3, k4, y] = Array.from({ length: 5 }, () => new Float64Array(n))
  const shift = (h: number, k: Float64Array): void => {
    for (let i = 0; i < n; i++) y[i] = x[i] + h * k[i]
  }
  let t = 0
  return times.map((end) => {
    while (t < end) {
      const size = sizeAt(t)
      const isLast = t + 1.000001 * size >= end
      const h = isLast ? end - t : size
      f(t, x, k1)
      shift(0.5 * h, k1)
      f(t + 0.5 * h, y, k2)
      shift(0.5 * h, k2)
      f(t + 0.5 * h, y, k3)
      shift(h, k3)
      f(t + h, y, k4)
      for (let i = 0; i < n; i++) x[i] += (h / 6) * (k1[i] + 2 * (k2[i] + k3[i]) + k4[i])
      t = isLast ? end : t + h
    }
    return x.slice()
  })
}

/**
 * The implicit midpoint rule for one stiff equation x' = f(t, x), whose derivative with respect to x is the second
 * function: values at `times`, from x = 0 at 0 on, with steps of at most `size` [s].
 */
export function integrateStiffInSmallSteps(
  f: (t: number, x: number) => readonly [number, number],
  times: readonly number[],
  size: number,
): number[] {
  let t = 0
  let x = 0
  return times.map((end) => {
    const nStep = Math.ceil((end - t) / size)
    const h = (end - t) / nStep
    for (let k = 0; k < nStep; k++) {
      let next = x
      for (let iteration = 0; iteration < 50; iteration++) {
        const [value, slope] = f(t + (k + 0.5) * h, 0.5 * (x + next))
        const change = (next - x - h * value) / (1 - 0.5 * h * slope)
        next -= change
        if (Math.abs(change) < 1e-13) break
      }
      x = next
    }
    t = end
    return x
  })
}
