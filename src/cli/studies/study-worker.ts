/** A thread of `vario study`: it loads the study of a file. */
import { createChunkHandler } from '../../cluster/index.ts'
import { createSubject, OptionValues } from '../terminal/index.ts'
import { loadStudy, type StudySource } from './load-study.ts'

export default createChunkHandler((data) => {
  const source = data as StudySource
  return loadStudy(source, new OptionValues(source.values), createSubject())
})
