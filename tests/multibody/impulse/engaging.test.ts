/** Freewheels written with equations: the impulse of an impact in their locking direction, and one that engages them. */
import { equations, Model, simulate, Var } from 'vario'
import { Flange } from 'vario/library/rotational'
import {
  type Actions,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  RevoluteWithFlange,
  Scene,
  Solid,
  Sphere,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { campaignSeeds } from '../../support/campaign-seeds.ts'
import { createRandom } from '../../support/random.ts'

/** Turns with w ≥ 0 only. */
const ByVelocity = Model({
  flange: Flange(),
  w: Var({}),
  a: Var({}),
  sa: Var({}),
  locked: Var({ start: true }),
  equations: equations`
    w = der(flange.phi)
    a = der(w)
    locked = if pre(locked) then sa <= 0 else w < 0
    a = if locked then 0 else sa
    flange.tau = if locked then sa else 0
  `,
})

/** The same with a mode. */
const ByMode = Model({
  flange: Flange(),
  w: Var({}),
  a: Var({}),
  sa: Var({}),
  mode: Var({ start: 0 }),
  equations: equations`
    w = der(flange.phi)
    a = der(w)
    starts = pre(mode) == 0 and sa > 0
    locked = pre(mode) == 0 and not starts
    a = if locked then 0 else sa
    flange.tau = if locked then sa else 0
    mode = if (pre(mode) == 1 or starts) and w > 0 then 1 else 0
  `,
})

const FREEWHEELS = [
  { name: 'by its velocity', create: (w: number) => ByVelocity({ locked: { start: w === 0 } }) },
  { name: 'by its mode', create: (w: number) => ByMode({ mode: { start: w > 0 ? 1 : 0 } }) },
]

const ball = Solid({ shape: Sphere({ diameter: 0.04 }), contactMaterial: 'Steel', collision: true })

/** An arm of 0.5 m and J = 0.1 + 0.25² about its hinge; a ball of 1 kg hits its tip with the velocity v, or misses it. */
const build = (freewheel: unknown, w: number, v: number, e: number) =>
  Model3D({
    world: Object3D({
      feature: Scene({
        ...{ contactResponse: 'impulse', gap: 0.1, gravityField: NoGravityField() },
        contactPairs: {
          'Steel-Steel': {
            ...{ coefficientOfRestitution: e, slidingFrictionCoefficient: 0 },
            ...{ rotationalResistanceCoefficient: 0, impactThreshold: 1e-6 },
          },
        },
      }),
    }),
    link: Object3D({
      feature: Solid({
        massProperties: MassProperties({ mass: 1, centerOfMass: [0.25, 0, 0], Ixx: 0.1, Iyy: 0.1, Izz: 0.1 }),
      }),
    }),
    hand: Object3D({ parent: 'link', translation: [0.5, 0, 0] }),
    tip: Object3D({ parent: 'hand', feature: ball }),
    hinge: RevoluteWithFlange({ obj1: 'world', obj2: 'link', axis: 'z', phi: { init: 0 }, w: { init: w } }),
    ball: Object3D({
      ...{ parent: 'world', fixedToParent: false },
      ...{ translation: [0.5, v < 0 ? 0.08 : -0.08, 0], velocity: [0, v, 0] },
      feature: Solid({
        ...{ shape: Sphere({ diameter: 0.04 }), contactMaterial: 'Steel', collision: true },
        massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }),
      }),
    }),
    freewheel,
    connect: [['freewheel.flange', 'hinge.flange']],
  } as Parameters<typeof Model3D>[0])

