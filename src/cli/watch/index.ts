/** Waits for changes of the user's files. */
export { stampFile, waitForChange } from './watched-files.ts'
