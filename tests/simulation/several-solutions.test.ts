/** Relations in systems of equations that have one, several or no consistent values: gears whose bearing loss jumps. */
import { equations, Model, simulate, Var, VarioError } from 'vario'
import { describe, expect, it } from 'vitest'
import { campaignSeeds } from '../support/campaign-seeds.ts'
import { createRandom } from '../support/random.ts'

interface GearData {
  readonly ratio: number
  /** Efficiency while the torque drives, and while it is driven. */
  readonly driving: number
  readonly driven: number
  /** Bearing friction in these cases. */
  readonly b1: number
  readonly b2: number
  readonly J1: number
  readonly J2: number
  readonly drive: number
  readonly load: readonly [number, number, number]
  readonly w0: number
}

function createData(seed: number): GearData {
  const random = createRandom(seed)
  const from = (low: number, high: number) => low + (high - low) * random()
  return {
    ratio: from(0.5, 3.5),
    driving: from(0.4, 0.95),
    driven: from(0.4, 0.95),
    b1: from(0, 3),
    b2: from(0, 3),
    J1: from(0.2, 2.2),
    J2: from(0.2, 2.2),
    drive: from(5, 15),
    load: [from(-3, 3), from(0, 6), from(2, 7)],
    w0: random() < 0.5 ? 0 : from(-2, 2),
  }
}

const Gear = (g: GearData) =>
  Model({
    w: Var({ init: g.w0 }),
    equations: equations(`
      ${g.J1}*der(w) = ${g.drive}*sin(2*pi*time) - tau
      ${g.J2}*der(w)/${g.ratio} = ${g.ratio}*(tau - loss) + (${g.load[0]}) + ${g.load[1]}*sin(${g.load[2]}*time)
      loss = if w > 0 then
          (if tau > 0 then ${1 - g.driving}*tau + ${g.b1} else ${1 - 1 / g.driven}*tau + ${g.b2})
        else (if tau > 0 then ${1 - 1 / g.driven}*tau - ${g.b2} else ${1 - g.driving}*tau - ${g.b1})
    `),
  })

const driveAt = (g: GearData, t: number) => g.drive * Math.sin(2 * Math.PI * t)

/**
 * Torque with the law for w > 0 in the part p and that for w < 0 in the rest, if the torque has the given sign:
 * tau - loss = k tau - b in the balance J2/ratio (drive - tau)/J1 = ratio (k tau - b) + load.
 */
function torqueAt(g: GearData, t: number, p: number, sign: 1 | -1): number {
  const forward = sign > 0 ? [g.driving, g.b1] : [1 / g.driven, g.b2]
  const backward = sign > 0 ? [1 / g.driven, -g.b2] : [g.driving, -g.b1]
  const [k, b] = forward.map((value, i) => p * value + (1 - p) * backward[i])
  const c = g.J2 / (g.ratio * g.J1)
  const load = g.load[0] + g.load[1] * Math.sin(g.load[2] * t)
  return (c * driveAt(g, t) + g.ratio * b - load) / (c + g.ratio * k)
}

/** All torques that agree with their signs, up to a slack, for a direction of rotation. */
function listTorques(g: GearData, t: number, direction: 1 | -1, slack = 0): number[] {
  return ([1, -1] as const).flatMap((sign) => {
    const tau = torqueAt(g, t, direction > 0 ? 1 : 0, sign)
    return tau * sign > -slack ? [tau] : []
  })
}

/**
 * Velocities on a grid of n steps, with a friction that is linear for |w| < 1e-3 instead of jumping at 0. The sign of
 * the torque stays while it is consistent. At the times without a consistent sign, the torque is 0.
 */
function integrateSmooth(g: GearData, stopTime: number, n: number): Float64Array {
  const WIDTH = 1e-3
  const h = stopTime / n
  const velocities = new Float64Array(n + 1)
  let w = g.w0
  let sign: 1 | -1 = -1
  velocities[0] = w
  for (let i = 0; i < n; i++) {
    const t = (i + 0.5) * h
    const p = (1 + Math.max(-1, Math.min(1, w / WIDTH))) / 2
    let tau = torqueAt(g, t, p, sign)
    if (tau * sign < 0) {
      sign = sign > 0 ? -1 : 1
      tau = torqueAt(g, t, p, sign)
      if (tau * sign < 0) tau = 0
    }
    w += (h * (driveAt(g, t) - tau)) / g.J1
    velocities[i + 1] = w
  }
  return velocities
}

