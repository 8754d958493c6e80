import type { SignedAxis } from './shape.ts'

/** 0, 1, 2 for x, y, z, in either direction. */
export function axisIndex(axis: SignedAxis): number {
  return axis.endsWith('x') ? 0 : axis.endsWith('y') ? 1 : 2
}

/** 1, or -1 against the axis. */
export function axisSign(axis: SignedAxis): number {
  return axis.startsWith('-') ? -1 : 1
}
