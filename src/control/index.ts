/** Linear systems as plain data: analysis, responses, and design of controllers and estimators. */

export type { Complex } from './complex.ts'
export { feedback, parallel, series } from './connect.ts'
export { discretize } from './discretize.ts'
export { frequencyResponse } from './frequency-response.ts'
export { bode, type FrequencyOptions, nyquist } from './frequency-tables.ts'
export { solveDiscreteLyapunov, solveLyapunov } from './lyapunov.ts'
export { type Margins, margins } from './margins.ts'
export type { Matrix } from './matrix.ts'
export { type PlacedPoles, placePoles } from './place-poles.ts'
export { dcGain, isStable, poles, transmissionZeros } from './poles-and-zeros.ts'
export { controllability, observability, type Reachability } from './reachability.ts'
export {
  dlqr,
  type Estimator,
  kalman,
  lqr,
  type Noise,
  outputRegulator,
  type Regulator,
} from './regulators.ts'
export { solveDiscreteRiccati, solveRiccati, type Weights } from './riccati.ts'
export { type SignalUnits, type StateSpace, selectChannel } from './state-space.ts'
export { impulseResponse, stepResponse, type TimeOptions } from './time-response.ts'
export { fromTransferFunction, type TransferFunction, transferFunctions } from './transfer-function.ts'
