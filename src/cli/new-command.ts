/** `vario new`. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { VERSION } from '../base/index.ts'
import { checkWritable, writeFile } from './result-files/index.ts'
import { type Call, CliError, type Command, EXIT, usageError } from './terminal/index.ts'

export const newProject: Command = {
  name: 'new',
  description: `Creates a folder with a model, package.json and tsconfig.json. \`npx vario simulate\` runs the model at once;
\`npm install\` gives the editor the types.`,
  arguments: [{ name: '<name>', info: 'name of the project, and of its folder' }],
  groups: [{ title: 'Project', options: [{ flags: '--3d', info: 'a 3D mechanism instead of equations' }] }],
  examples: [
    ['new swing', 'a folder swing with swing.ts'],
    ['new robot --3d', 'a 3D mechanism'],
  ],
  run: createProject,
}

async function createProject({ args, values, io }: Call): Promise<number> {
  const [name] = args
  if (!/^[a-z0-9][a-z0-9._-]*$/i.test(name))
    throw usageError(`vario new: expected a name of letters, digits, - and _, got '${name}'.`)
  const folder = resolve(io.cwd, name)
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new CliError(
      EXIT.failed,
      `${name}: expected a new folder, got an existing file.`,
      'Choose another name.',
    )
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new CliError(
      EXIT.failed,
      `${name}: expected a new or empty folder, got one with files.`,
      'Choose another name.',
    )
  const model = `${name}.ts`
  const files: Readonly<Record<string, string>> = {
    [model]: values.isOn('3d') ? MODEL_3D : MODEL_1D,
    'package.json': `${JSON.stringify(createPackage(name, model), null, 2)}\n`,
    'tsconfig.json': `${JSON.stringify(TSCONFIG, null, 2)}\n`,
    '.gitignore': 'node_modules\n*.vario\n',
  }
  checkWritable(join(name, model), io.cwd)
  for (const [file, text] of Object.entries(files)) {
    const written = writeFile(join(name, file), text, io.cwd)
    io.stdout.write(`${written.file}\n`)
  }
  io.stdout.write(
    `\nNext:\n  cd ${name}\n  npx vario simulate ${model}\n  npx vario view ${model}\n` +
      '  npm install        (types for your editor)\n',
  )
  return EXIT.ok
}

function createPackage(name: string, model: string): object {
  return {
    name: name.toLowerCase(),
    private: true,
    type: 'module',
    scripts: {
      simulate: `vario simulate ${model}`,
      watch: `vario simulate ${model} --watch`,
      view: `vario view ${model}`,
    },
    dependencies: { vario: `^${VERSION}` },
  }
}

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    module: 'NodeNext',
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
  },
  include: ['*.ts'],
}

/** Template: equations of a swing. */
const MODEL_1D = `/** A swing: a pendulum with friction, from one equation. */
import { equations, type Experiment, Model, Par, Var } from 'vario'

export default Model({
  L: Par(2, 'm', { info: 'length of the ropes' }),
  m: Par(30, 'kg', { info: 'mass of the child' }),
  d: Par(5, 'N.m.s/rad', { info: 'friction' }),
  g: Par(9.81, 'm/s2'),
  phi: Var({ init: 0.8, unit: 'rad', info: 'angle from the vertical' }),
  w: Var({ init: 0, unit: 'rad/s' }),
  equations: equations\`
    w = der(phi)
    m*L^2*der(w) = -m*g*L*sin(phi) - d*w
  \`,
})

/** What \`vario simulate\` does unless it is told otherwise. */
export const experiment: Experiment = { stopTime: 20, plot: ['phi'] }
`

/** Template: a double pendulum in 3D. */
const MODEL_3D = `/** A double pendulum: two beams that hang one on the other. */
import { type Experiment, Model } from 'vario'
import { Beam, Model3D, Object3D, Revolute, Scene, Solid } from 'vario/multibody'

/** A beam along x, with an object at either end. */
const Arm = (length: number, color: string) =>
  Model({
    body: Object3D({
      feature: Solid({
        shape: Beam({ axis: 'x', length, width: 0.1, thickness: 0.1 }),
        solidMaterial: 'Aluminium',
        visualMaterial: { color },
      }),
    }),
    left: Object3D({ parent: 'body', translation: [-length / 2, 0, 0] }),
    right: Object3D({ parent: 'body', translation: [length / 2, 0, 0] }),
  })

export default Model3D({
  world: Object3D({ feature: Scene() }),
  upper: Arm(1, 'steelblue'),
  lower: Arm(0.8, 'orange'),
  shoulder: Revolute({ obj1: 'world', obj2: 'upper.left', axis: 'z', phi: { init: 0.5 } }),
  elbow: Revolute({ obj1: 'upper.right', obj2: 'lower.left', axis: 'z', phi: { init: 0.5 } }),
})

/** What \`vario simulate\` does unless it is told otherwise. */
export const experiment: Experiment = { stopTime: 10, plot: [['shoulder.phi', 'elbow.phi']] }
`
