/**
 * Support vertices of a convex polyhedron by lookup. Directions d are divided into cells of an octahedral map: with the
 * sum s of the absolute values of its components, d is in the cell (⌊n/2 (x/s + 1)⌋, ⌊n/2 (y/s + 1)⌋) of one of two
 * squares of n × n cells, one for z < 0 and one for z ≥ 0; the corners of the squares beyond |x/s| + |y/s| = 1 stay
 * empty. Each cell has the list of all vertices that are farthest in one of its directions. In most cells this is only
 * one, for any number of vertices of the hull, and no search is needed. MPR of penetrating hulls of 100 vertices took
 * 2960 ns with vertices found by climbing from neighbor to neighbor, 1960 with 32 × 32 cells, and less with more
 * (benchmarks/collision/narrow-phase.ts); they take about as long to create as the hull.
 */
import type { ConvexShape } from './convex.ts'

/**
 * Minimum of cells per edge of a square over the root of the number of vertices: nine of ten cells then have one
 * vertex.
 */
const CELLS_PER_ROOT = 8
const MAX_CELLS = 128

/** Cells overlap by this fraction of a unit, for directions whose cell is uncertain by rounding [1]. */
const OVERLAP = 1e-9

/**
 * A vertex excludes another if it is farther in all directions of a cell by more than this fraction of the size of the
 * hull [1].
 */
const DOMINANCE_PART = 1e-13

/** Keeps places below the number of cells even if x/s is 1 plus rounding errors [1]. */
const BELOW_ONE = 1 - 1e-14

/** Ends a list of vertices. */
const END = -1

/** The lists of vertices of all cells, as in `ConvexShape`. */
export type HullCells = Pick<ConvexShape, 'nCell' | 'cellsPerUnit' | 'cells' | 'cellVertices'>

/** Cells of shapes without vertices. */
export const NO_CELLS: HullCells = {
  nCell: 1,
  cellsPerUnit: 0.5,
  cells: new Int32Array(2),
  cellVertices: new Int32Array(0),
}

/** Creates the cells of the convex polyhedron with these vertices (nVertex × 3). */
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
 * Divides octants into cells. The farthest vertex in a direction of a part is the farthest in the whole: the number of
 * candidates decreases with each division.
 */
class CellBuilder {
  readonly cells: Int32Array
  /** Place 0 is unused, because it has no negative. */
  readonly lists = [END]
  /** Neighboring cells have equal lists: those of an edge or a corner of the hull. */
  private readonly placeOfList = new Map<string, number>()
  private readonly margin: number
  /** Directions of the corners of a square of cells and of its middle (5 × 3). */
  private readonly corners = new Float64Array(15)
  /** Places of the farthest vertices in these directions (5). */
  private readonly farthest = new Int32Array(5)

  constructor(
    private readonly vertices: Float64Array,
    private readonly n: number,
  ) {
    this.cells = new Int32Array(2 * n * n)
    this.margin = DOMINANCE_PART * vertices.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0)
  }

  /**
   * Divides the cells i … i + size, j … j + size of a square, given the places of the vertices that may be farthest
   * there.
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
   * Sets directions of the corners, slightly outside: the cells lie in one octant, where z is linear in x and y, so all
   * directions are positive combinations of them. False if the cells are beyond the border of the octant.
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

  /** The candidates that no farthest vertex of the corners and the middle dominates at all corners. */
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
