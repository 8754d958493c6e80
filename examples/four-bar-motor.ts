/**
 * A four-bar mechanism with a crank driven by a DC motor: electric circuit, rotor and gear are equations, which the
 * flange of the crank's bearing connects with the closed loop in space. The angle of the crank is given; the other
 * joints have guesses for the assembly of the mechanism.
 *
 *   npx tsx examples/four-bar-motor.ts
 */
import { type Experiment, plotText, type SignalTable, simulate } from 'vario'
import { ConstantVoltage, Ground, Inductor, Resistor } from 'vario/library/electric'
import { Damper, EMF, Fixed, IdealGear, Inertia } from 'vario/library/rotational'
import {
  Box,
  MassPropertiesFromShapeAndMass,
  Model3D,
  Object3D,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
} from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** Lengths of crank, coupler, rocker and base [m]. */
export const [CRANK, COUPLER, ROCKER, BASE] = [0.25, Math.hypot(0.75, 0.35), Math.hypot(0.05, 0.6), 0.8]

/** A bar along x with square section. */
function createBar(length: number, side: number, mass: number, color: string) {
  return Object3D({
    feature: Solid({
      shape: Box({ lengthX: length, lengthY: side, lengthZ: side }),
      massProperties: MassPropertiesFromShapeAndMass({ mass }),
      visualMaterial: { color },
    }),
  })
}

export const FourBarMotor = Model3D({
  world: Object3D({ feature: Scene({ enableContactDetection: false }) }),
  pivot: Object3D({ parent: 'world', translation: [BASE, 0, 0] }),

  crank: createBar(CRANK, 0.08, 3, 'FireBrick'),
  crankFoot: Object3D({ parent: 'crank', translation: [-CRANK / 2, 0, 0] }),
  crankPin: Object3D({ parent: 'crank', translation: [CRANK / 2, 0, 0.1] }),
  coupler: createBar(COUPLER, 0.1, 8, 'Silver'),
  couplerLeft: Object3D({ parent: 'coupler', translation: [-COUPLER / 2, 0, 0] }),
  couplerRight: Object3D({ parent: 'coupler', translation: [COUPLER / 2, 0, 0] }),
  rocker: createBar(ROCKER, 0.12, 5, 'SteelBlue'),
  rockerFoot: Object3D({ parent: 'rocker', translation: [-ROCKER / 2, 0, 0] }),
  rockerPin: Object3D({ parent: 'rocker', translation: [ROCKER / 2, 0, 0.1] }),

  rev1: RevoluteWithFlange({ obj1: 'world', obj2: 'crankFoot', axis: 'z', phi: Math.PI / 2, w: 0 }),
  rev2: Revolute({ obj1: 'crankPin', obj2: 'couplerLeft', axis: 'z', phi: { start: -1 } }),
  rev3: Revolute({ obj1: 'rockerPin', obj2: 'couplerRight', axis: 'z' }),
  rev4: Revolute({ obj1: 'pivot', obj2: 'rockerFoot', axis: 'z', phi: { start: 1.5 } }),

  source: ConstantVoltage({ V: 24 }),
  resistor: Resistor({ R: 0.5 }),
  inductor: Inductor({ L: 0.01 }),
  emf: EMF({ k: 0.3 }),
  ground: Ground(),
  rotor: Inertia({ J: 0.002, phi: { init: null }, w: { init: null } }),
  bearing: Damper({ d: 0.001 }),
  housing: Fixed(),
  gear: IdealGear({ ratio: 10 }),
  connect: [
    ['source.p', 'resistor.p'],
    ['resistor.n', 'inductor.p'],
    ['inductor.n', 'emf.p'],
    ['emf.n', 'source.n', 'ground.p'],
    ['emf.flange', 'rotor.flange_a', 'bearing.flange_a'],
    ['bearing.flange_b', 'housing.flange'],
    ['rotor.flange_b', 'gear.flange_a'],
    ['gear.flange_b', 'rev1.flange'],
  ],
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = { stopTime: 3, tolerance: 1e-8, plot: [['rev1.w', 'rev4.w']] }

export function simulateFourBarMotor(): SignalTable {
  return simulate(FourBarMotor, { stopTime: 3, tolerance: 1e-8 })
}

if (isMain(import.meta.url)) {
  const result = simulateFourBarMotor()
  console.log(result.summary({ names: ['rev1.phi', 'rev1.w', 'rev4.phi', 'inductor.i'] }))
  console.log(plotText(result, ['rev1.w', 'rev4.w'], { heading: 'Speed of crank and rocker' }))
}
