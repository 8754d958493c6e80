import validator from 'gltf-validator'
import { AnimationMixer, DirectionalLight, type Mesh, type MeshStandardMaterial, Vector3 } from 'three'
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'
import { Sphere } from 'vario/collision'
import { toGlb, toGltf } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import type { AnimationScene } from '../../../src/animation/index.ts'
import { createSampleScene, fixedPart, look, movingPart, TIMES } from './sample-scene.ts'

/** Positions are 32 bit floats, of coordinates up to 20 m: 20·2⁻²⁴ = 1.2e-6 m. */
const FLOAT32_ERROR = 1.2e-6

async function validate(glb: Uint8Array): Promise<void> {
  const report = await validator.validateBytes(glb)
  expect(report.issues.messages.filter(({ severity }) => severity < 2)).toEqual([])
  expect(report.issues.numErrors + report.issues.numWarnings).toBe(0)
}

async function load(glb: Uint8Array) {
  const { buffer } = Uint8Array.from(glb)
  return new GLTFLoader().parseAsync(buffer, '')
}

describe('toGlb', () => {
  it('passes the validator with every shape', async () => {
    await validate(toGlb(createSampleScene()))
  })

  it('passes the validator without parts, without motion, without lights, and at one time', async () => {
    const empty: AnimationScene = { name: 'empty', times: Float64Array.of(0), parts: [], up: [0, 0, 1] }
    await validate(toGlb(empty))
    const parts = [fixedPart('ball', Sphere(), look(), [1, 2, 3])]
    await validate(toGlb({ name: 'still', times: TIMES, parts, up: [0, 0, 1], lights: [] }))
    const once = Float64Array.of(7)
    await validate(
      toGlb({ name: 'one', times: once, parts: [movingPart('b', Sphere(), look(), 0, once)], up: [0, 1, 0] }),
    )
  })

  it('places parts according to the data at all times', async () => {
    const scene = createSampleScene()
    const { scene: world, animations } = await load(toGlb(scene))
    expect(animations.map(({ name }) => name)).toEqual(['Simulation'])
    expect(animations[0].duration).toBeCloseTo(TIMES[5] - TIMES[0], 6)
    const mixer = new AnimationMixer(world)
    mixer.clipAction(animations[0]).play()
    const point = new Vector3()
    for (const i of [0, 1, 3, 4]) {
      mixer.setTime(TIMES[i] - TIMES[0])
      world.updateMatrixWorld(true)
      for (const part of scene.parts) {
        if (!Number.isFinite(part.positions[3 * i])) continue
        const node = world.getObjectByName(part.path.replaceAll('.', ''))
        if (node === undefined) throw new Error(part.path)
        // the point (0.3, 0, 0) of a part that has rotated by 4t about y
        node.localToWorld(point.set(0.3, 0, 0))
        const angle = part.quaternions[4 * i + 1] === 0 ? 0 : 4 * TIMES[i]
        const [x, y, z] = part.positions.subarray(3 * i, 3 * i + 3)
        const expected = new Vector3(x + 0.3 * Math.cos(angle), y, z - 0.3 * Math.sin(angle))
        expect(point.distanceTo(expected), `${part.path} at ${TIMES[i]}`).toBeLessThan(FLOAT32_ERROR)
      }
    }
  })

  it('hides parts that do not exist', async () => {
    const { scene: world, animations } = await load(toGlb(createSampleScene()))
    const mixer = new AnimationMixer(world)
    mixer.clipAction(animations[0]).play()
    const scaleOf = (path: string) => world.getObjectByName(path)?.scale.x
    mixer.setTime(0.9)
    expect([scaleOf('deleted'), scaleOf('never'), scaleOf('box')]).toEqual([1, 0, 1])
    mixer.setTime(1.1)
    expect([scaleOf('deleted'), scaleOf('never'), scaleOf('box')]).toEqual([0, 0, 1])
  })

  it('turns up to y', async () => {
    const parts = [fixedPart('ball', Sphere(), look(), [1, 2, 3])]
    for (const [up, expected] of [
      [
        [0, 1, 0],
        [1, 2, 3],
      ],
      [
        [0, 0, 5],
        [1, 3, -2],
      ],
      [
        [0, -1, 0],
        [1, -2, -3],
      ],
      [
        [1, 0, 0],
        [-2, 1, 3],
      ],
    ] as const) {
      const { scene: world } = await load(toGlb({ name: 'up', times: TIMES, parts, up }))
      world.updateMatrixWorld(true)
      const point = new Vector3().setFromMatrixPosition(world.getObjectByName('ball')!.matrixWorld)
      expect(point.distanceTo(new Vector3(...expected))).toBeLessThan(FLOAT32_ERROR)
    }
  })

  it('shares geometry, and has colors, transparency and lights', async () => {
    const document = toGltf(createSampleScene())
    const nodes = document.nodes as { name: string; mesh?: number }[]
    const meshOf = (name: string) => nodes.find((node) => node.name === name)?.mesh
    expect(meshOf('a.sphere')).toBe(meshOf('a.twin'))
    expect(meshOf('a.other')).not.toBe(meshOf('a.twin'))
    const meshes = document.meshes as { primitives: { attributes: { POSITION: number } }[] }[]
    const positionsOf = (name: string) => meshes[meshOf(name)!].primitives[0].attributes.POSITION
    expect(positionsOf('a.other')).toBe(positionsOf('a.twin'))

    const { scene: world, cameras } = await load(toGlb(createSampleScene()))
    const materialOf = (name: string) =>
      (world.getObjectByName(name) as Mesh).material as MeshStandardMaterial
    expect(materialOf('box').color.getHexString()).toBe('336699')
    expect(materialOf('ellipsoid').opacity).toBeCloseTo(0.3, 6)
    expect(materialOf('ellipsoid').transparent).toBe(true)
    expect(cameras).toHaveLength(1)
    const lights: DirectionalLight[] = []
    world.traverse((node) => {
      if (node instanceof DirectionalLight) lights.push(node)
    })
    expect(lights).toHaveLength(1)
    // the light shines from above
    expect(lights[0].getWorldDirection(new Vector3()).y).toBeGreaterThan(0.5)
  })

  it('costs little for many equal parts', () => {
    const times = Float64Array.from({ length: 501 }, (_, i) => i / 100)
    const create = (n: number) => {
      const parts = Array.from({ length: n }, (_, i) => movingPart(`ball${i}`, Sphere(), look(), i, times))
      return toGlb({ name: 'many', times, parts, up: [0, 1, 0] }).length
    }
    // per part and time: position and quaternion as 7 floats; 1 kB for the texts of nodes, accessors, samplers
    expect((create(50) - create(1)) / 49).toBeLessThan(501 * 7 * 4 + 1000)
  })
})

describe('toGltf', () => {
  it('passes the validator with embedded data', async () => {
    const text = JSON.stringify(toGltf(createSampleScene()))
    const report = await validator.validateString(text)
    expect(report.issues.numErrors + report.issues.numWarnings).toBe(0)
  })

  it('names mistakes in a scene', () => {
    const scene = createSampleScene()
    expect(() => toGltf({ ...scene, times: TIMES.subarray(1) })).toThrow(
      /^a\.sphere\.positions: expected an array of 15/,
    )
    expect(() => toGltf({ ...scene, times: Float64Array.of(0, 2, 1, 2, 3, 4) })).toThrow(/^scene\.times\[2\]/)
    expect(() => toGltf({ ...scene, up: [0, 0, 0] })).toThrow(/^scene\.up/)
  })
})
