import type { OdeTestProblem } from './types.ts'

const GRAVITY = 9.81 // [m/s²]
const STEEL_DENSITY = 7850 // [kg/m³]
const EFFECTIVE_MODULUS = 2.1e11 / (2 * 0.91) // [Pa]: steel on steel, 2.1e11 / (2 (1 - 0.3²))
const DAMPING = 0.2 // [s/m]

/** End values after 2 s by mass [kg]: CVODE at tolerance 1e-13. */
const END_VALUES: Readonly<Record<number, readonly number[]>> = {
  0.001: [0.013364597831685426, -0.18120719834211785],
  0.1: [0.013408356046141937, -0.17787558900333478],
  1: [0.013470724026545323, -0.17297122452185221],
}

/**
 * A steel ball that falls 0.2 m on a steel plate: free fall, and F = K δ^1.5 (1 - 0.2 v) in contact, K = 4/3 E √R. Contacts
 * last some 1e-5 to 1e-4 s. Both crossings of y = 0 are events; there y is set to 0, the mode changes between flight and
 * contact, and the integration starts again. Within a mode f is smooth across y = 0. The mass [kg] is 0.001, 0.1 or 1.
 */
export function ballHertz(mass: 0.001 | 0.1 | 1): OdeTestProblem {
  const radius = Math.cbrt((3 * mass) / (4 * Math.PI * STEEL_DENSITY))
  const stiffness = ((4 / 3) * EFFECTIVE_MODULUS * Math.sqrt(radius)) / mass // K/m [N/m^1.5/kg]
  let contact = false
  return {
    name: `ball-hertz-m${mass}`,
    stiff: true,
    problem: {
      n: 2,
      f: (_t, x, dx) => {
        const depth = -x[0]
        dx[0] = x[1]
        dx[1] = -GRAVITY
        if (contact) dx[1] += stiffness * depth * Math.sqrt(Math.abs(depth)) * (1 - DAMPING * x[1])
      },
      roots: {
        n: 1,
        g: (_t, x, z) => {
          z[0] = x[0]
        },
      },
    },
    jacobian: (_t, x, J) => {
      const depth = -x[0]
      J[1] = 1
      if (contact) {
        const rootDepth = Math.sqrt(Math.abs(depth))
        J[2] = -1.5 * stiffness * rootDepth * (1 - DAMPING * x[1])
        J[3] = -DAMPING * stiffness * depth * rootDepth
      }
    },
    t0: 0,
    x0: [0.2, 0],
    tEnd: 2,
    reference: END_VALUES[mass],
    reset: () => {
      contact = false
    },
    onEvent: (event) => {
      event.x[0] = 0
      contact = event.x[1] < 0
    },
  }
}
