/** A script for SLURM: an array job whose tasks are shards, and a job that merges them. */
import { basename } from 'node:path'
import { flagOf } from '../terminal/index.ts'

/** Time before the wall time at which tasks are asked to stop [s]. */
const NOTICE = 120
/** Cores of a task, unless `--threads` gives another number. */
const CORES = 4

/** The study of a script. */
export interface SlurmRequest {
  /** As the user wrote it. */
  readonly file: string
  /** Options that determine the runs. */
  readonly question: Readonly<Record<string, unknown>>
  readonly folder: string
  readonly nTask: number
  readonly threads: number | undefined
  readonly outputs: readonly string[]
}

/** The text of the script. */
export function printSlurmScript(request: SlurmRequest): string {
  const { file, question, folder, nTask, threads = CORES, outputs } = request
  const name = basename(file).replace(/[.#].*$/, '')
  const options = Object.entries(question).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).map((item) => `${flagOf(key)} ${quote(String(item))}`),
  )
  const words = [
    quote(file),
    ...options,
    '--directory "$parts/$SLURM_ARRAY_TASK_ID"',
    `--shard auto/${nTask}`,
  ]
  const merged = outputs.map((output) => ` --output ${quote(output)}`).join('')
  return `#!/bin/bash
# Submit the parts, and their merging: bash ${name}.slurm
# Parts that have not come to their end continue where they were if the same command is given again.
#SBATCH --job-name=${name}
#SBATCH --array=1-${nTask}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=${threads}
#SBATCH --time=01:00:00
#SBATCH --signal=USR1@${NOTICE}
#SBATCH --output=${name}-%A-%a.log
set -eu
vario=\${VARIO:-npx vario}
parts=${quote(folder)}

if [ "\${1:-}" = merge ]; then
  exec $vario study merge "$parts"/{1..${nTask}}${merged}
fi
if [ -z "\${SLURM_ARRAY_TASK_ID:-}" ]; then
  job=$(sbatch --parsable "$0")
  exec sbatch --job-name=${name}-merge --dependency="afterany:$job" --output=${name}-merge-%j.log --wrap "bash '$0' merge"
fi
export SRUN_CPUS_PER_TASK=$SLURM_CPUS_PER_TASK
srun $vario study ${words.join(' \\\n  ')}
`
}

/** A word of a shell. */
function quote(text: string): string {
  return /^[\w./:=,+@%-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
