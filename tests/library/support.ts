import type { SignalTable } from 'vario'

/** Jumps of a piecewise constant signal: time, value before, value after. */
export function changesOf(result: SignalTable, name: string): [t: number, before: number, after: number][] {
  const values = result.values(name)
  const changes: [number, number, number][] = []
  for (let k = 1; k < values.length; k++) {
    if (values[k] !== values[k - 1]) changes.push([result.time[k], values[k - 1], values[k]])
  }
  return changes
}

/** Uniform random numbers in [0, 1) from a seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
