/** Results that grow: written while a run goes on, read while they come. */
export {
  checkFrame,
  checkStreamHead,
  FRAME_HEAD,
  FRAMES,
  type FrameHead,
  parseFrameHead,
  STREAM_HEAD,
} from './frames.ts'
export { StreamAssembler } from './stream-assembler.ts'
export { decodeRows, StreamReader } from './stream-reader.ts'
export { StreamWriter } from './stream-writer.ts'
