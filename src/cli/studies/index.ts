/** Studies of the command line: read from files and words, made in threads or on other machines, kept in directories. */
export { type LoadedStudy, loadStudy, type StudySource, selectQuestion } from './load-study.ts'
export { cancelMachines, printMachines } from './machine-status.ts'
export { startPackagePool } from './pack-loaded.ts'
export { RunningStudy, readCount, readThreads } from './running-study.ts'
export { readShard } from './shard.ts'
export { printSlurmScript } from './slurm-script.ts'
export { readPictures } from './study-pictures.ts'
