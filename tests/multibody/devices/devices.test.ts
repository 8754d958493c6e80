/** Sensors and actuators of robots against closed forms. */
import {
  equations,
  expr,
  instantiate,
  Model,
  modelFromJson,
  modelToJson,
  Par,
  quantity,
  simulate,
  Var,
} from 'vario'
import { Fixed, Inertia } from 'vario/library/rotational'
import {
  Box,
  Imu,
  LimitedMotor,
  MassProperties,
  Model3D,
  Object3D,
  PositionServo,
  Prismatic,
  Propeller,
  RangeSensor,
  Revolute,
  SampledSensor,
  Scene,
  Solid,
  Sphere,
  UniformGravityField,
  VelocityServo,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const G = 9.81
const world = Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: G, n: [0, 0, -1] }) }) })
const body = Solid({ massProperties: MassProperties({ mass: 2, Ixx: 0.1, Iyy: 0.1, Izz: 0.2 }) })

describe('Imu', () => {
  it('measures the upward reaction at rest, in its own axes', () => {
    const tilt = 0.3
    const Still = Model3D({
      world,
      plate: Object3D({ parent: 'world', rotation: [tilt, 0, 0] }),
      imu: Imu({ object: 'plate' }),
    })
    const run = simulate(Still, { stopTime: 1 })
    expect(run.final('imu.specificForce[2]')).toBeCloseTo(G * Math.sin(tilt), 12)
    expect(run.final('imu.specificForce[3]')).toBeCloseTo(G * Math.cos(tilt), 12)
  })

  it('measures nothing but its rotation in free fall', () => {
    const Falling = Model3D({
      world,
      box: Object3D({
        ...{ parent: 'world', fixedToParent: false, rotation: [0.4, 0.2, 1], feature: body },
        ...{ angularVelocity: [0, 0, 3], angularVelocityResolvedInParent: false },
      }),
      imu: Imu({ object: 'box' }),
    })
    const run = simulate(Falling, { stopTime: 1 })
    for (const i of [1, 2, 3]) {
      expect(Math.abs(run.final(`imu.specificForce[${i}]`))).toBeLessThan(1e-12)
      // the symmetry axis is a steady axis of rotation
      expect(run.final(`imu.angularVelocity[${i}]`)).toBeCloseTo(i === 3 ? 3 : 0, 5)
    }
  })

  it('measures centripetal and tangential acceleration, also in equations', () => {
    const Arm = Model3D({
      world: Object3D({ feature: Scene() }),
      rod: Object3D({
        feature: Solid({ massProperties: MassProperties({ mass: 1, centerOfMass: [1, 0, 0] }) }),
      }),
      tip: Object3D({ parent: 'rod', translation: [2, 0, 0] }),
      rev: Revolute({ obj1: 'world', obj2: 'rod', phi: 0.5, w: 1.5 }),
      imu: Imu({ object: 'tip' }),
      along: Var(),
      across: Var(),
      rate: Var(),
      equations: equations`
        along = imu.specificForce[1]
        across = imu.specificForce[2]
        rate = imu.angularVelocity[3]
      `,
    })
    const run = simulate(Arm, { stopTime: 1 })
    for (const t of [0, 0.6]) {
      const [phi, w] = [run.at('rev.phi', t), run.at('rev.w', t)]
      // a point mass at 1 m: phi'' = -g cos(phi); at 2 m
      expect(run.at('along', t)).toBeCloseTo(-2 * w * w + G * Math.sin(phi), 10)
      expect(run.at('across', t)).toBeCloseTo(-2 * G * Math.cos(phi) + G * Math.cos(phi), 10)
      expect(run.at('rate', t)).toBeCloseTo(w, 12)
    }
  })
})

