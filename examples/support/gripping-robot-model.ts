/**
 * The gripping robot (thesis 12.2): an arm with five axes and a gripper on a base with a plate, and a sphere that lies
 * on the plate. Masses, frames, drives and controllers are the published ones; the shapes are simplified. The centers
 * of mass of the links were not published, but their controllers determine them: in the plane of the arm they follow
 * from the final states of two other cases, to a tenth of a millimeter.
 */
import { equations, Model, Par, Var } from 'vario'
import { PI } from 'vario/library/blocks'
import { Flange } from 'vario/library/translational'
import {
  type ActionProgram,
  Box,
  Cylinder,
  Model3D,
  Object3D,
  PrismaticWithFlange,
  ReferencePath,
  RevoluteWithFlange,
  Scene,
  Servo,
  Solid,
  Sphere,
  UniformGravityField,
  Visual,
} from 'vario/multibody'

const DEGREE = Math.PI / 180
const GREY = { color: 'LightSlateGrey' }
const ORANGE = { color: 'DarkOrange' }

type Vector = readonly [number, number, number]

interface LinkArguments {
  /** Start of the link: the end of the previous link. */
  readonly parent: string
  /** Rotation relative to the previous link [deg]. */
  readonly turned: Vector
  /** [kg] */
  readonly mass: number
  /** Center of mass, equal to that of the shape [m]. */
  readonly center: Vector
  /** Lengths of the box [m]. */
  readonly size: Vector
  /** Start of the next link [m]. */
  readonly end: Vector
}

/** A link: `axis` turns `body` about the z-axis of `near`. */
function Link({ parent, turned, mass, center, size, end }: LinkArguments) {
  const [lengthX, lengthY, lengthZ] = size
  return Model({
    near: Object3D({ parent, rotation: turned.map((angle) => angle * DEGREE) }),
    axis: RevoluteWithFlange({ obj1: 'near', obj2: 'body', axis: 'z' }),
    body: Object3D(),
    box: Object3D({
      parent: 'body',
      translation: center,
      feature: Solid({
        shape: Box({ lengthX, lengthY, lengthZ }),
        massProperties: mass,
        visualMaterial: ORANGE,
      }),
    }),
    far: Object3D({ parent: 'body', translation: end }),
  })
}

/** A finger of the gripper, which touches the sphere. `side` is +1 for the left one, -1 for the right one. */
function finger(parent: string, side: number) {
  return Object3D({
    parent,
    translation: [0, 0.0051 * side, 0.0135],
    feature: Solid({
      shape: Box({ lengthX: 0.012, lengthY: 0.01, lengthZ: 0.045 }),
      massProperties: 0.01,
      contactMaterial: 'DryWood',
      collision: true,
      visualMaterial: GREY,
    }),
  })
}

/** Linear drive of the gripper: the same cascade of controllers as in `Servo`, and a motor of mass m [kg]. */
const LinearServo = Model({
  ref: Var({ input: true, unit: 'm' }),
  flange: Flange(),
  k1: Par(50),
  m: Par(0.1, 'kg'),
  v: Var({ unit: 'm/s' }),
  PI: PI({ k: 10, T: 1 }),
  equations: equations`
    v = der(flange.s)
    PI.u = k1*(ref - flange.s) - v
    m*der(v) = PI.y + flange.f
  `,
})

const servo = (ratio: number, J: number) => Servo({ ratio, J, k1: 50, k2: 0.1, T: 1 })

