/**
 * Parameters of a DC motor from noisy measurements of current and speed: two starts with different loads, fitted at once. The
 * intervals say how well the data determine each value. Speed alone would not do: the fit names what it leaves open.
 *
 *   npx tsx examples/motor-fit.ts
 */
import { equations, Model, Par, type SignalTable, simulate, Var } from 'vario'
import { type FitData, type FitResult, fit } from 'vario/studies'
import { isMain } from './support/is-main.ts'

export const Motor = Model({
  R: Par(1, 'Ohm', { min: 0 }),
  L: Par(1, 'mH', { min: 0 }),
  k: Par(0.1, 'N.m/A'),
  J: Par(1e-4, 'kg.m2', { min: 0 }),
  d: Par(1e-4, 'N.m.s', { min: 0 }),
  U: Par(12, 'V'),
  load: Par(0, 'N.m'),
  i: Var({ init: 0, unit: 'A' }),
  w: Var({ init: 0, unit: 'rad/s' }),
  equations: equations`
    L*der(i) = U - R*i - k*w
    J*der(w) = k*i - d*w - load
  `,
})

/** The motor that is measured, and the deviations of the sensors. */
export const TRUE_VALUES = { R: 1.8, L: 4.5, k: 0.065, J: 2.4e-4, d: 1.5e-4 }
export const DEVIATIONS = { i: 0.05, w: 1 }
const LOADS = [0, 0.05]
const STOP = 0.25
const POINTS = 100

/** A run of the real motor. */
export function simulateMotor(load = 0): SignalTable {
  return simulate(Motor, { stopTime: STOP, tolerance: 1e-9, merge: { ...TRUE_VALUES, load } })
}

/** Measurements: points of a run with errors of the sensors. */
export function measureMotor(load: number, random: () => number): FitData {
  const run = simulateMotor(load)
  const time = Array.from({ length: POINTS }, (_, n) => (STOP * (n + 1)) / POINTS)
  const measure = (name: 'i' | 'w'): number[] =>
    time.map((t) => run.at(name, t) + DEVIATIONS[name] * normalNumber(random))
  return { time, values: { i: measure('i'), w: measure('w') }, deviations: DEVIATIONS }
}

/** Fits the five constants, beginning with those of the data sheet of another motor. */
export function fitMotor(isSpeedOnly = false): FitResult {
  const random = createRandom(2024)
  const experiments = LOADS.map((load) => {
    const data = measureMotor(load, random)
    const { i: _, ...speed } = data.values
    return { data: isSpeedOnly ? { time: data.time, values: speed } : data, merge: { load } }
  })
  const list = isSpeedOnly ? experiments.slice(0, 1) : experiments
  return fit(Motor, {
    parameters: {
      R: { start: 1 },
      L: { start: 2 },
      k: { start: 0.1 },
      J: { start: 1e-4 },
      d: { start: 1e-4 },
    },
    experiments: list,
  })
}

/** A generator of equally distributed numbers in (0, 1) [Park, Miller 1988]. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}

/** A normal number [Box, Muller 1958]. */
function normalNumber(random: () => number): number {
  return Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
}

if (isMain(import.meta.url)) {
  const result = fitMotor()
  for (const { path, unit, value, low, high } of result.parameters)
    console.log(
      `${path} = ${value.toPrecision(4)} ${unit}, 95 %: ${low.toPrecision(4)} … ${high.toPrecision(4)}`,
      `(true: ${TRUE_VALUES[path as keyof typeof TRUE_VALUES]})`,
    )
  console.log(`residuals: ${result.residualDeviation.toFixed(3)} deviations of the sensors`)
  console.log(`correlation of R and k: ${result.correlation('R', 'k').toFixed(3)}`)
  const open = fitMotor(true).undetermined.map((group) => group.join(' '))
  console.log(`speed alone leaves open: ${open.join('; ')}`)
}
