import type { Stamp } from '../../mechanics/index.ts'

/**
 * A stage of an evaluation. Its results are valid while everything that it needs has the stamps of its last
 * computation: then `update` does nothing. This is the only rule by which an evaluation skips work.
 */
export class Stage implements Stamp {
  /** Renewed by every computation. */
  stamp = 0
  /** Stamps of its inputs at the last computation; NaN: no valid results. */
  private readonly seen: Float64Array

  constructor(
    readonly name: string,
    private readonly needs: readonly Stamp[],
    private readonly compute: () => void,
  ) {
    this.seen = new Float64Array(needs.length).fill(Number.NaN)
  }

  /** Computes the stage unless its results are valid. */
  update(): void {
    const { needs, seen } = this
    let isCurrent = true
    for (let i = 0; i < needs.length; i++) isCurrent &&= seen[i] === needs[i].stamp
    if (isCurrent) return
    this.stamp++
    // after any error, the next update computes again
    this.discard()
    this.compute()
    for (let i = 0; i < needs.length; i++) seen[i] = needs[i].stamp
  }

  /** Invalidates the results, because others have overwritten them. */
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
