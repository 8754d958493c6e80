/** `vario new`. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Call } from '../command/index.ts'
import { CliError, EXIT, usageError } from '../failures/index.ts'
import { checkWritable, writeFile } from '../files/index.ts'
import { packageVersion } from '../load/index.ts'
import { MODEL_1D, MODEL_3D } from './templates.ts'

export async function createProject({ args, values, io }: Call): Promise<number> {
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
    `\nNext:\n  cd ${name}\n  npx vario simulate ${model}\n  npx vario view ${model}\n  npm install        (types for your editor)\n`,
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
    dependencies: { vario: `^${packageVersion()}` },
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
