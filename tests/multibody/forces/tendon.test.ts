/** Tendons through points of several objects, and muscles on them. */
import { equations, expr, instantiate, Model, modelFromJson, modelToJson, simulate, Var } from 'vario'
import {
  createDynamics,
  HillMuscle,
  MassProperties,
  Model3D,
  Muscle,
  NoGravityField,
  Object3D,
  Prismatic,
  Revolute,
  Scene,
  Solid,
  Tendon,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const SOLVERS = ['tsit5', 'dop853', 'bdf', 'radau5', 'auto'] as const
const OPTIONS = { stopTime: 2, tolerance: 1e-9 }
const G = 9.81
const empty = Object3D({ feature: Scene({ gravityField: NoGravityField() }) })
const bar = Object3D({
  feature: Solid({
    massProperties: MassProperties({ mass: 1.5, centerOfMass: [0.2, 0, 0], Ixx: 0.01, Iyy: 0.05, Izz: 0.05 }),
  }),
})

/** Two links with a tendon over both: from the world, along the first one, to the second one and back to the world. */
const arm = (tendon: object, phi: readonly [number, number] = [0.4, -0.7]) =>
  Model3D({
    ...{ world: empty, upper: bar, lower: bar },
    elbow: Object3D({ parent: 'upper', translation: [0.5, 0, 0] }),
    p0: Object3D({ parent: 'world', translation: [-0.1, 0.2, 0.05] }),
    p1: Object3D({ parent: 'upper', translation: [0.2, 0.06, 0] }),
    p2: Object3D({ parent: 'upper', translation: [0.45, 0.05, 0.02] }),
    p3: Object3D({ parent: 'lower', translation: [0.1, 0.03, 0] }),
    p4: Object3D({ parent: 'world', translation: [0.3, -0.5, 0] }),
    r1: Revolute({ obj1: 'world', obj2: 'upper', phi: phi[0] }),
    r2: Revolute({ obj1: 'elbow', obj2: 'lower', phi: phi[1] }),
    t: Tendon({ points: ['p0', 'p1', 'p2', 'p3', 'p4'], ...tendon }),
  })

it('the torques in joints are those of virtual work: -T dL/dq', () => {
  const [q1, q2, h, T] = [0.4, -0.7, 1e-5, 30]
  const lengthAt = (a: number, b: number): number =>
    simulate(arm({}, [a, b]), { stopTime: 1e-9 }).at('t.length', 0)
  const arms = [
    (lengthAt(q1 + h, q2) - lengthAt(q1 - h, q2)) / (2 * h),
    (lengthAt(q1, q2 + h) - lengthAt(q1, q2 - h)) / (2 * h),
  ]
  const model = arm({ tension: T })
  const robot = createDynamics(model)
  const M = robot.massMatrix(Float64Array.of(q1, q2)).data
  const start = simulate(model, { stopTime: 1e-9 })
  const a = [1, 2].map((k) => start.at(`r${k}.der(w)`, 0))
  for (const i of [0, 1]) {
    // central differences of h = 1e-5: 1e-10 relative
    expect(M[2 * i] * a[0] + M[2 * i + 1] * a[1]).toBeCloseTo(-T * arms[i], 7)
    expect(Math.abs(arms[i])).toBeGreaterThan(0.01)
  }
})

describe.each(SOLVERS)('solver %s', (solver) => {
  const options = { ...OPTIONS, solver }

  it('the work of its tension is the change of all energies', () => {
    const model = arm({
      tension: expr`20*(1 + sin(3*time))`,
      slackLength: 1.2,
      springForceLaw: 300,
    }).extend({ work: Var({ init: 0 }), equations: equations`der(work) = -t.force*t.speed` })
    const result = simulate(model, options)
    const springs = result.values('world.potentialEnergy')
    const [kinetic, work] = ['world.kineticEnergy', 'work'].map((name) => result.values(name))
    // some 50 J with the errors of 1e-9 in steps over 2 s
    kinetic.forEach((energy, i) => {
      expect(Math.abs(energy - work[i])).toBeLessThan(1e-5)
    })
    expect(Math.max(...springs)).toBeGreaterThan(0.1)
    // the rate of the length, by differences
    const [a, b] = [0.999, 1.001].map((t) => result.at('t.length', t))
    expect((b - a) / 0.002).toBeCloseTo(result.at('t.speed', 1), 3)
  })

  it('a cord is slack in free flight, and pulls again where it is taut', () => {
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      hook: Object3D({ parent: 'world', translation: [0, 2, 0] }),
      eye: Object3D({ parent: 'world', translation: [0, 1.5, 0] }),
      ball: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 2 }) }) }),
      guide: Prismatic({ obj1: 'world', obj2: 'ball', axis: 'y', s: 1 }),
      cord: Tendon({ points: ['hook', 'eye', 'ball'], slackLength: 1.5, springForceLaw: 800 }),
    })
    const result = simulate(model, { ...options, stopTime: 2 })
    // falls 0.5 m, then oscillates: x'' = g - 400 x, half an oscillation and a bit, and flies again
    const [v, w] = [Math.sqrt(2 * G * 0.5), 20]
    const [fall, reach] = [v / G, Math.PI + 2 * Math.atan(G / w / v)]
    const period = fall + reach / w
    expect(result.at('guide.s', period)).toBeCloseTo(0.5, 5)
    expect(result.at('cord.force', 0.9 * fall)).toBe(0)
    // m g + sqrt((m g)² + (m v w)²)
    const peak = result.at('cord.force', fall + reach / w / 2)
    expect(peak).toBeCloseTo(2 * G + Math.hypot(2 * G, 2 * v * w), 4)
    const energy = result.values('world.totalEnergy')
    expect(Math.abs(energy.at(-1)! - energy[0])).toBeLessThan(1e-5)
  })
})

