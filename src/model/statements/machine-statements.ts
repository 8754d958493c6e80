/**
 * The statements of a machine. With s the number of the active state before the event and c_j the conditions of the
 * transitions in the order of their priorities:
 *
 *   fired = j for the first transition with from_j = s and c_j, otherwise 0
 *   state = to_fired, or s
 *
 * Both are repeated in the iteration of an event until no transition fires, so that a chain of transitions takes place
 * at one instant. The equations of the states follow s, so that a condition may depend on what they determine. A
 * transition of a machine precludes those of the machines inside of its states.
 */
import { InputError, listNames } from '../../base/index.ts'
import {
  boolean,
  call,
  type Expr,
  type FunctionInfo,
  ifExpr,
  mapStatement,
  name,
  number,
  printExpr,
  renameCalls,
  type Statement,
  sub,
} from '../../symbolic/index.ts'
import { type EquationsNode, isExpr, isVar, membersOf } from '../nodes.ts'
import { toPlainRecord } from '../records.ts'
import {
  type MachineState,
  type NumberedTransition,
  type StateMachineScope,
  withFullNames,
} from './machine-scope.ts'

/** Conditions that the states around a machine impose on it. */
interface Surroundings {
  /** True while the states around the machine are active and stay so; null: there are none. */
  readonly before: Expr | null
  readonly active: Expr | null
  /** True when a state around the machine is entered with its start values. */
  readonly reset: Expr | null
}

/** Statements of a part of a machine. */
interface Parts {
  /** Hold always. */
  readonly always: Statement[]
  /** Hold while a state is active. */
  readonly shared: Statement[]
  /** Left sides of the shared statements. */
  readonly determined: Set<string>
}

/** Statements in the component that contains the machine. Adds the functions that they call. */
export function statementsOfMachine(
  machine: StateMachineScope,
  functions: Map<string, FunctionInfo>,
): Statement[] {
  const { always, shared } = new MachineWriter(functions).machine(machine, {
    before: null,
    active: null,
    reset: null,
  })
  return [...always, ...shared]
}

class MachineWriter {
  constructor(private readonly functions: Map<string, FunctionInfo>) {}

  machine(machine: StateMachineScope, around: Surroundings): Parts {
    const { path, states, transitions } = machine
    const [fired, state] = [name(`${path}.fired`), name(`${path}.state`)]
    const before = call('pre', state)
    const guards = transitions.map((transition, k) => this.guard(machine, transition, k, around))
    const first = guards.reduceRight<Expr>((rest, guard, k) => ifExpr(guard, number(k + 1), rest), number(0))
    const next = transitions.reduceRight<Expr>(
      (rest, { to }, k) => ifExpr(equals(fired, k + 1), number(to), rest),
      before,
    )
    const hasFired = call('>', fired, number(0))
    const always: Statement[] = [
      ...transitions.flatMap(({ transition, condition }, k) =>
        transition.immediate === false ? [equation(name(delayedName(path, k)), condition)] : [],
      ),
      equation(fired, first),
      equation(state, around.reset === null ? next : ifExpr(around.reset, number(machine.initial), next)),
      when(or(hasFired, around.reset), [equation(name(`${path}.entered`), name('time'))]),
      equation(name(`${path}.timeInState`), sub(name('time'), call('pre', name(`${path}.entered`)))),
    ]
    const parts = states.map((each) => this.state(machine, each, around, { fired, before }))
    for (const part of parts) always.push(...part.always)
    checkDetermined(machine, parts)
    const determined = parts[0].determined
    if (determined.size === 0) return { always, shared: [], determined }
    const branches = states.map((each, i) => ({
      condition: equals(before, each.number),
      body: parts[i].shared,
    }))
    const otherwise = branches.pop()!.body
    const shared: Statement[] = branches.length === 0 ? [...otherwise] : [{ kind: 'if', branches, otherwise }]
    return { always, shared, determined }
  }

  /** The condition under which a transition fires. */
  private guard(
    { path, states }: StateMachineScope,
    { from, condition, transition }: NumberedTransition,
    k: number,
    around: Surroundings,
  ): Expr {
    const isIn = equals(call('pre', name(`${path}.state`)), from)
    const holds = transition.immediate === false ? call('pre', name(delayedName(path, k))) : condition
    const finals = transition.synchronize ? states[from - 1].machines.map(isFinal) : []
    return [isIn, around.before, ...finals, holds].reduce<Expr | null>(and, null)!
  }

  private state(
    machine: StateMachineScope,
    state: MachineState,
    around: Surroundings,
    names: { readonly fired: Expr; readonly before: Expr },
  ): Parts {
    const { path, model, scopes } = state
    const active = name(`${path}.active`)
    const isActive = and(around.active, equals(names.before, state.number))!
    const resets = machine.transitions.flatMap(({ to, transition }, k) =>
      to === state.number && transition.reset !== false ? [equals(names.fired, k + 1)] : [],
    )
    const reset = [around.reset, ...resets].reduce<Expr | null>(or, null)
    const before = [
      around.before,
      equals(names.before, state.number),
      equals(names.fired, 0),
    ].reduce<Expr | null>(and, null)
    const parts: Parts = { always: [equation(active, isActive)], shared: [], determined: new Set() }
    const locals = new Set(membersOf(model).map(([key]) => key))
    for (const { statements, functions } of (model.members['equations'] as EquationsNode | undefined)
      ?.blocks ?? []) {
      const renamed = this.addFunctions(functions)
      for (const written of statements) {
        const full = mapStatement(written, (expr) => withFullNames(renameCalls(expr, renamed), scopes))
        this.place(parts, written, full, locals, { path, active })
      }
    }
    parts.always.push(...resetsOf(state, reset))
    for (const inner of state.machines) {
      const { always, shared, determined } = this.machine(inner, { before, active, reset })
      parts.always.push(...always)
      parts.shared.push(...shared)
      for (const each of determined) parts.determined.add(each)
    }
    return parts
  }

