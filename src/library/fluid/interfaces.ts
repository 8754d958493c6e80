/** Connectors and partial models of hydraulics. */
import { equationsOnDemand as equations, Model, Var } from '../../model/index.ts'

/** Port: pressure p [Pa] relative to the surroundings, volume flow q [m3/s] into the component. */
export const Port = Model({
  p: Var({ potential: true, unit: 'Pa' }),
  q: Var({ flow: true, unit: 'm3/s' }),
})

/** Two ports with the pressure difference dp [Pa] and the volume flow q [m3/s] from port_a to port_b, without storage. */
export const PartialFlow = Model({
  port_a: Port(),
  port_b: Port(),
  dp: Var({ unit: 'Pa' }),
  q: Var({ unit: 'm3/s' }),
  equations: equations`
    dp = port_a.p - port_b.p
    0 = port_a.q + port_b.q
    q = port_a.q
  `,
})
