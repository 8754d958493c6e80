/** Changes that are undone at once have no effect, and independent changes may come in any order. */
import { type SignalTable, simulate } from 'vario'
import {
  type ActionProgram,
  Box,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  printTree,
  Scene,
  Solid,
  Sphere,
  type WorldState,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { createRandom } from '../../support/random.ts'
import { isDriven, RandomStructure } from './support/random-structure.ts'

type Actions = Parameters<ActionProgram>[0]
type Action = ReturnType<Actions['wait']>

const createModel = (structure: RandomStructure, actions?: ActionProgram) =>
  Model3D({ ...structure.members, ...(actions && { actions }) } as Parameters<typeof Model3D>[0])

/** Largest difference of the poses of all bodies at the end, positions in `length`. */
function comparePoses(a: SignalTable, b: SignalTable, bodies: readonly string[], length: number): number {
  let worst = 0
  for (const name of bodies) {
    const [p, q] = [a, b].map((result) => result.finalVector(`${name}.r_abs`))
    const [r, s] = [a, b].map((result) => result.finalVector(`${name}.q_abs`))
    const sign = Math.sign(r.reduce((sum, x, i) => sum + x * s[i], 0))
    for (const d of [...p.map((x, i) => (x - q[i]) / length), ...r.map((x, i) => x - sign * s[i])])
      if (!(Math.abs(d) <= worst)) worst = Math.abs(d)
  }
  return worst
}

/** Steps are the same, so only rounding errors of the start differ, about 1e-14, amplified by the motion. */
const SAME = 1e-10

const OPTIONS = { stopTime: 0.3, interval: 0.3, tolerance: 1e-8 }

/** Commands for all assemblies and joints, each undone at once. */
function* goAndComeBack(structure: RandomStructure, act: Actions): Generator<Action> {
  const names = structure.bodies.map(({ name }) => name)
  for (const name of names) {
    const holder = structure.holderOf(name)
    if (holder === undefined) continue
    const targets = ['world', ...names].filter((other) => !structure.isCarriedBy(other, name))
    const outer = structure.pick(targets)
    const target = outer === 'world' ? 'depot2' : `${outer}Lock`
    const home = holder.outer === 'world' ? 'depot1' : `${holder.outer}Lock`
    const [part, old] = [`${name}Lock`, `${holder.inner}Lock`]
    if (holder.isFree) {
      yield act.attach(part, target)
      yield act.release(part)
    } else {
      yield act.release(part)
      yield act.attach(old, home)
      if (name === holder.inner) continue
      yield act.flipChain(part, target, old)
      yield act.flipChain(old, home, part)
    }
  }
  for (const { name, kind } of structure.joints) {
    if (isDriven(kind)) continue
    yield act.lock(name)
    yield act.unlock(name)
  }
}

describe('changes that are undone at once', () => {
  test.each(Array.from({ length: 20 }, (_, k) => 1001 + k))(
    'have no effect from rest, for all commands (seed %i)',
    (seed) => {
      const structure = new RandomStructure(seed, true)
      const bodies = structure.bodies.map(({ name }) => name)
      const plain = simulate(createModel(structure), OPTIONS)
      const changed = simulate(
        createModel(structure, function* (act) {
          for (const action of goAndComeBack(structure, act)) yield action
        }),
        OPTIONS,
      )
      expect(comparePoses(plain, changed, bodies, structure.length)).toBeLessThan(SAME)
      const sort = (result: SignalTable): string[] =>
        printTree(result.segments[0].tree as Parameters<typeof printTree>[0])
          .split(/\s+/)
          .sort()
      const strip = (words: string[]): string[] => words.map((word) => word.replace(',', '')).sort()
      // the same bodies, joints and degrees of freedom, in any order
      expect(strip(sort(changed))).toEqual(strip(sort(plain)))
      expect(changed.segments).toHaveLength(1)
      expect(changed.segments[0].states).toBe(plain.segments[0].states)
    },
  )

  test.each([1, 2, 3, 4, 5, 6])(
    'have no effect on two bodies that move as one, at any time (seed %i)',
    (seed) => {
      const random = createRandom(seed)
      const vector = (size: number): number[] => [0, 1, 2].map(() => size * (2 * random() - 1))
      // both rotate about common axes of inertia, with their common center at rest: they stay together
      const [v, w, arm] = [vector(1), [0, 0, 1 + random()], [0.7, 0.2, 0]]
      const solid = Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 1.5, Izz: 2 }) })
      const free = { parent: 'world', fixedToParent: false, assemblyRoot: true, lockable: true }
      const create = (actions?: ActionProgram) =>
        Model3D({
          world: Object3D({ feature: Scene({ gravityField: NoGravityField(), gap: 2 }) }),
          a: Object3D({ ...free, velocity: v, angularVelocity: w, feature: solid }),
          b: Object3D({
            ...free,
            translation: arm,
            velocity: [v[0] - w[2] * arm[1], v[1] + w[2] * arm[0], v[2]],
            angularVelocity: w,
            feature: solid,
          }),
          ...(actions && { actions }),
        })
      const plain = simulate(create(), OPTIONS)
      const changed = simulate(
        create(function* (act) {
          yield act.attach('b', 'a')
          yield act.release('b')
        }),
        OPTIONS,
      )
      expect(comparePoses(plain, changed, ['a', 'b'], 1)).toBeLessThan(SAME)
    },
  )
})

