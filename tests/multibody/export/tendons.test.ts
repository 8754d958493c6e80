/** Tendons in pictures and 3D files: polylines through the origins of their objects at all times. */
import validator from 'gltf-validator'
import { AnimationMixer, type LineSegments, ObjectLoader, type Object3D as ThreeObject, Vector3 } from 'three'
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'
import { expr, Model, simulate } from 'vario'
import {
  createAnimation,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  Scene,
  Tendon,
  toGlb,
  toObj,
  toSvg,
  toThreeJson,
} from 'vario/multibody'
import { expect, it } from 'vitest'
import { readSceneDescription } from '../../../src/animation/index.ts'
import { computePieceEnds, SceneMotion } from '../../../src/viewer/scene3d/motion/index.ts'

const Crane = Model3D({
  world: Object3D({ feature: Scene({ enableContactDetection: false }) }),
  // the points of the cord have no shapes; the one of the boom is in a sub-model with its own world of names
  boom: Model({
    bar: Object3D(),
    tip: Object3D({ parent: 'bar', translation: [2, 0, 0.5] }),
    cord: Tendon({ points: ['winch', 'tip', 'hook'] }),
    winch: Object3D({ parent: 'world', translation: [-1, 0, 0] }),
  }),
  turn: Revolute({ obj1: 'world', obj2: 'boom.bar', motion: expr`2*time` }),
  hook: Object3D(),
  slide: Prismatic({ obj1: 'world', obj2: 'hook', axis: 'x', motion: expr`time - 0.5` }),
})
const result = simulate(Crane, { stopTime: 1, interval: 0.05 })
const scene = createAnimation(Crane, result)

/** The points of the cord at a time [m]. */
const pointsAt = (t: number): number[][] => [
  [-1, 0, 0],
  [2 * Math.cos(2 * t), 2 * Math.sin(2 * t), 0.5],
  [t - 0.5, 0, 0],
]

it('pictures project them in perspective, also along the line of sight', () => {
  const camera = { position: [0, 0, 10], target: [0, 0, 0] } as const
  // pixels of 1 m at a distance of 1 m: 600 pixels of height and a field of view of 40 degrees
  const scale = 300 / Math.tan((20 * Math.PI) / 180)
  for (const t of [0, 0.35, 1]) {
    const svg = toSvg({ ...scene, camera }, t)
    const ends = [
      ...svg.matchAll(/<path d="M([^"]*)" fill="none" stroke="#9c2f2a" stroke-width="2"/g),
    ].flatMap(([, d]) => d.split('L').map((point) => point.split(' ').map(Number)))
    const expected = pointsAt(t).map(([x, y, z]) => [
      400 + (scale * x) / (10 - z),
      300 - (scale * y) / (10 - z),
    ])
    // the pieces are cut: all of their ends lie on the polyline, and its corners are among them; 0.1 of written digits
    for (const [x, y] of expected)
      expect(Math.min(...ends.map((end) => Math.hypot(end[0] - x, end[1] - y)))).toBeLessThan(0.1)
    for (const [x, y] of ends) {
      const distances = expected.slice(1).map(([x1, y1], k) => {
        const [x0, y0] = expected[k]
        const d2 = (x1 - x0) ** 2 + (y1 - y0) ** 2
        const s = Math.min(1, Math.max(0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / d2))
        return Math.hypot(x - x0 - s * (x1 - x0), y - y0 - s * (y1 - y0))
      })
      expect(Math.min(...distances)).toBeLessThan(0.1)
    }
  }
  // lines have no surface
  expect(toObj(scene, 0)).not.toContain('cord')
  // the whole cord is in a picture whose camera is not given
  const all = [...toSvg(scene, 0).matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ])
  expect(all.length).toBeGreaterThan(4)
  expect(all.every(([x, y]) => x > 0 && x < 800 && y > 0 && y < 600)).toBe(true)
})

it('GLB and JSON of three.js move, turn and stretch one line for each piece', async () => {
  const glb = toGlb(scene)
  const { issues } = await validator.validateBytes(glb)
  expect([issues.numErrors, issues.numWarnings]).toEqual([0, 0])
  const loaded = await new GLTFLoader().parseAsync(Uint8Array.from(glb).buffer, '')
  const parsed = new ObjectLoader().parse(JSON.parse(JSON.stringify(toThreeJson(scene))))
  for (const [root, clip] of [
    [loaded.scene, loaded.animations[0]],
    [parsed, parsed.animations[0]],
  ] as const) {
    const lines: ThreeObject[] = []
    root.traverse((node) => {
      if ((node as LineSegments).isLineSegments) lines.push(node)
    })
    expect(lines).toHaveLength(2)
    const mixer = new AnimationMixer(root)
    mixer.clipAction(clip).play()
    for (const t of [0, 0.25, 0.5, 0.95]) {
      mixer.setTime(t)
      root.updateMatrixWorld(true)
      const points = pointsAt(t)
      for (const [k, line] of lines.entries())
        for (const end of [0, 1]) {
          const place = line.localToWorld(new Vector3(end, 0, 0)).toArray()
          // 32 bit floats of up to 2 m, and of three rotations
          for (const [c, x] of place.entries()) expect(Math.abs(x - points[k + end][c])).toBeLessThan(2e-6)
        }
    }
  }
})

it('the viewer gets them with the result, and places them with the objects', () => {
  const description = readSceneDescription(JSON.parse(JSON.stringify(result.attributes)))!
  expect(description.lines).toMatchObject([{ path: 'boom.cord', points: ['boom.winch', 'boom.tip', 'hook'] }])
  const motion = new SceneMotion(description, result)
  const objects = description.lines![0].points.map((point) => motion.indexOf(point))
  const out = new Float32Array(12)
  for (const t of [0, 0.4]) {
    motion.setTime(t)
    expect(computePieceEnds(motion, objects, Float64Array.of(0, 0, 1), out)).toBe(true)
    const [a, b, c] = pointsAt(t).map(([x, y, z]) => [x, y, z - 1])
    for (const [i, x] of [...a, ...b, ...b, ...c].entries()) expect(out[i]).toBeCloseTo(x, 6)
  }
  // an object without motion in the result
  expect(computePieceEnds(motion, [objects[0], -1], new Float64Array(3), out)).toBe(false)
  expect(() => readSceneDescription({ scene: { ...description, lines: [{ path: 'a' }] } })).toThrow(
    'attributes.scene.lines[0]: expected { path, points, material }',
  )
})
