/** The page of `vario view`, served to a browser on this computer. */
export { type PageServer, type Show, serveShows } from './serve.ts'
