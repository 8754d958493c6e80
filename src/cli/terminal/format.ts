/** Formats numbers and tables. */

/** Up to six digits, without trailing zeros. */
export function formatNumber(value: number, digits = 6): string {
  if (!Number.isFinite(value)) return String(value)
  return String(Number(value.toPrecision(digits)))
}

/** `1.2 s`, `350 ms`, `3 min 20 s`. */
export function formatDuration(seconds: number): string {
  if (seconds < 1) return `${Math.round(1000 * seconds)} ms`
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  const rounded = Math.round(seconds)
  if (rounded < 3600) return `${Math.floor(rounded / 60)} min ${rounded % 60} s`
  return `${Math.floor(rounded / 3600)} h ${Math.floor((rounded % 3600) / 60)} min`
}

const SIZES = ['B', 'kB', 'MB', 'GB', 'TB']

/** `12.3 kB` (1 kB = 1000 B). */
export function formatSize(bytes: number): string {
  let value = bytes
  let k = 0
  for (; value >= 999.5 && k < SIZES.length - 1; k++) value /= 1000
  return `${k === 0 || value >= 99.5 ? Math.round(value) : Number(value.toPrecision(3))} ${SIZES[k]}`
}

/** `1 event`, `2 events`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Rows of cells in columns as wide as their longest cell; `right` lists the right-aligned columns. */
export function formatColumns(
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
  indent = '  ',
): string {
  const widths: number[] = []
  for (const row of rows) {
    for (const [k, cell] of row.entries()) widths[k] = Math.max(widths[k] ?? 0, cell.length)
  }
  return rows
    .map((row) =>
      `${indent}${row
        .map((cell, k) => (right.includes(k) ? cell.padStart(widths[k]) : cell.padEnd(widths[k])))
        .join('  ')}`.trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('')
}
