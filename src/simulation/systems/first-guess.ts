import { VarioError } from '../../base/index.ts'
import type { Assignment, Block, Consequences, StartValues, SystemBlock } from '../../compiler/index.ts'
import { approach, type Wanted } from './approach.ts'
import type { ModelValues } from './model-values.ts'
import { elementsOf } from './slot-access.ts'
import type { SystemAccess } from './system-access.ts'
import type { SystemSolver } from './system-solver.ts'

/** Required closeness of a first guess to the start values, relative to them. */
const CLOSENESS = 1e-2

/** A model whose equations can be evaluated one by one. */
export interface GuessedModel extends ModelValues {
  readonly consequences: Consequences
  /** The value of an expression of its equations. */
  evaluate(expr: Assignment['value']): ReturnType<ModelValues['read']>
  solverOf(block: SystemBlock): SystemSolver
}

/**
 * The first guess of a nonlinear system if variables with start values are computed from unknowns that have none, in
 * the system or behind it: with `y` started at 7, `a = 2*y` and `sin(a/2) = 0.5`, it is a = 14 if a is the unknown. So
 * start values select the solution, regardless of the choice of unknowns in the translation.
 *
 * @returns a function that writes the guess to the store, called before the first evaluation of the system; null: no
 *   guess is needed
 */
export function createFirstGuess(
  model: GuessedModel,
  block: SystemBlock,
  access: SystemAccess,
  starts: StartValues,
): (() => void) | null {
  const { unknowns, inner } = block
  if (block.kind !== 'nonlinear' || unknowns.some((name) => model.slot(name).rank !== 'scalar')) return null
  const free = unknowns.flatMap((name, k) => (starts.find(name) === undefined ? [k] : []))
  if (free.length === 0) return null
  const names = [...inner.map(({ target }) => target), ...model.consequences.of(block)]
  const wanted = names.flatMap((name) => {
    const init = starts.find(name)
    if (init === undefined || !model.consequences.neededFor([name], block)) return []
    if (typeof init === 'number') return [{ name, init, size: model.nominal(name) }]
    const { rank } = model.slot(name)
    if (rank !== 'vector' && rank !== 'matrix') return []
    const size = model.nominal(name)
    return Array.from(elementsOf(init as Float64Array), (value, place) => ({
      name,
      place,
      init: value,
      size,
    }))
  })
  if (wanted.length === 0) return null
  return () => {
    const n = unknowns.length
    const x = new Float64Array(n)
    const nominal = new Float64Array(n)
    const residuals = new Float64Array(n)
    access.read(x)
    access.nominal(nominal)
    const isReached = (some: readonly Wanted[]): boolean => {
      const behind = new EquationsBehind(
        model,
        model.consequences.neededFor(
          some.map(({ name }) => name),
          block,
        )!,
      )
      const evaluate = (): void => {
        access.write(x)
        access.residual(residuals)
        behind.evaluate()
      }
      const read = ({ name, place }: Wanted): number => {
        if (!behind.isDefined) return Number.NaN
        const value = model.readName(name)
        return place === undefined ? (value as number) : elementsOf(value as Float64Array)[place]
      }
      const isFound = approach({ wanted: some, tolerance: 10 * CLOSENESS, free, nominal, x, evaluate, read })
      if (!isFound) behind.restore()
      return isFound
    }
    if (wanted.length <= free.length && isReached(wanted)) return
    // Not all at once: as many as agree with each other, in their order
    const reached: Wanted[] = []
    for (const one of wanted) {
      if (reached.length < free.length && isReached([...reached, one])) reached.push(one)
    }
  }
}

/** Equations behind a system, evaluated for guesses of its unknowns. */
class EquationsBehind {
  /** False: the last evaluation failed. */
  isDefined = true
  /** Nonlinear systems among them, with the start values of their solution. */
  private readonly starts: ReadonlyMap<SystemSolver, Float64Array>

  constructor(
    private readonly model: GuessedModel,
    private readonly blocks: readonly Block[],
  ) {
    const systems = blocks.flatMap((block) => (block.kind === 'nonlinear' ? [model.solverOf(block)] : []))
    this.starts = new Map(systems.map((system) => [system, system.solution()]))
  }

  evaluate(): void {
    this.restore()
    try {
      for (const block of this.blocks) {
        if (block.kind === 'assign') this.model.write(block.target, this.model.evaluate(block.value))
        else this.model.solverOf(block).solveAside()
      }
      this.isDefined = true
    } catch (error) {
      if (!(error instanceof VarioError)) throw error
      this.isDefined = false
    }
  }

  /** Lets nonlinear systems start from their start values again. */
  restore(): void {
    for (const [system, start] of this.starts) system.setSolution(start)
  }
}
