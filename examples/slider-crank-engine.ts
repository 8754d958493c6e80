/**
 * A one-cylinder engine: crank, connecting rod and piston are a closed loop, of revolute joints and a prismatic one.
 * The gas pushes the piston by equations, in the flange of the prismatic joint; a flywheel and a load rotate with the
 * crank, in the flange of its bearing. The loop is cut automatically, and the position of the crank alone determines
 * the assembly.
 *
 *   npx tsx examples/slider-crank-engine.ts
 */
import { type Experiment, equations, Model, Par, plotText, type SignalTable, simulate, Var } from 'vario'
import { Damper, Fixed, Inertia } from 'vario/library/rotational'
import { Flange } from 'vario/library/translational'
import {
  Box,
  Cylinder,
  MassPropertiesFromShapeAndMass,
  Model3D,
  Object3D,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
} from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** Radius of the crank, length of the rod, distance of the cylinder head from the crank shaft [m]. */
export const [CRANK, ROD, HEAD] = [0.05, 0.16, 0.22]

/**
 * Gas in a cylinder, compressed without heat from atmospheric pressure p0 at the length L. During expansion the
 * pressure is `boost` times as high, because fuel has burnt. s: distance of the piston from the crank shaft.
 */
const Gas = Model({
  flange: Flange(),
  head: Par(HEAD, 'm'),
  L: Par(HEAD - ROD + CRANK, 'm'),
  A: Par(0.005, 'm2'),
  p0: Par(1e5, 'Pa'),
  kappa: Par(1.3),
  boost: Par(2.5),
  s: Var({ unit: 'm' }),
  v: Var({ unit: 'm/s' }),
  p: Var({ unit: 'Pa', info: 'pressure' }),
  equations: equations`
    s = flange.s
    v = der(s)
    p = p0*(L/(head - s))^kappa*(if v < 0 then boost else 1)
    flange.f = A*(p - p0)
  `,
})

const [SIN, COS] = [Math.sin(0.5), Math.cos(0.5)]
/** Angle of the rod, and distance of the piston, at the crank angle 0.5 rad. */
const tilt = Math.asin((CRANK * SIN) / ROD)
export const START = CRANK * COS + ROD * Math.cos(tilt)

const steel = { visualMaterial: { color: 'Silver' } }

export const SliderCrankEngine = Model3D({
  world: Object3D({ feature: Scene({ enableContactDetection: false }) }),

  crank: Object3D({
    feature: Solid({
      shape: Cylinder({ axis: 'z', diameter: 0.14, length: 0.02 }),
      massProperties: MassPropertiesFromShapeAndMass({ mass: 2 }),
      ...steel,
    }),
  }),
  pin: Object3D({ parent: 'crank', translation: [0, CRANK, 0.03] }),
  rod: Object3D({
    feature: Solid({
      shape: Box({ lengthX: 0.02, lengthY: ROD, lengthZ: 0.01 }),
      massProperties: MassPropertiesFromShapeAndMass({ mass: 0.5 }),
      ...steel,
    }),
  }),
  big: Object3D({ parent: 'rod', translation: [0, -ROD / 2, 0] }),
  small: Object3D({ parent: 'rod', translation: [0, ROD / 2, 0] }),
  piston: Object3D({
    feature: Solid({
      shape: Cylinder({ axis: 'y', diameter: 0.08, length: 0.04 }),
      massProperties: MassPropertiesFromShapeAndMass({ mass: 0.4 }),
      ...steel,
    }),
  }),
  axis: Object3D({ parent: 'world', translation: [0, 0, 0.03] }),

  bearing: RevoluteWithFlange({
    obj1: 'world',
    obj2: 'crank',
    axis: 'z',
    phi: { init: 0.5 },
    w: { init: 50 },
  }),
  crankPin: Revolute({ obj1: 'pin', obj2: 'big', axis: 'z' }),
  pistonPin: Revolute({ obj1: 'small', obj2: 'piston', axis: 'z' }),
  slider: PrismaticWithFlange({ obj1: 'axis', obj2: 'piston', axis: 'y', s: { init: START } }),

  gas: Gas(),
  flywheel: Inertia({ J: 0.5, phi: { init: null }, w: { init: null } }),
  load: Damper({ d: 0.5 }),
  ground: Fixed(),
  connect: [
    ['gas.flange', 'slider.flange'],
    ['flywheel.flange_a', 'bearing.flange'],
    ['load.flange_a', 'flywheel.flange_b'],
    ['load.flange_b', 'ground.flange'],
  ],
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = { stopTime: 2, tolerance: 1e-8, plot: ['bearing.w'] }

export function simulateEngine(stopTime = 2): SignalTable {
  return simulate(SliderCrankEngine, { stopTime, tolerance: 1e-8 })
}

if (isMain(import.meta.url)) {
  const result = simulateEngine()
  console.log(result.summary())
  console.log(plotText(result, ['bearing.w']))
}
