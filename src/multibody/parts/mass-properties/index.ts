/** Mass properties of solids. */
export type { CentralMass } from './central-mass.ts'
export { MassProperties } from './mass-properties.ts'
export { MassPropertiesFromShape } from './mass-properties-from-shape.ts'
export { MassPropertiesFromShapeAndMass } from './mass-properties-from-shape-and-mass.ts'
export { MASS_PROPERTIES, type MassPropertiesRecord, readMass } from './read-mass.ts'
