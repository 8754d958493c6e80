/** Islands: bodies that joints and contacts connect, isolated until the next event. */
import { computeExit, computeImpactStep, forEachForce } from '../../mechanics/index.ts'
import type { MemoryIsland, VariantState } from '../../simulation/index.ts'
import type { LoopGroup } from '../loops/index.ts'
import {
  evaluateBodies,
  type IslandBodies,
  type MotionStates,
  type World,
  type WorldContacts,
} from '../world/index.ts'
import type { Coupling } from './coupling.ts'

/** Effects of islands on the rest of the world. */
export interface IslandActions {
  /** Takes the power that the contacts of an island dissipate [W]. */
  writeDissipation(power: number): void
  /**
   * Closes the loops of an island again at the end of a step to `t`, as `ComponentMemory.project`; `evaluate` computes
   * its accelerations.
   */
  closeLoops(t: number, bodies: IslandBodies, evaluate: () => void): boolean | 'shorter'
}

/**
 * Creates the islands of a world; null if it has none: without contacts, or with a single mechanism, nothing changes so
 * fast that they pay, and flanges, force elements and variable gravity may connect everything.
 *
 * @param previous islands of the segment before, of which unchanged branches continue
 */
export function createIslands(
  world: World,
  coupling: Coupling,
  actions: IslandActions,
  previous: Islands | null,
): Islands | null {
  const { contacts, elements, flanges, gravity, loops } = world
  const isConnected = flanges.n > 0 || elements.haveForces || gravity.isVariable === true
  const isOne = coupling.members.length < 2 || (contacts === null && (loops?.groups.length ?? 0) < 2)
  if (isConnected || isOne) return null
  return new Islands(world, contacts, coupling, actions, previous)
}

export class Islands {
  /** Per branch of the tree: states that move its bodies, and these as ranges (2n). */
  private readonly motions: MotionStates[][]
  private readonly ranges: number[][]
  /** Closed loops, and the branches that they connect. */
  private readonly loops: readonly { readonly group: LoopGroup; readonly branches: ReadonlySet<number> }[]
  private readonly looped: ReadonlySet<number>
  /** Untouched branches that have been listed: with a thousand of them they need no names. */
  private readonly alone: (Island | undefined)[]
  /** The others of the last list, by their names. */
  private known: ReadonlyMap<string, Island> = new Map()

  constructor(
    private readonly world: World,
    private readonly contacts: WorldContacts | null,
    private readonly coupling: Coupling,
    private readonly actions: IslandActions,
    previous: Islands | null,
  ) {
    const { branchOf, members } = coupling
    this.loops = (world.loops?.groups ?? []).map((group) => ({
      group,
      branches: new Set(Array.from(group.bodies, (body) => branchOf[body])),
    }))
    this.looped = new Set(this.loops.flatMap(({ branches }) => [...branches]))
    this.motions = members.map(() => [])
    this.ranges = members.map(() => [])
    world.forEachStates((body, motion) => {
      this.motions[branchOf[body]].push(motion)
    })
    for (let body = 0; body < branchOf.length; body++) {
      const ranges = this.ranges[branchOf[body]]
      if (ranges.at(-1) === body) ranges[ranges.length - 1]++
      else ranges.push(body, body + 1)
    }
    this.alone = this.takeOver(previous)
  }

  /** Takes over islands of the segment before that consist of one unchanged branch. */
  private takeOver(previous: Islands | null): (Island | undefined)[] {
    const before = new Map<MotionStates, Island>()
    for (const island of previous?.alone ?? [])
      if (island !== undefined && island.motions.length > 0) before.set(island.motions[0], island)
    return this.motions.map((motions, branch) => {
      const island = before.get(motions[0])
      if (island === undefined || this.looped.has(branch) || !areSame(island.motions, motions))
        return undefined
      island.place(this.world, this.contacts, Int32Array.from(this.ranges[branch]), this.actions)
      return island
    })
  }

  /** The islands that contacts form now. Those from before the event are kept. */
  list(): MemoryIsland[] {
    const { branchOf } = this.coupling
    const n = this.motions.length
    const island = new Int32Array(n)
    for (let branch = 0; branch < n; branch++) island[branch] = branch
    const find = (branch: number): number => {
      let root = branch
      while (island[root] !== root) root = island[root]
      return root
    }
    // loops belong to their segment: their island has a name, as a touched one
    const touched = new Set(this.looped)
    const join = (branchA: number, branchB: number): void => {
      const [a, b] = [find(branchA), find(branchB)]
      island[Math.max(a, b)] = Math.min(a, b)
    }
    for (const { branches } of this.loops) {
      const [first] = branches
      for (const branch of branches) join(first, branch)
    }
    this.forEachContact((_k, _a, _b, bodyA, bodyB) => {
      for (const body of [bodyA, bodyB]) if (body >= 0) touched.add(branchOf[body])
      if (bodyA >= 0 && bodyB >= 0) join(branchOf[bodyA], branchOf[bodyB])
    })
    const members = new Map<number, IslandMembers>()
    for (const branch of [...touched].sort((a, b) => a - b)) {
      const root = find(branch)
      const known = members.get(root)
      if (known) known.branches.push(branch)
      else members.set(root, { branches: [branch], contacts: [], pairs: [] })
    }
    this.forEachContact((k, a, b, bodyA, bodyB) => {
      const { contacts, pairs } = members.get(find(branchOf[bodyA < 0 ? bodyB : bodyA]))!
      contacts.push(k)
      pairs.push([a, b, bodyA, bodyB])
    })
    return this.collect(members, touched)
  }

  private forEachContact(visit: Parameters<typeof forEachForce>[2]): void {
    if (this.contacts !== null) forEachForce(this.contacts.model, this.contacts.data, visit)
  }

