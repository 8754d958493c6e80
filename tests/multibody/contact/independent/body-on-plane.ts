/**
 * A rigid body above a plane, independent of src except for the integrator: Newton and Euler with a quaternion,
 * geometry from a support function, the contact law of the thesis, contact starts located by the integrator.
 */
import { integrate } from 'vario/ode'
import { type ContactLaw, dampingOf, pressure, reg } from './law.ts'
import type { Support } from './supports.ts'

type Vector = readonly [number, number, number]

export interface BodyOnPlane {
  readonly support: Support
  readonly law: ContactLaw
  readonly mass: number
  /** Principal moments about the center of mass, in the axes of the shape [kg.m2]. */
  readonly inertia: Vector
  /** Center of mass in the frame of the shape [m]. */
  readonly center: Vector
  /** Gravity acts along -z; the plane is z = 0. Origin of the shape, its quaternion (x y z w), velocity of the origin, all in the world. */
  readonly position: Vector
  readonly quaternion: readonly [number, number, number, number]
  readonly velocity: Vector
  /** In the axes of the shape [rad/s]. */
  readonly angularVelocity: Vector
}

/** Motion of a body. */
export interface BodyMotion {
  readonly position: Vector
  readonly velocity: Vector
  /** In the world [rad/s]. */
  readonly angularVelocity: Vector
  /** Start times of contacts [s]. */
  readonly starts: readonly number[]
}

const GRAVITY = 9.81
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const add = (a: Vector, b: Vector, s = 1): Vector => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]]

/** v rotated by the unit quaternion (x y z w), or back. */
export function turn([x, y, z, w]: readonly number[], v: Vector, sign = 1): Vector {
  const u: Vector = [sign * x, sign * y, sign * z]
  const t = cross(u, v).map((c) => 2 * c) as unknown as Vector
  return add(add(v, t, w), cross(u, t))
}

/** Product of two quaternions. */
export function multiply(a: readonly number[], b: readonly number[]): [number, number, number, number] {
  const [ax, ay, az, aw] = a
  const [bx, by, bz, bw] = b
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ]
}

/**
 * Lowest point of the body relative to its center of mass, in the world, and its height. States: center of mass,
 * quaternion, v, ω of the body.
 */
function lowest(body: BodyOnPlane, x: ArrayLike<number>): { readonly r: Vector; readonly height: number } {
  const q = [x[3], x[4], x[5], x[6]]
  const down = turn(q, [0, 0, -1], -1)
  const r = turn(q, add(body.support(...(down as [number, number, number])), body.center, -1))
  return { r, height: x[2] + r[2] }
}

/** Velocity of a point at `r` from the center of mass, and the angular velocity, in the world. */
function velocityAt(x: ArrayLike<number>, r: Vector): { readonly v: Vector; readonly w: Vector } {
  const w = turn([x[3], x[4], x[5], x[6]], [x[10], x[11], x[12]])
  return { v: add([x[7], x[8], x[9]], cross(w, r)), w }
}

export function simulateBody(body: BodyOnPlane, tEnd: number): BodyMotion {
  const { law, mass, inertia } = body
  let damping = 0
  const starts: number[] = []
  const f = (_t: number, x: Float64Array, dx: Float64Array): void => {
    const { r, height } = lowest(body, x)
    // forces act midway between the two surfaces
    const p = add(r, [0, 0, -height / 2])
    const { v, w } = velocityAt(x, p)
    const n = pressure(law, damping, -height, -v[2])
    const friction = (-law.mu * n) / reg(Math.hypot(v[0], v[1]))
    const force: Vector = [friction * v[0], friction * v[1], n]
    const resistance = (-law.muR * n) / reg(Math.hypot(...w))
    const torque = add(cross(p, force), w, resistance)
    const q = [x[3], x[4], x[5], x[6]]
    const wB: Vector = [x[10], x[11], x[12]]
    const momentum: Vector = [inertia[0] * wB[0], inertia[1] * wB[1], inertia[2] * wB[2]]
    const euler = add(turn(q, torque, -1), cross(wB, momentum), -1)
    const qDot = multiply(q, [...wB, 0])
    for (let i = 0; i < 3; i++) {
      dx[i] = x[7 + i]
      dx[7 + i] = force[i] / mass - (i === 2 ? GRAVITY : 0)
      dx[10 + i] = euler[i] / inertia[i]
    }
    for (let i = 0; i < 4; i++) dx[3 + i] = qDot[i] / 2
  }
  const run = integrate(
    {
      n: 13,
      f,
      roots: {
        n: 1,
        g: (_t, x, z) => {
          z[0] = lowest(body, x).height
        },
        checkPoints: 10,
      },
    },
    {
      method: 'dop853',
      t0: 0,
      x0: [
        ...add(body.position, turn(body.quaternion, body.center)),
        ...body.quaternion,
        ...add(
          body.velocity,
          cross(turn(body.quaternion, body.angularVelocity), turn(body.quaternion, body.center)),
        ),
        ...body.angularVelocity,
      ],
      tEnd,
      rtol: 1e-12,
      atol: 1e-12,
      maxStep: 1e-3,
      onEvent: (event) => {
        const { r, height } = lowest(body, event.x)
        const rate = -velocityAt(event.x, add(r, [0, 0, -height / 2])).v[2]
        if (rate <= 0) return
        starts.push(event.t)
        damping = dampingOf(law, rate)
      },
    },
  )
  const { x } = run
  const back = turn([x[3], x[4], x[5], x[6]], body.center, 1).map((c) => -c) as unknown as Vector
  const { v, w } = velocityAt(x, back)
  return { position: add([x[0], x[1], x[2]], back), velocity: v, angularVelocity: w, starts }
}
