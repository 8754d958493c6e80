import type { ValueStore } from '../value-store/index.ts'
import type { GeneratedCode } from './generated-code.ts'

export type Step = (
  v: ValueStore['v'],
  a: ValueStore['a'],
  o: ValueStore['o'],
  c: ValueStore['c'],
  r: object,
) => void
export type Writer = (
  v: ValueStore['v'],
  a: ValueStore['a'],
  o: ValueStore['o'],
  c: ValueStore['c'],
  r: object,
  out: Float64Array,
) => void
/** Computes tangents; `out` receives the residuals of a system. */
export type TangentWriter = (
  v: ValueStore['v'],
  a: ValueStore['a'],
  o: ValueStore['o'],
  c: ValueStore['c'],
  r: object,
  d: ValueStore['d'],
  e: ValueStore['e'],
  out: Float64Array,
) => void

/** The generated functions, ready to be called. */
export interface LoadedCode {
  readonly dynamics: readonly Step[]
  readonly rest: readonly Step[]
  readonly eventIndicators: Writer
  readonly residuals: readonly Writer[]
  /** Derivatives of the residuals in a direction of the unknowns; null: no derivatives. */
  readonly residualTangents: readonly (TangentWriter | null)[]
}

/** Functions of models that have been loaded. */
const loaded = new WeakMap<GeneratedCode, LoadedCode>()

/**
 * Compiles generated source into functions. All runs of a model share them, as V8 optimizes every function anew: with
 * `setVector`, the equations of 50 carts with feedback take 9 ms per run in place of 20 ms (`npm run bench -- simulation`).
 */
export function loadCode(code: GeneratedCode, name: string): LoadedCode {
  let functions = loaded.get(code)
  if (functions === undefined) loaded.set(code, (functions = compileCode(code, name)))
  return functions
}

function compileCode(code: GeneratedCode, name: string): LoadedCode {
  return {
    dynamics: code.dynamics.map((source, k) => load<Step>(source, name, `dynamics-${k + 1}`)),
    rest: code.rest.map((source, k) => load<Step>(source, name, `rest-${k + 1}`)),
    eventIndicators: load<Writer>(code.eventIndicators, name, 'event-indicators'),
    residuals: code.residuals.map((source, k) => load<Writer>(source, name, `system-${k + 1}`)),
    residualTangents: code.residualTangents.map(
      (source, k) => source && load<TangentWriter>(source, name, `system-${k + 1}-tangent`),
    ) as (TangentWriter | null)[],
  }
}

/** Compiles the source of tangents into functions, in the same order. */
export function loadTangents(steps: readonly (readonly string[])[], name: string): TangentWriter[][] {
  return steps.map((functions, k) =>
    functions.map((source, i) => load<TangentWriter>(source, name, `tangent-${k + 1}-${i + 1}`)),
  )
}

function load<T>(source: string, name: string, part: string): T {
  const file = `${name.replace(/\W+/g, '-')}/${part}.js`
  return new Function(`return ${source}\n//# sourceURL=vario/${file}`)() as T
}
