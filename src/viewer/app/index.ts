/** Assembles the parts of the viewer: bars, panels, picture, keys, files. */
export { App } from './app.tsx'
