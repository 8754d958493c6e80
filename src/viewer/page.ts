/** The page of `vario view`: one viewer that fills the window and shows the files of the server. */
import { createViewer } from './create-viewer.ts'

const viewer = createViewer(document.getElementById('viewer')!)
// for the console of the browser
Object.assign(window, { viewer })
// most results have a scene: load three.js together with the result; the 3D view reports a failure
import('./scene3d/index.ts').catch(() => {})
