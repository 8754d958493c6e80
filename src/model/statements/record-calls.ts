/**
 * Records, groups of variables, in calls of functions: a record as an argument stands for its fields, and a record alone
 * on one side of an equation for the results of a call, or for the values of `record(x = 1, v = 2)`.
 */
import {
  type CallExpr,
  type Expr,
  errorAt,
  type FunctionInfo,
  type IfExpr,
  ifExpr,
  namedArgument,
  nameOfArgument,
  printExpr,
  RECORD,
} from '../../symbolic/index.ts'
import type { PlainEquation } from './plain-statement.ts'

/** Fields of a record by their names, `x` or `pose.x`, in the order of their declaration. */
export type Fields = ReadonlyMap<string, Expr>

/** The fields of the record that an expression names; undefined for other expressions. */
export type FieldsOf = (expr: Expr) => Fields | undefined

/** An input or a result of a function; fields only if it is a record. */
interface Slot {
  readonly name: string
  readonly fields: readonly string[]
}

/** Inputs or results with the fields of records, `s.x` and `s.v`, together. */
function slotsOf(names: readonly string[]): Slot[] {
  const slots = new Map<string, string[]>()
  for (const full of names) {
    const dot = full.indexOf('.')
    const name = dot < 0 ? full : full.slice(0, dot)
    const fields = slots.get(name) ?? []
    if (dot >= 0) fields.push(full.slice(dot + 1))
    slots.set(name, fields)
  }
  return [...slots].map(([name, fields]) => ({ name, fields }))
}

/** The fields of `record(…)`, of a choice between records, or of a record by its name. */
function recordOf(expr: Expr, fieldsOf: FieldsOf, names: readonly string[] = []): Fields | undefined {
  if (expr.kind === 'if') return chosenRecord(expr, fieldsOf, names)
  if (expr.kind !== 'call' || expr.fn !== RECORD) return fieldsOf(expr)
  const fields = new Map<string, Expr>()
  for (const [k, arg] of expr.args.entries()) {
    const fail = (problem: string): never => {
      throw errorAt('CALL', `record(…): ${problem}, record(x = 1, v = 2).`, arg.pos ?? expr.pos)
    }
    const name = nameOfArgument(arg) ?? names[k] ?? fail('expected names of the fields')
    const value = nameOfArgument(arg) === undefined ? arg : (arg as CallExpr).args[1]
    const inner = recordOf(value, fieldsOf)
    const parts =
      inner === undefined
        ? [[name, value] as const]
        : [...inner].map(([key, part]) => [`${name}.${key}`, part] as const)
    for (const [key, part] of parts) {
      if (fields.has(key)) fail(`expected one value for ${key}, got two`)
      fields.set(key, part)
    }
  }
  return fields
}

/** `if c then a else b` of records: the choice between their fields. */
function chosenRecord(expr: IfExpr, fieldsOf: FieldsOf, names: readonly string[]): Fields | undefined {
  const first = recordOf(expr.then, fieldsOf, names)
  const second = recordOf(expr.else, fieldsOf, names)
  if (first === undefined || second === undefined) return undefined
  const fields = [...first.keys()]
  const others = inOrder(second, fields, expr.else, 'if')
  return new Map(fields.map((field, k) => [field, ifExpr(expr.condition, first.get(field)!, others[k])]))
}

/** The values of `fields` in their order. */
function inOrder(record: Fields, fields: readonly string[], found: Expr, where: string): Expr[] {
  const isSame = record.size === fields.length && fields.every((field) => record.has(field))
  if (isSame) return fields.map((field) => record.get(field)!)
  const got = `'${printExpr(found)}' with ${[...record.keys()].join(', ')}`
  throw errorAt('CALL', `${where}: expected a record with ${fields.join(', ')}, got ${got}.`, found.pos)
}