  /** All islands, by their first branches: those with contacts, and all other branches. */
  private collect(members: ReadonlyMap<number, IslandMembers>, touched: ReadonlySet<number>): Island[] {
    const stamp = this.contacts?.data.set.stamp ?? 0
    const islands: Island[] = []
    const known = new Map<string, Island>()
    for (let branch = 0; branch < this.motions.length; branch++) {
      const some = members.get(branch)
      if (some !== undefined) {
        const [name, key] = this.nameIsland(some)
        const island = this.known.get(name) ?? this.createIsland(key, some)
        island.setContacts(Int32Array.from(some.contacts), stamp)
        known.set(name, island)
        islands.push(island)
      } else if (!touched.has(branch)) {
        const island =
          this.alone[branch] ?? this.createIsland('', { branches: [branch], contacts: [], pairs: [] })
        island.setContacts(NO_CONTACTS, stamp)
        this.alone[branch] = island
        islands.push(island)
      }
    }
    this.known = known
    return islands
  }

  /** Names an island within its world, and the dependencies of its derivatives besides its states: its contacts. */
  private nameIsland({ branches, pairs }: IslandMembers): [name: string, key: string] {
    // shapes have other numbers in another world
    const key = `${this.world.number}: ${pairs.map(([a, b]) => `${a}-${b}`).join()}`
    return [`${branches.join()} ${key}`, key]
  }

  private createIsland(key: string, { branches, pairs }: IslandMembers): Island {
    // without flanges, branches have only states
    const members = this.coupling.members as VariantState[][]
    const { branchOf } = this.coupling
    const own = new Set(branches)
    const loops = this.loops.filter((loop) => branches.some((branch) => loop.branches.has(branch)))
    const touching = pairs.map(([, , bodyA, bodyB]) => [bodyA, bodyB] as const)
    const permanent = this.coupling.permanent.filter(([a]) => a >= 0 && own.has(branchOf[a]))
    const connected = this.coupling.connect([...touching, ...permanent])
    return new Island(
      key,
      branches.flatMap((branch) => members[branch]),
      [...branches.map((branch) => members[branch]), ...(connected as VariantState[][])],
      {
        motions: branches.flatMap((branch) => this.motions[branch]),
        ranges: Int32Array.from(joinRanges(branches.flatMap((branch) => this.ranges[branch]))),
        loops: loops.map(({ group }) => group),
      },
      this.world,
      this.contacts,
      this.actions,
    )
  }
}

const NO_CONTACTS = new Int32Array(0)

class Island implements MemoryIsland {
  /** Numbers of its contacts, and the stamp of the set of contacts to which they refer. */
  private numbers = NO_CONTACTS
  private stamp = -1
  readonly project?: (t: number) => boolean | 'shorter'

  constructor(
    /** Its contacts: with other masses or joints, states differ too. */
    readonly key: string,
    readonly states: readonly VariantState[],
    readonly groups: readonly (readonly VariantState[])[],
    private bodies: IslandBodies,
    private world: World,
    private contacts: WorldContacts | null,
    private actions: IslandActions,
  ) {
    if (bodies.loops.length > 0)
      this.project = (t) => this.actions.closeLoops(t, this.bodies, () => this.evaluate(t))
  }

  /** States that move its bodies. */
  get motions(): readonly MotionStates[] {
    return this.bodies.motions
  }

  /** Continues in the world of another segment, in which its bodies have other numbers. */
  place(world: World, contacts: WorldContacts | null, ranges: Int32Array, actions: IslandActions): void {
    this.world = world
    this.contacts = contacts
    this.bodies = { ...this.bodies, ranges }
    this.actions = actions
  }

  setContacts(numbers: Int32Array<ArrayBuffer>, stamp: number): void {
    this.numbers = numbers
    this.stamp = stamp
  }

  get isStiff(): boolean {
    return this.numbers.length > 0
  }

  evaluate(t: number): void {
    // another contact may have the number of an ended one
    if (this.contacts !== null && this.stamp !== this.contacts.data.set.stamp)
      throw new Error(`island ${this.key} is from before an event`)
    this.actions.writeDissipation(evaluateBodies(this.world, t, this.bodies, this.numbers))
  }

  nextMaxStep(): number {
    if (this.contacts === null) return Number.POSITIVE_INFINITY
    return computeImpactStep(this.contacts.model, this.contacts.data, this.numbers)
  }

  exit(t: number): number {
    if (this.contacts === null) return -1
    return computeExit(this.contacts.model, this.contacts.data, this.numbers, t)
  }

  isAtEvent(): boolean {
    if (this.contacts === null) return false
    const { ranges } = this.bodies
    const { watch } = this.contacts.data
    for (let r = 0; r < ranges.length; r += 2) if (watch.areCrossing(ranges[r], ranges[r + 1])) return true
    return false
  }
}

/** Members of an island: branches of the tree, and contacts with their shapes and bodies. */
interface IslandMembers {
  readonly branches: number[]
  readonly contacts: number[]
  readonly pairs: (readonly [number, number, number, number])[]
}

function areSame(a: readonly MotionStates[], b: readonly MotionStates[]): boolean {
  return a.length === b.length && a.every((motion, k) => motion === b[k])
}

/** Ranges (2n) in ascending order, adjacent ones merged. */
function joinRanges(ranges: readonly number[]): number[] {
  const sorted: [number, number][] = []
  for (let r = 0; r < ranges.length; r += 2) sorted.push([ranges[r], ranges[r + 1]])
  sorted.sort((a, b) => a[0] - b[0])
  const joined: number[] = []
  for (const [first, end] of sorted) {
    if (joined.at(-1) === first) joined[joined.length - 1] = end
    else joined.push(first, end)
  }
  return joined
}
