/** Algebraic blocks. */
import { equationsOnDemand as equations, Par, Var } from '../../model/index.ts'
import { SI2SO, SISO, SO } from './interfaces.ts'

/** y = k*u. Gain k. */
export const Gain = SISO.extend({ k: Par(1), equations: equations`y = k*u` })

/** y = u1 - u2. */
export const Feedback = SI2SO.extend({ equations: equations`y = u1 - u2` })

/** y = k1*u1 + k2*u2. Gains k1, k2. */
export const Add = SI2SO.extend({ k1: Par(1), k2: Par(1), equations: equations`y = k1*u1 + k2*u2` })

/** y = k[1]*u[1] + … + k[n]*u[n]. Gains k, one for each element of the input. */
export const Sum = SO.extend({ k: Par([1, 1]), u: Var({ input: true }), equations: equations`y = k*u` })

/** y = u1*u2. */
export const Product = SI2SO.extend({ equations: equations`y = u1*u2` })

/** y = u1/u2. */
export const Division = SI2SO.extend({ equations: equations`y = u1/u2` })
