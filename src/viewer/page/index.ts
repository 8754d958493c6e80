/** The page of `vario view`: one viewer that fills the window, with what the server has. */
import { createViewer } from '../index.ts'

createViewer(document.getElementById('viewer')!)
