/** Connections become equations of potentials and flows. */
export { Connections } from './connections.ts'
export { collectDetermined, flowsOf, flowsOfSubcomponents, zeroFlow } from './unconnected.ts'
