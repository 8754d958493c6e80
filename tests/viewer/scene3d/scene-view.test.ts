/** The 3D view in a browser, without the rest of the viewer. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CoordinateSystem,
  GearWheel,
  Grid,
  type ScenePart,
  Spring,
  TextShape,
} from '../../../src/animation/index.ts'
import { Beam, Box, Capsule, Cone, Cylinder, Ellipsoid, Mesh, Sphere } from '../../../src/collision/index.ts'
import type { SignalTable } from '../../../src/results/index.ts'
import { findBrowser } from '../../support/browser/find-browser.ts'
import { launchBrowser } from '../../support/browser/viewer-page.ts'
import { bundleScenePage, openScenePage, showing } from './scene-page.ts'
import { createScene, createTable } from './tables.ts'

const path = findBrowser()
const NOTHING = [NaN, NaN, NaN]

/** One object of each shape with a length of about `d`, in a row along x. */
function createShapes(d: number, up: readonly [number, number, number] = [0, 0, 1]): SignalTable {
  const shapes: ScenePart['shape'][] = [
    Box({ lengthX: d, lengthY: d, lengthZ: d }),
    Sphere({ diameter: d }),
    Ellipsoid({ lengthX: d, lengthY: d / 2, lengthZ: d }),
    Cylinder({ diameter: d, length: d }),
    Cone({ diameter: d, topDiameter: d / 2, length: d }),
    Capsule({ diameter: d / 2, length: d / 2 }),
    Beam({ length: d / 2, width: d / 2, thickness: d }),
    Spring({ length: d, diameter: d / 2, wireDiameter: d / 10, windings: 4 }),
    GearWheel({ diameter: d, length: d / 4, teeth: 20 }),
    Mesh({ vertices: [0, 0, 0, d, 0, 0, 0, d, 0, 0, 0, d], triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] }),
    CoordinateSystem({ length: d }),
    Grid({ length: d, width: d, distance: d / 4 }),
    TextShape({ text: 'Hello', font: { charSize: d / 3 } }),
    TextShape({ text: 'Hello', font: { charSize: d / 3 }, axisAlignment: 'YZ' }),
  ]
  const names = shapes.map((_, i) => `part${i}`)
  const scene = createScene(names, up)
  const parts = scene.parts.map((part, i) => ({ ...part, shape: shapes[i] }))
  const joints = names
    .slice(1)
    .map((obj2, i) => ({ path: `joint${i}`, kind: 'Revolute', obj1: names[i], obj2 }))
  const motions = Object.fromEntries(names.map((name, i) => [name, [{ r: [1.5 * d * i, 0, 0] }]]))
  return createTable([0], motions, { ...scene, parts, joints })
}