describe('RangeSensor', () => {
  const ground = Object3D({
    parent: 'world',
    feature: Solid({ shape: Box({ lengthX: 4, lengthY: 4, lengthZ: 0.2 }), visualMaterial: false }),
  })

  it('measures the height of a falling body, and ends a program of equations at a distance', () => {
    const Drop = Model3D({
      ...{ world, ground },
      ball: Object3D({
        ...{ parent: 'world', fixedToParent: false, translation: [0, 0, 2.1] },
        feature: Solid({ shape: Sphere({ diameter: 0.4 }), massProperties: 1 }),
      }),
      range: RangeSensor({ object: 'ball', axis: '-z', maximumRange: 5 }),
      seen: Var({ init: 0 }),
      equations: equations`
        when range.distance < 1 then
          seen = time
        end when
      `,
    })
    for (const solver of ['tsit5', 'bdf', 'auto'] as const) {
      const run = simulate(Drop, { stopTime: 0.5, solver })
      // its own sphere is not seen
      expect(run.at('range.distance', 0)).toBe(2)
      // the tolerance of the run
      expect(run.final('range.distance')).toBeCloseTo(2 - 0.5 * G * 0.25, 5)
      expect(run.final('seen')).toBeCloseTo(Math.sqrt(2 / G), 5)
    }
  })

  it('sees nothing beyond its range, and turned shapes at their place', () => {
    const Scan = Model3D({
      ...{ world, ground },
      post: Object3D({
        ...{ parent: 'world', translation: [3, 0, 1], rotation: [0, 0, Math.PI / 4] },
        feature: Solid({ shape: Box({ lengthX: 1, lengthY: 1, lengthZ: 1 }) }),
      }),
      head: Object3D(),
      turn: Revolute({ obj1: 'mast', obj2: 'head', w: 0.5 }),
      mast: Object3D({ parent: 'world', translation: [0, 0, 1] }),
      weight: Object3D({ parent: 'head', feature: body }),
      range: RangeSensor({ object: 'head', maximumRange: 2.7 }),
    })
    const run = simulate(Scan, { stopTime: 2 })
    // the edge of the post, half a diagonal in front of its center
    expect(run.at('range.distance', 0)).toBeCloseTo(3 - Math.SQRT1_2, 12)
    // with the angle a, the face x + y = 3 - √½ (left of the edge: x - y)
    const a = run.at('turn.phi', 0.2)
    expect(run.at('range.distance', 0.2)).toBeCloseTo((3 - Math.SQRT1_2) / (Math.cos(a) - Math.sin(a)), 9)
    expect(run.final('range.distance')).toBe(2.7)
  })

  it('needs a range', () => {
    const make = (maximumRange: number) =>
      Model3D({ world, ground, range: RangeSensor({ object: 'ground', maximumRange }) })
    expect(() => simulate(make(-1), { stopTime: 1 })).toThrow(
      'range.maximumRange: expected a positive number, got -1.',
    )
  })
})

describe('sensors with a delay', () => {
  const T = 0.13
  // a cart that hangs from a prescribed motion turns, and one falls freely until a force holds it
  const make = (delay: object, late: object = delay) =>
    Model3D({
      world,
      ground: Object3D({
        parent: 'world',
        feature: Solid({ shape: Box({ lengthX: 4, lengthY: 4, lengthZ: 0.2 }) }),
      }),
      reach: Par(5),
      lag: Par(T),
      cart: Object3D({ feature: body }),
      slide: Prismatic({ obj1: 'mast', obj2: 'cart', axis: 'z', f: expr`lift` }),
      mast: Object3D({ parent: 'world', translation: [0, 0, 2] }),
      wheel: Object3D({ feature: body }),
      turn: Revolute({ obj1: 'cart', obj2: 'wheel', motion: expr`0.5*sin(3*time)` }),
      imu: Imu({ object: 'wheel', ...delay }),
      range: RangeSensor({ object: 'cart', axis: '-z', maximumRange: expr`reach`, ...late }),
      camera: SampledSensor({ samplePeriod: 0.04, deviation: 0.01, bias: 1 }),
      lift: Var({ unit: 'N' }),
      high: Var(),
      seen: Var({ init: 0 }),
      equations: equations`
        lift = if time < 0.2 then 0 else 4*${G}
        camera.u = range.distance
        high = imu.specificForce[3]
        when range.distance < 1.85 then
          seen = time
        end when
      `,
    })
  /** Height of the sensor above the ground, and specific force, as they are at time t. */
  const heightAt = (t: number): number => {
    const after = Math.max(0, t - 0.2)
    return 1.9 - 0.5 * G * Math.min(t, 0.2) ** 2 - 0.2 * G * after
  }
  const options = { stopTime: 0.7, tolerance: 1e-8 }

  it('give the values of before, their jumps as events, and those of the start at first', () => {
    const model = make({ delay: T })
    const runs = (['tsit5', 'bdf'] as const).map((solver) => simulate(model, { ...options, solver }))
    const copy = modelFromJson(JSON.parse(JSON.stringify(modelToJson(model))))
    const interpreted = instantiate(model, { interpret: true }).simulate(options)
    for (const run of [...runs, simulate(copy, options), interpreted]) {
      for (const t of [0.05, 0.1, 0.2, 0.3, 0.4, 0.6]) {
        // of the tolerance, and of an interpolation of the past with a tenth of it
        expect(run.at('range.distance', t)).toBeCloseTo(heightAt(Math.max(0, t - T)), 7)
        expect(run.at('range.sensor.distance', t)).toBeCloseTo(heightAt(t), 7)
        expect(run.at('imu.angularVelocity[3]', t)).toBeCloseTo(1.5 * Math.cos(3 * Math.max(0, t - T)), 6)
      }
      // the force begins at 0.2 s: in free fall until then, at constant speed afterwards
      expect(run.at('imu.specificForce[3]', 0.2 + T - 1e-9)).toBeCloseTo(0, 9)
      expect(run.at('imu.specificForce[3]', 0.2 + T + 1e-9)).toBeCloseTo(G, 9)
      // an event has two points
      expect([...run.time].filter((t) => Math.abs(t - 0.2 - T) < 1e-12)).toHaveLength(2)
      expect(run.final('seen')).toBeCloseTo(T + Math.sqrt(0.1 / G), 6)
    }
  })

  it('are sampled with the same noise and bias', () => {
    const [late, prompt] = [make({ delay: T }), make({})].map((model) => simulate(model, options))
    for (const t of [0.03, 0.25, 0.45, 0.61]) {
      const tick = Math.floor(t / 0.04) * 0.04
      const noise = prompt.at('camera.y', t) - heightAt(tick)
      expect(late.at('camera.y', t)).toBeCloseTo(heightAt(Math.max(0, tick - T)) + noise, 6)
    }
  })

  it('take expressions, changes by merge, and 0 for at once', () => {
    const model = make({ delay: expr`lag` })
    const run = (merge: Readonly<Record<string, unknown>>) => simulate(model, { ...options, merge })
    for (const [merge, T] of [
      [{ lag: 0.05 }, 0.05],
      [{ imu: { delay: 0 }, range: { delay: 0 } }, 0],
      [{ range: { delay: quantity(50, 'ms') } }, 0.05],
    ] as const)
      expect(run(merge).at('range.distance', 0.5)).toBeCloseTo(heightAt(0.5 - T), 7)
    expect(run({ range: { sensor: { maximumRange: 1.5 } } }).at('range.distance', 0.1)).toBe(1.5)
    expect(() => run({ lag: -1 })).toThrow(/delay.*-1/)
    expect(() => simulate(make({ delay: [1, 2] }), options)).toThrow(/delay/)
  })
})

