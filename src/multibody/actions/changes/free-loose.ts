import { collectConnected } from '../../structure/index.ts'
import type { Change, ChangeContext } from './context/index.ts'
import { findLooseRoot } from './joints/index.ts'

/** Adds free motion for objects that are disconnected from the world after a change; they keep their velocities. */
export function freeLoose(context: ChangeContext, change: Change): Change {
  let { structure, text } = change
  for (;;) {
    const connected = collectConnected(structure, structure.world)
    if (connected.size === structure.objects.size) return { ...change, structure, text }
    const loose = [...structure.objects.values()].find((object) => !connected.has(object))!
    const root = findLooseRoot(structure, loose)
    structure = {
      ...structure,
      joints: [...structure.joints, context.freeJoint(root)],
      madeRoots: new Set([...structure.madeRoots, root]),
    }
    text = `${text}, and ${root.fullPath} moves freely`
  }
}
