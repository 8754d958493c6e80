import { Box, Sphere } from 'vario/collision'
import { CoordinateSystem, Grid, TextShape, toSvg } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import type { AnimationPart, AnimationScene } from '../../../src/animation/index.ts'
import { createSampleScene, fixedPart, look, TIMES } from './sample-scene.ts'

/** A front view, from a distance of 10 m. */
function frontScene(parts: readonly AnimationPart[]): AnimationScene {
  return {
    name: 'front',
    times: TIMES,
    parts,
    up: [0, 1, 0],
    camera: { position: [0, 0, 10], target: [0, 0, 0] },
    lights: [{ position: [0, 5, 0], intensity: 1 }],
  }
}

/** Painted paths, in order. */
function readPaths(svg: string) {
  return [...svg.matchAll(/<path d="M([^"]*?)Z?" fill="([^"]*)"/g)].map(([, d, fill]) => ({
    points: d.split('L').map((point) => point.split(' ').map(Number)),
    fill,
  }))
}

/** Pixels of 1 m at a distance of 1 m, for a picture of 600 pixels height and a field of view of 40 degrees. */
const SCALE = 300 / Math.tan((20 * Math.PI) / 180)

describe('toSvg', () => {
  it('projects in perspective', () => {
    // a ball of 1 cm at (1, 2, 4) is 6 m in front of the camera
    const parts = [
      fixedPart('ball', Sphere({ diameter: 0.01 }), look(), [1, 2, 4]),
      // it enlarges the scene, so that the faces of the ball are not clipped, and is not visible
      fixedPart('behind', Sphere(), look(), [0, 0, 20]),
    ]
    const paths = readPaths(toSvg(frontScene(parts), 2))
    // half of the faces of 32 by 16 face the camera
    expect(paths.length).toBeGreaterThan(960 / 2 - 64)
    expect(paths.length).toBeLessThan(960 / 2 + 64)
    const radius = (0.005 * SCALE) / 6
    for (const [x, y] of paths.flatMap(({ points }) => points)) {
      // 0.1 for the written digits
      expect(Math.hypot(x - 400 - SCALE / 6, y - 300 + (2 * SCALE) / 6)).toBeLessThan(radius + 0.1)
    }
  })

  it('paints from far to near', () => {
    const parts = [
      fixedPart('near', Box(), look({ color: 'red', reflectsLight: false }), [0, 0, 3]),
      fixedPart('far', Box(), look({ color: 'lime', reflectsLight: false }), [0, 0, -3]),
      fixedPart('middle', Box(), look({ color: 'blue', reflectsLight: false }), [0, 0, 0]),
    ]
    const fills = readPaths(toSvg(frontScene(parts), 2)).map(({ fill }) => fill)
    const order = fills.filter((fill, i) => fill !== fills[i - 1])
    expect(order).toEqual(['#00ff00', '#0000ff', '#ff0000'])
  })

  it('shades by the angle to the light', () => {
    // a white box, rotated so that the camera, which is higher, shows its front and its top
    const scene = frontScene([fixedPart('box', Box(), look({ color: 'white' }), [0, 0, 0])])
    const paths = readPaths(toSvg({ ...scene, camera: { position: [0, 5, 10], target: [0, 0, 0] } }, 2))
    // the top faces the light; the front has the ambient light: 0.4·255 = 102
    expect(new Set(paths.map(({ fill }) => fill))).toEqual(new Set(['#ffffff', '#666666']))
  })

  it('writes texts and lines', () => {
    const parts = [
      fixedPart(
        'text',
        TextShape({ text: 'a<b & "c"', font: { charSize: 0.5, bold: true } }),
        look(),
        [0, 1, 0],
      ),
      fixedPart('grid', Grid({ lineWidth: 2 }), look(), [0, 0, 0]),
    ]
    const svg = toSvg(frontScene(parts), 2)
    const y = (300 - SCALE / 10).toFixed(1)
    expect(svg).toContain(`<text x="400.0" y="${y}" text-anchor="middle"`)
    expect(svg).toContain(`font-size="${((0.5 * SCALE) / 10).toFixed(1)}" font-weight="bold"`)
    expect(svg).toContain('>a&lt;b &amp; &quot;c&quot;</text>')
    expect(svg).toContain('fill="none" stroke="#0000ff" stroke-width="2"')
  })

  it('shows all existing parts, within the picture', () => {
    const svg = toSvg(createSampleScene(), 4, { width: 900, height: 400 })
    expect(svg).toContain('viewBox="0 0 900 400"')
    const points = readPaths(svg).flatMap((path) => path.points)
    const xs = points.map(([x]) => x)
    const ys = points.map(([, y]) => y)
    expect(Math.min(...xs)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...xs)).toBeLessThanOrEqual(900)
    expect(Math.min(...ys)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...ys)).toBeLessThanOrEqual(400)
    // the scene fills the picture in one direction, up to the margin of 5 %
    const fraction = (values: number[], size: number) =>
      2 * Math.max(...values.map((v) => Math.abs(v / size - 0.5)))
    expect(Math.max(fraction(xs, 900), fraction(ys, 400))).toBeGreaterThan(0.85)
  })

  it('works without parts, and omits parts behind the camera', () => {
    expect(readPaths(toSvg({ name: 'empty', times: TIMES, parts: [], up: [0, 0, 1] }, 2))).toEqual([])
    const behind = [fixedPart('behind', CoordinateSystem(), look(), [0, 0, 20])]
    expect(readPaths(toSvg(frontScene(behind), 2))).toEqual([])
  })

  it('names wrong options', () => {
    expect(() => toSvg(frontScene([]), 2, { width: 0 })).toThrow(
      'options.width: expected a positive number, got 0.',
    )
    expect(() => toSvg(frontScene([]), 5)).toThrow('time: expected a number between 2 and 4, got 5.')
  })
})
