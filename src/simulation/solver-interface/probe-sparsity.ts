import { type CscPattern, createPatternFromRows } from '../../math/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'

/** Up to this number of states, each one is tried separately. */
const ONE_BY_ONE = 200

/**
 * Pattern of ∂der(x)/∂x for states that are vectors, whose elements do not occur in the equations: a tangent that is
 * NaN spreads to all uses of the element, also where it is multiplied by zero. null: more than `limit` entries, or no
 * tangents.
 *
 * Many states are tried in groups of equal remainder j mod p, for three primes p. A row may depend on a state only if
 * the group of the state reaches it for all three; this finds some entries too many, but none too few, with about 6 √n
 * trials (heat-conducting rod of 10 000 elements with radau5: 3.6 s in all instead of 14.7 s one by one, Node 20).
 */
export function probeSparsity(runtime: ModelRuntime, limit: number): CscPattern | null {
  const { tangents, nState: n } = runtime
  if (!tangents) return null
  const read = tangents.createReader(runtime.translation.states.map((state) => state.derivative))
  const seed = new Float64Array(n)
  const column = new Float64Array(n)
  tangents.prepare()

  /** 1 where a group reaches a row (n × nGroups). */
  const tryGroups = (nGroups: number): Uint8Array => {
    const hits = new Uint8Array(n * nGroups)
    for (let r = 0; r < nGroups; r++) {
      for (let j = r; j < n; j += nGroups) seed[j] = Number.NaN
      tangents.run(seed)
      for (let j = r; j < n; j += nGroups) seed[j] = 0
      read(column)
      for (let i = 0; i < n; i++) if (Number.isNaN(column[i])) hits[i * nGroups + r] = 1
    }
    return hits
  }
  const sizes = n <= ONE_BY_ONE ? [n] : findPrimes(Math.ceil(2 * Math.sqrt(n)), 3)
  const hits = sizes.map(tryGroups)

  const rows: number[][] = []
  let count = 0
  for (let i = 0; i < n; i++) {
    const row: number[] = []
    for (let r = 0; r < sizes[0]; r++) {
      if (hits[0][i * sizes[0] + r] === 0) continue
      for (let j = r; j < n; j += sizes[0]) {
        if (sizes.every((size, k) => hits[k][i * size + (j % size)] === 1)) row.push(j)
      }
    }
    count += row.length
    if (count > limit) return null
    rows.push(row.sort((a, b) => a - b))
  }
  return createPatternFromRows(n, rows)
}

/** The first primes from a number on. */
function findPrimes(from: number, count: number): number[] {
  const primes: number[] = []
  for (let p = from; primes.length < count; p++) {
    let isPrime = p > 1
    for (let d = 2; d * d <= p; d++) if (p % d === 0) isPrime = false
    if (isPrime) primes.push(p)
  }
  return primes
}
