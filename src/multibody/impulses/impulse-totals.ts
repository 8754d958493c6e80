import type { ImpulseTotal } from '../world/index.ts'

/** Sums of the impulses between objects since the start, by their paths. */
export class ImpulseTotals {
  private readonly totals = new Map<string, ImpulseTotal>()

  /** Adds an impulse on object 2, in world [N.s] (3), with its components along and across the normal [N.s]. */
  add(path1: string, path2: string, impulse: ArrayLike<number>, normal: number, tangential: number): void {
    for (const [total, sign] of [
      [this.read(path1, path2), -1],
      [this.read(path2, path1), 1],
    ] as const) {
      total.n++
      total.normal += normal
      total.tangential += tangential
      for (let c = 0; c < 3; c++) total.vector[c] += sign * impulse[c]
    }
  }

  /** Sums for two objects, with the vector on the first one; updated in place by later impacts. */
  read(path1: string, path2: string): ImpulseTotal {
    const key = `${path1}\n${path2}`
    let total = this.totals.get(key)
    if (total === undefined) {
      total = { n: 0, normal: 0, tangential: 0, vector: new Float64Array(3) }
      this.totals.set(key, total)
    }
    return total
  }
}
