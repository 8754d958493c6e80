/** The dependency direction between the folders of `src`, and proof that its checker detects violations. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dirname } from 'node:path/posix'
import { describe, expect, test } from 'vitest'
import { type Architecture, checkImports } from './support/architecture.ts'
import { listFiles, ROOT, readPackageJson } from './support/project.ts'

/** Permitted imports of each folder; folders without a file are planned. */
const LAYERS: Record<string, readonly string[]> = {
  base: [],
  math: ['base'],
  symbolic: ['base'],
  results: ['base'],
  control: ['base', 'math', 'results'],
  files: ['base', 'results'],
  ode: ['base', 'math'],
  collision: ['base', 'math'],
  model: ['base', 'symbolic'],
  compiler: ['base', 'symbolic', 'model'],
  mechanics: ['base', 'math', 'collision'],
  materials: ['base'],
  animation: ['base', 'math', 'collision', 'materials'],
  simulation: ['base', 'math', 'ode', 'results', 'files', 'model', 'compiler'],
  library: ['base', 'symbolic', 'model', 'simulation'],
  multibody: [
    ...['base', 'math', 'results', 'collision', 'mechanics', 'materials', 'animation', 'model', 'simulation'],
    ...['library'],
  ],
  live: ['base', 'results', 'model', 'simulation', 'multibody'],
  studies: ['base', 'math', 'results', 'model', 'simulation', 'multibody'],
  cluster: ['base', 'results', 'files', 'model', 'simulation', 'library', 'multibody', 'studies'],
  web: ['base', 'model', 'library', 'multibody', 'studies'],
  viewer: ['base', 'math', 'results', 'collision', 'materials', 'animation', 'files', 'live'],
  entries: [
    ...['base', 'math', 'results', 'ode', 'collision', 'model', 'mechanics', 'materials', 'animation'],
    ...['simulation', 'library', 'multibody', 'files', 'viewer', 'control', 'studies', 'cluster', 'web'],
  ],
  cli: [
    ...['base', 'math', 'symbolic', 'results', 'ode', 'collision', 'model', 'compiler', 'mechanics'],
    ...[
      'materials',
      'animation',
      'simulation',
      'library',
      'multibody',
      'files',
      'live',
      'studies',
      'cluster',
    ],
  ],
}

/** Packages that only these folders may import. Those of the viewer become part of its bundle. */
const PACKAGES: Record<string, readonly string[]> = {
  three: ['viewer'],
  uplot: ['viewer'],
  preact: ['viewer'],
  '@preact/signals': ['viewer'],
  piscina: ['cluster'],
  bullmq: ['cluster'],
  ioredis: ['cluster'],
  commander: ['cli'],
  picocolors: ['cli'],
  jiti: ['cli'],
  '@resvg/resvg-js': ['cli'],
  hyparquet: ['files'],
  'hyparquet-writer': ['files'],
  h5wasm: ['files'],
}
const BUNDLED = ['three', 'uplot', 'preact', '@preact/signals']

const ARCHITECTURE: Architecture = {
  layers: LAYERS,
  packagesOf: PACKAGES,
  dependencies: [
    ...Object.keys({ ...readPackageJson().dependencies, ...readPackageJson().peerDependencies }),
    ...BUNDLED,
  ],
  mayUseNode: (path) =>
    path.startsWith('cli/') || path.startsWith('cluster/') || path.endsWith('/file-access.ts'),
}

describe('src', () => {
  const paths = listFiles('src').filter((path) => /\.(tsx?|css)$/.test(path))
  const files = new Map(paths.map((path) => [path, readFileSync(join(ROOT, 'src', path), 'utf8')]))

  test('imports follow the layers, without cycles', () => {
    expect(checkImports(files, ARCHITECTURE)).toEqual([])
  })

  test('every folder has an index with a comment on its purpose', () => {
    const folders = new Set(paths.map(dirname).filter((folder) => !folder.startsWith('entries')))
    for (const folder of folders) {
      expect(paths, `src/${folder} has no index.ts`).toContain(`${folder}/index.ts`)
      expect(files.get(`${folder}/index.ts`), `src/${folder}/index.ts`).toMatch(/^\/\*\*/)
    }
  })

  test('rooms have at most 25 files', () => {
    const counts = new Map<string, number>()
    for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
    expect([...counts].filter(([, count]) => count > 25)).toEqual([])
  })
})

test('the table itself has no cycle: a folder imports only folders whose rows come before its own', () => {
  const names = Object.keys(LAYERS)
  expect(names).toHaveLength(23)
  for (const [index, name] of names.entries()) {
    for (const other of LAYERS[name]) {
      expect(names.slice(0, index), `'${name}' imports '${other}'`).toContain(other)
    }
  }
})

