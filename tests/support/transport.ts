/** Transport through a space 0 … 1 by the method of characteristics: independent of stored contents. */

type Signal = (t: number) => number

/** Motion of the content through the space. */
export interface Transport {
  /** Displacement, in lengths of the space. */
  readonly X: Signal
  /** Values that enter at 0 and at 1. */
  readonly in0: Signal
  readonly in1: Signal
  /** Content at the start. */
  readonly profile: Signal
  /** The start, and the instants at which the displacement turns. */
  readonly turns: readonly number[]
}

/** The content at y at time t: what entered at the instant at which it was at one of the ends. */
export function contentAt({ X, in0, in1, profile, turns }: Transport, y: number, t: number): number {
  const s = y - X(t)
  // back in time, over the monotone parts
  const parts = [...turns.filter((turn) => turn < t), t]
  for (let k = parts.length - 1; k > 0; k--) {
    const [start, end] = [parts[k - 1], parts[k]]
    const isForward = X(end) > X(start)
    const atStart = s + X(start)
    if (isForward ? atStart < 0 : atStart > 1) {
      const entrance = isForward ? 0 : 1
      return (isForward ? in0 : in1)(rootOf((time) => s + X(time) - entrance, start, end))
    }
  }
  return profile(s + X(parts[0]))
}

/** Root of a monotone function by bisection. */
function rootOf(f: Signal, low: number, high: number): number {
  const isRising = f(high) > f(low)
  let [a, b] = [low, high]
  for (let k = 0; k < 100; k++) {
    const middle = (a + b) / 2
    if (f(middle) < 0 === isRising) a = middle
    else b = middle
  }
  return (a + b) / 2
}
