/** Pictures as PNG. */

/** Pixels of the picture per pixel of the drawing: sharp on screens and paper. */
const SCALE = 2

/** A picture, and whether its texts could be drawn. */
export interface DrawnPng {
  readonly bytes: Uint8Array
  /** False: there is no font for them on this computer. */
  readonly hasTexts: boolean
}

/**
 * Draws an SVG text.
 * @param loadSystemFonts whether fonts of this computer may be used: there are no others
 */
export async function drawPng(svg: string, loadSystemFonts = true): Promise<DrawnPng> {
  const { Resvg } = await import('@resvg/resvg-js')
  const font = { loadSystemFonts, defaultFontFamily: 'DejaVu Sans' }
  const bytes = new Resvg(svg, { fitTo: { mode: 'zoom', value: SCALE }, font }).render().asPng()
  // letters that no font has leave nothing
  const sample = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="9">x</text></svg>'
  const hasTexts = !svg.includes('<text') || new Resvg(sample, { font }).getBBox() !== undefined
  return { bytes, hasTexts }
}