describe.each(FREEWHEELS)('a freewheel that engages $name', ({ create }) => {
  const run = (w: number, v: number, e: number) =>
    simulate(build(create(w), w, v, e), { stopTime: 0.016, interval: 0.004 })

  it.each([0, 0.5, 1])('holds against an impact in its locking direction, e = %d', (e) => {
    const result = run(0, -3, e)
    expect(result.warnings).toEqual([])
    expect(result.final('hinge.w')).toBe(0)
    // a fixed tip returns the ball with e times its velocity
    expect(result.final('ball.velocity[2]')).toBeCloseTo(3 * e, 10)
  })

  it.each([0.5, 1])('lets an impact in the other direction pass, e = %d', (e) => {
    const result = run(0, 3, e)
    expect(result.warnings).toEqual([])
    // p = (1 + e) 3/(1/m + l²/J), J w = p l
    const J = 0.1 + 0.25 ** 2
    const impulse = ((1 + e) * 3) / (1 + 0.5 ** 2 / J)
    expect(result.at('hinge.w', 0.0139)).toBeCloseTo((impulse * 0.5) / J, 8)
  })

  it.each([0, 0.5, 1])('engages during an impact, e = %d', (e) => {
    const result = run(0.2, -3, e)
    expect(result.warnings).toEqual([])
    // the tip stops; the ball, which has approached it with 3.1 m/s, returns with e times that or all the energy
    expect(Math.abs(result.final('hinge.w'))).toBeLessThan(1e-15)
    const J = 0.1 + 0.25 ** 2
    const back = Math.min(3.1 * e, Math.sqrt(3 ** 2 + J * 0.2 ** 2))
    // the arm has turned by less than 1e-4 rad before
    expect(result.final('ball.velocity[2]')).toBeCloseTo(back, 6)
    const lost = 0.5 * (3 ** 2 + J * 0.2 ** 2 - result.final('ball.velocity[2]') ** 2)
    expect(result.impacts[0].lostEnergy).toBeCloseTo(lost, 6)
    expect(result.impacts[0].velocity).toBeCloseTo(3.1, 6)
  })

  it('does not warn if the impact leaves it overrunning', () => {
    const result = run(5, -0.1, 0)
    expect(result.final('hinge.w')).toBeGreaterThan(0)
    expect(result.warnings).toEqual([])
  })
})

it('a jump of equations engages a freewheel', () => {
  // two rotors; the kink drives the second one backwards: w2 = 0.2 - 2/2 without the freewheel
  const run = (w: number) =>
    simulate(
      Model({
        phi2: Var({ init: 0 }),
        w2: Var({ init: w }),
        mode: Var({ start: 1 }),
        equations: equations`
          w1 = der(phi1)
          w2 = der(phi2)
          a = der(w2)
          der(w1) = tau
          a = -tau - held
          phi2 - phi1 = if time < 0.5 then 0 else -2*(time - 0.5)
          starts = pre(mode) == 0 and sa > 0
          locked = pre(mode) == 0 and not starts
          a = if locked then 0 else sa
          held = if locked then sa else 0
          mode = if (pre(mode) == 1 or starts) and w2 > 0 then 1 else 0
        `,
      }),
      { stopTime: 1 },
    )
  const engaged = run(0.2)
  expect(engaged.warnings).toEqual([])
  // w2 - w1 = -2 with w2 = 0
  expect(engaged.final('w1')).toBeCloseTo(2, 12)
  expect(engaged.final('w2')).toBeCloseTo(0, 12)
  const free = run(3)
  expect(free.warnings).toEqual([])
  expect(free.final('w2')).toBeCloseTo(2, 10)
})

