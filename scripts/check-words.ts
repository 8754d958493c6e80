/**
 * Checks the wording rules of CONTRIBUTING.md in comments, messages, test titles and documents: `npm run check` runs it.
 * Prose linters on npm read Markdown only; most of our prose stands in TypeScript, whose scanner this uses.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** A `title` is that of a test outside of groups, a `member` that of a test in one, whose title may be the subject. */
type Kind = 'comment' | 'text' | 'title' | 'member' | 'document'

interface Rule {
  readonly pattern: RegExp
  readonly kinds: readonly Kind[]
  readonly advice: string
}

const PROSE: readonly Kind[] = ['comment', 'text', 'document']
const TITLES: readonly Kind[] = ['title', 'member']
const ALL: readonly Kind[] = [...PROSE, ...TITLES]

/** US spelling of words that the two kinds of English write differently. */
const US_SPELLING: Readonly<Record<string, string>> = {
  behaviour: 'behavior',
  cancelled: 'canceled',
  catalogue: 'catalog',
  centre: 'center',
  colour: 'color',
  dialogue: 'dialog',
  favour: 'favor',
  'fulfil(?!l)': 'fulfill',
  '(?<!dark|light)grey(?! [0-9a-f]{6})': 'gray',
  honour: 'honor',
  '(?<!aria-)labelled': 'labeled',
  labelling: 'labeling',
  litre: 'liter',
  metre: 'meter',
  misspelt: 'misspelled',
  modelled: 'modeled',
  modelling: 'modeling',
  neighbour: 'neighbor',
  spelt: 'spelled',
  travelled: 'traveled',
  travelling: 'traveling',
  vapour: 'vapor',
}

/** Stems of verbs in -ise and -yse that US English writes with a z: `initialise`, `analyses` (the verb), `linearisation`. */
const Z_STEMS =
  'anal[y]s(?=e[dr]?\\b|ing)|(?:character|custom|discret|equal|factor|general|initial|linear|maxim|memor|minim|normal|optim|organ|parametr|penal|real|recogn|regular|serial|special|stabil|summar|synchron|visual)is(?=e|ing|ation)'

const RULES: readonly Rule[] = [
  {
    pattern: /(?:^|[.!?:] )(What|Whether|Who|Nobody)\b/m,
    kinds: ALL,
    advice: 'begin with the noun: name the thing, then say what it does',
  },
  {
    pattern: /(?<!\bthere )\b(?:is|are|was|were) no (?!longer|more\b|less\b)/i,
    kinds: ALL,
    advice: 'write "is not a …", or state what it is',
  },
  { pattern: /\bthat which\b/i, kinds: ALL, advice: 'name the thing' },
  {
    pattern: /\b(?:by itself|by themselves|in the midst of|to and fro|on (?:its|their) way)\b/i,
    kinds: ALL,
    advice: 'use the term of the field (alone, during, oscillating, in progress)',
  },
  {
    pattern: /\b(?:[Tt]ells?|[Tt]elling|[Tt]old)\b/,
    kinds: ALL,
    advice: 'write returns, reports, states or gives',
  },
  { pattern: /\bLets (?:who|what)\b/, kinds: ALL, advice: 'say what it does' },
  {
    pattern: /^(?:of|with|and|in|where|if|also|without|for|at|on|from|to|which|that|too|but|or)\b/,
    kinds: TITLES,
    advice: 'a test title is a sentence with its subject, or a verb whose subject is the title of the group',
  },
  {
    pattern: /^(?:are|is|was|has|have|do|does|can|may|must)\b/,
    kinds: ['title'],
    advice: 'a test title outside of groups is a sentence with its subject',
  },
  { pattern: /^(?:\W*|does its work)$/, kinds: TITLES, advice: 'say what is expected' },
  {
    pattern: new RegExp(`\\b\\w*?(?:${Object.keys(US_SPELLING).join('|')}|${Z_STEMS})\\w*`, 'i'),
    kinds: ALL,
    advice: 'use US spelling',
  },
]

interface Passage {
  readonly line: number
  readonly kind: Kind
  readonly text: string
}

