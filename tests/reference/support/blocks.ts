/** Blocks of the reference cases. */
import { equations, Model, Par, Var } from 'vario'

const SISO = Model({ u: Var({ input: true }), y: Var({ output: true }) })

export const Gain = SISO.extend({ k: 1, equations: equations`y = k*u` })

export const FirstOrder = SISO.extend({
  k: 1,
  T: Par(1, 's'),
  x: Var({ init: 0 }),
  equations: equations`
    der(x) = (k*u - x)/T
    y = x
  `,
})

export const PI = SISO.extend({
  k: 1,
  T: Par(1, 's'),
  x: Var({ init: 0 }),
  equations: equations`
    der(x) = u/T
    y = k*(x + u)
  `,
})

export const Feedback = Model({
  u1: Var({ input: true }),
  u2: Var({ input: true }),
  y: Var({ output: true }),
  equations: equations`y = u1 - u2`,
})

export const Step = Model({
  y: Var({ output: true }),
  offset: 0,
  startTime: Par(0, 's'),
  height: 1,
  equations: equations`y = offset + (if time < startTime then 0 else height)`,
})

export const Ramp = Model({
  y: Var({ output: true }),
  offset: 0,
  startTime: Par(0, 's'),
  height: 1,
  duration: Par(2, 's'),
  equations: equations`
    y = offset + (if time < startTime then 0
      elseif time < startTime + duration then (time - startTime)*height/duration
      else height)
  `,
})

/** Matrices of any size, given by the modification. */
export const StateSpace = Model({
  A: [[0]],
  B: [0],
  C: [[0]],
  D: [0],
  u: Var({ input: true }),
  y: Var({ output: true }),
  x: Var({ init: [0] }),
  equations: equations`
    der(x) = A*x + B*u
    y = C*x + D*u
  `,
})
