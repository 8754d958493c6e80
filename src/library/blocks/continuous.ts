/** Blocks with continuous states. */
import { equationsOnDemand as equations, expr, Par, Var } from '../../model/index.ts'
import { delay } from '../functions/index.ts'
import { SISO, SO } from './interfaces.ts'

/** der(y) = k*u. Gain k; initial output y. */
export const Integrator = SISO.extend({ k: Par(1), y: Var({ init: 0 }), equations: equations`der(y) = k*u` })

/** Derivative k*s/(T*s + 1). Gain k, time constant T [s] of the filter; initial state x. */
export const Derivative = SISO.extend({
  k: Par(1),
  T: Par(0.01, 's', { min: 0 }),
  x: Var({ init: 0 }),
  equations: equations`
    der(x) = (u - x)/T
    y = k*(u - x)/T
  `,
})

/** First-order lag k/(T*s + 1). Gain k, time constant T [s]; initial state x. */
export const FirstOrder = SISO.extend({
  k: Par(1),
  T: Par(1, 's'),
  x: Var({ init: 0 }),
  equations: equations`
    T*der(x) = k*u - x
    y = x
  `,
})

/** Second-order lag k/((s/w)^2 + 2*D*s/w + 1). Gain k, angular frequency w [rad/s], damping ratio D; initial y, yd. */
export const SecondOrder = SISO.extend({
  k: Par(1),
  w: Par(1, 'rad/s'),
  D: Par(1),
  y: Var({ init: 0 }),
  yd: Var({ init: 0 }),
  equations: equations`
    der(y) = yd
    der(yd) = w*(w*(k*u - y) - 2*D*yd)
  `,
})

/** PI controller k*(1 + 1/(T*s)). Gain k, reset time T [s]; initial state x. */
export const PI = SISO.extend({
  k: Par(1),
  T: Par(1, 's'),
  x: Var({ init: 0 }),
  equations: equations`
    der(x) = u/T
    y = k*(x + u)
  `,
})

/**
 * PID controller k*(1 + 1/(Ti*s) + Td*s/(Td/Nd*s + 1)). Gain k, reset and derivative times Ti, Td [s]; initial states
 * I, xD.
 */
export const PID = SISO.extend({
  k: Par(1),
  Ti: Par(0.5, 's'),
  Td: Par(0.1, 's'),
  Nd: Par(10),
  I: Var({ init: 0 }),
  xD: Var({ init: 0 }),
  equations: equations`
    der(I) = u/Ti
    der(xD) = (u - xD)*Nd/Td
    y = k*(u + I + Nd*(u - xD))
  `,
})

/**
 * PID controller with limited output, compensation of windup and weights of the set-point. Set-point u_s, measurement
 * u_m, gain k, reset time Ti [s] (Infinity: no integral part), derivative time Td [s] (0: no derivative part), limits
 * yMin, yMax, weights wp, wd of the set-point in the proportional and derivative part, Ni: Ni*Ti is the time constant
 * of the compensation, Nd: Td/Nd is that of the derivative filter; initial states I, xD.
 */
export const LimPID = SO.extend({
  u_s: Var({ input: true }),
  u_m: Var({ input: true }),
  k: Par(1),
  Ti: Par(0.5, 's'),
  Td: Par(0.1, 's'),
  yMax: Par(1),
  yMin: Par(expr`-yMax`),
  wp: Par(1),
  wd: Par(0),
  Ni: Par(0.9),
  Nd: Par(10),
  I: Var({ init: 0 }),
  xD: Var({ init: 0 }),
  equations: equations`
    uD = wd*u_s - u_m
    der(I) = (u_s - u_m + (y - yUnlimited)/(k*Ni))/Ti
    der(xD) = if Td > 0 then (uD - xD)*Nd/Td else 0
    D = if Td > 0 then Nd*(uD - xD) else 0
    yUnlimited = k*(wp*u_s - u_m + I + D)
    y = if yUnlimited > yMax then yMax elseif yUnlimited < yMin then yMin else yUnlimited
  `,
})

/**
 * y = (b[1]*s^m + … )/(a[1]*s^n + …)*u with m ≤ n, leading zeros of b not counted. Coefficients b, a, highest power
 * first; states x in controller form.
 */
export const TransferFunction = SISO.extend({
  b: Par([1]),
  a: Par([1, 1]),
  // b with leading zeros, as long as a
  bb: Par(
    expr`[if i > length(a) - length(b) then b[max(1, i - length(a) + length(b))] else 0 for i in eachindex(a)]`,
  ),
  x: Var({ init: expr`zeros(length(a) - 1)` }),
  equations: equations`
    assert(sum([abs(b[i]) for i in 1:length(b) - length(a)]) == 0,
      "TransferFunction: expected a numerator b of no higher degree than that of the denominator a; the derivative of an input is not available")
    assert(a[1] <> 0, "TransferFunction: expected a first coefficient of the denominator a other than 0")
    v = (u - a[2:end]*x)/a[1]
    der(x) = [if i == 1 then v else x[max(1, i - 1)] for i in eachindex(x)]
    y = bb[2:end]*x + bb[1]*v
  `,
})

/** der(x) = A*x + B*u, y = C*x + D*u with vectors u, y. Matrices A, B, C, D; initial state x. */
export const StateSpace = SISO.extend({
  A: Par(expr`zeros(0, 0)`),
  B: Par(expr`zeros(0, 0)`),
  C: Par(expr`zeros(0, 0)`),
  D: Par(expr`zeros(0, 0)`),
  x: Var({ init: expr`zeros(0)` }),
  equations: equations`
    der(x) = A*x + B*u
    y = C*x + D*u
  `,
})

/** y(t) = u(t - delayTime), at first the value of u at the start. Delay delayTime [s]; see `delay`. */
export const FixedDelay = SISO.extend({
  delayTime: Par(1, 's'),
  equations: equations`y = ${delay}(u, delayTime)`,
})

/**
 * y(t) = u(t - delayTime(t)) with the input delayTime [s], positive and at most delayMax [s]; see `delay`.
 */
export const VariableDelay = SISO.extend({
  delayTime: Var({ input: true, unit: 's' }),
  delayMax: Par(1, 's'),
  equations: equations`y = ${delay}(u, delayTime, delayMax)`,
})
