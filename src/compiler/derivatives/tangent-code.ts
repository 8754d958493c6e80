import { BlockEmitter, createEmitContext, TANGENT_ARGUMENTS } from '../code/index.ts'
import type { Translation } from '../translation/index.ts'
import { createTangentSlots } from '../values/index.ts'
import { differentiateBlocks, type TangentProgram } from './tangent-program.ts'

/** Source of the functions that compute the tangents of all that depends on the states. */
export interface TangentCode {
  readonly program: TangentProgram
  /** Per step: functions of assignments, or the one function of a system. */
  readonly steps: readonly (readonly string[])[]
  /** The table of the code of the model, and behind it what these functions mention besides. */
  readonly table: readonly unknown[]
}

/**
 * The tangents of the derivatives of the states, as code; null if they cannot be had exactly: a function without
 * derivative, or a component whose memory has states of its own. Made when it is asked for: explicit methods need none.
 */
export function createTangentProgram(translation: Translation): TangentProgram | null {
  let program = programs.get(translation)
  if (program === undefined) {
    program = differentiate(translation)
    programs.set(translation, program)
  }
  return program
}

/** Programs and their code, for all runs of a translated model. */
const programs = new WeakMap<Translation, TangentProgram | null>()
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
