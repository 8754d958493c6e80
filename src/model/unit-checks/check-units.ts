/** Checks the units of a flat model: every equation, sum and comparison, and every expression of a declaration. */
import { parseUnit, type Unit, UnitError } from '../../base/index.ts'
import { type Expr, printExpr } from '../../symbolic/index.ts'
import type { FlatModel, FlatVariable } from '../flat-model/index.ts'
import { checkTemperatures } from './check-temperatures.ts'
import { checkEquationUnits, inferUnit, type UnitOf } from './unit-inference.ts'

/** Longest equation that a message shows in full, in characters. */
const MAX_SHOWN = 120

/**
 * Checks that both sides of every equation and the terms of every sum have the same dimension. A term without unit is
 * compatible with every unit.
 *
 * @throws UnitError that names the component, the equation and both units
 */
export function checkUnits(flat: FlatModel): void {
  const unitOf = createUnitOf(flat)
  for (const { left, right, component, cases } of [...flat.equations, ...flat.initialEquations])
    for (const each of cases ?? [{ left, right }]) checkPair(component, each.left, each.right, unitOf)
  for (const { condition, actions, component } of flat.whens) {
    checkOne(component, condition, unitOf)
    for (const action of actions) {
      if (action.kind === 'assign') checkPair(component, nameExpr(action.name), action.value, unitOf)
      if (action.kind === 'reinit') checkPair(component, nameExpr(action.state), action.value, unitOf)
      if (action.kind === 'assert') checkOne(component, action.condition, unitOf)
    }
  }
  for (const { condition, component } of flat.asserts) checkOne(component, condition, unitOf)
  for (const { name, component, value } of flat.parameters.values()) {
    if ('expr' in value) checkPair(component, nameExpr(name), value.expr, unitOf)
  }
  for (const variable of flat.variables.values()) checkAttributes(variable, unitOf)
}

function checkAttributes(variable: FlatVariable, unitOf: UnitOf): void {
  for (const attribute of ['init', 'start', 'min', 'max', 'nominal'] as const) {
    const value = variable[attribute]
    if (value !== undefined && 'expr' in value) {
      // a magnitude is a difference, not a point on a scale
      const isPoint = attribute !== 'nominal'
      checkPair(variable.component, nameExpr(variable.name), value.expr, unitOf, isPoint)
    }
  }
}

function createUnitOf(flat: FlatModel): UnitOf {
  return (name) => {
    if (name.includes('()')) return unitOfResult(flat, name)
    const unit = (flat.variables.get(name) ?? flat.parameters.get(name) ?? flat.unused.get(name))?.unit
    return unit === undefined ? undefined : parseUnit(unit)
  }
}

/** Unit of the result `f()` of a function, or of its result k, `f()k`. */
function unitOfResult({ functions }: FlatModel, name: string): Unit | undefined {
  const [fn, k = '0'] = name.split('()')
  const unit = functions.get(fn)?.unit
  const text = typeof unit === 'string' ? unit : unit?.[Number(k)]
  return text === undefined || text === '' ? undefined : parseUnit(text)
}

function checkPair(component: string, left: Expr, right: Expr, unitOf: UnitOf, hasTemperatures = true): void {
  named(
    component,
    () => `${printExpr(left)} = ${printExpr(right)}`,
    () => {
      checkEquationUnits(left, right, unitOf)
      if (hasTemperatures) checkTemperatures([left, right], unitOf)
    },
  )
}

function checkOne(component: string, expr: Expr, unitOf: UnitOf): void {
  named(
    component,
    () => printExpr(expr),
    () => {
      inferUnit(expr, unitOf)
      checkTemperatures([expr], unitOf)
    },
  )
}

/** Runs a check and puts the component and the equation in front of the message of its error. */
function named(component: string, print: () => string, check: () => unknown): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof UnitError)) throw error
    const text = print()
    const equation = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
    const where = component === '' ? 'model' : component
    throw new UnitError(`${where}: '${equation}': ${error.message}`, { ...error.fields, component, equation })
  }
}

function nameExpr(name: string): Expr {
  return { kind: 'name', name }
}
