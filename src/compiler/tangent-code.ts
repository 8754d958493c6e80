import { BlockEmitter, createEmitContext, TANGENT_ARGUMENTS } from './code-generation/index.ts'
import { differentiateBlocks, selectBlocks, type TangentProgram } from './tangent-program.ts'
import type { Translation } from './translation.ts'
import { createTangentSlots } from './value-store/index.ts'

/** Source of the functions that compute the tangents of all variables that depend on the states. */
export interface TangentCode {
  readonly program: TangentProgram
  /** Per step: functions of assignments, or the function of a system. */
  readonly steps: readonly (readonly string[])[]
  /** The table of the code of the model, followed by further entries used by these functions. */
  readonly table: readonly unknown[]
}

/**
 * Code of the tangents of the derivatives of the states; null if they are not available exactly: a function without
 * derivative, or a component whose memory has states. Created on demand: explicit methods do not need it.
 */
export function createTangentProgram(translation: Translation): TangentProgram | null {
  let program = programs.get(translation)
  if (program === undefined) {
    program = differentiate(translation)
    programs.set(translation, program)
  }
  return program
}

/**
 * The same along directions of the states and of `inputs`, and also for `outputs`, some of which are computed outside of the
 * dynamics.
 */
export function createResponseProgram(
  translation: Translation,
  inputs: readonly string[],
  outputs: readonly string[],
): TangentProgram | null {
  const { model, states, dynamics, rest, systems, slots } = translation
  for (const info of model.functions.values()) if (info.hasMemory) return null
  let known = responsePrograms.get(translation)
  if (known === undefined) {
    known = new Map()
    responsePrograms.set(translation, known)
  }
  const key = [...inputs, '', ...outputs].join('\n')
  let program = known.get(key)
  if (program === undefined) {
    const seeds = [...states.map((state) => state.name), ...inputs]
    const blocks = [...dynamics, ...selectBlocks(rest, outputs)]
    program = differentiateBlocks(blocks, seeds, systems, model.functions, (name) => slots.get(name))
    known.set(key, program)
  }
  return program
}

/** The same for the residuals of constraints between states alone. */
export function createConstraintProgram(translation: Translation): TangentProgram | null {
  const { model, states, constraints, dynamics, systems, slots } = translation
  const known = constraintPrograms.get(translation)
  if (known !== undefined) return known
  for (const info of model.functions.values()) if (info.hasMemory) return null
  const blocks = selectBlocks(
    dynamics,
    constraints.map(({ target }) => target),
  )
  const names = states.map((state) => state.name)
  const program = differentiateBlocks(blocks, names, systems, model.functions, (name) => slots.get(name))
  constraintPrograms.set(translation, program)
  return program
}

/** Programs and their code, shared by all runs of a translated model. */
const programs = new WeakMap<Translation, TangentProgram | null>()
const responsePrograms = new WeakMap<Translation, Map<string, TangentProgram | null>>()
const constraintPrograms = new WeakMap<Translation, TangentProgram | null>()
const codes = new WeakMap<TangentProgram, TangentCode>()

function differentiate(translation: Translation): TangentProgram | null {
  const { model, states, dynamics, systems, slots } = translation
  for (const info of model.functions.values()) if (info.hasMemory) return null
  const names = states.map((state) => state.name)
  return differentiateBlocks(dynamics, names, systems, model.functions, (name) => slots.get(name))
}

/** Emits a program. */
export function emitTangents(program: TangentProgram, translation: Translation): TangentCode {
  const known = codes.get(program)
  if (known) return known
  const table = [...translation.code.table]
  const slotOf = createTangentSlots((name) => translation.slots.get(name))
  const emitter = new BlockEmitter(createEmitContext(translation.model.functions, slotOf, table))
  const steps = program.steps.map((step) =>
    step.kind === 'assign'
      ? emitter.assignments(step.list, TANGENT_ARGUMENTS)
      : [emitter.residualFunction(step, TANGENT_ARGUMENTS)],
  )
  const code = { program, steps, table }
  codes.set(program, code)
  return code
}
