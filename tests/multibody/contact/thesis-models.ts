/** The collision models of thesis appendix B and ch. 8.2, and of the collision group of the reference cases. */
import {
  Beam,
  Capsule,
  Cone,
  Cylinder,
  Ellipsoid,
  Model3D,
  Object3D,
  Scene,
  type SolidArguments,
} from 'vario/multibody'
import { fixedBox, freeBody, freeSphere, uprightWorld, type Vector } from './scenes.ts'
import { THESIS_PAIRS } from './thesis-pairs.ts'

type Shape = NonNullable<SolidArguments['shape']>
type Axis = 'x' | 'y' | 'z'

const RIGHT_ANGLE = Math.PI / 2
const degrees = (...angles: number[]): Vector => angles.map((a) => (a * Math.PI) / 180) as unknown as Vector

/** Frames in which the three bodies of a model move alike, with their axes exchanged cyclically. */
const FRAMES = { x: degrees(-90, 0, -90), y: degrees(90, 90, 0), z: degrees(0, 0, 0) }

/** Differences between the models with three bodies above a plate. */
interface ThreeBodies {
  readonly material: string
  readonly plate: Vector
  /** Height of the frames, and their position in y [m]. */
  readonly y: number
  readonly tilt: number
  readonly speed: number
  /** About the axis of the body [rad/s]. */
  readonly spin: number
  readonly shape: (axis: Axis) => Shape
}

/** Three bodies that fall onto a plate: tilted from their axis, and moved at `speed` across it. */
function threeBodies({ material, plate, y, tilt, speed, spin, shape }: ThreeBodies) {
  const body = (parent: string, axis: Axis, angles: Vector, velocity: Vector) =>
    freeBody(shape(axis), material, {
      parent,
      rotation: degrees(...angles),
      velocity,
      angularVelocity: [axis === 'x' ? spin : 0, axis === 'y' ? spin : 0, axis === 'z' ? spin : 0],
      angularVelocityResolvedInParent: false,
    })
  const frame = (x: number, axis: Axis) =>
    Object3D({ parent: 'world', translation: [x, y, 1], rotation: FRAMES[axis] })
  return Model3D({
    world: uprightWorld({ contactPairs: THESIS_PAIRS }),
    ground: fixedBox(plate, [0, 0, -0.05], material),
    frameX: frame(-1, 'x'),
    frameY: frame(0, 'y'),
    frameZ: frame(1, 'z'),
    bodyX: body('frameX', 'x', [0, tilt, 0], [0, speed, 0]),
    bodyY: body('frameY', 'y', [0, 0, tilt], [0, 0, speed]),
    bodyZ: body('frameZ', 'z', [tilt, 0, 0], [speed, 0, 0]),
  })
}

/** collision.BouncingCapsules, figure B.1. */
export const Capsules = threeBodies({
  material: 'Steel',
  plate: [5, 3, 0.1],
  y: 0,
  tilt: -60,
  speed: 1,
  spin: 0,
  shape: (axis) => Capsule({ axis, diameter: 0.4, length: 1 }),
})

/** collision.BouncingBeams, figure B.2. */
export const Beams = threeBodies({
  material: 'DryWood',
  plate: [7, 3, 0.1],
  y: 0,
  tilt: -50,
  speed: 2,
  spin: 2,
  shape: (axis) => Beam({ axis, length: 1, width: 0.4, thickness: 0.2 }),
})

/** collision.BouncingCones, figure B.3; figure B.4 with a top. */
export function cones(topDiameter: number) {
  return threeBodies({
    material: 'DryWood',
    plate: [5, 3, 0.1],
    y: -0.5,
    tilt: -60,
    speed: 1,
    spin: 0,
    shape: (axis) => Cone({ axis, diameter: 0.4, length: 1, topDiameter }),
  })
}

const ELLIPSOID = Ellipsoid({ lengthX: 0.1, lengthY: 0.2, lengthZ: 0.3 })

/** collision.BouncingEllipsoid, figure B.8. */
export const EllipsoidOnPlate = Model3D({
  world: Object3D({ feature: Scene({ contactPairs: THESIS_PAIRS }) }),
  ground: fixedBox([4, 0.1, 3], [0, -0.05, 0], 'Steel'),
  ellipsoid: freeBody(ELLIPSOID, 'Steel', { translation: [0, 1, 0], angularVelocity: [5, 0, -2] }),
})

