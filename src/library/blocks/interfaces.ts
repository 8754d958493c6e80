/** Partial models of signal blocks. */
import { Model, Par, Var } from '../../model/index.ts'

/** Block with one input u and one output y. */
export const SISO = Model({ u: Var({ input: true }), y: Var({ output: true }) })

/** Block with two inputs u1, u2 and one output y. */
export const SI2SO = Model({ u1: Var({ input: true }), u2: Var({ input: true }), y: Var({ output: true }) })

/** Block with one output y. */
export const SO = Model({ y: Var({ output: true }) })

/** Source with an offset, and the time startTime [s] before which the output is the offset. */
export const SignalSource = SO.extend({ offset: Par(0), startTime: Par(0, 's') })
