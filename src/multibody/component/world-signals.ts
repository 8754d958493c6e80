/**
 * The border between equations and the 3D world. Equations use values of parts (`arm.r_abs`), and keys of parts may be
 * expressions of variables (``WorldForce({ force: expr`[0, 0, thrust]` })``). The build hook of the 3D model declares a
 * variable for each, and equations that exchange the values with the memory, in an order that sorting finds:
 *
 *   _position = enterPositions(time, positions of flanges)      variant states, flanges; poses follow               (1)
 *   _velocity = enterVelocities(_position, velocities)                                                              (2)
 *   _contact  = enterContacts(_velocity, time)                                                                      (3)
 *   arm.r_abs = r_abs(_position)                                values, after the evaluation that they need         (4)
 *   arm.a_abs = a_abs(_velocity, time, forces of flanges, signals)                                                  (5)
 *   _signals  = setSignals(push.force, …)                       before the memory computes derivatives              (6)
 *
 * The values of (1) - (3) and (6) are 0: they order the calls. Values that depend on signals (5) have them as
 * arguments, so that an algebraic loop through the world is found and solved as any other one.
 */
import { InputError, VarioError } from '../../base/index.ts'
import {
  atReference,
  type ExprNode,
  equations,
  expr,
  isExprNode,
  Par,
  type ParNode,
  type RecordReference,
  type RecordVariable,
  Var,
} from '../../model/index.ts'
import type { ParameterMatrix } from '../../simulation/index.ts'
import type { DeclaredPart, FlangeAxis } from '../parts/index.ts'
import { hasMotion } from '../parts/joints/index.ts'
import { SIGNAL, type SignalDefinition, valueAt, withValueAt } from '../records/index.ts'
import type { EvaluationLevel, ResultDefinition } from '../world/index.ts'
import { assertFixed, assertReport, findReports, findSignals, isPart } from './part-tables.ts'
import { type PrescribedMotion, takeMotion } from './prescribed-motion.ts'

/** A value of a part that equations use. */
export interface Report extends RecordReference {
  /** Number among all: even, and the next one for its rate. */
  readonly number: number
  readonly definition: ResultDefinition
}

/** A key of a part that is an expression. */
export interface Signal {
  /** Path of the part. */
  readonly path: string
  readonly key: string
  /** Number of values. */
  readonly n: number
  /** True if all forces are linear in it. */
  readonly isLinear: boolean
}

/** The memory as the equations call it. */
export interface SignalMemory {
  enterPositions(args: readonly number[]): void
  enterVelocities(args: readonly number[]): void
  enterContacts(t: number): void
  enterSignals(args: readonly SignalValue[]): void
  /** Returns the value of a report that entered values determine. */
  read(report: Report): unknown
  /** Returns the value of a report, after the evaluation that it needs; `args` are those of (5) behind the first. */
  report(report: Report, args: readonly SignalValue[]): unknown
  /** Derivatives of a report with respect to some of `args`, counted from 0. */
  reportJacobian(report: Report, columns: readonly number[], args: readonly SignalValue[]): ParameterMatrix
}

export type SignalValue = number | Float64Array

/** Additions to a 3D model for the values that cross the border. */
export interface WorldSignals {
  readonly variables: readonly RecordVariable[]
  readonly members: Readonly<Record<string, unknown>>
  readonly equations: readonly ReturnType<typeof equations>[]
  /** Parameters whose records have expressions of variables, without these, by their paths. */
  readonly records: ReadonlyMap<string, ParNode>
  readonly signals: readonly Signal[]
  readonly reports: readonly Report[]
}

/** Finds all values that cross the border of a 3D model. */
export function createWorldSignals(
  root: string,
  parts: readonly DeclaredPart[],
  flanges: readonly FlangeAxis[],
  references: readonly RecordReference[],
  isFixed: IsFixed,
): WorldSignals {
  const motions = new Map(
    parts.flatMap((part) => (hasMotion(part.record) ? [[part.path, takeMotion(root, part)] as const] : [])),
  )
  const reports = findUsedReports(parts, references, motions, isFixed)
  const { signals, variables: inputs, records, derivatives } = takeSignals(parts, motions, isFixed)
  const builder = new EquationBuilder(flanges, signals, reports)
  for (const [name, of] of derivatives) builder.addDerivative(name, of)
  for (const report of reports) builder.addReport(report)
  builder.addSignals()
  const driven = [...motions.values()]
  const outputs = reports.map(({ path, name, definition: { unit, size = [] } }) => ({
    ...{ path, name, declaration: declare(unit, size) },
  }))
  return {
    variables: [...inputs, ...driven.flatMap(({ variables }) => variables), ...outputs],
    members: builder.members,
    equations: [...driven.flatMap(({ equations }) => equations), ...builder.equations],
    records,
    signals,
    reports,
  }
}

