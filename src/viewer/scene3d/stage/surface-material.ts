/** Reflection of light by surfaces. */
import { Color, DoubleSide, FrontSide, type Material, MeshBasicMaterial, MeshPhongMaterial } from 'three'
import type { Look } from '../../../animation/index.ts'

/** Properties of a material; colors belong to the parts. */
export type SurfaceLook = Pick<Look, 'isLit' | 'shininess' | 'opacity' | 'isDoubleSided'>

/** Strength of the highlight of a polished surface, in addition to its color. */
const BRIGHTEST = 0.25

/** A white material: it is multiplied with the colors of the parts. */
export function createSurfaceMaterial(look: SurfaceLook): Material {
  const side = look.isDoubleSided ? DoubleSide : FrontSide
  if (!look.isLit) return new MeshBasicMaterial({ side })
  // A polished surface has a small bright highlight, a dull one a wide weak one. The brightest point of a highlight is
  // specular·(exponent/2 + 1)/8 of the light (normalized Blinn-Phong): this is given, so that colors stay what they are.
  const exponent = 2 ** (2 + 5 * look.shininess)
  const brightest = BRIGHTEST * look.shininess * look.shininess
  return new MeshPhongMaterial({
    side,
    shininess: exponent,
    specular: new Color().setScalar(brightest / ((exponent / 2 + 1) / 8)),
  })
}

/** Changes the opacity of a material; `wireframe` draws only its edges. */
export function setOpacity(material: Material, opacity: number, wireframe: boolean): void {
  const transparent = opacity < 1
  if (material.transparent !== transparent) material.needsUpdate = true
  material.opacity = opacity
  material.transparent = transparent
  // draw objects behind a transparent surface, too
  material.depthWrite = !transparent
  material.visible = opacity > 0
  if (material instanceof MeshPhongMaterial || material instanceof MeshBasicMaterial)
    material.wireframe = wireframe
}
