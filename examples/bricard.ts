/**
 * Bricard's mechanism: a closed loop of six revolute joints, which moves although six joints of general directions
 * would be rigid: one of the constraints is redundant. It is detected at the start, and a message names the
 * undetermined reactions. The bars fall from rest.
 *
 *   npx tsx examples/bricard.ts
 */
import { type Experiment, plotText, type SignalTable, simulate } from 'vario'
import {
  Box,
  MassPropertiesFromShapeAndMass,
  Model3D,
  Object3D,
  Revolute,
  Scene,
  Solid,
} from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** Thickness of the bars [m]; they are 1 m long. */
const SIDE = 0.1

/** A bar of 1 kg between two joints, parallel to an axis, and the position of its end relative to its middle. */
const createBar = (end: readonly [number, number, number], color: string) => {
  const [lengthX, lengthY, lengthZ] = end.map((x) => (x === 0 ? SIDE : 2 * Math.abs(x)))
  return Object3D({
    feature: Solid({
      shape: Box({ lengthX, lengthY, lengthZ }),
      massProperties: MassPropertiesFromShapeAndMass({ mass: 1 }),
      visualMaterial: { color },
    }),
  })
}

export const Bricard = Model3D({
  world: Object3D({ feature: Scene({ enableContactDetection: false }) }),
  last: Object3D({ parent: 'world', translation: [0, 0, 1] }),

  bar1: createBar([0.5, 0, 0], 'FireBrick'),
  begin1: Object3D({ parent: 'bar1', translation: [-0.5, 0, 0] }),
  end1: Object3D({ parent: 'bar1', translation: [0.5, 0, 0] }),
  bar2: createBar([0, -0.5, 0], 'DarkOrange'),
  begin2: Object3D({ parent: 'bar2', translation: [0, 0.5, 0] }),
  end2: Object3D({ parent: 'bar2', translation: [0, -0.5, 0] }),
  bar3: createBar([0, 0, 0.5], 'Gold'),
  begin3: Object3D({ parent: 'bar3', translation: [0, 0, -0.5] }),
  end3: Object3D({ parent: 'bar3', translation: [0, 0, 0.5] }),
  bar4: createBar([-0.5, 0, 0], 'SeaGreen'),
  begin4: Object3D({ parent: 'bar4', translation: [0.5, 0, 0] }),
  end4: Object3D({ parent: 'bar4', translation: [-0.5, 0, 0] }),
  bar5: createBar([0, 0.5, 0], 'SteelBlue'),
  begin5: Object3D({ parent: 'bar5', translation: [0, -0.5, 0] }),
  end5: Object3D({ parent: 'bar5', translation: [0, 0.5, 0] }),

  rev1: Revolute({ obj1: 'world', obj2: 'begin1', axis: 'y' }),
  rev2: Revolute({ obj1: 'end1', obj2: 'begin2', axis: 'z' }),
  rev3: Revolute({ obj1: 'end2', obj2: 'begin3', axis: 'x' }),
  rev4: Revolute({ obj1: 'end3', obj2: 'begin4', axis: 'y' }),
  rev5: Revolute({ obj1: 'end4', obj2: 'begin5', axis: 'z' }),
  rev6: Revolute({ obj1: 'end5', obj2: 'last', axis: 'x' }),
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = { stopTime: 10, tolerance: 1e-8, plot: [['rev1.phi', 'rev2.phi']] }

export function simulateBricard(stopTime = 10): SignalTable {
  return simulate(Bricard, { stopTime, tolerance: 1e-8 })
}

if (isMain(import.meta.url)) {
  const result = simulateBricard()
  const { dof, redundant } = result.segments[0]
  console.log(`Degrees of freedom: ${dof}; constraints that follow from others: ${redundant}.`)
  console.log(plotText(result, ['rev1.phi', 'rev2.phi']))
}