const STOP = 2

type SimulationResult = ReturnType<typeof simulate>

/** The result, or the error that names the relation. */
function run(g: GearData): SimulationResult | VarioError {
  try {
    return simulate(Gear(g), { stopTime: STOP })
  } catch (error) {
    if (error instanceof VarioError) return error
    throw error
  }
}

/** Asserts that each point has one of the torques that the equations permit. */
function expectConsistent(g: GearData, result: SimulationResult): void {
  const [w, tau] = [result.values('w'), result.values('tau')]
  result.time.forEach((t, i) => {
    // sliding at w = 0 has torques in between; 1e-6 covers the crossing of the torque at an event
    if (Math.abs(w[i]) < 1e-6) return
    const torques = listTorques(g, t, w[i] > 0 ? 1 : -1, 1e-6)
    expect(Math.min(...torques.map((each) => Math.abs(each - tau[i])))).toBeLessThan(1e-6)
  })
}

describe('gears whose bearing loss jumps where the torque changes its direction', () => {
  it.each(campaignSeeds(400, 16))(
    'find the only solution, or report that there are several or none: %i',
    (seed) => {
      const g = createData(seed)
      const result = run(g)
      if (result instanceof VarioError) {
        expect(result.code).toMatch(/^(CHATTERING|EVENT_ITERATION)$/)
        // either of the two relations of which no values agree
        expect(result.message).toMatch(/\b(tau|w) > 0/)
        // around the time of the error one of the directions has no solution, which needs b1 < b2
        const t = result.fields.t as number
        const counts = [t, t + 1e-6].flatMap((time) => [
          listTorques(g, time, 1).length,
          listTorques(g, time, -1).length,
        ])
        expect(Math.min(...counts)).toBe(0)
        expect(g.b1).toBeLessThan(g.b2)
        return
      }
      expectConsistent(g, result)
      const several = result.warnings.filter(({ code }) => code === 'SEVERAL_SOLUTIONS')
      if (several.length > 0) {
        // one of the directions has two torques, which needs b1 > b2
        const { time } = several[0]
        const counts = ([1, -1] as const).map((direction) => listTorques(g, time, direction, 1e-9).length)
        expect(Math.max(...counts)).toBe(2)
        expect(g.b1).toBeGreaterThan(g.b2)
        return
      }
      const n = 100_000
      const smooth = integrateSmooth(g, STOP, n)
      const w = result.values('w')
      result.time.forEach((t, i) => {
        // width 1e-3 of the smooth friction, and steps of 2e-5 s with accelerations of 50
        expect(Math.abs(w[i] - smooth[Math.round((t / STOP) * n)])).toBeLessThan(3e-3)
      })
    },
  )
})

describe('the warning SEVERAL_SOLUTIONS', () => {
  const codes = (model: Parameters<typeof simulate>[0], stopTime = 1) =>
    simulate(model, { stopTime }).warnings.map(({ code, time }) => [code, time])
  const comparator = 'y = if y/2 - u > 0 then 15 else -15'

  it('names a comparator with feedback that starts without a start value', () => {
    // y = 15 and y = -15 agree for |u| < 7.5
    const text = equations(`${comparator}; u = sin(time)`)
    expect(codes(Model({ equations: text }))).toEqual([['SEVERAL_SOLUTIONS', 0]])
    expect(codes(Model({ y: Var({ start: 15 }), equations: text }))).toEqual([])
  })

  it('is not given where a comparator keeps its value, or has only one', () => {
    const text = equations(`${comparator}; u = 20*cos(time) + (if time > 1.5 then 1 else 0)`)
    expect(codes(Model({ equations: text }), 12)).toEqual([])
  })
})
