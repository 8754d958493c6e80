import { type Expr, printExpr, visitExpr } from '../../symbolic/index.ts'
import type { FlatEquation, FlatWhen } from '../flat-model/index.ts'
import { modelError } from './model-error.ts'

/**
 * Checks that no variable is assigned twice in `when`, because each assignment is an equation of its variable, and that
 * no state is assigned, because the equation of its derivative determines it.
 */
export function checkWhenAssignments(whens: readonly FlatWhen[], equations: readonly FlatEquation[]): void {
  if (whens.length === 0) return
  const assigned = new Set<string>()
  const states = collectStates(equations)
  for (const { actions, component, pos } of whens) {
    for (const action of actions) {
      if (action.kind !== 'assign') continue
      const { name } = action
      if (states.has(name)) {
        const advice = `write reinit(${name}, ${printExpr(action.value)})`
        throw modelError(component, `'${name}' is a state, because der(${name}) occurs; ${advice}`, pos)
      }
      if (assigned.has(name)) {
        const advice = `write one: when edge(a) or edge(b) then ${name} = if edge(a) then … else … end when`
        throw modelError(component, `'${name}' is assigned in a 'when' already; ${advice}`, pos)
      }
      assigned.add(name)
    }
  }
}

/** Names whose derivatives occur in equations. */
function collectStates(equations: readonly FlatEquation[]): Set<string> {
  const states = new Set<string>()
  const visit = (node: Expr): void => {
    if (node.kind === 'call' && node.fn === 'der' && node.args[0].kind === 'name')
      states.add(node.args[0].name)
  }
  for (const { left, right } of equations) {
    visitExpr(left, visit)
    visitExpr(right, visit)
  }
  return states
}
