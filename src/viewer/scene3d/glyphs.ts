/** Signs of unit length along z: their geometries, and sets of equal ones. */
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  InstancedMesh,
  type Material,
  Matrix4,
  OctahedronGeometry,
  Quaternion,
  SphereGeometry,
  TorusGeometry,
  Vector3,
} from 'three'
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js'
import { createPrimitives } from '../../animation/index.ts'
import { toLinear } from '../../materials/index.ts'

/** Three arrows in their colors. */
export function createFrameGlyph(): BufferGeometry {
  const arrows = createPrimitives({ shape: 'CoordinateSystem', length: 1 }, false, 12)
  return merge(
    arrows.map(({ positions, normals, indices, color }) => {
      const geometry = new BufferGeometry()
      geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3))
      geometry.setAttribute('normal', new BufferAttribute(Float32Array.from(normals), 3))
      geometry.setIndex(new BufferAttribute(indices, 1))
      const colors = Float32Array.from(positions, (_, i) => toLinear(color![i % 3]))
      geometry.setAttribute('color', new BufferAttribute(colors, 3))
      return geometry
    }),
  )
}

/** An arrow from the origin to z = 1. */
export function createArrowGlyph(): BufferGeometry {
  const shaft = new CylinderGeometry(0.025, 0.025, 0.8, 12).translate(0, 0.4, 0)
  const head = new ConeGeometry(0.075, 0.22, 16).translate(0, 0.89, 0)
  return merge([shaft, head]).rotateX(Math.PI / 2)
}

/** Sign of a joint; its axis is z. */
export function createJointGlyph(kind: string): BufferGeometry {
  const axis = new CylinderGeometry(0.06, 0.06, 1.6, 10).rotateX(Math.PI / 2)
  switch (kind) {
    case 'Revolute':
      return merge([axis, new CylinderGeometry(0.25, 0.25, 0.5, 24).rotateX(Math.PI / 2)])
    case 'Prismatic':
      return merge([axis, new BoxGeometry(0.4, 0.4, 0.8)])
    case 'Cylindrical':
      return merge([axis, new CylinderGeometry(0.25, 0.25, 0.9, 24).rotateX(Math.PI / 2)])
    case 'Planar':
      return merge([axis, new BoxGeometry(1, 1, 0.08)])
    case 'Universal':
      return merge([
        new TorusGeometry(0.35, 0.07, 8, 24).rotateX(Math.PI / 2),
        new TorusGeometry(0.35, 0.07, 8, 24).rotateY(Math.PI / 2),
      ])
    case 'Fix':
      return new BoxGeometry(0.3, 0.3, 0.3)
    case 'Free':
      return new OctahedronGeometry(0.3)
    default:
      return new SphereGeometry(0.3, 20, 12)
  }
}

/** Merges several geometries into one, and disposes of them. */
function merge(geometries: BufferGeometry[]): BufferGeometry {
  const merged = mergeGeometries(geometries)
  for (const geometry of geometries) geometry.dispose()
  return merged
}

/** Signs that are placed again in each picture: `begin`, `add` for each one, `end`. */
export class Instances {
  readonly mesh: InstancedMesh
  #count = 0

  constructor(geometry: BufferGeometry, material: Material, capacity: number) {
    this.mesh = new InstancedMesh(geometry, material, Math.max(1, capacity))
    this.mesh.frustumCulled = false
    this.mesh.count = 0
  }

  begin(): void {
    this.#count = 0
  }

  /** Adds a sign at a place relative to the origin [m], rotated by x y z w, with a length [m]. */
  add(x: number, y: number, z: number, turn: Quaternion, length: number): void {
    if (this.#count >= this.mesh.instanceMatrix.count) return
    matrix.compose(position.set(x, y, z), turn, scale.setScalar(length))
    this.mesh.setMatrixAt(this.#count++, matrix)
  }

  end(): void {
    this.mesh.count = this.#count
    this.mesh.instanceMatrix.needsUpdate = true
  }

  dispose(): void {
    this.mesh.geometry.dispose()
    ;(this.mesh.material as Material).dispose()
    this.mesh.dispose()
  }
}

const matrix = new Matrix4()
const position = new Vector3()
const scale = new Vector3()
/** No rotation. */
export const UPRIGHT: Quaternion = new Quaternion()