describe('the checker', () => {
  const check = (files: Record<string, string>): string[] =>
    checkImports(new Map(Object.entries(files)), { ...ARCHITECTURE, dependencies: ['three', '@scope/lib'] })

  test('accepts what the rules allow', () => {
    const violations = check({
      'entries/vario.ts': "export { integrate } from '../ode/index.ts'",
      'entries/library/blocks.ts': "export * from '../../library/blocks/index.ts'",
      'library/blocks/index.ts': '',
      'base/index.ts': "export * from './errors.ts'",
      'base/errors.ts': "// import 'three' in a comment\nexport const s = \"from 'node:fs'\"",
      'ode/index.ts': "import { EPS } from '../base/index.ts'\nexport * from './bdf/index.ts'",
      'ode/bdf/index.ts': "export * from './bdf.ts'",
      'ode/bdf/bdf.ts': "import type { X } from '../../base/index.ts'",
      'viewer/index.ts': "import { Mesh } from 'three'\nimport 'three/addons/a.js'\nimport '@scope/lib/x'",
      'results/file-access.ts': "import fs from 'node:fs'",
      'cli/index.ts': "import fs from 'fs'\nimport '../base/index.ts'",
    })
    expect(violations).toEqual([])
  })

  const base = { 'base/index.ts': '', 'base/units/unit.ts': '' }
  const ode = { 'ode/index.ts': '', 'ode/run.ts': '', 'ode/loop/run.ts': '', 'ode/loop/index.ts': '' }

  test.each([
    [
      'a lower folder',
      'base/a.ts',
      '../ode/index.ts',
      "'base' may not import 'ode' (allowed: no other folder)",
    ],
    [
      'a folder that is not in its row',
      'symbolic/a.ts',
      '../ode/index.ts',
      "'symbolic' may not import 'ode' (allowed: base)",
    ],
    [
      'the inside of another folder',
      'ode/a.ts',
      '../base/units/unit.ts',
      "the folder 'base' is entered only by its index.ts",
    ],
    [
      'the inside of a folder from an entry',
      'entries/vario.ts',
      '../ode/run.ts',
      "the folder 'ode' is entered only by its index.ts",
    ],
    [
      'the inside of a neighboring subfolder',
      'ode/bdf/a.ts',
      '../loop/run.ts',
      "the folder 'ode/loop' is entered only by its index.ts",
    ],
    [
      'the inside of an own subfolder',
      'ode/a.ts',
      './loop/run.ts',
      "the folder 'ode/loop' is entered only by its index.ts",
    ],
    ['an entry', 'ode/a.ts', '../entries/index.ts', "'ode' may not import 'entries' (allowed: base, math)"],
    ['a test', 'ode/a.ts', '../../tests/x.ts', 'src imports nothing from outside of src'],
    ['a benchmark', 'ode/bdf/a.ts', '../../../benchmarks/x.ts', 'src imports nothing from outside of src'],
    ['an example', 'ode/a.ts', '../../examples/x.ts', 'src imports nothing from outside of src'],
    ['a missing file', 'ode/a.ts', './b.ts', 'src/ode/b.ts does not exist'],
    [
      'a module of Node',
      'ode/a.ts',
      'node:fs',
      'modules of Node are for src/cli and for files named file-access.ts',
    ],
    [
      'one by its short name',
      'ode/a.ts',
      'fs',
      'modules of Node are for src/cli and for files named file-access.ts',
    ],
    ['three outside of the viewer', 'ode/a.ts', 'three', "the package 'three' is for viewer only"],
    ['a part of three', 'ode/a.ts', 'three/addons/x.js', "the package 'three' is for viewer only"],
    [
      'an undeclared package',
      'ode/a.ts',
      '@scope/other/x',
      "the package '@scope/other' is not among the dependencies of package.json",
    ],
    ['itself by its name', 'ode/a.ts', 'vario/base', 'files of src import each other by relative paths'],
  ])('rejects %s', (_what, path, specifier, rule) => {
    for (const line of [
      `import { x } from '${specifier}'`,
      `import type { X } from '${specifier}'`,
      `export * from '${specifier}'`,
      `const x = await import('${specifier}')`,
    ]) {
      const violations = check({ 'entries/index.ts': '', ...base, ...ode, [path]: line })
      expect(violations).toContain(`src/${path}: import '${specifier}': ${rule}`)
    }
  })

  test('finds cycles between files, of any length', () => {
    const violations = check({
      'ode/index.ts': "export * from './a.ts'",
      'ode/a.ts': "import type { B } from './b.ts'",
      'ode/b.ts': "import { c } from './c/index.ts'",
      'ode/c/index.ts': "export * from './c.ts'",
      'ode/c/c.ts': "import { a } from '../a.ts'",
      'ode/self.ts': "import './self.ts'",
    })
    expect(violations).toEqual([
      'src/ode/a.ts: import cycle: src/ode/a.ts → src/ode/b.ts → src/ode/c/index.ts → src/ode/c/c.ts → src/ode/a.ts',
      'src/ode/self.ts: import cycle: src/ode/self.ts → src/ode/self.ts',
      'src/ode: folders in a cycle: src/ode → src/ode/c → src/ode',
    ])
  })

  test('finds cycles between folders whose files have none', () => {
    const violations = check({
      'ode/loop/index.ts': "export * from './a.ts'",
      'ode/loop/a.ts': '',
      'ode/loop/b.ts': "import '../newton/index.ts'",
      'ode/newton/index.ts': "export * from './c.ts'",
      'ode/newton/c.ts': "import '../loop/index.ts'",
    })
    expect(violations).toEqual([
      'src/ode/loop: folders in a cycle: src/ode/loop → src/ode/newton → src/ode/loop',
    ])
  })

  test('rejects a folder that is not in the table', () => {
    expect(check({ 'helpers/index.ts': '' })).toEqual([
      "src/helpers/index.ts: the folder 'helpers' is not in the table of layers",
    ])
  })
})
