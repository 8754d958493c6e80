/** Errors of the file system in words. */

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'this disk can only be read',
  EISDIR: 'this is a folder, not a file',
  ENOTDIR: 'a part of this path is a file, not a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EMFILE: 'too many files are open',
  EBUSY: 'another program uses it',
  ENAMETOOLONG: 'this name is too long',
  ELOOP: 'its links lead in a circle',
  EIO: 'the disk reports an error',
  EEXIST: 'it is there already',
  ENOTEMPTY: 'this folder is not empty',
  EADDRINUSE: 'another program uses this port',
  EFBIG: 'it would be larger than files may be here',
}

/** Whether an error comes from the file system. */
export function isFileProblem(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error && typeof (error as NodeJS.ErrnoException).code === 'string' && 'errno' in error
  )
}

/** `the disk is full`, or what the system says. */
export function describeFileProblem(error: NodeJS.ErrnoException): string {
  return PROBLEMS[error.code ?? ''] ?? error.message
}

/** The file that it is about, and the problem. */
export function printFileProblem(error: NodeJS.ErrnoException): string {
  const where = error.path ?? ''
  return `${where === '' ? '' : `${where}: `}${describeFileProblem(error)}.`
}
