/** Scenes at one time as files of surfaces. Lines (grids, texts) have no surface and are omitted. */
import { meshToStl } from '../collision/index.ts'
import { computePoses, placePoints } from './pose-interpolation.ts'
import { createMeshes } from './primitives.ts'
import type { AnimationScene } from './scene.ts'

/** Corners of a circle. */
const SEGMENTS = 32

/** A surface in world, and its part. */
interface PlacedMesh {
  readonly path: string
  /** In world [m] (nVertex × 3). */
  readonly vertices: Float64Array
  readonly triangles: Int32Array
}

/** The text of a Wavefront OBJ file with all parts at a time [s], each an object with the name of its path. */
export function toObj(scene: AnimationScene, time: number): string {
  const lines = [`# ${scene.name.replaceAll('\n', ' ')} at ${time} s`]
  let nVertex = 0
  for (const { path, vertices, triangles } of placeMeshes(scene, time)) {
    lines.push(`o ${path}`)
    for (let i = 0; i < vertices.length; i += 3) lines.push(`v ${vertices.subarray(i, i + 3).join(' ')}`)
    for (let i = 0; i < triangles.length; i += 3) {
      const corners = triangles.subarray(i, i + 3)
      lines.push(`f ${corners.map((corner) => corner + 1 + nVertex).join(' ')}`)
    }
    nVertex += vertices.length / 3
  }
  return `${lines.join('\n')}\n`
}

/** The bytes of a binary STL file with all parts at a time [s]. */
export function toStl(scene: AnimationScene, time: number): Uint8Array {
  const vertices: number[] = []
  const triangles: number[] = []
  for (const mesh of placeMeshes(scene, time)) {
    const first = vertices.length / 3
    for (const x of mesh.vertices) vertices.push(x)
    for (const corner of mesh.triangles) triangles.push(first + corner)
  }
  return meshToStl({ vertices: Float64Array.from(vertices), triangles: Int32Array.from(triangles) })
}

function placeMeshes(scene: AnimationScene, time: number): PlacedMesh[] {
  const poses = computePoses(scene, time)
  return scene.parts.flatMap((part, i) => {
    const pose = poses[i]
    if (pose === undefined) return []
    return createMeshes(part.shape, SEGMENTS).map(({ vertices, triangles }) => ({
      path: part.path,
      vertices: placePoints(vertices, pose),
      triangles,
    }))
  })
}
