import { RESULT_FORMATS } from '../../files/index.ts'

/** Extensions of supported files, with their dots. */
export const ENDINGS: readonly string[] = RESULT_FORMATS.filter(({ isReadable }) => isReadable)
  .flatMap(({ extensions }) => extensions)
  .map((extension) => `.${extension}`)

/** True if a name or address has the extension of a result file. */
export function hasEnding(name: string): boolean {
  const path = withoutQuery(name).toLowerCase()
  return ENDINGS.some((ending) => path.endsWith(ending))
}

/** An address without the parts after `?` and `#`. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/, '')
}
