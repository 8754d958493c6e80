import { EPS, VarioError } from '../../base/index.ts'
import type { SystemBlock } from '../../compiler/index.ts'
import { isContracting } from '../../math/index.ts'
import { findOpenDirection, findOpenUnknowns } from './find-open-unknowns.ts'
import type { SystemAccess } from './system-access.ts'
import { type Singularity, SystemMatrix } from './system-matrix.ts'
import { MAX_UNDETERMINED, UndeterminedSystem } from './undetermined-system.ts'

/** Maximum number of Newton iterations, and smallest fraction of a displacement that is tried. */
const MAX_ITERATIONS = 100
const MIN_DAMPING = 2 ** -40
/**
 * A displacement this small, relative to the sizes of the unknowns, ends the iteration; by quadratic convergence the
 * remaining error is its square.
 */
const ACCURACY = 1e-9
/**
 * Corrections of the solution of a linear system below this, relative to the sizes of the unknowns, are rounding
 * errors.
 */
const REFINED = 1e-12
/** Residuals this small, relative to the terms in their equations, are rounding errors. */
const ROUNDING = 1e-13
/**
 * Shift of an unknown to leave a point where the matrix is singular, relative to its size, and maximum number of
 * shifts.
 */
const SHIFT = 1e-2
const MAX_SHIFTS = 5
/** Solutions this far apart, relative to their sizes, are on different branches. */
const JUMP = 1e-6
/** Longest list in a message. */
const MAX_LISTED = 20
/** Nonlinear systems of this size are always checked for open unknowns; larger ones if they look singular. */
const MAX_ASKED = 50
/** Largest nonlinear system that is checked with a full matrix, of 8 MB. */
const MAX_DENSE = 1000
/** A matrix looks singular if a change of the equations by their terms changes unknowns by this multiple of them. */
const SINGULAR = 1e10

/** Residuals this small, relative to the largest one, may be those of an identity. */
const FLAT = 1e-9
const NO_SIZES = new Float64Array(0)

/** Solves one torn system, linear or nonlinear, with its size in this run. */
export class SystemSolver {
  private n = -1
  private matrix = new SystemMatrix(0, null)
  private isFactored = false
  /** Solver of the linear system while its matrix is singular; null: it is regular. */
  private undetermined: UndeterminedSystem | null = null
  private ofSingular: UndeterminedSystem | null = null
  private x = new Float64Array(0)
  private b = new Float64Array(0)
  private delta = new Float64Array(0)
  private trial = new Float64Array(0)
  private shifted = new Float64Array(0)
  private nominal = new Float64Array(0)
  private size = new Float64Array(0)
  private residualSize = new Float64Array(0)
  /** Values at the start of the run: another guess if the last solution is a bad one. */
  private startValues = new Float64Array(0)
  /** Improves the start values before the first solution; null: not needed, or done. */
  firstGuess: (() => void) | null = null
  /** True if a solution since the last call of `keepGuess` was not found from the one before. */
  hasLeftBranch = false
  /** True if `findOpenUnknowns` has been called. */
  private isAsked = false
  /** True if a solution since then was not the one before. */
  private hasMoved = false
  /** True if it has found any. */
  private isOpen = false
  /** Solution at the last accepted point. */
  private kept = new Float64Array(0)

  constructor(
    private readonly block: SystemBlock,
    private readonly access: SystemAccess,
  ) {}

  /** True while modes are decided: equations that contradict each other are solved approximately. */
  isTentative = false

  /** Adapts to changed parameters, start values or sizes. */
  reset(): void {
    const { access, block } = this
    const n = access.size()
    const isScalar = block.unknowns.length === n
    if (n !== this.n) this.matrix = new SystemMatrix(n, isScalar ? (block.rows ?? null) : null)
    this.n = n
    this.isFactored = false
    this.isAsked = false
    this.hasMoved = false
    this.isOpen = false
    this.undetermined = null
    this.ofSingular = null
    const create = (): Float64Array<ArrayBuffer> => new Float64Array(n)
    this.x = create()
    this.b = create()
    this.delta = create()
    this.trial = create()
    this.shifted = create()
    this.nominal = create()
    this.size = create()
    this.residualSize = create()
    this.startValues = create()
    access.nominal(this.nominal)
    access.read(this.startValues)
    this.kept = this.startValues.slice()
  }

