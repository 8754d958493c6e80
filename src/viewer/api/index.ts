/** What people who embed the viewer see of it: types without anything of its inside. */
export type { ShowSource } from './show-source.ts'
export type { Theme, Viewer, ViewerOptions } from './viewer.ts'
