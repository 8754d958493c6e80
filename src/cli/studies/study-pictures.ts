/** `--picture` of studies: kinds of pictures and their files. */
import { plotStudy, STUDY_PICTURES, type StudyPicture, type StudyResult } from '../../studies/index.ts'
import { checkPictureName, checkWritable, type WrittenFile, writePicture } from '../result-files/index.ts'
import { type CliIo, usageError } from '../terminal/index.ts'

/** A picture to be written. */
export interface PictureFile {
  readonly kind: StudyPicture
  readonly file: string
}

/** Reads `tornado=tornado.svg`, …, before the runs are made. */
export function readPictures(texts: readonly string[], { cwd }: CliIo): PictureFile[] {
  return texts.map((text) => {
    const equals = text.indexOf('=')
    const kind = STUDY_PICTURES.find((name) => name === text.slice(0, equals))
    const file = text.slice(equals + 1)
    if (kind === undefined || file === '')
      throw usageError(
        `--picture ${text}: expected a kind and a file, such as tornado=tornado.svg, with one of ${STUDY_PICTURES.join(', ')}.`,
      )
    checkPictureName(file)
    checkWritable(file, cwd)
    return { kind, file }
  })
}

/** The pictures of all kinds that a study has, in a folder. */
export function listPictures(result: StudyResult, folder: string): PictureFile[] {
  const { factors, measures } = result
  const has: Partial<Record<StudyPicture, boolean>> = {
    // influences need differences between runs
    tornado: factors.length > 0 && measures.every((name) => result.statistics(name).count > 1),
    scatter: factors.length + measures.length <= 8,
    surface: factors.length >= 2,
    pareto: measures.length >= 2,
  }
  return STUDY_PICTURES.filter((kind) => has[kind] !== false).map((kind) => ({
    kind,
    file: `${folder}/${kind}.svg`,
  }))
}

/** Draws and writes pictures with the name of the study as heading. */
export async function writePictures(
  result: StudyResult,
  heading: string,
  pictures: readonly PictureFile[],
  io: CliIo,
): Promise<WrittenFile[]> {
  const files: WrittenFile[] = []
  for (const { kind, file } of pictures)
    files.push(await writePicture(plotStudy(result, kind, { heading }), file, io))
  return files
}
