/**
 * TypeScript in Markdown. A block fenced with `ts` is a separate program; one fenced with `ts continued` continues the
 * block before it. A line that ends in `// → value` shows the value of its expression or of the constant it declares,
 * and is checked: numbers to the digits shown, everything else exactly.
 */
export interface Snippet {
  /** Path of the document. */
  readonly document: string
  /** Line of the first block, from 1. */
  readonly line: number
  /** The program; its lines have the same numbers as in the document. */
  readonly source: string
  /** Number of values shown. */
  readonly nShown: number
}

const FENCE = /^(```+)\s*(\S*)\s*(.*)$/
const SHOWN = /^(\s*)(?:(const|let) (\w+)(?:: [^=]+)? = )?(.*?);?\s*\/\/ → (.+)$/
/** First statement of each program. */
const IMPORT = "import { show } from '../../tests/support/show.ts'; "

/** The programs of a document. */
export function extractSnippets(document: string, text: string): Snippet[] {
  const lines = text.split(/\r?\n/)
  const snippets: { line: number; source: string[]; nShown: number }[] = []
  for (let i = 0; i < lines.length; i++) {
    const [, marks, language, rest] = FENCE.exec(lines[i]) ?? []
    if (marks === undefined) continue
    if (marks.length > 3)
      throw new Error(`${document}:${i + 1}: expected a fence of three marks, got ${marks.length}`)
    const end = lines.findIndex((line, k) => k > i && /^```\s*$/.test(line))
    if (end < 0)
      throw new Error(`${document}:${i + 1}: expected a closing fence, got the end of the document`)
    if (language === 'ts') {
      const isContinued = rest === 'continued'
      const last = snippets[snippets.length - 1]
      if (isContinued && !last)
        throw new Error(`${document}:${i + 1}: expected a block to continue, got none`)
      const snippet = isContinued ? last : { line: i + 2, source: [], nShown: 0 }
      if (!isContinued) snippets.push(snippet)
      // Prose becomes empty lines.
      while (snippet.source.length < i + 1) snippet.source.push('')
      for (let k = i + 1; k < end; k++) {
        const line = instrument(lines[k], `${document}:${k + 1}`)
        if (line !== lines[k]) snippet.nShown++
        snippet.source.push(line)
      }
    }
    i = end
  }
  return snippets.map(({ line, source, nShown }) => {
    source[line - 1] = IMPORT + source[line - 1]
    return { document, line, source: source.join('\n'), nShown }
  })
}

/** Converts a line that shows a value into one that checks it. */
function instrument(line: string, place: string): string {
  const [, indent, keyword, name, expression, value] = SHOWN.exec(line) ?? []
  if (value === undefined) return line
  const call = (what: string): string => `show(${JSON.stringify(place)}, ${what}, ${JSON.stringify(value)})`
  if (keyword === undefined) return `${indent};${call(expression)}`
  return `${line.replace(/;?\s*\/\/ → .+$/, '')}; ${call(name)}`
}
