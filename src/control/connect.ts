import { InputError } from '../base/index.ts'
import { add, compose, identity, multiply, scale, solve, zeros } from './matrix.ts'
import { readSystem, type StateSpace, type System, toStateSpace } from './state-space.ts'

/** The second system after the first: its inputs are the outputs of the first. */
export function series(first: StateSpace, second: StateSpace): StateSpace {
  const [one, two] = readPair('first', first, 'second', second)
  if (one.nOut !== two.nIn)
    throw new InputError('second', `a system with ${one.nOut} inputs, the outputs of the first`, two.nIn)
  return toStateSpace({
    A: compose([
      [one.A, zeros(one.n, two.n)],
      [multiply(two.B, one.C), two.A],
    ]),
    B: compose([[one.B], [multiply(two.B, one.D)]]),
    C: compose([[multiply(two.D, one.C), two.C]]),
    D: multiply(two.D, one.D),
    ...join(one, two),
    ...{ nIn: one.nIn, nOut: two.nOut, inputs: one.inputs, outputs: two.outputs },
    units: joinUnits(one, two, one.units.inputs, two.units.outputs),
  })
}

/** The sum of two systems with the same inputs: y = y₁ + sign y₂. */
export function parallel(first: StateSpace, second: StateSpace, sign: 1 | -1 = 1): StateSpace {
  const [one, two] = readPair('first', first, 'second', second)
  if (one.nIn !== two.nIn || one.nOut !== two.nOut) {
    const found = `${two.nIn} inputs, ${two.nOut} outputs`
    throw new InputError('second', `a system with ${one.nIn} inputs and ${one.nOut} outputs`, found)
  }
  return toStateSpace({
    A: compose([
      [one.A, zeros(one.n, two.n)],
      [zeros(two.n, one.n), two.A],
    ]),
    B: compose([[one.B], [two.B]]),
    C: compose([[one.C, scale(two.C, sign)]]),
    D: add(one.D, two.D, sign),
    ...join(one, two),
    ...{ nIn: one.nIn, nOut: one.nOut, inputs: one.inputs, outputs: one.outputs },
    units: joinUnits(one, two, one.units.inputs, one.units.outputs),
  })
}

/**
 * Closes a loop: u = r + sign K y with the inputs r and the outputs y of the plant. The controller is a system; default:
 * every output is returned to the input of the same number.
 */
export function feedback(plant: StateSpace, controller?: StateSpace, sign: 1 | -1 = -1): StateSpace {
  const one = readSystem('plant', plant)
  const two = controller ? readSystem('controller', controller) : createUnit(one)
  assertSameTime('controller', one, two)
  if (two.nIn !== one.nOut || two.nOut !== one.nIn) {
    const found = `${two.nIn} inputs, ${two.nOut} outputs`
    throw new InputError('controller', `a system with ${one.nOut} inputs and ${one.nIn} outputs`, found)
  }
  // u = S (r + sign (D₂ C₁ x₁ + C₂ x₂)) with S = (I - sign D₂ D₁)⁻¹
  const M = add(identity(one.nIn), multiply(two.D, one.D), -sign)
  const S = solve(M, identity(one.nIn))
  if (!S)
    throw new InputError(
      'controller',
      'a loop whose direct feedthrough has a solution',
      'det(I - sign D₂ D₁) = 0',
    )
  const F = multiply(S, compose([[scale(multiply(two.D, one.C), sign), scale(two.C, sign)]]))
  const B1 = compose([[one.B], [multiply(two.B, one.D)]])
  const A = compose([
    [one.A, zeros(one.n, two.n)],
    [multiply(two.B, one.C), two.A],
  ])
  const C = compose([[one.C, zeros(one.nOut, two.n)]])
  return toStateSpace({
    A: add(A, multiply(B1, F)),
    B: multiply(B1, S),
    C: add(C, multiply(one.D, F)),
    D: multiply(one.D, S),
    ...join(one, two),
    ...{ nIn: one.nIn, nOut: one.nOut, inputs: one.inputs, outputs: one.outputs },
    units: joinUnits(one, two, one.units.inputs, one.units.outputs),
  })
}

function createUnit({ nOut, nIn, sampleTime, outputs, inputs, units }: System): System {
  if (nIn !== nOut)
    throw new InputError('plant', 'as many inputs as outputs, without a controller', `${nIn} and ${nOut}`)
  const names = { n: 0, nIn: nOut, nOut: nIn, sampleTime, states: [], inputs: outputs, outputs: inputs }
  const empty = { A: zeros(0, 0), B: zeros(0, nOut), C: zeros(nIn, 0), D: identity(nIn) }
  return { ...empty, ...names, units: { states: [], inputs: units.outputs, outputs: units.inputs } }
}

function readPair(a: string, first: StateSpace, b: string, second: StateSpace): [System, System] {
  const [one, two] = [readSystem(a, first), readSystem(b, second)]
  assertSameTime(b, one, two)
  return [one, two]
}

function assertSameTime(path: string, one: System, two: System): void {
  const print = (time: number | undefined): string => (time === undefined ? 'continuous' : `${time} s`)
  if (one.sampleTime !== two.sampleTime)
    throw new InputError(`${path}.sampleTime`, print(one.sampleTime), print(two.sampleTime))
}

function join(one: System, two: System): Pick<System, 'n' | 'sampleTime' | 'states'> {
  const taken = new Set(one.states)
  const rename = (name: string): string => (taken.has(name) ? rename(`${name}'`) : name)
  const states = [...one.states, ...two.states.map(rename)]
  return { n: one.n + two.n, sampleTime: one.sampleTime, states }
}

function joinUnits(
  one: System,
  two: System,
  inputs: readonly string[],
  outputs: readonly string[],
): System['units'] {
  return { states: [...one.units.states, ...two.units.states], inputs, outputs }
}
