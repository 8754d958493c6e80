/** A thread of `study`: it makes runs of a model that is sent as JSON. */
import { readMessage, type StudyMessage } from '../studies/index.ts'
// functions of libraries are registered where they are loaded
import '../multibody/index.ts'
import '../library/index.ts'
import { createChunkHandler } from './chunk-handler.ts'

export default createChunkHandler((data) => readMessage(data as StudyMessage))
