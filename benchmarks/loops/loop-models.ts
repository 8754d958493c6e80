/**
 * Mechanisms with closed loops for the measurements: in the style of our users, and one in the style of MuJoCo users.
 */
import { MassProperties, Model3D, Object3D, Prismatic, Revolute, Scene, Solid } from 'vario/multibody'

type Members = Record<string, unknown>
type Vector = readonly [number, number, number]

/** Moment of inertia of slender rods of 1 m and 1 kg, across and along [kg.m2]. */
const [ACROSS, ALONG] = [1 / 12, 1e-4]

/** Side of the squares in the chain [m]. */
const SIDE = 0.2

/** A rod of 1 kg along one of the axes of its frame, with the inertia of one that is `length` long [m]. */
function createRod(axis: 'x' | 'y' | 'z', length = 1, along = ALONG) {
  const across = ACROSS * length * length + (along === ALONG ? 0 : along / 2)
  const [Ixx, Iyy, Izz] = ['x', 'y', 'z'].map((name) => (name === axis ? along : across))
  return Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx, Iyy, Izz }) }) })
}

function createWorld() {
  return Object3D({ feature: Scene({ enableContactDetection: false }) })
}

/** IFToMM A02: N parallelograms beside each other on the ground, upright, with 1 m/s at the top. */
export function createParallelograms(n: number) {
  const members: Members = { world: createWorld() }
  for (let i = 0; i <= n; i++) {
    members[`foot${i}`] = Object3D({ parent: 'world', translation: [i, 0, 0] })
    members[`bar${i}`] = createRod('y')
    members[`low${i}`] = Object3D({ parent: `bar${i}`, translation: [0, -0.5, 0] })
    members[`top${i}`] = Object3D({ parent: `bar${i}`, translation: [0, 0.5, 0] })
    const start = i === 0 ? { w: { init: -1 } } : {}
    members[`A${i}`] = Revolute({ obj1: `foot${i}`, obj2: `low${i}`, axis: 'z', ...start })
  }
  for (let i = 0; i < n; i++) {
    members[`beam${i}`] = createRod('x')
    members[`left${i}`] = Object3D({ parent: `beam${i}`, translation: [-0.5, 0, 0] })
    members[`right${i}`] = Object3D({ parent: `beam${i}`, translation: [0.5, 0, 0] })
    members[`L${i}`] = Revolute({ obj1: `top${i}`, obj2: `left${i}`, axis: 'z' })
    members[`R${i}`] = Revolute({ obj1: `right${i}`, obj2: `top${i + 1}`, axis: 'z' })
  }
  return Model3D(members as Parameters<typeof Model3D>[0])
}

/** N four-bars side by side, whose cranks start with 1 to 50 rad/s; a single one with the highest speed. */
export function createFourBars(n: number) {
  const members: Members = { world: createWorld() }
  // the coupler, of 1.2, is horizontal at the start: its ends are 0.1 outside of the feet
  const lean = Math.asin(0.1)
  for (let i = 0; i < n; i++) {
    const speed = n === 1 ? 50 : 50 ** (i / (n - 1))
    const turn = (obj1: string, obj2: string, start: object) =>
      Revolute({ obj1: `${obj1}${i}`, obj2: `${obj2}${i}`, axis: 'z', ...start })
    for (const [name, x] of [
      ['a', 0],
      ['b', 1],
    ] as const) {
      members[`${name}Foot${i}`] = Object3D({ parent: 'world', translation: [2 * i + x, 0, 0] })
      members[`${name}${i}`] = createRod('y')
      members[`${name}Low${i}`] = Object3D({ parent: `${name}${i}`, translation: [0, -0.5, 0] })
      members[`${name}Top${i}`] = Object3D({ parent: `${name}${i}`, translation: [0, 0.5, 0] })
    }
    members[`c${i}`] = createRod('x', 1.2)
    members[`cLeft${i}`] = Object3D({ parent: `c${i}`, translation: [-0.6, 0, 0] })
    members[`cRight${i}`] = Object3D({ parent: `c${i}`, translation: [0.6, 0, 0] })
    members[`A${i}`] = turn('aFoot', 'aLow', { phi: { init: lean }, w: { init: speed } })
    members[`B${i}`] = turn('bFoot', 'bLow', { phi: { start: -lean } })
    members[`C${i}`] = turn('aTop', 'cLeft', { phi: { start: -lean } })
    members[`D${i}`] = turn('cRight', 'bTop', { phi: { start: -lean } })
  }
  return Model3D(members as Parameters<typeof Model3D>[0])
}

/** N parallelograms in a vertical chain: the lower bar of each carries the next one. */
export function createHangingLoops(n: number) {
  const members: Members = { world: createWorld(), beam0: Object3D({ parent: 'world' }) }
  for (let i = 0; i < n; i++) {
    const [above, below] = [`beam${i}`, `beam${i + 1}`]
    members[below] = createRod('x', SIDE)
    for (const [name, x] of [
      ['left', -SIDE / 2],
      ['right', SIDE / 2],
    ] as const) {
      const bar = `${name}${i}`
      members[bar] = createRod('y', SIDE)
      members[`${bar}Top`] = Object3D({ parent: bar, translation: [0, SIDE / 2, 0] })
      members[`${bar}Low`] = Object3D({ parent: bar, translation: [0, -SIDE / 2, 0] })
      members[`${bar}Above`] = Object3D({ parent: above, translation: [x, 0, 0] })
      members[`${bar}Below`] = Object3D({ parent: below, translation: [x, 0, 0] })
      const start = name === 'left' ? { phi: { init: 0.2 }, w: { init: i === 0 ? 1 : 0 } } : {}
      members[`${bar}A`] = Revolute({ obj1: `${bar}Above`, obj2: `${bar}Top`, axis: 'z', ...start })
      const guess = name === 'left' ? { phi: { init: -0.2 } } : {}
      members[`${bar}B`] = Revolute({ obj1: `${bar}Low`, obj2: `${bar}Below`, axis: 'z', ...guess })
    }
  }
  return Model3D(members as Parameters<typeof Model3D>[0])
}

