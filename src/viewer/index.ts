/** The viewer: 3D scene, time line and plots of results, in a browser; its page, and its style. */
export { createViewer } from './create-viewer.ts'
export type { ShowSource, Theme, Viewer, ViewerOptions } from './store/index.ts'
