import type { FlatEquation } from '../../model/index.ts'
import type { Expr, NameExpr } from '../../symbolic/index.ts'
import { preName, type StartRequirement } from './event-definitions.ts'

/** Additions of the event operators to a model: equations, left limits, required start values. */
export class EventAdditions {
  readonly equations: FlatEquation[] = []
  readonly preNames = new Set<string>()
  private readonly requirements = new Map<string, StartRequirement>()

  get startRequirements(): readonly StartRequirement[] {
    return [...this.requirements.values()]
  }

  addEquation(left: Expr, right: Expr, place: Pick<FlatEquation, 'component' | 'pos'>): void {
    this.equations.push({ left, right, origin: 'equation', ...place })
  }

  /** Left limit of a variable: its value before the event. */
  leftLimit(name: string): NameExpr {
    this.preNames.add(name)
    return { kind: 'name', name: preName(name) }
  }

  requireStart(operator: StartRequirement['operator'], name: string): void {
    this.requirements.set(`${operator} ${name}`, { operator, name })
  }
}
