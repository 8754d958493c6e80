/** Nonlinear and logical blocks, and tables: changes of their law are events. */
import { equationsOnDemand as equations, expr, Par, Var } from '../../model/index.ts'
import { table1D, table2D } from '../functions/index.ts'
import { SI2SO, SISO, SO } from './interfaces.ts'

/** y = u between the limits uMin and uMax, otherwise the limit. */
export const Limiter = SISO.extend({
  uMax: Par(1),
  uMin: Par(expr`-uMax`),
  equations: equations`y = if u > uMax then uMax elseif u < uMin then uMin else u`,
})

/** y = 0 between uMin and uMax, otherwise the distance of u to the limit. */
export const DeadZone = SISO.extend({
  uMax: Par(1),
  uMin: Par(expr`-uMax`),
  equations: equations`y = if u > uMax then u - uMax elseif u < uMin then u - uMin else 0`,
})

/** y = u1 if the Boolean input u2 is true, otherwise u3. */
export const Switch = SI2SO.extend({
  u3: Var({ input: true }),
  equations: equations`y = if u2 then u1 else u3`,
})

/** Boolean y: becomes true where u rises above uHigh, false where it falls below uLow; initial value y. */
export const Hysteresis = SISO.extend({
  uLow: Par(0),
  uHigh: Par(1),
  y: Var({ start: false }),
  equations: equations`y = u > uHigh or pre(y) and u >= uLow`,
})

/** Boolean y: u > threshold. */
export const GreaterThreshold = SISO.extend({ threshold: Par(0), equations: equations`y = u > threshold` })

/** Boolean y: u < threshold. */
export const LessThreshold = SISO.extend({ threshold: Par(0), equations: equations`y = u < threshold` })

/** y = realTrue if the Boolean input u is true, otherwise realFalse. */
export const BooleanToReal = SISO.extend({
  realTrue: Par(1),
  realFalse: Par(0),
  equations: equations`y = if u then realTrue else realFalse`,
})

/** Boolean y = u1 and u2. */
export const And = SI2SO.extend({ equations: equations`y = u1 and u2` })

/** Boolean y = u1 or u2. */
export const Or = SI2SO.extend({ equations: equations`y = u1 or u2` })

/** Boolean y = not u. */
export const Not = SISO.extend({ equations: equations`y = not u` })

/** Time y [s] since the Boolean input u has become true; 0 while it is false. */
export const Timer = SO.extend({
  u: Var({ input: true }),
  y: Var({ unit: 's' }),
  entryTime: Var({ start: 0, unit: 's' }),
  equations: equations`
    when initial() or u then
      entryTime = time
    end when
    y = if u then time - entryTime else 0
  `,
})

const tableOptions = { interpolation: Par('linear'), extrapolation: Par('hold') }

/**
 * y = table(u) by rows [u, y]. Interpolation `linear` with events at kinks, `akima`, `modified-akima`,
 * `fritsch-carlson`, `steffen` (both monotone); extrapolation `hold`, `linear`, `periodic`, `error`; see `table1D`.
 */
export const Table1D = SISO.extend({
  table: Par([
    [0, 0],
    [1, 1],
  ]),
  ...tableOptions,
  equations: equations`y = ${table1D}(table, u, interpolation, extrapolation)`,
})

/**
 * y = table(u1, u2) with the values of u1 in the first column and those of u2 in the first row. Interpolation `linear`,
 * `akima`, `modified-akima`; extrapolation as of `Table1D`; see `table2D`.
 */
export const Table2D = SI2SO.extend({
  table: Par([
    [0, 0, 1],
    [0, 0, 0],
    [1, 0, 1],
  ]),
  ...tableOptions,
  equations: equations`y = ${table2D}(table, u1, u2, interpolation, extrapolation)`,
})

/** Boolean y: exactly one of the Booleans u1, u2 is true. */
export const Xor = SI2SO.extend({ equations: equations`y = u1 <> u2` })

/** Boolean y = not (u1 and u2). */
export const Nand = SI2SO.extend({ equations: equations`y = not (u1 and u2)` })

/** Boolean y = not (u1 or u2). */
export const Nor = SI2SO.extend({ equations: equations`y = not (u1 or u2)` })

/** Boolean y: set by the Boolean input S, reset by R, which has priority; initial value y. */
export const RSFlipFlop = SO.extend({
  S: Var({ input: true }),
  R: Var({ input: true }),
  y: Var({ start: false }),
  equations: equations`y = not R and (S or pre(y))`,
})

/** Boolean y: true when the Boolean u has been true for delayTime [s]; false as soon as u is false. */
export const OnDelay = SISO.extend({
  delayTime: Par(1, 's', { min: 0 }),
  entryTime: Var({ start: 0, unit: 's' }),
  equations: equations`
    when initial() or u then
      entryTime = time
    end when
    y = u and time >= entryTime + delayTime
  `,
})

/**
 * Boolean y of a controller with two points: becomes true where u falls below reference - bandwidth/2, false where it rises above
 * reference + bandwidth/2; initial value y.
 */
export const OnOffController = SISO.extend({
  reference: Var({ input: true }),
  bandwidth: Par(0.1, { min: 0 }),
  y: Var({ start: false }),
  equations: equations`y = u < reference - bandwidth/2 or pre(y) and u <= reference + bandwidth/2`,
})
