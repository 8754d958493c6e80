/**
 * Derivatives along a direction (forward mode): every value x has a tangent `$d(x)`, and every assignment
 * x = f(y) has the companion $d(x) = ∂f/∂y $d(y). The code grows with the size of the model, not with the number of
 * directions.
 *
 * For a system with unknowns u and residual F(u, y) = 0 the tangents follow from the implicit function theorem,
 *   ∂F/∂u $d(u) = -∂F/∂y $d(y),                                   (1)
 * with the matrix already factorized by the solver of the system.
 */
import { VarioError } from '../base/index.ts'
import {
  call,
  collectNames,
  differentiateAlong,
  type Expr,
  isZero,
  name,
  number,
  type ShapeContext,
} from '../symbolic/index.ts'
import type { ResidualForm } from './code-generation/index.ts'
import {
  type Assignment,
  type Block,
  blockExpressions,
  blockTargets,
  type Residual,
  replace,
  type SystemBlock,
} from './equations/index.ts'
import type { Translation } from './translation.ts'
import { createTangentSlots, type SlotOf, tangentName } from './value-store/index.ts'

type Functions = NonNullable<ShapeContext['functions']>

/** Computation of tangents from the tangents of the states, in order. */
export interface TangentProgram {
  readonly steps: readonly TangentStep[]
  /** Names with a tangent; all other tangents are zero. */
  readonly active: ReadonlySet<string>
}

/** One place in the order of evaluation of the tangents. */
export type TangentStep = TangentAssignments | TangentSystem

export interface TangentAssignments {
  readonly kind: 'assign'
  readonly list: readonly Assignment[]
}

/** Tangents of the residuals of a system in all directions; its matrix belongs to system `system`. */
export interface TangentSystem extends ResidualForm {
  readonly kind: 'system'
  readonly system: number
}

/**
 * Derivatives of the residuals of a system in a direction of its unknowns; null if a part of it cannot be
 * differentiated.
 */
export function differentiateSystem(
  block: SystemBlock,
  functions: Functions,
  slotOf: SlotOf,
): ResidualForm | null {
  return unlessUnknown(() => {
    const builder = new TangentBuilder(new Set(block.unknowns), functions, slotOf)
    return builder.form(block)
  })
}

/** Derivatives of everything in `blocks` that depends on the states; null if a part cannot be differentiated. */
export function differentiateBlocks(
  blocks: readonly Block[],
  states: readonly string[],
  systems: readonly SystemBlock[],
  functions: Functions,
  slotOf: SlotOf,
): TangentProgram | null {
  return unlessUnknown(() => {
    const active = new Set(states)
    const builder = new TangentBuilder(active, functions, slotOf)
    const steps: TangentStep[] = []
    let list: Assignment[] = []
    for (const block of blocks) {
      if (block.kind === 'assign') {
        const tangent = builder.assignment(block)
        if (tangent) list.push(tangent)
        continue
      }
      if (!dependsOnAny(block, active)) continue
      for (const unknown of block.unknowns) active.add(unknown)
      if (list.length > 0) steps.push({ kind: 'assign', list })
      list = []
      steps.push({ kind: 'system', system: systems.indexOf(block), ...builder.form(block) })
    }
    if (list.length > 0) steps.push({ kind: 'assign', list })
    return { steps, active }
  })
}

/**
 * Derivative of an expression along the direction of a program, in terms of the tangents that it computes.
 *
 * @throws VarioError with code `DERIVATIVE` if a function has no derivative
 */
export function differentiateExpression(
  { model, slots, aliases }: Pick<Translation, 'model' | 'slots' | 'aliases'>,
  { active }: TangentProgram,
  expr: Expr,
): Expr {
  const slotOf = createTangentSlots((used) => slots.get(used))
  return differentiateAlong(
    replace(expr, aliases),
    (used) => (active.has(used) ? name(tangentName(used)) : undefined),
    { functions: model.functions, isScalar: createIsScalar(slotOf) },
  )
}

/** Names of variables in expressions, as the sorted equations have them. */
export function listNames({ aliases }: Pick<Translation, 'aliases'>, exprs: readonly Expr[]): Set<string> {
  return new Set(exprs.flatMap((expr) => [...collectNames(replace(expr, aliases))]))
}

function createIsScalar(slotOf: SlotOf): (fullName: string) => boolean {
  return (fullName) => {
    const rank = slotOf(fullName)?.rank
    return rank === undefined || rank === 'scalar' || rank === 'boolean'
  }
}

/** The blocks on which variables depend, in their order. */
export function selectBlocks(blocks: readonly Block[], names: Iterable<string>): Block[] {
  const needed = new Set(names)
  const selected: Block[] = []
  for (let b = blocks.length - 1; b >= 0; b--) {
    if (!blockTargets(blocks[b]).some((target) => needed.has(target))) continue
    selected.push(blocks[b])
    for (const expr of blockExpressions(blocks[b])) for (const used of collectNames(expr)) needed.add(used)
  }
  return selected.reverse()
}

function dependsOnAny({ inner, residuals }: ResidualForm, names: ReadonlySet<string>): boolean {
  return [...inner, ...residuals].some(({ value }) => {
    for (const used of collectNames(value)) if (names.has(used)) return true
    return false
  })
}

/**
 * Returns null if `action` meets a function without derivative, which makes exact tangents impossible; the caller then
 * takes differences.
 */
export function unlessUnknown<T>(action: () => T): T | null {
  try {
    return action()
  } catch (error) {
    if (error instanceof VarioError && (error.code === 'DERIVATIVE' || error.code === 'UNSUPPORTED'))
      return null
    throw error
  }
}

class TangentBuilder {
  private readonly context: ShapeContext

  constructor(
    private readonly active: Set<string>,
    functions: Functions,
    private readonly slotOf: SlotOf,
  ) {
    this.context = { functions, isScalar: createIsScalar(createTangentSlots(slotOf)) }
  }

  form({ inner, residuals }: ResidualForm): ResidualForm {
    const tangents = inner
      .map((assignment) => this.assignment(assignment))
      .filter((tangent) => tangent !== null)
    return { inner: tangents, residuals: residuals.map((residual) => this.residual(residual)) }
  }

  /** Tangent of an assignment; null if it is zero. */
  assignment({ target, value, text }: Assignment): Assignment | null {
    const rank = this.slotOf(target)?.rank
    if (rank === 'boolean') return null
    const derivative = this.derivative(value)
    if (isZero(derivative)) return null
    if (rank === 'object')
      throw new VarioError(
        'DERIVATIVE',
        `der(${target}): expected numbers, got an object. Differentiate its numbers.`,
      )
    this.active.add(target)
    return { kind: 'assign', target: tangentName(target), value: derivative, text: `d: ${text}` }
  }

  private residual({ value, text }: Residual): Residual {
    const derivative = this.derivative(value)
    // A zero needs the length of the residual.
    const shaped = isZero(derivative) ? call('*', number(0), value) : derivative
    return { value: shaped, text: `d: ${text}` }
  }

  private derivative(value: Expr): Expr {
    return differentiateAlong(
      value,
      (used) => (this.active.has(used) ? name(tangentName(used)) : undefined),
      this.context,
    )
  }
}
