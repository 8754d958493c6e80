/** Sources and sensors. */
import { equationsOnDemand as equations, Model, Par, Var } from '../../model/index.ts'
import { PartialFlow, Port } from './interfaces.ts'

/** Prescribed pressure p [Pa]; 0: the surroundings. */
export const FixedPressure = Model({ port: Port(), p: Par(0, 'Pa'), equations: equations`port.p = p` })

/** Prescribed volume flow q [m3/s] out of the port, into the connected components. */
export const FixedFlow = Model({ port: Port(), q: Par(0, 'm3/s'), equations: equations`port.q = -q` })

/** Pressure given by the input p [Pa]. */
export const PrescribedPressure = Model({
  port: Port(),
  p: Var({ input: true, unit: 'Pa' }),
  equations: equations`port.p = p`,
})

/** Volume flow out of the port given by the input q [m3/s]. */
export const PrescribedFlow = Model({
  port: Port(),
  q: Var({ input: true, unit: 'm3/s' }),
  equations: equations`port.q = -q`,
})

/** Output p [Pa]: the pressure of the port. */
export const PressureSensor = Model({
  port: Port(),
  p: Var({ output: true, unit: 'Pa' }),
  equations: equations`
    port.q = 0
    p = port.p
  `,
})

/** Output q [m3/s]: the volume flow from port_a to port_b. */
export const FlowSensor = PartialFlow.extend({
  q: { output: true },
  equations: equations`dp = 0`,
})
