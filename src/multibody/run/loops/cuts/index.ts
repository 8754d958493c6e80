/** Cut joints: their motion follows from that of the bodies. */
export { CutAxes } from './cut-axes.ts'
export { CutJoint, createCutMotion } from './cut-joint.ts'
