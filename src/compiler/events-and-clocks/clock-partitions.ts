import type { FlatEquation } from '../../model/index.ts'
import { type Expr, name } from '../../symbolic/index.ts'
import { JoinedNodes } from './clock-graph.ts'
import type { ClockReader, ReadEquation } from './clock-reader.ts'
import { isAdded, withoutPrefix } from './discretize-partitions.ts'
import type { IsScalar } from './find-discrete-names.ts'
import { isAlias, matchClocked } from './match-clocked.ts'

/** The variable that an equation determines at the ticks of a clock. */
export interface Gate {
  readonly variable: string
  readonly clock: Expr
}

/** A connected set of equations and variables. */
export interface Component {
  isClocked: boolean
  isContinuous: boolean
  hasTime: boolean
  hasRates: boolean
  /** Solver methods of the clocks in it. */
  readonly methods: Set<string>
  readonly equations: ReadEquation[]
}

/** Partitions of a model: which variables are clocked, which share a clock. */
export class ClockPartitions {
  /** Variables that change only at ticks. */
  readonly clocked = new Set<string>()
  /** Components whose differential equations are solved at the ticks. */
  readonly discretized: readonly Component[]
  private readonly components = new Map<string, Component>()
  private readonly parts = new JoinedNodes()
  /** Components without continuous variables, and the definitions of clocked variables in the others. */
  private readonly pure: Component[] = []
  private readonly definitions = new Map<string, number>()

  /** @param assertDiscretizable called for components whose differential equations are solved at the ticks */
  constructor(
    private readonly reader: ClockReader,
    private readonly assertDiscretizable: (component: Component) => void,
  ) {
    this.findComponents()
    this.discretized = this.findClocked()
    this.join()
  }

  /** Connects equations and variables, without regard to operators that separate clocks. */
  private findComponents(): void {
    const { parts, components } = this
    const nameOf = (k: number): string => `equation ${k}`
    this.reader.equations.forEach(({ left, right }, k) => {
      parts.join([nameOf(k), ...left.names, ...left.pasts, ...right.names, ...right.pasts])
    })
    this.reader.equations.forEach((equation, k) => {
      const component = this.componentOf(nameOf(k))
      component.equations.push(equation)
      for (const side of [equation.left, equation.right]) {
        component.isClocked ||= side.ticks.length > 0
        component.isContinuous ||= side.isContinuous
        component.hasTime ||= side.hasTime
        component.hasRates ||= side.rates.size > 0
        for (const tick of side.ticks)
          for (const method of this.reader.methodsOf(tick)) component.methods.add(method)
      }
    })
    for (const each of this.reader.operands.keys()) this.componentOf(each).isClocked = true
    for (const each of this.reader.assigned) this.componentOf(each).isContinuous = true
    for (const { names, node } of this.reader.clockedWhens) {
      for (const each of names) {
        const component = this.componentOf(each)
        component.isClocked = true
        for (const method of this.reader.methodsOf(node)) component.methods.add(method)
      }
    }
    this.inferMethods([...components.values()])
  }

  private componentOf(node: string): Component {
    const root = this.parts.find(node)
    let component = this.components.get(root)
    if (component === undefined) {
      component = {
        isClocked: false,
        isContinuous: false,
        hasTime: false,
        hasRates: false,
        methods: new Set(),
        equations: [],
      }
      this.components.set(root, component)
    }
    return component
  }

  /** Differential equations of a sub-clock have the method of the clocks related to it. */
  private inferMethods(components: readonly Component[]): void {
    const neighbors = new Map<Component, Set<Component>>()
    const own = new Map<string, Component>()
    for (const component of components)
      for (const { left, right } of component.equations)
        for (const tick of [...left.ticks, ...right.ticks]) own.set(tick, component)
    for (const { from, to, conversion } of this.reader.graph.relations) {
      const [a, b] = [this.components.get(this.parts.find(from)), own.get(to)]
      if (conversion === null || !a || !b || a === b) continue
      neighbors.set(a, (neighbors.get(a) ?? new Set()).add(b))
      neighbors.set(b, (neighbors.get(b) ?? new Set()).add(a))
    }
    let open = components.filter(({ methods }) => methods.size === 0)
    for (let isChanged = true; isChanged; ) {
      const found = open.map((component) =>
        [...(neighbors.get(component) ?? [])].flatMap(({ methods }) => [...methods]),
      )
      open.forEach(({ methods }, k) => {
        for (const method of found[k]) methods.add(method)
      })
      isChanged = open.some(({ methods }) => methods.size > 0)
      open = open.filter(({ methods }) => methods.size === 0)
    }
  }

