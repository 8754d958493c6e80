/**
 * A sounding rocket with two stages: which part of the propellant belongs into the first stage, and how long should the rocket coast
 * before the second one ignites, for the greatest height? Gravity asks for a short flight, the air for a slow one. Derivatives pass
 * burnout, separation and ignition, whose times depend on both parameters.
 *
 *   npx tsx examples/rocket-stages.ts
 */
import { equations, expr, Model, Par, type SignalTable, simulate, Var } from 'vario'
import { finalValue, maximum, type Optimum, optimize } from 'vario/studies'
import { isMain } from './support/is-main.ts'

export const ROCKET = {
  payload: 60,
  propellant: 1000,
  structure: 0.12,
  exhaust: 2400,
  thrust1: 60e3,
  thrust2: 30e3,
}

export const StagedRocket = Model({
  payload: Par(ROCKET.payload, 'kg'),
  propellant: Par(ROCKET.propellant, 'kg'),
  structure: Par(ROCKET.structure, { info: 'mass of a stage, relative to its propellant' }),
  exhaust: Par(ROCKET.exhaust, 'm/s', { info: 'speed of the exhaust' }),
  thrust1: Par(ROCKET.thrust1, 'N'),
  thrust2: Par(ROCKET.thrust2, 'N'),
  cdA: Par(0.4, 'm2', { info: 'drag coefficient times area' }),
  split: Par(0.5, { min: 0.05, max: 0.95, info: 'part of the propellant in the first stage' }),
  coast: Par(5, 's', { min: 0, max: 60, info: 'time without thrust between the stages' }),

  h: Var({ init: 0, unit: 'm' }),
  v: Var({ init: 0, unit: 'm/s' }),
  m: Var({ init: expr`payload + (1 + structure)*propellant`, unit: 'kg', nominal: 1000 }),
  thrust: Var({ unit: 'N' }),
  phase: Var({ start: 1, info: '1 first stage, 2 coasting, 3 second stage, 4 empty' }),
  ignition: Var({ start: 1e9, unit: 's' }),
  equations: equations`
    der(h) = v
    m*der(v) = thrust - 9.81*m - 0.6*cdA*exp(-h/7500)*v*abs(v)
    exhaust*der(m) = -thrust
    thrust = if phase < 1.5 then thrust1 else if phase > 2.5 and phase < 3.5 then thrust2 else 0
    when m < payload + (1 + structure - split)*propellant then
      phase = 2
      ignition = time + coast
      reinit(m, m - split*structure*propellant)
    elsewhen time >= pre(ignition) then
      phase = 3
      ignition = 1e9
    elsewhen m < payload + structure*(1 - split)*propellant then
      phase = 4
    end
    when v < 0 and phase > 3.5 then
      terminate('at the top')
    end
  `,
})

/** The flight with equal stages. */
export function simulateRocket(): SignalTable {
  return simulate(StagedRocket, { stopTime: 1000 })
}

/** The greatest height. */
export function findBestStages(): Promise<Optimum> {
  return optimize(StagedRocket, {
    parameters: { split: { start: 0.5 }, coast: { start: 5 } },
    measure: { height: finalValue('h'), speed: maximum('v') },
    simulate: { stopTime: 1000 },
    maximize: 'height',
  })
}

if (isMain(import.meta.url)) {
  console.log(`equal stages: ${(simulateRocket().final('h') / 1000).toFixed(2)} km`)
  const { values, measures, nRun } = await findBestStages()
  console.log(`first stage: ${(100 * values.split).toFixed(1)} % of the propellant`)
  console.log(`coasting: ${values.coast.toFixed(2)} s`)
  console.log(
    `height: ${(measures.height / 1000).toFixed(2)} km, speed: ${measures.speed.toFixed(0)} m/s (${nRun} runs)`,
  )
}
