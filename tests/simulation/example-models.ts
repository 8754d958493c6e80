/** Models of all kinds, small enough to read, for tests that compare two routes. */
import { equations, Model, Par, Var } from 'vario'
import type { ModelNode } from '../../src/model/index.ts'
import { Capacitor, ConstantVoltage, Ground, OnePort, Resistor } from '../reference/support/electric.ts'

export { Capacitor, ConstantVoltage, Ground, Resistor }

export const Diode = OnePort.extend({
  Is: Par(1e-9, 'A'),
  Vt: Par(0.025, 'V'),
  v: Var({ start: 0.5 }),
  equations: equations`i = Is*(exp(v/Vt) - 1)`,
})

export const Filter = Model({
  R: Resistor({ R: 0.5 }),
  C: Capacitor({ C: 2 }),
  V: ConstantVoltage({ V: 10 }),
  connect: [
    ['V.p', 'R.p'],
    ['R.n', 'C.p'],
    ['C.n', 'V.n'],
  ],
})

/** Two inertias and a gear: one degree of freedom. */
export const Gear = Model({
  J1: 0.0025,
  J2: 170,
  r: 105,
  tau_max: 1,
  phi2: Var({ init: 0.5 }),
  w2: Var({ init: 0 }),
  equations: equations`
    tau = if time < 1 then tau_max elseif time < 2 then 0 elseif time < 3 then -tau_max else 0
    w1 = der(phi1)
    J1*der(w1) = tau - tau1
    phi1 = r*phi2
    r*tau1 = tau2
    w2 = der(phi2)
    J2*der(w2) = tau2
  `,
})

export const StateEvents = Model({
  fmax: 1.5,
  m: 1,
  k: 1,
  d: 0.1,
  s: Var({ init: 2 }),
  v: Var({ init: 0 }),
  equations: equations`
    sPos = positive(s)
    f = if sPos then 0 else fmax
    v = der(s)
    m*der(v) + d*v + k*s = f
  `,
})

export const BouncingBall = Model({
  h: Var({ init: 1 }),
  v: Var({ init: 0 }),
  e: 0.7,
  equations: equations`
    der(h) = v
    der(v) = -9.81
    when h < 0 then
      reinit(v, -e*pre(v))
    end when
  `,
})

export const SampledControl = Model({
  m: 1,
  d: 0.1,
  K: 5,
  vref: 100,
  Ti: 2,
  x: Var({ init: 0 }),
  v: Var({ init: 5 }),
  vd: Var({ start: 0 }),
  u: Var({ start: 0 }),
  e: Var({ start: 0 }),
  intE: Var({ start: 10 }),
  equations: equations`
    der(x) = v
    m*der(v) = f - d*v
    vd = sample(v, Clock(0.1))
    e = vref - vd
    previous_intE = previous(intE, Clock(0.1))
    intE = previous_intE + e
    u = K*(e + intE/Ti)
    f = hold(u, Clock(0.1))
  `,
})

/** A linear system with vectors, and functions of vectors. */
export const Vectors = Model({
  A: [
    [-1, 0.5],
    [0.2, -2],
  ],
  b: [1, 3],
  x: Var({ init: [1, 2] }),
  equations: equations`
    der(x) = A*x + b*sin(x[1]*x[2]) - 0.1*x .* abs(x)
    y = sum(x) + x*b
  `,
})

/** A resistor with a diode across a capacitor: a nonlinear system in every evaluation. */
export const DiodeCircuit = Model({
  V: ConstantVoltage({ V: 5 }),
  R: Resistor({ R: 100 }),
  Rd: Resistor({ R: 10 }),
  D: Diode(),
  Rc: Resistor({ R: 1000 }),
  C: Capacitor({ C: 1e-3 }),
  g: Ground(),
  connect: [
    ['V.p', 'R.p'],
    ['R.n', 'Rd.p', 'Rc.p'],
    ['Rd.n', 'D.p'],
    ['D.n', 'g.p', 'V.n', 'C.n'],
    ['Rc.n', 'C.p'],
  ],
})

/** Functions with all kinds of derivatives. */
export const Functions = Model({
  p: 0.3,
  x: Var({ init: 0.4 }),
  y: Var({ init: 1.2 }),
  z: Var({ init: -0.3 }),
  equations: equations`
    a = sqrt(1 + x^2) + y^p + z^3 + (x + y)^4 + (x - z)^2
    b = atan2(x, y) - tanh(z) + log(2 + x*y) + exp(-x)*cos(z)
    c = if x > 0.1 then x*y else z
    q = max(x, z)*min(y, 2) + abs(z)
    der(x) = -a*b + c
    der(y) = (b/(1 + a) - y)*q
    der(z) = sin(a) - z*y/(2 + x^2)
  `,
})

/** Two nonlinear systems, one torn, that depend on each other and on the states. */
export const Implicit = Model({
  x: Var({ init: 1 }),
  w: Var({ init: 0.5 }),
  u: Var({ start: 1 }),
  s: Var({ start: 0.3 }),
  equations: equations`
    u^3 + u = x + w
    s + 0.2*sin(s + t) = u*x
    t = w - 0.5*cos(s)
    der(x) = -u + s
    der(w) = t - w*u
  `,
})

const pendulumVariables = {
  x: Var({ init: 1 }),
  y: Var({ init: 0 }),
  vx: Var({ init: 0 }),
  vy: Var({ init: 0 }),
}

/** A point mass on a circle in Cartesian coordinates. */
export const CartesianPendulum = Model({
  L: 1,
  m: 1,
  g: 9.81,
  ...pendulumVariables,
  equations: equations`
    der(x) = vx
    der(y) = vy
    m*der(vx) = -lambda*x
    m*der(vy) = -lambda*y - m*g
    x^2 + y^2 = L^2
  `,
})

/** All of them with their simulated times [s]. */
export const EXAMPLES: Readonly<Record<string, readonly [ModelNode, number]>> = {
  Filter: [Filter, 6],
  Gear: [Gear, 4],
  StateEvents: [StateEvents, 10],
  BouncingBall: [BouncingBall, 2],
  SampledControl: [SampledControl, 1.5],
  Vectors: [Vectors, 2],
  DiodeCircuit: [DiodeCircuit, 1],
  Functions: [Functions, 2],
  Implicit: [Implicit, 2],
  CartesianPendulum: [CartesianPendulum, 1],
}