  get unknowns(): readonly string[] {
    return this.block.unknowns
  }

  /** Variables that the equations did not determine in the last solution, which took the smallest ones. */
  get undeterminedNames(): readonly string[] {
    const { undetermined } = this
    return undetermined && !undetermined.isRegular ? undetermined.names : []
  }

  /** Examines in the next solution again whether the motion depends on undetermined variables. */
  examineAgain(): void {
    this.undetermined?.examineAgain()
  }

  /** Equations of the system, as users have written them. */
  get equations(): readonly string[] {
    return this.block.residuals.map(({ text }) => text)
  }

  /** Other equations may hold from now on: `findOpenUnknowns` examines them. */
  askAgain(): void {
    this.isAsked = false
  }

  /**
   * Unknowns of a nonlinear system that its equations leave open at the last solution. Examined at the first point of a
   * run, after `askAgain`, and where the values before have fulfilled the equations without a change, as they do if
   * these become identities between events.
   */
  findOpenUnknowns(): readonly string[] {
    const { n, block, access, x } = this
    if (block.kind !== 'nonlinear' || n < 1) return []
    const isFirst = !this.isAsked
    const { hasMoved, isOpen } = this
    this.isAsked = true
    this.hasMoved = false
    if (!isFirst && (hasMoved || isOpen)) return []
    access.read(x)
    access.residual(this.b)
    const names = this.mayBeOpen(isFirst) ? this.listOpenUnknowns() : []
    access.write(x)
    access.residual(this.b)
    this.isOpen = names.length > 0
    return names
  }

  /** True if the matrix, or an evaluation nearby, looks as if equations left unknowns open. */
  private mayBeOpen(isFirst: boolean): boolean {
    const { n } = this
    if (isFirst && n <= MAX_ASKED) return true
    if (!isFirst && n > MAX_ASKED && !this.hasFlatEquation()) return false
    this.fillMatrix()
    return this.looksSingular()
  }

  private listOpenUnknowns(): readonly string[] {
    const { n, block, access, x, nominal } = this
    this.fillMatrix()
    if (n > MAX_DENSE) return this.findOpenDirection()
    const matrix = new Float64Array(n * n)
    this.matrix.copyTo(matrix)
    return findOpenUnknowns(block, access, x.slice(), nominal, matrix)
  }

  private findOpenDirection(): readonly string[] {
    const { block, access, x, matrix, size, residualSize } = this
    matrix.rowSizes(size, residualSize)
    matrix.perturb(size, residualSize)
    if (matrix.factor()) return []
    return findOpenDirection(block, access, x.slice(), size, residualSize.slice(), (b) => matrix.solve(b))
  }

  /** True if an equation holds as well where all unknowns have changed; costs one evaluation. */
  private hasFlatEquation(): boolean {
    const { n, x, access, trial, shifted, nominal } = this
    for (let i = 0; i < n; i++) {
      const distance = SHIFT * (1 + (i % 5) / 5) * (i % 3 === 0 ? -1 : 1)
      shifted[i] = x[i] + distance * Math.max(Math.abs(x[i]), nominal[i])
    }
    access.write(shifted)
    access.residual(trial)
    access.write(x)
    return trial.some((value) => !(Math.abs(value) > FLAT * (norm(trial, NO_SIZES) || 1)))
  }