describe('SampledSensor', () => {
  const Noisy = Model({
    x: Var({ init: 1 }),
    a: SampledSensor({ bias: 0.5, deviation: 0.2, seed: 1 }),
    b: SampledSensor({ deviation: 1, seed: 2 }),
    equations: equations`
      der(x) = -x
      a.u = 3
      b.u = x
    `,
  })
  const draw = (solver: 'tsit5' | 'bdf' | 'auto', maxStep?: number) =>
    simulate(Noisy, { stopTime: 40, interval: 0.01, solver, ...(maxStep && { maxStep }) })

  it('has the mean, the deviation and the independence of white noise', () => {
    const run = draw('auto')
    const times = Array.from({ length: 4000 }, (_, k) => 0.01 * k + 0.005)
    const a = times.map((t) => run.at('a.y', t) - 3.5)
    const b = times.map((t) => run.at('b.y', t) - run.at('x', Math.floor(t * 100 + 0.25) / 100))
    const mean = (x: readonly number[]): number => x.reduce((sum, value) => sum + value, 0) / x.length
    const product = (x: readonly number[], y: readonly number[]): number =>
      mean(x.map((value, i) => value * y[i]))
    // 4000 samples: four standard errors are 4/√4000 = 0.063
    expect(Math.abs(mean(a))).toBeLessThan(0.063 * 0.2)
    expect(product(a, a) / 0.04).toBeCloseTo(1, 1)
    expect(product(b, b)).toBeCloseTo(1, 1)
    expect(mean(b.map((x) => x ** 4))).toBeGreaterThan(2.5)
    expect(mean(b.map((x) => x ** 4))).toBeLessThan(3.5)
    expect(Math.abs(product(a, b)) / 0.2).toBeLessThan(0.063)
    for (const lag of [1, 2, 7]) expect(Math.abs(product(b.slice(lag), b.slice(0, -lag)))).toBeLessThan(0.063)
  })

  it('has the same noise with all solvers and steps', () => {
    const values = draw('tsit5').values('a.y')
    for (const other of [draw('bdf'), draw('tsit5', 0.004)]) {
      const last = other.values('a.y')
      expect(last.at(-1)).toBe(values.at(-1))
      expect(other.at('a.y', 17.123)).toBe(draw('tsit5').at('a.y', 17.123))
    }
  })

  it('rounds to a resolution like an encoder, at the ticks', () => {
    const Encoder = Model({
      phi: Var(),
      encoder: SampledSensor({ resolution: expr`2*3.14159265358979/1000`, samplePeriod: 0.1 }),
      equations: equations`
        phi = 3*time^2
        encoder.u = phi
      `,
    })
    const run = simulate(Encoder, { stopTime: 1 })
    const step = (2 * Math.PI) / 1000
    expect(run.at('encoder.y', 0.55)).toBeCloseTo(step * Math.round(0.75 / step), 12)
    expect(Math.abs(run.at('encoder.y', 0.98) - 3 * 0.81)).toBeLessThan(step / 2 + 1e-12)
  })
})

