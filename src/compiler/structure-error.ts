import { VarioError } from '../base/index.ts'
import type { StructureCheck } from './structure/index.ts'
import { printSystemEquation, type System } from './system.ts'

/** Longest list in a message. */
const MAX_LISTED = 20

/** Too many or too few equations: says which equations and variables are concerned, by component. */
export class StructureError extends VarioError {
  constructor(check: StructureCheck, system: System) {
    const { parts } = check
    const missing = check.nUnknowns - check.nEqs
    const what: string[] = []
    if (missing > 0) what.push(`${missing} equation(s) missing`)
    else if (missing < 0) what.push(`${-missing} equation(s) too many`)
    else what.push('the equations do not determine the unknowns')
    const undetermined = [...parts.unmatchedVars].map((v) => system.names[v])
    const unmatched = [...parts.unmatchedEqs].map((e) => describeEquation(system, e))
    const lines = [`${what.join(', ')}: ${check.nEqs} equations for ${check.nUnknowns} unknowns.`]
    if (undetermined.length > 0) {
      lines.push(...listed('Nothing determines', undetermined))
      lines.push(
        ...listed(
          '  Any of these could be the missing one',
          [...parts.underVars].map((v) => system.names[v]),
        ),
      )
    }
    if (unmatched.length > 0) {
      lines.push(...listed('No unknown is left for', unmatched))
      lines.push(
        ...listed(
          '  They contradict or repeat some of',
          [...parts.overEqs].map((e) => describeEquation(system, e)),
        ),
      )
    }
    super('STRUCTURE', lines.join('\n'), { missing, undetermined, unmatched })
  }
}

/** Too few equations, found while aliases are eliminated: only sums and differences say something about the variables. */
export class MissingEquationError extends VarioError {
  constructor(missing: number, undetermined: readonly string[], candidates: readonly string[]) {
    const lines = [
      `${missing} equation(s) missing.`,
      ...listed('Nothing determines', undetermined),
      ...listed('  Any of these could be the missing one', candidates),
    ]
    super('STRUCTURE', lines.join('\n'), { missing, undetermined, unmatched: [] })
  }
}

export function describeEquation(system: System, e: number): string {
  const equation = system.equations[e]
  const { component, origin } = equation.source
  const place = component === '' ? 'top level' : component
  return `${printSystemEquation(equation)}   (${place}${origin === 'equation' ? '' : `, ${origin}`})`
}

function listed(title: string, items: readonly string[]): string[] {
  const shown = items.slice(0, MAX_LISTED).map((item) => `    ${item}`)
  const more = items.length > MAX_LISTED ? [`    … ${items.length} in all`] : []
  return [`  ${title.trim()}:`, ...shown, ...more]
}
