/** Hierarchical model → flat model: the stages, in their order. */

import { InputError } from '../../base/index.ts'
import { type EvaluatedValue, type Expr, printExpr, visitNames } from '../../symbolic/index.ts'
import type { FlatMemory, FlatModel, FlatParameter, FlatVariable } from '../flat-model/index.ts'
import { FunctionTable } from '../flat-model/index.ts'
import { isExpr, isModel, type ModelNode } from '../nodes.ts'
import { hasDeferred, mapRecord } from '../records.ts'
import { expandMachines } from '../statements/index.ts'
import { buildComponents } from './build-components.ts'
import { Decisions } from './decisions.ts'
import { declareImplicit } from './declare-implicit.ts'
import { DeclaredValues, declarationOf } from './declared-values.ts'
import { checkWhenAssignments, EquationCollector, type Statements } from './equation-collector.ts'
import { checkWhole, presentModel, Structure } from './existing-components.ts'
import { expandBuses } from './expand-buses.ts'
import { expandEquations } from './expand-equations.ts'
import { childrenOf, createRoot, type Instance } from './instance.ts'
import { modelError } from './model-error.ts'
import { checkRecordOwners } from './record-references.ts'
import { rememberCalls } from './remember-calls.ts'

interface FlattenOptions {
  readonly name?: string
  /** Values in SI by full names that decide about loops and branches, in place of the declared ones. */
  readonly values?: ReadonlyMap<string, EvaluatedValue>
}

/** Flattens `model`: full names, connection equations, parameters and variables in the order of their first use. */
export function flatten(model: ModelNode, options: FlattenOptions = {}): FlatModel {
  if (!isModel(model)) throw new InputError('flatten', 'a model', model)

  // components: instance tree with the additions of build hooks, arrays and conditions
  const memories: FlatMemory[] = []
  const declaredRoot = createRoot(expandMachines(model))
  checkRecordOwners(declaredRoot)
  checkWhole(model)
  const structure = new Structure()
  const root = buildComponents(declaredRoot, structure, memories)

  // loops, branches, and paths through arrays of components
  const decisions = new Decisions(root, options.values ?? new Map())
  expandEquations(root, decisions, structure)

  // buses: members that their connections and equations name
  expandBuses(root, structure)

  // names: variables declared only by equations
  declareImplicit(root)

  // values and equations, with full names
  const functions = new FunctionTable()
  const values = new DeclaredValues(root, functions)
  const declared = collectDeclarations(root, values)
  const collector = new EquationCollector(root, structure, values, functions)
  checkWhenAssignments(collector.statements.whens, collector.statements.equations)

  // functions with a memory at each of their places
  const isParameter = (name: string): boolean => declared.parameters.has(name)
  const isVariable = (name: string): boolean => declared.variables.has(name)
  const additions = { variables: declared.variables, memories }
  const statements = rememberCalls(collector.statements, functions, isParameter, isVariable, additions)

  // variables in the order in which the equations use them
  const { used, unused } = orderVariables(declared.variables, statements)
  const { equations, whens, asserts, notes } = statements
  const { initialEquations, steady } = collector.statements
  for (const name of unused.keys()) notes.push(`${name} is declared, but no equation uses it.`)
  return {
    name: options.name ?? 'model',
    variables: used,
    unused,
    parameters: declared.parameters,
    equations,
    initialEquations,
    steady,
    whens,
    asserts,
    functions: functions.functions,
    memories,
    decisions: [...structure.decisions(), ...decisions.made.values()],
    notes,
  }
}

/** The sub-components of a model that exist, as `BuildContext.present`; before any hook is called. */
export function findPresent(model: ModelNode): ModelNode {
  const root = createRoot(expandMachines(model))
  new Structure().expandInside(root, root)
  return presentModel(root)
}

interface Declarations {
  readonly variables: Map<string, FlatVariable>
  readonly parameters: Map<string, FlatParameter>
}

function collectDeclarations(
  instance: Instance,
  values: DeclaredValues,
  out: Declarations = { variables: new Map(), parameters: new Map() },
): Declarations {
  for (const [name, node] of instance.declarations) {
    const found = declarationOf(instance, name)
    if (values.isParameter(found))
      out.parameters.set(found.path, checkRecord(values.parameter(found), values))
    else out.variables.set(found.path, values.variable(name, node, instance))
  }
  for (const [name, node] of instance.inRecords) {
    const variable = values.variable(name, node, instance)
    out.variables.set(variable.name, { ...variable, isInRecord: true })
  }
  for (const name of instance.implicit) {
    const variable = values.variable(name, null, instance)
    out.variables.set(variable.name, variable)
  }
  for (const child of childrenOf(instance)) collectDeclarations(child, values, out)
  return out
}

/** Checks that the expressions inside of a record are fixed: a variable would be read once, at its start. */
function checkRecord(parameter: FlatParameter, values: DeclaredValues): FlatParameter {
  const { name, value } = parameter
  if ('expr' in value || !hasDeferred(value.literal)) return parameter
  mapRecord(value.literal, (part) => {
    if (!isExpr(part)) return undefined
    if (values.isFixedExpression(part.expr)) return part
    throw modelError(
      name,
      `expected expressions of parameters in the record, got '${printExpr(part.expr)}', which varies; use a parameter`,
    )
  })
  return parameter
}

/** Variables in the order of their first use in equations, `when` and `assert`; unused variables separately. */
function orderVariables(
  variables: ReadonlyMap<string, FlatVariable>,
  statements: Statements,
): { used: Map<string, FlatVariable>; unused: Map<string, FlatVariable> } {
  const used = new Map<string, FlatVariable>()
  const use = (name: string): void => {
    const variable = used.has(name) ? undefined : variables.get(name)
    if (variable !== undefined) used.set(name, variable)
  }
  const useAll = (expr: Expr): void => visitNames(expr, (node) => use(node.name))
  for (const { left, right } of statements.equations) {
    useAll(left)
    useAll(right)
  }
  for (const { condition, actions } of statements.whens) {
    useAll(condition)
    for (const action of actions) {
      if (action.kind === 'assign') use(action.name)
      if (action.kind === 'reinit') {
        use(action.state)
        if (action.element) useAll(action.element)
      }
      useAll(
        action.kind === 'assert'
          ? action.condition
          : action.kind === 'terminate'
            ? action.message
            : action.value,
      )
    }
  }
  for (const { condition } of statements.asserts) useAll(condition)
  const unused = new Map([...variables].filter(([name]) => !used.has(name)))
  return { used, unused }
}
