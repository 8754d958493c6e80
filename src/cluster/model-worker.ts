/** A thread of `study`: it makes runs of a model that is sent as JSON. */
import { modelFromJson } from '../model/index.ts'
import type { StudyDefinition } from '../studies/index.ts'
// functions of libraries are registered where they are loaded
import '../multibody/index.ts'
import '../library/index.ts'
import { createChunkHandler } from './chunk-handler.ts'
import type { StudyMessage } from './study.ts'

export default createChunkHandler((data) => {
  const { model, options, name } = data as StudyMessage
  const definition = {
    ...options,
    _class: 'Study',
    model: modelFromJson(model),
  } as unknown as StudyDefinition
  return { definition, name }
})
