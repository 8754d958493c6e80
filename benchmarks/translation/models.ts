/** The models for measurements of the translation, with their expected results. */

import type { SignalTable } from 'vario'
import { equations, expr, Model, Par, Var } from 'vario'
import type { ModelNode } from '../../src/model/index.ts'

const Pin = Model({ v: Var({ potential: true, unit: 'V' }), i: Var({ flow: true, unit: 'A' }) })
const OnePort = Model({
  p: Pin(),
  n: Pin(),
  v: Var({ unit: 'V' }),
  i: Var({ unit: 'A' }),
  equations: equations`
    v = p.v - n.v
    0 = p.i + n.i
    i = p.i
  `,
})
const Ground = Model({ p: Pin(), equations: equations`p.v = 0` })
const Resistor = OnePort.extend({ R: Par(1, 'Ohm'), equations: equations`R*i = v` })
const Capacitor = OnePort.extend({
  C: Par(1, 'F'),
  v: Var({ init: 0 }),
  equations: equations`C*der(v) = i`,
})
const Inductor = OnePort.extend({
  L: Par(1, 'H'),
  i: Var({ init: 0 }),
  equations: equations`L*der(i) = v`,
})
const ConstantVoltage = OnePort.extend({ V: Par(1, 'V'), equations: equations`v = V` })

/** A model of a given size. */
export interface Subject {
  readonly title: string
  /** Sizes to measure. */
  readonly sizes: readonly number[]
  readonly create: (n: number) => ModelNode
  /** Time to simulate for the cost of an evaluation [s]. */
  readonly stopTime: number
  /** Throws unless the result of a run up to `stopTime` is right. */
  readonly check: (result: SignalTable, n: number) => void
}

/** n resistors in a row, a capacitor to the ground after each; 10 V at the start. */
function createLadder(n: number): ModelNode {
  const connect: string[][] = [
    ['V.p', 'R[1].p'],
    ['V.n', 'ground.p'],
  ]
  for (let k = 1; k <= n; k++) {
    connect.push([`R[${k}].n`, `C[${k}].p`], [`C[${k}].n`, 'ground.p'])
    if (k < n) connect.push([`R[${k}].n`, `R[${k + 1}].p`])
  }
  return Model({
    V: ConstantVoltage({ V: 10 }),
    ground: Ground(),
    R: Array.from({ length: n }, () => Resistor()),
    C: Array.from({ length: n }, () => Capacitor()),
    connect,
  })
}

/**
 * The fifth-order Cauer low-pass of Modelica.Electrical.Analog.Examples.CauerLowPassAnalog: two loops of three capacitors
 * each leave five states.
 */
const CauerLowPass = Model({
  V: ConstantVoltage({ V: 1 }),
  R1: Resistor(),
  C1: Capacitor({ C: 1.072 }),
  L1: Inductor({ L: 1.304 }),
  C2: Capacitor({ C: 1 / (1.704992 ** 2 * 1.304) }),
  C3: Capacitor({ C: 1.682 }),
  L2: Inductor({ L: 0.8586 }),
  C4: Capacitor({ C: 1 / (1.179945 ** 2 * 0.8586) }),
  C5: Capacitor({ C: 0.7262 }),
  R2: Resistor(),
  ground: Ground(),
  connect: [
    ['V.p', 'R1.p'],
    ['R1.n', 'C1.p', 'L1.p', 'C2.p'],
    ['L1.n', 'C2.n', 'C3.p', 'L2.p', 'C4.p'],
    ['L2.n', 'C4.n', 'C5.p', 'R2.p'],
    ['ground.p', 'V.n', 'C1.n', 'C3.n', 'C5.n', 'R2.n'],
  ],
})

/** Heat conduction in a rod: one equation for n elements. */
const HeatRod = (n: number): ModelNode =>
  Model({
    T: Var({ init: Array<number>(n).fill(0) }),
    n: Par(expr`length(T)`),
    equations: equations`
      der(T) = [if i == 1 then 1 - T[1] else T[i-1] - T[i] for i in 1:n] +
               [if i == n then -T[n] else T[i+1] - T[i] for i in 1:n]
    `,
  })

export const SUBJECTS: Readonly<Record<string, Subject>> = {
  ladder: {
    title: 'RC ladder, n resistors and n capacitors',
    sizes: [100, 1000, 10_000],
    create: createLadder,
    stopTime: 5,
    // Before its end matters, the ladder is a half-space: v₁ = 10 (1 - e^(-2t) (I₀(2t) + I₁(2t))), t = 5.
    check: (result, n) => {
      expectClose(result.final('C[1].v'), 10 * (1 - besselSum(5)), 1e-4)
      expectClose(result.final(`C[${n}].v`), 0, 1e-4)
    },
  },
  cauer: {
    title: 'Array of n Cauer low-pass filters',
    sizes: [1, 10, 100],
    create: (n) => Model({ filter: Array.from({ length: n }, () => CauerLowPass()) }),
    stopTime: 60,
    // The resistors halve the voltage.
    check: (result, n) => expectClose(result.final(`filter[${n}].R2.v`), 0.5, 0.02),
  },
  rod: {
    title: 'Heat rod, one vector equation of n elements',
    sizes: [10, 100, 1000, 10_000],
    create: HeatRod,
    stopTime: 5,
    check: (result, n) => {
      const T = result.finalVector('T')
      if (T.length !== n || !(T[0] > 0.5 && T[0] < 1 && T[n - 1] < 0.1))
        throw new Error(`wrong result ${T[0]}`)
    },
  },
}

function expectClose(found: number, expected: number, tolerance: number): void {
  if (!(Math.abs(found - expected) <= tolerance)) throw new Error(`expected ${expected}, got ${found}`)
}

/** e^(-2t) (I₀(2t) + I₁(2t)) by the power series of the modified Bessel functions. */
function besselSum(t: number): number {
  let sum = 0
  let term = 1
  for (let k = 0; k < 200; k++) {
    sum += term * (1 + t / (k + 1))
    term *= (t / (k + 1)) ** 2
  }
  return sum * Math.exp(-2 * t)
}
