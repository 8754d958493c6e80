/**
 * Support vertices of a convex polyhedron by lookup. Directions d are divided into cells of an octahedral map: with the
 * sum s of the absolute values of its components, d is in the cell (⌊n/2 (x/s + 1)⌋, ⌊n/2 (y/s + 1)⌋) of one of two
 * squares of n × n cells, one for z < 0 and one for z ≥ 0; the corners of the squares beyond |x/s| + |y/s| = 1 stay
 * empty. Each cell has the list of all vertices that are farthest in one of its directions. In most cells this is only
 * one, however many vertices the hull has, and nothing has to be searched. MPR of penetrating hulls of 100 vertices
 * took 2960 ns with vertices found by climbing from neighbor to neighbor, 1960 with 32 × 32 cells, and less with more
 * (benchmarks/collision/narrow-phase.ts); they take about as long to make as the hull.
 */
import type { ConvexShape } from './convex.ts'

/** Cells per edge of a square and root of the number of vertices, at least: so nine of ten cells have one vertex. */
const CELLS_PER_ROOT = 8
const MAX_CELLS = 128

/** Cells overlap by this part of a unit, for directions whose cell is uncertain by rounding [1]. */
const OVERLAP = 1e-9

/**
 * A vertex excludes another if it is farther in all directions of a cell by more than this part of the size of the hull
 * [1].
 */
const DOMINANCE_PART = 1e-13

/** Keeps places below the number of cells also where x/s is 1 and some roundings [1]. */
const BELOW_ONE = 1 - 1e-14

/** Ends a list of vertices. */
const END = -1

/** The lists of vertices of all cells, as `ConvexShape` has them. */
export type HullCells = Pick<ConvexShape, 'nCell' | 'cellsPerUnit' | 'cells' | 'cellVertices'>

/** For shapes without vertices. */
export const NO_CELLS: HullCells = {
  nCell: 1,
  cellsPerUnit: 0.5,
  cells: new Int32Array(2),
  cellVertices: new Int32Array(0),
}

/** The cells of the convex polyhedron with these vertices (nVertex × 3). */
export function createHullCells(vertices: Float64Array): HullCells {
  const nVertex = vertices.length / 3
  let n = 2
  while (n < MAX_CELLS && n < CELLS_PER_ROOT * Math.sqrt(nVertex)) n *= 2
  const builder = new CellBuilder(vertices, n)
  const places = Int32Array.from({ length: nVertex }, (_, i) => 3 * i)
  const half = n / 2
  for (let octant = 0; octant < 8; octant++)
    builder.divide(octant >> 2, half * ((octant >> 1) & 1), half * (octant & 1), half, places)
  return {
    nCell: n,
    cellsPerUnit: half * BELOW_ONE,
    cells: builder.cells,
    cellVertices: Int32Array.from(builder.lists),
  }
}

/**
 * Divides octants into cells. What is farthest in a direction of a part is so in the whole: the candidates get fewer
 * from part to part.
 */
class CellBuilder {
  readonly cells: Int32Array
  /** Place 0 is not used, as it has no negative. */
  readonly lists = [END]
  /** Neighboring cells have equal lists: those of an edge or a corner of the hull. */
  private readonly placeOfList = new Map<string, number>()
  private readonly margin: number
  /** Directions of the corners of a square of cells and of its middle (5 × 3). */
  private readonly corners = new Float64Array(15)
  /** The places of the farthest vertices there (5). */
  private readonly farthest = new Int32Array(5)

  constructor(
    private readonly vertices: Float64Array,
    private readonly n: number,
  ) {
    this.cells = new Int32Array(2 * n * n)
    this.margin = DOMINANCE_PART * vertices.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0)
  }

  /**
   * Enters the cells i … i + size, j … j + size of a square, given the vertices that may be farthest there by their
   * places.
   */
  divide(square: number, i: number, j: number, size: number, candidates: Int32Array): void {
    const { n, cells, lists } = this
    if (!this.setCorners(square, i, j, size)) return
    const left = candidates.length === 1 ? candidates : this.findFarthest(candidates)
    const first = (square * n + i) * n + j
    if (left.length === 1) {
      for (let k = 0; k < size; k++) cells.fill(left[0], first + k * n, first + k * n + size)
    } else if (size === 1) {
      const key = left.join()
      const known = this.placeOfList.get(key)
      cells[first] = -(known ?? lists.length)
      if (known !== undefined) return
      this.placeOfList.set(key, lists.length)
      for (const each of left) lists.push(each)
      lists.push(END)
    } else {
      const half = size / 2
      for (let k = 0; k < 4; k++) this.divide(square, i + half * (k >> 1), j + half * (k & 1), half, left)
    }
  }

  /**
   * Directions of the corners, little outside: as the cells lie in one octant, where z is linear in x and y, all
   * directions are their positive combinations. False if the cells are beyond the border of the octant.
   */
  private setCorners(square: number, i: number, j: number, size: number): boolean {
    const { n, corners } = this
    const signX = 2 * i < n ? -1 : 1
    const signY = 2 * j < n ? -1 : 1
    let highest = 0
    for (let k = 0; k < 5; k++) {
      // the fifth is the middle
      const stepX = k === 4 ? 0.5 : k >> 1
      const stepY = k === 4 ? 0.5 : k & 1
      const x = (2 * (i + size * stepX)) / n - 1 + OVERLAP * (2 * stepX - 1)
      const y = (2 * (j + size * stepY)) / n - 1 + OVERLAP * (2 * stepY - 1)
      const height = 1 - signX * x - signY * y
      highest = Math.max(highest, height)
      corners[3 * k] = x
      corners[3 * k + 1] = y
      corners[3 * k + 2] = square === 0 ? -height : height
    }
    return highest > 0
  }

  /** Those of the candidates to which none of the farthest ones at corners and middle is preferred at all corners. */
  private findFarthest(candidates: Int32Array): Int32Array {
    const { corners, farthest } = this
    for (let k = 0; k < 5; k++) {
      let bestValue = Number.NEGATIVE_INFINITY
      for (let c = 0; c < candidates.length; c++) {
        const value = this.computeHeight(candidates[c], corners, 3 * k)
        if (value <= bestValue) continue
        bestValue = value
        farthest[k] = candidates[c]
      }
    }
    const left: number[] = []
    for (let c = 0; c < candidates.length; c++) if (!this.isExcluded(candidates[c])) left.push(candidates[c])
    return Int32Array.from(left)
  }

  private isExcluded(candidate: number): boolean {
    const { corners, farthest, margin } = this
    for (let f = 0; f < 5; f++) {
      let k = 0
      while (
        k < 12 &&
        this.computeHeight(farthest[f], corners, k) - this.computeHeight(candidate, corners, k) > margin
      )
        k += 3
      if (k === 12) return true
    }
    return false
  }

  private computeHeight(place: number, d: Float64Array, i: number): number {
    const { vertices } = this
    return vertices[place] * d[i] + vertices[place + 1] * d[i + 1] + vertices[place + 2] * d[i + 2]
  }
}
