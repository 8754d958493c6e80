/** Changes of the structure during a run. */

import { type SignalTable, simulate } from 'vario'
import {
  type ActionProgram,
  Box,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Scene,
  Solid,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { simulateRocket } from '../../examples/rocket.ts'

interface SegmentAttributes {
  readonly segments: readonly {
    readonly startTime: number
    readonly endTime: number
    readonly states: number
  }[]
}

const segmentsOf = (result: SignalTable) =>
  (result.attributes as unknown as SegmentAttributes).segments.map(({ startTime, states }) => [
    startTime,
    states,
  ])

describe('the rocket (tutorial.TwoStageRocket3D)', () => {
  // F = 1e4 (1 - t/5) on 200 kg, then 2000 (1 - (t - 5)/10) on 100 kg, gravity 9.81
  const v5 = (1e4 / 200) * 2.5 - 9.81 * 5
  const y5 = 2.5 + (1e4 / 200) * (12.5 - 125 / 30) - (9.81 / 2) * 25
  const v15 = v5 + 20 * 5 - 9.81 * 10
  const y15 = y5 + 10 * v5 + 20 * (50 - 1000 / 60) - (9.81 / 2) * 100

  test('flies as one body, as two, and as one again', () => {
    const result = simulateRocket(1e-9)
    // the thrust jumps at 5 s, within the step that ends there: errors of about 100 times the tolerance
    expect(Math.abs(result.finalVector('stage2.body.translation')[1] - y15)).toBeLessThan(1e-6 * y15)
    expect(Math.abs(result.finalVector('stage2.body.velocity')[1] - v15)).toBeLessThan(1e-6 * v15)
    expect(segmentsOf(result)).toEqual([
      [0, 12],
      [5, 24],
      [10, 12],
    ])
  })

  test('agrees with the published state', () => {
    const result = simulateRocket()
    expect(Math.abs(result.finalVector('stage2.body.translation')[1] - 1232.2203937213537)).toBeLessThan(
      1e-3 * 1232,
    )
    expect(Math.abs(result.finalVector('stage2.body.velocity')[1] - 77.85108394267779)).toBeLessThan(
      1e-3 * 77.9,
    )
  })

  test('records no states of a part while it is attached or removed', () => {
    const result = simulateRocket()
    const time = result.time
    const values = result.signal('stage1.body.velocity').missing!
    for (let i = 0; i < time.length; i++) {
      if (time[i] > 5.01 && time[i] < 9.99) expect(values[3 * i]).toBe(0)
      if (time[i] < 4.99 || time[i] > 10.01) expect(values[3 * i]).toBe(1)
    }
    // its frames exist as long as the part does
    const missing = result.signal('stage1.top.r_abs').missing!
    expect(missing[0]).toBe(0)
    expect(missing[missing.length - 1]).toBe(1)
  })
})

const brick = (x: number, velocity: number[], spin: number[] = [0, 0, 0]) => ({
  body: Object3D({
    parent: 'world',
    fixedToParent: false,
    assemblyRoot: true,
    lockable: false,
    translation: [x, 0, 0],
    velocity,
    angularVelocity: spin,
    feature: Solid({ shape: Box(), massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 2, Izz: 3 }) }),
  }),
  handle: Object3D({ parent: 'body', translation: [0.5, 0, 0], lockable: true }),
})

function createPair(actions: ActionProgram) {
  // b moves with a: v_b = v_a + w × r
  const spin = [0.3, -0.2, 0.5]
  const [a, b] = [brick(0, [1, 0.5, 0], spin), brick(1, [1, 1, 0.2], spin)]
  return Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    a: a.body,
    aHandle: Object3D({ parent: 'a', translation: [0.5, 0, 0], lockable: true }),
    b: b.body,
    bHandle: Object3D({ parent: 'b', translation: [-0.5, 0, 0], lockable: true }),
    actions,
  })
}

