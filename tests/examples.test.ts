/** Every file in `examples/` runs, prints something, and gives the numbers that a closed form or a publication gives. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { simulate } from 'vario'
import { integrate } from 'vario/ode'
import { afterAll, describe, expect, test } from 'vitest'
import { simulateBilliard } from '../examples/billiard.ts'
import { simulateBouncingBall } from '../examples/bouncing-ball.ts'
import { impactTimes, simulateBall } from '../examples/bouncing-ball-model.ts'
import { simulateBouncingSphere } from '../examples/bouncing-sphere.ts'
import {
  compareSolvers,
  drawMechanics,
  drawModels,
  simulateMechanics,
  simulateModels,
} from '../examples/demo.ts'
import { simulateFilter } from '../examples/filter.ts'
import { simulateHeatRod } from '../examples/heat-rod.ts'
import { simulateRod } from '../examples/heat-rod-model.ts'
import { simulateHeatedRods } from '../examples/insulated-rod.ts'
import { simulateMobile } from '../examples/mobile.ts'
import { simulateMotorDrive } from '../examples/motor-drive.ts'
import { simulateCradle } from '../examples/newtons-cradle.ts'
import { simulateOrbit } from '../examples/orbit.ts'
import { runLong, simulateDampedPendulum } from '../examples/pendulum.ts'
import { simulatePendulum } from '../examples/pendulum-dae.ts'
import { simulateRattleback } from '../examples/rattleback.ts'
import { Rectifier, simulateRectifier } from '../examples/rectifier.ts'
import { POINTS, simulateRobotArm, toolPosition } from '../examples/robot-arm.ts'
import { simulateRocket } from '../examples/rocket.ts'
import { simulateCruise } from '../examples/sampled-controller.ts'
import {
  CRITICAL_SPIN,
  largestTilt,
  simulatePrecession,
  slowPrecession,
  turnedAngle,
} from '../examples/spinning-top.ts'
import { simulateThermostat } from '../examples/step-loop.ts'
import { simulateReaction } from '../examples/stiff-chemistry.ts'
import { notes, simulateTwoInertias, states } from '../examples/two-inertias.ts'
import { ROOT } from './support/project.ts'

const GRAVITY = 9.81
/** Speed of the ball at its first impact from 1 m, and that after k impacts with restitution 0.7 [m/s]. */
const reboundSpeed = (k: number): number => Math.sqrt(2 * GRAVITY) * 0.7 ** k
/** Time of impact k = 1, 2, …: half a flight, and the flights between [s]. */
function impactTime(k: number): number {
  let t = Math.sqrt(2 / GRAVITY)
  for (let i = 1; i < k; i++) t += (2 * reboundSpeed(i)) / GRAVITY
  return t
}

