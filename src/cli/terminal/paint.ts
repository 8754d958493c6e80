import pc from 'picocolors'
import type { CliIo, Output } from './io.ts'

/** Colors of texts; all of them do nothing where there are none. */
export type Paint = ReturnType<typeof pc.createColors>

/** Colors on terminals only; `NO_COLOR` turns them off, `FORCE_COLOR` on. */
export function createPaint(output: Output, { env }: CliIo): Paint {
  const isForced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0'
  const isForbidden = (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb'
  return pc.createColors(!isForbidden && (isForced || output.isTerminal))
}