/** True if a place in a record holds no expression of variables. */
export type IsFixed = (part: DeclaredPart, place: readonly (string | number)[]) => boolean

/** A variable; the size of an array is that of its start value. */
function declare(unit: string, size: readonly number[], value?: ExprNode): RecordVariable['declaration'] {
  const [rows = 0, columns] = size
  const zeros = (n: number): number[] => new Array<number>(n).fill(0)
  const start = columns === undefined ? zeros(rows) : Array.from({ length: rows }, () => zeros(columns))
  return Var({
    ...(unit !== '' && { unit }),
    ...(size.length > 0 && { start }),
    ...(value !== undefined && { value }),
  })
}

function findUsedReports(
  parts: readonly DeclaredPart[],
  references: readonly RecordReference[],
  motions: ReadonlyMap<string, PrescribedMotion>,
  isFixed: IsFixed,
): Report[] {
  const byPath = new Map(parts.map((part) => [part.path, part]))
  return references
    .flatMap((reference) => {
      const { path, name } = reference
      if (name === '') {
        const whole = parts.find(({ parameter }) => parameter === path)
        if (whole !== undefined && isPart(whole.record))
          throw atReference(reference, partAsValue(path, whole))
        return []
      }
      const part = byPath.get(path)
      if (part === undefined) return []
      const { record } = part
      const definition = findSignals(record, (place) => isFixed(part, place))[name]
      if (definition?.derivativeOf !== undefined || findExpression(record, name, definition) !== undefined)
        return []
      if (motions.get(path)?.variables.some((variable) => variable.name === name)) return []
      try {
        assertReport(path, record, name)
      } catch (error) {
        throw error instanceof VarioError ? atReference(reference, error) : error
      }
      return [{ path, name, definition: findReports(record)[name] }]
    })
    .map((report, i) => ({ ...report, number: 2 * i }))
}

/** The error for a part, or a list of parts, that equations use like a number. */
function partAsValue(name: string, { path, record }: DeclaredPart): VarioError {
  const [example] = Object.entries(findReports(record)).map(([key, { size = [] }]) => {
    return `${path}.${key}${size.length === 0 ? '' : `[${size.map(() => 1).join(', ')}]`}`
  })
  const expected =
    example === undefined ? 'a number or a variable' : `a value of the part, such as ${example}`
  return new InputError(name, expected, name)
}

/** The expression of a signal; undefined: there is none. */
function findExpression(
  record: DeclaredPart['record'],
  key: string,
  definition: SignalDefinition | undefined,
): ExprNode | undefined {
  if (definition === undefined) return undefined
  const value = valueAt(record, definition.place ?? [key])
  if (!isExprNode(value)) return undefined
  return definition.isBoolean ? { ...expr`if ${value} then 1 else 0`, up: value.up } : value
}

/** The expression of the equations that triggers a reaction; undefined: there is none. */
function findCondition(record: DeclaredPart['record']): ExprNode | undefined {
  const { kind, condition } = record as { readonly kind: string; readonly condition?: unknown }
  return kind === 'When' && isExprNode(condition) ? condition : undefined
}

/** Key of a reaction, and name of the Boolean variable that it becomes. */
const CONDITION = 'condition'