/** What to expect of each example, by the name of its file. */
const EXPECTATIONS: Record<string, () => void> = {
  'bouncing-ball.ts': () => {
    const { impacts, rebounds, restTime, run } = simulateBouncingBall()
    // The first rebound below 0.01 m/s is the 18th.
    expect(impacts).toHaveLength(18)
    expect(reboundSpeed(17)).toBeGreaterThan(0.01)
    expect(reboundSpeed(18)).toBeLessThan(0.01)
    impacts.forEach((t, i) => {
      // tsit5 follows a parabola exactly; what remains is the width of the located bracket, 100 eps, per impact.
      expect(Math.abs(t - impactTime(i + 1))).toBeLessThan(1e-11)
      expect(Math.abs(rebounds[i] - reboundSpeed(i + 1))).toBeLessThan(1e-10)
    })
    expect(restTime).toBe(impacts[17])
    // At rest, no event is reported up to the end.
    expect(run.reason).toBe('end')
    expect(run.events).toHaveLength(18)
    expect([...run.x]).toEqual([0, 0])
  },

  'stiff-chemistry.ts': () => {
    // Test Set for IVP Solvers, release 2.4, problem ROBER at t = 1e11.
    const published = [0.2083340149701255e-7, 0.8333360770334713e-13, 0.999999979166505]
    // Relative errors: the local tolerance is 1e-7, and BDF accumulates most of the three.
    const bounds: Record<string, number> = { bdf: 1e-4, radau5: 1e-6, auto: 1e-6 }
    const reactions = simulateReaction()
    expect(reactions.map(({ method }) => method)).toEqual(['bdf', 'radau5', 'auto'])
    for (const { method, x, stats } of reactions) {
      published.forEach((value, i) => {
        expect(Math.abs(x[i] / value - 1), `${method}, species ${i}`).toBeLessThan(bounds[method])
      })
      // A method that is not stiff would need 1e14 steps.
      expect(stats.steps).toBeLessThan(3000)
    }
  },

  'pendulum-dae.ts': () => {
    const { period, positionDrift, velocityDrift, energyDrift, run } = simulatePendulum()
    // 4 √(L/g) K(sin 45°) with the lemniscate value K = 1.8540746773013719.
    expect(period).toBeCloseTo((4 * 1.8540746773013719) / Math.sqrt(GRAVITY), 12)
    expect(positionDrift).toBeLessThan(1e-12)
    expect(velocityDrift).toBeLessThan(1e-12)
    // The energy is not a constraint: thousands of steps with a tolerance of 1e-8.
    expect(energyDrift).toBeLessThan(1e-4)
    expect(Math.abs(run.y[0] - 1)).toBeLessThan(1e-12)
    expect(Math.abs(run.y[1])).toBeLessThan(1e-5)
  },

  'heat-rod.ts': () => {
    const { run, exact } = simulateHeatRod()
    // Ten times the tolerance.
    for (let i = 0; i < exact.length; i++) expect(Math.abs(run.x[i] - exact[i])).toBeLessThan(1e-5)
    // Three colours: three evaluations per Jacobian, whatever n is.
    expect(run.stats.fJacobian).toBe(3 * run.stats.jacobians)
  },

  'insulated-rod.ts': () => {
    const { asEquations, withMemory, refined } = simulateHeatedRods()
    const T = withMemory.finalVector('rod.T')
    // Ten times the tolerance: the same differential equations, written in two ways.
    asEquations.finalVector('rod.T').forEach((value, i) => {
      expect(Math.abs(T[i] / value - 1)).toBeLessThan(1e-7)
    })
    // 16 elements after the division at 3e4 s, the last one close to the last of 8.
    expect(refined.finalVector('rod.T')).toHaveLength(16)
    expect(Math.abs(refined.finalVector('rod.T')[15] - T[7])).toBeLessThan(0.02)
  },

  'orbit.ts': () => {
    const { run, gap, jacobiDrift } = simulateOrbit()
    // The passage by the moon multiplies errors by some 1e4 to 1e5; the tolerance is 1e-12.
    expect(gap).toBeLessThan(1e-7)
    expect(jacobiDrift).toBeLessThan(1e-10)
    // The orbit is symmetric: crossings come in pairs about half the period, one of them is the middle.
    const period = 17.0652165601579625589
    const times = run.events.map(({ t }) => t).filter((t) => t < period - 1e-3)
    expect(times).toHaveLength(5)
    times.forEach((t, i) => {
      expect(Math.abs(t + times[4 - i] - period)).toBeLessThan(1e-7)
    })
  },

  'step-loop.ts': () => {
    const { switches, temperature, heatingTime, arrivals } = simulateThermostat()
    // T approaches its limit as exp(-t/5 h): each phase has a closed duration.
    let t = 0
    let from = 20
    let isOn = false
    let heated = 0
    for (const item of switches) {
      const to = isOn ? 21 : 19
      // Limits of the temperature before and after the cold snap at 4 h [degC].
      const before = isOn ? 50 : 0
      const after = before - 10
      let tNext = t + phase(from, to, before)
      if (t >= 4) tNext = t + phase(from, to, after)
      else if (tNext > 4) tNext = 4 + phase(before + (from - before) * Math.exp((t - 4) / 5), to, after)
      expect(Math.abs(item.t - tNext)).toBeLessThan(1e-7)
      if (isOn) heated += tNext - t
      isOn = !isOn
      expect(item.isOn).toBe(isOn)
      from = to
      t = tNext
    }
    expect(isOn).toBe(true)
    expect(temperature).toBeCloseTo(40 - (40 - 19) * Math.exp((t - 8) / 5), 6)
    expect(heatingTime).toBeCloseTo(heated + 8 - t, 6)
    expect(arrivals.event).toBe(switches.length)
    expect(arrivals.stop).toBe(2)
  },

  'filter.ts': () => {
    const result = simulateFilter()
    // R C = 1 s; the tolerance is 1e-6.
    for (const t of [0, 0.5, 1, 3, 6]) {
      expect(Math.abs(result.at('C.v', t) - 10 * (1 - Math.exp(-t)))).toBeLessThan(1e-3)
    }
    expect(Math.abs(result.final('C.v') - 10 * (1 - Math.exp(-6)))).toBeLessThan(1e-5)
    expect(result.at('R.i', 0)).toBe(20)
    // Whatever the currents are, the voltages of the loop sum up to zero.
    const [resistor, capacitor, source] = ['R.v', 'C.v', 'V.v'].map((name) => result.values(name))
    resistor.forEach((v, k) => {
      expect(Math.abs(v + capacitor[k] - source[k])).toBeLessThan(1e-14)
    })
  },

  'motor-drive.ts': () => {
    const result = simulateMotorDrive()
    // The independent integration of the case motor-control-flat, given with eight digits.
    const verified = {
      'PI.x': 3.4878446,
      'converter.x': 106.828749,
      'inductor.i': 4.6160872,
      'motor.phi': 2.0141207,
      'motor.w': 41.980488,
      'load.phi': 0.01833243,
      'load.w': 0.37259306,
    }
    // Ten times the tolerance.
    for (const [name, value] of Object.entries(verified)) {
      expect(Math.abs(result.final(name) / value - 1), name).toBeLessThan(1e-5)
    }
  },

  'bouncing-ball-model.ts': () => {
    const result = simulateBall()
    const times = impactTimes(result)
    expect(times).toHaveLength(18)
    times.forEach((t, i) => {
      // The crossing is that of h = -1e-10 m, a hundredth of the tolerance, below which the speed is at least 0.01 m/s.
      expect(Math.abs(t - impactTime(i + 1)), `impact ${i + 1}`).toBeLessThan(1e-7)
    })
    expect(result.at('v', times[0], 'left')).toBeCloseTo(-reboundSpeed(0), 8)
    expect(result.at('v', times[0], 'right')).toBeCloseTo(reboundSpeed(1), 8)
    expect(result.final('h')).toBe(0)
    expect(result.final('v')).toBe(0)
  },

  'rectifier.ts': () => {
    // The published result is that of a source with 3.14 in place of π; run with a tolerance of 1e-6.
    const published = simulate(Rectifier({ V: { f: (50 * 3.14) / Math.PI } }), { stopTime: 0.1 })
    expect(Math.abs(published.final('C.v') / 183.9899542497182 - 1)).toBeLessThan(1e-5)

    const result = simulateRectifier()
    expect(Math.abs(result.final('C.v') / simulateRectifier(1e-10).final('C.v') - 1)).toBeLessThan(1e-6)
    // Opposite diodes conduct together, and never both pairs.
    const closed = ['D1', 'D2', 'D3', 'D4'].map((name) => result.booleans(`${name}.closed`))
    expect(closed[0]).toEqual(closed[3])
    expect(closed[1]).toEqual(closed[2])
    expect(closed[0].some((isClosed, k) => isClosed && closed[1][k])).toBe(false)
    // Ten half waves, each with a pulse.
    const pulses = closed[0].filter((isClosed, k) => k > 0 && isClosed !== closed[0][k - 1]).length
    expect(pulses).toBe(10)
  },

  'sampled-controller.ts': () => {
    const result = simulateCruise()
    // Between ticks the force is constant: the speed approaches force/d as exp(-d t/m).
    const [m, d, Ts, k, Ti, vSet] = [1000, 50, 0.02, 2000, 5, 100 / 3.6]
    const decay = Math.exp((-d * Ts) / m)
    let v = 20
    let integral = 0
    for (let tick = 0; tick < 500; tick++) {
      expect(Math.abs(result.at('v', tick * Ts) - v), `tick ${tick}`).toBeLessThan(1e-6)
      integral += (Ts / Ti) * (vSet - v)
      const force = k * (vSet - v + integral)
      expect(Math.abs(result.at('force', (tick + 0.5) * Ts) - force)).toBeLessThan(1e-2)
      v = force / d + (v - force / d) * decay
    }
    expect(Math.abs(result.final('v') - v)).toBeLessThan(1e-6)
  },

  'pendulum.ts': () => {
    const result = simulateDampedPendulum()
    // Steel, a box of 1 m x 0.2 m x 0.2 m and two half discs; their centres of mass are 4 r/(3 pi) from the box
    const [box, discs, r] = [8000 * 0.04, 8000 * Math.PI * 0.002, 0.1]
    const c = (4 * r) / (3 * Math.PI)
    const central = (box / 12) * (1 + 0.04) + discs * (0.5 * r * r + (0.5 + c) ** 2 - c * c)
    const m = box + discs
    const f = (_t: number, x: Float64Array, dx: Float64Array): void => {
      dx[0] = x[1]
      dx[1] = (-m * GRAVITY * 0.5 * Math.cos(x[0]) - 100 * x[1]) / (central + m * 0.25)
    }
    const exact = integrate(
      { n: 2, f },
      { method: 'dop853', t0: 0, x0: [0, 0], tEnd: 3, rtol: 1e-12, atol: 1e-12 },
    ).x
    // a hundred times the tolerance of 1e-8
    expect(Math.abs(result.final('rev.phi') - exact[0])).toBeLessThan(1e-6)
    expect(Math.abs(result.final('rev.w') - exact[1])).toBeLessThan(1e-6)
    // The energy grows or falls by some of the tolerance per second, and the period with it: tests/multibody/benchmarks-iftomm.test.ts
    const { energy, position } = runLong(1e-10)
    expect(Math.abs(energy)).toBeLessThan(10 * 2000 * 1e-10)
    expect(Math.abs(position / (103 * energy))).toBeGreaterThan(0.9)
    expect(Math.abs(position / (103 * energy))).toBeLessThan(1.1)
  },

  'mobile.ts': () => {
    for (const depth of [2, 5]) {
      const result = simulateMobile(depth)
      expect(result.names.filter((name) => name.endsWith('oint.phi'))).toHaveLength(2 ** depth - 1)
      // The rod that is pushed: 0.2 m long, 0.1 m below its pivot, with two balls
      const [rod, ball] = [700 * Math.PI * 0.005 ** 2 * 0.2, (700 * Math.PI * 0.04 ** 3) / 6]
      const I = (rod / 12) * (3 * 0.005 ** 2 + 0.04) + rod * 0.01 + 2 * ball * (0.1 * 0.04 ** 2 + 0.02)
      const kinetic = result.values('world.kineticEnergy')
      expect(Math.abs(kinetic[0] / (0.5 * I * 25) - 1)).toBeLessThan(1e-12)
      // a hundred times the tolerance of 1e-8, whose scale is that of the states
      const energy = result.values('world.totalEnergy')
      for (const value of energy) expect(Math.abs(value - energy[0])).toBeLessThan(1e-6)
    }
  },

  'robot-arm.ts': () => {
    const result = simulateRobotArm()
    const tool = result.finalVector('tool.r_abs')
    // The controller comes to rest with its reset time of 0.1 s: in 2 s by e^-20
    toolPosition(POINTS[2]).forEach((value, k) => {
      expect(Math.abs(tool[k] - value)).toBeLessThan(1e-5)
    })
    // On the way an axis lags behind by its velocity over the gain of 20/s.
    const reference = result.values('path.position')
    for (const [k, limit] of [1.5, 1.5, 2].entries()) {
      const phi = result.values(`axis${k + 1}.phi`)
      const lag = Math.max(...phi.map((value, i) => Math.abs(value - reference[3 * i + k])))
      expect(lag).toBeLessThan((1.05 * limit) / 20)
      expect(lag).toBeGreaterThan(0.01)
    }
  },

  'spinning-top.ts': () => {
    for (const spin of [200, 500]) {
      const result = simulatePrecession(0.4, spin)
      // a thousand times the tolerance of 1e-9, relative to the spin
      expect(Math.abs(turnedAngle(result) / 2 - slowPrecession(0.4, spin))).toBeLessThan(1e-6)
      for (const z of [...result.values('point.r_abs')].filter((_, i) => i % 3 === 2))
        expect(Math.abs(z - Math.cos(0.4))).toBeLessThan(1e-6)
    }
    // Upright it stays within the tilt times s/sqrt(s² - 1), s the spin over the critical one, or it falls.
    expect(largestTilt(1.2 * CRITICAL_SPIN)).toBeLessThan((1e-3 * 1.2) / Math.sqrt(0.44) + 1e-6)
    expect(largestTilt(0.8 * CRITICAL_SPIN)).toBeGreaterThan(1)
  },

  'heat-rod-model.ts': () => {
    // Steady state: linear between the ends, in the middles of the elements.
    for (const n of [1, 5, 30]) {
      const profile = simulateRod(n, 2e6).finalVector('T')
      expect(profile).toHaveLength(n)
      profile.forEach((T, i) => {
        expect(Math.abs(T - (100 - (80 * (i + 0.5)) / n))).toBeLessThan(1e-3)
      })
    }
    // Early, the other end is not felt: 20 + 80 erfc(x/√(4 a t)), here at x = 10.5 cm after 900 s, with an error of O(dx²).
    const a = 50 / (7800 * 480)
    const exact = 20 + 80 * erfc(0.105 / Math.sqrt(4 * a * 900))
    const [coarse, fine] = [100, 300].map(
      (n) => simulateRod(n, 900).finalVector('T')[Math.round(0.105 * n - 0.5)] - exact,
    )
    expect(Math.abs(fine)).toBeLessThan(0.01)
    expect(coarse / fine).toBeGreaterThan(8.5)
    expect(coarse / fine).toBeLessThan(9.5)
  },

  'two-inertias.ts': () => {
    const result = simulateTwoInertias()
    expect([...states].sort()).toEqual(['phi2', 'w2'])
    expect(notes.join()).toContain('phi1 = ratio*phi2')
    // Constant acceleration for a second, coasting, braking: the events are hit exactly.
    const acceleration = 105 / (170 + 105 ** 2 * 0.0025)
    expect(Math.abs(result.final('phi2') - (0.5 + 2 * acceleration))).toBeLessThan(1e-12)
    expect(Math.abs(result.final('w2'))).toBeLessThan(1e-12)
    expect(result.at('tau2', 0.5)).toBeCloseTo(170 * acceleration, 10)
    expect(result.final('phi1')).toBeCloseTo(105 * result.final('phi2'), 10)
  },

  'rocket.ts': () => {
    const result = simulateRocket()
    // closed form of the thrust, tests/multibody/actions.test.ts has it; at the default tolerance
    expect(Math.abs(result.finalVector('stage2.body.r_abs')[1] - 1232.2083)).toBeLessThan(0.05)
  },

  'bouncing-sphere.ts': () => {
    const result = simulateBouncingSphere()
    // independent computation: 3.86268e-4 m after six impacts; the default tolerance leaves errors of 1e-5 m
    expect(Math.abs(result.final('prism.s') - 3.86268e-4)).toBeLessThan(2e-5)
    expect(result.attributes['contacts']).toHaveLength(6)
  },

  'rattleback.ts': () => {
    const result = simulateRattleback(3.3)
    const spin = result.vectorAt('rattleback.angularVelocity', 3.2)[2]
    // it starts with a positive spin and ends with a negative one
    expect(spin).toBeLessThan(-0.1)
  },

  'newtons-cradle.ts': () => {
    const energy = simulateCradle().values('world.totalEnergy')
    // elastic impacts: nothing is lost but for the tolerance
    for (const value of energy)
      expect(Math.abs(value - energy[0])).toBeLessThan(1e-5 * Math.abs(energy[0]) + 1e-6)
  },

  'billiard.ts': () => {
    const result = simulateBilliard(0.6)
    const energy = result.values('world.totalEnergy')
    const dissipated = result.values('world.dissipatedEnergy')
    // 16 balls on the table, the cue ball has hit the rack at 0.55 s; energy only falls, by what contacts take
    expect((result.attributes['contacts'] as readonly unknown[]).length).toBeGreaterThan(17)
    for (let i = 1; i < energy.length; i++) expect(energy[i] - energy[i - 1]).toBeLessThan(1e-6)
    energy.forEach((value, i) => {
      expect(Math.abs(value + dissipated[i] - energy[0])).toBeLessThan(1e-4 * energy[0])
    })
  },

  'demo.ts': () => {
    const rows = compareSolvers(0)
    expect(rows).toHaveLength(6)
    for (const { problem, method, run, error } of rows) {
      const isBall = problem === 'bouncing ball'
      // Eleven impacts lie before 2.5 s.
      expect(run.events, method).toHaveLength(isBall ? 11 : 0)
      // One-step methods follow a parabola exactly; BDF and the reaction have a tolerance of 1e-8 per step.
      const isExact = isBall && method !== 'bdf'
      expect(error, `${problem}, ${method}`).toBeLessThan(isExact ? 1e-11 : 1e-5)
    }
    const pictures = drawModels(simulateModels())
    expect(pictures).toEqual(drawModels(simulateModels()))
    for (const [name, picture] of Object.entries(pictures)) {
      expect(picture, name).toMatch(/^<svg .*<\/svg>\n?$/s)
      expect(picture, name).not.toMatch(/NaN|Infinity|undefined/)
    }
  },
}

