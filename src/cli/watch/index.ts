/** Waits for changes of the user's files. */
export { stampFile, type WatchedFile, waitForChange } from './watched-files.ts'
