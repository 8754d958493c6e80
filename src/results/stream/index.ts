/** Results that grow: written while a run goes on, read while they come. */
export { checkStreamHead, FRAME_HEAD, FRAMES, parseFrameHead, STREAM_HEAD } from './frames.ts'
export { StreamAssembler } from './stream-assembler.ts'
export { decodeRows, StreamReader } from './stream-reader.ts'
export { StreamWriter } from './stream-writer.ts'
