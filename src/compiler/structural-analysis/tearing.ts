/**
 * Tearing of one block: variables assumed known such that all others follow in sequence, and as many remaining
 * equations as residuals. Finding the smallest number is NP-hard; this is a greedy method similar to Cellier & Kofman
 * [Continuous System Simulation, 2006, ch. 7] on top of two reductions that never cost a tearing variable:
 *
 * 1. forward: an equation with one remaining unknown for which it may be solved is solved at once; 2. backward: a
 * variable that occurs in only one equation, and may be solved from it, is solved at the very end, and the equation is
 * removed (an optimal tearing that uses the equation otherwise can be exchanged for one that
 *     does not).
 *
 * If neither applies, the variable with the highest score is torn. A variable scores for every equation that it makes
 * nearly solvable: high if one other unknown remains (higher if that one has a unit coefficient), lower if two or three
 * remain. Ties go to the variable named last. Variables that no equation may be solved for are torn at once.
 * O(nEdges·log nVars).
 */
import {
  type BipartiteGraph,
  extractSubgraph,
  transposeGraph,
  type VariableIncidence,
} from './bipartite-graph.ts'
import { MaxHeap } from './max-heap.ts'

/**
 * Solvability of an equation for a variable. > 0: yes, explicitly and always; 2: unit coefficient, 1: constant or
 * parameter that is not zero; <= 0: no (nonlinear, or a factor that changes and may vanish).
 */
export type Solvability = (eq: number, variable: number) => number

export interface TearingInput {
  readonly graph: BipartiteGraph
  /** Equations and variables of the block; other variables of the equations are known. */
  readonly eqs: ArrayLike<number>
  readonly vars: ArrayLike<number>
  readonly solvability: Solvability
  /** Lowest class of solvability in use; default 1. */
  readonly minClass?: number
  /**
   * Preference of each variable as tearing variable, by position in `vars`; 0 is neutral, one unit is worth as much as
   * one more equation that becomes solvable at once, so ±1 breaks ties and ±1000 overrides everything.
   */
  readonly preference?: ArrayLike<number>
}

export interface Tearing {
  readonly tearVars: Int32Array
  /** Equations that determine the tearing variables; as many as `tearVars` if the block is square. */
  readonly residualEqs: Int32Array
  /** Sequence of equations: each is solved for the variable at the same position of `solvedVars`. */
  readonly solvedEqs: Int32Array
  readonly solvedVars: Int32Array
  /** Number of edges visited. */
  readonly edgeVisits: number
}

/** Score of an equation with 0, 1, 2, 3, 4 unknowns for each of its unknowns. */
const SCORE_BY_COUNT = [0, 0, 64, 8, 1]
/** Bonus if the other unknown of two has a unit coefficient. */
const SCORE_UNIT = 8
/** Weight of one unit of preference. */
const SCORE_PREFERENCE = 64

/** Chooses tearing variables and residual equations of a block. */
export function tearBlock(input: TearingInput): Tearing {
  const solver = new BlockTearing(input)
  solver.run()
  return solver.result()
}

class BlockTearing {
  private readonly eqs: ArrayLike<number>
  private readonly vars: ArrayLike<number>
  private readonly graph: BipartiteGraph
  private readonly incidence: VariableIncidence
  private readonly minClass: number
  /** Solvability of each local edge. */
  private readonly edgeClass: Int8Array
  /** 1 = the equation is still unused. */
  private readonly isActive: Uint8Array
  /** 1 = the variable is neither torn nor assigned to an equation. */
  private readonly isOpen: Uint8Array
  /** Number of open variables of each equation. */
  private readonly eqCount: Int32Array
  /** Number of active equations of each variable, and of those that may be solved for it. */
  private readonly varCount: Int32Array
  private readonly solvableCount: Int32Array
  private readonly score: Float64Array
  private readonly heap: MaxHeap
  /**
   * Work lists: equations with one open variable by class (2, then 1), variables of one equation, variables to tear.
   */
  private readonly readyUnit: number[] = []
  private readonly ready: number[] = []
  private readonly single: number[] = []
  private readonly mustTear: number[] = []
  private readonly tears: number[] = []
  private readonly forwardEqs: number[] = []
  private readonly forwardVars: number[] = []
  private readonly backwardEqs: number[] = []
  private readonly backwardVars: number[] = []
  private edgeVisits = 0