  /** Sorts a statement of a state into those that hold always and those that hold while it is active. */
  private place(
    { always, shared, determined }: Parts,
    written: Statement,
    full: Statement,
    locals: ReadonlySet<string>,
    { path, active }: { readonly path: string; readonly active: Expr },
  ): void {
    if (written.kind === 'when' && full.kind === 'when') {
      always.push({
        ...full,
        branches: full.branches.map((branch) => ({ ...branch, condition: and(active, branch.condition)! })),
      })
    } else if (full.kind === 'statement') {
      if (full.fn !== 'assert')
        throw new InputError(path, 'connections outside of the states', `${full.fn}(…)`)
      const [condition, ...rest] = full.args
      always.push({ ...full, args: [or(call('not', active), condition)!, ...rest] })
    } else if (written.kind === 'equation' && full.kind === 'equation') {
      const side = written.left
      const isRate = side.kind === 'call' && side.fn === 'der'
      const variable = isRate ? side.args[0] : side
      const isOwn = variable.kind === 'name' && locals.has(/^[^.[]+/.exec(variable.name)![0])
      if (!isOwn) {
        shared.push(full)
        determined.add(printExpr(full.left))
      } else if (isRate) always.push({ ...full, right: ifExpr(active, full.right, number(0)) })
      else always.push(full)
    } else {
      shared.push(full)
      determined.add(`the statement '${full.kind}'`)
    }
  }

  /** Adds functions under free names; returns the new names of those whose names are in use. */
  private addFunctions(functions: ReadonlyMap<string, FunctionInfo>): Map<string, string> {
    const renamed = new Map<string, string>()
    for (const [key, info] of functions) {
      let free = key
      for (let i = 2; this.functions.has(free) && this.functions.get(free)!.evaluate !== info.evaluate; i++)
        free = `${key}_${i}`
      this.functions.set(free, free === key ? info : { ...info, name: free })
      if (free !== key) renamed.set(key, free)
    }
    return renamed
  }
}

/** Start values again when a state is entered with reset: for the variables of the state whose derivatives it determines. */
function resetsOf({ path, model, scopes }: MachineState, reset: Expr | null): Statement[] {
  if (reset === null) return []
  const rates = new Set(
    ((model.members['equations'] as EquationsNode | undefined)?.blocks ?? []).flatMap(({ statements }) =>
      statements.flatMap((statement) =>
        statement.kind === 'equation' && statement.left.kind === 'call' && statement.left.fn === 'der'
          ? [printExpr(statement.left.args[0])]
          : [],
      ),
    ),
  )
  const actions = membersOf(model).flatMap(([key, member]): Statement[] => {
    if (!isVar(member) || !rates.has(key)) return []
    const start = member.init ?? member.start
    const value = isExpr(start)
      ? withFullNames(start.expr, scopes)
      : number(toPlainRecord(start ?? 0) as number)
    return [{ kind: 'statement', fn: 'reinit', args: [name(`${path}.${key}`), value] }]
  })
  return actions.length === 0 ? [] : [when(reset, actions)]
}

/** Checks that all states determine the same variables. */
function checkDetermined({ path, states }: StateMachineScope, parts: readonly Parts[]): void {
  const all = new Set(parts.flatMap(({ determined }) => [...determined]))
  parts.forEach(({ determined }, i) => {
    const missing = [...all].filter((each) => !determined.has(each))
    if (missing.length === 0) return
    throw new InputError(
      `${path}.${states[i].name}`,
      `equations for the variables that other states determine: ${listNames([...all])}`,
      `none for ${missing.join(', ')}`,
    )
  })
}

/** True while a machine is in a state without transitions to others. */
function isFinal({ path, states, transitions }: StateMachineScope): Expr {
  const finals = states.filter(({ number }) => !transitions.some(({ from }) => from === number))
  if (finals.length === 0)
    throw new InputError(path, 'a state without transitions from it, for synchronize', 'none')
  return finals
    .map((state) => equals(call('pre', name(`${path}.state`)), state.number))
    .reduce<Expr | null>(or, null)!
}

/** Variable with the condition of a transition that is not immediate. */
function delayedName(path: string, k: number): string {
  return `${path}.delayed${k + 1}`
}

function equals(expr: Expr, value: number): Expr {
  return call('==', expr, number(value))
}

function and(a: Expr | null, b: Expr | null): Expr | null {
  return a === null || b === null ? (a ?? b) : call('and', a, b)
}

function or(a: Expr | null, b: Expr | null): Expr | null {
  return a === null || b === null ? (a ?? b) : call('or', a, b)
}

function equation(left: Expr, right: Expr): Statement {
  return { kind: 'equation', left, right }
}

function when(condition: Expr | null, body: readonly Statement[]): Statement {
  return { kind: 'when', branches: [{ condition: condition ?? boolean(false), body }] }
}
