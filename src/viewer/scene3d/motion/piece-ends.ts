import type { SceneMotion } from './scene-motion.ts'

/**
 * Ends of the straight pieces between the origins of objects, relative to `origin` [m] (nPiece × 6). Returns false if
 * one of the objects does not exist, or has no motion.
 */
export function computePieceEnds(
  { positions, exists }: Pick<SceneMotion, 'positions' | 'exists'>,
  objects: readonly number[],
  origin: Float64Array,
  out: Float32Array,
): boolean {
  for (let k = 0; k < objects.length; k++) {
    const object = objects[k]
    if (object < 0 || exists[object] === 0) return false
    for (let c = 0; c < 3; c++) {
      const x = positions[3 * object + c] - origin[c]
      // the end of the piece before, and the start of the next one
      if (k > 0) out[6 * k - 3 + c] = x
      if (k + 1 < objects.length) out[6 * k + c] = x
    }
  }
  return true
}
