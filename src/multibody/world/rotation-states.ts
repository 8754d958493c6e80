/** States of joints that turn about all axes. */
import { mat3MulVec, mat3TransposeMulVec, vec3Cross } from '../../math/index.ts'
import { FREE } from '../../mechanics/index.ts'
import type { SegmentContext, VariantResult, VariantState } from '../../simulation/index.ts'
import type { OrientationStart, RotationElement } from '../parts/joints/index.ts'
import { chooseNominals, type MotionScales } from '../structure/index.ts'
import { copyValues, type JointValues, type MotionStates } from './motion-states.ts'
import { createOrientation, type Orientation } from './orientation.ts'

/** Scratch. */
const cross = new Float64Array(3)

/**
 * States of a free or spherical joint from A to B: orientation, angularVelocity w_AB_A, and for a free one translation
 * p_AB_A and velocity, its derivative. The tree has w and v in B:
 *
 *   v_A = R v_B   ⇒   v_A' = R (v_B' + w_B × v_B),   w_A' = R w_B'
 *
 * If the tree goes from B to A, it has the motion of A in B, in A: with p = p_AB_A, v = p' and w = w_AB_A
 *
 *   R_BA = Rᵀ,   p_BA_B = -Rᵀ p,   -w,   w × p - v   ⇒   w' = -(tree),   v' = w' × p + w × v - (tree)
 */
export class RotationStates implements MotionStates {
  readonly key = 'rotation'
  readonly all: readonly VariantState[]
  readonly kinematics: MotionStates['kinematics']
  private readonly orientation: Orientation
  private readonly rotation: VariantState
  private readonly angularVelocity: VariantState
  private readonly translation: VariantState | null = null
  private readonly velocity: VariantState | null = null
  private readonly isXYZ: VariantResult | null
  readonly results: readonly VariantResult[]
  /** The same states by their places; the last two are those of a free joint. */
  private readonly R_: FlatState
  private readonly w_: FlatState
  private readonly p_: FlatState | null
  private readonly v_: FlatState | null
  /** Scratch for a reversed joint. */
  private readonly R: Float64Array
  private readonly v: Float64Array

  constructor(
    segment: SegmentContext,
    path: string,
    element: RotationElement,
    private iq: number,
    private iv: number,
    scales: MotionScales,
    private readonly isReversed: boolean,
  ) {
    this.R = new Float64Array(isReversed ? 9 : 0)
    this.v = new Float64Array(isReversed ? 3 : 0)
    this.orientation = createOrientation(element.orientation, element.rotation, element.resumed)
    const { name, unit, start } = this.orientation
    const { nominal } = element
    if (element.kind === FREE) {
      this.translation = segment.state(`${path}.translation`, {
        start: element.translation,
        unit: 'm',
        nominal: chooseNominals(3, scales.position, nominal.translation),
        isAbsolute: scales.isAbsolute,
      })
      this.velocity = segment.state(`${path}.velocity`, {
        start: element.velocity,
        unit: 'm/s',
        nominal: chooseNominals(3, scales.velocity, nominal.velocity, nominal.translation),
      })
    }
    this.rotation = segment.state(`${path}.${name}`, {
      start,
      unit,
      // a quaternion has no component for each axis
      nominal:
        name === 'rotation'
          ? chooseNominals(3, scales.angle, nominal.rotation)
          : Math.min(...chooseNominals(3, scales.angle, nominal.rotation)),
      isAbsolute: scales.isAbsolute,
    })
    this.angularVelocity = segment.state(`${path}.angularVelocity`, {
      start: inParent(element, this.orientation),
      unit: 'rad/s',
      nominal: chooseNominals(3, scales.angularVelocity, nominal.angularVelocity, nominal.rotation),
    })
    this.R_ = flattenState(this.rotation)
    this.w_ = flattenState(this.angularVelocity)
    this.p_ = this.translation && flattenState(this.translation)
    this.v_ = this.velocity && flattenState(this.velocity)
    this.all = [this.translation, this.velocity, this.rotation, this.angularVelocity].filter(
      (state) => state !== null,
    )
    const turning = [this.rotation, [this.rotation, this.angularVelocity]] as const
    this.kinematics =
      this.translation && this.velocity ? [[this.translation, [this.velocity]], turning] : [turning]
    this.isXYZ =
      name === 'rotation'
        ? segment.result(`${path}.rotationXYZ`, { info: '1: sequence x-y-z, 0: x-z-y' })
        : null
    this.results = this.isXYZ === null ? [] : [this.isXYZ]
  }

  moveTo(iq: number, iv: number): void {
    this.iq = iq
    this.iv = iv
  }

  enter(q: Float64Array, v: Float64Array): void {
    if (this.isReversed) {
      this.enterReversed(q, v)
      return
    }
    const { iq, iv, R_, w_, p_, v_ } = this
    this.orientation.toRotation(R_.x, q, iq, R_.i)
    mat3TransposeMulVec(v, iv, q, iq, w_.x, w_.i)
    if (p_ === null || v_ === null) return
    for (let i = 0; i < 3; i++) q[iq + 9 + i] = p_.x[p_.i + i]
    mat3TransposeMulVec(v, iv + 3, q, iq, v_.x, v_.i)
  }

  displace(dq: Float64Array): void {
    const { rotation, translation } = this
    const { w, v } = this.toStates(dq)
    const turn = new Float64Array(rotation.values.length)
    this.orientation.derivative(rotation.values, w, 0, turn)
    for (let i = 0; i < turn.length; i++) rotation.values[i] += turn[i]
    if (translation !== null) for (let i = 0; i < 3; i++) translation.values[i] += v[i]
  }

