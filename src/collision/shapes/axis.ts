import type { Axis } from './shape.ts'

/** 0, 1, 2 for x, y, z. */
export function axisIndex(axis: Axis): number {
  return axis === 'x' ? 0 : axis === 'y' ? 1 : 2
}
