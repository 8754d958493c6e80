/** `vario/viewer`: results in a web page, with 3D scene, time line and plots. For browsers. */
export {
  createViewer,
  type ShowSource,
  type Theme,
  type Viewer,
  type ViewerOptions,
} from '../viewer/index.ts'
