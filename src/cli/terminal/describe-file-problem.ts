/** Errors of the file system in words. */
import { FILE_PROBLEMS } from '../../base/index.ts'

const PROBLEMS: Readonly<Record<string, string>> = {
  ...FILE_PROBLEMS,
  EEXIST: 'the file exists already',
  EMFILE: 'too many files are open',
  EBUSY: 'another program uses the file',
  ELOOP: 'its links form a cycle',
  EIO: 'the disk reports an error',
  ENOTEMPTY: 'the folder is not empty',
  EADDRINUSE: 'another program uses this port',
}

/** True for an error of the file system. */
export function isFileProblem(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error && typeof (error as NodeJS.ErrnoException).code === 'string' && 'errno' in error
  )
}

/** `the disk is full`, or the message of the system. */
export function describeFileProblem(error: NodeJS.ErrnoException): string {
  return PROBLEMS[error.code ?? ''] ?? error.message
}

/** The file of the error, and the problem. */
export function printFileProblem(error: NodeJS.ErrnoException): string {
  const where = error.path ?? ''
  return `${where === '' ? '' : `${where}: `}${describeFileProblem(error)}.`
}
