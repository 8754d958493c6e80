/**
 * The 3D scene of a result in a page, with overlays on demand; depends on three.js, but not on the rest of the
 * viewer.
 */
export { SceneView } from './scene-view.ts'
export type { CameraPreset } from './stage/index.ts'
