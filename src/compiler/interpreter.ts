/**
 * The same functions as the generated ones, by interpretation of the expressions: for environments that forbid `new
 * Function`, and to check the generated code. Both perform the same operations in the same order.
 */
import {
  dataOf,
  type EvaluatedValue,
  type EvaluationContext,
  type Expr,
  evaluate,
} from '../symbolic/index.ts'
import type { LoadedCode, ResidualForm, Step, TangentWriter } from './code-generation/index.ts'
import type { Assignment, Block } from './equations/index.ts'
import { createRunContext } from './evaluate-in-run.ts'
import { differentiateSystem, type TangentProgram } from './tangent-program.ts'
import type { Translation } from './translation.ts'
import { type CodeServices, createTangentSlots, type Slot, type ValueStore } from './value-store/index.ts'

/** Replaces generated code by evaluating the expressions themselves. */
export class Interpreter {
  private readonly context: EvaluationContext
  private readonly slotOf: (name: string) => Slot | undefined

  constructor(
    private readonly translation: Translation,
    private readonly store: ValueStore,
    private readonly services: CodeServices,
  ) {
    this.context = createRunContext(translation, store, services)
    this.slotOf = createTangentSlots((name) => translation.slots.get(name))
  }

  /** The functions of the model. */
  code(): LoadedCode {
    const { translation } = this
    const { systems, model, slots, conditions } = translation
    return {
      dynamics: [this.sequence(translation.dynamics)],
      rest: [this.sequence(translation.rest)],
      eventIndicators: (_v, _a, _o, _c, _r, out) => {
        conditions.forEach((condition, k) => {
          out[k] = condition.kind === 'time' ? 1 : this.number(condition.left) - this.number(condition.right)
        })
      },
      residuals: systems.map((block) => {
        const write = this.residuals(block)
        return (_v, _a, _o, _c, _r, out) => write(out)
      }),
      residualTangents: systems.map((block) => {
        const form = differentiateSystem(block, model.functions, (name) => slots.get(name))
        return form && this.tangentWriter(form)
      }),
    }
  }

  /** The functions of the tangents, step by step. */
  tangents(program: TangentProgram): TangentWriter[][] {
    return program.steps.map((step) => {
      if (step.kind === 'system') return [this.tangentWriter(step)]
      const assignments = step.list.map((assignment) => this.assignment(assignment))
      return [
        () => {
          for (const assign of assignments) assign()
        },
      ]
    })
  }

  private tangentWriter(form: ResidualForm): TangentWriter {
    const write = this.residuals(form)
    return (_v, _a, _o, _c, _r, _d, _e, out) => write(out)
  }

  private sequence(blocks: readonly Block[]): Step {
    const { systems } = this.translation
    const steps = blocks.map((block) => {
      if (block.kind === 'assign') return this.assignment(block)
      const index = systems.indexOf(block)
      return () => this.services.solve(index)
    })
    return () => {
      for (const step of steps) step()
    }
  }

  private assignment({ target, value }: Assignment): () => void {
    const slot = this.slotOf(target)!
    return () => this.store.write(slot, this.value(value), target)
  }

  private residuals({ inner, residuals }: ResidualForm): (out: Float64Array) => void {
    const assignments = inner.map((assignment) => this.assignment(assignment))
    return (out) => {
      for (const assign of assignments) assign()
      let n = 0
      for (const { value } of residuals) {
        const result = this.value(value)
        if (typeof result === 'number') out[n++] = result
        else for (const x of dataOf(result as Float64Array)) out[n++] = x
      }
    }
  }

  private value(expr: Expr): EvaluatedValue {
    return evaluate(expr, this.context)
  }

  private number(expr: Expr): number {
    return Number(this.value(expr))
  }
}
