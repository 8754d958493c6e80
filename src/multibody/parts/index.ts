/** The records that users write: objects, features, joints, gravity. */
export {
  Scene,
  type SceneArguments,
  type SceneRecord,
  Solid,
  type SolidArguments,
  type SolidRecord,
  Visual,
  type VisualRecord,
} from './features.ts'
export { PrismaticWithFlange, RevoluteWithFlange } from './flange-joints.ts'
export {
  EARTH_MASS,
  GRAVITATIONAL_CONSTANT,
  type GravityField,
  NoGravityField,
  PointGravityField,
  UniformGravityField,
} from './gravity.ts'
export {
  Cylindrical,
  type CylindricalRecord,
  Fix,
  type FixRecord,
  Free,
  type FreeRecord,
  type JointRecord,
  Planar,
  type PlanarRecord,
  Prismatic,
  type PrismaticRecord,
  Revolute,
  type RevoluteRecord,
  Spherical,
  type SphericalRecord,
  Universal,
  type UniversalRecord,
} from './joints.ts'
export {
  type GivenMassRecord,
  MassProperties,
  MassPropertiesFromShape,
  MassPropertiesFromShapeAndMass,
  type MassPropertiesRecord,
} from './mass-properties.ts'
export { Object3D, type Object3DArguments, type Object3DRecord } from './object3d.ts'
export { type Part, PartList } from './parts.ts'
