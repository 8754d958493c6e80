/** Heat transfer components of the reference cases. */
import { equations, Model, Par, Var } from 'vario'

export const HeatPort = Model({
  T: Var({ potential: true, unit: 'K' }),
  Q_flow: Var({ flow: true, unit: 'W' }),
})

export const FixedTemperature = Model({
  port: HeatPort(),
  T: Par(293.15, 'K'),
  equations: equations`port.T = T`,
})

export const FixedHeatFlow = Model({
  port: HeatPort(),
  Q_flow: Par(0, 'W'),
  equations: equations`port.Q_flow = -Q_flow`,
})

export const HeatCapacitor = Model({
  port: HeatPort(),
  C: Par(1, 'J/K'),
  T: Var({ init: 293.15, unit: 'K' }),
  equations: equations`
    T = port.T
    der(T) = port.Q_flow/C
  `,
})

export const ThermalConductor = Model({
  port_a: HeatPort(),
  port_b: HeatPort(),
  G: Par(1, 'W/K'),
  equations: equations`
    dT = port_a.T - port_b.T
    0 = port_a.Q_flow + port_b.Q_flow
    port_a.Q_flow = G*dT
  `,
})

/** Rod of equal elements with temperatures in their middles; their number is the length of the init value of T. */
export const InsulatedRod = Model({
  port_a: HeatPort(),
  port_b: HeatPort(),
  L: Par(1, 'm'),
  A: Par(0.0004, 'm2'),
  rho: Par(7500, 'kg/m3'),
  lambda: Par(74, 'W/(m.K)'),
  c: Par(450, 'J/(kg.K)'),
  T: Var({ init: [293.15], unit: 'K' }),
  equations: equations`
    n = length(T)
    dx = L/n
    Ce = c*rho*A*dx
    k = lambda*A/Ce
    der(T) = k*[(if i == 1 then (port_a.T - T[1])/(dx/2) else (T[i - 1] - T[i])/dx)
      - (if i == n then (T[n] - port_b.T)/(dx/2) else (T[i] - T[i + 1])/dx) for i in 1:n]
    port_a.Q_flow = lambda*A*(port_a.T - T[1])/(dx/2)
    port_b.Q_flow = lambda*A*(port_b.T - T[n])/(dx/2)
  `,
})
