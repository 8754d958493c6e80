/**
 * A crane with a boom lifted by a hydraulic cylinder. The cylinder is a line between two eyes, with a force from 1D
 * components: its tube and its piston are point masses on that line. Here its length is prescribed; the required force
 * is a result, and so are the loads of the pins at its ends.
 *
 *   npx tsx examples/crane.ts
 */
import { type Experiment, equations, Par, plotText, type SignalTable, simulate } from 'vario'
import { Position } from 'vario/library/translational'
import {
  Box,
  Cylinder,
  JointForce,
  LineForce,
  MassPropertiesFromShapeAndMass,
  Model3D,
  Object3D,
  Revolute,
  Scene,
  Solid,
  Visual,
} from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** Positions of the eyes of the cylinder: on the mast below the hinge of the boom, on the boom from the hinge [m]. */
export const [MAST, EYE] = [1.2, 1.5]
/** Length of the boom [m], its mass and the load at its end, masses of tube and piston [kg]. */
export const [BOOM, BOOM_MASS, LOAD, TUBE, PISTON] = [4, 300, 500, 40, 25]
/** The cylinder becomes longer by STROKE [m] in DURATION [s]. */
export const [START_ANGLE, STROKE, DURATION] = [-0.1, 0.5, 4]

/** Length of the cylinder for an angle of the boom: law of cosines. */
export const lengthAt = (phi: number): number =>
  Math.sqrt(MAST ** 2 + EYE ** 2 + 2 * MAST * EYE * Math.sin(phi))

const mass = (value: number) => MassPropertiesFromShapeAndMass({ mass: value })

/** A part of the cylinder, whose middle is `place` [m] from its end of the line. */
function drawPart(parent: string, place: number, length: number, diameter: number, color: string) {
  const angle = Math.atan2(MAST, EYE)
  return Object3D({
    parent,
    translation: [place * Math.cos(angle), place * Math.sin(angle), 0],
    rotation: [0, 0, angle],
    feature: Visual({ shape: Cylinder({ axis: 'x', diameter, length }), visualMaterial: { color } }),
  })
}

export const Crane = Model3D({
  world: Object3D({ feature: Scene({ enableContactDetection: false, nominalLength: 4 }) }),
  mast: Object3D({
    ...{ parent: 'world', translation: [-0.2, -0.6, 0] },
    feature: Visual({
      shape: Box({ lengthX: 0.4, lengthY: 2, lengthZ: 0.5 }),
      visualMaterial: { color: 'DimGray' },
    }),
  }),
  foot: Object3D({ parent: 'world', translation: [0, -MAST, 0] }),
  boom: Object3D({
    feature: Solid({
      shape: Box({ lengthX: BOOM, lengthY: 0.25, lengthZ: 0.2 }),
      massProperties: mass(BOOM_MASS),
      visualMaterial: { color: 'Gold' },
    }),
  }),
  root: Object3D({ parent: 'boom', translation: [-BOOM / 2, 0, 0] }),
  eye: Object3D({ parent: 'root', translation: [EYE, 0, 0] }),
  load: Object3D({
    ...{ parent: 'root', translation: [BOOM, -0.3, 0] },
    feature: Solid({
      shape: Box({ lengthX: 0.5, lengthY: 0.5, lengthZ: 0.5 }),
      massProperties: mass(LOAD),
      visualMaterial: { color: 'FireBrick' },
    }),
  }),
  hinge: Revolute({ obj1: 'world', obj2: 'root', axis: 'z', phi: { start: START_ANGLE } }),

  cylinder: LineForce({
    ...{ obj1: 'foot', obj2: 'eye', direction: [EYE, MAST, 0] },
    ...{ mass1: TUBE, distance1: 0.4, mass2: PISTON, distance2: 0.5 },
  }),
  barrel: drawPart('cylinder.tube', 0.75, 1.5, 0.16, 'SteelBlue'),
  stem: drawPart('cylinder.piston', -0.55, 1.1, 0.09, 'Silver'),
  drive: Position({ exact: true }),
  atFoot: JointForce({ joint: 'cylinder.joint1', objectCoordinateRef: 'world' }),
  atEye: JointForce({ joint: 'cylinder.joint2', objectCoordinateRef: 'world' }),

  s0: Par(lengthAt(START_ANGLE), 'm'),
  stroke: Par(STROKE, 'm'),
  duration: Par(DURATION, 's'),
  equations: equations`drive.s_ref = s0 + stroke*(1 - cos(pi*time/duration))/2`,
  connect: [['drive.flange', 'cylinder.flange_b']],
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = { stopTime: DURATION, plot: ['cylinder.slider.f'] }

export function simulateCrane(): SignalTable {
  return simulate(Crane, { stopTime: DURATION, tolerance: 1e-8, interval: DURATION / 400 })
}

if (isMain(import.meta.url)) {
  const result = simulateCrane()
  console.log(result.summary({ names: ['hinge.phi', 'cylinder.slider.s', 'cylinder.slider.f'] }))
  console.log(plotText(result, ['cylinder.slider.f']))
}
