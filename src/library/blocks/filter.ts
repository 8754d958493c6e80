/** Filters by design, means over periods, and limits of rates. */
import { equationsOnDemand as equations, expr, Par, registerFunction, Var } from '../../model/index.ts'
import { designFilter, type FilterMatrices } from './filter-design.ts'
import { SISO } from './interfaces.ts'

type Arguments = Parameters<typeof designFilter>

const matrixOf = ({ n, A }: FilterMatrices): object => ({ rows: n, cols: n, data: A })
const filterA = registerFunction('vario_filterA', (...args: Arguments) => matrixOf(designFilter(...args)), {
  shape: 'matrix',
})
const filterB = registerFunction('vario_filterB', (...args: Arguments) => designFilter(...args).b, {
  shape: 'vector',
})
const filterC = registerFunction('vario_filterC', (...args: Arguments) => designFilter(...args).c, {
  shape: 'vector',
})
const filterD = registerFunction('vario_filterD', (...args: Arguments) => designFilter(...args).d)

/**
 * Filter by design: `bessel`, `butterworth`, `chebyshev` with the ripple [dB], `critical damping`; band: `low pass`, `high pass`,
 * `band pass`, `band stop`; order 1 … 15 of the low pass. At f_cut [Hz], for bands also at f_min [Hz], the amplitude is 1/√2 of
 * the full one, which is the gain k; initial states x.
 */
export const Filter = SISO.extend({
  design: Par('butterworth'),
  band: Par('low pass'),
  order: Par(2),
  f_cut: Par(1, 'Hz'),
  f_min: Par(expr`f_cut/2`, 'Hz'),
  ripple: Par(0.5),
  k: Par(1),
  A: Par(expr`${filterA}(design, band, order, f_cut, f_min, ripple)`),
  b: Par(expr`${filterB}(design, band, order, f_cut, f_min, ripple)`),
  c: Par(expr`${filterC}(design, band, order, f_cut, f_min, ripple)`),
  d: Par(expr`${filterD}(design, band, order, f_cut, f_min, ripple)`),
  x: Var({ init: expr`zeros(length(b))` }),
  equations: equations`
    der(x) = A*x + b*u
    y = k*(c*x + d*u)
  `,
})

/** The integral v over the current period, and the instants at which a period of the length T ends. */
const OverPeriods = SISO.extend({
  T: Par(1, 's', { min: 0 }),
  startTime: Par(0, 's'),
  v: Var({ init: 0 }),
  n: Var({ start: 0 }),
  mean: Var({ start: 0 }),
  equations: equations`
    when time >= startTime + (pre(n) + 1)*T then
      n = pre(n) + 1
      mean = v/T
      reinit(v, 0)
    end when
  `,
})

/** Mean of u over the last whole period T [s], from startTime [s] on; 0 before the end of the first one. */
export const Mean = OverPeriods.extend({
  equations: equations`
    der(v) = if time < startTime then 0 else u
    y = mean
  `,
})

/** Root mean square of u over the last whole period T [s], from startTime [s] on; 0 before the end of the first one. */
export const RootMeanSquare = OverPeriods.extend({
  equations: equations`
    der(v) = if time < startTime then 0 else u^2
    y = sqrt(max(0, mean))
  `,
})

/**
 * y follows u with at most the rates `rising` and `falling` [1/s]; within these as a first-order lag with the time constant Td
 * [s]. Initial y.
 */
export const RateLimiter = SISO.extend({
  rising: Par(1, '1/s', { min: 0 }),
  falling: Par(expr`-rising`, '1/s'),
  Td: Par(1e-3, 's', { min: 0 }),
  y: Var({ init: 0 }),
  equations: equations`
    wanted = (u - y)/Td
    der(y) = if wanted > rising then rising elseif wanted < falling then falling else wanted
  `,
})
