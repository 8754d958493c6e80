#!/usr/bin/env node
import { runCli } from './run-cli.ts'
/** The program `vario`. */
import { createProcessIo, EXIT } from './terminal/index.ts'

// the reader of a pipe may close it: `vario info x | head`
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(EXIT.ok)
  })
}

process.exitCode = await runCli(process.argv.slice(2), createProcessIo())
