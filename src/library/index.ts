/** Component libraries of one-dimensional systems, one namespace per domain. */
export * as blocks from './blocks.ts'
export * as electric from './electric.ts'
export * as heatTransfer from './heat-transfer.ts'
export * as rotational from './rotational.ts'
export * as translational from './translational.ts'
