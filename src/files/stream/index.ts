/** The stream format (.vstream): written during a run, read as it arrives or on demand. */
export { type RandomAccess, readStream } from './read-stream.ts'
export { StreamReader } from './stream-reader.ts'
export { StreamWriter } from './stream-writer.ts'