describe('Propeller', () => {
  const copter = (speed: string, isReversed: boolean) =>
    Model3D({
      world,
      n: Par(50, 'rad/s'),
      rate: Var({ unit: 'rad/s' }),
      frame: Object3D({ parent: 'world', fixedToParent: false, feature: body }),
      arm: Object3D({ parent: 'frame', translation: [0.3, 0, 0] }),
      front: Propeller({
        ...{ object: 'frame', thrustCoefficient: 0.004, torqueCoefficient: 1e-5, isReversed },
        speed: expr`rate`,
      }),
      equations: equations`rate = ${speed === 'n' ? 1 : -1}*n*(1 + time)`,
    })

  it('lifts by the square of its speed, and turns the body against it', () => {
    for (const solver of ['tsit5', 'radau5', 'auto'] as const) {
      const run = simulate(copter('n', false), { stopTime: 1, solver, tolerance: 1e-8 })
      // thrust 10 (1 + t)², ∫∫ (1 + t)² = ((1 + t)⁴ - 1)/12 - t/3
      const twice = 15 / 12 - 1 / 3
      expect(run.final('frame.translation[3]')).toBeCloseTo((10 / 2) * twice - G / 2, 6)
      // -k_Q n²/Izz ∫ (1 + t)² dt
      expect(run.final('frame.angularVelocity[3]')).toBeCloseTo((-(1e-5 * 2500) / 0.2) * (7 / 3), 8)
      expect(run.final('front.thrust')).toBeCloseTo(40, 10)
    }
  })

  it('reversed lifts with a negative speed, with the opposite torque', () => {
    const run = simulate(copter('-n', true), { stopTime: 1, tolerance: 1e-8 })
    expect(run.final('front.thrust')).toBeCloseTo(40, 10)
    expect(run.final('front.torque')).toBeCloseTo(0.1, 12)
    expect(run.final('frame.angularVelocity[3]')).toBeCloseTo(((1e-5 * 2500) / 0.2) * (7 / 3), 8)
  })

  it('takes numbers, and names what is missing', () => {
    const fixed = (changes: object) =>
      Model3D({
        world,
        frame: Object3D({ parent: 'world', fixedToParent: false, feature: body }),
        p: Propeller({ object: 'frame', speed: 100, thrustCoefficient: (2 * G) / 1e4, ...changes }),
      })
    expect(Math.abs(simulate(fixed({}), { stopTime: 2 }).final('frame.translation[3]'))).toBeLessThan(1e-12)
    expect(() => simulate(fixed({ speed: undefined }), { stopTime: 1 })).toThrow(
      /p.speed: expected a finite number/,
    )
  })
})

