/** The work of a thread: it creates the study once, and makes ranges of its runs. */
import { workerData } from 'piscina'
import {
  type ChunkOutcome,
  executeRange,
  type RunRange,
  type StudyDefinition,
  StudyRunner,
} from '../studies/index.ts'

/** A study with the name of its model. */
interface LoadedStudy {
  readonly definition: StudyDefinition
  readonly name: string | undefined
}

/** The function that a thread of a pool exports. @param load creates the study from the data of the pool, at the first call */
export function createChunkHandler(
  load: (data: unknown) => LoadedStudy | Promise<LoadedStudy>,
): (range: RunRange) => Promise<ChunkOutcome> {
  let runner: Promise<StudyRunner> | undefined
  const create = async (): Promise<StudyRunner> => {
    const { definition, name } = await load(workerData)
    return new StudyRunner(definition, name)
  }
  return async (range) => {
    runner ??= create()
    return executeRange(await runner, range)
  }
}
