/** Samples of a polynomial. */
const N_SAMPLE = 4

/** Accelerations of joints at the ends of the last steps, for extrapolation where they cannot be computed. */
export class AccelerationHistory {
  /** True if constraints were weak at the start of the present step, or may have been. */
  beganWeak = true
  private readonly times: number[] = []
  private readonly samples: Float64Array[] = []
  private readonly value: Float64Array

  /** @param velocities indices of the accelerations (n) */
  constructor(private readonly velocities: Int32Array) {
    this.value = new Float64Array(velocities.length)
  }

  /** True if a polynomial exists. */
  get isLong(): boolean {
    return this.times.length > 1
  }

  get isFull(): boolean {
    return this.times.length === N_SAMPLE
  }

  clear(): void {
    this.beganWeak = true
    this.times.length = 0
    this.samples.length = 0
  }

  /** Ends a step at `t` [s]: later samples belong to repeated steps. */
  end(t: number): void {
    const { times, samples } = this
    while (times.length > 0 && times[times.length - 1] >= t) {
      times.pop()
      samples.pop()
    }
  }

  /** Adds accelerations (nv) at the end of a step [s]. */
  add(t: number, vdot: Float64Array): void {
    const { times, samples } = this
    times.push(t)
    samples.push(Float64Array.from(this.velocities, (i) => vdot[i]))
    if (times.length <= N_SAMPLE) return
    times.shift()
    samples.shift()
  }

  /** Evaluates the polynomial at `t` [s] (n), by Lagrange's formula. */
  at(t: number): Float64Array {
    const { times, samples, value } = this
    value.fill(0)
    for (let k = 0; k < times.length; k++) {
      let weight = 1
      for (let j = 0; j < times.length; j++) if (j !== k) weight *= (t - times[j]) / (times[k] - times[j])
      for (let i = 0; i < value.length; i++) value[i] += weight * samples[k][i]
    }
    return value
  }
}
