import { isModelInput } from '../model/index.ts'
import { call, collectNames, type Expr } from '../symbolic/index.ts'
import { type Block, callsMemory } from './equations/index.ts'
import type { StateCondition } from './events-and-clocks/index.ts'
import {
  differentiateBlocks,
  differentiateExpression,
  selectBlocks,
  type TangentProgram,
  unlessUnknown,
} from './tangent-program.ts'
import type { Translation } from './translation.ts'

/** Tangents of the event indicators of conditions along a direction of the states, the time and the inputs. */
export interface ConditionTangents {
  /** Tangents of the variables on which the conditions depend. */
  readonly program: TangentProgram
  /** Tangent of the event indicator of each condition, by its number, without those that cannot be differentiated. */
  readonly tangents: ReadonlyMap<number, Expr>
}

/** Shared by all runs of a translated model. */
const known = new WeakMap<Translation, ConditionTangents>()

/** The tangents of all state conditions that can be differentiated. */
export function createConditionTangents(translation: Translation): ConditionTangents {
  let found = known.get(translation)
  if (found === undefined) {
    const all = translation.conditions.flatMap((condition, k) => (condition.kind === 'state' ? [k] : []))
    // A function without derivative affects only the conditions that depend on it.
    found =
      differentiate(translation, all) ??
      differentiate(
        translation,
        all.filter((k) => differentiate(translation, [k]) !== null),
      )!
    known.set(translation, found)
  }
  return found
}

/** Returns null if a block on which these conditions depend cannot be differentiated. */
function differentiate(translation: Translation, list: readonly number[]): ConditionTangents | null {
  const { model, states, systems, slots, conditions } = translation
  const inputs = [...model.variables.values()].filter(isModelInput).map((variable) => variable.name)
  const independent = [...states.map((state) => state.name), 'time', ...inputs]
  const blocks = findBlocks(translation, list)
  if (blocks.some((block) => callsMemory(block, model.functions))) return null
  const program = differentiateBlocks(blocks, independent, systems, model.functions, (used) =>
    slots.get(used),
  )
  if (program === null) return null
  return unlessUnknown(() => ({
    program,
    tangents: new Map(
      list.map((k) => [k, differentiateIndicator(translation, conditions[k] as StateCondition, program)]),
    ),
  }))
}

/** The blocks that the conditions depend on, in their order. */
function findBlocks({ dynamics, conditions }: Translation, list: readonly number[]): Block[] {
  const needed = new Set<string>()
  for (const k of list) {
    const { left, right } = conditions[k] as StateCondition
    for (const side of [left, right]) for (const used of collectNames(side)) needed.add(used)
  }
  return selectBlocks(dynamics, needed)
}

function differentiateIndicator(
  translation: Translation,
  { left, right }: StateCondition,
  program: TangentProgram,
): Expr {
  return differentiateExpression(translation, program, call('-', left, right))
}
