/** The viewer: 3D scene, time line and plots of results, in a browser. */
export { createViewer, type Viewer, type ViewerOptions } from './create-viewer.ts'
export type { ShowSource } from './show/index.ts'
export type { Theme } from './store/index.ts'
