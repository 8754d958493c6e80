import type { JacobianHost } from '../jacobian/index.ts'

/** What constraints between states need of the running model: what their derivatives along the states do. */
export type ConstraintHost = Omit<JacobianHost, 'isSliding' | 'stateNominals'>
