import { MeshLambertMaterial, Quaternion } from 'three'
import { createFrameGlyph } from './glyphs.ts'
import { Instances } from './instances.ts'
import type { Overlay } from './overlay.ts'

/** Axes of objects, given by their indices in the motion. */
export function createFrames(objects: readonly number[]): Overlay {
  const frames = new Instances(
    createFrameGlyph(),
    new MeshLambertMaterial({ vertexColors: true }),
    objects.length,
  )
  const turn = new Quaternion()
  return {
    object: frames.mesh,
    isOnTop: true,
    update({ motion: { positions: p, quaternions: q, exists }, origin, glyphLength }) {
      frames.begin()
      for (const k of objects) {
        if (exists[k] === 0) continue
        turn.set(q[4 * k], q[4 * k + 1], q[4 * k + 2], q[4 * k + 3])
        const i = 3 * k
        frames.add(p[i] - origin[0], p[i + 1] - origin[1], p[i + 2] - origin[2], turn, 1.5 * glyphLength)
      }
      frames.end()
    },
    dispose: () => frames.dispose(),
  }
}
