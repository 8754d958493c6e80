/** A motion of several axes as a function of time. Before its start and after its end it rests. */
export interface TimedPath {
  readonly nAxis: number
  /** Start and end of the motion [s]. */
  readonly startTime: number
  readonly endTime: number
  /** Times at which derivatives jump, in ascending order: the first is the start, the last the end [s]. */
  readonly switchingTimes: readonly number[]
  /** Number of the phase at the time `t` [s], that of the later phase at a switching time. */
  phaseAt(t: number): number
  /** Positions at the time `t` [s] into `out` (nAxis). A given phase is continued outside of its interval. */
  position(t: number, out: Float64Array, phase?: number): void
  /** Velocities at the time `t` [s] into `out` (nAxis). */
  velocity(t: number, out: Float64Array, phase?: number): void
  /** Accelerations at the time `t` [s] into `out` (nAxis). */
  acceleration(t: number, out: Float64Array, phase?: number): void
}

/** Number of the first of ascending times that is later than `t`. */
export function findPhase(times: readonly number[], t: number): number {
  let phase = 0
  while (phase < times.length && times[phase] <= t) phase++
  return phase
}