it.each(FREEWHEELS)('a lock engages a freewheel $name', ({ create }) => {
  // a ball of 1 kg that comes with v is locked to the tip of an arm with w = 0.2
  const J = 0.1 + 0.25 ** 2
  const run = (v: number) =>
    simulate(
      Model3D({
        world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
        link: Object3D({
          feature: Solid({
            massProperties: MassProperties({
              mass: 1,
              centerOfMass: [0.25, 0, 0],
              Ixx: 0.1,
              Iyy: 0.1,
              Izz: 0.1,
            }),
          }),
        }),
        hand: Object3D({ parent: 'link', translation: [0.5, 0, 0], lockable: true }),
        hinge: RevoluteWithFlange({
          obj1: 'world',
          obj2: 'link',
          axis: 'z',
          phi: { init: 0 },
          w: { init: 0.2 },
        }),
        ball: Object3D({
          ...{ parent: 'world', fixedToParent: false, assemblyRoot: true, lockable: true },
          ...{ translation: [0.5, 0, 0], velocity: [0, v, 0] },
          feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 0.1, Iyy: 0.1, Izz: 0.1 }) }),
        }),
        freewheel: create(0.2),
        connect: [['freewheel.flange', 'hinge.flange']],
        actions: function* (act: Actions) {
          yield act.wait(1e-9)
          yield act.attach('ball', 'hand', { impulse: true })
        },
      } as Parameters<typeof Model3D>[0]),
      { stopTime: 2e-9 },
    )
  const stopped = run(-3)
  expect(stopped.warnings).toEqual([])
  expect(stopped.final('hinge.w')).toBeCloseTo(0, 12)
  // a slow one lets it overrun: angular momentum J w + m l v stays
  const turning = run(-0.05)
  expect(turning.warnings).toEqual([])
  expect(turning.final('hinge.w')).toBeCloseTo((J * 0.2 - 0.5 * 0.05) / (J + 0.1 + 0.25), 7)
})

