/** Where only conditions of programs can cause events, the solver looks for them only while programs wait. */
import { equations, simulate } from 'vario'
import { Box, Model3D, Object3D, RevoluteWithFlange, Scene, Solid } from 'vario/multibody'
import { expect, it } from 'vitest'

it.each(['auto', 'bdf', 'radau5', 'tsit5'] as const)(
  'a condition that becomes active at an event is located: %s',
  (solver) => {
    const times: number[] = []
    const shape = Box({ lengthX: 0.4, lengthY: 0.05, lengthZ: 0.05 })
    const Wheel = Model3D({
      world: Object3D({ feature: Scene() }),
      arm: Object3D({ feature: Solid({ shape, massProperties: 1.5 }) }),
      rev: RevoluteWithFlange({ obj1: 'world', obj2: 'arm', axis: 'z', w: { init: 1 } }),
      equations: equations`rev.flange.tau = 0`,
      actions: function* (act) {
        yield act.wait(0.5)
        times.push((yield act.waitUntil((s) => s.jointPosition('rev') > 1)).time)
        yield act.wait(0.2)
        times.push((yield act.waitUntil((s) => s.jointPosition('rev') > 2)).time)
      },
    })
    const result = simulate(Wheel, { stopTime: 3, solver })
    // phi = t: the default tolerance of 1e-6 and ten times that
    expect(times).toHaveLength(2)
    expect(Math.abs(times[0] - 1)).toBeLessThan(1e-5)
    expect(Math.abs(times[1] - 2)).toBeLessThan(1e-5)
    // no event where the solver begins to look for it
    expect(result.attributes['statistics']).toMatchObject({ events: 2, timeEvents: 2 })
  },
)
