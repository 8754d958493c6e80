/** Studies on all cores of a machine, in directories, and on many machines. Uses modules of Node. */
export { createChunkHandler } from './chunk-handler.ts'
export { lockDirectory } from './directory-lock.ts'
export {
  cancelStudy,
  connectRedis,
  describeState,
  listStudyProgress,
  listWorkers,
  packStudy,
  RedisPool,
  type ShippedStudy,
  type StudyFiles,
  type StudyPackage,
  type StudyStatus,
  serveStudies,
  Trust,
  type WorkerEntry,
} from './redis/index.ts'
export { study } from './study.ts'
export { StudyDirectory } from './study-directory.ts'
export { defaultThreads, startThreadPool } from './thread-pool.ts'
