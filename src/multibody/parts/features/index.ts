/** Features of Object3Ds: the world, bodies, visual shapes. */
export { ContactLaw } from './contact-law.ts'
export { FeatureReader } from './feature-reader.ts'
export { FEATURES, type Feature, isFeature, isScene, readContact, readLook, readMass } from './features.ts'
export type { Look } from './look.ts'
export {
  readScene,
  readSceneView,
  Scene,
  type SceneArguments,
  type SceneRecord,
  type SceneSettings,
} from './scene.ts'
export { Solid, type SolidArguments } from './solid.ts'
export { Visual } from './visual.ts'
