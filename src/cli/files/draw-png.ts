/** Pictures as PNG. */

/** Pixels of the picture per pixel of the drawing: sharp on screens and paper. */
const SCALE = 2

/** A picture, and true if its texts could be drawn. */
export interface DrawnPng {
  readonly bytes: Uint8Array
  /** False if this computer has no font for them. */
  readonly hasTexts: boolean
}

/**
 * Renders an SVG text.
 * @param loadSystemFonts true if fonts of this computer are available
 */
export async function drawPng(svg: string, loadSystemFonts = true): Promise<DrawnPng> {
  const { Resvg } = await import('@resvg/resvg-js')
  const font = { loadSystemFonts, defaultFontFamily: 'DejaVu Sans' }
  const bytes = new Resvg(svg, { fitTo: { mode: 'zoom', value: SCALE }, font }).render().asPng()
  // letters that are missing in all fonts stay invisible
  const sample = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="9">x</text></svg>'
  const hasTexts = !svg.includes('<text') || new Resvg(sample, { font }).getBBox() !== undefined
  return { bytes, hasTexts }
}