/** Takes expressions out of the records: they become variables. */
function takeSignals(
  parts: readonly DeclaredPart[],
  motions: ReadonlyMap<string, PrescribedMotion>,
  isFixed: IsFixed,
): Pick<WorldSignals, 'signals' | 'variables' | 'records'> & {
  /** Names of derivatives, and of the variables that are differentiated. */
  readonly derivatives: readonly (readonly [string, string])[]
} {
  const signals: Signal[] = []
  const variables: RecordVariable[] = []
  const derivatives: (readonly [string, string])[] = []
  const records = new Map<string, ParNode>()
  for (const part of parts) {
    const { path, parameter, index } = part
    const isFixedInPart = (place: readonly (string | number)[]): boolean => isFixed(part, place)
    assertFixed(path, part.record, isFixedInPart)
    let record = withoutMotion(part.record, motions.get(path)?.changed)
    for (const [key, definition] of Object.entries(findSignals(part.record, isFixedInPart))) {
      const { unit, size = [], isNonlinear, place = [key], derivativeOf } = definition
      const value = findExpression(part.record, key, definition)
      if (value === undefined && derivativeOf === undefined) continue
      const n = size.reduce((product, length) => product * length, 1)
      signals.push({ path, key, n, isLinear: isNonlinear !== true })
      if (derivativeOf !== undefined) derivatives.push([`${path}.${key}`, `${path}.${derivativeOf}`])
      variables.push({ path, name: key, declaration: declare(unit, size, value) })
      if (place.length > 0) record = withValueAt(record, place, SIGNAL)
    }
    const condition = findCondition(part.record)
    if (condition !== undefined) {
      variables.push({ path, name: CONDITION, declaration: Var({ value: condition }) })
      const name = `${path.slice(path.lastIndexOf('.') + 1)}.${CONDITION}`
      record = withValueAt(record, [CONDITION], name)
    }
    if (record === part.record) continue
    const list = records.get(parameter)?.value ?? part.list
    const isElement = index >= 0
    const value: unknown = isElement
      ? (list as readonly unknown[]).map((item, i) => (i === index ? Par({ value: record }) : item))
      : record
    records.set(parameter, Par({ value }))
  }
  const placed = [...records].map(([name, { value }]) => {
    const depth = name.split('.').length - 1
    return [name, Par({ value: keepScope(value, depth) })] as const
  })
  return { signals, variables, records: new Map(placed), derivatives }
}

/** A record without the keys of a prescribed motion, as its equations have them. */
function withoutMotion(
  record: DeclaredPart['record'],
  changed: PrescribedMotion['changed'] | undefined,
): DeclaredPart['record'] {
  if (changed === undefined) return record
  const entries = Object.entries({ ...record, ...changed }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as unknown as DeclaredPart['record']
}

/**
 * A record as a modification from `levels` components outside: expressions of parameters that stay in it are looked up
 * where they were. An `up` below 0 is not moved outwards.
 */
function keepScope(value: unknown, levels: number): unknown {
  if (levels === 0) return value
  if (isExprNode(value)) return { ...value, up: Math.max(-1, value.up - levels) }
  if (Array.isArray(value)) return value.map((item) => keepScope(item, levels))
  if (typeof value !== 'object' || value === null) return value
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, keepScope(item, levels)]))
}

/** Name of the variable of a signal. */
export function nameOf({ path, key }: Pick<Signal, 'path' | 'key'>): string {
  return `${path}.${key}`
}

/** Levels of values that do not depend on signals. */
type EnteredLevel = Extract<EvaluationLevel, 'position' | 'velocity' | 'contact'>

const ENTERED: Readonly<Record<EnteredLevel, string>> = {
  position: '_position',
  velocity: '_velocity',
  contact: '_contact',
}

function isEntered(level: EvaluationLevel): level is EnteredLevel {
  return level in ENTERED
}

class EquationBuilder {
  readonly members: Record<string, unknown> = {}
  readonly equations: ReturnType<typeof equations>[] = []
  private readonly entered = new Set<EnteredLevel>()
  private readonly positions: readonly string[]
  private readonly velocities: readonly string[]
  private readonly forces: readonly string[]
  private readonly signalNames: readonly string[]
  private readonly enterVelocities: object

  constructor(
    flanges: readonly FlangeAxis[],
    private readonly signals: readonly Signal[],
    reports: readonly Report[],
  ) {
    this.enterVelocities = createEnterVelocities(reports)
    this.signalNames = signals.map(nameOf)
    const names = (key: 'position' | 'velocity' | 'force'): string[] =>
      flanges.map(({ path, variables }) => `${path}.${variables[key]}`)
    this.positions = names('position')
    this.velocities = names('velocity')
    this.forces = names('force')
  }

  /** (4), (5) */
  addReport(report: Report): void {
    const { path, name, definition } = report
    const { needs } = definition
    const left = `${path}.${name}`
    if (isEntered(needs)) {
      this.enter(needs)
      this.add(left, createReportFunction(report), [ENTERED[needs]])
      return
    }
    this.enter('velocity')
    const forces = needs === 'force' ? [] : this.forces
    const first = 2 + forces.length
    const linear = this.signals.flatMap(({ isLinear }, i) => (isLinear ? [first + i] : []))
    const linearIn = [...forces.map((_, i) => 2 + i), ...linear]
    const fn = {
      ...createReportFunction(report),
      ...(linearIn.length > 0 && { linearIn }),
      selectsColumns: true,
      jacobian(this: SignalMemory, columns: readonly number[], _entered: number, ...args: SignalValue[]) {
        return this.reportJacobian(
          report,
          columns.map((k) => k - 1),
          args,
        )
      },
    }
    this.add(left, fn, [ENTERED.velocity, 'time', ...forces, ...this.signalNames])
  }

