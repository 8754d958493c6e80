import { RESULT_FORMATS } from '../../files/index.ts'

/** Endings of files that can be opened, with their dots. */
export const ENDINGS: readonly string[] = RESULT_FORMATS.filter(({ isReadable }) => isReadable)
  .flatMap(({ extensions }) => extensions)
  .map((extension) => `.${extension}`)

/** Whether a name or address tells which kind of result file it is. */
export function hasEnding(name: string): boolean {
  const path = withoutQuery(name).toLowerCase()
  return ENDINGS.some((ending) => path.endsWith(ending))
}

/** An address without what stands behind `?` and `#`. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/, '')
}
