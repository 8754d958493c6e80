/** Levers and other transmissions with a ratio. */
import { Model, Par, Var } from '../../model/index.ts'
import { idealGearEquations, lossyGearEquations, supportedGearEquations } from '../one-axis/index.ts'
import { Flange } from './interfaces.ts'

/**
 * Lever or transmission without losses and mass, mounted in the fixed housing; for small angles of a lever. Transmission
 * ratio = flange_a.s/flange_b.s: negative for a lever whose pivot is between its ends.
 */
export const IdealGear = Model({
  flange_a: Flange(),
  flange_b: Flange(),
  ratio: Par(1),
  s_a: Var({ unit: 'm' }),
  s_b: Var({ unit: 'm' }),
  equations: idealGearEquations({ position: 's', force: 'f' }),
})

/**
 * Lever or transmission without losses and mass whose pivot, or housing, is the flange `support`. Transmission ratio of the
 * positions relative to it.
 */
export const IdealGearWithSupport = Model({
  flange_a: Flange(),
  flange_b: Flange(),
  support: Flange(),
  ratio: Par(1),
  s_a: Var({ unit: 'm' }),
  s_b: Var({ unit: 'm' }),
  equations: supportedGearEquations({ position: 's', force: 'f' }),
})

const [lossyGear, lossyGearFriction] = lossyGearEquations({
  position: 's',
  force: 'f',
  velocity: 'v',
  acceleration: 'a',
  loss: 'f_loss',
  bearing: 'f_bearing',
  small: 'v_small',
})

/**
 * Lever, wedge or rope transmission with losses, mounted in the fixed housing. Transmission ratio = flange_a.s/flange_b.s;
 * efficiency eta in both directions of the power (0 < eta ≤ 1), friction force f_bearing [N] of the bearings at flange_a.
 * At rest the losses hold. `mode`: 1, -1 sliding, 0 stuck.
 */
export const LossyGear = Model({
  flange_a: Flange(),
  flange_b: Flange(),
  ratio: Par(1),
  eta: Par(1, { min: 0, max: 1 }),
  f_bearing: Par(0, 'N', { min: 0 }),
  v_small: Par(1e-5, 'm/s'),
  s: Var({ unit: 'm' }),
  v: Var({ unit: 'm/s' }),
  a: Var({ unit: 'm/s2' }),
  f_loss: Var({ unit: 'N' }),
  mode: Var({ start: 0 }),
  equations: lossyGear,
}).extend({ equations: lossyGearFriction })