  /** The derivative of a signal with respect to time. */
  addDerivative(name: string, of: string): void {
    this.equations.push(equations(`${name} = der(${of})`))
  }

  /** (6) */
  addSignals(): void {
    if (this.signals.length === 0) return
    const setSignals = {
      name: 'setSignals',
      isOrdering: true,
      evaluate(this: SignalMemory, ...args: SignalValue[]) {
        this.enterSignals(args)
        return 0
      },
    }
    this.addHidden('_signals', setSignals, this.signalNames)
  }

  /** (1) - (3) */
  private enter(level: EnteredLevel): void {
    if (this.entered.has(level)) return
    this.entered.add(level)
    if (level === 'position') {
      this.addHidden(ENTERED.position, ENTER_POSITIONS, ['time', ...this.positions])
      return
    }
    this.enter(level === 'velocity' ? 'position' : 'velocity')
    if (level === 'velocity')
      this.addHidden(ENTERED.velocity, this.enterVelocities, [ENTERED.position, ...this.velocities])
    else this.addHidden(ENTERED.contact, ENTER_CONTACTS, [ENTERED.velocity, 'time'])
  }

  private addHidden(name: string, fn: unknown, args: readonly string[]): void {
    this.members[name] = Var({ hideResult: true })
    this.add(name, fn, args)
  }

  private add(left: string, fn: unknown, args: readonly string[]): void {
    const text = [`${left} = `, `(${args.join(', ')})`]
    this.equations.push(equations(Object.assign(text, { raw: text }), fn))
  }
}

function createEnterVelocities(reports: readonly Report[]): object {
  const names = reports.filter(({ definition }) => definition.needs !== 'position')
  return {
    name: 'enterVelocities',
    isOrdering: true,
    evaluate(this: SignalMemory, _position: number, ...velocities: number[]) {
      this.enterVelocities(velocities)
      return 0
    },
    derivativeProblem: describeNoDerivative(names),
  }
}

/** Message where one of the `reports` would have to be differentiated. */
function describeNoDerivative(reports: readonly Report[]): string {
  const names = reports.map(({ path, name }) => `${path}.${name}`)
  return (
    `der(…) of ${names.join(' or ')}: expected a position, an angle or a distance, got another value of a part. ` +
    'Use a_abs in place of der(v_abs), z_abs in place of der(w_abs), w_abs for changes of orientation, or a SensorResult.'
  )
}

const ENTER_POSITIONS = {
  name: 'enterPositions',
  isOrdering: true,
  evaluate(this: SignalMemory, t: number, ...positions: number[]) {
    this.enterPositions([t, ...positions])
    return 0
  },
  // with the arguments and their derivatives
  derivativeFunction: {
    name: 'enterRates',
    isOrdering: true,
    evaluate(this: SignalMemory, ...args: number[]) {
      const n = args.length / 2
      this.enterPositions(args.slice(0, n))
      this.enterVelocities(args.slice(n + 1))
      return 0
    },
  },
}

const ENTER_CONTACTS = {
  name: 'enterContacts',
  isOrdering: true,
  evaluate(this: SignalMemory, _velocity: number, t: number) {
    this.enterContacts(t)
    return 0
  },
}

function createReportFunction(report: Report): object {
  const { path, name, definition } = report
  const size = definition.size ?? []
  const shape = (['scalar', 'vector', 'matrix'] as const)[size.length]
  // without a list of arguments where none are needed: 0.1 µs less for each value
  const evaluate = isEntered(definition.needs)
    ? function (this: SignalMemory): unknown {
        return this.read(report)
      }
    : function (this: SignalMemory, _entered: number, ...args: SignalValue[]): unknown {
        return this.report(report, args)
      }
  const { rate } = definition
  if (rate === undefined) return { name, evaluate, shape, derivativeProblem: describeNoDerivative([report]) }
  const rateReport: Report = {
    ...{ path, name: rate, number: report.number + 1 },
    definition: { ...definition, needs: 'velocity' },
  }
  return {
    ...{ name, evaluate, shape },
    derivativeFunction: {
      name: rate,
      shape,
      evaluate(this: SignalMemory) {
        return this.read(rateReport)
      },
    },
  }
}
