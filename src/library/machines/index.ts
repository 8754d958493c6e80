/** Electric machines with pins and a flange: direct current, and three phases in dq form. */
export { DcPermanentMagnet, DcSeparatelyExcited, DcSeries } from './dc-machines.ts'
export { AsynchronousMachine, SynchronousMachine } from './three-phase-machines.ts'
