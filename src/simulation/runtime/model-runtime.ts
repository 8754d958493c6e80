import { VarioError } from '../../base/index.ts'
import {
  Consequences,
  evaluateInRun,
  Interpreter,
  type LoadedCode,
  listNames,
  loadCode,
  type StartKind,
  StartValues,
  type SystemBlock,
  type Translation,
  type ValueStore,
} from '../../compiler/index.ts'
import type { EvaluatedModel } from '../../model/index.ts'
import { RunWarnings } from '../../results/index.ts'
import {
  createFirstGuess,
  ModelValues,
  SlotVector,
  type SystemAccess,
  type SystemHost,
  SystemInMemory,
  SystemSolver,
} from '../systems/index.ts'
import { ComponentMemories } from './component-memories.ts'
import { ModelTangents, type TangentHost } from './model-tangents.ts'
import { RunServices } from './run-services.ts'
import type { RunSettings } from './segment-declarer.ts'

type Value = ReturnType<ValueStore['read']>
type AnyExpr = Parameters<typeof evaluateInRun>[0]

/** Evaluates a model in several branches at once, where conditions stay at their limits. */
export interface MeanOfBranches {
  /** Empty: the model has one branch. */
  readonly surfaces: readonly unknown[]
  /** Changes with the surfaces. */
  readonly version: number
  /** Derivatives of all states, after an evaluation. */
  readonly derivatives: Float64Array
  /** Variables that have no mean, and different values in the branches of the last evaluation. */
  readonly ambiguous: ReadonlySet<string>
  /** Evaluates the dynamics, or everything. */
  evaluate(isAll: boolean): void
  /** Adapts to the states of a new segment; sliding continues. */
  resize(): void
}

