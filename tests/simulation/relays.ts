/** Coupled relays, whose solution is piecewise linear and known in closed form. */

/**
 * ẋ = b - A s with s_i = 1 above c_i, -1 below, and a mean of both on it (Filippov). With |A_ii| > Σ |A_ij| the mean is
 * the only one.
 */
export interface Relays {
  /** By rows (n × n). */
  readonly A: readonly (readonly number[])[]
  readonly b: readonly number[]
  readonly c: readonly number[]
}

/** Sweeps of Gauss and Seidel; each leaves less than 0.7 of the error. */
const SWEEPS = 200
/** On the limit within this error, relative to the sizes of the states. */
const ON_LIMIT = 1e-12

/** The states after `duration`, from limit to limit. */
export function solveRelays({ A, b, c }: Relays, x0: readonly number[], duration: number): number[] {
  const n = b.length
  const x = x0.slice()
  let rest = duration
  for (;;) {
    const size = Math.max(...x.map(Math.abs), ...c.map(Math.abs))
    const isOn = x.map((value, i) => Math.abs(value - c[i]) <= ON_LIMIT * size)
    const s = x.map((value, i) => (isOn[i] ? 0 : Math.sign(value - c[i])))
    const others = (i: number): number => b[i] - A[i].reduce((sum, a, j) => sum + (j === i ? 0 : a * s[j]), 0)
    for (let k = 0; k < SWEEPS; k++)
      for (let i = 0; i < n; i++) if (isOn[i]) s[i] = Math.max(-1, Math.min(1, others(i) / A[i][i]))
    const v = s.map((value, i) => (isOn[i] && Math.abs(value) < 1 ? 0 : others(i) - A[i][i] * value))
    let step = rest
    let next = -1
    for (let i = 0; i < n; i++) {
      if (isOn[i] || !((c[i] - x[i]) * v[i] > 0) || (c[i] - x[i]) / v[i] >= step) continue
      step = (c[i] - x[i]) / v[i]
      next = i
    }
    for (let i = 0; i < n; i++) x[i] += step * v[i]
    if (next < 0) return x
    x[next] = c[next]
    rest -= step
  }
}
