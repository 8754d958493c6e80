import {
  AnimationMixer,
  BufferGeometry,
  DirectionalLight,
  LineSegments,
  Mesh,
  MeshPhongMaterial,
  ObjectLoader,
  PerspectiveCamera,
  QuaternionKeyframeTrack,
  Vector3,
} from 'three'
import { Sphere } from 'vario/collision'
import { toThreeJson } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { createSampleScene, fixedPart, look, movingPart, TIMES } from './sample-scene.ts'

/** Positions are 32 bit floats, of coordinates up to 20 m: 20·2⁻²⁴ = 1.2e-6 m; written with 8 digits: 20·0.5e-8. */
const FLOAT32_ERROR = 1.3e-6

/** The scene read from the text, as by a user. */
function load(json: object) {
  return new ObjectLoader().parse(JSON.parse(JSON.stringify(json)))
}

describe('toThreeJson', () => {
  it('places parts according to the data at all times', () => {
    const scene = createSampleScene()
    const world = load(toThreeJson(scene))
    const [clip] = world.animations
    expect(clip.name).toBe('Simulation')
    expect(clip.duration).toBeCloseTo(2, 6)
    expect(clip.validate()).toBe(true)
    const mixer = new AnimationMixer(world)
    mixer.clipAction(clip).play()
    const point = new Vector3()
    // the sample 2 is before an event, and not visible
    for (const i of [0, 1, 3, 4]) {
      mixer.setTime(TIMES[i] - TIMES[0])
      world.updateMatrixWorld(true)
      for (const part of scene.parts) {
        if (!Number.isFinite(part.positions[3 * i])) continue
        const node = world.getObjectByName(part.path)
        if (node === undefined) throw new Error(part.path)
        node.localToWorld(point.set(0.3, 0, 0))
        const angle = part.quaternions[4 * i + 1] === 0 ? 0 : 4 * TIMES[i]
        const [x, y, z] = part.positions.subarray(3 * i, 3 * i + 3)
        const expected = new Vector3(x + 0.3 * Math.cos(angle), y, z - 0.3 * Math.sin(angle))
        expect(point.distanceTo(expected), `${part.path} at ${TIMES[i]}`).toBeLessThan(FLOAT32_ERROR)
      }
    }
  })

  it('has quaternions without changes of sign', () => {
    const times = Float64Array.from({ length: 400 }, (_, i) => i / 100)
    const parts = [movingPart('ball', Sphere(), look(), 0, times)]
    const [clip] = load(toThreeJson({ name: 'turning', times, parts, up: [0, 1, 0] })).animations
    const track = clip.tracks.find((t) => t instanceof QuaternionKeyframeTrack)
    const q = track?.values ?? []
    expect(q.length).toBe(1600)
    for (let i = 4; i < q.length; i += 4) {
      const dot = q[i] * q[i - 4] + q[i + 1] * q[i - 3] + q[i + 2] * q[i - 2] + q[i + 3] * q[i - 1]
      // half of 4 rad/s during 0.01 s, and the rounding errors of 32 bit floats
      expect(dot).toBeCloseTo(Math.cos(0.02), 6)
    }
  })

  it('shows and hides parts', () => {
    const world = load(toThreeJson(createSampleScene()))
    const mixer = new AnimationMixer(world)
    mixer.clipAction(world.animations[0]).play()
    const isVisible = (path: string) => world.getObjectByName(path)?.visible
    mixer.setTime(0.9)
    expect([isVisible('deleted'), isVisible('never'), isVisible('box')]).toEqual([true, false, true])
    mixer.setTime(1.1)
    expect([isVisible('deleted'), isVisible('never'), isVisible('box')]).toEqual([false, false, true])
  })

  it('has a geometry for every shape, shared if equal, with outward normals', () => {
    const scene = createSampleScene()
    const json = toThreeJson(scene)
    const world = load(json)
    const geometries = new Map<string, BufferGeometry>()
    let nDrawn = 0
    world.traverse((node) => {
      if (!(node instanceof Mesh || node instanceof LineSegments)) return
      nDrawn++
      geometries.set(node.geometry.uuid, node.geometry)
      expect(node.geometry).toBeInstanceOf(BufferGeometry)
      expect(node.geometry.attributes.position.count).toBeGreaterThan(1)
    })
    // all parts but the point; the coordinate system has three arrows
    expect(nDrawn).toBe(scene.parts.length - 1 + 2)
    // three spheres are equal, including the deleted one and the one that never exists
    expect(geometries.size).toBe(nDrawn - 3)
    expect(json.geometries).toHaveLength(geometries.size)
    const sphere = (world.getObjectByName('a.sphere') as Mesh).geometry
    const { position, normal } = sphere.attributes
    const cosines = Array.from({ length: position.count }, (_, i) => {
      const p = new Vector3().fromBufferAttribute(position, i).normalize()
      return p.dot(new Vector3().fromBufferAttribute(normal, i))
    })
    // the mean of the normals around a vertex, of 32 by 16 faces, is within a degree of the radius
    expect(Math.min(...cosines)).toBeGreaterThan(Math.cos(Math.PI / 180))
  })

  it('has materials, camera and lights', () => {
    const scene = createSampleScene()
    const world = load(toThreeJson(scene))
    const materialOf = (path: string) => (world.getObjectByName(path) as Mesh).material as MeshPhongMaterial
    expect(materialOf('box')).toBeInstanceOf(MeshPhongMaterial)
    expect(materialOf('box').color.getHexString()).toBe('336699')
    expect(materialOf('box').shininess).toBe(70)
    expect(materialOf('ellipsoid').opacity).toBeCloseTo(0.3, 12)
    expect(materialOf('ellipsoid').transparent).toBe(true)
    expect(materialOf('cone').type).toBe('MeshBasicMaterial')
    expect(materialOf('cylinder').type).toBe('LineBasicMaterial')
    expect(world.getObjectByName('light 1')).toBeInstanceOf(DirectionalLight)
    expect(world.getObjectByName('label')?.userData.text.text).toBe('a < b & "c"')
    expect(world.userData.startTime).toBe(2)
  })

  it('has a camera that frames the scene by default, and looks in a given direction', () => {
    const world = load(toThreeJson(createSampleScene()))
    const camera = world.getObjectByName('camera') as PerspectiveCamera
    expect(camera).toBeInstanceOf(PerspectiveCamera)
    world.updateMatrixWorld(true)
    world.traverse((node) => {
      if (!(node instanceof Mesh)) return
      const seen = node.getWorldPosition(new Vector3()).project(camera)
      expect(Math.max(Math.abs(seen.x), Math.abs(seen.y), Math.abs(seen.z)), node.name).toBeLessThan(1)
    })
    const parts = [fixedPart('ball', Sphere(), look(), [1, 2, 3])]
    for (const up of [
      [0, 0, 1],
      [0, -1, 0],
    ] as const) {
      const given = { position: [5, 6, 7], target: [1, 2, 3] } as const
      const other = load(toThreeJson({ name: 'given', times: TIMES, parts, up, camera: given }))
      other.updateMatrixWorld(true)
      const eye = other.getObjectByName('camera') as PerspectiveCamera
      const middle = other.getObjectByName('ball')!.getWorldPosition(new Vector3())
      expect(eye.getWorldPosition(new Vector3()).distanceTo(middle)).toBeCloseTo(Math.sqrt(48), 6)
      const seen = middle.clone().project(eye)
      expect(Math.hypot(seen.x, seen.y)).toBeLessThan(1e-6)
      // up is up in the picture
      const above = middle
        .clone()
        .add(new Vector3(0, 0.1, 0))
        .project(eye)
      expect(above.y).toBeGreaterThan(0.01)
      expect(Math.abs(above.x)).toBeLessThan(1e-6)
    }
  })

  it('is the same each time, and has a reasonable size', () => {
    const text = JSON.stringify(toThreeJson(createSampleScene()))
    expect(JSON.stringify(toThreeJson(createSampleScene()))).toBe(text)
    // a ball of 32 by 16 faces has 482 vertices of 6 numbers and 960 triangles of 3 numbers
    const one = JSON.stringify(
      toThreeJson({
        name: 'one',
        times: TIMES,
        parts: [fixedPart('b', Sphere(), look(), [0, 0, 0])],
        up: [0, 1, 0],
      }),
    )
    expect(one.length).toBeLessThan(482 * 6 * 12 + 960 * 3 * 4 + 3000)
  })
})
