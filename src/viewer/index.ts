/** The viewer: 3D scene, time line and plots of results, in a browser. */

export { createViewer } from './create-viewer.ts'
export type { ShowSource, Theme, Viewer, ViewerOptions } from './show/index.ts'
