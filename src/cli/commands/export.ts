import type { Command } from '../command/index.ts'
import { RUN_OPTIONS } from './run-options.ts'

export const exportResult: Command = {
  name: 'export',
  summary: 'write a result in another format, or its scene: GLB, OBJ, STL, SVG, CSV, …',
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
  run: async (call) => (await import('../actions/index.ts')).exportFile(call),
}
