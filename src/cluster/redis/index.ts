/** Studies on a pool of machines: chunks as jobs in Redis, made by workers. */
export { connectRedis, type RedisLink } from './connection.ts'
export { cancelStudy, type PoolStudy, RedisPool } from './redis-pool.ts'
export { serveStudies } from './redis-worker.ts'
export {
  describeState,
  listStudyProgress,
  listWorkers,
  type StudyStatus,
  type WorkerEntry,
} from './registry.ts'
export { packStudy, type ShippedStudy, type StudyFiles, type StudyPackage, Trust } from './study-package.ts'