describe.skipIf(path === undefined)('SceneView', () => {
  let browser: Browser
  let code: string
  beforeAll(async () => {
    code = await bundleScenePage()
    browser = await launchBrowser(path!)
  })
  afterAll(() => browser?.close())

  /** Runs JavaScript code in its own page; the console must stay empty. */
  async function run<T>(script: string, then?: (page: Page) => Promise<void>): Promise<T> {
    const { page, problems } = await openScenePage(browser, code)
    const answer = await page.evaluate<T>(`(async () => {${script}})()`)
    await then?.(page)
    await page.close()
    expect(problems).toEqual([])
    return answer
  }

  test('colors are those of the materials', async () => {
    const colors = { red: [255, 0, 0], teal: [0, 128, 128], gold: [255, 215, 0], silver: [192, 192, 192] }
    const names = Object.keys(colors)
    const scene = createScene(names)
    const parts = scene.parts.map((part, i) => ({ ...part, material: { ...part.material, color: names[i] } }))
    const motions = Object.fromEntries(names.map((name, i) => [name, [{ r: [2 * i, 0, 0] }]]))
    const found = await run<number[][]>(`
      const view = openView()
      view.show(${showing(createTable([0], motions, { ...scene, parts }))})
      view.setCamera('top')
      const colors = []
      for (let i = 0; i < 4; i++) colors.push(await colorAt(view, [2 * i, 0, 0.5]))
      return colors`)
    // the light upwards is 0.64 of the sky and 0.46·sin(53°) of the sun: 1.01; highlights add up to 0.12, which is 25 of 255
    // at bright components, and 95 where there is nothing
    Object.values(colors).forEach((color, i) => {
      color.forEach((component, c) => {
        expect(found[i][c], `${names[i]}[${c}]`).toBeGreaterThan(component - 8)
        expect(found[i][c], `${names[i]}[${c}]`).toBeLessThan(component + (component > 100 ? 26 : 96))
      })
    })
  })

  test('objects are hidden while they do not exist, and can be picked while they do', async () => {
    const table = createTable([0, 1, 1, 2], {
      a: [{ r: [0, 0, 0] }, { r: [0, 0, 0] }, { r: [0, 0, 0] }, { r: [0, 0, 0] }],
      b: [{ r: [4, 0, 0] }, { r: [4, 0, 0] }, { r: NOTHING }, { r: NOTHING }],
    })
    const script = `
      window.view = openView()
      view.show(${showing(table)})
      view.setCamera('front')
      const isRed = async (place) => { const [r, g, b] = await colorAt(view, place); return r > 2 * Math.max(g, b) }
      const seen = []
      for (const t of [0, 0.999, 1, 2]) {
        view.setTime(t)
        seen.push([await isRed([0, -0.5, 0]), await isRed([4, -0.5, 0])])
      }
      view.setTime(0)
      await picture()
      return seen`
    let picks: unknown
    const seen = await run(script, async (page) => {
      for (const place of ['[0, 0, 0]', '[4, 0, 0]', '[2, 0, 0]']) {
        const { x, y } = await page.evaluate<{ x: number; y: number }>(`view.projectPoint(${place})`)
        await page.mouse.click(x, y)
      }
      picks = await page.evaluate('picks')
    })
    expect(seen).toEqual([
      [true, true],
      [true, true],
      [true, false],
      [true, false],
    ])
    expect(picks).toEqual(['a', 'b', null])
  })

  test.each([1e-6, 1, 1e6])('all shapes of about %d m are drawn, with all overlays', async (d) => {
    const table = createShapes(d, d === 1 ? [0, 0, 1] : [1, 1, 1])
    const colors = await run<number[][]>(`
      const view = openView('dark')
      view.show(${showing(table)})
      view.setOptions({ frames: true, joints: true, contacts: true, trails: true, boxes: true, labels: true })
      view.select('part3')
      await picture()
      view.setOptions({ wireframe: true, transparencyOfAll: 0.5 })
      await picture()
      view.setOptions({ ...Object.fromEntries(['frames', 'joints', 'boxes', 'labels', 'wireframe', 'grid'].map((key) => [key, false])), transparencyOfAll: 0 })
      view.select(null)
      const colors = []
      for (const i of [0, 1, 2, 3, 5, 6]) colors.push(await colorAt(view, [${1.5 * d} * i, 0, 0]))
      return colors`)
    for (const [r, g, b] of colors) expect(r, `${[r, g, b]}`).toBeGreaterThan(2 * Math.max(g, b))
  })

  test('a following camera keeps its object in place, and the others when it stops', async () => {
    const table = createTable([0, 1], {
      a: [{ r: [0, 0, 0] }, { r: [2, 3, 1] }],
      b: [{ r: [5, 0, 0] }, { r: [5, 0, 0] }],
    })
    const [start, end, before, after, later] = await run<{ x: number; y: number }[]>(`
      const view = openView()
      view.show(${showing(table)})
      view.follow('a')
      const places = [view.projectPoint([0, 0, 0])]
      view.setTime(1)
      places.push(view.projectPoint([2, 3, 1]), view.projectPoint([5, 0, 0]))
      view.follow(null)
      places.push(view.projectPoint([5, 0, 0]))
      view.setTime(0)
      return [...places, view.projectPoint([5, 0, 0])]`)
    const pairs = [
      [start, end],
      [before, after],
      [after, later],
    ]
    // roundings of coordinates of some hundred pixels
    for (const [p, q] of pairs) expect(Math.hypot(p.x - q.x, p.y - q.y)).toBeLessThan(1e-6)
  })

  test('an object that moves far away is followed at first; far from the origin nothing jitters', async () => {
    const table = createTable([0, 1], { rocket: [{ r: [0, 0, 0] }, { r: [0, 0, 7e6] }] })
    const [followed, color] = await run<[string, number[]]>(`
      const view = openView()
      view.show(${showing(table)})
      view.setCamera('front')
      view.setTime(0.9)
      return [view.followed, await colorAt(view, [0.4, -0.5, 6.3e6 + 0.4])]`)
    expect(followed).toBe('rocket')
    expect(color[0]).toBeGreaterThan(2 * Math.max(color[1], color[2]))
  })

  test('another result of the same scene keeps the camera, and replaces the motion', async () => {
    const tables = [0, 1].map((x) => createTable([0, 1], { a: [{ r: [0, 0, 0] }, { r: [x, 0, 0] }] }))
    const [before, after, color] = await run<[{ x: number; y: number }, { x: number; y: number }, number[]]>(`
      const view = openView()
      view.show(${showing(tables[1])})
      const places = [view.projectPoint([1, 0, 0])]
      view.show(${showing(tables[0])})
      view.setTime(1)
      return [...places, view.projectPoint([1, 0, 0]), await colorAt(view, [0, 0, 0])]`)
    expect(Math.hypot(before.x - after.x, before.y - after.y)).toBeLessThan(1e-6)
    expect(color[0]).toBeGreaterThan(2 * Math.max(color[1], color[2]))
  })

  test('nothing is drawn while nothing changes, and everything after a loss of the GPU context', async () => {
    const [idle, before, after] = await run<[number, number[], number[]]>(`
      const view = openView()
      view.show(${showing(createTable([0], { a: [{ r: [0, 0, 0] }] }))})
      await rest()
      let requests = 0
      const request = window.requestAnimationFrame
      window.requestAnimationFrame = (callback) => { requests++; return request(callback) }
      await new Promise((resolve) => setTimeout(resolve, 300))
      window.requestAnimationFrame = request
      const before = await colorAt(view, [0, 0, 0])
      const canvas = document.querySelector('canvas')
      const loss = canvas.getContext('webgl2').getExtension('WEBGL_lose_context')
      const wait = (event) => new Promise((resolve) => canvas.addEventListener(event, resolve, { once: true }))
      const lost = wait('webglcontextlost')
      loss.loseContext()
      await lost
      await picture()
      const restored = wait('webglcontextrestored')
      loss.restoreContext()
      await restored
      await picture()
      return [requests, before, await colorAt(view, [0, 0, 0])]`)
    expect(idle).toBe(0)
    expect(after).toEqual(before)
  })

  test('replaced scenes leave nothing on the GPU, and dispose releases everything', async () => {
    type Memory = { geometries: number; textures: number }
    const shows = [createShapes(1), createShapes(2)].map(showing)
    const [memories, after, canvases] = await run<[Memory[], Memory, number]>(`
      const view = openView()
      const memories = []
      for (let i = 0; i < 5; i++) {
        if (i % 2) view.show(${shows[1]})
        else view.show(${shows[0]})
        view.setOptions({ frames: true, joints: true, trails: true, boxes: true, labels: true, theme: i % 2 ? 'dark' : 'light' })
        view.select('part1')
        await rest()
        memories.push(view.memory)
      }
      view.dispose()
      return [memories, view.memory, document.querySelectorAll('canvas').length]`)
    expect(memories[0].geometries).toBeGreaterThan(5)
    for (const memory of memories.slice(1)) expect(memory).toEqual(memories[0])
    expect(after).toEqual({ geometries: 0, textures: 0 })
    expect(canvases).toBe(0)
  })

  test('the error without WebGL names a remedy', async () => {
    const message = await run<string>(`
      HTMLCanvasElement.prototype.getContext = () => null
      try { openView() } catch (error) { return error.code + ': ' + error.message }`)
    expect(message).toMatch(
      /^WEBGL: This browser does not show 3D pictures: WebGL 2 is missing or disabled\./,
    )
  })
})
