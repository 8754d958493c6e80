/** A complex number. */
export interface Complex {
  readonly re: number
  readonly im: number
}

export function abs({ re, im }: Complex): number {
  return Math.hypot(re, im)
}

export function multiplyComplex(x: Complex, y: Complex): Complex {
  return { re: x.re * y.re - x.im * y.im, im: x.re * y.im + x.im * y.re }
}

/** x/y, with scaling against overflow. */
export function divideComplex(x: Complex, y: Complex): Complex {
  const size = Math.max(Math.abs(y.re), Math.abs(y.im))
  const [c, d] = [y.re / size, y.im / size]
  const norm = (c * c + d * d) * size
  return { re: (x.re * c + x.im * d) / norm, im: (x.im * c - x.re * d) / norm }
}

/** Π (s - root) */
export function evaluateRoots(roots: readonly Complex[], s: Complex): Complex {
  return roots.reduce<Complex>(
    (product, root) => multiplyComplex(product, { re: s.re - root.re, im: s.im - root.im }),
    { re: 1, im: 0 },
  )
}

/** Real coefficients of Π (s - root), from the highest power on; complex roots in pairs. */
export function expandRoots(roots: readonly Complex[]): number[] {
  let out = [1]
  for (const { re, im } of roots) {
    if (im < 0) continue
    const factor = im === 0 ? [1, -re] : [1, -2 * re, re * re + im * im]
    const next = new Array<number>(out.length + factor.length - 1).fill(0)
    out.forEach((a, i) => {
      factor.forEach((b, j) => {
        next[i + j] += a * b
      })
    })
    out = next
  }
  return out
}

/** Text of a complex number with four digits. */
export function printComplex({ re, im }: Complex): string {
  const round = (value: number): string => String(Number(value.toPrecision(4)))
  return im === 0 ? round(re) : `${round(re)} ${im < 0 ? '-' : '+'} ${round(Math.abs(im))}i`
}
