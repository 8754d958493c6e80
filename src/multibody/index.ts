/** 3D mechanics: coordinate systems with features, joints, force elements and sensors. */
export { Beam, Box, Capsule, Cone, Cylinder, Ellipsoid, Mesh, Sphere } from '../collision/index.ts'
export type { Action, ActionProgram, ActionResult, Actions } from './actions/actions.ts'
export { type AnimationOptions, createAnimation } from './animation.ts'
export { Servo } from './drives/servo.ts'
export * from './export/index.ts'
export {
  Scene,
  type SceneArguments,
  Solid,
  type SolidArguments,
  Visual,
  type VisualArguments,
} from './features.ts'
export { FileMesh } from './file-access.ts'
export { PrismaticWithFlange, RevoluteWithFlange } from './flange-joints.ts'
export {
  type AppliedObject,
  Bushing,
  type BushingArguments,
  type LawValue,
  type LawVector,
  type ScalarFunction,
  SpringDamperPtP,
  type SpringDamperPtPArguments,
  type VectorFunction,
  WorldForce,
  type WorldForceArguments,
  WorldTorque,
  type WorldTorqueArguments,
} from './forces/index.ts'
export { NoGravityField, PointGravityField, UniformGravityField } from './gravity.ts'
export { Cylindrical, Fix, Free, Planar, Prismatic, Revolute, Spherical, Universal } from './joints.ts'
export { MassProperties, MassPropertiesFromShape, MassPropertiesFromShapeAndMass } from './mass-properties.ts'
export {
  type Color,
  type ContactPairs,
  contactPairs,
  type ElasticPairData,
  type ObserverPairData,
  type SolidMaterial,
  type SolidMaterials,
  solidMaterials,
  type VisualMaterial,
  type VisualMaterials,
  visualMaterials,
} from './materials/index.ts'
export { Model3D } from './model3d.ts'
export { Object3D, type Object3DArguments } from './object3d.ts'
export { PtpPath, type PtpPathOptions, PtpReference } from './path/index.ts'
export {
  ContactResult,
  type ContactResultArguments,
  JointForce,
  type JointForceArguments,
  SensorResult,
  type SensorResultArguments,
} from './sensors/index.ts'
export { CoordinateSystem, type Font, GearWheel, Grid, Spring, TextShape } from './visual/index.ts'
