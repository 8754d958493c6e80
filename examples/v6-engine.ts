/**
 * An engine with six cylinders in a V of 60°: six closed loops on one crank shaft, each of them created by one
 * function. Gas pushes the pistons by equations, a flywheel and a load rotate with the shaft. Only the angle of the
 * shaft is given; guesses place the pistons above the shaft.
 *
 *   npx tsx examples/v6-engine.ts
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

const DEGREE = Math.PI / 180

/** Radius of the cranks, length of the rods, distance of the cylinder heads from the shaft, distance of cylinders [m]. */
export const [CRANK, ROD, HEAD, PITCH] = [0.045, 0.15, 0.21, 0.06]
/** Moment of inertia of the flywheel [kg.m2], damping of the load [N.m.s]. */
export const [FLYWHEEL, LOAD] = [0.3, 0.4]

/** Each cylinder: inclination of its axis, and angle of its crank on the shaft [rad]. */
export const CYLINDERS = [
  [-30, -30],
  [30, 90],
  [-30, 210],
  [30, 210],
  [-30, 90],
  [30, -30],
].map(([tilt, crank]) => ({ tilt: tilt * DEGREE, crank: crank * DEGREE }))

/** Gas as in `slider-crank-engine.ts`; `work` is its work [J]. s: distance of the piston from the shaft. */
const Gas = Model({
  flange: Flange(),
  head: Par(HEAD, 'm'),
  L: Par(HEAD - ROD + CRANK, 'm'),
  A: Par(0.004, 'm2'),
  p0: Par(1e5, 'Pa'),
  kappa: Par(1.3),
  boost: Par(2.5),
  s: Var({ unit: 'm' }),
  v: Var({ unit: 'm/s' }),
  p: Var({ unit: 'Pa', info: 'pressure' }),
  work: Var({ init: 0, unit: 'J' }),
  equations: equations`
    s = flange.s
    v = der(s)
    p = p0*(L/(head - s))^kappa*(if v < 0 then boost else 1)
    flange.f = A*(p - p0)
    der(work) = -flange.f*v
  `,
})

const solid = (shape: ReturnType<typeof Box> | ReturnType<typeof Cylinder>, mass: number, color: string) =>
  Solid({ shape, massProperties: MassPropertiesFromShapeAndMass({ mass }), visualMaterial: { color } })

/** The cylinder number k: crank web, rod and piston, and the gas above it. */
function createCylinder({ tilt, crank }: (typeof CYLINDERS)[number], k: number) {
  const z = (k - 2.5) * PITCH
  return Model({
    web: Object3D({
      ...{ parent: 'shaft', translation: [0, 0, z], rotation: [0, 0, crank] },
      feature: solid(Cylinder({ axis: 'z', diameter: 0.12, length: 0.012 }), 1, 'Silver'),
    }),
    pin: Object3D({ parent: 'web', translation: [0, CRANK, 0.02] }),
    rod: Object3D({
      feature: solid(Box({ lengthX: 0.015, lengthY: ROD, lengthZ: 0.012 }), 0.4, 'SteelBlue'),
    }),
    big: Object3D({ parent: 'rod', translation: [0, -ROD / 2, 0] }),
    small: Object3D({ parent: 'rod', translation: [0, ROD / 2, 0] }),
    piston: Object3D({
      feature: solid(Cylinder({ axis: 'y', diameter: 0.07, length: 0.04 }), 0.35, 'FireBrick'),
    }),
    axis: Object3D({ parent: 'world', translation: [0, 0, z + 0.02], rotation: [0, 0, tilt] }),
    crankPin: Revolute({ obj1: 'pin', obj2: 'big', axis: 'z', phi: { start: tilt - crank } }),
    pistonPin: Revolute({ obj1: 'small', obj2: 'piston', axis: 'z' }),
    slider: PrismaticWithFlange({ obj1: 'axis', obj2: 'piston', axis: 'y', s: Number.NaN, v: Number.NaN }),
    gas: Gas(),
    connect: [['gas.flange', 'slider.flange']],
  })()
}

export const V6Engine = Model3D({
  world: Object3D({ feature: Scene({ enableContactDetection: false }) }),
  shaft: Object3D({ feature: solid(Cylinder({ axis: 'z', diameter: 0.03, length: 0.5 }), 2, 'DimGray') }),
  bearing: RevoluteWithFlange({ obj1: 'world', obj2: 'shaft', axis: 'z', phi: { init: 0 }, w: { init: 60 } }),
  ...Object.fromEntries(CYLINDERS.map((cylinder, k) => [`cylinder${k + 1}`, createCylinder(cylinder, k)])),
  flywheel: Inertia({ J: FLYWHEEL, phi: { init: null }, w: { init: null } }),
  load: Damper({ d: LOAD }),
  ground: Fixed(),
  connect: [
    ['flywheel.flange_a', 'bearing.flange'],
    ['load.flange_a', 'flywheel.flange_b'],
    ['load.flange_b', 'ground.flange'],
  ],
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = { stopTime: 0.2, tolerance: 1e-7, plot: ['bearing.w'] }

export function simulateV6(stopTime = 0.2): SignalTable {
  return simulate(V6Engine, { stopTime, tolerance: 1e-7 })
}

if (isMain(import.meta.url)) {
  const result = simulateV6()
  console.log(result.summary({ names: ['bearing.w', 'cylinder1.slider.s', 'cylinder1.gas.p'] }))
  console.log(plotText(result, ['bearing.w']))
}
