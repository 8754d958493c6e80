/** The page of `vario view`, served to a browser on this computer. */
export { FileShow } from './file-show.ts'
export { LiveShow, LoadProblem } from './live-show.ts'
export { type Show, serveShows } from './serve.ts'
