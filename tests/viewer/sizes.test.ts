/** Sizes of the scripts of the viewer. The build reports them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ROOT } from '../support/project.ts'

const sizeOf = (file: string): number => gzipSync(readFileSync(join(ROOT, 'dist', file))).length / 1000
const assets = readdirSync(join(ROOT, 'dist/viewer/assets')).map((name) => `viewer/assets/${name}`)
const sizeOfAll = (pattern: RegExp): number =>
  assets.filter((name) => pattern.test(name)).reduce((sum, name) => sum + sizeOf(name), 0)

// limits: what was measured when they were set, and a fifth more [kB, gzip]
test('the page needs 61 kB before its first picture and three.js on top of it, and then 27 kB for diagrams', () => {
  expect(sizeOfAll(/\/index-[^/]*\.js$/)).toBeLessThan(73)
  expect(sizeOfAll(/\/scene3d-/)).toBeLessThan(210)
  expect(sizeOfAll(/\/plots-/)).toBeLessThan(33)
})

test('the library for HDF5 files is loaded only on demand', () => {
  const main = assets.find((name) => /\/index-[^/]*\.js$/.test(name))!
  expect(sizeOfAll(/\/hdf5/)).toBeGreaterThan(500)
  const html = readFileSync(join(ROOT, 'dist/viewer/index.html'), 'utf8')
  expect(html).toContain(main.replace('viewer/', './'))
  // the 3D view is fetched early, but the page does not wait for it
  expect(html).not.toMatch(/hdf5|plots|<script[^>]*scene3d/)
  expect(html).toMatch(/<link rel="modulepreload"[^>]*scene3d/)
})

test('vario/viewer is one file with everything but the packages for Parquet and HDF5', () => {
  expect(sizeOf('entries/viewer.js')).toBeLessThan(335)
})
