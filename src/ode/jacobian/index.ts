/** Jacobians and iteration matrices, dense, sparse, or with sparse rows beside full ones. */
export { DifferenceMatrix } from './difference-matrix.ts'
export { ComplexIterationMatrix, IterationMatrix } from './iteration-matrix.ts'
export { JacobianEvaluator } from './jacobian-evaluator.ts'
export { forEachEntry, type MatrixLayout, multiplyMagnitudes, multiplyMatrix } from './matrix-layout.ts'
