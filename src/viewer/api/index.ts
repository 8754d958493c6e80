/** Public interface of the viewer for pages that embed it: types that expose no internals. */
export type { ShowSource } from './show-source.ts'
export type { Theme, Viewer, ViewerOptions } from './viewer.ts'
