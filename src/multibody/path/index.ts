/** Path planning: point-to-point motions within limits of velocity and acceleration. */
export { PtpPath } from './ptp-path.ts'
export { PtpReference } from './ptp-reference.ts'
export { ReferencePath, ReferencePathMemory, type ReferencePathOptions } from './reference-path.ts'
