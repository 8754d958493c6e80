/** Linear systems as plain data: analysis, responses, and design of controllers and estimators. */
export { feedback, parallel, series } from './connect.ts'
export { discretize } from './discretize.ts'
export { frequencyResponse } from './frequency-response.ts'
export { bode, nyquist } from './frequency-tables.ts'
export { solveDiscreteLyapunov, solveLyapunov } from './lyapunov.ts'
export { margins } from './margins.ts'
export { placePoles } from './place-poles.ts'
export { dcGain, isStable, poles, transmissionZeros } from './poles-and-zeros.ts'
export { controllability, observability } from './reachability.ts'
export {
  dlqr,
  kalman,
  lqr,
  outputRegulator,
} from './regulators.ts'
export { solveDiscreteRiccati, solveRiccati } from './riccati.ts'
export { type StateSpace, selectChannel } from './state-space.ts'
export { impulseResponse, stepResponse } from './time-response.ts'
export { fromTransferFunction, transferFunctions } from './transfer-function.ts'
