/** Steps of mechanisms with closed loops compared with those of their equation of motion of one degree of freedom. */
import { simulate } from 'vario'
import { MassProperties, Model3D, Object3D, Prismatic, Revolute, Scene, Solid } from 'vario/multibody'
import { integrate, type Method } from 'vario/ode'
import { describe, expect, test } from 'vitest'

const STOP_TIME = 5
const GRAVITY = 9.81

/** Motion of one degree of freedom: mass M and potential energy V as functions of an angle, with derivatives. */
interface Reduced {
  readonly mass: (phi: number) => number
  readonly torque: (phi: number) => number
}

/** Central differences of order 6: errors of 1e-12, far below the tolerances here. */
function slope(f: (x: number) => number, x: number): number {
  const h = 4e-3
  const d = (k: number): number => f(x + k * h) - f(x - k * h)
  return (45 * d(1) - 9 * d(2) + d(3)) / (60 * h)
}

function integrateReduced(
  { mass, torque }: Reduced,
  x0: readonly [number, number],
  method: Method,
  tolerance: number,
) {
  const f = (_t: number, x: Float64Array, dx: Float64Array): void => {
    dx[0] = x[1]
    dx[1] = (torque(x[0]) - 0.5 * slope(mass, x[0]) * x[1] ** 2) / mass(x[0])
  }
  const limits = { rtol: tolerance, atol: 0.1 * tolerance }
  return integrate({ n: 2, f }, { t0: 0, tEnd: STOP_TIME, x0, method, ...limits })
}

const body = (mass: number, I: number): ReturnType<typeof Object3D> =>
  Object3D({ feature: Solid({ massProperties: MassProperties({ mass, Ixx: I, Iyy: I, Izz: I }) }) })
const at = (parent: string, x: number): ReturnType<typeof Object3D> =>
  Object3D({ parent, translation: [x, 0, 0] })
const world = Object3D({ feature: Scene({ enableContactDetection: false }) })

const CRANK = 0.3
const ROD = 0.8
const I_CRANK = 0.02
const I_ROD = 0.06

/** Crank of 1 kg with its center in the middle, rod of 0.6 kg, piston of 2 kg on the x axis. */
const sliderCrank = {
  model: Model3D({
    ...{ world, crank: body(1, I_CRANK), rod: body(0.6, I_ROD), piston: body(2, 1) },
    ...{ crank1: at('crank', -CRANK / 2), crank2: at('crank', CRANK / 2) },
    ...{ rod1: at('rod', -ROD / 2), rod2: at('rod', ROD / 2) },
    bearing: Revolute({ obj1: 'world', obj2: 'crank1', axis: 'z', phi: { init: 0.4 }, w: { init: 6 } }),
    pin: Revolute({ obj1: 'crank2', obj2: 'rod1', axis: 'z', phi: { start: -0.5 } }),
    guide: Prismatic({ obj1: 'world', obj2: 'piston', axis: 'x', s: { start: 1 } }),
    bolt: Revolute({ obj1: 'piston', obj2: 'rod2', axis: 'z', phi: { start: -0.1 } }),
  }),
  angle: 'bearing.phi',
  start: [0.4, 6] as const,
  reduced: {
    mass: (phi: number): number => {
      const [s, c] = [CRANK * Math.sin(phi), CRANK * Math.cos(phi)]
      const along = Math.sqrt(ROD ** 2 - s * s)
      // rates of the piston and of the angle of the rod per rate of the crank
      const [x, turn] = [-s - (s * c) / along, -c / along]
      const rod = 0.6 * (((x - s) / 2) ** 2 + (c / 2) ** 2) + I_ROD * turn ** 2
      return I_CRANK + (CRANK / 2) ** 2 + rod + 2 * x ** 2
    },
    torque: (phi: number): number => -GRAVITY * (1 + 0.6) * (CRANK / 2) * Math.cos(phi),
  },
}

/** A parallelogram with bars of 1 m, all of 1 kg, which rotates fast enough not to stop in the collinear pose. */
const parallelogram = {
  model: Model3D({
    ...{ world, left: body(1, 1 / 12), right: body(1, 1 / 12), beam: body(1, 1 / 12) },
    ...{
      left1: at('left', -0.5),
      left2: at('left', 0.5),
      right1: at('right', -0.5),
      right2: at('right', 0.5),
    },
    ...{ beam1: at('beam', -0.75), beam2: at('beam', 0.75), foot: at('world', 1.5) },
    a: Revolute({ obj1: 'world', obj2: 'left1', axis: 'z', phi: { init: 1 }, w: { init: 0.5 } }),
    b: Revolute({ obj1: 'left2', obj2: 'beam1', axis: 'z', phi: { start: -1 } }),
    c: Revolute({ obj1: 'foot', obj2: 'right1', axis: 'z', phi: { start: 1 } }),
    d: Revolute({ obj1: 'beam2', obj2: 'right2', axis: 'z', phi: { start: 1 } }),
  }),
  angle: 'a.phi',
  start: [1, 0.5] as const,
  reduced: { mass: () => 2 / 3 + 1, torque: (phi: number) => -GRAVITY * 2 * Math.cos(phi) },
}

describe.each([
  ['slider-crank', sliderCrank],
  // it passes poses where all links are collinear; steps of one run end there
  ['parallelogram', parallelogram],
] as const)('%s', (_name, { model, angle, start, reduced }) => {
  describe.each(['tsit5', 'dop853', 'radau5'] as const)('with %s', (solver) => {
    test.each([1e-5, 1e-7, 1e-9])(
      'takes about as many steps as the reduced equation, at tolerance %s',
      (tolerance) => {
        const loop = simulate(model, { stopTime: STOP_TIME, tolerance, solver, interval: STOP_TIME })
        const alone = integrateReduced(reduced, start, solver, tolerance)
        const { steps } = loop.attributes['statistics'] as Record<string, number>
        // the errors of all joints count, not of one: radau5 takes up to an eighth more, others a few percent or fewer
        expect(steps).toBeLessThanOrEqual(1.15 * alone.stats.steps)
        // the motion amplifies errors of both up to 90 times; a run on a wrong branch is off by radians
        expect(Math.abs(loop.final(angle) - alone.x[0])).toBeLessThan(200 * tolerance)
      },
    )
  })
})
