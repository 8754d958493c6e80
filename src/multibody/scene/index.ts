/** Visual description of a 3D model. */
export { describeScene } from './describe-scene.ts'