  /** True if the matrix, which is factorized, is singular up to rounding errors. */
  private looksSingular(): boolean {
    const { n, x, matrix, size, nominal, residualSize } = this
    for (let i = 0; i < n; i++) size[i] = Math.max(Math.abs(x[i]), nominal[i])
    matrix.rowSizes(size, residualSize)
    if (matrix.factor()) return true
    // rows with various signs, so that their effects do not cancel
    const effect = residualSize.map((value, i) => (i % 3 === 0 ? -value : value))
    matrix.solve(effect)
    return !(norm(effect, size) < SINGULAR)
  }

  /** Stores the last solution as the guess of others nearby. */
  keepGuess(): void {
    this.hasLeftBranch = false
    if (this.block.kind === 'nonlinear') this.access.read(this.kept)
  }

  /** Returns to the stored solution. */
  restoreGuess(): void {
    this.setSolution(this.kept)
  }

  /** The last solution of a nonlinear system. */
  solution(): Float64Array {
    const values = new Float64Array(this.block.kind === 'nonlinear' ? this.n : 0)
    if (values.length > 0) this.access.read(values)
    return values
  }

  setSolution(values: Float64Array): void {
    if (this.block.kind === 'nonlinear' && values.length === this.n) this.access.write(values)
  }

  /**
   * True if the last solution differs from `before` (undefined: there was none) by more than a better approximation.
   */
  hasJumpedFrom(before: Float64Array | undefined): boolean {
    if (!this.hasLeftBranch) return false
    if (!before) return true
    const now = this.solution()
    return now.some(
      (value, i) => Math.abs(value - before[i]) > JUMP * Math.max(Math.abs(value), this.nominal[i]),
    )
  }

  solve(): void {
    if (this.n < 0) this.reset()
    if (this.block.kind === 'linear') this.solveLinear()
    else this.solveNonlinear()
  }

  /** Solves the system for a guess of another one: only the values in the store change. */
  solveAside(): void {
    const { firstGuess, hasLeftBranch } = this
    this.firstGuess = null
    try {
      this.solve()
    } finally {
      this.firstGuess = firstGuess
      this.hasLeftBranch = hasLeftBranch
    }
  }

  /** Prepares `solveTangent` at the values of the last solution. */
  prepareTangent(): void {
    if (this.block.kind === 'linear') return
    const { access, x } = this
    access.read(x)
    access.residual(this.b)
    this.factorAt()
  }

  /** Replaces the tangents of the residuals at fixed unknowns by those of the unknowns (implicit function theorem). */
  solveTangent(tangent: Float64Array): void {
    for (let i = 0; i < this.n; i++) tangent[i] = -tangent[i]
    ;(this.undetermined ?? this.matrix).solve(tangent)
  }

  /**
   * The residual A x + b gives b at x = 0 (thesis 3.3), its derivatives in the directions of the unknowns give A. A
   * matrix of parameters only is factorized once. If it is singular, the equations may still agree.
   */
  private solveLinear(): void {
    const { n, x, b, access } = this
    x.fill(0)
    access.write(x)
    access.residual(b)
    if (!this.block.isConstant || !this.isFactored) {
      this.factorLinear()
      this.isFactored = true
    }
    for (let i = 0; i < n; i++) x[i] = -b[i]
    const { undetermined } = this
    const isOpen = undetermined !== null && !undetermined.isRegular
    ;(undetermined ?? this.matrix).solve(x)
    if (isOpen) undetermined.shorten(x)
    access.write(x)
    access.residual(this.trial)
    if (isOpen) this.assertAgreement(undetermined)
    else if (undetermined === null) this.refine()
  }

  /**
   * Iterative refinement: at x = 0 the residuals can be larger by orders of magnitude, as the forces of a mechanism
   * whose joints would have to move against each other, and x has their rounding errors.
   */
  private refine(): void {
    const { n, x, trial, delta, nominal, access, matrix } = this
    for (let i = 0; i < n; i++) delta[i] = trial[i]
    matrix.solve(delta)
    let isExact = true
    for (let i = 0; i < n; i++) {
      if (Math.abs(delta[i]) > REFINED * Math.max(Math.abs(x[i]), nominal[i])) isExact = false
    }
    if (isExact) return
    for (let i = 0; i < n; i++) x[i] -= delta[i]
    access.write(x)
    access.residual(trial)
  }

