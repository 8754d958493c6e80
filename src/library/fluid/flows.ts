/** Pipes, orifices, valves and pumps: the flow for a pressure difference. */
import { equationsOnDemand as equations, Par, registerFunction, Var } from '../../model/index.ts'
import { PartialFlow } from './interfaces.ts'

/** Reynolds numbers up to which a flow in a pipe is laminar, and from which it is turbulent. */
const LAMINAR = 2000
const TURBULENT = 4000

/** Friction factor of turbulent flow [Swamee, Jain 1976], within 1 % of the equation of Colebrook and White. */
function turbulentFactor(re: number, roughness: number): number {
  const x = Math.log10(roughness / 3.7 + 5.74 / re ** 0.9)
  return 0.25 / (x * x)
}

/** Logarithm of λ Re² over that of Re: its value and slope at both ends of the transition, between them a cubic. */
function transitionFactor(re: number, roughness: number): [value: number, slope: number] {
  const [x0, x1] = [Math.log(LAMINAR), Math.log(TURBULENT)]
  const h = x1 - x0
  const t = (Math.log(re) - x0) / h
  const end = (x: number): number => Math.log(turbulentFactor(Math.exp(x), roughness)) + 2 * x
  const [y0, y1] = [Math.log(64 * LAMINAR), end(x1)]
  const [s0, s1] = [h, ((end(x1 + 1e-5) - end(x1 - 1e-5)) / 2e-5) * h]
  const value =
    y0 * (1 + 2 * t) * (1 - t) ** 2 + s0 * t * (1 - t) ** 2 + y1 * t * t * (3 - 2 * t) + s1 * t * t * (t - 1)
  const slope = 6 * (y1 - y0) * t * (1 - t) + s0 * (1 - t) * (1 - 3 * t) + s1 * t * (3 * t - 2)
  return [value, slope / h]
}

/** λ Re |Re|: the pressure difference of a pipe, dimensionless. */
const pipeFriction = registerFunction(
  'vario_pipeFriction',
  (re: number, roughness: number): number => {
    const size = Math.abs(re)
    if (size <= LAMINAR) return 64 * re
    if (size < TURBULENT) return Math.sign(re) * Math.exp(transitionFactor(size, roughness)[0])
    return turbulentFactor(size, roughness) * re * size
  },
  {
    isSmooth: true,
    jacobian: [
      {
        name: 'vario_pipeFrictionSlope',
        evaluate: (re: number, roughness: number): number => {
          const size = Math.abs(re)
          if (size <= LAMINAR) return 64
          if (size < TURBULENT) {
            const [value, slope] = transitionFactor(size, roughness)
            return (Math.exp(value) * slope) / size
          }
          const factor = turbulentFactor(size, roughness)
          const y = 5.74 / size ** 0.9
          const inner = roughness / 3.7 + y
          // λ' = 2 λ 0.9 y/(inner ln(inner) Re)
          return factor * size * (2 + (1.8 * y) / (inner * Math.log(inner)))
        },
      },
      null,
    ],
  },
)

const liquid = { rho: Par(1000, 'kg/m3', { min: 0 }), mu: Par(1e-3, 'Pa.s', { min: 0 }) }

/**
 * Straight pipe: laminar up to Re = 2000 (Hagen and Poiseuille), turbulent from 4000 on (Swamee and Jain, 1 % of Colebrook and
 * White), smooth in between. Length L, diameter D, roughness k [m], height [m] of port_b above port_a; density rho [kg/m3],
 * viscosity mu [Pa.s]. Re: the Reynolds number.
 */
export const Pipe = PartialFlow.extend({
  ...liquid,
  L: Par(1, 'm'),
  D: Par(0.01, 'm', { min: 0 }),
  k: Par(2.5e-5, 'm', { min: 0 }),
  height: Par(0, 'm'),
  g: Par(9.80665, 'm/s2'),
  Re: Var(),
  equations: equations`
    Re = 4*rho*q/(pi*D*mu)
    dp = rho*g*height + mu^2*L/(2*rho*D^3)*${pipeFriction}(Re, k/D)
  `,
})

/**
 * Flow through an opening, of the form q = a*sqrt(dp) with a linear part around 0: q = Cd*A*sqrt(2/rho)*dp/(dp² + dp_small²)^¼.
 */
const PartialOrifice = PartialFlow.extend({
  Cd: Par(0.61, { min: 0 }),
  rho: liquid.rho,
  dp_small: Par(100, 'Pa', { min: 0 }),
  area: Var({ unit: 'm2' }),
  equations: equations`q = Cd*area*sqrt(2/rho)*dp/(dp^2 + dp_small^2)^0.25`,
})

/**
 * Orifice: q = Cd*A*sqrt(2*dp/rho), linear for dp [Pa] well below dp_small. Discharge coefficient Cd, area A [m2], density rho
 * [kg/m3].
 */
export const Orifice = PartialOrifice.extend({
  A: Par(1e-4, 'm2', { min: 0 }),
  equations: equations`area = A`,
})

/** Valve: an orifice of the area A [m2] times the input `opening` (0 … 1, limited to it); leakage (0 … 1) when closed. */
export const Valve = PartialOrifice.extend({
  A: Par(1e-4, 'm2', { min: 0 }),
  leakage: Par(0, { min: 0, max: 1 }),
  opening: Var({ input: true }),
  equations: equations`area = A*(if opening > 1 then 1 elseif opening > leakage then opening else leakage)`,
})

/**
 * Check valve: opens at the pressure difference p_open [Pa] and is closed below it. Resistance R [Pa.s/m3] when open, leakage
 * G [m3/(s.Pa)] when closed. `isOpen` changes at events.
 */
export const CheckValve = PartialFlow.extend({
  p_open: Par(0, 'Pa', { min: 0 }),
  R: Par(1e6, 'Pa.s/m3', { min: 0 }),
  G: Par(1e-14, 'm3/(s.Pa)', { min: 0 }),
  s: Var({ start: 0 }),
  equations: equations`
    isOpen = s > 0
    dp = p_open + (if isOpen then R*s*1e-6 else s)
    q = G*p_open + (if isOpen then s*1e-6 else G*s)
  `,
})

/**
 * Centrifugal pump: pressure rise dp0*(n/n0)² - (dp0 - dp1)*(q/q1)²: at the speed n0 [1/s] it has dp0 [Pa] without flow and
 * dp1 [Pa] at the flow q1 [m3/s]. Input n [1/s]: its speed.
 */
export const Pump = PartialFlow.extend({
  dp0: Par(2e5, 'Pa'),
  dp1: Par(1e5, 'Pa'),
  q1: Par(1e-3, 'm3/s'),
  n0: Par(25, '1/s'),
  n: Var({ input: true, unit: '1/s' }),
  equations: equations`-dp = dp0*(n/n0)^2 - (dp0 - dp1)*q*abs(q)/q1^2`,
})
