/** All methods behind one call, so that one suite covers explicit problems with every one of them. */
import {
  type DaeProblem,
  type EventResponse,
  type IntegrateOptions,
  integrate,
  integrateDae,
  type Method,
  type OdeProblem,
  type OdeRun,
  type SolverEvent,
} from 'vario/ode'

export type AnyMethod = Method | 'daeBdf'

export const ALL_METHODS: readonly AnyMethod[] = ['auto', 'tsit5', 'dop853', 'bdf', 'radau5', 'daeBdf']
/** Methods that transfer only x from step to step. */
export const ONE_STEP_METHODS: readonly AnyMethod[] = ['auto', 'tsit5', 'dop853', 'radau5']

export type SolveOptions = Omit<IntegrateOptions, 'method'>

/** Integrates dx/dt = f(t, x); `daeBdf` gets it as 0 = yp - f(t, y). */
export function solveWith(method: AnyMethod, problem: OdeProblem, options: SolveOptions): OdeRun {
  if (method !== 'daeBdf') return integrate(problem, { ...options, method })
  const { x0, onEvent, ...others } = options
  const run = integrateDae(toImplicit(problem), {
    ...others,
    y0: x0,
    ...(onEvent && {
      onEvent: (event): EventResponse => onEvent({ ...event, x: event.y } as unknown as SolverEvent),
    }),
  })
  return { ...run, x: run.y }
}

/** The explicit problem as an implicit one. */
export function toImplicit({ n, f, roots }: OdeProblem): DaeProblem {
  const dx = new Float64Array(n)
  return {
    n,
    residual: (t, y, yp, res) => {
      const outcome = f(t, y, dx)
      for (let i = 0; i < n; i++) res[i] = yp[i] - dx[i]
      return outcome
    },
    ...(roots && { roots: { ...roots, g: (t, y, _yp, z) => roots.g(t, y, z) } }),
  }
}

/** Returns the error that `action` throws; fails if it throws none or another one. */
export function catchError<E extends Error>(
  type: abstract new (...args: never[]) => E,
  action: () => unknown,
): E {
  try {
    action()
  } catch (error) {
    if (error instanceof type) return error
    throw error
  }
  throw new Error(`expected ${type.name}, but nothing was thrown`)
}
