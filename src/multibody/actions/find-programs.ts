import { editDistance, InputError } from '../../base/index.ts'
import { isModel, isPar, type ModelNode, membersOf } from '../../model/index.ts'
import type { ActionProgram } from './actions.ts'
import { checkProgram } from './program-runner.ts'

/** A program, and its path in the 3D model. */
export interface ProgramMember {
  readonly path: string
  readonly program: ActionProgram
}

/** The key of programs. */
const KEY = 'actions'
/** Names of functions that are probably meant as programs. */
const MEANT = [KEY, 'program', 'programs']

/**
 * The programs of a 3D model, followed by those of its components. A program under another key would be ignored
 * silently: it is an error.
 */
export function findPrograms(model: ModelNode, prefix = ''): ProgramMember[] {
  const programs: ProgramMember[] = []
  for (const [name, member] of membersOf(model)) {
    if (!isPar(member)) continue
    const { value } = member
    const path = `${prefix}${name}`
    if (name !== KEY) assertNoProgram(path, name, value)
    // parameters of components that are numbers may have this name, too
    else if (prefix === '' || typeof value === 'function' || typeof value === 'object') {
      checkProgram(value, `Model3D.${path}`)
      programs.push({ path, program: value })
    }
  }
  for (const [name, member] of membersOf(model)) {
    if (isModel(member)) programs.push(...findPrograms(member, `${prefix}${name}.`))
    else if (Array.isArray(member))
      member.forEach((item: ModelNode, i) => {
        programs.push(...findPrograms(item, `${prefix}${name}[${i + 1}].`))
      })
  }
  return programs
}

function assertNoProgram(path: string, name: string, value: unknown): void {
  if (typeof value !== 'function') return
  const isMeant = MEANT.some((meant) => editDistance(name.toLowerCase(), meant) <= 1)
  if (!isMeant && !/^(Async)?GeneratorFunction$/.test(value.constructor.name)) return
  throw new InputError(
    `Model3D.${path}`,
    `a program under the key ${KEY} of the model or of a component, or in when(condition, program)`,
    value,
  )
}
