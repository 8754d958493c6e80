/** Many equal signs, a varying number of which is shown. */
import { type BufferGeometry, InstancedMesh, type Material, Matrix4, Quaternion, Vector3 } from 'three'

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
