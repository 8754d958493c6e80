/** Pictures as PNG. */

/** Pixels of the picture per pixel of the drawing: sharp on screens and paper. */
const SCALE = 2

/** Draws an SVG text. */
export async function drawPng(svg: string): Promise<Uint8Array> {
  const { Resvg } = await import('@resvg/resvg-js')
  const picture = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: SCALE },
    font: { loadSystemFonts: true, defaultFontFamily: 'DejaVu Sans' },
  })
  return picture.render().asPng()
}
