/** Expected results of the examples with impulses, by the names of their files. */
import { expect } from 'vitest'
import { ANGLE, simulateImpulseCradle } from '../../../examples/impulse-cradle.ts'
import { simulateRestingPendulum } from '../../../examples/resting-pendulum.ts'

export const IMPULSE_EXAMPLES: Record<string, () => unknown> = {
  'resting-pendulum.ts': () => {
    const result = simulateRestingPendulum()
    // from the energy of each flight, by quadrature; 20 times the tolerance of 1e-8
    const times = [
      0.333730961506124, 0.653955268194319, 0.819978917486787, 0.904043977646243, 0.946220020310176,
    ]
    const { impacts } = result
    for (const [k, time] of times.entries()) expect(Math.abs(impacts[k].time - time)).toBeLessThan(2e-7)
    // 5.567 m/s · 2^-k > 0.01 m/s for k <= 9
    expect(impacts).toHaveLength(10)
    // half of the weight: the center of mass is in the middle
    expect(Math.abs(result.final('contact.normalForce') / (0.5 * 50 * 9.81) - 1)).toBeLessThan(1e-6)
  },

  'impulse-cradle.ts': () => {
    const result = simulateImpulseCradle('sequential')
    const last = result.values('rev4.phi')
    // the highest point lies between two output points of 2 ms: 1e-6 rad at most
    expect(Math.abs(Math.max(...last) - ANGLE)).toBeLessThan(1e-5)
    for (const k of [1, 2, 3]) {
      const angles = result.values(`rev${k}.phi`)
      expect(Math.max(...angles.map(Math.abs))).toBeLessThan(1e-7)
    }
    expect(result.impacts).toHaveLength(8)
    // equal balls share it: the first one keeps 2/5 - 1 of its speed, all others get 2/5
    const together = simulateImpulseCradle('together', 0.8)
    const [{ time }] = together.impacts
    const at = together.values('time').lastIndexOf(time)
    const speed = Math.abs(together.values('rev0.w')[together.values('time').indexOf(time)])
    for (let k = 0; k < 5; k++) {
      const share = together.values(`rev${k}.w`)[at] / speed
      expect(Math.abs(share - (k === 0 ? -0.6 : 0.4))).toBeLessThan(1e-10)
    }
  },
}
