/**
 * Joints that equations drive: their angles or distances are states of the equations, and the torque or force in their flange comes from
 * them. `Model3D` adds the equations of motion that relate accelerations and torques of all of them.
 */
import { rotational, translational } from '../../library/index.ts'
import { equations, Model, Par, Var } from '../../model/index.ts'
import type { AxisValue } from '../records/index.ts'

/** A parameter that a text or a vector may replace: what it holds itself is neither, but a list with the name of the axis. */
const axisOf = (axis: 'x' | 'z') => Par([axis] as unknown as AxisValue)

/**
 * Revolute joint with a flange. obj1, obj2: paths of the two objects; axis in the frame of obj1; initial angle phi [rad] and angular
 * velocity w [rad/s]; canCollide: whether bodies on both sides may collide.
 */
export const RevoluteWithFlange = Model({
  joint: Par('Revolute'),
  obj1: Par(''),
  obj2: Par(''),
  axis: axisOf('z'),
  canCollide: Par(false),
  flange: rotational.Flange(),
  phi: Var({ init: 0, unit: 'rad' }),
  w: Var({ init: 0, unit: 'rad/s' }),
  a: Var({ unit: 'rad/s2' }),
  tau: Var({ unit: 'N.m' }),
  equations: equations`
    phi = flange.phi
    w = der(phi)
    a = der(w)
    tau = flange.tau
  `,
})

/**
 * Prismatic joint with a flange. obj1, obj2: paths of the two objects; axis in the frame of obj1; initial distance s [m] and velocity
 * v [m/s]; canCollide: whether bodies on both sides may collide.
 */
export const PrismaticWithFlange = Model({
  joint: Par('Prismatic'),
  obj1: Par(''),
  obj2: Par(''),
  axis: axisOf('x'),
  canCollide: Par(false),
  flange: translational.TranslationalFlange(),
  s: Var({ init: 0, unit: 'm' }),
  v: Var({ init: 0, unit: 'm/s' }),
  a: Var({ unit: 'm/s2' }),
  f: Var({ unit: 'N' }),
  equations: equations`
    s = flange.s
    v = der(s)
    a = der(v)
    f = flange.f
  `,
})
