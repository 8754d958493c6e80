import type { Stamp } from '../../mechanics/index.ts'

/**
 * One stage of an evaluation. What it has computed holds as long as everything that it needs has the stamps that it
 * had: then `update` does nothing. That is the only rule by which anything in an evaluation is left out.
 */
export class Stage implements Stamp {
  /** Renewed by every computation. */
  stamp = 0
  /** Stamps of what it needs at its last computation; NaN: there is none that holds. */
  private readonly seen: Float64Array

  constructor(
    readonly name: string,
    private readonly needs: readonly Stamp[],
    private readonly compute: () => void,
  ) {
    this.seen = new Float64Array(needs.length).fill(Number.NaN)
  }

  /** Computes what the stage stands for, unless it holds already. */
  update(): void {
    const { needs, seen } = this
    let isCurrent = true
    for (let i = 0; i < needs.length; i++) isCurrent &&= seen[i] === needs[i].stamp
    if (isCurrent) return
    this.stamp++
    // whatever is thrown, the next update begins anew
    this.discard()
    this.compute()
    for (let i = 0; i < needs.length; i++) seen[i] = needs[i].stamp
  }

  /** Others have written where the results of the stage are. */
  discard(): void {
    this.seen[0] = Number.NaN
  }
}

/** Updates the stages of a list in their order, up to `last`. */
export function updateStages(stages: readonly Stage[], last: Stage): void {
  for (let i = 0; i < stages.length; i++) {
    stages[i].update()
    if (stages[i] === last) return
  }
}
