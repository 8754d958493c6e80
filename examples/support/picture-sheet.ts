/** Several pictures on one sheet, row by row, with a caption below each. */

export interface Picture {
  /** The text of an SVG file. */
  readonly svg: string
  readonly caption: string
}

export interface SheetOptions {
  readonly title: string
  readonly columns: number
  /** Common size of all pictures [pixel]. */
  readonly width: number
  readonly height: number
}

/** Height of a caption [pixel]. */
const CAPTION = 30

/** The sheet as the text of an SVG file. */
export function arrangePictures(
  pictures: readonly Picture[],
  { title, columns, width, height }: SheetOptions,
): string {
  const [w, h] = [columns * width, Math.ceil(pictures.length / columns) * (height + CAPTION)]
  const font = 'font-family="sans-serif" font-size="14" text-anchor="middle"'
  const cells = pictures.map(({ svg, caption }, k) => {
    const [x, y] = [(k % columns) * width, Math.floor(k / columns) * (height + CAPTION)]
    const picture = svg.trimEnd().replace('<svg ', `<svg x="${x}" y="${y}" `)
    return `${picture}\n<text x="${x + width / 2}" y="${y + height + 20}" ${font}>${caption}</text>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">`,
    `<title>${title}</title>`,
    `<rect width="${w}" height="${h}" fill="#f4f6f8"/>`,
    ...cells,
    '</svg>',
    '',
  ].join('\n')
}
