/** Present in Node and in every browser. */
declare const performance: { now(): number }

/** Seconds since some fixed moment [s]. */
export function readClock(): number {
  return performance.now() * 1e-3
}
