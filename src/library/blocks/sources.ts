/** Sources of signals. Their jumps and kinks are time events: the solver stops exactly there. */
import { equationsOnDemand as equations, Par, Var } from '../../model/index.ts'
import { SignalSource, SO } from './interfaces.ts'
import { interpolateTable, NEVER, nextTableTime } from './table.ts'

/** y = k. */
export const Constant = SO.extend({ k: Par(1), equations: equations`y = k` })

/** Step of the height `height` at startTime [s], on the offset. */
export const Step = SignalSource.extend({
  height: Par(1),
  equations: equations`y = offset + (if time < startTime then 0 else height)`,
})

/** Ramp to the height `height` within `duration` [s] from startTime [s] on, on the offset. */
export const Ramp = SignalSource.extend({
  height: Par(1),
  duration: Par(2, 's', { min: 0 }),
  equations: equations`
    y = offset + (if time < startTime then 0
      elseif time < startTime + duration then (time - startTime)*height/duration else height)
  `,
})

/** Sine. Amplitude, frequency f [Hz], phase [rad], on the offset, from startTime [s] on. */
export const Sine = SignalSource.extend({
  amplitude: Par(1),
  f: Par(1, 'Hz'),
  phase: Par(0, 'rad'),
  equations: equations`
    y = offset + (if time < startTime then 0 else amplitude*sin(2*pi*f*(time - startTime) + phase))
  `,
})

/** Relative tolerance for the start of a period. */
const TICK_TOLERANCE = 1e-9

/**
 * Number n of the current period (-1 before startTime), and true during its first part, of the relative width `width`.
 */
const periods = equations`
  when initial() or time >= startTime + (pre(n) + 1)*period then
    n = if initial() then max(-1, floor((time - startTime)/period + ${TICK_TOLERANCE})) else pre(n) + 1
  end when
  isOn = n >= 0 and time < startTime + (n + width)*period
`

/**
 * Rectangular pulses of the height `amplitude` on the offset, from startTime [s] on. Period [s], relative width (0 …
 * 1).
 */
export const Pulse = SignalSource.extend({
  amplitude: Par(1),
  period: Par(1, 's', { min: 0 }),
  width: Par(0.5, { min: 0, max: 1 }),
  n: Var({ start: NEVER }),
  equations: periods,
}).extend({ equations: equations`y = offset + (if isOn then amplitude else 0)` })

/**
 * Table of rows [t, y] with non-decreasing times t [s], linear in between and constant outside. A repeated time is a
 * jump. Every row is a time event.
 */
export const TableSource = SO.extend({
  table: Par([
    [0, 0],
    [1, 1],
  ]),
  next: Var({ start: NEVER, unit: 's' }),
  equations: equations`
    when initial() or time >= pre(next) then
      next = ${nextTableTime}(table, time)
    end when
    y = ${interpolateTable}(table, time, next)
  `,
})

/** Boolean constant y = k. */
export const BooleanConstant = SO.extend({ k: Par(true), equations: equations`y = k` })

/** Boolean y that changes from startValue to its opposite at startTime [s]. */
export const BooleanStep = SO.extend({
  startTime: Par(0, 's'),
  startValue: Par(false),
  equations: equations`y = (time >= startTime) <> startValue`,
})

/** Boolean pulses from startTime [s] on. Period [s], relative width (0 … 1) of the part in which y is true. */
export const BooleanPulse = SO.extend({
  startTime: Par(0, 's'),
  period: Par(1, 's', { min: 0 }),
  width: Par(0.5, { min: 0, max: 1 }),
  n: Var({ start: NEVER }),
  equations: periods,
}).extend({ equations: equations`y = isOn` })

/**
 * Trapezoids of the height `amplitude` on the offset, from startTime [s] on: `rising`, `width`, `falling` [s] are the
 * times of the slopes and of the top, within a period [s].
 */
export const Trapezoid = SignalSource.extend({
  amplitude: Par(1),
  rising: Par(0.1, 's', { min: 0 }),
  width: Par(0.3, 's', { min: 0 }),
  falling: Par(0.1, 's', { min: 0 }),
  period: Par(1, 's', { min: 0 }),
  n: Var({ start: NEVER }),
  equations: equations`
    assert(rising + width + falling <= period*(1 + ${TICK_TOLERANCE}), "Trapezoid: expected rising + width + falling up to the period")
    when initial() or time >= startTime + (pre(n) + 1)*period then
      n = if initial() then max(-1, floor((time - startTime)/period + ${TICK_TOLERANCE})) else pre(n) + 1
    end when
    t = time - startTime - n*period
    y = offset + amplitude*(if n < 0 then 0
      elseif time < startTime + n*period + rising then t/max(rising, 1e-300)
      elseif time < startTime + n*period + rising + width then 1
      elseif time < startTime + n*period + rising + width + falling then (rising + width + falling - t)/max(falling, 1e-300)
      else 0)
  `,
})

/**
 * Sine whose frequency rises linearly from f_start to f_end [Hz] within `duration` [s] from startTime [s] on, and stays there.
 * Amplitude, on the offset.
 */
export const Chirp = SignalSource.extend({
  amplitude: Par(1),
  f_start: Par(1, 'Hz'),
  f_end: Par(10, 'Hz'),
  duration: Par(1, 's', { min: 0 }),
  equations: equations`
    t = time - startTime
    turns = if time < startTime then 0
      elseif time < startTime + duration then (f_start + (f_end - f_start)*t/(2*duration))*t
      else (f_start + f_end)*duration/2 + f_end*(t - duration)
    y = offset + amplitude*sin(2*pi*turns)
  `,
})
