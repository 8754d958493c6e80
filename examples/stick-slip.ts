/**
 * A block on a running belt, held by a spring: friction in its simplest form, a force that changes its sign with the
 * velocity between block and belt. When both directions of the force lead back to the same velocity, block and belt
 * move together: the equations slide along the limit of the condition, with the mean of both forces that keeps them
 * together, until the spring force exceeds the maximum friction.
 *
 *   npx tsx examples/stick-slip.ts
 */
import { type Experiment, equations, Model, Par, plotText, type SignalTable, simulate, Var } from 'vario'
import { isMain } from './support/is-main.ts'

export const StickSlip = Model({
  m: Par(1, 'kg'),
  k: Par(100, 'N/m', { info: 'stiffness of the spring' }),
  F0: Par(10, 'N', { info: 'friction at the velocity 0' }),
  v0: Par(0.5, 'm/s', { info: 'velocity at which friction has fallen to a half' }),
  vBelt: Par(0.1, 'm/s'),
  x: Var({ init: 0, unit: 'm', info: 'elongation of the spring' }),
  v: Var({ init: 0, unit: 'm/s' }),
  vRel: Var({ unit: 'm/s', info: 'velocity of the block on the belt' }),
  F: Var({ unit: 'N', info: 'friction on the block' }),
  equations: equations`
    der(x) = v
    m*der(v) = F - k*x
    vRel = v - vBelt
    F = (if vRel > 0 then -F0 else F0)/(1 + abs(vRel)/v0)
  `,
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = { stopTime: 8, tolerance: 1e-8, plot: ['x', 'F'] }

/** Eight seconds; actions at events go to `log`. */
export function simulateStickSlip(log?: (line: string) => void): SignalTable {
  return simulate(StickSlip, { stopTime: 8, tolerance: 1e-8, ...(log && { log }) })
}

if (isMain(import.meta.url)) {
  const lines: string[] = []
  const result = simulateStickSlip((line) => lines.push(line))
  console.log(plotText(result, 'x', { heading: 'Elongation of the spring' }))
  console.log(plotText(result, ['F'], { heading: 'Friction on the block' }))
  console.log(lines.filter((line) => line.includes('limit')).join('\n'))
}
