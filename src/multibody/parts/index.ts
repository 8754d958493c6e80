/** The parts that users write: objects with features, and joints. Each kind is one definition. */
export {
  ContactLaw,
  FeatureReader,
  isScene,
  type Look,
  readLook,
  readScene,
  readSceneView,
  Scene,
  type SceneArguments,
  type SceneRecord,
  type SceneSettings,
  Solid,
  type SolidArguments,
  Visual,
} from './features/index.ts'
export {
  FunctionGravityField,
  type Gravity,
  NoGravityField,
  PointGravityField,
  UniformGravityField,
} from './gravity/index.ts'
export {
  type AxisElement,
  Cylindrical,
  Fix,
  type FlangeVariables,
  Free,
  isAxisElement,
  isJointRecord,
  JOINTS,
  type JointElement,
  type JointRecord,
  type OrientationStart,
  Planar,
  Prismatic,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  type RotationElement,
  readRotationElement,
  Spherical,
  Universal,
} from './joints/index.ts'
export {
  type CentralMass,
  MassProperties,
  MassPropertiesFromShape,
  MassPropertiesFromShapeAndMass,
} from './mass-properties/index.ts'
export {
  isObject3DRecord,
  Object3D,
  type Object3DArguments,
  type Object3DRecord,
  object3D,
} from './object3d.ts'
export {
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
  type PoolRecord,
  poolDefinition,
} from './pool.ts'