/** Arm and gripper on a fixed base. Input of the drives is the path: five angles [rad] and the opening [m]. */
export const Robot = Model({
  base: Object3D({ parent: 'world', translation: [-0.569, 0, 0.084] }),
  chassis: Object3D({
    parent: 'base',
    feature: Visual({ shape: Box({ lengthX: 0.58, lengthY: 0.38, lengthZ: 0.09 }), visualMaterial: GREY }),
  }),
  plate: Object3D({
    parent: 'base',
    translation: [-0.16, 0, 0.0702],
    feature: Solid({
      shape: Box({ lengthX: 0.22, lengthY: 0.22, lengthZ: 0.01 }),
      massProperties: 2.397,
      contactMaterial: 'DryWood',
      collision: true,
      visualMaterial: GREY,
    }),
  }),
  plateLock: Object3D({ parent: 'base', translation: [-0.19, 0, 0.0702], lockable: true }),
  column: Object3D({
    parent: 'base',
    translation: [0.167, 0, 0.0575],
    feature: Visual({ shape: Cylinder({ axis: 'z', diameter: 0.12, length: 0.025 }), visualMaterial: GREY }),
  }),
  shoulder: Object3D({ parent: 'base', translation: [0.167, 0, 0.161] }),
  link1: Link({
    parent: 'shoulder',
    turned: [180, 0, 0],
    mass: 1.39,
    center: [0.00278762, -0.00346018, 0.04100369],
    size: [0.12, 0.1, 0.1],
    end: [0.033, 0, 0],
  }),
  link2: Link({
    parent: 'link1.far',
    turned: [90, 0, -90],
    mass: 1.318,
    center: [0.0693, 0.0014, 0],
    size: [0.2, 0.07, 0.06],
    end: [0.155, 0, 0],
  }),
  link3: Link({
    parent: 'link2.far',
    turned: [0, 0, -90],
    mass: 0.821,
    center: [-0.0002, 0.0791, 0],
    size: [0.06, 0.17, 0.06],
    end: [0, 0.135, 0],
  }),
  link4: Link({
    parent: 'link3.far',
    turned: [0, 0, 0],
    mass: 0.769,
    center: [-0.0009, 0.0323, 0],
    size: [0.06, 0.12, 0.07],
    end: [0, 0.11316, 0],
  }),
  link5: Link({
    parent: 'link4.far',
    turned: [-90, 0, 0],
    mass: 0.687,
    center: [0, 0, -0.0165],
    size: [0.05, 0.05, 0.07],
    end: [0, 0, 0.05716],
  }),
  hand: Object3D({ parent: 'link5.far', rotation: [0, 0, -Math.PI] }),
  palm: Object3D({
    parent: 'hand',
    translation: [0, 0, -0.02],
    feature: Solid({
      shape: Box({ lengthX: 0.05, lengthY: 0.09, lengthZ: 0.03 }),
      massProperties: 0.199,
      visualMaterial: GREY,
    }),
  }),
  right: Object3D({ parent: 'hand', translation: [0, -0.03, 0] }),
  rightFinger: finger('right', -1),
  left: Object3D(),
  leftFinger: finger('left', 1),
  grip: PrismaticWithFlange({ obj1: 'right', obj2: 'left', axis: 'y', canCollide: true }),
  gripperLock: Object3D({ parent: 'right', translation: [0.006, 0.005, 0.0225], lockable: true }),

  servo1: servo(156, 1.3909e-5),
  servo2: servo(156, 1.3909e-5),
  servo3: servo(100, 1.3571e-5),
  servo4: servo(71, 9.321e-6),
  servo5: servo(71, 3.571e-6),
  servo6: LinearServo(),
  path: ReferencePath({
    n: 6,
    v_max: [2.68512, 2.68512, 4.8879, 5.8997, 5.8997, 2],
    a_max: [1.5, 1.5, 1.5, 1.5, 1.5, 0.5],
  }),
  equations: equations`
    servo1.refLoadAngle = path.position[1]
    servo2.refLoadAngle = path.position[2]
    servo3.refLoadAngle = path.position[3]
    servo4.refLoadAngle = path.position[4]
    servo5.refLoadAngle = path.position[5]
    servo6.ref = path.position[6]
  `,
  connect: [
    ['servo1.flange', 'link1.axis.flange'],
    ['servo2.flange', 'link2.axis.flange'],
    ['servo3.flange', 'link3.axis.flange'],
    ['servo4.flange', 'link4.axis.flange'],
    ['servo5.flange', 'link5.axis.flange'],
    ['servo6.flange', 'grip.flange'],
  ],
})

/** The robot and its sphere, with a program that moves both. */
export function GrippingRobot(actions: ActionProgram, enableContactDetection = true) {
  return Model3D({
    world: Object3D({
      feature: Scene({
        gravityField: UniformGravityField({ n: [0, 0, -1] }),
        nominalLength: 0.3,
        gap: 0.2,
        maximumContactDamping: 1000,
        elasticContactReductionFactor: 0.001,
        enableContactDetection,
      }),
    }),
    robot: Robot(),
    sphere: Object3D({
      parent: 'world',
      fixedToParent: false,
      assemblyRoot: true,
      translation: [-0.78, 0, 0.1845],
      feature: Solid({
        shape: Sphere({ diameter: 0.05 }),
        solidMaterial: 'DryWood',
        collision: true,
        visualMaterial: 'Red',
      }),
    }),
    sphereLock: Object3D({ parent: 'sphere', translation: [0, 0.025, 0], lockable: true }),
    actions,
  })
}
