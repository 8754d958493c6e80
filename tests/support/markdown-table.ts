/** Generated tables in documents. */

/** The document with another table between `<!-- name -->` and `<!-- /name -->`. */
export function replaceMarkedTable(text: string, name: string, table: string): string {
  const mark = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`)
  if (!mark.test(text)) throw new Error(`the document lacks the markers of the table ${name}`)
  return text.replace(mark, (_, open: string, close: string) => `${open}\n${table}\n\n${close}`)
}

/** A table of Markdown; its columns are not aligned. */
export function formatMarkdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const escapeText = (cell: string): string =>
    cell.replaceAll('|', '\\|').replaceAll('*', '\\*').replaceAll('_', '\\_')
  // Only the bar needs an escape in code spans.
  const escapeCell = (cell: string): string =>
    cell
      .split(/(`[^`]*`)/)
      .map((part) => (part.startsWith('`') ? part.replaceAll('|', '\\|') : escapeText(part)))
      .join('')
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(header), line(header.map(() => '---')), ...rows.map((row) => line(row.map(escapeCell)))].join(
    '\n',
  )
}
