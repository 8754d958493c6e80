import { type EvaluatedModel, type FlatModel, isModelInput, listVaryingParameters } from '../model/index.ts'
import type { RunWarnings } from '../results/index.ts'
import type { ModelRuntime } from './runtime/index.ts'

/** A recorded signal; its first column of the row is `first`. */
interface RecordedSignal {
  readonly name: string
  readonly size: readonly number[]
  readonly first: number
}

/** Warns of recorded signals with values that are not finite: once for each, with the time. */
export class FiniteWatch {
  private signals: readonly RecordedSignal[] = []

  constructor(private readonly warnings: RunWarnings) {}

  /** Takes the signals of the segment that begins, in the order of their columns. */
  startSegment(signals: readonly RecordedSignal[]): void {
    this.signals = signals
  }

  check(t: number, row: Float64Array): void {
    const { signals } = this
    for (let i = findNonFinite(row, 0), s = 0; i < row.length; i = findNonFinite(row, i)) {
      while (s + 1 < signals.length && signals[s + 1].first <= i) s++
      this.warn(signals[s], i, t, row[i])
      i = signals[s + 1]?.first ?? row.length
    }
  }

  private warn({ name, size, first }: RecordedSignal, i: number, time: number, value: number): void {
    const message = `${name}${printIndices(size, i - first)} is ${value} at t = ${time} s.`
    this.warnings.add({ code: 'NON_FINITE', key: name, time, message })
  }
}

/** Index of the first number from `start` on that is not finite; the length if all are. */
function findNonFinite(row: Float64Array, start: number): number {
  let i = start
  // x - x is NaN for NaN and for infinities, and 0 otherwise
  while (i < row.length && row[i] - row[i] === 0) i++
  return i
}

/** Prints indices of an element, `[3]` or `[2,1]`, from 1 on; an empty text for a scalar. */
function printIndices(size: readonly number[], element: number): string {
  if (size.length === 0) return ''
  if (size.length === 1) return `[${element + 1}]`
  return `[${Math.floor(element / size[1]) + 1},${(element % size[1]) + 1}]`
}

/** Violations of a limit, relative to its size (or 1), that are errors of the integration and not of the model. */
const SLACK = 1e-6

/** A variable with limits, in SI units. */
interface Limits {
  readonly name: string
  readonly min: number
  readonly max: number
}

/**
 * Checks at the output points if variables stay within their `min` and `max`, and warns of the first violation of each.
 */
export class LimitWatch {
  private readonly open = new Map<string, Limits>()

  constructor(
    private readonly runtime: ModelRuntime,
    values: EvaluatedModel,
  ) {
    for (const [name, { min, max }] of values.attributes) {
      if (typeof min !== 'number' && typeof max !== 'number') continue
      const limits = {
        min: typeof min === 'number' ? min : Number.NEGATIVE_INFINITY,
        max: typeof max === 'number' ? max : Number.POSITIVE_INFINITY,
      }
      this.open.set(name, { name, ...limits })
    }
  }

  check(t: number): void {
    if (this.open.size === 0) return
    for (const { name, min, max } of this.open.values()) {
      const value = this.runtime.readName(name)
      const numbers = value instanceof Float64Array ? value : typeof value === 'number' ? [value] : []
      for (const number of numbers) {
        const isBelow = number < min - SLACK * Math.max(1, Math.abs(min))
        const isAbove = number > max + SLACK * Math.max(1, Math.abs(max))
        if (!isBelow && !isAbove) continue
        const limit = isBelow ? `below its min ${min}` : `above its max ${max}`
        const message = `${name} = ${number} is ${limit} at t = ${t} s (in SI units).`
        this.runtime.warnings.add({ code: 'LIMIT', key: name, time: t, message })
        this.open.delete(name)
        break
      }
    }
  }
}

/** Warns of parameters that vary during the run. */
export function warnOfParameters(flat: FlatModel, runtime: ModelRuntime, time: number): void {
  for (const { name, text } of listVaryingParameters(flat)) {
    const message =
      `${name}: expected an expression of parameters, got ${name} = ${text}, which changes during the run: ` +
      `${name} is a variable, and merge cannot change it. Write Var instead of Par where this is meant, or give the ` +
      `value as ${name.split('.').at(-1)}: Var(expr\`…\`).`
    runtime.warnings.add({ code: 'PARAMETER', key: name, time, message })
  }
}

/**
 * Warns of pins that nothing is connected to, of inputs of the model that nobody gives, and of variables of the model
 * that no equation contains. Free flanges and insulated ports are usual; an open pin mostly is a forgotten wire.
 */
