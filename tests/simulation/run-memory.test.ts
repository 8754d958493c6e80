/** A run owns its memory: runs of one translation may be nested, and are independent of each other. */
import { equations, instantiate, Model, type SignalTable, type SimulateOptions, Var, writeJson } from 'vario'
import { MassProperties, Model3D, NoGravityField, Object3D, Scene, Solid, WorldForce } from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { BouncingSphere } from '../../examples/bouncing-sphere.ts'
import { HeatedRod } from '../../examples/insulated-rod.ts'
import { RobotArm } from '../../examples/robot-arm.ts'
import { Rocket } from '../../examples/rocket.ts'
import { CruiseControl } from '../../examples/sampled-controller.ts'
import type { ModelNode } from '../../src/model/index.ts'

const models: [name: string, model: ModelNode, options: SimulateOptions][] = [
  ['contacts', BouncingSphere, { stopTime: 0.6, interval: 0.01 }],
  ['joints with flanges', RobotArm, { stopTime: 0.1, interval: 0.002 }],
  ['actions and segments', Rocket, { stopTime: 11, interval: 0.1 }],
  ['a component with memory', HeatedRod, { stopTime: 1e4, interval: 100 }],
  ['clocks', CruiseControl, { stopTime: 5, interval: 0.05 }],
]

/** Both are the same, bit by bit. */
function expectSame(found: SignalTable, expected: SignalTable): void {
  expect(writeJson(found)).toEqual(writeJson(expected))
}

describe.each(models)('%s', (_, model, options) => {
  test.each([false, true])(
    'is unchanged by a nested run at every tenth output point (interpreted: %s)',
    (interpret) => {
      const instance = instantiate(model, { interpret })
      const alone = instance.simulate(options)
      let nProgress = 0
      const nested: SignalTable[] = []
      const outer = instance.simulate({
        ...options,
        onProgress: () => {
          if (++nProgress % 10 === 0 && nested.length < 5) nested.push(instance.simulate(options))
        },
      })
      expect(nested.length).toBe(5)
      expectSame(outer, alone)
      for (const inner of nested) expectSame(inner, alone)
    },
  )
})

test('nested runs of one translation have separate parameters and numbers of states', () => {
  const instance = instantiate(HeatedRod)
  const options = (nT: number): SimulateOptions => ({ stopTime: 1e4, interval: 1e3, merge: { rod: { nT } } })
  const alone = [3, 8, 5].map((nT) => instance.simulate(options(nT)))
  const found: SignalTable[] = []
  const run = (k: number): SignalTable => {
    let isFirst = true
    return instance.simulate({
      ...options([3, 8, 5][k]),
      onProgress: (t) => {
        if (!isFirst || t === 0 || k === 2) return
        isFirst = false
        found[k + 1] = run(k + 1)
      },
    })
  }
  found[0] = run(0)
  alone.forEach((expected, k) => {
    expectSame(found[k], expected)
  })
  expect(found.map((result) => result.finalVector('rod.T').length)).toEqual([3, 8, 5])
})

test('two components of one class have separate memories', () => {
  const result = instantiate(
    Model({ a: HeatedRod({ rod: { nT: 2 } }), b: HeatedRod({ rod: { nT: 4, T0: 400 } }) }),
  ).simulate({ stopTime: 1e4 })
  const alone = instantiate(HeatedRod({ rod: { nT: 4, T0: 400 } })).simulate({ stopTime: 1e4 })
  expect(result.finalVector('a.rod.T').length).toBe(2)
  alone.finalVector('rod.T').forEach((T, i) => {
    // the steps of both differ: 100 tolerances of 1e-6, relative
    expect(Math.abs(result.finalVector('b.rod.T')[i] - T)).toBeLessThan(1e-4 * T)
  })
})

test('functions of equations and of force elements may simulate', () => {
  const falling = {
    parent: 'world',
    fixedToParent: false,
    feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) }),
  } as const
  const inner = instantiate(Model3D({ world: Object3D({ feature: Scene() }), body: Object3D(falling) }))
  let [calls, fallen] = [0, 0]
  // a hundred runs are enough: loads are evaluated thousands of times
  const fall = (): number => {
    if (calls++ % 20 === 0) fallen = inner.simulate({ stopTime: 0.1, interval: 0.1 }).final('body.r_abs[2]')
    return fallen
  }
  const expected = (-9.81 * 0.1 ** 2) / 2
  const Equations = Model({ x: Var({ init: 0 }), equations: equations`der(x) = ${fall}()` })
  const slow = { stopTime: 1, interval: 1, solver: 'tsit5' as const }
  expect(instantiate(Equations).simulate(slow).final('x')).toBeCloseTo(expected, 12)

  // a unit mass under a constant force: s = F t²/2
  const World = Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    body: Object3D(falling),
    force: WorldForce({ objectApply: 'body', forceFunction: () => [fall(), 0, 0] }),
  })
  expect(instantiate(World).simulate(slow).final('body.r_abs[1]')).toBeCloseTo(expected / 2, 12)
})