describe('independent commands', () => {
  test.each(Array.from({ length: 12 }, (_, k) => 2001 + k))(
    'give the same result in either order (seed %i)',
    (seed) => {
      const run = (isReversed: boolean) => {
        const structure = new RandomStructure(seed)
        const bodies = structure.bodies.map(({ name }) => name)
        const program: ActionProgram = function* (act) {
          const commands: Action[] = []
          const done = new Set<string>()
          for (const { name } of structure.bodies) {
            if (done.has(name)) continue
            const component = structure.componentOf(name)
            for (const other of component) if (other !== 'world') done.add(other)
            const holder = structure.holderOf(name)
            const joint = structure.joints.find(({ body1, kind }) => component.has(body1) && !isDriven(kind))
            if (joint !== undefined)
              commands.push(
                structure.random() < 0.5
                  ? act.lock(joint.name, { impulse: true })
                  : act.disconnect(joint.name),
              )
            else if (holder?.isFree) commands.push(act.attach(`${name}Lock`, 'depot1', { impulse: true }))
            else if (holder !== undefined) commands.push(act.release(`${name}Lock`))
          }
          yield act.wait(0.05)
          for (const command of isReversed ? commands.reverse() : commands) yield command
        }
        const result = simulate(createModel(structure, program), { ...OPTIONS, tolerance: 1e-9 })
        return { result, bodies, length: structure.length }
      }
      const [a, b] = [run(false), run(true)]
      // the states of the solver have another order, so steps differ in their last digits
      expect(comparePoses(a.result, b.result, a.bodies, a.length)).toBeLessThan(1e-9)
      const lost = [a, b].map(({ result }) =>
        (result.attributes.actions as { lostEnergy?: number }[])
          .map(({ lostEnergy }) => lostEnergy ?? 0)
          .sort((x, y) => x - y),
      )
      lost[0].forEach((energy, k) => {
        expect(Math.abs(energy - lost[1][k])).toBeLessThanOrEqual(1e-11 * Math.abs(energy))
      })
    },
  )
})

describe('contact pairs right after a change', () => {
  test.each(Array.from({ length: 10 }, (_, k) => 1 + k))(
    'are all overlapping pairs that may move (seed %i)',
    (seed) => {
      const random = createRandom(seed)
      const n = 6
      const radius = 0.07
      const places = Array.from({ length: n }, () => [0, 1, 2].map(() => 0.25 * random()))
      /** Spheres of one group are fixed to each other. */
      const group = places.map((_, k) => k)
      let nPair = 0
      const check = (state: WorldState): void => {
        nPair = 0
        for (let i = 0; i < n; i++)
          for (let k = 0; k < i; k++) {
            const distance = Math.hypot(...places[i].map((x, j) => x - places[k][j]))
            const touch = distance < 2 * radius && group[i] !== group[k]
            expect(state.touches(`s${i}`, `s${k}`)).toBe(touch)
            if (touch) nPair++
          }
      }
      const sphere = (translation: number[]) =>
        Object3D({
          ...{ parent: 'world', fixedToParent: false, assemblyRoot: true, lockable: true, translation },
          feature: Solid({
            shape: Sphere({ diameter: 2 * radius }),
            solidMaterial: 'Steel',
            collision: true,
          }),
        })
      const model = Model3D({
        world: Object3D({ feature: Scene({ gravityField: NoGravityField(), gap: 10 }) }),
        ...Object.fromEntries(places.map((place, k) => [`s${k}`, sphere(place)])),
        actions: function* (act) {
          const attached: number[] = []
          for (let k = 0; k < 8; k++) {
            if (attached.length > 0 && random() < 0.4) {
              // the last one carries nothing
              const part = attached.pop()!
              group[part] = part
              check(yield act.release(`s${part}`))
            } else if (attached.length < n - 1) {
              const part = attached.length + 1
              const target = Math.floor(random() * part)
              group[part] = group[target]
              attached.push(part)
              check(yield act.attach(`s${part}`, `s${target}`))
            }
          }
        },
      })
      // they hardly move in 0.1 µs
      const result = simulate(model, { stopTime: 1e-7 })
      expect(result.values('world.nContact')[0]).toBe(nPair)
    },
  )

  test('include a part from the moment when it is put on a table until it is taken', () => {
    const box = { shape: Box({ lengthX: 0.1, lengthY: 0.1, lengthZ: 0.1 }), solidMaterial: 'DryWood' }
    const table = Box({ lengthX: 1, lengthY: 1, lengthZ: 0.1 })
    const seen: (number | boolean)[][] = []
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      table: Object3D({
        ...{ parent: 'world', translation: [0, -0.05, 0], rotation: [Math.PI / 2, 0, 0] },
        feature: Solid({ shape: table, solidMaterial: 'DryWood', collision: true }),
      }),
      hook: Object3D({ parent: 'world', translation: [0, 0.05, 0], lockable: true }),
      part: Object3D({
        ...{ parent: 'hook', assemblyRoot: true, lockable: true },
        feature: Solid({ ...box, collision: true }),
      }),
      actions: function* (act) {
        const note = (s: WorldState) =>
          seen.push([s.time, s.touches('part', 'table'), s.contactForce('part') > 0])
        note(yield act.wait(0.1))
        note(yield act.release('part'))
        note(yield act.wait(0.5))
        note(yield act.attach('part', 'hook'))
        note(yield act.wait(0.1))
      },
    })
    simulate(model, { stopTime: 0.8 })
    expect(seen).toEqual([
      [0.1, false, false],
      // the box has not sunk in yet: it touches, without a force
      [0.1, true, false],
      [0.6, true, true],
      [0.6, false, false],
      [0.7, false, false],
    ])
  })
})
