/** Dependencies between variant states: those of bodies that joints, force elements or contacts connect. */
import type { CouplingGroup, VariantState } from '../../simulation/index.ts'
import type { World } from '../world/index.ts'

const NONE: readonly VariantState[] = []

/** States of the branches of the tree, which begin at the world, and branches that are otherwise connected. */
export class Coupling {
  /** Members of each branch, and names of the variables through which equations act on it and see it. */
  private readonly withNames: readonly CouplingGroup[]

  /** Branch of each body. */
  readonly branchOf: Int32Array
  /** Members of each branch; for a single joint the list of its states. */
  readonly members: (readonly (VariantState | string)[])[] = []
  /** Pairs of bodies that loops and elements connect. */
  readonly permanent: (readonly [number, number])[]
  /** Names of values of the world. */
  private readonly fixed: string[] = []

  constructor(
    private readonly world: World,
    flangeVariables: readonly (readonly string[])[],
    /** Variables of keys and values of parts, and the bodies concerned; null: unknown. */
    border: readonly { readonly name: string; readonly bodies: readonly number[] | null }[],
  ) {
    const { tree, grouping } = world
    this.branchOf = new Int32Array(tree.nBody)
    for (let i = 0; i < tree.nBody; i++) {
      this.branchOf[i] = tree.parent[i] < 0 ? this.members.push(NONE) - 1 : this.branchOf[tree.parent[i]]
    }
    const add = (body: number, members: readonly (VariantState | string)[]): void => {
      const branch = this.branchOf[body]
      const others = this.members[branch]
      // the angles of a universal joint are one state, which moves two bodies
      this.members[branch] =
        others.length === 0 ? members : [...others, ...members.filter((member) => !others.includes(member))]
    }
    world.forEachStates((body, states) => {
      add(body, states.all)
    })
    flangeVariables.forEach((names, i) => {
      add(world.flanges.bodies[i], names)
    })
    const models = world.loops?.groups.map(({ model }) => model) ?? []
    const loops = models.flatMap(({ joints }) => joints.map(({ bodyA, bodyB }) => [bodyA, bodyB] as const))
    const relations = models.flatMap((model) =>
      model.relations.flatMap(({ members }) => pairUp(members.map(({ body }) => body))),
    )
    const elements = world.elements.list.flatMap(({ frames = [] }) =>
      pairUp(frames.map((frame) => grouping.frames.get(frame.path)!.body)),
    )
    this.permanent = [...loops, ...relations, ...elements]
    const names: string[][] = this.members.map(() => [])
    for (const { name, bodies } of border) {
      const branches =
        bodies === null ? names.keys() : new Set(bodies.filter((b) => b >= 0).map((b) => this.branchOf[b]))
      for (const branch of branches) names[branch].push(name)
      // the world does not move: a value of it depends on nothing, but has to be known
      if (bodies?.every((b) => b < 0)) this.fixed.push(name)
    }
    this.withNames = border.length === 0 ? this.members : this.members.map((own, i) => [...own, ...names[i]])
  }

  /** The present groups. */
  groups(): CouplingGroup[] {
    const pairs = [...this.permanent, ...(this.world.contacts?.data.couplings ?? [])]
    const fixed = this.fixed.length === 0 ? [] : [this.fixed]
    return [...this.withNames, ...fixed, ...this.connect(pairs)]
  }

  /** Groups of branches that pairs of bodies (−1: world) connect. */
  connect(pairs: readonly (readonly [number, number])[]): CouplingGroup[] {
    return pairs.flatMap(([a, b]): CouplingGroup[] => {
      if (a < 0 || b < 0 || this.branchOf[a] === this.branchOf[b]) return []
      return [[...this.members[this.branchOf[a]], ...this.members[this.branchOf[b]]]]
    })
  }
}

/** All pairs of bodies. */
function pairUp(bodies: readonly number[]): (readonly [number, number])[] {
  return bodies.flatMap((a, i) => bodies.slice(i + 1).map((b) => [a, b] as const))
}
