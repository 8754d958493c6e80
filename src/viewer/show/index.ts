/** The programming interface of the viewer; sources of results: memory, files, addresses. */
export { explainError } from './explain-error.ts'
export { fetchShows } from './fetch-shows.ts'
export { connectLive, type LiveControl, type WatchedStatus } from './live-run.ts'
export { openShow } from './open-show.ts'
export { ENDINGS } from './result-formats.ts'
export type { ShowSource } from './show-source.ts'
export type { Theme, Viewer, ViewerOptions } from './viewer.ts'
