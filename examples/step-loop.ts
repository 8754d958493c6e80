/**
 * A custom step loop: a thermostat keeps a room between 19 and 21 degC while the outside is at 0 degC for the first
 * four hours, and at -10 degC from then on. `createSolver` gives the solver to the caller, who requests one step at a
 * time and decides about events.
 *
 *   npx tsx examples/step-loop.ts
 */
import { createSolver } from 'vario/ode'
import { isMain } from './support/is-main.ts'

const COOLING = 1 / 5 // [1/h]: the room follows the outside in about five hours
const HEATING = 10 // [K/h]
const LOWEST = 19 // [degC]
const HIGHEST = 21 // [degC]
const COLD_SNAP = 4 // [h]
const END = 8 // [h]

export interface Thermostat {
  /** Times at which the heating was switched, and its new state [h]. */
  readonly switches: readonly { readonly t: number; readonly isOn: boolean }[]
  /** Temperature at the end [degC]. */
  readonly temperature: number
  /** Hours of heating [h]. */
  readonly heatingTime: number
  /** Number of outcomes of each kind of `next`. */
  readonly arrivals: Readonly<Record<'step' | 'event' | 'stop', number>>
}

export function simulateThermostat(): Thermostat {
  let isOn = false
  let outside = 0
  const solver = createSolver(
    {
      n: 2,
      // x = [temperature, hours of heating]
      f: (_t, x, dx) => {
        dx[0] = COOLING * (outside - x[0]) + (isOn ? HEATING : 0)
        dx[1] = isOn ? 1 : 0
      },
      roots: {
        n: 2,
        g: (_t, x, z) => {
          z[0] = x[0] - LOWEST
          z[1] = x[0] - HIGHEST
        },
        direction: [-1, 1],
      },
    },
    { method: 'tsit5', t0: 0, x0: [20, 0], tEnd: END, rtol: 1e-9, atol: 1e-9 },
  )

  const switches: { t: number; isOn: boolean }[] = []
  const arrivals = { step: 0, event: 0, stop: 0 }
  for (const tStop of [COLD_SNAP, END]) {
    while (solver.t < tStop) {
      const arrival = solver.next(tStop)
      arrivals[arrival]++
      if (arrival !== 'event') continue
      // The law changes: start again from here.
      isOn = solver.crossing[0] !== 0
      switches.push({ t: solver.t, isOn })
      solver.restart(END)
    }
    outside = -10
    if (tStop < END) solver.restart(END)
  }
  return { switches, temperature: solver.x[0], heatingTime: solver.x[1], arrivals }
}

if (isMain(import.meta.url)) {
  const { switches, temperature, heatingTime, arrivals } = simulateThermostat()
  for (const { t, isOn } of switches) console.log(`${t.toFixed(6)} h  heating ${isOn ? 'on' : 'off'}`)
  console.log(`\nAfter ${END} h: ${temperature.toFixed(4)} degC, ${heatingTime.toFixed(4)} h of heating`)
  console.log(`  ${arrivals.step} steps, ${arrivals.event} events, ${arrivals.stop} stops`)
}
