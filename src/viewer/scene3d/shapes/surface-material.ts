/** How surfaces answer light. */
import { Color, DoubleSide, FrontSide, type Material, MeshBasicMaterial, MeshPhongMaterial } from 'three'

/** What materials differ in; their colors belong to the parts. */
export interface SurfaceLook {
  readonly isLit: boolean
  /** 0: dull, 1: highly polished. */
  readonly shininess: number
  /** 1: opaque. */
  readonly opacity: number
  readonly isDoubleSided: boolean
}

/** Of the highlight of a polished surface, in addition to its color. */
const BRIGHTEST = 0.25

/** A white material: the colors of the parts are multiplied with it. */
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

/** Changes how much one sees through a material, and whether only its edges are drawn. */
export function setOpacity(material: Material, opacity: number, wireframe: boolean): void {
  const transparent = opacity < 1
  if (material.transparent !== transparent) material.needsUpdate = true
  material.opacity = opacity
  material.transparent = transparent
  // what is behind something transparent must be drawn, too
  material.depthWrite = !transparent
  material.visible = opacity > 0
  if (material instanceof MeshPhongMaterial || material instanceof MeshBasicMaterial)
    material.wireframe = wireframe
}