  constructor(input: TearingInput) {
    this.eqs = input.eqs
    this.vars = input.vars
    this.minClass = input.minClass ?? 1
    this.graph = extractSubgraph(input.graph, input.eqs, input.vars)
    this.incidence = transposeGraph(this.graph)
    const { nEqs, nVars, eqPtr, eqVars } = this.graph
    this.edgeClass = new Int8Array(eqPtr[nEqs])
    this.isActive = new Uint8Array(nEqs).fill(1)
    this.isOpen = new Uint8Array(nVars).fill(1)
    this.eqCount = new Int32Array(nEqs)
    this.varCount = new Int32Array(nVars)
    this.solvableCount = new Int32Array(nVars)
    this.score = new Float64Array(nVars)
    this.heap = new MaxHeap(nVars)
    for (let e = 0; e < nEqs; e++) {
      this.eqCount[e] = eqPtr[e + 1] - eqPtr[e]
      for (let p = eqPtr[e]; p < eqPtr[e + 1]; p++) {
        const v = eqVars[p]
        this.edgeClass[p] = input.solvability(input.eqs[e], input.vars[v])
        this.varCount[v]++
        if (this.edgeClass[p] >= this.minClass) this.solvableCount[v]++
      }
    }
    // Number of equations as the last digits of the score, as a fraction that doubles add exactly
    for (let v = 0; v < nVars; v++) {
      this.score[v] =
        SCORE_PREFERENCE * (input.preference?.[v] ?? 0) +
        Math.floor((256 * this.varCount[v]) / (this.varCount[v] + 1)) / 256
      if (this.solvableCount[v] === 0) this.mustTear.push(v)
      else if (this.varCount[v] === 1) this.single.push(v)
    }
    for (let e = 0; e < nEqs; e++) {
      if (this.eqCount[e] <= 4) this.addScore(e, this.eqCount[e], 1)
      if (this.eqCount[e] === 1) this.pushReady(e)
    }
    for (let v = 0; v < nVars; v++) this.heap.push(v, this.score[v])
  }

  run(): void {
    for (;;) {
      const tear = this.mustTear.pop()
      if (tear !== undefined) {
        if (this.isOpen[tear] === 1) this.tear(tear)
      } else if (this.readyUnit.length > 0) this.solveForward(this.readyUnit.pop()!)
      else if (this.ready.length > 0) this.solveForward(this.ready.pop()!)
      else if (this.single.length > 0) this.solveBackward(this.single.pop()!)
      else {
        const v = this.heap.pop(this.score, this.isOpen)
        if (v < 0) return
        this.tear(v)
      }
    }
  }

  result(): Tearing {
    const residuals: number[] = []
    for (let e = 0; e < this.graph.nEqs; e++) if (this.isActive[e] === 1) residuals.push(this.eqs[e])
    const solvedEqs = this.forwardEqs.concat(this.backwardEqs.reverse())
    const solvedVars = this.forwardVars.concat(this.backwardVars.reverse())
    return {
      tearVars: Int32Array.from(this.tears, (v) => this.vars[v]),
      residualEqs: Int32Array.from(residuals),
      solvedEqs: Int32Array.from(solvedEqs, (e) => this.eqs[e]),
      solvedVars: Int32Array.from(solvedVars, (v) => this.vars[v]),
      edgeVisits: this.edgeVisits,
    }
  }

  private tear(v: number): void {
    this.tears.push(v)
    this.makeKnown(v)
  }

  /** Solves an equation with one open variable, if it still has one. */
  private solveForward(e: number): void {
    if (this.isActive[e] === 0 || this.eqCount[e] !== 1) return
    const { eqPtr, eqVars } = this.graph
    let p = eqPtr[e]
    while (this.isOpen[eqVars[p]] === 0) p++
    this.edgeVisits += p - eqPtr[e] + 1
    this.isActive[e] = 0
    this.forwardEqs.push(e)
    this.forwardVars.push(eqVars[p])
    this.makeKnown(eqVars[p])
  }

