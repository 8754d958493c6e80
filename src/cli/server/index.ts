/** The page of `vario view`, served to a browser on this computer. */
export { AcceptedChanges } from './accepted-changes.ts'
export { FileShow } from './file-show.ts'
export type { LiveNews, LiveTask } from './live-messages.ts'
export { LiveShow, LoadProblem } from './live-show.ts'
export { type Show, serveShows } from './serve.ts'
