/**
 * Changes of the structure against an independent computation in absolute coordinates: positions, orientations,
 * velocities, joints, energies, momenta and the states on both sides of each change.
 */
import { type SignalTable, simulate } from 'vario'
import { type ActionProgram, Object3D, when } from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { comOf, createStructureModel, freely, minus } from './support/structure-model.ts'
import { STRUCTURE_TRUTH, type TruthCase, type TruthState } from './support/structure-truth.ts'

/** A lockable point of a body. */
const lockAt = (truth: TruthCase, parent: string, point: readonly number[]) =>
  Object3D({ parent, translation: minus(point, comOf(truth, parent)), lockable: true })

const bodyOf = ({ bodies }: TruthCase, name: string) => bodies.find((body) => body.name === name)!

/** Locks two bodies at the start, at a common point. */
function lockAtStart(truth: TruthCase, point: readonly number[], target: string, part: string) {
  const isFree = target === 'A' ? [target, part] : [part]
  return createStructureModel(
    truth,
    Object.fromEntries(isFree.map((name) => [name, freely(bodyOf(truth, name))])),
    {
      lockA: lockAt(truth, target, point),
      lockB: lockAt(truth, part, point),
      actions: function* (act) {
        yield act.attach('lockB', 'lockA', { impulse: true })
      } satisfies ActionProgram,
    },
  )
}

/** Program of a chain that releases one end, and keeps the other one in place. */
function flip(truth: TruthCase, time: number) {
  const before = truth.states.find(({ side }) => side === 'left')!
  const place = before.bodies.hand.slice(0, 3)
  return createStructureModel(
    truth,
    { base0: { parent: 'A', assemblyRoot: true, translation: [...comOf(truth, 'base0')] } },
    {
      A: Object3D({ parent: 'world', lockable: true }),
      B: Object3D({ parent: 'world', translation: place, lockable: true }),
      endA: lockAt(truth, 'base0', [0, 0, 0]),
      endB: Object3D({ parent: 'hand', lockable: true }),
      actions: function* (act) {
        yield act.wait(time)
        yield act.flipChain('endB', 'B', 'endA', { impulse: true })
      } satisfies ActionProgram,
    },
  )
}

const MODELS: Record<string, (truth: TruthCase) => ReturnType<typeof createStructureModel>> = {
  docking: (truth) => lockAtStart(truth, [0.35, 0.175, -0.1], 'A', 'B'),
  'arm3-attach': (truth) => lockAtStart(truth, [1.1, 0, 0.5], 'l3', 'part'),
  'arm3-release': (truth) =>
    createStructureModel(
      truth,
      {
        part: {
          parent: 'l3',
          assemblyRoot: true,
          translation: minus(comOf(truth, 'part'), comOf(truth, 'l3')),
        },
      },
      {
        actions: function* (act) {
          yield act.wait(0.25)
          yield act.release('part')
        } satisfies ActionProgram,
      },
    ),
  'brake-double-pendulum': (truth) =>
    createStructureModel(
      truth,
      {},
      {
        actions: function* (act) {
          yield act.wait(0.5)
          yield act.lock('R2', { impulse: true })
          yield act.wait(0.5)
          yield act.unlock('R2')
        } satisfies ActionProgram,
      },
    ),
  'breaking-chain': (truth) =>
    createStructureModel(
      truth,
      {},
      {
        breaks: when(
          (s) => Math.hypot(...s.jointForce('R3').force) > 26,
          (act) => act.disconnect('R3'),
        ),
      },
    ),
  'flip-chain-rest': (truth) => flip(truth, 0),
  'flip-chain-moving': (truth) => flip(truth, 0.3),
}

interface ActionEntry {
  readonly time: number
  readonly command: string
  readonly lostEnergy?: number
}

const actionsOf = (result: SignalTable) => result.attributes.actions as unknown as readonly ActionEntry[]

function simulateCase(name: string, tolerance: number): SignalTable {
  const truth: TruthCase = STRUCTURE_TRUTH[name]
  const stopTime = Math.max(...truth.states.map(({ t }) => t))
  return simulate(MODELS[name](truth), { stopTime, tolerance, interval: 0.005 })
}

/** Largest errors of the compared quantities. */
interface Errors {
  position: number
  orientation: number
  velocity: number
  joint: number
  jointVelocity: number
  energy: number
  momentum: number
}