/** Complementary error function for z > 0 by its integral, Simpson's rule. */
function erfc(z: number): number {
  const n = 1000
  const h = 8 / n
  let sum = 0
  for (let k = 0; k <= n; k++) {
    sum += (k === 0 || k === n ? 1 : k % 2 === 1 ? 4 : 2) * Math.exp(-((z + k * h) ** 2))
  }
  return (2 / Math.sqrt(Math.PI)) * sum * (h / 3)
}

/** Time from one temperature to another on the way to a limit [h]. */
function phase(from: number, to: number, limit: number): number {
  return 5 * Math.log((from - limit) / (to - limit))
}

const examples = readdirSync(join(ROOT, 'examples')).filter((name) => name.endsWith('.ts'))
const folder = mkdtempSync(join(tmpdir(), 'vario-examples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('every example has its expectation', () => {
  expect(examples.sort()).toEqual(Object.keys(EXPECTATIONS).sort())
})

describe.each(examples)('%s', (name) => {
  test('gives the right numbers', () => EXPECTATIONS[name]())
})

/** Starts an example as a user does, and returns what it prints. */
async function runDirectly(name: string, ...options: string[]): Promise<string> {
  const args = ['--import', 'tsx', join('examples', name), ...options]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: ROOT })
  expect(stderr).toBe('')
  return stdout
}