describe('drives with limits', () => {
  const run = (parts: object, options: object = {}) =>
    simulate(
      Model({
        load: Inertia({ J: 0.5 }),
        ...parts,
        connect: [['drive.flange', 'load.flange_a']],
      }),
      { stopTime: 2, tolerance: 1e-8, ...options },
    )

  it('LimitedMotor runs up along its torque line, and heats up', () => {
    const drive = LimitedMotor({
      ...{ tau_max: 100, tau_stall: 8, w_idle: 20, loss: 0.02, heatCapacity: 5, thermalResistance: 0.4 },
    })
    const result = run({ drive, equations: equations`drive.tau_ref = 1000` })
    // J w' = tau_stall (1 - w/w_idle)
    const rate = 8 / (0.5 * 20)
    for (const t of [0.5, 2]) expect(result.at('drive.w', t)).toBeCloseTo(20 * (1 - Math.exp(-rate * t)), 6)
    // C T' + T/R = loss tau_stall² exp(-2 rate t), from ambient
    const [a, b] = [1 / (5 * 0.4), 2 * rate]
    const rise = ((0.02 * 64) / 5 / (a - b)) * (Math.exp(-b * 2) - Math.exp(-a * 2))
    expect(result.final('drive.T') - 293.15).toBeCloseTo(rise, 6)
  })

  it('LimitedMotor starts at the ambient temperature, and its limits fall with its temperature', () => {
    const heat = { loss: 0.02, heatCapacity: 5, thermalResistance: 0.4, T_ambient: 320 }
    // a rotor at rest: the torque of its input against a brake with the same torque
    const Blocked = (args: object) =>
      Model({
        drive: LimitedMotor({ tau_max: 3, tau_stall: 8, w_idle: 20, ...heat, ...args }),
        ground: Fixed(),
        equations: equations`connect(drive.flange, ground.flange); drive.tau_ref = 9`,
      })
    const cold = simulate(Blocked({}), { stopTime: 1, tolerance: 1e-9 })
    expect(cold.at('drive.T', 0)).toBe(320)
    expect(cold.final('drive.tau')).toBe(3)
    // it settles where the heat of 3 derating leaves: loss (3 d)² R = T - T_ambient, T = T_derate + range (1 - d)
    const hot = simulate(Blocked({ T_derate: 320.01, derateRange: 0.1 }), { stopTime: 40, tolerance: 1e-9 })
    const [a, b, c] = [0.02 * 9 * 0.4, 0.1, -0.11]
    const d = (-b + Math.sqrt(b * b - 4 * a * c)) / (2 * a)
    expect(hot.final('drive.derating')).toBeCloseTo(d, 7)
    expect(hot.final('drive.tau')).toBeCloseTo(3 * d, 7)
    // at the end of the range it has no torque in either direction
    const burnt = simulate(Blocked({ T_derate: 300 }), { stopTime: 0 })
    expect(burnt.final('drive.tau')).toBe(0)
    expect(simulate(Blocked({ T_derate: 310 }), { stopTime: 0 }).final('drive.tau')).toBeCloseTo(1.5, 12)
  })

  it('LimitedMotor gives the torque of its input within its limits, and brakes beyond its idle speed', () => {
    const limits = { tau_max: 3, tau_stall: 8, w_idle: 20 }
    const weak = run({ drive: LimitedMotor(limits), equations: equations`drive.tau_ref = -2` })
    expect(weak.final('drive.w')).toBeCloseTo(-8, 6)
    const strong = run(
      { drive: LimitedMotor(limits), equations: equations`drive.tau_ref = 9` },
      { stopTime: 1 },
    )
    expect(strong.final('drive.w')).toBeCloseTo(6, 6)
    const fast = run({
      ...{ drive: LimitedMotor(limits), load: Inertia({ J: 0.5, w: { init: 26 } }) },
      equations: equations`drive.tau_ref = 1`,
    })
    // 8 (1 - w/20): towards 20 rad/s from above with the rate 0.8, until 1 = 8 (1 - w/20) at 17.5 rad/s
    expect(fast.final('drive.w')).toBeCloseTo(20 + 6 * Math.exp(-0.8 * 2), 5)
    expect(fast.at('drive.tau', 0)).toBeCloseTo(-2.4, 12)
  })

  it('VelocityServo is a system of first order below its limit', () => {
    const small = run({ drive: VelocityServo({ d: 2 }), equations: equations`drive.w_ref = 3` })
    expect(small.at('drive.w', 0.4)).toBeCloseTo(3 * (1 - Math.exp(-4 * 0.4)), 6)
    const large = run({ drive: VelocityServo({ d: 200, tau_max: 5 }), equations: equations`drive.w_ref = 3` })
    expect(large.at('drive.w', 0.2)).toBeCloseTo(10 * 0.2, 6)
    expect(large.final('drive.w')).toBeCloseTo(3, 6)
  })

  it('PositionServo is a damped oscillator, and keeps its speed', () => {
    const small = run({
      drive: PositionServo({ k: 2, d: 4, w_max: 99 }),
      equations: equations`drive.phi_ref = 0.2`,
    })
    // 0.5 phi'' + 4 phi' + 8 phi = 8·0.2: critically damped with the rate 4
    const exact = 0.2 * (1 - (1 + 4 * 0.7) * Math.exp(-4 * 0.7))
    expect(small.at('load.phi', 0.7)).toBeCloseTo(exact, 6)
    const far = run({
      drive: PositionServo({ k: 20, d: 100, w_max: 0.5 }),
      equations: equations`drive.phi_ref = 9`,
    })
    expect(Math.max(...far.values('drive.w'))).toBeLessThan(0.5 * (1 + 1e-6))
    expect(far.final('drive.w')).toBeCloseTo(0.5, 6)
  })
})
