/**
 * Support points of shapes whose edges are rounded by 1 mm, from their definitions: the core, whose faces are moved
 * inwards, plus a ball. The axis of capsules, beams and cones is z; beams are wide along x and thick along y.
 */
export type Support = (ex: number, ey: number, ez: number) => readonly [number, number, number]

const ROUNDING = 0.001

/** Half axes [m]. */
export function ellipsoid(a: number, b: number, c: number): Support {
  return (ex, ey, ez) => {
    const n = Math.hypot(a * ex, b * ey, c * ez)
    return [(a * a * ex) / n, (b * b * ey) / n, (c * c * ez) / n]
  }
}

export function capsule(radius: number, length: number): Support {
  return (ex, ey, ez) => [radius * ex, radius * ey, radius * ez + (Math.sign(ez) * length) / 2]
}

/** A box of this length with half cylinders at both ends; `width` is their diameter. */
export function beam(length: number, width: number, thickness: number): Support {
  return (ex, ey, ez) => {
    const r = width / 2 - ROUNDING
    const n = Math.hypot(ex, ez)
    return [
      (r * ex) / n + ROUNDING * ex,
      Math.sign(ey) * (thickness / 2 - ROUNDING) + ROUNDING * ey,
      Math.sign(ez) * (length / 2) + (r * ez) / n + ROUNDING * ez,
    ]
  }
}

/** From the center of the base circle. */
export function cone(diameter: number, length: number, topDiameter: number): Support {
  const slope = (diameter - topDiameter) / (2 * length)
  // the side moves inwards by ROUNDING, along its normal
  const side = (z: number): number => diameter / 2 - slope * z - ROUNDING * Math.sqrt(1 + slope * slope)
  const top = topDiameter === 0 ? side(0) / slope : length - ROUNDING
  const circles = [ROUNDING, top].map((z) => [z, topDiameter === 0 && z === top ? 0 : side(z)])
  return (ex, ey, ez) => {
    const n = Math.hypot(ex, ey)
    const [z, r] = circles.reduce((p, q) => (p[0] * ez + p[1] * n >= q[0] * ez + q[1] * n ? p : q))
    return [(r * ex) / n + ROUNDING * ex, (r * ey) / n + ROUNDING * ey, z + ROUNDING * ez]
  }
}
