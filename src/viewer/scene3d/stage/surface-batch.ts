/** All surfaces of one material in one mesh, drawn by the GPU together. */
import { BatchedMesh, type BufferGeometry, Color, type Material, Matrix4, Quaternion, Vector3 } from 'three'
import type { Rgb } from '../../../materials/index.ts'
import type { SceneMotion } from '../motion/index.ts'
import { DETAILS, type PartGeometry } from './geometry-store.ts'
import { createSurfaceMaterial, type SurfaceLook, setOpacity } from './surface-material.ts'

/** A surface of a part. */
interface Surface {
  /** Index of the part in the scene. */
  readonly part: number
  readonly instance: number
  readonly geometry: PartGeometry
  /** Level of detail that is drawn. */
  level: number
  /** Radius of its largest circle [m]. */
  readonly roundness: number
  /** Radius of a sphere around the origin of its object [m]. */
  readonly reach: number
  isVisible: boolean
}

/** Viewpoint. */
export interface DetailView {
  /** In world [m] (3). */
  readonly place: Float64Array
  /** Size in the picture of a length at a distance of the same length [pixel]. */
  readonly pixels: number
}

/** Maximum distance of the edges of a polygon from its circle [pixel]. */
const MAX_ERROR = 0.35

/** A surface to be added. */
export interface NewSurface extends Pick<Surface, 'part' | 'geometry' | 'roundness' | 'reach'> {
  readonly color: Rgb
}

/** Surfaces with the same material. */
export class SurfaceBatch {
  readonly mesh: BatchedMesh
  readonly look: SurfaceLook
  readonly #material: Material
  readonly #surfaces: readonly Surface[]
  /** Geometries in the mesh, and their numbers in it. */
  readonly #ids = new Map<BufferGeometry, number>()

  constructor(look: SurfaceLook, surfaces: readonly NewSurface[]) {
    this.look = look
    this.#material = createSurfaceMaterial(look)
    const coarse = new Set(surfaces.map(({ geometry }) => geometry.geometryOf(0)))
    const sizes = [...coarse].map(sizeOf)
    this.mesh = new BatchedMesh(
      surfaces.length,
      sizes.reduce((sum, [nVertex]) => sum + nVertex, 0),
      sizes.reduce((sum, [, nIndex]) => sum + nIndex, 0),
      this.#material,
    )
    // the batch moves with its bounding sphere; its surfaces are tested one by one
    this.mesh.frustumCulled = false
    const tint = new Color()
    this.#surfaces = surfaces.map(({ color: [r, g, b], ...surface }) => {
      const instance = this.mesh.addInstance(this.#idOf(surface.geometry.geometryOf(0)))
      this.mesh.setColorAt(instance, tint.setRGB(r / 255, g / 255, b / 255, 'srgb'))
      return { ...surface, instance, level: 0, isVisible: true }
    })
    this.setLook(0, false)
  }

  /** Index of the part to which an instance belongs. */
  partOf(instance: number): number {
    return this.#surfaces[instance].part
  }

  /** Transparency of everything; `wireframe` draws only edges. */
  setLook(transparency: number, wireframe: boolean): void {
    const opacity = this.look.opacity * (1 - transparency)
    setOpacity(this.#material, opacity, wireframe)
    // transparent surfaces must be drawn from back to front
    this.mesh.sortObjects = opacity < 1
    this.mesh.castShadow = opacity === 1 && !wireframe
    this.mesh.receiveShadow = this.look.isLit
  }

  /** Moves all surfaces to the poses of their objects, relative to `origin` in world [m]. */
  update(motion: SceneMotion, objects: Int32Array, origin: Float64Array): void {
    const { positions: p, quaternions: q, exists } = motion
    for (let i = 0; i < this.#surfaces.length; i++) {
      const surface = this.#surfaces[i]
      const k = objects[surface.part]
      const isVisible = k >= 0 && exists[k] === 1
      if (isVisible !== surface.isVisible) {
        surface.isVisible = isVisible
        this.mesh.setVisibleAt(surface.instance, isVisible)
      }
      if (!isVisible) continue
      position.set(p[3 * k] - origin[0], p[3 * k + 1] - origin[1], p[3 * k + 2] - origin[2])
      quaternion.set(q[4 * k], q[4 * k + 1], q[4 * k + 2], q[4 * k + 3])
      const factors = surface.geometry.scale
      scale.set(factors[0], factors[1], factors[2])
      this.mesh.setMatrixAt(surface.instance, matrix.compose(position, quaternion, scale))
    }
  }

  /**
   * Draws circles with as many corners as are visible. A polygon with n corners in a circle of radius r is r(1 -
   * cos(π/n)) inside of it. Software renderers need 0.4 s for 200 spheres of 48 corners, and 0.03 s for 12 corners.
   */
  setDetail({ positions: p }: SceneMotion, objects: Int32Array, { place, pixels }: DetailView): void {
    for (let i = 0; i < this.#surfaces.length; i++) {
      const surface = this.#surfaces[i]
      const { geometry, roundness, reach } = surface
      const nLevel = geometry.details.length
      if (nLevel === 1 || !surface.isVisible) continue
      const k = 3 * objects[surface.part]
      const [x, y, z] = [p[k] - place[0], p[k + 1] - place[1], p[k + 2] - place[2]]
      const distance = Math.max(Math.sqrt(x * x + y * y + z * z) - reach, 0.1 * reach)
      const radius = (roundness * pixels) / distance
      let level = 0
      while (level + 1 < nLevel && radius * INSIDE[level] > MAX_ERROR) level++
      if (level === surface.level) continue
      surface.level = level
      this.mesh.setGeometryIdAt(surface.instance, this.#idOf(geometry.geometryOf(level)))
    }
  }

  dispose(): void {
    this.mesh.dispose()
    this.#material.dispose()
  }

  /** The number of a geometry in the mesh; adds a geometry that is not in the mesh yet. */
  #idOf(geometry: BufferGeometry): number {
    const known = this.#ids.get(geometry)
    if (known !== undefined) return known
    const { mesh } = this
    const [nVertex, nIndex] = sizeOf(geometry)
    if (mesh.unusedVertexCount < nVertex || mesh.unusedIndexCount < nIndex) {
      const [hasVertex, hasIndex] = sizeOf(mesh.geometry)
      mesh.setGeometrySize(hasVertex + nVertex, hasIndex + nIndex)
    }
    const id = mesh.addGeometry(geometry)
    this.#ids.set(geometry, id)
    return id
  }
}

/** Numbers of vertices and of indices. */
function sizeOf(geometry: BufferGeometry): [number, number] {
  return [geometry.getAttribute('position').count, geometry.index!.count]
}

/** Distance of the edges of a polygon from its unit circle. */
const INSIDE = DETAILS.map((n) => 1 - Math.cos(Math.PI / n))

const position = new Vector3()
const quaternion = new Quaternion()
const scale = new Vector3()
const matrix = new Matrix4()