/** Figure B.6: the ellipsoid falls onto a sphere, slightly beside its top. */
export const EllipsoidOnSphere = Model3D({
  world: Object3D({ feature: Scene({ contactPairs: THESIS_PAIRS }) }),
  globe: freeSphere(1, 'Steel', { fixedToParent: true }),
  ellipsoid: freeBody(ELLIPSOID, 'Steel', { translation: [0.02, 1, 0.05], angularVelocity: [5, 0, -2] }),
})

/** collision.CollidingCylinders: three pipes fall onto two fixed bars. */
export const Cylinders = (() => {
  const pipe = (axis: Axis, x: number, rotation: Vector) =>
    freeBody(Cylinder({ axis, diameter: 0.1, length: 0.5, innerDiameter: 0.08 }), 'BilliardBall', {
      translation: [x, -0.1, 0.5],
      rotation,
    })
  const bar = (translation: Vector) =>
    freeBody(Cylinder({ axis: 'x', diameter: 0.1, length: 1 }), 'BilliardBall', {
      fixedToParent: true,
      translation,
    })
  return Model3D({
    world: uprightWorld({ contactPairs: THESIS_PAIRS }),
    cylinderX: pipe('x', -0.3, degrees(0, -90, -80)),
    cylinderY: pipe('y', 0, degrees(-10, 0, 0)),
    cylinderZ: pipe('z', 0.3, degrees(80, 0, 0)),
    cylinder2: bar([0, 0.1, 0.2]),
    cylinder3: bar([0, -0.1, 0]),
  })
})()

/** Diameter of billiard balls, and the gap between the balls of the rack [m]. */
const BALL = 0.06
const GAP = 0.0001

function billiardBall(x: number, y: number, velocity: Vector = [0, 0, 0]) {
  return freeSphere(BALL, 'BilliardBall', {
    translation: [x, y, BALL / 2],
    rotation: [RIGHT_ANGLE, 0, 0],
    velocity,
  })
}

/** collision.TwoCollidingBalls, figures 8.4 and B.9. */
export const TwoBalls = Model3D({
  world: uprightWorld({ contactPairs: THESIS_PAIRS }),
  table: fixedBox([3, 0.5, 0.02], [0, 0, -0.01], 'DryWood', { contactMaterial: 'BilliardTable' }),
  ball1: billiardBall(-1.3, 0, [3, 0, 0]),
  ball2: billiardBall(0, 0),
})

/** collision.Billard16Balls, ch. 8.2, and the same with fewer rows: figure B.10 has two. */
export function billiard(nRow: number) {
  const [length, width, thickness] = [2.24, 1.12, 0.05]
  // the cushion touches balls at 7/5 of their radius (figure 8.3)
  const height = 0.7 * BALL
  const lip = height / 3
  const cushion = (x: number, y: number, lengthX: number, lengthY: number) =>
    fixedBox([lengthX, lengthY, lip], [x, y, (7 * height) / 6], 'BilliardCushion')
  const balls: Record<string, ReturnType<typeof billiardBall>> = {}
  for (let row = 0; row < nRow; row++) {
    for (let k = 0; k <= row; k++) {
      const x = length / 6 + row * ((BALL * Math.sqrt(3)) / 2 + GAP)
      balls[`ball${Object.keys(balls).length + 1}`] = billiardBall(x, (row / 2 - k) * (BALL + GAP))
    }
  }
  return Model3D({
    world: uprightWorld({ contactPairs: THESIS_PAIRS }),
    table: fixedBox([length, width, thickness], [0, 0, -thickness / 2], 'BilliardTable'),
    right: cushion(1.0825, 0, 0.075, width),
    left: cushion(-1.0825, 0, 0.075, width),
    back: cushion(0, 0.5225, length, 0.075),
    front: cushion(0, -0.5225, length, 0.075),
    ball0: billiardBall(-0.8, -0.1, [3, 0.1, 0]),
    ...balls,
  })
}
