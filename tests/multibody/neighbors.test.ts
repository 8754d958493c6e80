/**
 * Independent mechanisms of all kinds in one scene: trees, closed loops, drives, springs, bouncing bodies, parts that
 * are locked and released. Each must move as it does alone, in any order of declaration and with any solver: steps,
 * islands, numbering and changes of structure of one must not affect another.
 */
import { type SignalTable, simulate } from 'vario'
import { Damper, Inertia } from 'vario/library/rotational'
import {
  type ActionProgram,
  MassProperties,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Rod,
  Solid,
  Spherical,
  SpringDamperPtP,
  Universal,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { campaignSeeds } from '../support/campaign-seeds.ts'
import { createRandom } from '../support/random.ts'
import { fixedBox, freeSphere, uprightWorld } from './contact/scenes.ts'

type Members = Record<string, unknown>
type Connection = readonly string[]

/**
 * Members of a piece at (x, 0, 2), signals that describe its motion, connections of flanges, and the program of its
 * actions.
 */
interface Piece {
  readonly members: Members
  readonly signals: readonly string[]
  readonly connect?: readonly Connection[]
  readonly actions?: ActionProgram
}

interface Place {
  /** Prefix of all names of the piece. */
  readonly name: string
  readonly x: number
  readonly uniform: (a: number, b: number) => number
}

const body = (mass: number, more: object = {}): ReturnType<typeof Object3D> =>
  Object3D({
    ...more,
    feature: Solid({
      massProperties: MassProperties({
        ...{ mass, centerOfMass: [0, 0, -0.3], Ixx: 0.1 * mass, Iyy: 0.12 * mass, Izz: 0.05 * mass },
      }),
    }),
  })

/** A tree of four bodies with two branches; joints that follow from others come last. */
function createTree({ name: n, x, uniform }: Place): Piece {
  const start = (): object => ({ phi: uniform(-1, 1), w: uniform(-1, 1) })
  return {
    members: {
      [`${n}Root`]: Object3D({ parent: 'world', translation: [x, 0, 2] }),
      ...{ [`${n}A`]: body(1), [`${n}B`]: body(uniform(0.5, 2)), [`${n}C`]: body(0.7), [`${n}D`]: body(0.4) },
      [`${n}AEnd`]: Object3D({ parent: `${n}A`, translation: [0, 0.1, -0.6] }),
      [`${n}CEnd`]: Object3D({ parent: `${n}C`, translation: [0, 0, -0.6] }),
      [`${n}First`]: Revolute({ obj1: `${n}Root`, obj2: `${n}A`, axis: 'y', ...start() }),
      [`${n}Second`]: Spherical({ obj1: `${n}AEnd`, obj2: `${n}B`, rotation: [0.3, uniform(-1, 1), 0] }),
      [`${n}Third`]: Universal({ obj1: `${n}AEnd`, obj2: `${n}C`, axis1: 'x', axis2: 'y', phi: [0.2, 0.5] }),
      [`${n}Fourth`]: Prismatic({ obj1: `${n}CEnd`, obj2: `${n}D`, axis: 'x', s: 0.1, v: uniform(-1, 1) }),
    },
    signals: [`${n}First.phi`, `${n}Second.angularVelocity[2]`, `${n}Third.phi[2]`, `${n}Fourth.s`],
  }
}

/** Two pendulums that a rod couples. */
function createLoop({ name: n, x, uniform }: Place): Piece {
  const foot = (dx: number): ReturnType<typeof Object3D> =>
    Object3D({ parent: 'world', translation: [x + dx, 0, 2] })
  return {
    members: {
      ...{ [`${n}Foot1`]: foot(0), [`${n}Foot2`]: foot(0.5), [`${n}A`]: body(1), [`${n}B`]: body(2) },
      [`${n}Tip1`]: Object3D({ parent: `${n}A`, translation: [0, 0, -0.5] }),
      [`${n}Tip2`]: Object3D({ parent: `${n}B`, translation: [0, 0, -0.4] }),
      [`${n}Left`]: Revolute({
        ...{ obj1: `${n}Foot1`, obj2: `${n}A`, axis: 'y', phi: uniform(-0.3, 0.3), w: uniform(-1, 1) },
      }),
      [`${n}Right`]: Revolute({ obj1: `${n}Foot2`, obj2: `${n}B`, axis: 'y', phi: 0.1 }),
      [`${n}Rod`]: Rod({ obj1: `${n}Tip1`, obj2: `${n}Tip2` }),
    },
    signals: [`${n}Left.phi`, `${n}Right.phi`, `${n}Left.w`],
  }
}

/** A pendulum with a rotor, a damper and a torque on its axis. */
function createDrive({ name: n, x, uniform }: Place): Piece {
  return {
    members: {
      [`${n}Root`]: Object3D({ parent: 'world', translation: [x, 0, 2] }),
      ...{ [`${n}A`]: body(1.5), [`${n}B`]: body(0.5) },
      [`${n}End`]: Object3D({ parent: `${n}A`, translation: [0, 0, -0.6] }),
      [`${n}Axis`]: RevoluteWithFlange({ obj1: `${n}Root`, obj2: `${n}A`, axis: 'y', phi: uniform(-1, 1) }),
      [`${n}Next`]: Revolute({ obj1: `${n}End`, obj2: `${n}B`, axis: 'x', phi: uniform(-1, 1) }),
      [`${n}Rotor`]: Inertia({ J: uniform(0.1, 0.5), phi: { init: null }, w: { init: null } }),
      [`${n}Damper`]: Damper({ d: 0.3 }),
      [`${n}Fixed`]: Inertia({ J: 1, phi: { init: 0 }, w: { init: 0 } }),
    },
    connect: [
      [`${n}Axis.flange`, `${n}Rotor.flange_a`],
      [`${n}Rotor.flange_b`, `${n}Damper.flange_a`],
      [`${n}Damper.flange_b`, `${n}Fixed.flange_a`],
    ],
    signals: [`${n}Axis.phi`, `${n}Next.phi`, `${n}Fixed.phi`],
  }
}

/** Two free bodies with a spring between them; one of them carries a joint. */
function createSprings({ name: n, x, uniform }: Place): Piece {
  const free = { parent: 'world', fixedToParent: false }
  return {
    members: {
      [`${n}A`]: body(1, { ...free, translation: [x, 0, 3], angularVelocity: [0, uniform(-2, 2), 1] }),
      [`${n}B`]: body(2, { ...free, translation: [x + 0.5, 0, 3], velocity: [0, uniform(-1, 1), 1] }),
      [`${n}C`]: body(0.3),
      [`${n}Joint`]: Spherical({ obj1: `${n}B`, obj2: `${n}C`, angularVelocity: [0, 1, uniform(-1, 1)] }),
      [`${n}Spring`]: SpringDamperPtP({
        ...{ obj1: `${n}A`, obj2: `${n}B`, springForceLaw: 100, damperForceLaw: 2, nominalLength: 0.4 },
      }),
    },
    signals: [`${n}A.translation[1]`, `${n}B.translation[2]`, `${n}C.r_abs[3]`],
  }
}

/** A ball that falls onto the floor and bounces. */
function createBall({ name: n, x, uniform }: Place): Piece {
  return {
    members: {
      [`${n}Ball`]: freeSphere(0.1, 'Steel', {
        translation: [x, 0, uniform(0.3, 0.5)],
        velocity: [0, 0.1, uniform(-1, 0)],
      }),
    },
    signals: [`${n}Ball.translation[2]`, `${n}Ball.translation[3]`],
  }
}

/** A chain of three whose second joint is locked temporarily, and whose last joint breaks. */
function createBreaking({ name: n, x, uniform }: Place): Piece {
  const link = (): ReturnType<typeof Object3D> => body(uniform(0.5, 1))
  const end = (parent: string): ReturnType<typeof Object3D> => Object3D({ parent, translation: [0, 0, -0.5] })
  return {
    members: {
      [`${n}Root`]: Object3D({ parent: 'world', translation: [x, 0, 3] }),
      ...{ [`${n}A`]: link(), [`${n}B`]: link(), [`${n}C`]: link() },
      ...{ [`${n}AEnd`]: end(`${n}A`), [`${n}BEnd`]: end(`${n}B`) },
      [`${n}J1`]: Revolute({ obj1: `${n}Root`, obj2: `${n}A`, axis: 'y', phi: uniform(0.3, 1) }),
      [`${n}J2`]: Revolute({ obj1: `${n}AEnd`, obj2: `${n}B`, axis: 'y', phi: uniform(-1, 1) }),
      [`${n}J3`]: Revolute({ obj1: `${n}BEnd`, obj2: `${n}C`, axis: 'x', phi: uniform(-1, 1) }),
    },
    signals: [`${n}J1.phi`, `${n}J2.phi`, `${n}A.r_abs[1]`, `${n}C.r_abs[1]`, `${n}C.r_abs[3]`],
    actions: function* (act) {
      yield act.wait(0.11)
      yield act.lock(`${n}J2`, { impulse: true })
      yield act.wait(0.07)
      yield act.disconnect(`${n}J3`)
      yield act.wait(0.05)
      yield act.unlock(`${n}J2`)
    },
  }
}

const KINDS = [createTree, createLoop, createDrive, createSprings, createBreaking] as const

/**
 * Random kinds, positions and motions of the pieces of a scene; two balls are always included, without which there are
 * no islands.
 */
function choosePieces(seed: number): Piece[] {
  const random = createRandom(seed)
  const uniform = (a: number, b: number): number => a + (b - a) * random()
  const others = Array.from(
    { length: 2 + Math.floor(3 * random()) },
    () => KINDS[Math.floor(KINDS.length * random())],
  )
  return [...others, createBall, createBall].map((create, k) => create({ name: `p${k}`, x: 10 * k, uniform }))
}

/** One scene of some pieces in shuffled order of declaration. */
function run(pieces: readonly Piece[], solver: 'auto' | 'dop853' | 'radau5', seed: number): SignalTable {
  const random = createRandom(seed)
  const members = pieces.flatMap((piece) => Object.entries(piece.members))
  for (let k = members.length - 1; k > 0; k--) {
    const other = Math.floor((k + 1) * random())
    ;[members[k], members[other]] = [members[other], members[k]]
  }
  const programs = pieces.flatMap(({ actions }) => (actions === undefined ? [] : [actions]))
  const connect = pieces.flatMap((piece) => piece.connect ?? [])
  const model = Model3D({
    world: uprightWorld(),
    floor: fixedBox([200, 4, 0.2], [50, 0, -0.1], 'DryWood'),
    ...Object.fromEntries(members),
    ...(connect.length > 0 && { connect }),
    ...(programs.length > 0 && {
      actions: function* (act) {
        yield act.parallel(...programs)
      } satisfies ActionProgram,
    }),
  } as never)
  return simulate(model, { stopTime: 0.4, tolerance: TOLERANCE, solver })
}

const TOLERANCE = 1e-8

describe.each(campaignSeeds(12, 4))('scene %d', (seed) => {
  const pieces = choosePieces(seed)
  const alone = pieces.map((piece) => run([piece], 'dop853', 0))

  // a common step for all takes long where balls bounce
  test.each(seed % 4 === 0 ? (['auto', 'radau5'] as const) : (['auto'] as const))(
    'every body moves as it does alone: %s',
    (solver) => {
      const together = run(pieces, solver, seed)
      pieces.forEach(({ signals }, k) => {
        // joints amplify errors about ten times; a lock or an impact about ten times more
        for (const signal of signals)
          for (const t of [0.2, 0.4])
            expect(
              Math.abs(together.at(signal, t) - alone[k].at(signal, t)),
              `${signal}, ${t} s`,
            ).toBeLessThan(300 * TOLERANCE)
      })
    },
  )
})
