/**
 * Two inertias with an ideal gear between them. Both components have an angle and a speed, but the gear couples them
 * rigidly: of the four only two can be states, and the torques at the gear follow from an acceleration that does not
 * appear in any equation. The translation differentiates the gear's equation twice and chooses the states;
 * `translate(…).notes` lists both.
 *
 *   npx tsx examples/two-inertias.ts
 */
import { type Experiment, equations, Model, Par, type SignalTable, simulate, translate, Var } from 'vario'
import { isMain } from './support/is-main.ts'

export const TwoInertias = Model({
  J1: Par(0.0025, 'kg.m2'),
  J2: Par(170, 'kg.m2'),
  ratio: Par(105),
  tauMax: Par(1, 'N.m'),
  phi1: Var({ unit: 'rad' }),
  w1: Var({ unit: 'rad/s' }),
  phi2: Var({ init: 0.5, unit: 'rad' }),
  w2: Var({ init: 0, unit: 'rad/s' }),
  tau: Var({ unit: 'N.m', info: 'drive: accelerates, coasts, brakes' }),
  tau1: Var({ unit: 'N.m' }),
  tau2: Var({ unit: 'N.m' }),
  equations: equations`
    tau = if time < 1 then tauMax elseif time < 2 then 0 elseif time < 3 then -tauMax else 0
    w1 = der(phi1)
    J1*der(w1) = tau - tau1
    w2 = der(phi2)
    J2*der(w2) = tau2
    phi1 = ratio*phi2
    ratio*tau1 = tau2
  `,
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = { stopTime: 4, plot: [['w1', 'w2'], 'tau'] }

const translation = translate(TwoInertias)

/** Findings of the translation. */
export const states: readonly string[] = translation.states.map((state) => state.name)
export const notes: readonly string[] = translation.notes

export function simulateTwoInertias(): SignalTable {
  return simulate(TwoInertias, { stopTime: 4 })
}

if (isMain(import.meta.url)) {
  console.log(`States: ${states.join(', ')}`)
  for (const note of notes) console.log(`  ${note}`)
  console.log()
  console.log(simulateTwoInertias().summary())
}
