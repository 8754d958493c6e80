import type { IslandRun } from './island-run.ts'

/**
 * The runs of all islands as a heap, the one that lags behind first: with a thousand islands, a look at all of them
 * before every step of one takes as long as the step itself (benchmarks/structure/changes.ts).
 */
export class RunQueue {
  private heap: IslandRun[] = []

  /** The run that has come least far. */
  get first(): IslandRun {
    return this.heap[0]
  }

  fill(runs: readonly IslandRun[]): void {
    this.heap = runs.slice()
    this.sort()
  }

  /** Any of the runs have moved. */
  sort(): void {
    for (let k = (this.heap.length >> 1) - 1; k >= 0; k--) this.sink(k)
  }

  /** The first has gone on. */
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