export function warnOfOpenEnds(
  flat: FlatModel,
  given: Readonly<Record<string, unknown>>,
  runtime: ModelRuntime,
  time: number,
): void {
  for (const { left, origin, component } of flat.equations) {
    if (origin !== 'unconnected' || left.kind !== 'name') continue
    const pin = left.name.slice(0, left.name.lastIndexOf('.'))
    const isOwn = component === '' && !pin.includes('.')
    if (isOwn || flat.variables.get(left.name)?.unit !== 'A') continue
    const message = `${pin}: expected a connection, got an open pin: no current flows through it.`
    runtime.warnings.add({ code: 'UNCONNECTED', key: pin, time, message })
  }
  for (const variable of flat.variables.values()) {
    const { name, init, start } = variable
    if (!isModelInput(variable) || given[name] !== undefined || init !== undefined || start !== undefined)
      continue
    const message = `${name}: expected values for this input, as inputs: { ${name}: … }; without them it is 0.`
    runtime.warnings.add({ code: 'INPUT', key: name, time, message })
  }
  for (const { name, component, isInput } of flat.unused.values()) {
    // components and connectors may have more than one model uses
    if (component !== '' || name.includes('.')) continue
    const message =
      `${name}: expected an equation that contains this ${isInput ? 'input' : 'variable'}, got none: it is ignored. ` +
      'Remove it, or check the spelling in the equations.'
    runtime.warnings.add({ code: 'UNUSED', key: name, time, message })
  }
}

/** Warns of equations that were removed because they follow from others, and of the forces that are open therefore. */
export function warnOfRedundancies(runtime: ModelRuntime, time: number): void {
  for (const { removed, remaining, open } of runtime.translation.redundancies) {
    const message =
      `The constraint${removed.length > 1 ? 's' : ''} ${shorten(removed, '; ')} follow${removed.length > 1 ? '' : 's'} ` +
      `from ${shorten(remaining, '; ')}: removed. The equations therefore determine ${shorten(open, ', ')} only ` +
      'together; their smallest values are taken, in proportion to `nominal`. To determine them, give one of the ' +
      'connections a compliance.'
    runtime.warnings.add({ code: 'UNDETERMINED', key: removed.join(' '), time, message })
  }
}

/** Longest list in a message. */
const MAX_LISTED = 10

/** Warns of variables that the equations do not determine at an accepted point: once for each system. */
export function warnOfUndetermined(runtime: ModelRuntime, time: number): void {
  const reported = new Set(runtime.translation.redundancies.flatMap(({ open }) => open))
  for (const system of runtime.services.systems) {
    const key = system.unknowns.join(' ')
    const all = system.undeterminedNames
    const isReported = all.some((name) => reported.has(name))
    // the forces of a constraint that was removed may act on the motion in another pose, as those with friction do
    if (isReported) system.examineAgain()
    const names = isReported ? [] : all
    if (names.length > 0) {
      const message =
        `At t = ${time} s the equations determine ${shorten(names, ', ')} only together, not one by one, because ` +
        'some equations follow from others ' +
        '(as where two parts hold the same shaft). The smallest values that fulfill all equations are taken; state ' +
        'variables do not depend on this ' +
        'unless other equations or conditions use these values.'
      runtime.warnings.add({ code: 'UNDETERMINED', key, time, message })
    }
    const open = system.findOpenUnknowns()
    if (open.length > 0) {
      const message =
        `At t = ${time} s the equations ${shorten(system.equations, '; ')} do not determine ${shorten(open, ', ')}: ` +
        'other values nearby fulfill them as well. The solution found from the start values is kept. Add the missing ' +
        'equation for the unknown.'
      runtime.warnings.add({ code: 'UNDETERMINED', key, time, message })
    }
  }
}

/** Warns of variables without a mean that differ on the two sides of a limit along which the equations slide. */
export function warnOfSliding(runtime: ModelRuntime, time: number): void {
  if (!runtime.isSliding) return
  for (const name of runtime.sliding!.ambiguous) {
    const message =
      `${name}: expected the same value on both sides of a limit along which the equations slide, got different ones at ` +
      `t = ${time} s: it keeps the value of one side. Give its definition a hysteresis, or replace it by a variable that is not ` +
      'Boolean and does not use its own left limit.'
    runtime.warnings.add({ code: 'SLIDING', key: name, time, message })
  }
}

function shorten(list: readonly string[], separator: string): string {
  const rest = list.length > MAX_LISTED ? [`… ${list.length} in all`] : []
  return [...list.slice(0, MAX_LISTED), ...rest].join(separator)
}
