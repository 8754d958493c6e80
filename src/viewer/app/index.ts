/** The parts of the viewer together: bars, panels, picture, keys, files. */
export { App } from './app.tsx'
