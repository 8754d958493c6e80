/** Relations in systems of equations that hold only at their limits: an error that says so; similar models run. */
import { equations, Model, simulate, Var } from 'vario'
import { expect, it } from 'vitest'
import { codeOf } from './event-runs.ts'

interface Gear {
  readonly ratio: number
  readonly eta: number
  /** Bearing losses for torques of both signs [N.m]. */
  readonly losses: readonly [number, number]
}

/** A gear with losses in separate equations, driven through zero torque, at rest at the start. */
function createGear({ ratio, eta, losses: [bf1, bf2] }: Gear) {
  const inverse = 1 - 1 / eta
  return Model({
    ...{ phi: Var({ init: 0 }), w: Var({ init: 0 }), mode: Var({ start: 0 }), sa: Var({ start: 0 }) },
    equations: equations(`
      der(phi) = w
      a = der(w)
      0.5*a = 6*sin(4*time) - tau
      0.8*a/${ratio} = ${ratio}*(tau - loss)
      quadrant1 = ${1 - eta}*tau + ${bf1}
      quadrant2 = ${inverse}*tau + ${bf2}
      quadrant4 = ${inverse}*tau - ${bf2}
      quadrant3 = ${1 - eta}*tau - ${bf1}
      isPositive = tau >= 0
      lossMax = if isPositive then quadrant1 else quadrant2
      lossMin = if isPositive then quadrant4 else quadrant3
      startForward = pre(mode) == 0 and sa > lossMax or initial() and w > 0
      startBackward = pre(mode) == 0 and sa < lossMin or initial() and w < 0
      locked = not (pre(mode) == 1 or startForward or pre(mode) == -1 or startBackward)
      loss = if locked then sa else if startForward or pre(mode) == 1 then lossMax else lossMin
      a = if locked then 0 else sa - loss
      mode = if (pre(mode) == 1 or startForward) and w > 0 then 1 else if (pre(mode) == -1 or startBackward) and w < 0 then -1 else 0
    `),
  })
}

/** The speed at the end in small steps: the friction of a bearing at one speed, with a loss of 1 - eta. */
function integrate({ ratio, eta, losses: [bf] }: Gear, stopTime: number): number {
  const n = 400_000
  const h = stopTime / n
  const inertia = 0.8 / ratio ** 2
  const accelerate = (side: 1 | -1, drive: number): number => {
    for (const sign of [1, -1]) {
      const share = side === sign ? 1 - eta : 1 - 1 / eta
      // inertia*a = tau - share*tau - side*bf, 0.5*a = drive - tau
      const tau = ((inertia / 0.5) * drive + side * bf) / (inertia / 0.5 + 1 - share)
      if (tau * sign >= 0) return (drive - tau) / 0.5
    }
    return Number.NaN
  }
  let w = 0
  for (let k = 0; k < n; k++) {
    const drive = 6 * Math.sin(4 * (k + 0.5) * h)
    const [up, down] = [accelerate(1, drive), accelerate(-1, drive)]
    if (w > 0) w = Math.max(0, w + h * up)
    else if (w < 0) w = Math.min(0, w + h * down)
    else w = Math.max(0, h * up) + Math.min(0, h * down)
  }
  return w
}

it.each([
  [1.5, 0.8],
  [-1.5, 0.8],
  [3, 1],
  [-0.5, 1],
])('a gear of ratio %d and efficiency %d whose bearing loss does not jump runs', (ratio, eta) => {
  const gear: Gear = { ratio, eta, losses: [0.7, 0.7] }
  const result = simulate(createGear(gear), { stopTime: 2, tolerance: 1e-8 })
  // first order steps of 5e-6 s at accelerations of up to 20 rad/s²
  expect(Math.abs(result.final('w') - integrate(gear, 2))).toBeLessThan(1e-3)
})

it.each([1.5, -1.5])(
  'a bearing loss that jumps at zero torque is an error that names the jump (ratio %d)',
  (ratio) => {
    // while the torque passes zero the loss jumps by 2.9 N.m, and either sign of the torque leads to the other one
    const text = codeOf(() => simulate(createGear({ ratio, eta: 0.7, losses: [0.1, 3] }), { stopTime: 2 }))
    expect(text).toMatch(/^(CHATTERING|EVENT_ITERATION): /)
    expect(text).toContain('tau >= 0 (left - right is ')
    expect(text).toContain('Only the limit itself would agree')
  },
)

it('an error names a relation whose two values contradict the equations, with their consequences', () => {
  // y = -1 if y > 0, otherwise 1: only y = 0 would agree
  const model = Model({ equations: equations`y = (if y > 0 then -1 else 1) + 0*time` })
  const text = codeOf(() => simulate(model, { stopTime: 1 }))
  expect(text).toContain('y > 0 (left - right is -1 where it is true, 1 where it is false)')
  expect(text).toContain('Only the limit itself would agree')
})
