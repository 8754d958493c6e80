/** Sources and sensors. */
import { equationsOnDemand as equations, Model, Par, Var } from '../../model/index.ts'
import { registerPosition } from '../one-axis/index.ts'
import { Flange } from './interfaces.ts'

/** Force on the flange given by the input f [N]. */
export const Force = Model({
  flange: Flange(),
  f: Var({ input: true, unit: 'N' }),
  equations: equations`flange.f = -f`,
})

/** Force on the flange given by the input f, a number in N without a unit. */
export const UnitlessForce = Force.extend({ f: { unit: null } })

/** Constant force f_constant [N] on the flange. */
export const ConstantForce = Model({
  flange: Flange(),
  f_constant: Par(1, 'N'),
  equations: equations`flange.f = -f_constant`,
})

/** Flange with the constant velocity v_fixed [m/s]; initial position s [m]. */
export const ConstantSpeed = Model({
  flange: Flange(),
  v_fixed: Par(1, 'm/s'),
  s: Var({ init: 0, unit: 'm' }),
  equations: equations`
    s = flange.s
    der(s) = v_fixed
  `,
})

const buildPosition = registerPosition('vario_buildTranslationalPosition', {
  flange: 'flange.s',
  reference: 's_ref',
  velocity: 'v',
  unit: 'm/s',
})

/**
 * Flange whose position is the input s_ref [m]. With exact = true it follows s_ref exactly, and s_ref is differentiated
 * twice: it must be a smooth function, or a `ReferencePath`; a jump of its slope at an event is an impulse on the moved
 * parts. With exact = false a filter of second order with the critical frequency f_crit [Hz] follows any s_ref; it
 * starts at the initial state of the connected parts.
 */
export const Position = Model({
  flange: Flange(),
  s_ref: Var({ input: true, unit: 'm' }),
  exact: Par(false),
  f_crit: Par(50, 'Hz'),
  build: buildPosition,
})

/** Output s [m]: the position of the flange. */
export const PositionSensor = Model({
  flange: Flange(),
  s: Var({ output: true, unit: 'm' }),
  equations: equations`
    flange.f = 0
    s = flange.s
  `,
})

/** Output s: the position of the flange as a number in m without a unit. */
export const UnitlessPositionSensor = PositionSensor.extend({ s: { unit: null } })

/** Output v [m/s]: the velocity of the flange. */
export const SpeedSensor = Model({
  flange: Flange(),
  v: Var({ output: true, unit: 'm/s' }),
  equations: equations`
    flange.f = 0
    v = der(flange.s)
  `,
})

/** Output v: the velocity of the flange as a number in m/s without a unit. */
export const UnitlessSpeedSensor = SpeedSensor.extend({ v: { unit: null } })

/** Output f [N]: the force from flange_a to flange_b. */
export const ForceSensor = Model({
  flange_a: Flange(),
  flange_b: Flange(),
  f: Var({ output: true, unit: 'N' }),
  equations: equations`
    flange_a.s = flange_b.s
    0 = flange_a.f + flange_b.f
    f = flange_a.f
  `,
})
