/** The programming interface of the viewer; sources of results: memory, files, addresses. */

export { connectLive, type LiveControl, type WatchedStatus } from './connect-live.ts'
export { explainError } from './explain-error.ts'
export { fetchShows } from './fetch-shows.ts'
export { ENDINGS, openShow } from './open-show.ts'
export type { ShowSource } from './show-source.ts'
export type { Theme, Viewer, ViewerOptions } from './viewer.ts'
