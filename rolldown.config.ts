/**
 * The package: one module for each entry and for the command line, with a chunk for each layer that several of them share, and
 * their declarations. `npm run build` runs it after tsc, which writes declarations of single files to `out/types`.
 */
import { readFileSync } from 'node:fs'
import { defineConfig } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, string | { default: string }>
}
/** `entries/vario`, `entries/ode`, … */
const entries = Object.values(exports).flatMap((target) =>
  typeof target === 'string' ? [] : [target.default.slice('./dist/'.length, -'.js'.length)],
)
/** Programs that Node starts: the command line, and the thread of live models. */
const programs = ['cli/main', 'cli/server/live-worker', 'cluster/model-worker', 'cli/studies/study-worker']
/** The entries of the condition `browser`, and the program that a browser starts. */
const ofBrowser = ['entries/studies-browser', 'web/study-worker']

const inputs = (stems: readonly string[], folder: string, extension: string): Record<string, string> =>
  Object.fromEntries(stems.map((stem) => [stem, `${folder}/${stem}${extension}`]))

/** Modules of Node and of dependencies stay imports. */
const external = /^[^./]/

/**
 * The chunk of a module: its layer, and the domain of a library. Commands are loaded one by one, and the program of a Web Worker
 * by workers only, so they have own chunks.
 */
function chunkOf(path: string): string | null {
  const [, layer, domain] = /[/\\]src[/\\](\w+)[/\\](?:([\w-]+)[/\\])?/.exec(path) ?? []
  if (layer === undefined || layer === 'cli' || layer === 'entries' || layer === 'web') return null
  return layer === 'library' ? `library-${domain}` : layer
}

export default defineConfig([
  {
    // vite bundles the viewer: vite.config.ts
    input: inputs(
      [...entries.filter((stem) => stem !== 'entries/viewer'), ...programs, ...ofBrowser],
      'src',
      '.ts',
    ),
    external,
    // functions are registered where modules are evaluated
    treeshake: { moduleSideEffects: true },
    output: {
      dir: 'dist',
      sourcemap: true,
      chunkFileNames: 'chunks/[name].js',
      codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: chunkOf }] },
    },
  },
  {
    input: inputs(entries, 'out/types', '.d.ts'),
    external,
    plugins: [dts({ dtsInput: true })],
    output: { dir: 'dist', chunkFileNames: 'chunks/[name].ts' },
  },
])