describe('two freewheels in a chain', () => {
  const link = (mass: number, c: number, I: number) =>
    Solid({ massProperties: MassProperties({ mass, centerOfMass: [c, 0, 0], Ixx: I, Iyy: I, Izz: I }) })

  /** Solves A x = b by elimination with pivots. */
  function solve(A: number[][], b: number[]): number[] {
    const M = A.map((row, i) => [...row, b[i]])
    M.forEach((_, k) => {
      const pivot = M.slice(k).reduce(
        (best, row, i) => (Math.abs(row[k]) > Math.abs(M[best][k]) ? k + i : best),
        k,
      )
      ;[M[k], M[pivot]] = [M[pivot], M[k]]
      for (let i = 0; i < M.length; i++) {
        if (i === k) continue
        const factor = M[i][k] / M[k][k]
        M[i] = M[i].map((value, j) => value - factor * M[k][j])
      }
    })
    return M.map((row, i) => row[M.length] / row[i])
  }

  it('engage as complementarity requires', () => {
    const counts = [0, 0, 0, 0]
    for (const seed of campaignSeeds(60, 8)) {
      const random = createRandom(seed)
      const uniform = (low: number, high: number): number => low + (high - low) * random()
      const masses = [uniform(0.5, 2), uniform(0.5, 2), uniform(0.05, 0.5)]
      const [I1, I2] = [uniform(0.01, 0.1), uniform(0.01, 0.1)]
      const phi2 = uniform(-1.5, 1.5)
      const w = [uniform(0, 5), uniform(0, 5)]
      const wheel = () => ByMode({ mode: { start: 1 } })
      const tip = [0.5 + 0.4 * Math.cos(phi2), 0.4 * Math.sin(phi2)]
      const result = simulate(
        Model3D({
          world: Object3D({
            feature: Scene({
              ...{ contactResponse: 'impulse', gap: 0.1, gravityField: NoGravityField() },
              contactPairs: {
                'Steel-Steel': {
                  ...{ coefficientOfRestitution: 0, slidingFrictionCoefficient: 0 },
                  ...{ rotationalResistanceCoefficient: 0, impactThreshold: 1e-6 },
                },
              },
            }),
          }),
          first: Object3D({ feature: link(masses[0], 0.25, I1) }),
          elbow: Object3D({ parent: 'first', translation: [0.5, 0, 0] }),
          second: Object3D({ feature: link(masses[1], 0.2, I2) }),
          hand: Object3D({ parent: 'second', translation: [0.4, 0, 0] }),
          tip: Object3D({ parent: 'hand', feature: ball }),
          shoulder: RevoluteWithFlange({
            obj1: 'world',
            obj2: 'first',
            axis: 'z',
            phi: { init: 0 },
            w: { init: w[0] },
          }),
          bend: RevoluteWithFlange({
            obj1: 'elbow',
            obj2: 'second',
            axis: 'z',
            phi: { init: phi2 },
            w: { init: w[1] },
          }),
          ball: Object3D({
            ...{ parent: 'world', fixedToParent: false },
            ...{ translation: [tip[0], tip[1] + 0.05, 0], velocity: [0, -15, 0] },
            feature: Solid({
              ...{ shape: Sphere({ diameter: 0.04 }), contactMaterial: 'Steel', collision: true },
              massProperties: MassProperties({ mass: masses[2], Ixx: 1, Iyy: 1, Izz: 1 }),
            }),
          }),
          wheel1: wheel(),
          wheel2: wheel(),
          connect: [
            ['wheel1.flange', 'shoulder.flange'],
            ['wheel2.flange', 'bend.flange'],
          ],
        } as Parameters<typeof Model3D>[0]),
        { stopTime: 0.01, interval: 0.001, tolerance: 1e-9 },
      )
      expect(result.warnings).toEqual([])
      const [impact] = result.impacts
      const after = result.time.findIndex((t, k) => t === impact.time && result.time[k + 1] !== t)
      const at = (name: string, k: number): number => result.values(name)[k]
      const k = after - 1
      // mass matrix of the relative angles, and of the ball along and across; normal from the tip to the ball
      const [angle, p] = [at('bend.phi', k), at('shoulder.phi', k)]
      const [m1, m2, m] = masses
      const coupling = m2 * 0.5 * 0.2 * Math.cos(angle)
      const J2 = I2 + m2 * 0.2 ** 2
      const J1 = I1 + m1 * 0.25 ** 2 + m2 * 0.5 ** 2 + J2 + 2 * coupling
      const mass = [
        [J1, J2 + coupling, 0, 0],
        [J2 + coupling, J2, 0, 0],
        [0, 0, m, 0],
        [0, 0, 0, m],
      ]
      const n = impact.obj1 === 'ball' ? impact.normal.map((c) => -c) : impact.normal
      const [x, y] = impact.position
      const lever = (fromX: number, fromY: number): number => (x - fromX) * n[1] - (y - fromY) * n[0]
      const row = [-lever(0, 0), -lever(0.5 * Math.cos(p), 0.5 * Math.sin(p)), n[0], n[1]]
      const names = ['shoulder.w', 'bend.w', 'ball.velocity[1]', 'ball.velocity[2]']
      const before = names.map((name) => at(name, k))
      // rows of impulses: the contact, and the freewheels of every subset that engages
      const solutions = [[], [0], [1], [0, 1]].flatMap((set) => {
        const rows = [row, ...set.map((i) => [0, 1, 2, 3].map((j) => (i === j ? 1 : 0)))]
        const jumps = rows.map((each) => solve(mass, each))
        const dot = (a: readonly number[], b: readonly number[]): number =>
          a.reduce((sum, v, i) => sum + v * b[i], 0)
        const impulses = solve(
          rows.map((each) => jumps.map((jump) => dot(each, jump))),
          rows.map((each) => -dot(each, before)),
        )
        const v = before.map((value, i) => value + impulses.reduce((sum, p, j) => sum + p * jumps[j][i], 0))
        return impulses.every((p) => p >= 0) && v[0] > -1e-12 && v[1] > -1e-12 ? [{ v, set }] : []
      })
      expect(solutions).toHaveLength(1)
      const [{ v, set }] = solutions
      counts[set.length === 2 ? 3 : set.length === 0 ? 0 : set[0] + 1]++
      names.forEach((name, i) => {
        expect(at(name, after), `${name}, seed ${seed}`).toBeCloseTo(v[i], 7)
      })
    }
    // most kinds of engagement occur
    expect(counts.filter((count) => count > 0).length).toBeGreaterThanOrEqual(2)
  })
})