it.each([1e-6, 1, 1e6])('a load in the middle of a cord hangs where the forces balance, scale %g', (c) => {
  // two ends at distance 2 c, a ring that slides along the cord: both halves have the tension m g/(2 sin)
  const model = Model3D({
    world: Object3D({ feature: Scene({ nominalLength: c }) }),
    left: Object3D({ parent: 'world', translation: [-c, 0, 0] }),
    right: Object3D({ parent: 'world', translation: [c, 0, 0] }),
    ring: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 2 }) }) }),
    guide: Prismatic({ obj1: 'world', obj2: 'ring', axis: 'y', s: -0.5 * c, damping: 30 / Math.sqrt(c) }),
    cord: Tendon({ points: ['left', 'ring', 'right'], slackLength: 2 * c, springForceLaw: 100 / c }),
  })
  const result = simulate(model, { stopTime: 40 * Math.sqrt(c) })
  const y = -result.final('guide.s') / c
  const half = Math.hypot(1, y)
  const T = 100 * (2 * half - 2)
  expect(result.final('cord.force')).toBeCloseTo(T, 9)
  expect((2 * T * y) / half).toBeCloseTo(2 * G, 5)
})

it('points that coincide, and on one object, change nothing', () => {
  const run = (points: readonly string[]) => simulate(arm({ points, tension: 9 }), OPTIONS)
  const [plain, doubled] = [run(['p0', 'p3']), run(['p0', 'p0', 'p3', 'p3'])]
  expect(doubled.final('r2.phi')).toBeCloseTo(plain.final('r2.phi'), 12)
  expect(simulate(arm({ points: ['p1', 'p2'], tension: 9 }), OPTIONS).final('r1.phi')).toBe(0.4)
})

describe('wrong values', () => {
  it.each([
    [{ points: ['p0'] }, 't.points: expected a list with the paths of at least two Object3Ds'],
    [{ points: ['p0', 'pp'] }, /t\.points\[2\]: expected the path of an Object3D/],
    [{ points: ['p0', 3] }, 't.points[2]: expected a path, got 3'],
    [{ tension: 'a' }, 't.tension: expected a finite number'],
    [{ stiffness: 3 }, /stiffness/],
  ])('%# are errors', (args, message) => {
    expect(() => simulate(arm(args), OPTIONS)).toThrow(message)
  })
})

/** The curves of the publication, for the tests. */
const curves = {
  active: (l: number): number => Math.exp(-((l - 1) ** 2) / 0.45),
  passive: (l: number): number => (l > 1 ? (Math.exp((5 * (l - 1)) / 0.6) - 1) / (Math.exp(5) - 1) : 0),
  tendon: (e: number, e0 = 0.04): number => {
    const toe = 0.609 * e0
    if (e <= 0) return 0
    return e < toe
      ? (0.33 / (Math.exp(3) - 1)) * (Math.exp((3 * e) / toe) - 1)
      : 0.33 + (1.712 / e0) * (e - toe)
  },
}