/** A call with the fields in place of records. */
export function withFields(node: CallExpr, info: FunctionInfo | undefined, fieldsOf: FieldsOf): CallExpr {
  const values = node.args.map((arg) => (nameOfArgument(arg) === undefined ? arg : (arg as CallExpr).args[1]))
  const isRecord = (value: Expr): boolean =>
    value.kind === 'if'
      ? isRecord(value.then)
      : (value.kind === 'call' && value.fn === RECORD) || fieldsOf(value) !== undefined
  if (!values.some(isRecord)) return node
  const slots = info?.inputs && slotsOf(info.inputs.map(({ name }) => name))
  const args = node.args.flatMap((arg, k): Expr[] => {
    const name = nameOfArgument(arg)
    const value = values[k]
    const slot = name === undefined ? slots?.[k] : slots?.find((each) => each.name === name)
    const record = recordOf(value, fieldsOf, slot?.fields)
    if (record === undefined) return [arg]
    const where = `'${node.fn}'${slot === undefined ? '' : `, ${slot.name}`}`
    if (slot !== undefined && slot.fields.length === 0) {
      const found = `the record '${printExpr(value)}' with ${[...record.keys()].join(', ')}`
      throw errorAt('CALL', `${where}: expected a number or an array, got ${found}.`, value.pos ?? node.pos)
    }
    const fields = slot?.fields ?? [...record.keys()]
    const parts = inOrder(record, fields, value, where)
    if (name === undefined) return parts
    return parts.map((part, i) => namedArgument(`${name}.${fields[i]}`, part, (arg.pos ?? node.pos)!))
  })
  return { ...node, args }
}

/** True for calls of operators and functions, also of those with records as results. */
function isPlainCall(expr: Expr): boolean {
  return expr.kind === 'call' && expr.fn !== RECORD
}

/** The equations of the fields where a side is a record; undefined for other equations. */
export function equationsOfFields(
  equation: PlainEquation,
  fieldsOf: FieldsOf,
  infoOf: (name: string) => FunctionInfo | undefined,
): PlainEquation[] | undefined {
  const { left, right } = equation
  const targets = left.kind === 'tuple' ? left.elements : [left]
  if (
    right.kind === 'call' &&
    right.fn !== RECORD &&
    targets.some((target) => fieldsOf(target) !== undefined)
  ) {
    const info = infoOf(right.fn)
    const slots = info?.outputs && slotsOf(info.outputs)
    const elements = targets.flatMap((target, k): Expr[] => {
      const record = fieldsOf(target)
      if (record === undefined) return [target]
      const fields = slots?.[k]?.fields ?? [...record.keys()]
      return inOrder(record, fields, target, `the results of '${right.fn}'`)
    })
    const [only] = elements
    if (elements.length === 1) return [{ ...equation, left: only }]
    return [{ ...equation, left: { kind: 'tuple', elements, ...(left.pos && { pos: left.pos }) } }]
  }
  if (left.kind === 'call' && left.fn !== RECORD && fieldsOf(right) !== undefined)
    return equationsOfFields({ ...equation, left: right, right: left }, fieldsOf, infoOf)
  if (left.kind === 'array' && right.kind === 'array' && left.elements.length === right.elements.length) {
    const pairs = left.elements.map((element, k) =>
      equationsOfFields({ ...equation, left: element, right: right.elements[k] }, fieldsOf, infoOf),
    )
    return pairs.includes(undefined) ? undefined : pairs.flatMap((each) => each!)
  }
  // a name beside a call does not name a record here, as in most equations
  if (isPlainCall(right) && (left.kind === 'name' || isPlainCall(left))) return undefined
  const a = fieldsOf(left) ?? fieldsOf(right)
  const names = a && [...a.keys()]
  const [first, second] = [left, right].map((side) => recordOf(side, fieldsOf, names))
  if (first === undefined || second === undefined) return undefined
  const fields = [...first.keys()]
  if (second.size !== first.size || fields.some((field) => !second.has(field))) {
    const shown = [left, right].map((side) => printExpr(side))
    const problem =
      `expected groups with the same variables, got ${shown[0]} with ${fields.join(', ')} and ` +
      `${shown[1]} with ${[...second.keys()].join(', ')}.`
    throw errorAt('MODEL', problem, equation.pos)
  }
  const cases = equation.cases?.map((each) => equationsOfFields(each, fieldsOf, infoOf) ?? [each])
  return fields.map((field, k) => ({
    ...equation,
    left: first.get(field)!,
    right: second.get(field)!,
    ...(cases && { cases: cases.flatMap((each) => each[k] ?? []) }),
  }))
}
