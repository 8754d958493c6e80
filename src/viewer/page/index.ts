/** The page of `vario view`: one viewer that fills the window, with what the server has. */
import { createViewer } from '../index.ts'

const viewer = createViewer(document.getElementById('viewer')!)
// for the console of the browser
Object.assign(window, { viewer })
