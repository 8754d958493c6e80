import { parseColor, type Rgb } from '../materials/index.ts'
import type { Primitive } from './primitives.ts'
import type { AnimationPart } from './scene.ts'

/** Drawing properties of a primitive. */
export interface Look {
  readonly mode: Primitive['mode']
  readonly color: Rgb
  /** 1: opaque. */
  readonly opacity: number
  /** 0: dull, 1: highly polished. */
  readonly shininess: number
  /** True if lighting affects it. */
  readonly isLit: boolean
  /** True if it is visible from behind, too: surfaces of meshes may be open. */
  readonly isDoubleSided: boolean
  /** [pixel] */
  readonly lineWidth: number
}

/** The look of one primitive of a part. */
export function getLook(
  { path, shape, material }: Pick<AnimationPart, 'path' | 'shape' | 'material'>,
  primitive: Pick<Primitive, 'mode' | 'color' | 'lineWidth'>,
): Look {
  return {
    mode: primitive.mode,
    color: primitive.color ?? parseColor(`${path}.visualMaterial.color`, material.color),
    opacity: 1 - material.transparency,
    shininess: material.shininess,
    isLit: material.reflectsLight && primitive.mode === 'triangles',
    isDoubleSided: shape.shape === 'Mesh',
    lineWidth: primitive.lineWidth,
  }
}

/** A list that stores equal things once; two things are equal if their JSON texts are. */
export class DistinctList<T> {
  readonly items: T[] = []
  private readonly indices = new Map<string, number>()

  /** Index of `item`; adds it if the list has no equal one. */
  indexOf(item: T): number {
    const key = JSON.stringify(item)
    let index = this.indices.get(key)
    if (index === undefined) {
      index = this.items.push(item) - 1
      this.indices.set(key, index)
    }
    return index
  }
}
