import {
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  Float32BufferAttribute,
  LineBasicMaterial,
  LineSegments,
} from 'three'
import { computeCorners, type PartBoxes } from './motion/index.ts'
import type { Overlay } from './overlay.ts'

/** Ends of the twelve edges of a box; bits of a corner: maximum x, y, z. */
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7]

/** Boxes around some of the parts, in the frames of the parts. */
export function createBoxes({ objects, boxes }: PartBoxes, shown: readonly number[], color: string): Overlay {
  const geometry = new BufferGeometry()
  const positions = new Float32BufferAttribute(new Float32Array(24 * shown.length), 3)
  positions.setUsage(DynamicDrawUsage)
  geometry.setAttribute('position', positions)
  geometry.setIndex(shown.flatMap((_, i) => EDGES.map((corner) => 8 * i + corner)))
  const material = new LineBasicMaterial({ color: new Color(color) })
  const lines = new LineSegments(geometry, material)
  lines.frustumCulled = false
  const corners = new Float64Array(24)
  return {
    object: lines,
    isOnTop: false,
    update({ motion, origin }) {
      const out = positions.array as Float32Array
      let n = 0
      for (const part of shown) {
        const object = objects[part]
        if (object < 0 || motion.exists[object] === 0) continue
        computeCorners(motion, object, boxes, 6 * part, corners, 0)
        for (let k = 0; k < 24; k++) out[24 * n + k] = corners[k] - origin[k % 3]
        n++
      }
      positions.needsUpdate = true
      geometry.setDrawRange(0, EDGES.length * n)
    },
    dispose() {
      geometry.dispose()
      material.dispose()
    },
  }
}
