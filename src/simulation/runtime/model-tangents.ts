import {
  createTangentProgram,
  emitTangents,
  Interpreter,
  loadTangents,
  type Slot,
  type TangentProgram,
  type TangentWriter,
  type Translation,
  type ValueStore,
} from '../../compiler/index.ts'
import { gatherTangents, lengthOfSlot, type SystemSolver, scatterTangents } from '../systems/index.ts'
import type { RunServices } from './run-services.ts'

/** Services of a running model that its tangents use. */
export interface TangentHost {
  readonly translation: Translation
  readonly memory: ValueStore
  readonly systems: readonly SystemSolver[]
  /** `r` in the generated code. */
  readonly services: RunServices
  readonly isInterpreted: boolean
}

/**
 * Derivatives of the variables of a model along a direction of its states, or of other variables, at the values of
 * its last evaluation. Exact: every equation is differentiated symbolically; systems by the implicit function
 * theorem.
 */
export class ModelTangents {
  private readonly functions: readonly TangentWriter[][]
  /** Unknowns of the system of each step; empty for assignments. */
  private readonly unknowns: readonly (readonly Slot[])[]
  private readonly seedSlots: readonly Slot[]
  private work = new Float64Array(0)

  /** @param seeds variables whose values make up a direction */
  constructor(
    private readonly program: TangentProgram,
    private readonly host: TangentHost,
    seeds: readonly string[],
  ) {
    const { translation, memory, services, isInterpreted } = host
    const { slots, systems } = translation
    if (isInterpreted) this.functions = new Interpreter(translation, memory, services).tangents(program)
    else {
      const { steps, table } = emitTangents(program, translation)
      services.extendTable(table)
      this.functions = loadTangents(steps, translation.model.name)
    }
    this.unknowns = program.steps.map((step) =>
      step.kind === 'assign' ? [] : systems[step.system].unknowns.map((name) => slots.get(name)!),
    )
    this.seedSlots = seeds.map((name) => slots.get(name)!)
  }

  /** null: an equation of the model cannot be differentiated. */
  static create(host: TangentHost): ModelTangents | null {
    const program = createTangentProgram(host.translation)
    const seeds = host.translation.states.map((state) => state.name)
    return program && new ModelTangents(program, host, seeds)
  }

  /** Takes over the values of the last evaluation; call it before the first direction. */
  prepare(): void {
    const { systems, services } = this.host
    services.startTangents()
    for (const step of this.program.steps) if (step.kind === 'system') systems[step.system].prepareTangent()
  }

  /** Computes all tangents along a direction of the seeds (n). */
  run(direction: Float64Array): void {
    const { memory, services, systems } = this.host
    const { v, a, o, c, d, e } = memory
    const { steps } = this.program
    scatterTangents(memory, this.seedSlots, direction)
    for (let k = 0; k < steps.length; k++) {
      const step = steps[k]
      const functions = this.functions[k]
      if (step.kind === 'assign') {
        for (let i = 0; i < functions.length; i++) functions[i](v, a, o, c, services, d, e, this.work)
        continue
      }
      // ∂F/∂y $d(y) with fixed unknowns, then the unknowns, then the values that follow from them
      const slots = this.unknowns[k]
      let n = 0
      for (const slot of slots) n += lengthOfSlot(memory, slot)
      if (this.work.length !== n) this.work = new Float64Array(n)
      const { work } = this
      work.fill(0)
      scatterTangents(memory, slots, work)
      functions[0](v, a, o, c, services, d, e, work)
      systems[step.system].solveTangent(work)
      scatterTangents(memory, slots, work)
      functions[0](v, a, o, c, services, d, e, work)
    }
  }

  /** Creates a reader of the tangents of variables, in sequence. */
  createReader(names: readonly string[]): (out: Float64Array) => void {
    const { memory, translation } = this.host
    const slots = names.map((name) => translation.slots.get(name)!)
    const isActive = names.map((name) => this.program.active.has(name))
    return (out) => gatherTangents(memory, slots, isActive, out)
  }
}
