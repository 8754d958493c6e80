/** What one sees of a 3D model. */
export { describeScene } from './describe-scene.ts'
