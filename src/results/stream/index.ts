/** Growing results: written during a run, read as they arrive. */
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