/** Names in the text of an equation, full paths as in `L.i`. */
const NAMES = /[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/g

/**
 * A translated model with its values: evaluates the equations and the memories of components, for given time and
 * states.
 */
export class ModelRuntime extends ModelValues {
  /**
   * Sum of the lengths of the states of the equations, which come first; the variant ones of components with memory
   * follow.
   */
  nEquationState = 0
  /** Kinds of the start values of the states of the equations (nEquationState). */
  startKinds: StartKind[] = []
  readonly memories: ComponentMemories
  readonly warnings = new RunWarnings()
  readonly services: RunServices
  private readonly code: LoadedCode
  private readonly accesses: SystemAccess[] = []
  private readonly states: SlotVector
  private readonly derivatives: SlotVector
  readonly timeSlot: number
  /** The sliding conditions, which evaluate the model at their limits; null: not set yet. */
  sliding: MeanOfBranches | null = null
  private consequencesOfModel: Consequences | undefined
  private tangentsOfModel: ModelTangents | null | undefined

  /** @param isInterpreted evaluates the expressions instead of generated code */
  constructor(
    translation: Translation,
    private readonly isInterpreted = false,
  ) {
    super(translation)
    const { memory } = this
    this.memories = new ComponentMemories(translation.model, this.warnings)
    this.services = new RunServices(translation, memory, (path) => this.memories.at(path))
    this.code = isInterpreted
      ? new Interpreter(translation, memory, this.services).code()
      : loadCode(translation.code, translation.model.name)
    translation.systems.forEach((block, k) => {
      this.services.systems.push(this.createSolver(block, k))
    })
    this.states = this.createVector(translation.states.map((state) => state.name))
    this.derivatives = this.createVector(translation.states.map((state) => state.derivative))
    this.timeSlot = this.slot('time').index
  }

  private createSolver(block: SystemBlock, k: number): SystemSolver {
    const { code, memory, services } = this
    const host: SystemHost = {
      memory,
      services,
      slot: (name) => this.slot(name),
      declaredNominal: (name) => this.declaredNominal(name),
      evaluate: (expr) => this.evaluate(expr),
      isDifferentiated: (name) => this.isDifferentiated(name),
    }
    const access = new SystemInMemory(block, host, {
      residual: code.residuals[k],
      tangent: code.residualTangents[k],
    })
    this.accesses.push(access)
    return new SystemSolver(block, access)
  }

  /** Creates a vector of variables, in sequence. */
  createVector(names: readonly string[]): SlotVector {
    return new SlotVector(
      this.memory,
      names.map((name) => this.slot(name)),
    )
  }

  /** Writes parameters and start values; the sizes of arrays follow from them. */
  load(values: EvaluatedModel): void {
    const starts = new StartValues(this.translation, values)
    this.enterValues(values, starts)
    this.services.load(starts)
    this.translation.systems.forEach((block, k) => {
      this.services.systems[k].firstGuess = createFirstGuess(this, block, this.accesses[k], starts)
    })
    this.nEquationState = this.states.computeLength()
    this.startKinds = []
    let k = 0
    this.translation.states.forEach(({ name }, i) => {
      const n = this.lengthOf(this.states.slots[i])
      for (let j = k; j < k + n; j++) this.startKinds[j] = starts.kindOf(name)
      k += n
    })
  }

  /** Writes other parameters during a run; variables keep their values. */
  changeParameters(values: EvaluatedModel): void {
    this.enterParameters(values)
  }

  /** Begins a segment at `t`: components with memory make their declarations for it. */
  startSegment(values: EvaluatedModel, t: number, isFirst: boolean, settings: RunSettings): void {
    const { memories, services } = this
    memories.initSegment(values, t, isFirst, settings, { reader: (name) => this.readerOf(name) })
    for (const [name, n] of memories.sizes) services.vector(this.resizableSlot(name).index, n)
    for (const system of services.systems) system.reset()
    this.sliding?.resize()
  }

  /** Returns a function that evaluates the equations and reads a variable; some are computed for the output only. */
  private readerOf(name: string): (() => Value) | undefined {
    if (this.readName(name) === undefined) return undefined
    return () => {
      this.evaluateAll()
      return this.readVariable(name)
    }
  }

  /** Sum of the lengths of all states. */
  get nState(): number {
    return this.nEquationState + this.memories.nState
  }

  /** Typical sizes of all states. */
  stateNominals(): Float64Array {
    const nominals = new Float64Array(this.nState)
    let k = 0
    const fill = (n: number, nominal: number): void => {
      nominals.fill(nominal, k, k + n)
      k += n
    }
    this.translation.states.forEach(({ name }, i) => {
      fill(this.lengthOf(this.states.slots[i]), this.nominal(name))
    })
    for (const block of this.memories.blocks) {
      nominals.set(block.nominals, k)
      k += block.nominals.length
    }
    return nominals
  }

  /** True if the computed values depend on the point from which systems of equations are solved. */
  get hasGuesses(): boolean {
    return this.translation.systems.some((system) => system.kind === 'nonlinear')
  }

  /** Stores the solutions of nonlinear systems at an accepted point. */
  keepGuesses(): void {
    for (const system of this.services.systems) system.keepGuess()
  }

  /** Lets nonlinear systems start from the stored solutions. */
  restoreGuesses(): void {
    for (const system of this.services.systems) system.restoreGuess()
  }

  // --- evaluation -------------------------------------------------------------------------------

  /** Time of the last evaluation of the equations [s]. */
  evaluatedTime = Number.NaN

  /** Writes time and states to their slots. */
  enter(t: number, x: Float64Array): void {
    this.memory.v[this.timeSlot] = t
    this.states.write(x)
    this.memories.enter(x, this.nEquationState)
  }

  /**
   * Computes everything on which derivatives and event indicators depend, in the equations and then in the memories of
   * components.
   */
  evaluateDynamics(): void {
    if (this.isSliding) this.sliding!.evaluate(false)
    else this.evaluateBranch(false)
  }

  /** Computes everything. Errors of sizes and subscripts appear here first, before any step of a solver. */
  evaluateAll(): void {
    if (this.isSliding) this.sliding!.evaluate(true)
    else this.evaluateBranch(true)
  }

  /** True if some conditions stay at their limits: the equations are a mean of their branches. */
  get isSliding(): boolean {
    return this.sliding !== null && this.sliding.surfaces.length > 0
  }

  /** Computes the dynamics, or everything, with the current conditions. */
  evaluateBranch(isAll: boolean): void {
    const { v, a, o, c } = this.memory
    const { services, code } = this
    if (!isAll) {
      const { dynamics } = code
      this.evaluatedTime = v[this.timeSlot]
      for (let k = 0; k < dynamics.length; k++) dynamics[k](v, a, o, c, services)
      this.memories.evaluate(v[this.timeSlot])
      return
    }
    try {
      this.evaluateBranch(false)
      for (const step of code.rest) step(v, a, o, c, services)
    } catch (error) {
      const { dynamics, rest } = this.translation
      throw withEquation(error, [...dynamics, ...rest], (expr) => this.evaluate(expr))
    }
  }

  readStates(x: Float64Array): void {
    this.states.read(x)
    this.memories.readStates(x, this.nEquationState)
  }

  readDerivatives(dx: Float64Array): void {
    if (this.isSliding) dx.set(this.sliding!.derivatives)
    else this.readBranchDerivatives(dx)
  }

  /** Reads the derivatives of the last evaluation with the current conditions. */
  readBranchDerivatives(dx: Float64Array): void {
    if (this.states.hasArrays) this.assertDerivativeSizes()
    this.derivatives.read(dx)
    this.memories.readDerivatives(dx, this.nEquationState)
  }

  /** Throws an error if an array and its derivative have different numbers of elements. */
  private assertDerivativeSizes(): void {
    const { slots } = this.states
    for (let k = 0; k < slots.length; k++) {
      if (slots[k].rank === 'scalar') continue
      const n = this.lengthOf(slots[k])
      const found = this.lengthOf(this.derivatives.slots[k])
      if (found === n) continue
      const { name } = this.translation.states[k]
      const message = `der(${name}): expected ${n} element(s), as in ${name}, got ${found}.`
      throw new VarioError('SHAPE', message, { state: name, expected: n, found })
    }
  }

  /** Solver of one of the systems of equations. */
  solverOf(block: SystemBlock): SystemSolver {
    return this.services.systems[this.translation.systems.indexOf(block)]
  }

  /** Dependencies of equations on each other. */
  get consequences(): Consequences {
    this.consequencesOfModel ??= new Consequences(this.translation)
    return this.consequencesOfModel
  }

  /** Reads variables, in sequence. */
  readNames(names: readonly string[], out: Float64Array): void {
    this.createVector(names).read(out)
  }

  /** Writes the event indicators: left - right of the state conditions, then those of components with memory. */
  crossings(out: Float64Array): void {
    this.differences(out)
    this.memories.evaluateIndicators(this.memory.v[this.timeSlot])
    this.memories.readIndicators(out, this.memory.c.length)
  }

  /** Writes the event indicators of the state conditions, left - right. */
  differences(out: Float64Array): void {
    const { v, a, o, c } = this.memory
    this.code.eventIndicators(v, a, o, c, this.services, out)
  }

  /** Event indicator of one condition. */
  differenceOf({ left, right }: { readonly left: AnyExpr; readonly right: AnyExpr }): number {
    return (this.evaluate(left) as number) - (this.evaluate(right) as number)
  }

  /** Context for tangents with the values of this run. */
  get tangentHost(): TangentHost {
    const { translation, memory, services, isInterpreted } = this
    return { translation, memory, systems: services.systems, services, isInterpreted }
  }

  /**
   * Derivatives along directions of the states of the equations; null: not known exactly, as for a mean of branches,
   * whose weights change too.
   */
  get tangents(): ModelTangents | null {
    if (this.isSliding) return null
    if (this.tangentsOfModel === undefined) this.tangentsOfModel = ModelTangents.create(this.tangentHost)
    return this.tangentsOfModel
  }

  /** Value of an expression with the current values. */
  evaluate(expr: AnyExpr): Value {
    return evaluateInRun(expr, this.translation, this.memory, this.services)
  }

  /** Names of the variables in expressions, as the equations have them. */
  namesIn(exprs: readonly AnyExpr[]): Set<string> {
    return listNames(this.translation, exprs)
  }

  /** The first variable in the order of evaluation that is not finite, with its equation. */
  findNonFinite(): { readonly text: string; readonly names: ReadonlySet<string> } | undefined {
    const ofComponent = this.memories.reports.findNonFinite()
    if (ofComponent !== undefined) return { text: ofComponent, names: new Set() }
    const { dynamics } = this.translation
    for (const block of dynamics) {
      if (block.kind !== 'assign') continue
      const value = this.read(block.target)
      if (typeof value === 'number' && !Number.isFinite(value))
        return {
          text: `${block.target} = ${value} from ${block.text}`,
          names: new Set(block.text.match(NAMES)),
        }
    }
    return undefined
  }
}

type Blocks = Translation['dynamics']
type BlockValue = Extract<Blocks[number], { kind: 'assign' }>['value']

/**
 * Adds the equation to the error of an evaluation. Generated code has no positions of its operators, so the first
 * expression that fails in the same way is searched; its evaluation gives the line.
 *
 * @param evaluate value of an expression with the values at the error
 */
export function withEquation(
  error: unknown,
  blocks: Blocks,
  evaluate: (expr: BlockValue) => unknown,
): unknown {
  if (!(error instanceof VarioError) || error.code !== 'EVALUATION') return error
  const parts = blocks.flatMap((block) =>
    block.kind === 'assign' ? [block] : [...block.inner, ...block.residuals],
  )
  for (const { value, text } of parts) {
    const located = errorOf(() => evaluate(value))
    if (located !== undefined && problemOf(located) === problemOf(error))
      return new VarioError(error.code, `${located.message}\n  Equation: ${text}`, {
        ...located.fields,
        equation: text,
      })
  }
  return error
}

/** The message without a place in a text. */
function problemOf({ fields, message }: VarioError): unknown {
  return fields.problem ?? message
}

function errorOf(action: () => unknown): VarioError | undefined {
  try {
    action()
  } catch (error) {
    if (error instanceof VarioError) return error
  }
  return undefined
}