  private factorLinear(): void {
    const { block, access, matrix, n } = this
    this.undetermined = null
    this.fillMatrix()
    const singular = matrix.factor()
    if (!singular) return
    if (!singular.isNumber || n > MAX_UNDETERMINED) throw this.singular(singular)
    // The factorization has overwritten the matrix.
    this.fillMatrix()
    this.ofSingular ??= new UndeterminedSystem(block, access, n)
    this.ofSingular.factor(matrix)
    this.undetermined = this.ofSingular
  }

  /**
   * Corrects the solution, and checks that the equations do not contradict each other, and leave open only variables on
   * which the motion does not depend.
   */
  private assertAgreement(undetermined: UndeterminedSystem): void {
    const { x, b, trial, block } = this
    const row = undetermined.correct(x, b, trial)
    if (this.isTentative) return
    if (row >= 0) {
      b.set(trial)
      const equation = block.residuals.length === this.n ? block.residuals[row].text : ''
      const what =
        'is singular, and its equations contradict each ' +
        `other${equation && `: ${equation} does not agree with the others`}`
      throw this.failure(what, { equation })
    }
    const unknown = undetermined.findNames(x)
    if (unknown === undefined) return
    const what =
      `is singular: ${unknown}, on which the motion depends, is not determined, because equations ` +
      'follow from others'
    throw this.failure(what, { unknown })
  }

  /**
   * Newton's method from the last solution. If it fails, the branch of solutions may have ended (a fold), and others
   * are searched: from the start values, from zero, from the opposite values.
   */
  private solveNonlinear(): void {
    const { x, access } = this
    if (this.firstGuess) {
      this.firstGuess()
      this.firstGuess = null
      access.read(this.startValues)
    }
    access.read(x)
    const guess = x.slice()
    const first = this.iterate()
    if (first === null) return
    this.hasLeftBranch = true
    for (const other of [this.startValues, guess.map(() => 0), guess.map((value) => -value)]) {
      x.set(other)
      access.write(x)
      if (this.iterate() === null) return
    }
    // The message shows the first attempt.
    access.write(guess)
    throw first
  }

  /**
   * Damped Newton iteration with exact matrix from `x`. A displacement λ δ is accepted if it reduces the residuals, or
   * the next displacement with the same matrix [Deuflhard 2011, section 3.3]; otherwise λ is halved.
   */
  private iterate(): VarioError | null {
    const { n, x, b, delta, trial, size, residualSize, access, matrix } = this
    const start = this.shifted
    access.residual(b)
    let shifts = 0
    for (let k = 0; k < MAX_ITERATIONS; k++) {
      if (!b.every(Number.isFinite)) return this.failure('cannot be evaluated at the start values')
      if (b.every((value) => value === 0)) return null
      this.hasMoved = true
      for (let i = 0; i < n; i++) size[i] = Math.max(Math.abs(x[i]), this.nominal[i])
      this.fillMatrix()
      matrix.rowSizes(size, residualSize)
      const singular = matrix.factor()
      if (singular) {
        // A stationary point is left in the direction of the unknown that is not determined here.
        if (++shifts > MAX_SHIFTS || !singular.isNumber) return this.singular(singular)
        x[singular.column] += SHIFT * shifts * size[singular.column]
        access.write(x)
        access.residual(b)
        continue
      }
      delta.set(b)
      matrix.solve(delta)
      const before = norm(b, residualSize)
      const length = norm(delta, size)
      start.set(x)
      let damping = 1
      for (;;) {
        for (let i = 0; i < n; i++) x[i] = start[i] - damping * delta[i]
        access.write(x)
        access.residual(b)
        const after = norm(b, residualSize)
        if (length <= ACCURACY || after < before || !(after > ROUNDING)) break
        if (after < Infinity) {
          trial.set(b)
          matrix.solve(trial)
          if (isContracting(norm(trial, size), length, damping)) break
        }
        damping *= 0.5
        if (damping < MIN_DAMPING)
          return this.failure('has no solution near the values below: no step reduces the residuals')
      }
      if (damping === 1 && length <= ACCURACY) return null
      // Only rounding errors are left.
      if (norm(b, residualSize) <= EPS) return null
    }
    return this.failure(`does not converge in ${MAX_ITERATIONS} iterations`)
  }