/** Comments, test titles and texts of several words in a TypeScript file. */
function passagesOfCode(path: string, source: string): Passage[] {
  const file = ts.createSourceFile(
    path,
    source,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : undefined,
  )
  const passages: Passage[] = []
  const lineOf = (position: number): number => file.getLineAndCharacterOfPosition(position).line + 1
  const seen = new Set<number>()
  const addComments = (ranges: readonly ts.CommentRange[] | undefined): void => {
    for (const { pos, end } of ranges ?? []) {
      if (seen.has(pos)) continue
      seen.add(pos)
      const text = source
        .slice(pos, end)
        .replace(/^\/\*+|\*+\/$|^\/\//g, '')
        .replace(/^\s*\*? */gm, '')
      passages.push({ line: lineOf(pos), kind: 'comment', text: prose(text) })
    }
  }
  const visit = (node: ts.Node, isGrouped: boolean): void => {
    if (node.kind !== ts.SyntaxKind.JsxText) {
      addComments(ts.getLeadingCommentRanges(source, node.pos))
      addComments(ts.getTrailingCommentRanges(source, node.end))
    }
    const call = ts.isCallExpression(node) && node.arguments.length > 1 ? node.expression.getText() : ''
    const isGroup = /^describe\b/.test(call)
    if (ts.isCallExpression(node) && (isGroup || /^(?:it|test)\b/.test(call))) {
      const [title] = node.arguments
      const kind = isGroup ? 'text' : isGrouped ? 'member' : 'title'
      if (ts.isStringLiteralLike(title)) passages.push({ line: lineOf(title.pos), kind, text: title.text })
    }
    const parts = ts.isStringLiteralLike(node)
      ? [node]
      : ts.isTemplateExpression(node)
        ? [node.head, ...node.templateSpans.map((span) => span.literal)]
        : []
    const text = parts
      .map((part) => part.text)
      .join('…')
      .trim()
    if (/^\p{L}+[,:]? \p{L}+/u.test(text) && !ts.isTaggedTemplateExpression(node.parent)) {
      passages.push({ line: lineOf(node.getStart()), kind: 'text', text: prose(text) })
    }
    // tokens too: comments may precede the dot of a call
    for (const child of node.getChildren(file)) visit(child, isGrouped || isGroup)
  }
  visit(file, false)
  addComments(ts.getLeadingCommentRanges(source, file.endOfFileToken.pos))
  return passages
}

/** Lines of a Markdown document without code. */
function passagesOfDocument(source: string): Passage[] {
  let inCode = false
  return source.split('\n').flatMap((text, k) => {
    if (/^\s*```/.test(text)) inCode = !inCode
    return inCode
      ? []
      : [{ line: k + 1, kind: 'document' as const, text: prose(text.replace(/^[\s|>#*-]+/, '')) }]
  })
}

/** Text without inline code, addresses and quotations, which are not ours to word. */
function prose(text: string): string {
  return text.replace(/`[^`\n]*`|\]\([^)]*\)|https?:\S+|"[^"\n]*"|<[^>\n]*>/g, '…')
}

const files = execFileSync(
  'git',
  ['ls-files', ...(process.argv.length > 2 ? process.argv.slice(2) : ['.'])],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((path) => /\.(tsx?|md)$/.test(path) && path !== 'scripts/check-words.ts' && path !== 'CHANGELOG.md')
let count = 0
for (const path of files) {
  const source = readFileSync(path, 'utf8')
  for (const { line, kind, text } of path.endsWith('.md')
    ? passagesOfDocument(source)
    : passagesOfCode(path, source)) {
    for (const { pattern, kinds, advice } of RULES) {
      const found = kinds.includes(kind) ? pattern.exec(text) : null
      if (found === null) continue
      count++
      console.error(`${path}:${line}: '${found[0].trim()}' in a ${kind}: ${advice}.`)
    }
  }
}
if (count > 0) {
  console.error(`${count} places against the rules of CONTRIBUTING.md (Words).`)
  process.exitCode = 1
}
