/** The viewer: 3D scene, time line and plots of results, in a browser. */
export type { ShowSource, Theme, Viewer, ViewerOptions } from './api/index.ts'
export { createViewer } from './create-viewer.ts'
