/** Text of a model file, searched without parsing it: finds members and definitions. */

/** A loaded file of the user. */
export interface SourceFile {
  /** Name in messages. */
  readonly name: string
  /** Absolute path. */
  readonly path: string
  readonly text: string
}

/** A place in a file; line and column from 1. */
export interface Place {
  readonly file: SourceFile
  readonly line: number
  readonly column: number
  /** Number of characters to mark. */
  readonly length: number
}

/** Offsets of characters: start, and end (exclusive). */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Line and column of an offset. */
export function placeAt(file: SourceFile, offset: number, length = 1): Place {
  const before = file.text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { file, line: before.split('\n').length, column: offset - lineStart + 1, length }
}

/** Offsets of the first and last character of a line. */
export function lineRange({ text }: SourceFile, line: number): Range {
  let start = 0
  for (let k = 1; k < line; k++) {
    const next = text.indexOf('\n', start)
    if (next < 0) return { start: text.length, end: text.length }
    start = next + 1
  }
  const end = text.indexOf('\n', start)
  return { start, end: end < 0 ? text.length : end }
}

/**
 * The text with blanks instead of comments and contents of strings, so that all brackets and names are code. Strings
 * that are keys stay.
 */
export function maskText(text: string): string {
  const out =
    [...text].length === text.length ? text.split('') : Array.from({ length: text.length }, (_, i) => text[i])
  /** Depths of braces at which a template continues. */
  const templates: number[] = []
  let depth = 0
  const blank = (from: number, to: number): void => {
    for (let k = from; k < to; k++) if (out[k] !== '\n') out[k] = ' '
  }
  const skipTemplate = (from: number): number => {
    for (let k = from; k < text.length; k++) {
      if (text[k] === '\\') k++
      else if (text[k] === '`') {
        blank(from, k)
        return k + 1
      } else if (text.startsWith('${', k)) {
        blank(from, k)
        templates.push(depth++)
        return k + 2
      }
    }
    return text.length
  }
  for (let i = 0; i < text.length; ) {
    const char = text[i]
    if (text.startsWith('//', i) || text.startsWith('/*', i)) {
      const isLine = text[i + 1] === '/'
      const found = text.indexOf(isLine ? '\n' : '*/', i + 2)
      const end = found < 0 ? text.length : isLine ? found : found + 2
      blank(i, end)
      i = end
    } else if (char === "'" || char === '"') {
      let end = i + 1
      while (end < text.length && text[end] !== char && text[end] !== '\n') end += text[end] === '\\' ? 2 : 1
      const isKey = /^\s*:/.test(text.slice(end + 1, end + 20))
      if (!isKey) blank(i + 1, Math.min(end, text.length))
      i = end + 1
    } else if (char === '`') i = skipTemplate(i + 1)
    else {
      if (char === '{') depth++
      if (char === '}') {
        depth--
        if (templates.at(-1) === depth) {
          templates.pop()
          i = skipTemplate(i + 1)
          continue
        }
      }
      i++
    }
  }
  return out.join('')
}

/** Escapes a text for a regular expression. */
export function quotePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** The outermost place of the member `key` inside of a range, and the range of its value. */
export function findKey(
  masked: string,
  key: string,
  { start, end }: Range,
): { key: Range; value: Range } | undefined {
  const pattern = new RegExp(
    `(?<![\\w$.])(?:(['"])${quotePattern(key)}\\1|${quotePattern(key)})\\s*:(?!:)`,
    'g',
  )
  pattern.lastIndex = start
  let best: { depth: number; at: number; length: number; after: number } | undefined
  let depth = 0
  let scanned = start
  for (let match = pattern.exec(masked); match !== null && match.index < end; match = pattern.exec(masked)) {
    for (; scanned < match.index; scanned++) depth += bracket(masked[scanned])
    if (best === undefined || depth < best.depth)
      best = {
        depth,
        at: match.index,
        length: match[0].replace(/\s*:$/, '').length,
        after: pattern.lastIndex,
      }
  }
  if (best === undefined) return undefined
  const { at, length, after } = best
  return {
    key: { start: at, end: at + length },
    value: { start: after, end: endOfValue(masked, after, end) },
  }
}

/** End of the value that starts at `from`: a comma or an unmatched closing bracket. */
function endOfValue(masked: string, from: number, limit: number): number {
  let depth = 0
  for (let i = from; i < limit; i++) {
    depth += bracket(masked[i])
    if (depth < 0 || (depth === 0 && masked[i] === ',')) return i
  }
  return limit
}

/** The range of the definition of a name at the top level of a file; `default`: of the default export. */
export function findDefinition(masked: string, name: string): Range | undefined {
  const pattern =
    name === 'default'
      ? /^export\s+default\b/m
      : new RegExp(`^(?:export\\s+)?(?:const|let|var|function\\*?)\\s+${quotePattern(name)}\\b`, 'm')
  const match = pattern.exec(masked)
  if (match === null) return undefined
  let depth = 0
  let end = match.index + match[0].length
  for (; end < masked.length; end++) {
    depth += bracket(masked[end])
    if (depth === 0 && masked[end] === '\n' && /^\n[\w/@}]/.test(masked.slice(end, end + 2))) break
  }
  return { start: match.index + match[0].length, end }
}

function bracket(char: string): number {
  return '([{'.includes(char) ? 1 : ')]}'.includes(char) ? -1 : 0
}