  /** Finds the clocked variables; returns the components whose differential equations are solved at the ticks. */
  private findClocked(): Component[] {
    const discretized: Component[] = []
    const mixed: Component[] = []
    for (const component of new Set(this.components.values())) {
      const { isClocked, isContinuous, hasTime, hasRates, methods } = component
      if (!isClocked) continue
      const isDiscretized = hasRates && methods.size > 0
      if (isDiscretized) this.assertDiscretizable(component)
      if (isDiscretized) discretized.push(component)
      if (isDiscretized || (!isContinuous && !hasRates && !hasTime)) {
        for (const { left, right } of component.equations)
          for (const each of [...left.names, ...right.names]) this.clocked.add(each)
        this.pure.push(component)
      } else mixed.push(component)
    }
    for (const { names } of this.reader.clockedWhens) for (const each of names) this.clocked.add(each)
    this.followDefinitions(mixed.flatMap(({ equations }) => equations))
    return discretized
  }

  /** Of equations that also contain continuous variables, those are clocked that define a variable by clocked ones. */
  private followDefinitions(equations: readonly ReadEquation[]): void {
    const waiting = new Map<string, { target: string; k: number; nOpen: number }[]>()
    const open: string[] = [...this.clocked]
    const settle = (target: string, k: number): void => {
      if (this.clocked.has(target) || this.reader.assigned.has(target)) return
      this.clocked.add(target)
      this.definitions.set(target, k)
      open.push(target)
    }
    for (const { k, source, left, right } of equations) {
      for (const [target, side] of [
        [source.left, right],
        [source.right, left],
      ] as const) {
        if (
          target.kind !== 'name' ||
          this.reader.isConstant(target.name) ||
          this.reader.isOutside(target.name)
        )
          continue
        if (side.isContinuous || side.hasTime || side.rates.size > 0) continue
        const definition = { target: target.name, k, nOpen: side.names.size }
        if (side.names.size === 0 && side.ticks.length > 0) settle(target.name, k)
        for (const each of side.names) {
          const list = waiting.get(each)
          if (list) list.push(definition)
          else waiting.set(each, [definition])
        }
      }
    }
    for (let each = open.pop(); each !== undefined; each = open.pop())
      for (const definition of waiting.get(each) ?? [])
        if (--definition.nOpen === 0) settle(definition.target, definition.k)
  }

  /** The variables that the clocked equations determine. */
  createGates(
    equations: readonly FlatEquation[],
    isScalarExpr: IsScalar,
    rangeOf: (component: Component) => readonly [from: number, to: number],
  ): Map<number, Gate> {
    const gates = new Map<number, Gate>()
    const isScalar = (each: string): boolean => isScalarExpr(name(withoutPrefix(each)))
    const assigned = new Set(this.reader.clockedWhens.flatMap(({ names }) => names))
    const isClocked = (each: string): boolean =>
      isAdded(each) || (this.clocked.has(each) && !assigned.has(each) && !this.reader.assigned.has(each))
    for (const component of this.pure) {
      const [from, to] = rangeOf(component)
      const candidates = component.equations.map(({ k }) => k)
      for (let k = from; k < to; k++) candidates.push(k)
      for (const [k, variable] of matchClocked(equations, candidates, isClocked, isScalar)) {
        const clock = this.clockOfEquation(component)
        if (clock !== undefined) gates.set(k, { variable, clock })
      }
    }
    for (const [variable, k] of this.definitions) {
      const clock = this.reader.graph.clockOf(variable)
      const { left, right } = equations[k]
      if (clock !== undefined && !(isAlias(left) && isAlias(right))) gates.set(k, { variable, clock })
    }
    return gates
  }

  private clockOfEquation({ equations }: Component): Expr | undefined {
    for (const { left, right } of equations)
      for (const node of [...left.names, ...right.names, ...left.ticks, ...right.ticks]) {
        const clock = this.reader.graph.clockOf(node)
        if (clock !== undefined) return clock
      }
    return undefined
  }

  /** Joins the variables and operators that share a clock. */
  private join(): void {
    const { clocked } = this
    const { graph } = this.reader
    const clockedOf = (names: Iterable<string>): string[] => [...names].filter((each) => clocked.has(each))
    for (const { source, left, right } of this.reader.equations) {
      const ticks = [...left.ticks, ...right.ticks]
      const isDefinition = [source.left, source.right].some(
        (target) => target.kind === 'name' && clocked.has(target.name),
      )
      const isPure = [...left.names, ...right.names].every((each) => clocked.has(each))
      const isClocked = isPure && !left.isContinuous && !right.isContinuous
      graph.join(
        isDefinition || isClocked ? [...ticks, ...clockedOf([...left.names, ...right.names])] : ticks,
      )
    }
    for (const { ticks } of this.reader.others) graph.join(ticks)
    for (const { variable, clock } of this.reader.uses)
      if (clocked.has(variable)) graph.join([variable, clock])
    for (const { node, names, side } of this.reader.clockedWhens)
      graph.join([node, ...names, ...clockedOf(side.names)])
  }
}
