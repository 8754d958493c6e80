/** An embedding page; `embedding.test.ts` opens it. */
import { createViewer, type ShowSource, type Theme, type Viewer, type ViewerOptions } from 'vario/viewer'

const show: ShowSource = { name: 'boxes.vario', url: 'results/boxes.vario' }
const theme: Theme = 'dark'
const options: ViewerOptions = { shows: [show], theme }
const viewer: Viewer = createViewer(document.getElementById('here')!, options)
Object.assign(window, { viewer })
