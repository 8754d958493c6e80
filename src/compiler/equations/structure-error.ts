import { nearestName, VarioError } from '../../base/index.ts'
import { type FlatModel, isInternal } from '../../model/index.ts'
import { errorAt, type Position } from '../../symbolic/index.ts'
import type { StructureCheck } from '../structural-analysis/index.ts'
import { type EquationSet, printAsWritten } from './equation-set.ts'

/** Longest list in a message. */
const MAX_LISTED = 20

/** Too many or too few equations: lists the equations and variables involved, by component. */
export class StructureError extends VarioError {
  constructor(
    check: StructureCheck,
    equationSet: EquationSet,
    model: FlatModel,
    conflicts: readonly string[] = [],
  ) {
    const { parts } = check
    const missing = check.nUnknowns - check.nEqs
    const what: string[] = []
    if (missing > 0) what.push(`${missing} equation(s) missing`)
    else if (missing < 0) what.push(`${-missing} equation(s) too many`)
    else what.push('the equations do not determine the unknowns')
    const undetermined = [...parts.unmatchedVars].map((v) => equationSet.names[v])
    const unmatched = describeEquations(parts.unmatchedEqs, equationSet, model)
    const lines = [
      `${what.join(', ')}: ${check.nEqs} equations for ${check.nUnknowns} unknowns.`,
      ...conflicts,
    ]
    if (undetermined.length > 0) {
      const candidates = [...parts.underVars].map((v) => equationSet.names[v])
      for (const line of describeUndetermined(undetermined, candidates, model)) lines.push(line)
    }
    lines.push(...listed('No unknown is left for', unmatched))
    lines.push(
      ...listed('  They contradict or repeat some of', describeEquations(parts.overEqs, equationSet, model)),
    )
    super('STRUCTURE', lines.join('\n'), { missing, undetermined, unmatched })
  }
}

/** Too few equations, found during the elimination of aliases: only sums and differences involve the variables. */
export class MissingEquationError extends VarioError {
  constructor(
    missing: number,
    undetermined: readonly string[],
    candidates: readonly string[],
    model: FlatModel,
    conflicts: readonly string[] = [],
  ) {
    const lines = [
      `${missing} equation(s) missing.`,
      ...conflicts,
      ...describeUndetermined(undetermined, candidates, model),
    ]
    super('STRUCTURE', lines.join('\n'), { missing, undetermined, unmatched: [] })
  }
}

/** Error for a variable that is used at `pos` and that no equation contains. */
export function undeterminedName(name: string, model: FlatModel, pos?: Position): VarioError {
  const lines = ['1 equation(s) missing.', ...describeUndetermined([name], [], model)]
  return errorAt('STRUCTURE', lines.join('\n'), pos, { missing: 1, undetermined: [name], unmatched: [] })
}

/** Describes variables without an equation; inputs of components among them need connections. */
function describeUndetermined(
  undetermined: readonly string[],
  candidates: readonly string[],
  model: FlatModel,
): string[] {
  const inputs = candidates.filter((name) => model.variables.get(name)?.isInput)
  return [
    ...listed('Nothing determines', undetermined),
    ...listed(
      '  Any of these could be the missing one',
      candidates.filter((name) => !name.startsWith('$') && !isInternal(name, model.variables.get(name))),
    ),
    ...(inputs.length > 0
      ? listed('Inputs among them, which need a connection or a value where the component is used', inputs)
      : []),
    ...listed(
      'Connectors among them that are open, so that their flows are 0; connect them',
      findOpenConnectors(model, [...undetermined, ...candidates]),
    ),
    ...describeMisspelled([...new Set([...undetermined, ...candidates])], model),
  ]
}

/** Connectors with one of `names` that nothing is connected to. */
function findOpenConnectors({ equations }: FlatModel, names: readonly string[]): string[] {
  const open = new Set<string>()
  for (const { left, origin } of equations) {
    if (origin !== 'unconnected' || left.kind !== 'name') continue
    const connector = left.name.slice(0, left.name.lastIndexOf('.'))
    if (connector !== '' && names.some((name) => name.startsWith(`${connector}.`))) open.add(connector)
  }
  return [...open]
}

