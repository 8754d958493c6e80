/** The page of `vario view`: one viewer that fills the window, with what the server has. */
import { createViewer } from '../index.ts'

const viewer = createViewer(document.getElementById('viewer')!)
// for the console of the browser
Object.assign(window, { viewer })
// most results have a scene: three.js comes while the result does; if it cannot, the 3D view says why
import('../scene3d/index.ts').catch(() => {})
