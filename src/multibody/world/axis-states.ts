/** States of joints with axes. */
import type { SegmentContext, VariantState } from '../../simulation/index.ts'
import type { AxisElement } from '../parts/joints/index.ts'
import { chooseNominals, type MotionScales } from '../structure/index.ts'
import { copyValues, type JointValues, type MotionStates } from './motion-states.ts'

/** States of joints with one axis; the elements of one joint share their vectors. */
export class AxisStates implements MotionStates {
  readonly all: readonly VariantState[]
  readonly kinematics: MotionStates['kinematics']
  readonly results = []

  constructor(
    readonly key: string,
    private readonly position: VariantState,
    private readonly velocity: VariantState,
    private readonly index: number,
    private iq: number,
    private iv: number,
  ) {
    this.all = [position, velocity]
    this.kinematics = [[position, [velocity]]]
  }

  moveTo(iq: number, iv: number): void {
    this.iq = iq
    this.iv = iv
  }

  enter(q: Float64Array, v: Float64Array): void {
    q[this.iq] = this.position.values[this.index]
    v[this.iv] = this.velocity.values[this.index]
  }

  writeDerivatives(_q: Float64Array, _v: Float64Array, vdot: Float64Array): void {
    this.position.derivatives[this.index] = this.velocity.values[this.index]
    this.velocity.derivatives[this.index] = vdot[this.iv]
  }

  readonly hasMargin = false

  margin(): number {
    return 1
  }

  adapt(): boolean {
    return false
  }

  writeResults(): void {}

  displace(dq: Float64Array): void {
    this.position.values[this.index] += dq[this.iv]
  }

  kick(dv: Float64Array): void {
    this.velocity.values[this.index] += dv[this.iv]
  }

  continue(before: MotionStates): void {
    copyValues(this.all, before.all)
  }

  begin(values: JointValues): void {
    const [position, velocity] = values.readAxis(this.key, this.index)
    this.position.values[this.index] = position
    this.velocity.values[this.index] = velocity
  }
}

/** Declares the states of the elements of one joint with axes. */
export function declareAxisStates(
  segment: SegmentContext,
  path: string,
  elements: readonly AxisElement[],
  places: readonly { readonly iq: number; readonly iv: number }[],
  scales: MotionScales,
): AxisStates[] {
  const declared = new Map<string, VariantState>()
  const declare = (name: string, element: AxisElement, isVelocity: boolean): VariantState => {
    let state = declared.get(name)
    if (state !== undefined) return state
    const isAngle = element.unit === 'rad'
    // the elements of a joint that is passed from obj2 to obj1 come in the opposite order
    const group = elements.filter((e) => e.position === name || e.velocity === name)
    group.sort((a, b) => a.index - b.index)
    const starts = group.map((e) => (isVelocity ? e.velocityStart : e.positionStart).value)
    const positionNominals = group.map((e) => e.positionStart.nominal)
    const fallback = isAngle ? [scales.angle, scales.angularVelocity] : [scales.position, scales.velocity]
    state = segment.state(`${path}.${name}`, {
      start: element.index < 0 ? starts[0] : starts,
      unit: `${element.unit}${isVelocity ? '/s' : ''}`,
      nominal: isVelocity
        ? chooseNominals(
            group.length,
            fallback[1],
            group.map((e) => e.velocityStart.nominal),
            positionNominals,
          )
        : chooseNominals(group.length, fallback[0], positionNominals),
      isAbsolute: scales.isAbsolute && !isVelocity,
    })
    declared.set(name, state)
    return state
  }
  return elements.map((element, k) => {
    const position = declare(element.position, element, false)
    const velocity = declare(element.velocity, element, true)
    const { iq, iv } = places[k]
    return new AxisStates(element.position, position, velocity, Math.max(0, element.index), iq, iv)
  })
}
