/** Texts in SVG, measured without a browser. */

/** Widths of characters in units of the font size, slightly larger than those of common sans-serif fonts. */
const NARROW = 0.34
const NORMAL = 0.61
const WIDE = 0.9

/** Estimated width [px] of a text. */
export function measureText(text: string, fontSize: number): number {
  let width = 0
  for (const char of text) {
    if ("iljtfIrJ.,:;|!'[]() /".includes(char)) width += NARROW
    else width += 'mwMW@%×…Ω'.includes(char) ? WIDE : NORMAL
  }
  return width * fontSize
}

/** The text, or its start and end with … between if it exceeds the maximum width [px]. */
export function fitText(text: string, fontSize: number, maxWidth: number): string {
  if (measureText(text, fontSize) <= maxWidth) return text
  const chars = [...text]
  for (let n = chars.length - 1; n > 2; n--) {
    const head = Math.ceil(n / 2)
    const shorter = `${chars.slice(0, head).join('')}…${chars.slice(chars.length - (n - head)).join('')}`
    if (measureText(shorter, fontSize) <= maxWidth) return shorter
  }
  return '…'
}

/** Text for XML. Control characters, which XML does not allow, become �. */
export function escapeXml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text
    .replace(/[&<>"']/g, (char) => entities[char])
    .replace(/\p{Cc}/gu, (char) => ('\t\n\r'.includes(char) ? ' ' : '\ufffd'))
}
