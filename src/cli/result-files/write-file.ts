/** Atomic writing of files, also of pictures as SVG and PNG. */
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import {
  CliError,
  type CliIo,
  describeFileProblem,
  EXIT,
  isFileProblem,
  usageError,
} from '../terminal/index.ts'

/** A written file. */
export interface WrittenFile {
  /** Path from the user. */
  readonly file: string
  /** [B] */
  readonly size: number
}

/**
 * Fails before the work, not after it, if a file cannot be written.
 * @param file as the user wrote it
 */
export function checkWritable(file: string, cwd: string): void {
  const path = resolve(cwd, file)
  if (existsSync(path) && statSync(path).isDirectory())
    throw usageError(
      `${file}: expected the name of a file, got a folder.`,
      `Try ${join(file, 'result.vario')}.`,
    )
  // the first existing ancestor folder: the others will be created in it
  let folder = dirname(path)
  while (!existsSync(folder)) folder = dirname(folder)
  if (!statSync(folder).isDirectory())
    throw new CliError(EXIT.failed, `${file}: cannot be written: ${folder} is a file, not a folder.`)
  try {
    accessSync(existsSync(path) ? path : folder, constants.W_OK)
  } catch (error) {
    throw explainWriting(file, error, '')
  }
}

/** Writes a file, and creates missing folders. If this fails, an existing file stays. */
export function writeFile(file: string, content: string | Uint8Array, cwd: string): WrittenFile {
  const path = resolve(cwd, file)
  const isSpecial = existsSync(path) && !statSync(path).isFile()
  const part = isSpecial ? path : join(dirname(path), `.${basename(path)}.part`)
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(part, content)
    if (!isSpecial) renameSync(part, path)
  } catch (error) {
    if (!isSpecial) rmSync(part, { force: true })
    throw explainWriting(
      file,
      error,
      existsSync(path) && !isSpecial ? ' The existing file is unchanged.' : ' No partial file remains.',
    )
  }
  return { file, size: typeof content === 'string' ? Buffer.byteLength(content) : content.length }
}

/** Describes a problem with a file; `rest` describes the remaining state. */
export function explainWriting(file: string, error: unknown, rest: string): unknown {
  if (!isFileProblem(error)) return error
  const problem =
    error.code === 'ENOENT' ? 'the folder does not permit new files' : describeFileProblem(error)
  return new CliError(EXIT.failed, `${file}: cannot be written: ${problem}.${rest}`)
}

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
