import { VarioError } from '../base/index.ts'
import type { EvaluatedAttributes, EvaluatedModel } from '../model/index.ts'
import type { EvaluatedValue } from '../symbolic/index.ts'
import { type Alias, type Block, blockTargets, type Equality, splitElementName } from './equations/index.ts'
import type { RewrittenModel } from './events-and-clocks/index.ts'
import type { SignedName, StateInfo, Translation } from './translation.ts'
import { withSign } from './value-store/index.ts'

/**
 * Lists variables whose start values are used: states, iteration variables, and those of `pre`, `hold` and `previous`.
 */
export function listNamesWithStart(
  states: readonly StateInfo[],
  blocks: readonly Block[],
  rewritten: Pick<RewrittenModel, 'preNames' | 'sampledValues'>,
): Set<string> {
  const names = new Set<string>(rewritten.preNames)
  for (const { name } of states) names.add(name)
  for (const { variable } of rewritten.sampledValues) if (variable !== null) names.add(variable)
  // A variable that follows from a nonlinear system may have the start value that selects its solution.
  const hasSolutions = blocks.some((block) => block.kind === 'nonlinear')
  for (const block of blocks) {
    if (hasSolutions) for (const name of blockTargets(block)) names.add(name)
    else if (block.kind !== 'assign') for (const name of block.unknowns) names.add(name)
  }
  return names
}

/**
 * Finds for each variable in `names` the other variables that are equal to it up to the sign: its aliases, and those
 * connected by equalities between potential states. Variables without any are omitted.
 */
export function findStartSources(
  names: Iterable<string>,
  aliases: ReadonlyMap<string, Alias>,
  equalities: readonly Equality[],
): Map<string, SignedName[]> {
  const neighbors = new Map<string, SignedName[]>()
  const connect = (from: string, name: string, sign: 1 | -1): void => {
    const list = neighbors.get(from)
    if (list) list.push({ name, sign })
    else neighbors.set(from, [{ name, sign }])
  }
  for (const [alias, { name, sign }] of aliases) {
    if (name !== null) connect(name, alias, sign)
  }
  for (const { first, second, sign } of equalities) {
    connect(first, second, sign)
    connect(second, first, sign)
  }
  const sources = new Map<string, SignedName[]>()
  for (const name of names) {
    if (!neighbors.has(name)) continue
    const found = new Map<string, 1 | -1>([[name, 1]])
    for (const [current, sign] of found) {
      for (const next of neighbors.get(current) ?? []) {
        if (!found.has(next.name)) found.set(next.name, (sign * next.sign) as 1 | -1)
      }
    }
    found.delete(name)
    sources.set(
      name,
      Array.from(found, ([other, sign]) => ({ name: other, sign })),
    )
  }
  return sources
}

/** Origin of a start value: see `StartValues.kindOf`. */
export type StartKind = 'given' | 'default' | 'guess'

/** Start values of one run. */
export class StartValues {
  constructor(
    private readonly translation: Pick<Translation, 'startSources' | 'startRequirements'>,
    private readonly values: EvaluatedModel,
  ) {}

  /**
   * Init value, or otherwise start value, of a variable: its own, or that of an equal variable. An init value written
   * by the user precedes a default.
   */
  find(name: string): EvaluatedValue | undefined {
    const own: SignedName = { name, sign: 1 }
    const all = [own, ...(this.translation.startSources.get(name) ?? [])]
    const written = all.filter((source) => this.attributesOf(source.name).isDefault !== true)
    return this.firstOf(written, 'init') ?? this.firstOf(all, 'init') ?? this.firstOf(all, 'start')
  }

  /**
   * Origin of the start value of a variable. `'given'`: the variable, or an equal one, has an init value; `'default'`:
   * that value is a default not written by the user; otherwise it is a guess.
   */
  kindOf(name: string): StartKind {
    const sources = this.translation.startSources.get(name) ?? []
    let kind: StartKind = 'guess'
    for (const other of [name, ...sources.map((source) => source.name)]) {
      const { init, isDefault } = this.attributesOf(other)
      if (init === undefined) continue
      if (isDefault !== true) return 'given'
      kind = 'default'
    }
    return kind
  }

  /** Throws an error that lists the operands of `pre`, `hold` and `previous` without a start value. */
  check(): void {
    const missing = new Map<string, string[]>()
    for (const { operator, name } of this.translation.startRequirements) {
      if (this.find(name) !== undefined || this.values.parameters.has(name)) continue
      missing.set(operator, [...(missing.get(operator) ?? []), name])
    }
    if (missing.size === 0) return
    const lines = Array.from(missing, ([operator, names]) => `    ${operator}: ${names.join(', ')}`)
    throw new VarioError(
      'START',
      `Operands of ${[...missing.keys()].join(' and ')}: expected a start value, got none. Write Var({ start: … }) for:\n` +
        lines.join('\n'),
      { missing: Object.fromEntries(missing) },
    )
  }

  private firstOf(sources: readonly SignedName[], attribute: 'init' | 'start'): EvaluatedValue | undefined {
    for (const { name, sign } of sources) {
      const value = this.attributesOf(name)[attribute]
      if (value !== undefined) return withSign(sign, value)
    }
    return undefined
  }

  /** Attributes of a variable; of an unknown for an element of a vector, the elements of its start values. */
  private attributesOf(name: string): EvaluatedAttributes {
    const own = this.values.attributes.get(name)
    if (own !== undefined) return own
    const element = splitElementName(name)
    const ofVector = element && this.values.attributes.get(element.vector)
    if (!ofVector) return NO_ATTRIBUTES
    const { init, start } = ofVector
    const at = (value: EvaluatedValue | undefined): EvaluatedValue | undefined =>
      value instanceof Float64Array ? value[element.place - 1] : value
    return {
      ...ofVector,
      ...(init !== undefined && { init: at(init) }),
      ...(start !== undefined && { start: at(start) }),
    } as EvaluatedAttributes
  }
}

const NO_ATTRIBUTES: EvaluatedAttributes = {}
