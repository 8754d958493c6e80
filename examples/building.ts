/**
 * A building whose number of rooms is a parameter: an array of rooms with walls between them (`for`), weather that all
 * facades see (`inner`, `outer`), a ventilation that exists on request (`if`), and a heating of the first room that
 * is a state machine: off, and heating with full power, then with half of it.
 *
 *   npx tsx examples/building.ts
 */
import {
  type Experiment,
  equations,
  expr,
  inner,
  Model,
  outer,
  Par,
  type SignalTable,
  StateMachine,
  simulate,
  Var,
} from 'vario'
import { FixedTemperature, HeatCapacitor, HeatPort, ThermalConductor } from 'vario/library/heat-transfer'
import { isMain } from './support/is-main.ts'

const Weather = Model({
  T: Var({ unit: 'K' }),
  equations: equations`T = 275 + 6*cos(2*pi*time/86400)`,
})

/** Heat flow to the air outside. */
const Facade = Model({
  weather: outer(Weather()),
  port: HeatPort(),
  G: Par(40, 'W/K'),
  equations: equations`port.Q_flow = G*(port.T - weather.T)`,
})

/** Heats below 292 K: 3 kW for up to half an hour, then 1.5 kW, until 294 K are reached. */
const Heating = Model({
  port: HeatPort(),
  P: Var({ unit: 'W' }),
  equations: equations`port.Q_flow = -P`,
  mode: StateMachine({
    initial: 'off',
    states: {
      off: equations`P = 0`,
      heating: Model({
        power: StateMachine({
          initial: 'full',
          states: { full: equations`P = 3000`, half: equations`P = 1500` },
          transitions: [{ from: 'full', to: 'half', condition: expr`timeInState > 1800` }],
        }),
      }),
    },
    transitions: [
      { from: 'off', to: 'heating', condition: expr`port.T < 292` },
      { from: 'heating', to: 'off', condition: expr`port.T > 294` },
    ],
  }),
})

export const Building = Model({
  n: 4,
  isVentilated: false,
  weather: inner(Weather()),
  room: HeatCapacitor({ C: 5e5, T: { init: expr`294 - i` }, for: { i: expr`1:n` } }),
  facade: Facade({ for: { i: expr`1:n` } }),
  wall: ThermalConductor({ G: 60, for: { i: expr`1:n-1` } }),
  heating: Heating(),
  ventilation: ThermalConductor({ G: 50, if: expr`isVentilated` }),
  supply: FixedTemperature({ T: 290, if: expr`isVentilated` }),
  mean: Var({ unit: 'K', info: 'of all rooms' }),
  connect: [
    ['room.port', 'facade.port'],
    ['room[1:n-1].port', 'wall.port_a'],
    ['wall.port_b', 'room[2:end].port'],
    ['heating.port', 'room[1].port'],
    ['ventilation.port_a', 'room[n].port'],
    ['ventilation.port_b', 'supply.port'],
  ],
  equations: equations`mean = sum(room.T)/n`,
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = {
  stopTime: 86400,
  plot: [['room[1].T', 'room[4].T', 'mean'], 'heating.P'],
}

export function simulateBuilding(changes: Readonly<Record<string, unknown>> = {}): SignalTable {
  return simulate(Building, { stopTime: 86400, tolerance: 1e-7, merge: changes })
}

if (isMain(import.meta.url)) {
  const result = simulateBuilding()
  console.log(`Four rooms: ${result.final('mean').toFixed(2)} K after a day`)
  const other = simulateBuilding({ n: 6, isVentilated: true })
  console.log(`Six rooms, ventilated: ${other.final('mean').toFixed(2)} K`)
  console.log(result.summary({ names: ['room[1].T', 'mean', 'heating.mode.state', 'heating.P'] }))
}
