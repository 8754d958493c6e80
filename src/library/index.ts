/** Component libraries of one-dimensional systems, one namespace per domain. */
export * as blocks from './blocks/index.ts'
export * as electric from './electric/index.ts'
export * as heatTransfer from './heat-transfer/index.ts'
export * as machines from './machines/index.ts'
export * as rotational from './rotational/index.ts'
export * as translational from './translational/index.ts'