/** Names that other languages know, and what they are here. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ...{
    t: 'time',
    Time: 'time',
    e: 'exp(1), and exp(x) for powers',
    dt: 'der(x) for dx/dt',
    PI: 'pi',
    Pi: 'pi',
  },
  ...{ inf: '1e999', Inf: '1e999', nan: '0/0' },
}

/** Names that stand alone on the left of an equation. */
function listDefined({ equations }: FlatModel): Set<string> {
  return new Set(equations.flatMap(({ left }) => (left.kind === 'name' ? [left.name] : [])))
}

/** Undeclared names in equations, with a similar name of the same component. */
function describeMisspelled(names: readonly string[], model: FlatModel): string[] {
  const lines: string[] = []
  const defined = listDefined(model)
  for (const { name, component, isImplicit } of model.variables.values()) {
    const local = component === '' ? name : name.slice(component.length + 1)
    if (isImplicit && Object.hasOwn(OTHER_NAMES, local) && !defined.has(name))
      lines.push(`    ${name}: write ${OTHER_NAMES[local]}`)
  }
  for (const name of names) {
    const variable = model.variables.get(name)
    if (variable?.isImplicit !== true) continue
    const prefix = variable.component === '' ? '' : `${variable.component}.`
    const local = name.slice(prefix.length)
    const isUsedOnly = !defined.has(name)
    if (isUsedOnly && Object.hasOwn(OTHER_NAMES, local)) continue
    const nearest = nearestName(
      local,
      knownNames(model, variable.component, prefix, isUsedOnly ? defined : null),
    )
    if (nearest !== undefined) {
      const known = nearest === 'time' ? nearest : `${prefix}${nearest}`
      lines.push(`    ${name}: did you mean '${known}'?`)
    } else if (isUsedOnly) lines.push(`    ${name}`)
  }
  const shown = lines.slice(0, MAX_LISTED)
  return lines.length === 0 ? [] : ['  Not declared, only used in equations:', ...shown]
}

/** Names of a component that are declared; also those that its equations define, and the time. */
function* knownNames(
  model: FlatModel,
  component: string,
  prefix: string,
  defined: ReadonlySet<string> | null,
): Generator<string> {
  if (defined) yield 'time'
  for (const map of [model.parameters, model.variables, model.unused]) {
    for (const entry of map.values()) {
      const isDeclared = !('isImplicit' in entry) || defined?.has(entry.name) === true
      const isOwn = entry.component === component && isDeclared
      if (isOwn) yield entry.name.slice(prefix.length)
    }
  }
}

/** The equations, without those and without the names that only order the calls of a component with memory. */
function describeEquations(
  eqs: Iterable<number>,
  equationSet: EquationSet,
  { variables }: FlatModel,
): string[] {
  const isHidden = (name: string): boolean => isInternal(name, variables.get(name))
  return [...eqs].flatMap((e) => {
    const { left } = equationSet.equations[e]
    if (left.kind === 'name' && isHidden(left.name)) return []
    const hidden = equationSet
      .unknownsOf(e)
      .map((v) => equationSet.names[v])
      .filter(isHidden)
    return hidden.reduce((text, name) => text.replaceAll(name, '…'), describeEquation(equationSet, e))
  })
}

export function describeEquation(equationSet: EquationSet, e: number): string {
  const equation = equationSet.equations[e]
  const { component, origin } = equation.source
  const place = component === '' ? 'top level' : component
  return `${printAsWritten(equation)}   (${place}${origin === 'equation' ? '' : `, ${origin}`})`
}

function listed(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return []
  const shown = items.slice(0, MAX_LISTED).map((item) => `    ${item}`)
  const more = items.length > MAX_LISTED ? [`    … ${items.length} in all`] : []
  return [`  ${title.trim()}:`, ...shown, ...more]
}
