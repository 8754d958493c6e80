/** What is shown, and how it is opened: results in memory, files, addresses. */
export { FORMATS, formatOf } from './decode-result.ts'
export { explainError } from './explain-error.ts'
export { fetchShows } from './fetch-shows.ts'
export { openShow } from './open-show.ts'
export type { LiveControl, LiveState, ShowSource } from './show-source.ts'
