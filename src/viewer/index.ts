/** The viewer: 3D scene, time line and plots of results, in a browser. */
export { createViewer, type Viewer } from './create-viewer.ts'
