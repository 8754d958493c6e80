/** Keeps the picture rate on slow graphics, such as without a graphics card. */

/** Permitted cost of a picture. */
interface Cost {
  readonly shadows: boolean
  /** Fraction of the screen pixels along a side. */
  readonly resolution: number
}

/** Reductions during motion, in this order. */
const COSTS: readonly Cost[] = [
  { shadows: true, resolution: 1 },
  { shadows: false, resolution: 1 },
  { shadows: false, resolution: 0.5 },
]

/** Time from the request for a picture to its turn: on average it is slow beyond 30 pictures per second [ms]. */
const SLOW = 34
const QUICK = 16
/** Weight of the last picture in the average, and its upper bound [ms]: a single pause does not count. */
const WEIGHT = 0.1
const LONGEST = 150
/** Time without a picture after which nothing moves [ms]. */
const REST = 250
/** Time after which a motion is tried again with more detail [ms]. */
const RETRY = 60_000

/**
 * Chooses the cost of pictures: full quality at rest, and reduced quality during motion on slow graphics. The first
 * picture has no shadows: without a graphics card they take 0.3 s, a delay before the scene becomes visible.
 */
export class Quality {
  readonly #onRest: () => void
  readonly #onChange: (isReduced: boolean) => void
  #level = 0
  #drawn = 0
  #isFirst = true
  #average = QUICK
  #lastChange = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Calls `onRest` when a reduced motion has ended, `onChange` when reduction begins or ends. */
  constructor(onRest: () => void, onChange: (isReduced: boolean) => void) {
    this.#onRest = onRest
    this.#onChange = onChange
  }

  /** Permitted cost of a picture that waited for its turn [ms]; null: one at rest. */
  choose(waited: number | null): Cost {
    const isMoving = this.#timer !== undefined
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (waited === null) this.#drawn = 0
    else {
      if (isMoving) this.#judge(waited)
      else if (this.#level > 0 && performance.now() - this.#lastChange > RETRY)
        this.#setLevel(this.#level - 1)
      this.#drawn = this.#isFirst ? 1 : this.#level
      this.#timer = setTimeout(this.#rest, REST)
    }
    this.#isFirst = false
    return COSTS[this.#drawn]
  }

  dispose(): void {
    clearTimeout(this.#timer)
  }

  #judge(waited: number): void {
    this.#average += WEIGHT * (Math.min(waited, LONGEST) - this.#average)
    if (this.#average > SLOW && this.#level + 1 < COSTS.length) this.#setLevel(this.#level + 1)
  }

  #setLevel(level: number): void {
    if (level > 0 !== this.#level > 0) this.#onChange(level > 0)
    this.#level = level
    this.#average = QUICK
    this.#lastChange = performance.now()
  }

  readonly #rest = (): void => {
    this.#timer = undefined
    if (this.#drawn > 0) this.#onRest()
  }
}
