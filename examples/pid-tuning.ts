/**
 * A PID controller for the position of a drive with limited voltage and friction: the gains with the smallest cost of errors and voltage,
 * with at most 2 % overshoot. The voltage limit makes rules for linear systems useless; an evolution strategy finds the region, and
 * derivatives the last digits.
 *
 *   npx tsx examples/pid-tuning.ts
 */
import { equations, Model, Par, type SignalTable, simulate, Var } from 'vario'
import { finalValue, maximum, type OptimizeOptions, type Optimum, optimize } from 'vario/studies'
import { isMain } from './support/is-main.ts'

export const Drive = Model({
  // motor and load
  R: Par(1.5, 'Ohm'),
  k: Par(0.06, 'N.m/A'),
  J: Par(4e-4, 'kg.m2'),
  friction: Par(0.03, 'N.m'),
  limit: Par(24, 'V', { info: 'of the amplifier' }),
  lag: Par(15, 'ms', { info: 'of the amplifier' }),
  load: Par(0.15, 'N.m', { info: 'from 0.8 s on' }),
  phi: Var({ init: 0, unit: 'rad' }),
  w: Var({ init: 0, unit: 'rad/s' }),
  i: Var({ unit: 'A' }),
  u: Var({ init: 0, unit: 'V' }),

  // controller
  target: Par(3, 'rad'),
  effort: Par(0.03, 'rad2.s', { info: 'weight of the voltage in the cost' }),
  kp: Par(10, 'V/rad', { min: 0 }),
  ki: Par(1, 'V/(rad.s)', { min: 0 }),
  kd: Par(0.5, 'V.s/rad', { min: 0 }),
  error: Var({ unit: 'rad' }),
  sum: Var({ init: 0, unit: 'rad.s' }),
  wanted: Var({ unit: 'V' }),

  // ∫ (t error² + effort (wanted/limit)²) dt
  cost: Var({ init: 0, unit: 'rad2.s2' }),
  equations: equations`
    error = target - phi
    wanted = limit*tanh((kp*error + ki*sum - kd*w)/limit)
    der(sum) = error*(1 - (wanted/limit)^2)
    lag*der(u) = wanted - u
    R*i = u - k*w
    der(phi) = w
    J*der(w) = k*i - friction*tanh(w/0.2) - (if time < 0.8 then 0 else load)
    der(cost) = time*error^2 + effort*(wanted/limit)^2
  `,
})

export const QUESTION: OptimizeOptions = {
  parameters: {
    kp: { start: 10, min: 1, max: 200 },
    ki: { start: 1, max: 500 },
    kd: { start: 0.5, max: 20 },
  },
  measure: { cost: finalValue('cost'), peak: maximum('phi') },
  simulate: { stopTime: 1.5, interval: 0.01 },
  minimize: 'cost',
  constraints: { peak: { max: 3.06 } },
}

/** The step response with the first guess. */
export function simulateDrive(): SignalTable {
  return simulate(Drive, { stopTime: 1.5, interval: 0.01 })
}

/** Both searches, one after the other. */
export async function tuneDrive(maxRuns = 20): Promise<{ rough: Optimum; fine: Optimum }> {
  const rough = await optimize(Drive, { ...QUESTION, method: 'cma-es', maxRuns })
  const parameters = Object.fromEntries(
    Object.entries(QUESTION.parameters).map(([path, range]) => [
      path,
      { ...range, start: rough.values[path] },
    ]),
  )
  const fine = await optimize(Drive, { ...QUESTION, parameters })
  return { rough, fine }
}

if (isMain(import.meta.url)) {
  const { rough, fine } = await tuneDrive()
  console.log(`first guess: cost ${simulateDrive().final('cost').toFixed(5)} rad2.s2`)
  for (const [name, { values, measures, nRun }] of Object.entries({ rough, fine }))
    console.log(
      `${name}: kp ${values.kp.toFixed(2)}, ki ${values.ki.toFixed(2)}, kd ${values.kd.toFixed(3)},`,
      `cost ${measures.cost.toFixed(5)}, peak ${measures.peak.toFixed(4)} rad (${nRun} runs)`,
    )
}
