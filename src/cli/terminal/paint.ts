import pc from 'picocolors'
import type { CliIo, Output } from './io.ts'

/** Colors of texts; identity functions where colors are off. */
export type Paint = ReturnType<typeof pc.createColors>

/** Colors only on terminals; `NO_COLOR` disables, `FORCE_COLOR` enables them. */
export function createPaint(output: Output, { env }: CliIo): Paint {
  const isForced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0'
  const isForbidden = (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb'
  return pc.createColors(!isForbidden && (isForced || output.isTerminal))
}