describe('attach and release', () => {
  test('a released part keeps the velocity of its point, in the frame of the world', () => {
    const result = simulate(
      createPair(function* (act) {
        yield act.attach('bHandle', 'aHandle')
        yield act.eventAfterPeriod(1)
        yield act.release('bHandle')
      }),
      { stopTime: 2, tolerance: 1e-10 },
    )
    // b moves with a: v_b = v_a + w × r; momentum and angular momentum of the pair are the same before and after the
    // release
    for (const name of ['world.momentum', 'world.angularMomentum']) {
      const values = result.values(name)
      const at = (t: number) => 3 * result.time.findIndex((x) => x >= t)
      for (let k = 0; k < 3; k++) {
        const [before, after] = [values[at(0.5) + k], values[at(1.5) + k]]
        // rounding errors of the poses, and the tolerance
        expect(Math.abs(after - before)).toBeLessThan(1e-7)
      }
    }
    expect(segmentsOf(result).map(([, states]) => states)).toEqual([12, 24])
  })

  test('a program reads the time, and may use ordinary control flow', () => {
    const times: number[] = []
    simulate(
      createPair(function* (act) {
        for (let k = 0; k < 3; k++) times.push((yield act.eventAfterPeriod(0.25)).time)
      }),
      { stopTime: 1 },
    )
    expect(times).toEqual([0.25, 0.5, 0.75])
  })

  test.each<[string, ActionProgram, RegExp]>([
    [
      'an object that is too far away',
      function* (act) {
        yield act.attach('bHandle', 'far')
      },
      /are 9\.50 m apart, more than the gap of the scene, 0\.001 m/,
    ],
    [
      'an object that is not lockable',
      function* (act) {
        yield act.attach('b', 'aHandle')
      },
      /lockable: true, got 'b'/,
    ],
    [
      'an object that is attached to nothing',
      function* (act) {
        yield act.release('bHandle')
      },
      /expected an object that is attached, but b is not/,
    ],
    [
      'an object that does not exist',
      function* (act) {
        yield act.attach('bHandl', 'aHandle')
      },
      /did you mean 'bHandle'/,
    ],
    [
      'an object that cannot move',
      function* (act) {
        yield act.attach('far', 'aHandle')
      },
      /assemblyRoot: true, got 'far'/,
    ],
    [
      'itself',
      function* (act) {
        yield act.attach('bHandle', 'bHandle')
      },
      /expected two bodies, but bHandle and bHandle are one already/,
    ],
  ])('the attachment of %s is an error', (_, actions, message) => {
    const model = createPair(actions).extend({
      far: Object3D({ parent: 'world', translation: [10, 0, 0], lockable: true }),
    })
    expect(() => simulate(model, { stopTime: 1 })).toThrow(message)
  })

  describe('objects that are apart or in relative motion', () => {
    /**
     * Two bricks, the second with its own motion, and a program that locks them at once, or after a lock to another
     * object.
     */
    const lock = (
      offset: number,
      velocity: number[],
      spin: number[],
      scene: object,
      isReleased = false,
      tolerance = 1e-6,
    ) => {
      const [a, b] = [brick(0, [0, 0, 0]), brick(1 + offset, velocity, spin)]
      const depot = Object3D({ parent: 'world', translation: [0.5 + offset, 0, 0], lockable: true })
      const model = Model3D({
        world: Object3D({ feature: Scene({ gravityField: NoGravityField(), ...scene }) }),
        a: a.body,
        aHandle: Object3D({ parent: 'a', translation: [0.5, 0, 0], rotation: [0, 0.7, 0], lockable: true }),
        b: b.body,
        bHandle: Object3D({ parent: 'b', translation: [-0.5, 0, 0], lockable: true }),
        depot,
        actions: function* (act) {
          if (isReleased) yield act.attach('bHandle', 'depot')
          yield isReleased ? act.releaseAndAttach('bHandle', 'aHandle') : act.attach('bHandle', 'aHandle')
        },
      })
      try {
        simulate(model, { stopTime: 0.1, tolerance })
        return null
      } catch (error) {
        return error as { code: string; message: string; fields: Record<string, unknown> }
      }
    }
    const still = [0, 0, 0]

    test('are rejected with distance, angle, velocities and the limits', () => {
      const error = lock(0, [0, 0.3, 0.4], [0, 0, 2], {})
      expect(error?.code).toBe('ACTION')
      // the velocity of the handle, 0.5 m beside the center of the brick
      const v = Math.hypot(0.3 - 2 * 0.5, 0.4)
      // 1000 tolerances of 1e-6·(0.1 + v), and the same for 2 rad/s
      const allowed = Number((1e-3 * (0.1 + v)).toPrecision(3))
      expect(error?.message).toContain(
        `bHandle and aHandle move with respect to each other, and locking them would change their momentum. Found: distance 0.00 m (allowed: less than 0.001), relative velocity ${v.toPrecision(3)} m/s (allowed: ${allowed}), relative angular velocity 2.00 rad/s (allowed: 0.0021), angle 0.700 rad (allowed: any)`,
      )
      expect(error?.fields).toMatchObject({
        part: 'bHandle',
        target: 'aHandle',
        time: 0,
        angularVelocity: 2,
        allowed: { distance: 0.001, velocity: allowed, angularVelocity: 0.0021 },
      })
    })

    test('are checked against each limit, also after a release; the angle has no limit', () => {
      expect(lock(0, still, still, {})).toBeNull()
      expect(lock(9e-4, still, still, {})).toBeNull()
      expect(lock(2e-3, still, still, {})?.message).toMatch(/are 0\.00200 m apart, more than the gap/)
      expect(lock(0, [0.9e-4, 0, 0], still, {})).toBeNull()
      expect(lock(0, [1.1e-4, 0, 0], still, {})?.fields).toMatchObject({
        velocity: expect.closeTo(1.1e-4, 12),
      })
      expect(lock(0, still, [0, 1.1e-4, 0], {})?.message).toContain('0.000110 rad/s')
      expect(lock(0, still, still, {}, true)).toBeNull()
      // locked to the world first, which requires a brick at rest as well
      expect(lock(0, [0.5, 0, 0], still, {}, true)?.message).toContain('attach: bHandle and depot move')
    })

    test('are checked against limits that scale with the scene', () => {
      expect(lock(2e-3, still, still, { nominalLength: 10 })).toBeNull()
      expect(lock(0, [5e-4, 0, 0], still, { nominalLength: 10 })).toBeNull()
      expect(lock(0, [0.005, 0, 0], still, { nominalLength: 10 })?.code).toBe('ACTION')
      expect(lock(0, [1e-3, 0, 0], still, { nominalLength: 0.01 })?.message).toContain('(allowed: 0.000002)')
      expect(lock(2e-3, still, still, { gap: 0.01 })).toBeNull()
    })

    test('are checked against limits that scale with the tolerance of the run, which bounds the error of the momentum', () => {
      const tolerances = [1e-3, 1e-6, 1e-9]
      for (const tolerance of tolerances) {
        // 1000 tolerances of 0.1·nominalLength + v, but at most a thousandth of that
        const limit = Math.min(1000 * tolerance, 1e-3) * 0.1
        expect(lock(0, [0.9 * limit, 0, 0], still, {}, false, tolerance)).toBeNull()
        expect(lock(0, [1.2 * limit, 0, 0], still, {}, false, tolerance)?.code).toBe('ACTION')
      }
    })
  })

  test('runs are repeatable: every run starts with the declared structure', () => {
    const [first, second] = [simulateRocket(), simulateRocket()]
    expect(first.values('stage2.body.r_abs')).toEqual(second.values('stage2.body.r_abs'))
  })
})