  /** Sets aside a variable that occurs in one active equation only, together with that equation. */
  private solveBackward(v: number): void {
    if (this.isOpen[v] === 0 || this.varCount[v] !== 1) return
    const { varPtr, varEqs, varEdges } = this.incidence
    let q = varPtr[v]
    while (this.isActive[varEqs[q]] === 0) q++
    this.edgeVisits += q - varPtr[v] + 1
    if (this.edgeClass[varEdges[q]] < this.minClass) return
    const e = varEqs[q]
    if (this.eqCount[e] <= 4) this.addScore(e, this.eqCount[e], -1)
    this.isActive[e] = 0
    this.isOpen[v] = 0
    this.backwardEqs.push(e)
    this.backwardVars.push(v)
    // The other variables of the equation lose one equation
    const { eqPtr, eqVars } = this.graph
    for (let p = eqPtr[e]; p < eqPtr[e + 1]; p++) {
      this.edgeVisits++
      const other = eqVars[p]
      if (this.isOpen[other] === 0) continue
      this.varCount[other]--
      if (this.edgeClass[p] >= this.minClass) this.solvableCount[other]--
      if (this.solvableCount[other] === 0) this.mustTear.push(other)
      else if (this.varCount[other] === 1) this.single.push(other)
    }
  }

  /** Marks a variable as known: its active equations have one unknown less. */
  private makeKnown(v: number): void {
    const { varPtr, varEqs } = this.incidence
    for (let q = varPtr[v]; q < varPtr[v + 1]; q++) {
      this.edgeVisits++
      const e = varEqs[q]
      if (this.isActive[e] === 0) continue
      const count = this.eqCount[e]
      if (count <= 4) this.addScore(e, count, -1)
      this.eqCount[e] = count - 1
    }
    this.isOpen[v] = 0
    for (let q = varPtr[v]; q < varPtr[v + 1]; q++) {
      const e = varEqs[q]
      if (this.isActive[e] === 0) continue
      if (this.eqCount[e] <= 4) this.addScore(e, this.eqCount[e], 1)
      if (this.eqCount[e] === 1) this.pushReady(e)
    }
  }

  /** Queues an equation with one open variable if it may be solved for it. */
  private pushReady(e: number): void {
    const { eqPtr, eqVars } = this.graph
    for (let p = eqPtr[e]; p < eqPtr[e + 1]; p++) {
      this.edgeVisits++
      if (this.isOpen[eqVars[p]] === 0) continue
      if (this.edgeClass[p] < this.minClass) return
      if (this.edgeClass[p] >= 2) this.readyUnit.push(e)
      else this.ready.push(e)
      return
    }
  }

  /**
   * Adds (sign = 1) or subtracts (-1) the contribution of an equation with `count` <= 4 unknowns to the score of each.
   */
  private addScore(e: number, count: number, sign: number): void {
    if (count < 2) return
    const { eqPtr, eqVars } = this.graph
    let first = -1
    let second = -1
    for (let p = eqPtr[e]; p < eqPtr[e + 1]; p++) {
      this.edgeVisits++
      const v = eqVars[p]
      if (this.isOpen[v] === 0) continue
      if (count > 2) this.changeScore(v, sign * SCORE_BY_COUNT[count])
      else if (first < 0) first = p
      else second = p
    }
    if (count > 2) return
    this.changeScore(eqVars[first], sign * this.scoreOfOther(second))
    this.changeScore(eqVars[second], sign * this.scoreOfOther(first))
  }

  /** Score for making one of two unknowns known, if the other one is on the given edge. */
  private scoreOfOther(edge: number): number {
    const solvable = this.edgeClass[edge]
    if (solvable < this.minClass) return 0
    return SCORE_BY_COUNT[2] + (solvable >= 2 ? SCORE_UNIT : 0)
  }

  private changeScore(v: number, change: number): void {
    if (change === 0) return
    this.score[v] += change
    // A lower score is detected when the entry is popped
    if (change > 0) this.heap.push(v, this.score[v])
  }
}
