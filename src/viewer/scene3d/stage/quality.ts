/** How pictures keep up with motion where graphics are slow, as without a graphics card. */

/** What a picture may cost. */
interface Cost {
  readonly shadows: boolean
  /** Pixels along a side, of those that the screen has. */
  readonly resolution: number
}

/** What is given up while something moves, one after the other. */
const COSTS: readonly Cost[] = [
  { shadows: true, resolution: 1 },
  { shadows: false, resolution: 1 },
  { shadows: false, resolution: 0.5 },
]

/** Time from the wish for a picture to its turn: on average it is slow beyond 30 pictures per second [ms]. */
const SLOW = 34
const QUICK = 16
/** Weight of the last picture in the average, and what one can count at most [ms]: a single break is no reason. */
const WEIGHT = 0.1
const LONGEST = 150
/** Without a picture for so long nothing moves [ms]. */
const REST = 250
/** After so long a motion is tried again with more [ms]. */
const RETRY = 60_000

/**
 * Chooses what pictures cost: all that is wanted at rest, and less during a motion that cannot keep up otherwise. The first picture is one
 * without shadows, too: without a graphics card they take 0.3 s, in which one can see the scene already.
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

  /** `onRest` is called when a motion with less has ended, `onChange` when motions begin or end to get less. */
  constructor(onRest: () => void, onChange: (isReduced: boolean) => void) {
    this.#onRest = onRest
    this.#onChange = onChange
  }

  /** What a picture may cost that had to wait for its turn [ms]; null: one at rest. */
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
