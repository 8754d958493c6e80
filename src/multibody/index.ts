/** 3D mechanics: coordinate systems with features, joints, force elements and sensors. */

export { type Action, type ActionProgram, type Actions, type WorldState, when } from './actions/index.ts'
export { createAnimation } from './animation.ts'
export {
  type AssembleOptions,
  assemble,
  type Configuration,
  type ObjectPose,
  type TargetMiss,
  type TargetPose,
} from './configuration/index.ts'
export {
  Imu,
  LimitedMotor,
  PositionServo,
  Propeller,
  RangeSensor,
  SampledSensor,
  VelocityServo,
} from './devices/index.ts'
export { createDynamics, type Dynamics } from './dynamics/index.ts'
export {
  Bushing,
  ContactResult,
  GearConstraint,
  JointForce,
  LineForce,
  PathReference,
  PtpReference,
  RackConstraint,
  ReferencePath,
  Rod,
  RollingWheel,
  RollingWheelSet,
  SensorResult,
  Servo,
  SpringDamperPtP,
  WorldForce,
  type WorldForceArguments,
  WorldTorque,
} from './elements/index.ts'
export { FileMesh } from './file-access.ts'
export { Model3D } from './model3d.ts'
export {
  ContactLaw,
  FunctionGravityField,
  MassProperties,
  MassPropertiesFromShape,
  MassPropertiesFromShapeAndMass,
  NoGravityField,
  Object3D,
  type Object3DArguments,
  PointGravityField,
  Pool,
  Scene,
  type SceneArguments,
  Solid,
  type SolidArguments,
  UniformGravityField,
  Visual,
} from './parts/index.ts'
export {
  Cylindrical,
  Fix,
  Free,
  Planar,
  Prismatic,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Spherical,
  Universal,
} from './parts/joints/index.ts'
export { CartesianPath, PtpPath, SplinePath } from './paths/index.ts'
export { findRecordKey } from './record-keys.ts'
export { printTree } from './structure/index.ts'
