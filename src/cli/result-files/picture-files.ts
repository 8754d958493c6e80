/** Pictures as SVG and PNG files. */
import { extname } from 'node:path'
import { type CliIo, usageError } from '../terminal/index.ts'
import { type WrittenFile, writeFile } from './write-file.ts'

/** Pixels of the picture per pixel of the drawing: sharp on screens and paper. */
const SCALE = 2

/** Checks the extension of a picture file. */
export function checkPictureName(file: string): void {
  const extension = extname(file).toLowerCase()
  if (extension !== '.svg' && extension !== '.png')
    throw usageError(`${file}: expected the extension .svg or .png.`)
}

/** Writes an SVG text unchanged, or as PNG. */
export async function writePicture(svg: string, file: string, io: CliIo): Promise<WrittenFile> {
  checkPictureName(file)
  if (extname(file).toLowerCase() !== '.png') return writeFile(file, svg, io.cwd)
  const { bytes, hasTexts } = await drawPng(svg)
  if (!hasTexts) io.stderr.write(`warning: ${file} has no texts: ${NO_FONTS}\n`)
  return writeFile(file, bytes, io.cwd)
}

const NO_FONTS =
  'this computer has no fonts. Install one (on Debian: fonts-dejavu-core), or write an .svg file.'

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
