/** Waiting until files of the user change. */
export { stampFile, type WatchedFile, waitForChange } from './watched-files.ts'
