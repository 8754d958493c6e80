/**
 * A shaker table whose amplitude grows: as soon as it accelerates downwards by more than g, the part on it lifts off, and
 * lands again. The motion of the table is an expression; the force of its drive is a result.
 *
 *   npx tsx examples/shaker.ts
 */
import { type Experiment, expr, plotText, type SignalTable, simulate } from 'vario'
import { Box, Model3D, Object3D, Scene, Solid } from 'vario/multibody'
import { isMain } from './support/is-main.ts'

/** Angular frequency [rad/s], growth of the amplitude [m/s], heights of table and part [m]. */
export const SHAKER = { w: 40, growth: 0.01, table: 0.04, part: 0.06 } as const

const { w, growth, table, part } = SHAKER
const steel = { solidMaterial: 'Steel', collision: true } as const

export const Shaker = Model3D({
  world: Object3D({ feature: Scene({ nominalLength: 0.1 }) }),
  table: Object3D({
    parent: 'world',
    motion: { translation: expr`[0, ${growth}*time*sin(${w}*time), 0]` },
    feature: Solid({
      shape: Box({ lengthX: 0.4, lengthY: table, lengthZ: 0.4 }),
      ...{ ...steel, visualMaterial: { color: 'LightSlateGrey' } },
    }),
  }),
  part: Object3D({
    ...{ parent: 'world', fixedToParent: false, translation: [0, (table + part) / 2, 0] },
    feature: Solid({
      shape: Box({ lengthX: 0.1, lengthY: part, lengthZ: 0.1 }),
      ...{ ...steel, visualMaterial: { color: 'DarkOrange' } },
    }),
  }),
})

export default Shaker({})

/** Settings for `vario simulate` and `vario view`. */
export const experiment: Experiment = {
  stopTime: 0.8,
  plot: [['table.r_abs[2]', 'part.r_abs[2]'], ['table.f2']],
}

export function simulateShaker(): SignalTable {
  return simulate(Shaker, { stopTime: 0.8, interval: 5e-4 })
}

/** Times at which the part leaves the table, and at which it lands for the first time [s]. */
export function findFlight(result: SignalTable): { readonly off: number; readonly on: number } {
  const [time, n] = [result.values('time'), result.values('world.nContact')]
  const off = n.indexOf(0, n.indexOf(1))
  return { off: time[off], on: time[n.indexOf(1, off)] }
}

if (isMain(import.meta.url)) {
  const result = simulateShaker()
  const { off, on } = findFlight(result)
  console.log(plotText(result, ['table.r_abs[2]', 'part.r_abs[2]'], { heading: 'Heights [m]' }))
  console.log(`The part lifts off at ${off.toFixed(4)} s and lands at ${on.toFixed(4)} s.`)
}
