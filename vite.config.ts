/** Bundles of the viewer: its page (`dist/viewer`), and with `--mode library` the entry `vario/viewer` (`dist/entries/viewer.js`). */
import { fileURLToPath } from 'node:url'
import { defineConfig, type UserConfig } from 'vite'

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

const shared: UserConfig = {
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
}

/** Relative addresses: the page works below any path, also from a folder without a server. */
const page: UserConfig = {
  ...shared,
  root: path('src/viewer/page'),
  base: './',
  build: { outDir: path('dist/viewer'), emptyOutDir: false, chunkSizeWarningLimit: 2000 },
}

const library: UserConfig = {
  ...shared,
  build: {
    outDir: path('dist/entries'),
    emptyOutDir: false,
    chunkSizeWarningLimit: 2000,
    lib: { entry: path('src/entries/viewer.ts'), formats: ['es'], fileName: () => 'viewer.js' },
  },
}

export default defineConfig(({ mode }) => (mode === 'library' ? library : page))
