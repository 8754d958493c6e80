/** The page of `vario view`, served to a browser on this computer. */
export { type Show, serveShows } from './serve.ts'
