import type { JacobianHost } from '../jacobian/index.ts'

/** What derivatives of constraints along the states need of the running model. */
export type ConstraintHost = Omit<JacobianHost, 'isSliding' | 'stateNominals'>
