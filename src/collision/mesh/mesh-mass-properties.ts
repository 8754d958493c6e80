/** Volume, centroid and inertia of the body enclosed by a closed surface of triangles. */
import { InputError } from '../../base/index.ts'
import type { MeshArrays } from './mesh-arrays.ts'
import { orientMesh } from './orient-mesh.ts'

/** Mass properties of a homogeneous body of density 1 kg/m³, in the reference frame of its shape. */
export interface MassProperties {
  /** [m³] */
  readonly volume: number
  /** Center of mass [m] (3). */
  readonly centroid: Float64Array
  /** Inertia tensor about the centroid divided by the density [m⁵] (3 × 3). */
  readonly inertia: Float64Array
  /**
   * Inertia tensor about the centroid divided by the mass [m²] (3 × 3); defined also for plates and rods without
   * volume.
   */
  readonly inertiaPerMass: Float64Array
}

/**
 * Mass properties of density 1 of a mesh; the orientation of its triangles is corrected first.
 * @throws InputError if it is open or encloses nothing.
 */
export function computeMeshMassProperties(mesh: MeshArrays & { readonly source?: string }): MassProperties {
  const path = mesh.source ?? 'Mesh'
  const oriented = orientMesh(mesh)
  if (oriented.problem !== undefined)
    throw new InputError(`${path}.triangles`, 'a closed surface, for volume and inertia', oriented.problem)
  const integrals = integratePolyhedron(oriented)
  if (!(integrals.volume > 0))
    throw new InputError(
      `${path}.triangles`,
      'a surface that encloses a volume',
      `a volume of ${integrals.volume}`,
    )
  return integrals
}

/**
 * Integrals over a polyhedron as a sum of tetrahedra from a point O to its triangles (a, b, c), with a, b, c from O, D
 * = a·(b × c), and s = a + b + c:
 *
 *     V = Σ D/6,   ∫r = Σ D s/24,   ∫r rᵀ = Σ D (s sᵀ + a aᵀ + b bᵀ + c cᵀ)/120,   I = tr(∫r rᵀ) E - ∫r rᵀ
 *
 * O is the center of the vertices, and I is shifted to the centroid: the closer O is to it, the smaller the
 * cancellation.
 */
export function integratePolyhedron(mesh: MeshArrays): MassProperties {
  const { vertices, triangles } = mesh
  const origin = [0, 0, 0]
  for (let i = 0; i < vertices.length; i++) origin[i % 3] += (3 * vertices[i]) / vertices.length
  const a = [0, 0, 0]
  const b = [0, 0, 0]
  const c = [0, 0, 0]
  let volume = 0
  const first = [0, 0, 0]
  const second = new Float64Array(9)
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      a[k] = vertices[3 * triangles[t] + k] - origin[k]
      b[k] = vertices[3 * triangles[t + 1] + k] - origin[k]
      c[k] = vertices[3 * triangles[t + 2] + k] - origin[k]
    }
    const determinant =
      a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0])
    volume += determinant / 6
    for (let i = 0; i < 3; i++) {
      const si = a[i] + b[i] + c[i]
      first[i] += (determinant * si) / 24
      for (let j = 0; j < 3; j++) {
        const sj = a[j] + b[j] + c[j]
        second[3 * i + j] += (determinant * (si * sj + a[i] * a[j] + b[i] * b[j] + c[i] * c[j])) / 120
      }
    }
  }
  const centroid = new Float64Array(3)
  const inertia = new Float64Array(9)
  const p = first.map((value) => value / volume)
  for (let i = 0; i < 3; i++) {
    centroid[i] = origin[i] + p[i]
    for (let j = 0; j < 3; j++) second[3 * i + j] -= volume * p[i] * p[j]
  }
  const trace = second[0] + second[4] + second[8]
  for (let i = 0; i < 9; i++) inertia[i] = (i % 4 === 0 ? trace : 0) - second[i]
  return { volume, centroid, inertia, inertiaPerMass: inertia.map((value) => value / volume) }
}
