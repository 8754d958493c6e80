import { Group, MeshBasicMaterial, MeshLambertMaterial, Quaternion, SphereGeometry, Vector3 } from 'three'
import { createArrowGlyph } from './glyphs.ts'
import { Instances, UPRIGHT } from './instances.ts'
import { computeArrowLength, type ShownContacts } from './motion/index.ts'
import type { Overlay } from './overlay.ts'

/** Maximum length of an arrow, and radius of a point, in lengths of signs. */
const LARGEST_ARROW = 5
const POINT_RADIUS = 0.06

/** Contact points, and arrows along the forces on the second bodies. */
export function createContacts(contacts: ShownContacts): Overlay {
  const points = new Instances(
    new SphereGeometry(POINT_RADIUS, 12, 8),
    new MeshBasicMaterial({ color: 0xffd43b }),
    contacts.maxCount,
  )
  const arrows = new Instances(
    createArrowGlyph(),
    new MeshLambertMaterial({ color: 0xe8590c }),
    contacts.maxCount,
  )
  const turn = new Quaternion()
  const direction = new Vector3()
  return {
    object: new Group().add(points.mesh, arrows.mesh),
    isOnTop: true,
    update({ time, origin, glyphLength }) {
      contacts.setTime(time)
      points.begin()
      arrows.begin()
      const { points: r, forces: f, usualForce } = contacts
      for (let row = contacts.first; row < contacts.end; row++) {
        const i = 3 * row
        const [x, y, z] = [r[i] - origin[0], r[i + 1] - origin[1], r[i + 2] - origin[2]]
        if (!Number.isFinite(x + y + z)) continue
        points.add(x, y, z, UPRIGHT, glyphLength)
        direction.set(f[i], f[i + 1], f[i + 2])
        const force = direction.length()
        if (!(force > 0)) continue
        turn.setFromUnitVectors(AXIS, direction.divideScalar(force))
        arrows.add(x, y, z, turn, computeArrowLength(force, usualForce) * LARGEST_ARROW * glyphLength)
      }
      points.end()
      arrows.end()
    },
    dispose() {
      points.dispose()
      arrows.dispose()
    },
  }
}

const AXIS = new Vector3(0, 0, 1)
