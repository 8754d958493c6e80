/** The frame of a picture as SVG: size, font, background and heading. */
import { text } from './diagram.ts'
import { FONT, HEADING_SIZE, LABEL_SIZE } from './plot-style.ts'
import { escapeXml, fitText } from './text.ts'

/** Space around a picture [px]. */
export const MARGIN = 14

/** A picture with its elements, each of them a line of the text. */
export function createPicture(
  { heading, width, height }: { readonly heading: string; readonly width: number; readonly height: number },
  body: readonly string[],
): string {
  const style = `font-size="${HEADING_SIZE}" font-weight="600" class="heading"`
  const title =
    heading === ''
      ? []
      : [
          text(
            width / 2,
            MARGIN + HEADING_SIZE - 3,
            fitText(heading, HEADING_SIZE, width - 2 * MARGIN),
            'middle',
            style,
          ),
        ]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ` role="img" aria-label="${escapeXml(heading || 'diagram')}" font-family="${FONT}" font-size="${LABEL_SIZE}">\n`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>\n`,
    ...[...title, ...body].map((line) => `${line}\n`),
    '</svg>\n',
  ].join('')
}
