/** Studies of the command line: read from files and words, made in threads, kept in directories. */
export { type LoadedStudy, loadStudy, type StudySource, selectQuestion } from './load-study.ts'
export { readCoresOfTask, readShard, type Shard } from './shard.ts'
export { printSlurmScript } from './slurm-script.ts'
export { ProgressLine } from './study-progress.ts'
