/** Linear systems of models whose states fulfill constraints: the independent states, and the poles of the reduced equation. */
import { equations, linearize, Model, Par, Var } from 'vario'
import { poles } from 'vario/control'
import {
  MassProperties,
  Model3D,
  Object3D,
  Revolute,
  Scene,
  Solid,
  UniformGravityField,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

/** Poles as pairs, by their imaginary and real parts. */
const sorted = (list: readonly { readonly re: number; readonly im: number }[]): number[][] =>
  list.map(({ re, im }) => [re, im]).sort((a, b) => a[1] - b[1] || a[0] - b[0])

function expectPoles(
  found: ReturnType<typeof poles>,
  wanted: readonly (readonly number[])[],
  digits: number,
): void {
  const list = sorted(found)
  expect(list).toHaveLength(wanted.length)
  const size = Math.max(...wanted.flat().map(Math.abs))
  list.forEach(([re, im], k) => {
    expect(re / size).toBeCloseTo(wanted[k][0] / size, digits)
    expect(im / size).toBeCloseTo(wanted[k][1] / size, digits)
  })
}

describe('a pendulum in Cartesian coordinates', () => {
  const Pendulum = Model({
    ...{ L: Par(1), g: Par(9.81), d: Par(0.5), u: Var({ input: true }) },
    ...{ x: Var({}), y: Var({}), vx: Var({ start: 0 }), vy: Var({ start: 0 }), F: Var({}) },
    equations: equations`
      x^2 + y^2 = L^2
      der(x) = vx
      der(y) = vy
      der(vx) = -F*x - d*vx + u
      der(vy) = -F*y - g - d*vy`,
  })

  it.each([1e-6, 1, 1e6])('has the poles of the angle equation, s² + d s + g/L, at the scale %d', (size) => {
    const nominal = { nominal: size }
    const merge = {
      ...{ L: size, g: 9.81 * size },
      ...{ x: { init: 0, ...nominal }, y: { init: -size, ...nominal }, vx: nominal, vy: nominal },
    }
    const system = linearize(Pendulum(merge), { to: ['x', 'y', 'vx'] })
    expect(system.states).toEqual(['x', 'vx'])
    expectPoles(
      poles(system),
      [-1, 1].map((sign) => [-0.25, sign * Math.sqrt(9.81 - 0.0625)]),
      12,
    )
    expect(system.B).toEqual([[0], [1]])
    // y does not move to first order
    expect(system.C).toEqual([
      [1, 0],
      [expect.closeTo(0, 14), expect.closeTo(0, 14)],
      [0, 1],
    ])
  })

  it('upright and held aside by a force, where x and y move together', () => {
    const at = (phi: number, merge: object) =>
      linearize(Pendulum({ x: { init: Math.sin(phi) }, y: { init: -Math.cos(phi) }, ...merge }), {
        to: ['x', 'y'],
      })
    const root = Math.sqrt(9.81 + 0.0625)
    expectPoles(
      poles(at(Math.PI, {})),
      [
        [-0.25 - root, 0],
        [-0.25 + root, 0],
      ],
      12,
    )
    // horizontal force u = g tan φ: s² + d s + g/cos φ
    const held = linearize(
      Pendulum({
        x: { init: Math.sin(0.7) },
        y: { init: -Math.cos(0.7) },
        u: { init: 9.81 * Math.tan(0.7) },
      }),
      { inputs: { u: () => 9.81 * Math.tan(0.7) }, to: ['x', 'y'] },
    )
    expectPoles(
      poles(held),
      [-1, 1].map((sign) => [-0.25, sign * Math.sqrt(9.81 / Math.cos(0.7) - 0.0625)]),
      12,
    )
    // outputs beside the states follow: Δy = tan φ Δx
    const [[dx], [dy]] = held.C.map((row) => row.filter((_, k) => ['x', 'y'].includes(held.states[k])))
    expect(dy / dx).toBeCloseTo(Math.tan(0.7), 12)
  })

  it('refuses inputs that move the constraint', () => {
    const Winch = Model({
      ...{ u: Var({ input: true }), x: Var({ init: 1 }), y: Var({ start: 0 }), F: Var({}) },
      equations: equations`
        der(x) = F*x
        der(y) = F*y - 1
        x^2 + y^2 = 1 + u^2`,
    })
    const inputs = { u: { value: () => 0.5, derivative: () => 0 } }
    expect(() => linearize(Winch({ x: { init: 1 }, y: { start: 0.5 } }), { inputs })).toThrow(
      /expected inputs on which .* got u in/,
    )
  })
})

describe('closed loops of a 3D model', () => {
  const bar = (length: number) =>
    Object3D({
      feature: Solid({
        massProperties: MassProperties({
          mass: 1,
          centerOfMass: [length / 2, 0, 0],
          Ixx: 0.1,
          Iyy: 0.1,
          Izz: 0.1,
        }),
      }),
    })
  const at = (parent: string, x: number) => Object3D({ parent, translation: [x, 0, 0] })
  const FourBar = Model3D({
    world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 9.81, n: [0, -1, 0] }) }) }),
    ...{ crank: bar(1), rod: bar(2), rocker: bar(1.5) },
    ...{ crankEnd: at('crank', 1), rodEnd: at('rod', 2), rockerEnd: at('rocker', 1.5), base: at('world', 2) },
    A: Revolute({ obj1: 'world', obj2: 'crank', axis: 'z', phi: -2, damping: 0.3 }),
    B: Revolute({ obj1: 'crankEnd', obj2: 'rod', axis: 'z' }),
    C: Revolute({ obj1: 'rodEnd', obj2: 'rockerEnd', axis: 'z' }),
    D: Revolute({ obj1: 'base', obj2: 'rocker', axis: 'z', phi: { start: -1 } }),
  })

  it('have the poles of the reduced equation of a four-bar at rest', () => {
    const system = linearize(FourBar, { at: 'steady', to: ['A.phi'] })
    expect(system.states).toHaveLength(2)

    // m(φ) φ″ + m′/2 φ′² + V′ + 0.3 φ′ = 0 with the other joint from two circles, below the line of the bearings
    const pose = (phi: number): readonly [number, number] => {
      const [x, y] = [Math.cos(phi), Math.sin(phi)]
      const [dx, dy] = [2 - x, -y]
      const d = Math.hypot(dx, dy)
      const along = (4 - 2.25 + d * d) / (2 * d)
      const across = -Math.sqrt(4 - along * along)
      const [px, py] = [x + (along * dx - across * dy) / d, y + (along * dy + across * dx) / d]
      return [Math.atan2(py - y, px - x), Math.atan2(py, px - 2)]
    }
    const slopeOf = (f: (x: number) => number, x: number, h: number): number =>
      (8 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) / (12 * h)
    const rest = system.y[0]
    const [b, d] = [0, 1].map((k) => slopeOf((phi) => pose(phi)[k], rest, 1e-3))
    const beta = pose(rest)[0]
    const rod = [-Math.sin(rest) - Math.sin(beta) * b, Math.cos(rest) + Math.cos(beta) * b]
    const mass = 0.35 + 0.1 * b * b + rod[0] ** 2 + rod[1] ** 2 + (0.75 ** 2 + 0.1) * d * d
    const energy = (phi: number): number => {
      const [rodAngle, rockerAngle] = pose(phi)
      return 9.81 * (1.5 * Math.sin(phi) + Math.sin(rodAngle) + 0.75 * Math.sin(rockerAngle))
    }
    const force = (phi: number): number => slopeOf(energy, phi, 1e-3)
    expect(Math.abs(force(rest))).toBeLessThan(1e-6)
    const [c, k] = [0.3 / mass, slopeOf(force, rest, 1e-2) / mass]
    const im = Math.sqrt(k - (c / 2) ** 2)
    // stiffness by differences of the fourth order of differences: 1e-8
    expectPoles(
      poles(system),
      [
        [-c / 2, -im],
        [-c / 2, im],
      ],
      6,
    )
  })

  it('have all states of bodies in no loop, and of trees', () => {
    const tree = FourBar.extend({
      free: bar(1),
      E: Revolute({ obj1: 'world', obj2: 'free', axis: 'z', phi: -1.5 }),
    })
    const system = linearize(tree)
    expect(system.states.filter((name) => name.startsWith('E.'))).toEqual(['E.phi', 'E.w'])
    expect(system.states).toHaveLength(4)
    const [, w] = [0, 1].map((k) => system.states.indexOf(['E.phi', 'E.w'][k]))
    const j = system.states.indexOf('E.phi')
    // physical pendulum: m g l sin φ/(I + m l²) about the vertical, at phi = -1.5 from the horizontal
    expect(system.A[w][j]).toBeCloseTo((9.81 * 0.5 * Math.sin(-1.5)) / 0.35, 6)
  })
})
