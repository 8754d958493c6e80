/** `vario export`. */
import { extname } from 'node:path'
import {
  type AnimationScene,
  animateScene,
  readSceneDescription,
  toGlb,
  toGltf,
  toObj,
  toStl,
  toSvg,
  toThreeJson,
} from '../animation/index.ts'
import { suggestName } from '../base/index.ts'
import { createAnimation } from '../multibody/index.ts'
import { RUN_OPTIONS } from './models/index.ts'
import {
  checkWritable,
  type OpenTable,
  openTable,
  RESULT_EXTENSIONS,
  type WrittenFile,
  writeFile,
  writePicture,
  writeTable,
} from './result-files/index.ts'
import { type Call, CliError, type Command, EXIT, formatSize, usageError } from './terminal/index.ts'

export const exportResult: Command = {
  name: 'export',
  description: `Writes a result in the format of the extension of the file. A model is simulated first.
  signals       .vario .json .csv .parquet .h5
  animation     .glb .gltf .scene.json (JSON of three.js)
  one moment    .svg .png (picture)  .obj .stl (meshes); at --time (default: the end)`,
  arguments: [
    { name: '<file>', info: 'a result or a model' },
    { name: '<output>', info: 'the file to write' },
  ],
  groups: [
    {
      title: 'Scene',
      options: [
        { flags: '--time <time>', info: 'time of a picture or of meshes [s]' },
        { flags: '--width <number>', info: 'width of a picture [px] (default: 800)' },
        { flags: '--height <number>', info: 'height of a picture [px] (default: 600)' },
      ],
    },
    { ...RUN_OPTIONS, title: 'Run (of a model)' },
  ],
  examples: [
    ['export pendulum.vario pendulum.csv', 'for a spreadsheet'],
    ['export pendulum.vario pendulum.glb', 'the animation, for Blender or a web page'],
    ['export robot.ts robot.png --time 1.5', 'simulate, then a picture after 1.5 s'],
  ],
  run: exportFile,
}

/** Writers of scenes, by the extension of the file. */
const SCENE_WRITERS: Readonly<Record<string, (scene: AnimationScene, time: number) => string | Uint8Array>> =
  {
    '.glb': (scene) => toGlb(scene),
    '.gltf': (scene) => JSON.stringify(toGltf(scene)),
    '.scene.json': (scene) => JSON.stringify(toThreeJson(scene)),
    '.obj': (scene, time) => toObj(scene, time),
    '.stl': (scene, time) => toStl(scene, time),
  }
const PICTURES = ['.svg', '.png']
const SCENE_EXTENSIONS = [...Object.keys(SCENE_WRITERS), ...PICTURES]

async function exportFile(call: Call): Promise<number> {
  const { args, io } = call
  const [file, output] = args
  const extension = extensionOf(output)
  if (![...SCENE_EXTENSIONS, ...RESULT_EXTENSIONS].includes(extension)) throw unknownFormat(output, extension)
  checkWritable(output, io.cwd)
  const open = await openTable(file, call)
  const written = RESULT_EXTENSIONS.includes(extension)
    ? await writeTable(open.table, output, io)
    : await writeScene(open, output, extension, call)
  io.stdout.write(`${written.file} (${formatSize(written.size)})\n`)
  return EXIT.ok
}

function extensionOf(file: string): string {
  const name = file.toLowerCase()
  return name.endsWith('.scene.json') ? '.scene.json' : extname(name)
}

function unknownFormat(output: string, extension: string): Error {
  const all = [...RESULT_EXTENSIONS, ...SCENE_EXTENSIONS]
  const found =
    extension === ''
      ? 'expected an extension that gives the format, got none'
      : `expected a supported format, got '${extension}'`
  return usageError(
    `${output}: ${found}${suggestName(extension, all)}.`,
    `Signals end in ${RESULT_EXTENSIONS.join(', ')}; scenes in ${SCENE_EXTENSIONS.join(', ')}.`,
  )
}

async function writeScene(
  open: OpenTable,
  output: string,
  extension: string,
  { values, io }: Call,
): Promise<WrittenFile> {
  const scene = createScene(open)
  const { time } = open.table
  const moment = values.number('time') ?? time[time.length - 1]
  if (!(moment >= time[0] && moment <= time[time.length - 1]))
    throw usageError(`--time: expected a time from ${time[0]} to ${time[time.length - 1]} s, got ${moment}.`)
  if (!PICTURES.includes(extension)) return writeFile(output, SCENE_WRITERS[extension](scene, moment), io.cwd)
  const [width, height] = [values.number('width'), values.number('height')]
  const size = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) }
  return writePicture(toSvg(scene, moment, size), output, io)
}

/** The scene of a result. */
function createScene({ table, loaded, reference }: OpenTable): AnimationScene {
  const description = readSceneDescription(table.attributes)
  const name = String(table.attributes['model'] ?? 'model')
  if (description !== null) {
    const missing = (_path: string, names: string): Error =>
      new CliError(EXIT.failed, `${reference.name} lacks ${names}; they were not recorded.`)
    return animateScene(name, description, table, missing)
  }
  if (loaded !== undefined && table.names.some((signal) => signal.endsWith('.q_abs')))
    return createAnimation(loaded.model, table, { name })
  throw new CliError(
    EXIT.failed,
    `${reference.name}: expected a 3D scene, got a result without one.`,
    `To draw its signals: vario plot ${reference.name} <signals> --output picture.svg`,
  )
}
