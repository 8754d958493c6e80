/** Features of Object3Ds: the world, bodies, visual shapes; gravity and mass properties in them. */
export type { Look } from './feature-definition.ts'
export {
  FEATURES,
  type Feature,
  FeatureReader,
  isFeature,
  isScene,
  readContact,
  readLook,
  readMass,
} from './feature-kinds.ts'
export {
  FunctionGravityField,
  type Gravity,
  NoGravityField,
  PointGravityField,
  readGravity,
  UniformGravityField,
} from './gravity-fields.ts'
export {
  ContactLaw,
  readScene,
  readSceneView,
  Scene,
  type SceneArguments,
  type SceneRecord,
  type SceneSettings,
} from './scene.ts'
export { Solid, type SolidArguments } from './solid.ts'
export {
  type CentralMass,
  MassProperties,
  MassPropertiesFromShape,
  MassPropertiesFromShapeAndMass,
} from './solid-mass-properties.ts'
export { Visual } from './visual.ts'
