/** Source of a result, stored inside of it, so that its run can be repeated. */
import { dirname, relative } from 'node:path'
import type { PlotLayout, SignalTable } from '../../results/index.ts'
import type { OptionValues } from '../terminal/index.ts'
import { hashText, type LoadedModel } from './load-model.ts'
import type { Reference } from './reference.ts'

/** Model file and command line of a run. */
export interface RunSource {
  /** Path of the model file, relative to the working folder of the command. */
  readonly file: string
  readonly export?: string
  /** SHA-256 of the file and of its imports, by their paths relative to it. */
  readonly hash: string
  readonly imports?: Readonly<Record<string, string>>
  /** Options of the command line. */
  readonly options?: Readonly<Record<string, string | readonly string[]>>
  /** Diagrams requested by the model file. */
  readonly plot?: PlotLayout
}

const OPTIONS = ['stop', 'start', 'tolerance', 'interval', 'solver', 'maxStep', 'analysis', 'record', 'set']

export function describeSource(reference: Reference, loaded: LoadedModel, values: OptionValues): RunSource {
  const [main, ...others] = loaded.files
  const given = OPTIONS.filter((name) => values.has(name))
  return {
    file: reference.name,
    ...(loaded.exportName !== undefined && { export: loaded.exportName }),
    hash: hashText(main.text),
    ...(others.length > 0 && {
      imports: Object.fromEntries(
        others.map(({ path, text }) => [
          relative(dirname(main.path), path).replaceAll('\\', '/'),
          hashText(text),
        ]),
      ),
    }),
    ...(given.length > 0 && {
      options: Object.fromEntries(given.map((name) => [name, values.raw(name) as string])),
    }),
    ...(loaded.experiment.plot !== undefined && { plot: loaded.experiment.plot }),
  }
}

/** The source of a result; undefined if it is not stored. */
export function readSource({ attributes }: SignalTable): RunSource | undefined {
  const source = attributes['source'] as unknown as RunSource | undefined
  return typeof source?.file === 'string' && typeof source.hash === 'string' ? source : undefined
}
