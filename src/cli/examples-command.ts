/** `vario examples`. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { suggestName } from '../base/index.ts'
import { collectImports, packageFolder, RUN_OPTIONS } from './models/index.ts'
import { checkWritable } from './result-files/index.ts'
import { PLOT_OPTIONS, simulateOnce } from './simulate-command.ts'
import {
  type Call,
  CliError,
  type Command,
  createPaint,
  EXIT,
  formatColumns,
  usageError,
} from './terminal/index.ts'

export const examples: Command = {
  name: 'examples',
  description: `Without arguments, lists all examples. \`run\` simulates one with its own settings; the options of
\`simulate\` change them. \`copy\` copies its files into a folder for editing.`,
  arguments: [
    { name: '[action]', info: 'run or copy' },
    { name: '[name]', info: 'name of an example' },
    { name: '[folder]', info: 'folder of the copy (default: this folder)' },
  ],
  groups: [
    RUN_OPTIONS,
    {
      title: 'Output',
      options: [
        { flags: '--output <file>', info: 'result file (default: <name>.vario)', isList: true },
        { flags: '--no-output', info: 'do not write a result' },
        ...PLOT_OPTIONS,
        { flags: '--log', info: 'show segments, events and actions during the run' },
        { flags: '--quiet', info: 'print only warnings and errors' },
        { flags: '--json', info: 'print the list or the summary as JSON' },
      ],
    },
  ],
  examples: [
    ['examples', 'list the examples'],
    ['examples run rocket', 'two stages that separate'],
    ['examples copy pendulum', 'pendulum.ts in this folder'],
  ],
  run: showExamples,
}

/** An example of the package. */
interface Example {
  readonly name: string
  /** Absolute path. */
  readonly path: string
  /** First sentence of its comment. */
  readonly summary: string
  /** True if the command line can simulate it; the others are standalone programs. */
  readonly isModel: boolean
}

async function showExamples(call: Call): Promise<number> {
  const { args, values, io } = call
  const [action, name, folder] = args
  const examples = listExamples()
  if (action === undefined) {
    const list = examples.map(({ name: title, summary, isModel }) => ({ name: title, summary, isModel }))
    io.stdout.write(values.isOn('json') ? `${JSON.stringify(list, null, 2)}\n` : printList(examples, call))
    return EXIT.ok
  }
  if (action !== 'run' && action !== 'copy') {
    const isName = examples.some((example) => example.name === action)
    const hint = isName ? `To run it: vario examples run ${action}` : '`vario examples` lists them.'
    throw usageError(
      `vario examples: expected run or copy, got '${action}'${suggestName(action, ['run', 'copy'])}.`,
      hint,
    )
  }
  if (name === undefined)
    throw usageError(
      `vario examples ${action}: expected the name of an example.`,
      '`vario examples` lists them.',
    )
  const example = findExample(name, examples)
  return action === 'run' ? runExample(example, call) : copyExample(example, folder ?? '.', call)
}

function listExamples(): Example[] {
  const folder = packageFolder('examples')
  if (!existsSync(folder)) throw new CliError(EXIT.failed, 'The examples are not installed.')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => {
      const path = join(folder, file)
      const text = readFileSync(path, 'utf8')
      const isModel = /^export const experiment\b/m.test(text)
      return { name: file.slice(0, -'.ts'.length), path, summary: readSummary(text), isModel }
    })
}

/** The first sentence of the comment at the head of a file. */
function readSummary(text: string): string {
  const comment = /^\/\*\*([\s\S]*?)\*\//.exec(text)?.[1] ?? ''
  const plain = comment
    .replace(/^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
  return (/^.*?[.:](?=\s|$)/.exec(plain)?.[0] ?? plain).replace(/[.:]$/, '')
}

function findExample(name: string, examples: readonly Example[]): Example {
  const wanted = name.replace(/\.ts$/, '')
  const found = examples.find((example) => example.name === wanted)
  if (found !== undefined) return found
  const names = examples.map((example) => example.name)
  throw usageError(`Unknown example '${name}'${suggestName(wanted, names)}.`, '`vario examples` lists them.')
}

function printList(examples: readonly Example[], { io }: Call): string {
  const paint = createPaint(io.stdout, io)
  const width = Math.max(...examples.map(({ name }) => name.length))
  const limit = Math.max(40, io.stdout.columns - width - 6)
  const cut = (text: string): string => (text.length > limit ? `${text.slice(0, limit - 1)}…` : text)
  const rows = (isModel: boolean): string =>
    formatColumns(
      examples
        .filter((example) => example.isModel === isModel)
        .map(({ name, summary }) => [name, cut(summary)]),
    )
  return [
    `${paint.bold('Models')}  (vario examples run <name>, vario examples copy <name>)\n${rows(true)}`,
    `${paint.bold('Programs')}  (vario examples copy <name>, then run it with Node or tsx)\n${rows(false)}`,
  ].join('\n')
}

function runExample(example: Example, call: Call): Promise<number> {
  if (!example.isModel) {
    throw usageError(
      `${example.name} is a program, not a model.`,
      `Copy it and run it: vario examples copy ${example.name}, then npx tsx ${example.name}.ts`,
    )
  }
  const name = `examples/${example.name}.ts`
  return simulateOnce({ name, path: example.path, exportName: undefined }, call)
}

function copyExample(example: Example, folder: string, { io }: Call): number {
  const { files } = collectImports(example.path, example.name)
  const base = dirname(example.path)
  const targets = files.map(({ path }) => ({ path, target: join(folder, relative(base, path)) }))
  for (const { target } of targets) {
    checkWritable(target, io.cwd)
    if (existsSync(resolve(io.cwd, target)) && target === targets[0].target)
      throw new CliError(
        EXIT.failed,
        `${target} exists already; it was not overwritten.`,
        'Add another folder after the name of the example.',
      )
  }
  for (const { path, target } of targets) {
    const place = resolve(io.cwd, target)
    mkdirSync(dirname(place), { recursive: true })
    copyFileSync(path, place)
    io.stdout.write(`${target}\n`)
  }
  if (example.isModel) io.stdout.write(`\nRun it: vario simulate ${targets[0].target}\n`)
  return EXIT.ok
}