  kick(dv: Float64Array): void {
    const { w, v } = this.toStates(dv)
    for (let i = 0; i < 3; i++) {
      this.angularVelocity.values[i] += w[i]
      if (this.velocity !== null) this.velocity.values[i] += v[i]
    }
  }

  /** Changes of angularVelocity and velocity from those of the tree. */
  private toStates(change: Float64Array): { readonly w: Float64Array; readonly v: Float64Array } {
    const { iv, translation, isReversed } = this
    const w = new Float64Array(3)
    const v = new Float64Array(3)
    if (isReversed) {
      for (let i = 0; i < 3; i++) w[i] = -change[iv + i]
      if (translation === null) return { w, v }
      vec3Cross(v, 0, w, 0, translation.values, 0)
      for (let i = 0; i < 3; i++) v[i] -= change[iv + 3 + i]
      return { w, v }
    }
    const R = new Float64Array(9)
    this.orientation.toRotation(this.rotation.values, R, 0)
    mat3MulVec(w, 0, R, 0, change, iv)
    if (translation !== null) mat3MulVec(v, 0, R, 0, change, iv + 3)
    return { w, v }
  }

  private enterReversed(q: Float64Array, v: Float64Array): void {
    const { iq, iv, R } = this
    const w = this.angularVelocity.values
    this.orientation.toRotation(this.rotation.values, R, 0)
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) q[iq + 3 * i + j] = R[3 * j + i]
    for (let i = 0; i < 3; i++) v[iv + i] = -w[i]
    if (this.translation === null || this.velocity === null) return
    mat3TransposeMulVec(q, iq + 9, R, 0, this.translation.values, 0)
    vec3Cross(cross, 0, w, 0, this.translation.values, 0)
    for (let i = 0; i < 3; i++) {
      q[iq + 9 + i] = -q[iq + 9 + i]
      v[iv + 3 + i] = cross[i] - this.velocity.values[i]
    }
  }

  writeDerivatives(q: Float64Array, v: Float64Array, vdot: Float64Array): void {
    const { iq, iv, R_, w_, p_, v_ } = this
    this.orientation.derivative(R_.x, w_.x, w_.i, R_.dx, R_.i)
    if (this.isReversed) {
      this.writeReversedDerivatives(vdot)
      return
    }
    mat3MulVec(w_.dx, w_.i, q, iq, vdot, iv)
    if (p_ === null || v_ === null) return
    for (let i = 0; i < 3; i++) p_.dx[p_.i + i] = v_.x[v_.i + i]
    vec3Cross(cross, 0, v, iv, v, iv + 3)
    for (let i = 0; i < 3; i++) cross[i] += vdot[iv + 3 + i]
    mat3MulVec(v_.dx, v_.i, q, iq, cross, 0)
  }

  private writeReversedDerivatives(vdot: Float64Array): void {
    const { iv, v } = this
    const { values: w, derivatives: dw } = this.angularVelocity
    for (let i = 0; i < 3; i++) dw[i] = -vdot[iv + i]
    if (this.translation === null || this.velocity === null) return
    vec3Cross(cross, 0, dw, 0, this.translation.values, 0)
    vec3Cross(v, 0, w, 0, this.velocity.values, 0)
    for (let i = 0; i < 3; i++) {
      this.translation.derivatives[i] = this.velocity.values[i]
      this.velocity.derivatives[i] = cross[i] + v[i] - vdot[iv + 3 + i]
    }
  }

  /** The present orientation. */
  get present(): OrientationStart {
    return { values: this.rotation.values.slice(), isXYZ: this.orientation.isXYZ }
  }
  readonly hasMargin = true

  margin(): number {
    return this.orientation.margin(this.R_.x, this.R_.i)
  }

  adapt(): boolean {
    return this.orientation.adapt(this.rotation.values)
  }

  continue(before: MotionStates): void {
    copyValues(this.all, before.all)
    this.orientation.adopt((before as RotationStates).orientation)
  }

  begin({ rotation }: JointValues): void {
    const { present, angularVelocity, translation, velocity } = rotation!
    this.rotation.values.set(present.values)
    this.orientation.adopt(present)
    this.angularVelocity.values.set(angularVelocity)
    this.translation?.values.set(translation)
    this.velocity?.values.set(velocity)
  }

  writeResults(): void {
    if (this.isXYZ !== null) this.isXYZ.values[0] = this.orientation.isXYZ
  }
}

/** The initial angular velocity in the parent frame. */
function inParent(element: RotationElement, orientation: Orientation): Float64Array {
  if (element.isResolvedInParent) return element.angularVelocity
  const R = new Float64Array(9)
  const w = new Float64Array(3)
  orientation.toRotation(orientation.start, R, 0)
  mat3MulVec(w, 0, R, 0, element.angularVelocity, 0)
  return w
}

/**
 * A state by its place in the large arrays of many states. A thousand bodies exceed the caches of a processor: the
 * separate views of every state take three times as long to read as the numbers themselves.
 */
interface FlatState {
  /** Values and derivatives of many states. */
  readonly x: Float64Array
  readonly dx: Float64Array
  /** Index of the first value of this one. */
  readonly i: number
}

const wholes = new WeakMap<ArrayBufferLike, Float64Array>()

function flattenState({ values, derivatives }: VariantState): FlatState {
  const i = values.byteOffset / Float64Array.BYTES_PER_ELEMENT
  // both have the same place in their arrays, or arrays of their own
  if (derivatives.byteOffset !== values.byteOffset) return { x: values, dx: derivatives, i: 0 }
  return { x: wholeOf(values), dx: wholeOf(derivatives), i }
}

function wholeOf({ buffer }: Float64Array): Float64Array {
  const known = wholes.get(buffer)
  if (known !== undefined) return known
  const whole = new Float64Array(buffer)
  wholes.set(buffer, whole)
  return whole
}
