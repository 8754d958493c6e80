/** Contacts right after a change of the structure, in random programs: those of a model built anew. */
import { type SignalTable, simulate } from 'vario'
import {
  type ActionProgram,
  Model3D,
  NoGravityField,
  Object3D,
  Pool,
  Prismatic,
  Revolute,
  Scene,
  Solid,
  Sphere,
  Spherical,
  type WorldState,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { campaignSeeds, RUNS_ALL } from '../../support/campaign-seeds.ts'
import { createRandom } from '../../support/random.ts'

type Vector = [number, number, number]

/** Distances below this are decided by rounding errors, and not compared [m]. */
const UNDECIDED = 1e-9
const JOINTS = { Revolute, Prismatic, Spherical }
type JointName = keyof typeof JOINTS

/** Balls that detect contacts with each other, without forces. */
const createSolid = (radius: number) =>
  Solid({
    ...{ shape: Sphere({ diameter: 2 * radius }), solidMaterial: 'Steel', collision: true },
    contactMaterial: 'Observer',
  })

const createBall = (radius: number, place: Vector, more: object = {}) =>
  Object3D({
    ...{ parent: 'world', fixedToParent: false, translation: place },
    feature: createSolid(radius),
    ...more,
  })

const world = Object3D({ feature: Scene({ gravityField: NoGravityField(), gap: 10 }) })

/** State right after a change. */
interface Seen {
  readonly kind: string
  readonly places: ReadonlyMap<string, Vector>
  /** [s] */
  readonly time: number
  /** Bodies that a joint keeps from colliding; null: none. */
  readonly apart: readonly [string, string] | null
}

class RandomScene {
  readonly radii = new Map<string, number>()
  readonly seen: Seen[] = []
  private readonly members: Record<string, unknown> = {}
  private apart: readonly [string, string] | null = ['a', 'b']
  private hasJoint = true
  /** Object that carries the joint. */
  private holder = 'a'
  private nAdded = 0
  private readonly random: () => number

  constructor(seed: number) {
    this.random = createRandom(seed)
    for (const name of ['a', 'c', 'd', 'e']) {
      const radius = this.between(0.1, 0.25)
      this.radii.set(name, radius)
      const velocity = this.vector(2)
      this.members[name] = createBall(radius, this.place(), { velocity, assemblyRoot: true })
    }
    this.radii.set('b', 0.2)
    this.radii.set('parts', 0.15)
  }

  private between(low: number, high: number): number {
    return low + (high - low) * this.random()
  }

  private vector(size: number): Vector {
    return [0, 1, 2].map(() => this.between(-size, size)) as Vector
  }

  private place(): Vector {
    return [0, 1, 2].map(() => this.between(0, 0.7)) as Vector
  }

  private pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)]
  }

  run(): SignalTable {
    const model = Model3D({
      world,
      ...this.members,
      tip: Object3D({ parent: 'a', translation: this.vector(0.3) }),
      b: Object3D({ feature: createSolid(0.2) }),
      joint: Revolute({ obj1: 'tip', obj2: 'b', axis: 'x', w: 3 }),
      parts: Pool({ ball: createBall(0.15, [0, 0, 0]) }),
      actions: this.program(),
    } as Parameters<typeof Model3D>[0])
    return simulate(model, { stopTime: 0.2, interval: 0.2, tolerance: 1e-4 })
  }

  private program(): ActionProgram {
    const scene = this
    return function* (act) {
      const alive = ['a', 'b', 'c', 'd', 'e']
      for (let k = 0; k < 5; k++) {
        yield act.wait(scene.between(0.005, 0.03))
        const kind = scene.pick([
          'changeKind',
          'changeKind',
          'changeEnds',
          'add',
          'add',
          'delete',
          'disconnect',
        ])
        let state: WorldState | null = null
        if (kind === 'add') {
          state = yield act.add('parts', { translation: scene.place(), velocity: scene.vector(2) })
          scene.nAdded++
          alive.push(`parts[${scene.nAdded}].ball`)
        } else if (kind === 'delete') {
          const name = scene.pick(alive.filter((other) => !['a', 'b', scene.holder].includes(other)))
          if (name === undefined) continue
          state = yield act.delete(name)
          alive.splice(alive.indexOf(name), 1)
        } else if (scene.hasJoint && kind === 'disconnect') {
          state = yield act.disconnect('joint')
          scene.hasJoint = false
          scene.apart = null
        } else if (scene.hasJoint && kind !== 'disconnect') {
          const partner = kind === 'changeEnds' ? scene.pick(alive.filter((name) => name !== 'b')) : null
          const canCollide = scene.random() < 0.4
          const create = JOINTS[scene.pick(Object.keys(JOINTS) as JointName[])]
          const obj1 = partner ?? (scene.holder === 'a' ? 'tip' : scene.holder)
          const record = create({ obj1, obj2: 'b', canCollide }) as never
          state = yield act.changeJoint('joint', record, { impulse: true })
          scene.holder = partner ?? scene.holder
          scene.apart = canCollide ? null : [scene.holder, 'b']
        }
        if (state !== null) scene.look(kind, state, alive)
      }
    }
  }

  private look(kind: string, state: WorldState, alive: readonly string[]): void {
    const places = new Map(alive.map((name) => [name, state.position(name) as Vector]))
    this.seen.push({ kind, places, time: state.time, apart: this.apart })
  }
}

