import type { IslandRun } from './island-run.ts'

/**
 * The runs of all islands as a heap, ordered by time: with a thousand islands, a search of all of them before every
 * step of one takes as long as the step (benchmarks/structure/changes.ts).
 */
export class RunQueue {
  private heap: IslandRun[] = []

  /** The run with the earliest time. */
  get first(): IslandRun {
    return this.heap[0]
  }

  fill(runs: readonly IslandRun[]): void {
    this.heap = runs.slice()
    this.sort()
  }

  /** Restores the order after any of the runs have moved. */
  sort(): void {
    for (let k = (this.heap.length >> 1) - 1; k >= 0; k--) this.sink(k)
  }

  /** Restores the order after the first has stepped. */
  passFirst(): void {
    this.sink(0)
  }

  private sink(start: number): void {
    const { heap } = this
    const run = heap[start]
    let k = start
    for (;;) {
      let child = 2 * k + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && heap[child + 1].t < heap[child].t) child++
      if (!(heap[child].t < run.t)) break
      heap[k] = heap[child]
      k = child
    }
    heap[k] = run
  }
}
