/**
 * Memory of an elimination of rows: matrices of the clusters, and data of each body on the path of rows to their nodes.
 * Flat arrays in the order of bodies: objects for a thousand bodies do not fit into a cache.
 */
import { FREE, SPHERICAL, type Tree } from '../tree.ts'
import type { EliminationPlan, LoopCluster, LoopOwner } from './elimination-plan.ts'
import type { LoopModel } from './loop-model.ts'
import { countElements, ProfileMatrix } from './profile-matrix.ts'

/**
 * Rows of a cluster, W then L. They are followed by those of pending rows, and, unless the node is the world, six of
 * its acceleration.
 */
export interface ClusterFront {
  readonly cluster: LoopCluster
  /** Rows in the order of elimination, and pending ones. */
  readonly order: Int32Array
  readonly pending: Int32Array
  /** Numbers of pending rows among those of the node. */
  readonly places: Int32Array
  readonly L: ProfileMatrix
}

/** Rows of each body: those of its clusters, then pending rows. */
export interface Fronts {
  readonly clusters: readonly ClusterFront[]
  /** Elements of all matrices. */
  readonly elements: Float64Array
  /**
   * Bodies from the leaves to the root, velocities of their joints, and 1 if the body carries a node, or is one (n).
   */
  readonly bodies: Int32Array
  readonly nv: Int32Array
  readonly isInner: Uint8Array
  /** First cluster of each body (n + 1). */
  readonly clusterStart: Int32Array
  /** Forces on the body by unit multipliers of its rows (6 for each), and numbers of its first row there (n). */
  readonly K: Float64Array
  readonly ownStart: Int32Array
  readonly pendingStart: Int32Array
  /** Pending rows (m), and the start of those of each body (n + 1). */
  readonly rows: Int32Array
  readonly rowStart: Int32Array
  /** Numbers of these rows in `K` for the parent (m). */
  readonly toParent: Int32Array
  /** Sᵀ K and D⁻¹ Sᵀ K of pending rows, nv for each, and the start of those of each body (n). */
  readonly s: Float64Array
  readonly t: Float64Array
  readonly moveStart: Int32Array
  /**
   * Terms of rows that act on the body, the numbers of these rows in `K`, and the start of those of each body (n + 1).
   */
  readonly terms: Int32Array
  readonly termPlaces: Int32Array
  readonly termStart: Int32Array
  /**
   * Place of the product of two pending rows: the number of the matrix of the first one among those of the
   * body (m), its column there (m), and the origin of the second in that matrix (for each body as many as it has rows, for
   * each of its matrices, from `originStart` (n) on).
   */
  readonly matrixOf: Int32Array
  readonly column: Int32Array
  readonly origins: Int32Array
  readonly originStart: Int32Array
}

/** @param rowsOf used rows of an owner, in order */
export function createFronts(
  tree: Tree,
  model: LoopModel,
  plan: EliminationPlan,
  rowsOf: (owner: LoopOwner) => Int32Array,
): Fronts {
  const list = (owners: readonly LoopOwner[]): Int32Array =>
    Int32Array.from(owners.flatMap((owner) => [...rowsOf(owner)]))
  const pendingOf = new Map(plan.bodies.map(({ body, pending }) => [body, list(pending)]))
  const { clusters, elements } = createClusters(plan, rowsOf, list, pendingOf)
  const target = findTargets(model.nRow, clusters)
  const n = plan.bodies.length
  const frontOf = new Map(plan.bodies.map(({ body }, i) => [body, i]))
  const rowStart = countUp(plan.bodies.map(({ body }) => pendingOf.get(body)!.length))
  const bodies = Int32Array.from(plan.bodies, ({ body }) => body)
  const nv = bodies.map((body) => countVelocities(tree, body))
  const clusterStart = countUp(plan.bodies.map((planned) => planned.clusters.length))
  // clusters of the same body are consecutive, in the order of the bodies
  const nOwn = plan.bodies.map((_, i) =>
    clusters.slice(clusterStart[i], clusterStart[i + 1]).reduce((sum, { order }) => sum + order.length, 0),
  )
  const ownStart = countUp(plan.bodies.map((_, i) => nOwn[i] + rowStart[i + 1] - rowStart[i]))
  const pendingStart = Int32Array.from({ length: n }, (_, i) => ownStart[i] + nOwn[i])
  const rows = Int32Array.from(plan.bodies.flatMap(({ body }) => [...pendingOf.get(body)!]))
  const placesOf = plan.bodies.map((_, i) => {
    const own = clusters.slice(clusterStart[i], clusterStart[i + 1]).flatMap(({ order }) => [...order])
    const all = [...own, ...rows.subarray(rowStart[i], rowStart[i + 1])]
    return new Map(all.map((row, k) => [row, ownStart[i] + k]))
  })
  const moveStart = countUp(plan.bodies.map((_, i) => nv[i] * (rowStart[i + 1] - rowStart[i])))
  const origins = plan.bodies.map(({ body }) => listOrigins(pendingOf.get(body)!, clusters, target))
  return {
    ...{ clusters, elements, bodies, nv, clusterStart, ownStart, pendingStart, rows, rowStart, moveStart },
    isInner: Uint8Array.from(plan.bodies, ({ isInner }) => (isInner ? 1 : 0)),
    K: new Float64Array(6 * ownStart[n]),
    toParent: rows.map((row, k) => {
      const i = findRange(rowStart, k)
      return placesOf[frontOf.get(tree.parent[bodies[i]])!]?.get(row) ?? -1
    }),
    ...{ s: new Float64Array(moveStart[n]), t: new Float64Array(moveStart[n]) },
    ...listTerms(model, bodies, placesOf),
    matrixOf: Int32Array.from(origins.flatMap(({ matrixOf }) => [...matrixOf])),
    column: rows.map((row) => target.column[row]),
    origins: Int32Array.from(origins.flatMap(({ list }) => list)),
    originStart: countUp(origins.map(({ list }) => list.length)),
  }
}

