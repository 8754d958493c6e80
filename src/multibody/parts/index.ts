/** The parts that users write: objects with features, joints, pools. Each kind is one definition. */
export { describeScene } from './describe-scene.ts'
export {
  type Feature,
  FeatureReader,
  findSolidShape,
  isScene,
  readContact,
  readLook,
  readMass,
} from './feature-kinds.ts'
export {
  FunctionGravityField,
  type FunctionGravityRecord,
  GRAVITY_FIELDS,
  type Gravity,
  type GravityField,
  NoGravityField,
  type NoGravityRecord,
  PointGravityField,
  type PointGravityRecord,
  readGravity,
  UniformGravityField,
  type UniformGravityRecord,
} from './gravity-fields.ts'
export type {
  AxesForceArguments,
  AxesMotion,
  AxisForceArguments,
  AxisFriction,
  AxisLimits,
  CylindricalArguments,
  CylindricalRecord,
  FixArguments,
  FixRecord,
  FreeArguments,
  FreeRecord,
  JointArguments,
  JointEndArguments,
  JointRecord,
  PlanarArguments,
  PlanarRecord,
  PoseMotion,
  PrismaticArguments,
  PrismaticRecord,
  RevoluteArguments,
  RevoluteRecord,
  SphericalArguments,
  SphericalRecord,
  UniversalArguments,
  UniversalRecord,
} from './joints/index.ts'
export {
  isObject3DRecord,
  Object3D,
  type Object3DArguments,
  type Object3DRecord,
  object3D,
} from './object3d.ts'
export {
  type DeclaredPart,
  type FlangeAxis,
  findFlange,
  joinPath,
  type ParameterSource,
  type Part,
  PartList,
  type PartPath,
} from './part-list.ts'
export {
  findPoolRoot,
  isPoolRecord,
  nameTemplate,
  Pool,
  type PoolParts,
  type PoolRecord,
  poolDefinition,
  type RecordsOf,
} from './pool.ts'
export {
  ContactLaw,
  type ContactLawRecord,
  readScene,
  Scene,
  type SceneArguments,
  type SceneRecord,
  type SceneSettings,
} from './scene-feature.ts'
export { Solid, type SolidArguments, type SolidRecord } from './solid-feature.ts'
export {
  type CentralMass,
  type GivenMassRecord,
  MassProperties,
  type MassPropertiesArguments,
  MassPropertiesFromShape,
  MassPropertiesFromShapeAndMass,
  type MassPropertiesRecord,
  type ShapeAndMassRecord,
  type ShapeMassRecord,
} from './solid-mass-properties.ts'
export { Visual, type VisualArguments, type VisualRecord } from './visual-feature.ts'