  /** Computes and factorizes the matrix at the current values of the unknowns. */
  private factorAt(): void {
    this.fillMatrix()
    const singular = this.matrix.factor()
    if (singular) throw this.singular(singular)
  }

  private fillMatrix(): void {
    const { access, matrix, x, b, shifted, n } = this
    const { tangent } = access
    if (tangent) {
      access.startTangents()
      matrix.fill(tangent)
      return
    }
    // Differences; for a linear system they are exact at any distance.
    const at = this.trial
    at.set(x)
    matrix.fill((seed, out) => {
      let increment = 1
      if (this.block.kind === 'nonlinear') {
        increment = 0
        for (let i = 0; i < n; i++) {
          if (seed[i] !== 0)
            increment = Math.max(increment, Math.sqrt(EPS) * Math.max(Math.abs(at[i]), this.nominal[i]))
        }
      }
      for (let i = 0; i < n; i++) shifted[i] = at[i] + increment * seed[i]
      access.write(shifted)
      access.residual(out)
      for (let i = 0; i < n; i++) out[i] = (out[i] - b[i]) / increment
    })
    access.write(at)
  }

  private singular({ column, row, isNumber }: Singularity): VarioError {
    if (!isNumber) return this.failure('has coefficients that are not finite')
    const { unknowns, residuals } = this.block
    const unknown = unknowns.length === this.n ? unknowns[column] : unknowns.join(', ')
    const equation = residuals.length === this.n && row >= 0 ? ` by ${residuals[row].text}` : ''
    return this.failure(`is singular: ${unknown} is not determined${equation}`, {
      unknown,
      equation: equation.slice(4),
    })
  }

  /** Returns the error with the table of equations and unknowns. */
  private failure(what: string, fields: Record<string, unknown> = {}): VarioError {
    const { kind, unknowns, residuals } = this.block
    const values = new Float64Array(this.n)
    this.access.read(values)
    const hasNumbers = residuals.length === this.n && unknowns.length === this.n
    const equations = residuals.map(({ text }, i) => (hasNumbers ? `${text}   residual ${this.b[i]}` : text))
    const list = unknowns.map((name, i) => (hasNumbers ? `${name} = ${values[i]}` : name))
    const title = `The ${kind} system in ${shorten(unknowns).join(', ')} ${what}.`
    const lines = [
      title,
      '  Equations:',
      ...shorten(equations).map(indent),
      '  Unknowns:',
      ...shorten(list).map(indent),
    ]
    const advice =
      kind === 'nonlinear'
        ? ['  Better start values of the unknowns may help: { start: … } where they are declared.']
        : []
    return new VarioError('SYSTEM', [...lines, ...advice].join('\n'), {
      unknowns,
      values: Array.from(values),
      residuals: Array.from(this.b),
      ...fields,
    })
  }
}

function indent(line: string): string {
  return `    ${line}`
}

function shorten(list: readonly string[]): string[] {
  return list.length <= MAX_LISTED ? [...list] : [...list.slice(0, MAX_LISTED), `… ${list.length} in all`]
}

/** Largest component relative to its size. NaN and infinite ones give Infinity. */
function norm(v: Float64Array, size: Float64Array): number {
  let largest = 0
  for (let i = 0; i < v.length; i++) {
    const part = Math.abs(v[i]) / (size[i] || 1)
    if (!(part <= largest)) largest = part
  }
  return largest >= 0 ? largest : Infinity
}