function createClusters(
  { clusters }: EliminationPlan,
  rowsOf: (owner: LoopOwner) => Int32Array,
  list: (owners: readonly LoopOwner[]) => Int32Array,
  pendingOf: ReadonlyMap<number, Int32Array>,
): Pick<Fronts, 'clusters' | 'elements'> {
  const shapes = clusters.map((cluster) => {
    const { node, owners } = cluster
    const order = list(owners)
    const pending = list(cluster.pending)
    const starts = countUp(owners.map((owner) => rowsOf(owner).length))
    const first = owners.flatMap((owner, k) => Array.from(rowsOf(owner), () => starts[cluster.first[k]]))
    const below = new Array<number>(pending.length + (node < 0 ? 0 : 6)).fill(0)
    const places = new Map(Array.from(pendingOf.get(node) ?? [], (row, i) => [row, i]))
    return {
      ...{ cluster, order, pending, places: pending.map((row) => places.get(row)!) },
      first: Int32Array.from([...first, ...below]),
    }
  })
  const starts = countUp(shapes.map(({ first, order }) => countElements(first, order.length)))
  const elements = new Float64Array(starts[shapes.length])
  return {
    elements,
    clusters: shapes.map(({ first, ...shape }, k) => ({
      ...shape,
      L: new ProfileMatrix(first, shape.order.length, elements, starts[k]),
    })),
  }
}

/** Cluster and column of each row; −1 for an unused row. */
interface RowTargets {
  readonly cluster: Int32Array
  readonly column: Int32Array
}

function findTargets(nRow: number, clusters: readonly ClusterFront[]): RowTargets {
  const target = { cluster: new Int32Array(nRow).fill(-1), column: new Int32Array(nRow).fill(-1) }
  clusters.forEach(({ order }, k) => {
    order.forEach((row, i) => {
      target.cluster[row] = k
      target.column[row] = i
    })
  })
  return target
}

function listOrigins(
  rows: Int32Array,
  clusters: readonly ClusterFront[],
  { cluster, column }: RowTargets,
): { readonly matrixOf: Int32Array; readonly list: number[] } {
  const numbers = [...new Set(Array.from(rows, (row) => cluster[row]))]
  const numberOf = new Map(numbers.map((k, i) => [k, i]))
  const list = numbers.flatMap((k) => {
    const { L, order, pending } = clusters[k]
    const below = new Map(Array.from(pending, (row, i) => [row, order.length + i]))
    return Array.from(rows, (row) => {
      const line = cluster[row] === k ? column[row] : below.get(row)
      // rows eliminated before these have none
      return line === undefined ? -1 : L.origin[line]
    })
  })
  return { matrixOf: rows.map((row) => numberOf.get(cluster[row])!), list }
}

function listTerms(
  { termStart, termBody, nRow }: LoopModel,
  bodies: Int32Array,
  placesOf: readonly ReadonlyMap<number, number>[],
): Pick<Fronts, 'terms' | 'termPlaces' | 'termStart'> {
  const frontOf = new Map(Array.from(bodies, (body, i) => [body, i]))
  const lists = Array.from(bodies, (): { term: number; place: number }[] => [])
  for (let row = 0; row < nRow; row++) {
    for (let term = termStart[row]; term < termStart[row + 1]; term++) {
      const i = frontOf.get(termBody[term])
      const place = i === undefined ? undefined : placesOf[i].get(row)
      if (place !== undefined) lists[i!].push({ term, place })
    }
  }
  const all = lists.flat()
  return {
    terms: Int32Array.from(all, ({ term }) => term),
    termPlaces: Int32Array.from(all, ({ place }) => place),
    termStart: countUp(lists.map(({ length }) => length)),
  }
}

function countVelocities({ kind }: Tree, body: number): number {
  return kind[body] === FREE ? 6 : kind[body] === SPHERICAL ? 3 : 1
}

/** Starts of consecutive lists of these lengths, and the end of the last one. */
function countUp(lengths: readonly number[]): Int32Array {
  const start = new Int32Array(lengths.length + 1)
  for (let k = 0; k < lengths.length; k++) start[k + 1] = start[k] + lengths[k]
  return start
}

/** Range that contains an element. */
function findRange(start: Int32Array, k: number): number {
  let [low, high] = [0, start.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (start[middle] <= k) low = middle
    else high = middle
  }
  return low
}
