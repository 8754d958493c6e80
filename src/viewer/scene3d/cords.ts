import { Color, Group, type InstancedInterleavedBuffer, type InterleavedBufferAttribute } from 'three'
import { LineMaterial } from 'three/addons/lines/LineMaterial.js'
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js'
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js'
import { LINE_WIDTH, type SceneLine } from '../../animation/index.ts'
import { parseColor } from '../../materials/index.ts'
import { computePieceEnds, type SceneMotion } from './motion/index.ts'
import type { Overlay } from './overlay.ts'

/** Lines through the origins of objects, at the current time. */
export function createCords(lines: readonly SceneLine[], motion: SceneMotion): Overlay {
  const cords = lines.map(({ path, points, material: { color, transparency } }) => {
    const objects = points.map((point) => motion.indexOf(point))
    const geometry = new LineSegmentsGeometry()
    geometry.setPositions(new Float32Array(6 * (objects.length - 1)))
    const { data } = geometry.getAttribute('instanceStart') as InterleavedBufferAttribute
    const [r, g, b] = parseColor(`${path}.material.color`, color)
    const material = new LineMaterial({
      linewidth: LINE_WIDTH,
      transparent: transparency > 0,
      opacity: 1 - transparency,
    })
    material.color = new Color().setRGB(r / 255, g / 255, b / 255, 'srgb')
    const object = new LineSegments2(geometry, material)
    object.frustumCulled = false
    return { objects, geometry, material, object, buffer: data as InstancedInterleavedBuffer }
  })
  return {
    object: new Group().add(...cords.map(({ object }) => object)),
    isOnTop: false,
    update({ motion, origin, width, height }) {
      for (const { objects, object, material, buffer } of cords) {
        material.resolution.set(width, height)
        object.visible = computePieceEnds(motion, objects, origin, buffer.array as Float32Array)
        buffer.needsUpdate = true
      }
    },
    dispose() {
      for (const { geometry, material } of cords) {
        geometry.dispose()
        material.dispose()
      }
    },
  }
}
