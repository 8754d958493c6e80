/** The 3D scene of a result in a page: three.js, and nothing else of the viewer. */
export { SceneView } from './scene-view.ts'
export type { CameraPreset } from './stage/index.ts'
