/**
 * A vehicle whose components exchange signals by a bus. Nothing lists the signals of the bus: every component connects
 * the ones that it gives or needs, with their units, and a signal that two components give, or that is needed and missing,
 * is an error. The driver and the engine have groups of signals, `bus.driver.speed` and `bus.engine.torque`, the wheels a
 * list, and the supply voltage is a pin.
 *
 *   npx tsx examples/vehicle-bus.ts
 */
import {
  Bus,
  type Experiment,
  equations,
  expr,
  Model,
  Par,
  plotText,
  type SignalTable,
  simulate,
  Var,
} from 'vario'
import { ConstantVoltage, Ground, Resistor } from 'vario/library/electric'
import { isMain } from './support/is-main.ts'

/** Sets the speed; he wants to go faster after 5 s. */
const Driver = Model({
  bus: Bus(),
  speed: Var({ output: true, unit: 'km/h' }),
  equations: equations`speed = if time < 5 then quantity(72, 'km/h') else quantity(90, 'km/h')`,
  connect: [['speed', 'bus.driver.speed']],
})

/** A PI controller: its equations read and write the bus. */
const CruiseControl = Model({
  bus: Bus(),
  k: Par(300, 'N.s'),
  T: Par(5, 's'),
  e: Var({ unit: 'm/s', info: 'control error' }),
  x: Var({ init: 0, unit: 'm' }),
  equations: equations`
    e = bus.driver.speed - bus.speed
    der(x) = e
    bus.engine.command = k*(e + x/T)
  `,
})

/** An engine with a lag. It needs a supply voltage of at least 9 V. */
const Engine = Model({
  bus: Bus(),
  tau: Par(0.3, 's'),
  command: Var({ input: true, unit: 'N.m' }),
  torque: Var({ init: 0, output: true, unit: 'N.m' }),
  control: Resistor({ R: 4 }),
  connect: [
    ['bus.engine.command', 'command'],
    ['torque', 'bus.engine.torque'],
    ['bus.supply', 'control.p'],
    ['bus.ground', 'control.n'],
  ],
  equations: equations`
    tau*der(torque) = (if control.v > 9 then command else 0) - torque
  `,
})

/** Turns with its own radius. */
const WheelSensor = Model({
  r: Par(0.3, 'm'),
  v: Var({ input: true, unit: 'm/s' }),
  w: Var({ output: true, unit: 'rad/s' }),
  equations: equations`w = v/r`,
})

/** The vehicle with its wheels, of which no two have the same radius. */
const Body = Model({
  bus: Bus(),
  m: Par(1000, 'kg'),
  d: Par(40, 'N.s/m', { info: 'resistance' }),
  r: Par([0.3, 0.303, 0.297, 0.306], 'm'),
  v: Var({ init: 20, unit: 'm/s', output: true }),
  sensor: WheelSensor({ for: { i: expr`1:4` }, r: expr`r[i]` }),
  connect: [
    ['v', 'sensor.v'],
    ['sensor.w', 'bus.wheel'],
  ],
  equations: equations`m*der(v) = bus.engine.torque/r[1] - d*v`,
})

/** Estimates the speed from all wheels. The equation has no declaration of `speed` to take its unit from: the bus has one. */
const Estimator = Model({
  bus: Bus({ speed: Var({ unit: 'm/s', info: 'measured' }) }),
  r: Par(0.3, 'm'),
  equations: equations`bus.speed = r*sum(bus.wheel)/4`,
})

const Battery = Model({
  bus: Bus(),
  V: ConstantVoltage({ V: 12 }),
  R: Resistor({ R: 0.1 }),
  g: Ground(),
  connect: [
    ['V.p', 'R.p'],
    ['R.n', 'bus.supply'],
    ['V.n', 'g.p', 'bus.ground'],
  ],
})

export const Vehicle = Model({
  bus: Bus(),
  driver: Driver(),
  cruise: CruiseControl(),
  engine: Engine(),
  body: Body(),
  estimator: Estimator(),
  battery: Battery(),
  connect: [['bus', 'driver.bus', 'cruise.bus', 'engine.bus', 'body.bus', 'estimator.bus', 'battery.bus']],
})

export default Vehicle()

/** Settings for `vario simulate`. */
export const experiment: Experiment = {
  stopTime: 30,
  tolerance: 1e-9,
  plot: [['bus.speed', 'bus.driver.speed'], ['bus.engine.torque']],
}

export function simulateVehicle(): SignalTable {
  return simulate(Vehicle, { stopTime: 30, tolerance: 1e-9 })
}

if (isMain(import.meta.url)) {
  const result = simulateVehicle()
  console.log(
    result.summary({
      names: ['bus.speed', 'bus.driver.speed', 'bus.engine.torque', 'body.v', 'engine.control.v'],
    }),
  )
  console.log(plotText(result, ['bus.speed', 'body.v'], { heading: 'Measured and true speed' }))
}
