import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { nextAbove, nextBelow } from '../data/index.ts'

/** Available speeds: seconds of the result per second. */
export const SPEEDS = [0.001, 0.01, 0.1, 0.2, 0.5, 1, 2, 5, 10, 100] as const
/** A result whose duration is outside of these limits starts with another speed than 1 [s]. */
const [SHORTEST, LONGEST] = [1, 120]
/** Updates of displayed values during playback, per second. */
const READINGS = 8

/** The displayed time and its playback. */
export class Player {
  /** Displayed time [s]; changes with every picture during playback. */
  readonly time: Signal<number> = signal(0)
  /** The same for texts: changes only a few times per second. */
  readonly readingTime: Signal<number> = signal(0)
  /** First and last time [s]. */
  readonly range: Signal<readonly [number, number]> = signal([0, 0])
  /** All times of the result, and those of its events, ascending [s]. */
  readonly steps: Signal<Float64Array> = signal(new Float64Array(0))
  readonly events: Signal<Float64Array> = signal(new Float64Array(0))
  readonly isPlaying: Signal<boolean> = signal(false)
  readonly isLooping: Signal<boolean> = signal(false)
  readonly speed: Signal<number> = signal(1)
  /** True while the end of a growing result is shown. */
  readonly isFollowing: Signal<boolean> = signal(false)
  readonly duration: ReadonlySignal<number> = computed(() => this.range.value[1] - this.range.value[0])
  /** The default speed of the result, unless the user has chosen another one. */
  #ownSpeed = 1
  #frame = 0
  #lastPicture = 0
  #lastReading = 0

  /** Sets the times of a new result, and seeks its start; keeps the time for a result that has grown. */
  setTimes(steps: Float64Array, events: Float64Array, isNew: boolean): void {
    const range: readonly [number, number] = steps.length > 0 ? [steps[0], steps[steps.length - 1]] : [0, 0]
    batch(() => {
      this.steps.value = steps
      this.events.value = events
      this.range.value = range
      // a live run is short at first
      const isOwn = isNew || (this.speed.value === this.#ownSpeed && !this.isFollowing.value)
      this.#ownSpeed = chooseSpeed(range[1] - range[0])
      if (isOwn) this.speed.value = this.#ownSpeed
      this.#show(isNew ? range[0] : this.isFollowing.value ? range[1] : this.time.value)
    })
  }

  play(): void {
    const [start, end] = this.range.value
    if (!(end > start) || this.isPlaying.value) return
    if (this.time.value >= end) this.#show(start)
    this.isPlaying.value = true
    this.isFollowing.value = false
    this.#lastPicture = performance.now()
    this.#frame = requestAnimationFrame(this.#advance)
  }

  pause(): void {
    cancelAnimationFrame(this.#frame)
    batch(() => {
      this.isPlaying.value = false
      this.readingTime.value = this.time.value
    })
  }

  toggle(): void {
    if (this.isPlaying.value) this.pause()
    else this.play()
  }

  /** Shows a time [s], within the range; playback continues from there. */
  seek(time: number): void {
    this.isFollowing.value = false
    this.#show(time)
  }

  /** Shows the end of the growing result, at the speed of the run. */
  followEnd(): void {
    this.pause()
    this.speed.value = 1
    this.#show(this.range.value[1])
    this.isFollowing.value = true
  }

  /** Seeks the previous or next output point. */
  step(direction: 1 | -1): void {
    this.pause()
    this.#stepTo(this.steps.value, direction)
  }

  /** Seeks the previous or next event, or the start or end. */
  stepEvent(direction: 1 | -1): void {
    this.#stepTo(this.events.value, direction)
  }

  /** Moves by a fraction of the range. */
  skip(part: number): void {
    this.seek(this.time.value + part * this.duration.value)
  }

  changeSpeed(direction: 1 | -1): void {
    const index = SPEEDS.findIndex((speed) => speed >= this.speed.value)
    this.speed.value = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, index + direction))]
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame)
  }

  #stepTo(times: Float64Array, direction: 1 | -1): void {
    const [start, end] = this.range.value
    const { value } = this.time
    this.seek(
      (direction > 0 ? nextAbove(times, value) : nextBelow(times, value)) ?? (direction > 0 ? end : start),
    )
  }

  #show(time: number): void {
    const [start, end] = this.range.value
    batch(() => {
      this.time.value = Math.min(end, Math.max(start, Number.isFinite(time) ? time : start))
      const now = performance.now()
      if (this.isPlaying.value && now - this.#lastReading < 1000 / READINGS) return
      this.#lastReading = now
      this.readingTime.value = this.time.value
    })
  }

  readonly #advance = (now: number): void => {
    const [start, end] = this.range.value
    // a page in the background gets no pictures: continue from the last one
    const passed = Math.min(0.25, Math.max(0, (now - this.#lastPicture) / 1000))
    this.#lastPicture = now
    let time = this.time.value + passed * this.speed.value
    if (time >= end && this.isLooping.value) time = start + ((time - start) % (end - start))
    this.#show(time)
    if (time >= end) this.pause()
    else this.#frame = requestAnimationFrame(this.#advance)
  }
}

/** 1, or the speed that plays a very short or long result in some seconds. */
function chooseSpeed(duration: number): number {
  if (!(duration > 0) || (duration >= SHORTEST && duration <= LONGEST)) return 1
  return SPEEDS.findLast((speed) => duration / speed >= SHORTEST * 4) ?? SPEEDS[0]
}
