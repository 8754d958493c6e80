/**
 * A current-controlled DC motor with gear, elastic shaft and load, from the libraries. Electric, mechanical and signal
 * connectors meet in one model: the PI controller sets the voltage so that the motor current follows its set value.
 *
 *   npx tsx examples/motor-drive.ts
 */
import { type Experiment, Model, plotText, type SignalTable, simulate } from 'vario'
import { Feedback, FirstOrder, PI, Step } from 'vario/library/blocks'
import {
  Ground,
  Inductor,
  Resistor,
  UnitlessCurrentSensor,
  UnitlessSignalVoltage,
} from 'vario/library/electric'
import { EMF, IdealGear, Inertia, SpringDamper } from 'vario/library/rotational'
import { isMain } from './support/is-main.ts'

export const MotorDrive = Model({
  info: 'Current-controlled DC motor with elastic gear and load',

  // control: the set current against the measured one, and a power converter with a lag of 1 ms
  step: Step({ height: 4.7 }),
  feedback: Feedback(),
  PI: PI({ k: 30, T: 0.005 }),
  converter: FirstOrder({ T: 0.001 }),

  // armature
  source: UnitlessSignalVoltage(),
  resistor: Resistor({ R: 13.8 }),
  inductor: Inductor({ L: 0.061 }),
  emf: EMF({ k: 1.016 }),
  sensor: UnitlessCurrentSensor(),
  ground: Ground(),

  // mechanics
  motor: Inertia({ J: 0.0025 }),
  gear: IdealGear({ ratio: 105 }),
  shaft: SpringDamper({ c: 5e5, d: 500 }),
  load: Inertia({ J: 100 }),

  connect: [
    ['step.y', 'feedback.u1'],
    ['sensor.i', 'feedback.u2'],
    ['feedback.y', 'PI.u'],
    ['PI.y', 'converter.u'],
    ['converter.y', 'source.v'],

    ['source.p', 'resistor.p'],
    ['resistor.n', 'inductor.p'],
    ['inductor.n', 'emf.p'],
    ['emf.n', 'ground.p', 'sensor.p'],
    ['sensor.n', 'source.n'],

    ['emf.flange', 'motor.flange_a'],
    ['motor.flange_b', 'gear.flange_a'],
    ['gear.flange_b', 'shaft.flange_a'],
    ['shaft.flange_b', 'load.flange_a'],
  ],
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = { stopTime: 0.1, plot: [['inductor.i', 'step.y'], 'load.w'] }

export function simulateMotorDrive(): SignalTable {
  return simulate(MotorDrive, { stopTime: 0.1 })
}

if (isMain(import.meta.url)) {
  const result = simulateMotorDrive()
  const names = [
    'PI.x',
    'converter.x',
    'inductor.i',
    'motor.phi',
    'motor.w',
    'load.phi',
    'load.w',
    'shaft.tau',
  ]
  console.log(result.summary({ names }))
  console.log(plotText(result, ['inductor.i', 'step.y'], { heading: 'Current and its set value' }))
  console.log(plotText(result, 'load.w', { heading: 'Speed of the load', height: 10 }))
}
