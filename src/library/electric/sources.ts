/** Sources of voltage and current, and sensors. Offsets and start times as in the sources of `vario/library/blocks`. */
import { equationsOnDemand as equations, Model, Par, Var } from '../../model/index.ts'
import { OnePort, Pin } from './interfaces.ts'

/** Constant voltage v = V [V]. */
export const ConstantVoltage = OnePort.extend({ V: Par(1, 'V'), equations: equations`v = V` })

/**
 * Sine voltage. Amplitude V [V], frequency f [Hz], phase [rad], offset [V], startTime [s] before which only the offset
 * acts.
 */
export const SineVoltage = OnePort.extend({
  V: Par(1, 'V'),
  f: Par(1, 'Hz'),
  phase: Par(0, 'rad'),
  offset: Par(0, 'V'),
  startTime: Par(0, 's'),
  equations: equations`
    v = offset + (if time < startTime then 0 else V*sin(2*pi*f*(time - startTime) + phase))
  `,
})

/** Step of the height V [V] at startTime [s] on the offset [V]. */
export const StepVoltage = OnePort.extend({
  V: Par(1, 'V'),
  offset: Par(0, 'V'),
  startTime: Par(0, 's'),
  equations: equations`v = offset + (if time < startTime then 0 else V)`,
})

/** Voltage given by the input v [V]. */
export const SignalVoltage = Model({
  p: Pin(),
  n: Pin(),
  v: Var({ input: true, unit: 'V' }),
  i: Var({ unit: 'A' }),
  equations: equations`
    v = p.v - n.v
    0 = p.i + n.i
    i = p.i
  `,
})

/** Voltage given by the input v, a number in V without a unit. */
export const UnitlessSignalVoltage = SignalVoltage.extend({ v: { unit: null } })

/** Constant current i = I [A] from p to n through the source. */
export const ConstantCurrent = OnePort.extend({ I: Par(1, 'A'), equations: equations`i = I` })

/** Sine current. Amplitude I [A], frequency f [Hz], phase [rad], offset [A], startTime [s]. */
export const SineCurrent = OnePort.extend({
  I: Par(1, 'A'),
  f: Par(1, 'Hz'),
  phase: Par(0, 'rad'),
  offset: Par(0, 'A'),
  startTime: Par(0, 's'),
  equations: equations`
    i = offset + (if time < startTime then 0 else I*sin(2*pi*f*(time - startTime) + phase))
  `,
})

/** Current from p to n given by the input i [A]. */
export const SignalCurrent = Model({
  p: Pin(),
  n: Pin(),
  v: Var({ unit: 'V' }),
  i: Var({ input: true, unit: 'A' }),
  equations: equations`
    v = p.v - n.v
    0 = p.i + n.i
    i = p.i
  `,
})

/** Output i [A]: the current from p to n. */
export const CurrentSensor = Model({
  p: Pin(),
  n: Pin(),
  i: Var({ output: true, unit: 'A' }),
  equations: equations`
    p.v = n.v
    0 = p.i + n.i
    i = p.i
  `,
})

/** Output i: the current from p to n as a number in A without a unit. */
export const UnitlessCurrentSensor = CurrentSensor.extend({ i: { unit: null } })

/** Output v [V]: the voltage between p and n, without current between them. */
export const VoltageSensor = Model({
  p: Pin(),
  n: Pin(),
  v: Var({ output: true, unit: 'V' }),
  equations: equations`
    p.i = 0
    n.i = 0
    v = p.v - n.v
  `,
})