test('every example prints a result when it is started', async () => {
  // two at a time: more would only wait for each other
  const names = examples.filter((name) => name !== 'demo.ts')
  const runNext = async (): Promise<void> => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const output = await runDirectly(name)
      expect(output, name).not.toBe('')
      expect(output, name).not.toMatch(/NaN|undefined/)
    }
  }
  await Promise.all([runNext(), runNext()])
}, 300_000)

test('the demo shows models and solvers, and writes its pictures where it is told', async () => {
  const pictures = join(folder, 'pictures')
  const output = await runDirectly('demo.ts', '--out', pictures)
  expect(output).toContain('model: MotorDrive')
  expect(output).toMatch(/C\.v +V +state +0 +183\.806 /)
  expect(output).toMatch(/bouncing ball +tsit5 +\d+ +\d+ +\d+ +0 +0 +11 /)
  const files = { ...drawModels(simulateModels()), ...drawMechanics(simulateMechanics()) }
  for (const [name, content] of Object.entries(files)) {
    const file = join(pictures, name)
    expect(output).toContain(` is in ${file}.`)
    if (typeof content !== 'string') {
      expect(new Uint8Array(readFileSync(file))).toEqual(content)
      continue
    }
    expect(readFileSync(file, 'utf8')).toBe(content)
    // The pictures of the README are those of the demo.
    expect(readFileSync(join(ROOT, 'docs', 'images', name), 'utf8')).toBe(content)
  }
}, 120_000)
