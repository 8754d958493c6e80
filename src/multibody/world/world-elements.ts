/** The force elements and sensors of a world. */
import type { NamedElement, WorldElement } from './element.ts'
import type { LawfulAxis } from './lawful-axis.ts'
import type { WorldMotion } from './world-motion.ts'

export class WorldElements {
  readonly list: readonly WorldElement[]
  /** Axes with friction or stops. */
  readonly lawfulAxes: readonly LawfulAxis[]
  private readonly byPath: ReadonlyMap<string, WorldElement>

  constructor(private readonly named: readonly NamedElement[]) {
    this.list = named.map(({ element }) => element)
    // of several with one path, the first
    this.byPath = new Map(named.toReversed().map(({ path, element }) => [path, element]))
    this.lawfulAxes = this.list.flatMap(({ lawfulAxes = [] }) => lawfulAxes)
  }

  /** The element with this full path; undefined: there is none in this segment. */
  find(path: string): WorldElement | undefined {
    return this.byPath.get(path)
  }

  /** True if forces act. */
  get haveForces(): boolean {
    return this.list.some(({ addForces }) => addForces !== undefined)
  }

  addForces(motion: WorldMotion): void {
    const { list } = this
    for (let i = 0; i < list.length; i++) list[i].addForces?.(motion)
  }

  /** Describes the element whose force or torque is not finite, while forces are added; undefined if all are finite. */
  findNonFinite(motion: WorldMotion): string | undefined {
    for (const { path, element } of this.named) {
      element.addForces?.(motion)
      const value = motion.data.F_ext.find((x) => !Number.isFinite(x))
      if (value !== undefined)
        return `${path} gives a force or torque that is ${value}, at t = ${motion.time} s`
    }
    return undefined
  }

  /** Stored energy [J]. */
  potentialEnergy(motion: WorldMotion): number {
    return this.list.reduce((sum, element) => sum + (element.potentialEnergy?.(motion) ?? 0), 0)
  }

  /** True if `margin` may change. */
  get haveMargin(): boolean {
    return this.list.some(({ margin }) => margin !== undefined)
  }

  /** Positive, and at most 1, while their present laws hold. */
  margin(motion: WorldMotion): number {
    const { list } = this
    let margin = 1
    for (let i = 0; i < list.length; i++) margin = Math.min(margin, list[i].margin?.(motion) ?? 1)
    return margin
  }

  onEvent(motion: WorldMotion): void {
    for (const element of this.list) element.onEvent?.(motion)
  }

  /** Time of the next event of an element [s]. */
  nextEvent(): number {
    return this.list.reduce((next, element) => Math.min(next, element.nextEvent?.() ?? next), Infinity)
  }

  get needJointForces(): boolean {
    return this.list.some(({ needsJointForces }) => needsJointForces)
  }

  writeResults(motion: WorldMotion): void {
    for (const element of this.list) element.writeResults?.(motion)
  }
}
