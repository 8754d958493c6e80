/**
 * A Stewart platform: six legs of variable length move a plate in all directions. Each leg hangs in a universal joint
 * on the ground and in a spherical joint on the plate, five closed loops altogether. The lengths are prescribed so that
 * the plate moves up and down and rotates about its axis; the analysis gives the required forces.
 *
 *   npx tsx examples/stewart-platform.ts
 */
import { type Experiment, equations, Model, Par, plotText, type SignalTable, simulate, Var } from 'vario'
import { Position } from 'vario/library/translational'
import {
  Box,
  Cylinder,
  MassPropertiesFromShapeAndMass,
  Model3D,
  Object3D,
  PrismaticWithFlange,
  Scene,
  Solid,
  Spherical,
  UniformGravityField,
  Universal,
} from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** Radii of the joints on the ground and on the plate, mean height of the plate [m]. */
const [GROUND, PLATE, HEIGHT] = [0.5, 0.3, 0.6]
/** Motion of the plate: lift [m], turn [rad], angular frequency [rad/s]. */
export const [LIFT, TURN, OMEGA] = [0.1, 0.3, Math.PI]

/** Angles of the joints of leg k, on the ground and on the plate [rad]: pairs of legs, a third of a turn apart. */
function anglesOf(k: number): readonly [number, number] {
  const [pair, side] = [Math.floor(k / 2), k % 2 === 0 ? -1 : 1]
  const middle = (2 * Math.PI * pair) / 3
  return [middle + (side * 10 * Math.PI) / 180, middle + (side * 50 * Math.PI) / 180]
}

/** Length of a leg whose joints have the angles alpha and beta, for the prescribed motion of the plate. */
const Motion = Model({
  alpha: Par(0, 'rad'),
  beta: Par(0, 'rad'),
  z: Var({ unit: 'm' }),
  psi: Var({ unit: 'rad' }),
  length: Var({ output: true, unit: 'm' }),
  equations: equations`
    z = ${HEIGHT} + ${LIFT}*sin(${OMEGA}*time)
    psi = ${TURN}*sin(${OMEGA}*time)
    length = sqrt(${GROUND ** 2 + PLATE ** 2} - ${2 * GROUND * PLATE}*cos(beta + psi - alpha) + z^2)
  `,
})

function createRod(length: number, side: number, mass: number, color: string) {
  return Solid({
    shape: Box({ lengthX: side, lengthY: side, lengthZ: length }),
    massProperties: MassPropertiesFromShapeAndMass({ mass }),
    visualMaterial: { color },
  })
}

/** Everything of leg k; its initial direction is a guess for the assembly of the joints. */
function createLeg(k: number): Record<string, unknown> {
  const [alpha, beta] = anglesOf(k)
  const foot = [GROUND * Math.cos(alpha), GROUND * Math.sin(alpha), 0]
  const head = [PLATE * Math.cos(beta), PLATE * Math.sin(beta), 0]
  const way = [head[0] - foot[0], head[1] - foot[1], HEIGHT]
  const start = [Math.atan2(-way[1], way[2]), Math.asin(way[0] / Math.hypot(...way))]
  return {
    [`foot${k}`]: Object3D({ parent: 'world', translation: foot }),
    [`head${k}`]: Object3D({ parent: 'plate', translation: head }),
    // the frames of both parts are at the ends of the leg
    [`lower${k}`]: Object3D(),
    [`cylinder${k}`]: Object3D({
      parent: `lower${k}`,
      translation: [0, 0, 0.2],
      feature: createRod(0.4, 0.04, 0.5, 'SlateGrey'),
    }),
    [`upper${k}`]: Object3D(),
    [`piston${k}`]: Object3D({
      parent: `upper${k}`,
      translation: [0, 0, -0.2],
      feature: createRod(0.4, 0.02, 0.3, 'Silver'),
    }),
    [`universal${k}`]: Universal({ obj1: `foot${k}`, obj2: `lower${k}`, phi: { start } }),
    [`leg${k}`]: PrismaticWithFlange({
      ...{ obj1: `lower${k}`, obj2: `upper${k}`, axis: 'z' },
      ...{ s: { init: null, start: Math.hypot(...way) }, v: { init: null } },
    }),
    [`ball${k}`]: Spherical({ obj1: `upper${k}`, obj2: `head${k}` }),
    [`motion${k}`]: Motion({ alpha, beta }),
    [`drive${k}`]: Position({ exact: true }),
  }
}

const LEGS = [0, 1, 2, 3, 4, 5]

export const StewartPlatform = Model3D({
  world: Object3D({
    feature: Scene({
      gravityField: UniformGravityField({ g: 9.81, n: [0, 0, -1] }),
      enableContactDetection: false,
    }),
  }),
  plate: Object3D({
    feature: Solid({
      shape: Cylinder({ axis: 'z', diameter: 0.66, length: 0.04 }),
      massProperties: MassPropertiesFromShapeAndMass({ mass: 10 }),
      visualMaterial: { color: 'SteelBlue' },
    }),
  }),
  ...Object.assign({}, ...LEGS.map(createLeg)),
  connect: LEGS.flatMap((k) => [
    [`motion${k}.length`, `drive${k}.s_ref`],
    [`drive${k}.flange`, `leg${k}.flange`],
  ]),
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = {
  stopTime: 2,
  interval: 0.005,
  analysis: 'inverse',
  plot: ['plate.r_abs[3]', ['leg0.flange.f', 'leg1.flange.f']],
}

export function simulateStewart(stopTime = 2): SignalTable {
  return simulate(StewartPlatform, { stopTime, interval: 0.005, analysis: 'inverse' })
}

if (isMain(import.meta.url)) {
  const result = simulateStewart()
  console.log(plotText(result, 'plate.r_abs[3]', { heading: 'Height of the plate', height: 10 }))
  console.log(plotText(result, ['leg0.flange.f', 'leg1.flange.f'], { heading: 'Forces in two legs' }))
}
