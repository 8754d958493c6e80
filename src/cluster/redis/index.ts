/** Studies on a pool of machines: chunks as jobs in Redis, made by workers. */
export { connectRedis } from './connection.ts'
export { cancelStudy, RedisPool } from './redis-pool.ts'
export { serveStudies } from './redis-worker.ts'
export {
  describeState,
  listStudyProgress,
  listWorkers,
  type StudyStatus,
  type WorkerEntry,
} from './registry.ts'
export {
  packStudy,
  type ShippedStudy,
  type StudyFiles,
  type StudyPackage,
  Trust,
  unpackStudy,
} from './study-package.ts'