describe('a muscle', () => {
  const fixed = (length: number, parameters: object = {}, u = 1) =>
    Model3D({
      world: empty,
      a: Object3D({ parent: 'world' }),
      b: Object3D({ parent: 'world', translation: [length, 0, 0] }),
      m: Muscle({ points: ['a', 'b'], ...parameters }),
      equations: equations`m.u = ${u}`,
    })

  it.each(SOLVERS)('has the isometric forces of the publication, with %s', (solver) => {
    for (const pennation of [0, 0.4])
      for (const length of [0.26, 0.3, 0.33]) {
        const result = simulate(fixed(length, { pennation }), { stopTime: 2, solver })
        const width = 0.1 * Math.sin(pennation)
        const excess = (along: number): number => {
          const fiber = Math.hypot(along, width)
          const l = fiber / 0.1
          const muscle = (curves.active(l) + curves.passive(l)) * (along / fiber)
          return curves.tendon((length - along) / 0.2 - 1) - muscle
        }
        let [low, high] = [0.02, length - 0.2]
        for (let k = 0; k < 60; k++) {
          const middle = 0.5 * (low + high)
          if (excess(middle) > 0) low = middle
          else high = middle
        }
        // the error of the run of 1e-6
        expect(result.final('m.along')).toBeCloseTo(low, 6)
        expect(result.final('m.path.force')).toBeCloseTo(1000 * curves.tendon((length - low) / 0.2 - 1), 1)
      }
  })

  it('is activated in the time of the publication', () => {
    const result = simulate(fixed(0.3), { stopTime: 0.1, tolerance: 1e-9 })
    for (const t of [0.01, 0.03, 0.08]) {
      const a = result.at('m.activation', t)
      // the integral of (0.5 + 1.5 a)/(1 - a)
      const primitive = (x: number): number => -1.5 * x - 2 * Math.log(1 - x)
      expect(primitive(a) - primitive(0.01)).toBeCloseTo(t / 0.015, 5)
    }
    const fades = simulate(fixed(0.3, { activation: 1 }, 0), { stopTime: 0.1, tolerance: 1e-9 })
    const a = fades.final('m.activation')
    // a' = -a (0.5 + 1.5 a)/0.05
    expect(Math.log(a / (0.5 + 1.5 * a)) + Math.log(2)).toBeCloseTo((-0.5 * 0.1) / 0.05, 5)
  })

  it('shortens and lengthens by the hyperbolas of the publication', () => {
    const model = Model({
      m: HillMuscle(),
      equations: equations`
        m.u = 1
        m.length = 0.3 + 0.03*sin(20*time)
      `,
    })
    const result = simulate(model, { stopTime: 1, tolerance: 1e-8 })
    const [aa, vv, ll, ff] = ['activation', 'v', 'l', 'f_tendon'].map((name) => result.values(`m.${name}`))
    aa.forEach((a, i) => {
      const [v, l] = [vv[i], ll[i]]
      const af = a * curves.active(l)
      const F = ff[i] - curves.passive(l) - 0.1 * v
      const b = F <= af ? af + F / 0.25 : ((2 + 2 / 0.25) * (af * 1.4 - F)) / (1.4 - 1)
      // from the equation of a system, which is solved to its tolerance
      expect(((0.25 + 0.75 * a) * (F - af)) / b).toBeCloseTo(v, 7)
    })
    const [fastest, slowest] = [Math.min(...vv), Math.max(...vv)]
    // both branches
    expect(fastest).toBeLessThan(-0.2)
    expect(slowest).toBeGreaterThan(0.1)
  })

  it('lifts a load with the work of its force, from a file and interpreted too', () => {
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      ceiling: Object3D({ parent: 'world', translation: [0, 0.32, 0] }),
      load: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 20 }) }) }),
      guide: Prismatic({ obj1: 'world', obj2: 'load', axis: 'y' }),
      m: Muscle({ points: ['ceiling', 'load'], activation: 0.2 }),
      work: Var({ init: 0 }),
      equations: equations`
        m.u = if time < 0.3 then 0.6 else 0.1
        der(work) = -m.path.force*m.path.speed
      `,
    })
    const runs = SOLVERS.map((solver) => simulate(model, { stopTime: 1, tolerance: 1e-9, solver }))
    const copy = modelFromJson(JSON.parse(JSON.stringify(modelToJson(model))))
    const interpreted = instantiate(model, { interpret: true }).simulate({ stopTime: 1, tolerance: 1e-9 })
    for (const run of [...runs, simulate(copy, { stopTime: 1, tolerance: 1e-9 }), interpreted]) {
      expect(run.final('guide.s')).toBeCloseTo(runs[0].final('guide.s'), 6)
      const energy = run.final('world.totalEnergy') - run.at('world.totalEnergy', 0)
      expect(run.final('work')).toBeCloseTo(energy, 5)
    }
    expect(Math.max(...runs[0].values('guide.s'))).toBeGreaterThan(0.02)
  })

  it('has other names in errors', () => {
    expect(() => Muscle({ points: ['a', 'b'], Fmax: 3 } as never)).toThrow(
      /Muscle: expected one of the names/,
    )
    expect(() => simulate(fixed(0.19), { stopTime: 1 })).toThrow()
  })
})