function computeErrors(result: SignalTable, states: readonly TruthState[], change: number): Errors {
  const errors: Errors = {
    ...{ position: 0, orientation: 0, velocity: 0, joint: 0, jointVelocity: 0, energy: 0, momentum: 0 },
  }
  for (const state of states) {
    // the change is compared at its detected time
    const t = state.side === undefined ? state.t : change
    const note = (key: keyof Errors, name: string, expected: readonly number[], sign = 1): void => {
      result.vectorAt(name, t, state.side).forEach((value, i) => {
        // a missing value is an error beyond any limit
        const error = Math.abs(sign * value - expected[i])
        errors[key] = Math.max(errors[key], Number.isNaN(error) ? Number.POSITIVE_INFINITY : error)
      })
    }
    for (const [body, values] of Object.entries(state.bodies)) {
      const [w, x, y, z] = values.slice(3, 7)
      const q = result.vectorAt(`${body}.q_abs`, t, state.side)
      note('position', `${body}.r_abs`, values.slice(0, 3))
      note('orientation', `${body}.q_abs`, [x, y, z, w], Math.sign(q[0] * x + q[1] * y + q[2] * z + q[3] * w))
      note('velocity', `${body}_motion.velocity`, values.slice(7, 10))
      note('velocity', `${body}_motion.angularVelocity`, values.slice(10))
    }
    for (const [joint, [phi, w]] of Object.entries(state.joints)) {
      note('joint', `${joint}.phi`, [phi])
      note('jointVelocity', `${joint}.w`, [w])
    }
    note('energy', 'world.kineticEnergy', state.energy.slice(0, 1))
    note('energy', 'world.potentialEnergy', state.energy.slice(1))
    note('momentum', 'world.momentum', state.momentum)
    note('momentum', 'world.angularMomentum', state.angularMomentum)
  }
  return errors
}

/** Errors of velocities, energies and momenta in tolerances: the bodies move with up to 9 m/s and 10 rad/s. */
const FAST = 20

/** Largest allowed errors. With 1e-12 the solver is more accurate than the trusted digits. */
function limitsOf({ digits }: TruthCase, tolerance: number): Errors {
  const trusted = 10 ** -digits
  const isTight = tolerance < 1e-10
  const slow = tolerance <= 1e-10 ? trusted : tolerance
  const fast = isTight ? trusted : FAST * tolerance
  return {
    ...{ position: slow, orientation: slow, joint: slow },
    ...{ velocity: fast, jointVelocity: fast, energy: fast, momentum: fast },
  }
}

describe.each(Object.keys(STRUCTURE_TRUTH))('%s', (name) => {
  const truth: TruthCase = STRUCTURE_TRUTH[name]

  test.each([1e-6, 1e-10, 1e-12])('agrees with tolerance %d', (tolerance) => {
    const result = simulateCase(name, tolerance)
    const [first] = actionsOf(result)
    // the state before a change at the start is not recorded: it consists of the start values of the model
    const states = truth.states.filter(({ t, side }) => side !== 'left' || t > 0)
    const errors = computeErrors(result, states, first.time)
    const limits = limitsOf(truth, tolerance)
    for (const key of Object.keys(limits) as (keyof Errors)[])
      expect(errors[key], key).toBeLessThanOrEqual(limits[key])
    const changes = states.filter(({ side }) => side !== undefined)
    for (const { t } of changes) expect(Math.abs(first.time - t)).toBeLessThanOrEqual(limits.position)
  })

  test('loses the reported energy', () => {
    const lost = actionsOf(simulateCase(name, 1e-12)).flatMap(({ lostEnergy }) => lostEnergy ?? [])
    expect(lost).toHaveLength(truth.energyLoss === null ? 0 : 1)
    for (const energy of lost)
      expect(Math.abs(energy - truth.energyLoss!)).toBeLessThanOrEqual(10 ** -truth.digits)
  })
})

describe('a change at the start', () => {
  // without any integration only rounding remains
  test.each(['docking', 'arm3-attach', 'flip-chain-rest'] as const)(
    'agrees to the last digits: %s',
    (name) => {
      const truth: TruthCase = STRUCTURE_TRUTH[name]
      const after = truth.states.filter(({ side }) => side === 'right')
      const errors = computeErrors(simulateCase(name, 1e-6), after, 0)
      // the numbers have 14 decimal places
      expect(Math.max(...Object.values(errors))).toBeLessThan(2e-14)
    },
  )
})
