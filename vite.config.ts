/** Bundles of the viewer: its page (`dist/viewer`), and with `--mode library` the entry `vario/viewer` (`dist/entries/viewer.js`). */
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin, type UserConfig } from 'vite'

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

const shared: UserConfig = {
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
}

/** The page asks for the 3D view with its first lines, and not when the scripts before it have run. */
const preloadScene: Plugin = {
  name: 'preload-scene',
  transformIndexHtml(_html, { bundle = {} }) {
    const scene = Object.keys(bundle).find((name) => name.includes('scene3d') && name.endsWith('.js'))
    return scene === undefined
      ? []
      : [{ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `./${scene}` } }]
  },
}

/** Relative addresses: the page works below any path, also from a folder without a server. */
const page: UserConfig = {
  ...shared,
  root: path('src/viewer'),
  plugins: [preloadScene],
  base: './',
  // the library for HDF5 files, loaded on demand only, is the largest part
  build: { outDir: path('dist/viewer'), emptyOutDir: false, chunkSizeWarningLimit: 5000 },
}

const library: UserConfig = {
  ...shared,
  build: {
    outDir: path('dist/entries'),
    emptyOutDir: false,
    lib: { entry: path('src/entries/viewer.ts'), formats: ['es'], fileName: () => 'viewer.js' },
    minify: true,
    rolldownOptions: {
      // the packages that read files are dependencies of this one
      external: ['h5wasm', 'hyparquet', 'hyparquet-writer'],
      output: { codeSplitting: false },
    },
  },
}

export default defineConfig(({ mode }) => (mode === 'library' ? library : page))
