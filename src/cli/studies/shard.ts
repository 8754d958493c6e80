/** The part of a study that a program makes, by its number in an array job of SLURM or an indexed job of Kubernetes. */
import { type CliIo, usageError } from '../terminal/index.ts'

/** The i-th of n parts, from 1. */
export interface Shard {
  readonly index: number
  readonly count: number
}

/** The part that `--shard` chooses: 2/7, auto, auto/7. */
export function readShard(text: string | undefined, env: CliIo['env']): Shard | undefined {
  if (text === undefined) return undefined
  const auto = /^auto(?:\/(\d+))?$/.exec(text)
  if (auto !== null) return findShard(text, auto[1], env)
  const match = /^(\d+)\/(\d+)$/.exec(text)
  const [index, count] = [Number(match?.[1]), Number(match?.[2])]
  if (match === null || index < 1 || index > count)
    throw usageError(`--shard: expected a part such as 2/7, from 1/7 to 7/7, or auto, got '${text}'.`)
  return { index, count }
}

/**
 * The part of a task. Without a number of parts, an array of SLURM has one for each of its tasks, which must not have gaps; with
 * a number, the tasks are 1 … n, and single ones can be submitted again.
 */
function findShard(text: string, parts: string | undefined, env: CliIo['env']): Shard {
  const read = (name: string): number | undefined => readVariable(name, env)
  const given = parts === undefined ? undefined : Number(parts)
  const check = (name: string, index: number, count: number, first: number): Shard => {
    if (index >= 1 && index <= count) return { index, count }
    throw usageError(
      `--shard ${text}: expected ${name} from ${first} to ${first + count - 1}, got ${index - 1 + first}.`,
      `Submit ${count} tasks, or change the number of parts.`,
    )
  }
  const task = read('SLURM_ARRAY_TASK_ID')
  if (task !== undefined) {
    if (given !== undefined) return check('SLURM_ARRAY_TASK_ID', task, given, 1)
    const first = read('SLURM_ARRAY_TASK_MIN') ?? 1
    const last = read('SLURM_ARRAY_TASK_MAX')
    const count = read('SLURM_ARRAY_TASK_COUNT')
    if (count === undefined || (last !== undefined && last - first + 1 !== count))
      throw usageError(
        `--shard auto: expected an array of tasks without gaps, got ${count ?? 'an unknown number of'} tasks from ${first} to ${last ?? '?'}.`,
        'Give the number of parts: --shard auto/7, with tasks from 1 to 7.',
      )
    return check('SLURM_ARRAY_TASK_ID', task - first + 1, count, first)
  }
  const completion = read('JOB_COMPLETION_INDEX')
  if (completion === undefined)
    throw usageError(
      `--shard ${text}: expected SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX in the environment, got neither.`,
      'Start it as a task of an array job, or give the part: --shard 2/7.',
    )
  const count = given ?? read('JOB_COMPLETIONS')
  if (count === undefined)
    throw usageError(
      '--shard auto: expected the number of parts, which Kubernetes does not give to its pods.',
      'Write the completions of the job: --shard auto/7, or set JOB_COMPLETIONS.',
    )
  return check('JOB_COMPLETION_INDEX', completion + 1, count, 0)
}

/** The number of a variable of the environment. */
function readVariable(name: string, env: CliIo['env']): number | undefined {
  const text = env[name]
  if (text === undefined || text === '') return undefined
  if (!/^\d+$/.test(text)) throw usageError(`${name}: expected an integer >= 0, got '${text}'.`)
  return Number(text)
}

/** The cores that SLURM gives to a task. */
export function readCoresOfTask(env: CliIo['env']): number | undefined {
  return readVariable('SLURM_CPUS_PER_TASK', env)
}
