/** Errors of the file system in words. */

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  EISDIR: 'expected a file, got a folder',
  ENOTDIR: 'a part of the path is a file, not a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  EMFILE: 'too many files are open',
  EBUSY: 'another program uses the file',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its links form a cycle',
  EIO: 'the disk reports an error',
  EEXIST: 'the file exists already',
  ENOTEMPTY: 'the folder is not empty',
  EADDRINUSE: 'another program uses this port',
  EFBIG: 'the file exceeds the maximum size',
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
