import type { MeshShape, SignedAxis } from '../collision/index.ts'

/** Builds a surface around z, and rotates it to the requested axis. */
export class MeshBuilder {
  private readonly vertices: number[] = []
  private readonly triangles: number[] = []

  /** Adds a corner [m] and returns its index. */
  addVertex(x: number, y: number, z: number): number {
    return this.vertices.push(x, y, z) / 3 - 1
  }

  /** Adds a triangle, counterclockwise seen from outside. */
  addTriangle(a: number, b: number, c: number): void {
    this.triangles.push(a, b, c)
  }

  /** Adds the quadrilateral a b c d, counterclockwise seen from outside. */
  addQuad(a: number, b: number, c: number, d: number): void {
    this.triangles.push(a, b, c, a, c, d)
  }

  /**
   * Adds the band between two rings of `n` corners each, from the indices `lower` and `upper` on. Seen from outside the
   * rings run counterclockwise around the direction from lower to upper.
   */
  addBand(lower: number, upper: number, n: number): void {
    for (let i = 0; i < n; i++) {
      const next = (i + 1) % n
      this.addQuad(lower + i, lower + next, upper + next, upper + i)
    }
  }

  /** The mesh with z rotated to `axis`, and x, y following cyclically; against an axis, it is turned about x. */
  build(axis: SignedAxis): MeshShape {
    const shift = axis.endsWith('x') ? 1 : axis.endsWith('y') ? 2 : 0
    const sign = axis.startsWith('-') ? -1 : 1
    const vertices = new Float64Array(this.vertices.length)
    for (let i = 0; i < vertices.length; i += 3)
      for (let k = 0; k < 3; k++)
        vertices[i + ((k + shift) % 3)] = (k === 0 ? 1 : sign) * this.vertices[i + k]
    return { shape: 'Mesh', vertices, triangles: Int32Array.from(this.triangles) }
  }
}
