/** New parameters and `reinit` in closed loops: an error where positions would jump, otherwise the motion continues. */
import { equations, instantiate, simulate, VarioError } from 'vario'
import {
  MassProperties,
  Model3D,
  Object3D,
  Revolute,
  RevoluteWithFlange,
  Rod,
  Scene,
  Solid,
  UniformGravityField,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const SOLVERS = ['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const

function createFourBar(size: number, more: Readonly<Record<string, unknown>> = {}) {
  const bar = (length: number) => {
    const I = 0.1 * size ** 2
    const massProperties = { mass: 1, centerOfMass: [(length / 2) * size, 0, 0], Ixx: I, Iyy: I, Izz: I }
    return Object3D({ feature: Solid({ massProperties: MassProperties(massProperties) }) })
  }
  const at = (parent: string, x: number) => Object3D({ parent, translation: [x * size, 0, 0] })
  return Model3D({
    world: Object3D({
      feature: Scene({
        nominalLength: size,
        gravityField: UniformGravityField({ g: 9.81 * size, n: [0, -1, 0] }),
      }),
    }),
    ...{ crank: bar(1), rod: bar(2), rocker: bar(1.5) },
    crankEnd: at('crank', 1),
    rodEnd: at('rod', 2),
    rockerEnd: at('rocker', 1.5),
    base: at('world', 2),
    A: Revolute({ obj1: 'world', obj2: 'crank', axis: 'z', phi: 1.2 }),
    B: Revolute({ obj1: 'crankEnd', obj2: 'rod', axis: 'z' }),
    C: Revolute({ obj1: 'rodEnd', obj2: 'rockerEnd', axis: 'z' }),
    D: Revolute({ obj1: 'base', obj2: 'rocker', axis: 'z', phi: { start: 1.8 } }),
    ...more,
  })
}

/** Changes parameters at the first step from t = 0.3 s on. */
function change(
  model: Parameters<typeof instantiate>[0],
  merge: object,
  solver: (typeof SOLVERS)[number],
  from = 0.3,
) {
  const run = instantiate(model).start({ stopTime: 1, maxStep: 0.05, solver })
  run.advance(Number.POSITIVE_INFINITY, from)
  run.change(merge as Parameters<typeof run.change>[0])
  run.advance()
  return run.finish()
}

function failure(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof VarioError) return `${error.code} ${error.message}`
    throw error
  }
  return 'none'
}

describe.each(SOLVERS)('with %s', (solver) => {
  it.each([1e-6, 1, 1e6])(
    'another length of a bar, or place of a bearing, is an error at the scale %d',
    (size) => {
      for (const x of [2.2, 2.00001])
        expect(
          failure(() => change(createFourBar(size), { rodEnd: { translation: [x * size, 0, 0] } }, solver)),
        ).toMatch(/^IMPULSE New parameters .* C .* Positions of joints would have to jump/)
      const base = { base: { translation: [2.1 * size, 0, 0] } }
      expect(failure(() => change(createFourBar(size), base, solver))).toMatch(/^IMPULSE/)
    },
  )

  it('another mass, gravity, or the same length let the joints where they are', () => {
    for (const merge of [
      { rod: { feature: { massProperties: { mass: 3 } } } },
      { world: { feature: { gravityField: { g: 1 } } } },
      { rodEnd: { translation: [2, 0, 0] } },
    ]) {
      const result = change(createFourBar(1), merge, solver)
      const times = result.values('time')
      const k = times.findIndex((t, i) => times[i + 1] === t)
      for (const name of ['A.phi', 'B.phi', 'C.phi', 'D.phi', 'A.w', 'D.w']) {
        const values = result.values(name)
        // the loops are closed again, to 1e-13 of their size
        expect(Math.abs(values[k + 1] - values[k])).toBeLessThan(1e-11)
      }
    }
  })
})

it('another length at the start time, after its point was recorded, is an error', () => {
  const merge = { rodEnd: { translation: [2.2, 0, 0] } }
  expect(failure(() => change(createFourBar(1), merge, 'auto', 0))).toMatch(/^IMPULSE|^none/)
})

it('another length of a rod is an error', () => {
  const model = createFourBar(1, {
    rod: undefined,
    ...{ B: undefined, C: undefined, rodEnd: undefined },
    link: Rod({ obj1: 'crankEnd', obj2: 'rockerEnd', length: 2 }),
  })
  expect(failure(() => change(model, { link: { length: 2.1 } }, 'auto'))).toMatch(/^IMPULSE .*link/)
})

it('reinit of a flange in a loop is an error, where others would have to follow', () => {
  const model = createFourBar(1, {
    A: RevoluteWithFlange({ obj1: 'world', obj2: 'crank', axis: 'z', phi: { init: 1.2 } }),
    equations: equations`
      A.flange.tau = 0
      when time > 0.3 then
        reinit(A.phi, pre(A.phi) + 0.1)
      end when`,
  })
  for (const solver of SOLVERS)
    expect(failure(() => simulate(model, { stopTime: 1, solver }))).toMatch(/^IMPULSE .*closed loops with C/)
})