/**
 * A lattice of N pairs of crossed bars, as in a scissor lift that lies on its side: the ends of each pair are connected
 * to the next one, and the first one is held at two points of the world, one of which slides.
 */
export function createScissors(n: number) {
  const members: Members = {
    world: createWorld(),
    slide: Object3D({
      feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) }),
    }),
    guide: Prismatic({ obj1: 'world', obj2: 'slide', axis: 'y', s: { start: -SIDE } }),
  }
  for (let i = 0; i < n; i++) {
    for (const name of ['up', 'down']) {
      members[`${name}${i}`] = createRod('x', SIDE * Math.SQRT2)
      for (const [end, x] of [
        ['Left', -SIDE / Math.SQRT2],
        ['Right', SIDE / Math.SQRT2],
      ] as const)
        members[`${name}${i}${end}`] = Object3D({ parent: `${name}${i}`, translation: [x, 0, 0] })
    }
    const angle = i === 0 ? { phi: { init: -Math.PI / 4 } } : {}
    if (i === 0) {
      members['hinge'] = Revolute({ obj1: 'world', obj2: 'down0Left', axis: 'z', ...angle })
      members['foot'] = Revolute({ obj1: 'slide', obj2: 'up0Left', axis: 'z', phi: { start: Math.PI / 4 } })
    } else {
      const [before, turn] = [i - 1, Math.PI / 2]
      members[`low${i}`] = Revolute({
        obj1: `down${before}Right`,
        obj2: `up${i}Left`,
        axis: 'z',
        phi: { start: turn },
      })
      members[`high${i}`] = Revolute({
        obj1: `up${before}Right`,
        obj2: `down${i}Left`,
        axis: 'z',
        phi: { start: -turn },
      })
    }
    members[`center${i}`] = Revolute({
      obj1: `down${i}`,
      obj2: `up${i}`,
      axis: 'z',
      phi: { start: Math.PI / 2 },
    })
  }
  return Model3D(members as Parameters<typeof Model3D>[0])
}

/** IFToMM A04: Bricard's mechanism, five bars of 1 m and square section, from rest. */
export function createBricard() {
  const bars: readonly (readonly [Vector, Vector, 'x' | 'y' | 'z'])[] = [
    [[0, 0, 0], [1, 0, 0], 'x'],
    [[1, 0, 0], [1, -1, 0], 'y'],
    [[1, -1, 0], [1, -1, 1], 'z'],
    [[1, -1, 1], [0, -1, 1], 'x'],
    [[0, -1, 1], [0, 0, 1], 'y'],
  ]
  const axes = ['y', 'z', 'x'] as const
  const members: Members = {
    world: createWorld(),
    end0: Object3D({ parent: 'world' }),
    begin6: Object3D({ parent: 'world', translation: [0, 0, 1] }),
  }
  bars.forEach(([from, to, axis], k) => {
    const half = to.map((x, i) => (x - from[i]) / 2)
    // bars of 0.1 m x 0.1 m
    members[`bar${k + 1}`] = createRod(axis, 1, 0.01 / 6)
    members[`begin${k + 1}`] = Object3D({ parent: `bar${k + 1}`, translation: half.map((x) => -x) })
    members[`end${k + 1}`] = Object3D({ parent: `bar${k + 1}`, translation: half })
  })
  for (let k = 0; k < 6; k++)
    members[`rev${k + 1}`] = Revolute({ obj1: `end${k}`, obj2: `begin${k + 1}`, axis: axes[k % 3] })
  return Model3D(members as Parameters<typeof Model3D>[0])
}

/** A02 for MuJoCo, with equality constraints that are as stiff as a step of `dt` [s] allows. */
export function writeParallelograms(n: number, dt: number): string {
  const inertial = (axis: 'x' | 'y', pos: string): string =>
    `<inertial mass="1" pos="${pos}" diaginertia="${axis === 'x' ? `${ALONG} ${ACROSS}` : `${ACROSS} ${ALONG}`} ${ACROSS}"/>`
  const hinge = '<joint type="hinge" axis="0 0 1"/>'
  const bodies = Array.from({ length: n + 1 }, (_, i) => {
    const beam = i === n ? '' : `<body name="beam${i}" pos="0 1 0">${hinge}${inertial('x', '0.5 0 0')}</body>`
    return `<body name="bar${i}" pos="${i} 0 0">${hinge}${inertial('y', '0 0.5 0')}${beam}</body>`
  })
  const connects = Array.from(
    { length: n },
    (_, i) =>
      `<connect body1="beam${i}" body2="bar${i + 1}" anchor="1 0 0" solref="${2 * dt} 1" solimp="0.9999 0.9999 1e-3"/>`,
  )
  return `<mujoco>
    <option gravity="0 -9.81 0" timestep="${dt}" integrator="RK4" tolerance="1e-12" iterations="100">
      <flag contact="disable"/>
    </option>
    <compiler angle="radian"/>
    <worldbody>${bodies.join('')}</worldbody>
    <equality>${connects.join('')}</equality>
  </mujoco>`
}
