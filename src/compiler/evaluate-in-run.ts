import {
  type EvaluatedValue,
  type EvaluationContext,
  type Expr,
  evaluate,
  type JacobianSite,
  type NumberExpr,
} from '../symbolic/index.ts'
import { replace } from './equations/index.ts'
import type { Translation } from './translation.ts'
import { type CodeServices, createTangentSlots, type ValueStore } from './value-store/index.ts'

/** Evaluates an expression with the current values of a running model; for use at events only. */
export function evaluateInRun(
  expr: Expr,
  translation: Translation,
  store: ValueStore,
  services: CodeServices,
): EvaluatedValue {
  return evaluate(replace(expr, translation.aliases), createRunContext(translation, store, services))
}

/** Creates the meaning of the names and operators of translated equations in a running model. */
export function createRunContext(
  translation: Translation,
  store: ValueStore,
  services: CodeServices,
): EvaluationContext {
  const slotOf = createTangentSlots((name) => translation.slots.get(name))
  return {
    functions: services.functions,
    spreadsNumbers: true,
    lookup: (name) => {
      const slot = slotOf(name)
      return slot && store.read(slot)
    },
    operator: (node, evaluatePart) => {
      const index = node.args[0]?.kind === 'number' ? (node.args[0] as NumberExpr).value : -1
      switch (node.fn) {
        case '$condition':
          return store.c[index] !== 0
        case '$clock':
          return services.clock(index)
        case '$flag':
          return services.flag(String(evaluatePart(node.args[0])))
        case '$sample':
          return services.sample(index, Boolean(evaluatePart(node.args[1])), evaluatePart(node.args[2]))
        case '$hold':
          return services.hold(index, Boolean(evaluatePart(node.args[1])), evaluatePart(node.args[2]))
        case '$interval':
          return services.interval(
            index,
            Boolean(evaluatePart(node.args[1])),
            Number(evaluatePart(node.args[2])),
          )
        case '$firstTick':
          return services.firstTick(
            index,
            Boolean(evaluatePart(node.args[1])),
            Number(evaluatePart(node.args[2])),
          )
        case '$previous':
          return services.previous(index, Boolean(evaluatePart(node.args[1])))
        case '$result': {
          const results = evaluatePart(node.args[0]) as ArrayLike<EvaluatedValue>
          return services.result(results, (node.args[1] as NumberExpr).value)
        }
        case '$jacobianTimes': {
          const [site, ...values] = node.args.map(evaluatePart)
          return services.jacobianTimes(site as JacobianSite, ...values)
        }
        default:
          return undefined
      }
    },
  }
}
