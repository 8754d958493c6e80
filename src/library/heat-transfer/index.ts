/** One-dimensional heat transfer: ports with temperature T [K] and heat flow Q_flow [W]. */
import { equationsOnDemand as equations, expr, Model, Par, Var } from '../../model/index.ts'
import { table1D } from '../functions/index.ts'

/** Thermal port: temperature T [K], heat flow Q_flow [W] into the component. */
export const HeatPort = Model({
  // a guess where nothing else is known: at 0 K, heat radiation and similar laws have no slope, or no value
  T: Var({ potential: true, unit: 'K', start: 293.15 }),
  Q_flow: Var({ flow: true, unit: 'W' }),
})

/** Prescribed temperature T [K]. */
export const FixedTemperature = Model({
  port: HeatPort(),
  T: Par(293.15, 'K'),
  equations: equations`port.T = T`,
})

/** Prescribed heat flow Q_flow [W] out of the port, into the connected components. */
export const FixedHeatFlow = Model({
  port: HeatPort(),
  Q_flow: Par(0, 'W'),
  equations: equations`port.Q_flow = -Q_flow`,
})

/** Temperature given by the input T [K]. */
export const PrescribedTemperature = Model({
  port: HeatPort(),
  T: Var({ input: true, unit: 'K' }),
  equations: equations`port.T = T`,
})

/** Heat flow out of the port given by the input Q_flow [W]. */
export const PrescribedHeatFlow = Model({
  port: HeatPort(),
  Q_flow: Var({ input: true, unit: 'W' }),
  equations: equations`port.Q_flow = -Q_flow`,
})

/** Lumped heat storage. Heat capacity C [J/K]; initial temperature T [K]. */
export const HeatCapacitor = Model({
  port: HeatPort(),
  C: Par(1, 'J/K'),
  T: Var({ init: 293.15, unit: 'K' }),
  equations: equations`
    T = port.T
    C*der(T) = port.Q_flow
  `,
})

/**
 * Two ports with the temperature difference dT [K] and the heat flow Q_flow [W] from port_a to port_b, without storage.
 */
const PartialConductor = Model({
  port_a: HeatPort(),
  port_b: HeatPort(),
  dT: Var({ unit: 'K' }),
  Q_flow: Var({ unit: 'W' }),
  equations: equations`
    dT = port_a.T - port_b.T
    0 = port_a.Q_flow + port_b.Q_flow
    port_a.Q_flow = Q_flow
  `,
})

/** Conduction Q_flow = G*dT. Thermal conductance G [W/K]. */
export const ThermalConductor = PartialConductor.extend({
  G: Par(1, 'W/K'),
  equations: equations`Q_flow = G*dT`,
})

/** Convection Q_flow = Gc*dT from port_a (solid) to port_b (fluid). Input Gc [W/K]: convective conductance. */
export const Convection = PartialConductor.extend({
  Gc: Var({ input: true, unit: 'W/K' }),
  equations: equations`Q_flow = Gc*dT`,
})

/**
 * Heat storage whose specific heat capacity is a table. Mass m [kg], rows [T, c] of temperature [K] and specific heat capacity
 * [J/(kg.K)], straight lines between them; initial temperature T [K]. H [J]: heat stored since the start.
 */
export const HeatCapacitorTable = Model({
  port: HeatPort(),
  m: Par(1, 'kg'),
  cp: Par([
    [273.15, 450],
    [1273.15, 650],
  ]),
  T: Var({ init: 293.15, unit: 'K' }),
  H: Var({ init: 0, unit: 'J' }),
  equations: equations`
    T = port.T
    m*${table1D}(cp, T)*der(T) = port.Q_flow
    der(H) = port.Q_flow
  `,
})

/**
 * Convection at a surface: Q_flow = h*A*(port_a.T - port_b.T) from port_a (solid) to port_b (fluid). Area A [m2], coefficient
 * of heat transfer by rows [dT, h] over the absolute difference of temperatures [K], h [W/(m2.K)].
 */
export const ConvectionTable = PartialConductor.extend({
  A: Par(1, 'm2'),
  h: Par([
    [0, 5],
    [100, 10],
  ]),
  equations: equations`Q_flow = A*${table1D}(h, abs(dT))*dT`,
})

/** Stefan-Boltzmann constant [W/(m2.K4)], CODATA 2018. */
const STEFAN_BOLTZMANN = 5.670374419e-8

/** Radiation Q_flow = Gr*sigma*(port_a.T^4 - port_b.T^4). Net radiation conductance Gr [m2]. */
export const BodyRadiation = PartialConductor.extend({
  Gr: Par(1, 'm2'),
  sigma: Par(STEFAN_BOLTZMANN, 'W/(m2.K4)'),
  equations: equations`Q_flow = Gr*sigma*(port_a.T^4 - port_b.T^4)`,
})

/** Output T [K]: the temperature of the port. */
export const TemperatureSensor = Model({
  port: HeatPort(),
  T: Var({ output: true, unit: 'K' }),
  equations: equations`
    port.Q_flow = 0
    T = port.T
  `,
})

/** Output Q_flow [W]: the heat flow from port_a to port_b. */
export const HeatFlowSensor = Model({
  port_a: HeatPort(),
  port_b: HeatPort(),
  Q_flow: Var({ output: true, unit: 'W' }),
  equations: equations`
    port_a.T = port_b.T
    0 = port_a.Q_flow + port_b.Q_flow
    Q_flow = port_a.Q_flow
  `,
})

/**
 * Rod with insulated sides, its heat equation discretized by finite volumes of equal length. Length L [m],
 * cross-section A [m2], density rho [kg/m3], thermal conductivity lambda [W/(m.K)], specific heat capacity c
 * [J/(kg.K)]; the number of initial temperatures T [K] is the number of elements. The centers of the end elements are
 * half an element away from the ports.
 */
export const InsulatedRod = Model({
  port_a: HeatPort(),
  port_b: HeatPort(),
  L: Par(1, 'm'),
  A: Par(0.0004, 'm2'),
  rho: Par(7500, 'kg/m3'),
  lambda: Par(74, 'W/(m.K)'),
  c: Par(450, 'J/(kg.K)'),
  T: Var({ init: [293.15], unit: 'K' }),
  dx: Var(expr`L/length(T)`, { unit: 'm' }),
  Ce: Var(expr`c*rho*A*dx`, { unit: 'J/K' }),
  k: Var(expr`lambda*A/Ce`, { unit: 'm/s' }),
  equations: equations`
    der(T) = [k*((if i == 1 then 2*(port_a.T - T[1]) else T[i-1] - T[i]) -
                 (if i == length(T) then 2*(T[i] - port_b.T) else T[i] - T[i+1]))/dx for i in eachindex(T)]
    port_a.Q_flow = lambda*A*(port_a.T - T[1])/(dx/2)
    port_b.Q_flow = lambda*A*(port_b.T - T[end])/(dx/2)
  `,
})
