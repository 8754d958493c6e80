/**
 * Rows under a header as aligned text: the first columns left-aligned, the others, which hold numbers, right-aligned.
 */
export function formatTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  leftColumns = 1,
): string {
  const widths = header.map((cell, i) => Math.max(cell.length, ...rows.map((row) => row[i].length)))
  const format = (row: readonly string[]): string =>
    row.map((cell, i) => (i < leftColumns ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ')
  const rule = widths.map((width) => '─'.repeat(width)).join('  ')
  return [format(header), rule, ...rows.map(format)].map((line) => line.trimEnd()).join('\n')
}