function listPairs(names: readonly string[]): (readonly [string, string])[] {
  return names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b] as const))
}

const radiusOf = (scene: RandomScene, name: string): number =>
  scene.radii.get(name.startsWith('parts') ? 'parts' : name)!

/** Contacts of the same objects at the same places in a new model: those that a joint keeps apart are one body. */
function listAnew(scene: RandomScene, { places, apart }: Seen): string[] {
  const names = [...places.keys()]
  const members = names.map((name, k) => {
    const place = places.get(name)!
    const isSecond = apart?.[1] === name
    const anchor = isSecond ? places.get(apart[0])! : [0, 0, 0]
    const translation = place.map((x, i) => x - anchor[i]) as Vector
    const parent = isSecond ? `ball${names.indexOf(apart[0])}` : 'world'
    return [
      `ball${k}`,
      createBall(radiusOf(scene, name), translation, { parent, fixedToParent: isSecond }),
    ] as const
  })
  const model = Model3D({ world, ...Object.fromEntries(members) } as Parameters<typeof Model3D>[0])
  const { contacts } = simulate(model, { stopTime: 0 }).attributes
  return (contacts as unknown as { obj1: string; obj2: string }[]).map(({ obj1, obj2 }) => {
    const [i, j] = [obj1, obj2].map((path) => Number(path.slice(4))).sort((a, b) => a - b)
    return `${names[i]} ${names[j]}`
  })
}

/** Contacts that the run reports right after the change. */
function listTouching(result: SignalTable, { places, time }: Seen): string[] {
  const names = [...places.keys()]
  const { contacts } = result.attributes as unknown as { contacts: readonly Entry[] }
  const open = contacts.filter(({ start, end }) => start <= time && (end === null || end > time))
  return open.map(({ obj1, obj2 }) =>
    [obj1, obj2].sort((a, b) => names.indexOf(a) - names.indexOf(b)).join(' '),
  )
}

interface Entry {
  readonly obj1: string
  readonly obj2: string
  readonly start: number
  readonly end: number | null
}

/** Contacts computed from distances alone. */
function listNear(scene: RandomScene, { places, apart }: Seen): { near: string[]; isDecided: boolean } {
  let isDecided = true
  const near = listPairs([...places.keys()]).flatMap(([a, b]) => {
    const gap =
      Math.hypot(...places.get(a)!.map((x, i) => x - places.get(b)![i])) -
      radiusOf(scene, a) -
      radiusOf(scene, b)
    if (Math.abs(gap) < UNDECIDED) isDecided = false
    const isApart = apart?.includes(a) && apart.includes(b)
    return gap <= 0 && !isApart ? [`${a} ${b}`] : []
  })
  return { near, isDecided }
}

describe('right after a change', () => {
  const counts = new Map<string, number>()
  let nTouching = 0

  test.each([0, 1, 2, 3])('programs of block %i', (block) => {
    for (const seed of campaignSeeds(80, 16).map((k) => 80 * block + k)) {
      const scene = new RandomScene(seed)
      const result = scene.run()
      for (const seen of scene.seen) {
        const { near, isDecided } = listNear(scene, seen)
        if (!isDecided) continue
        const where = `seed ${seed}, ${seen.kind}`
        expect(listTouching(result, seen).sort(), where).toEqual([...near].sort())
        expect(listAnew(scene, seen).sort(), where).toEqual([...near].sort())
        counts.set(seen.kind, (counts.get(seen.kind) ?? 0) + 1)
        nTouching += near.length
      }
    }
  })

  test('enough changes of each kind have occurred', () => {
    for (const kind of ['changeKind', 'changeEnds', 'add', 'delete', 'disconnect'])
      expect(counts.get(kind) ?? 0, kind).toBeGreaterThan(RUNS_ALL ? 50 : 10)
    expect(nTouching).toBeGreaterThan(RUNS_ALL ? 500 : 100)
  })
})
