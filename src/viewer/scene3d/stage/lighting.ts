import { DirectionalLight, Group, HemisphereLight, Vector3 } from 'three'
import type { Vector } from '../../../animation/index.ts'
import type { DrawnSpace } from './drawn-space.ts'

/**
 * Fractions of the light: from the sky, from the ground, and of the sun. A surface that faces up and the sun gets about
 * 1, so that colors are those of the materials and nothing is too bright. (Lights of three.js are in units of 1/π.)
 */
const SKY = 0.64
const GROUND = 0.4
const SUN = 0.46

/** Pixels of the shadow map along a side, and blur of shadow edges [pixel]. */
const MAP_SIZE = 1024
const BLUR = 3

/** An ambient light, brighter from above, and one or more suns; the first sun casts shadows. */
export class Lighting {
  readonly group = new Group()
  readonly #sky = new HemisphereLight(0xffffff, 0xffffff, Math.PI * SKY)
  readonly #suns: readonly { readonly light: DirectionalLight; readonly towards: Vector3 }[]
  /** Directions across that of the first sun. */
  readonly #across: readonly [Vector3, Vector3]

  constructor(up: Vector, suns: readonly { readonly position: Vector; readonly intensity: number }[]) {
    this.#sky.groundColor.setScalar(GROUND / SKY)
    this.#sky.position.set(...up)
    this.#suns = suns.map(({ position, intensity }) => ({
      light: new DirectionalLight(0xffffff, Math.PI * SUN * intensity),
      towards: new Vector3(...position).normalize(),
    }))
    this.group.add(this.#sky)
    for (const { light } of this.#suns) this.group.add(light, light.target)
    const first = this.#suns[0]
    const z = first?.towards ?? new Vector3(0, 0, 1)
    const u = new Vector3(...(Math.abs(z.x) < 0.9 ? [1, 0, 0] : [0, 1, 0])).cross(z).normalize()
    this.#across = [u, new Vector3().crossVectors(z, u)]
    if (first === undefined) return
    first.light.shadow.mapSize.set(MAP_SIZE, MAP_SIZE)
    first.light.shadow.radius = BLUR
  }

  set shadows(value: boolean) {
    if (this.#suns[0] !== undefined) this.#suns[0].light.castShadow = value
  }

  /**
   * Lights a sphere of the drawing. The shadow map moves in whole pixels of the world, so that edges of shadows do not
   * flicker.
   * @returns True if shadows must be computed again.
   */
  fit(center: Vector3, radius: number, { origin, scale }: DrawnSpace): boolean {
    const pixel = (2 * radius) / MAP_SIZE
    point.copy(center)
    for (const u of this.#across) {
      const place = center.dot(u) + (origin[0] * u.x + origin[1] * u.y + origin[2] * u.z) * scale
      point.addScaledVector(u, Math.round(place / pixel) * pixel - place)
    }
    const { shadow, position: sun } = this.#suns[0]?.light ?? {}
    before.copy(sun ?? point)
    for (const { light, towards } of this.#suns) {
      light.target.position.copy(point)
      light.position.copy(point).addScaledVector(towards, 3 * radius)
    }
    if (shadow === undefined || sun === undefined) return false
    const { camera } = shadow
    if (camera.right === radius) return !before.equals(sun)
    Object.assign(camera, { left: -radius, right: radius, bottom: -radius, top: radius })
    camera.near = radius
    camera.far = 5 * radius
    camera.updateProjectionMatrix()
    shadow.normalBias = 2 * pixel
    shadow.bias = -0.0004
    return true
  }

  dispose(): void {
    this.#sky.dispose()
    for (const { light } of this.#suns) light.dispose()
    this.group.removeFromParent()
  }
}

const point = new Vector3()
const before = new Vector3()
