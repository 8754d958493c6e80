/** The parts that users write: objects with features, joints, pools. Each kind is one definition. */
export { describeScene } from './describe-scene.ts'
export {
  FeatureReader,
  findSolidShape,
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
  isObject3DRecord,
  Object3D,
  type Object3DArguments,
  type Object3DRecord,
  object3D,
} from './object3d.ts'
export {
  type DeclaredPart,
  type FlangeJoint,
  findFlange,
  joinPath,
  type ParameterSource,
  type Part,
  PartList,
  type PartPath,
} from './part-list.ts'
export { findPoolRoot, isPoolRecord, nameTemplate, Pool, type PoolRecord, poolDefinition } from './pool.ts'
export {
  ContactLaw,
  readScene,
  Scene,
  type SceneArguments,
  type SceneRecord,
  type SceneSettings,
} from './scene-feature.ts'
export { Solid, type SolidArguments } from './solid-feature.ts'
export {
  type CentralMass,
  MassProperties,
  MassPropertiesFromShape,
  MassPropertiesFromShapeAndMass,
} from './solid-mass-properties.ts'
export { Visual } from './visual-feature.ts'
