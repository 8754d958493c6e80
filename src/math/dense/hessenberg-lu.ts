import { applyInverseSimilarity, applySimilarity, type HessenbergForm } from './hessenberg.ts'

/**
 * LU factors of d I - h H for a Hessenberg matrix H, with pivoting between neighboring rows; d is real or complex. As
 * J = S H S⁻¹, systems with d I - h J are solved through S.
 */
export class HessenbergLu {
  private readonly n: number
  /** U, row-major: real and imaginary parts (n × n); the second is empty if d is real. */
  private readonly re: Float64Array
  private readonly im: Float64Array
  /** Multiplier of step k, and 1 if rows k and k + 1 were exchanged (n each). */
  private readonly mRe: Float64Array
  private readonly mIm: Float64Array
  private readonly isExchanged: Uint8Array

  constructor(
    private readonly form: HessenbergForm,
    isComplex: boolean,
  ) {
    const { n } = form
    this.n = n
    this.re = new Float64Array(n * n)
    this.im = new Float64Array(isComplex ? n * n : 0)
    this.mRe = new Float64Array(n)
    this.mIm = new Float64Array(n)
    this.isExchanged = new Uint8Array(n)
  }

  /** Factorizes d I - h H for a real d. Returns false if it is singular, or not finite. */
  factorReal(d: number, h: number): boolean {
    const { n, re, mRe, isExchanged } = this
    this.fill(d, h)
    for (let k = 0; k < n; k++) {
      const row = k * n
      const next = row + n
      const hasNext = k + 1 < n
      isExchanged[k] = hasNext && Math.abs(re[next + k]) > Math.abs(re[row + k]) ? 1 : 0
      if (isExchanged[k]) exchange(re, row + k, next + k, n - k)
      const pivot = Math.abs(re[row + k])
      if (!(pivot > 0 && pivot < Infinity)) return false
      if (!hasNext) break
      const m = re[next + k] / re[row + k]
      mRe[k] = m
      if (m !== 0) for (let j = k + 1; j < n; j++) re[next + j] -= m * re[row + j]
    }
    return true
  }

  /** Factorizes (dRe + i dIm) I - h H. */
  factorComplex(dRe: number, dIm: number, h: number): boolean {
    const { n, re, im, mRe, mIm, isExchanged } = this
    this.fill(dRe, h)
    im.fill(0)
    for (let i = 0; i < n; i++) im[i * n + i] = dIm
    for (let k = 0; k < n; k++) {
      const row = k * n
      const next = row + n
      const hasNext = k + 1 < n
      const here = Math.abs(re[row + k]) + Math.abs(im[row + k])
      const below = hasNext ? Math.abs(re[next + k]) + Math.abs(im[next + k]) : 0
      isExchanged[k] = below > here ? 1 : 0
      if (isExchanged[k]) {
        exchange(re, row + k, next + k, n - k)
        exchange(im, row + k, next + k, n - k)
      }
      const size = Math.max(here, below)
      if (!(size > 0 && size < Infinity) || Number.isNaN(here)) return false
      if (!hasNext) break
      // m = a / pivot, with the pivot scaled to modulus about 1
      const pr = re[row + k] / size
      const pi = im[row + k] / size
      const square = pr * pr + pi * pi
      const ar = re[next + k] / size
      const ai = im[next + k] / size
      const mr = (ar * pr + ai * pi) / square
      const mi = (ai * pr - ar * pi) / square
      mRe[k] = mr
      mIm[k] = mi
      if (mr === 0 && mi === 0) continue
      for (let j = k + 1, p = row + j, q = next + j; j < n; j++, p++, q++) {
        const ur = re[p]
        const ui = im[p]
        re[q] -= mr * ur - mi * ui
        im[q] -= mr * ui + mi * ur
      }
    }
    return true
  }

  /** Replaces b by the solution of (d I - h J) x = b with the real d (n). */
  solveReal(b: Float64Array): void {
    const { n, re, mRe, isExchanged } = this
    applyInverseSimilarity(this.form, b)
    for (let k = 0; k + 1 < n; k++) {
      if (isExchanged[k]) exchange(b, k, k + 1, 1)
      b[k + 1] -= mRe[k] * b[k]
    }
    for (let i = n - 1; i >= 0; i--) {
      const row = i * n
      let sum = b[i]
      for (let j = i + 1; j < n; j++) sum -= re[row + j] * b[j]
      b[i] = sum / re[row + i]
    }
    applySimilarity(this.form, b)
  }

  /** The same with a complex d, for bRe + i bIm (n each). */
  solveComplex(bRe: Float64Array, bIm: Float64Array): void {
    const { n, re, im, mRe, mIm, isExchanged } = this
    applyInverseSimilarity(this.form, bRe)
    applyInverseSimilarity(this.form, bIm)
    for (let k = 0; k + 1 < n; k++) {
      if (isExchanged[k]) {
        exchange(bRe, k, k + 1, 1)
        exchange(bIm, k, k + 1, 1)
      }
      bRe[k + 1] -= mRe[k] * bRe[k] - mIm[k] * bIm[k]
      bIm[k + 1] -= mRe[k] * bIm[k] + mIm[k] * bRe[k]
    }
    for (let i = n - 1; i >= 0; i--) {
      const row = i * n
      let sr = bRe[i]
      let si = bIm[i]
      for (let j = i + 1; j < n; j++) {
        const ur = re[row + j]
        const ui = im[row + j]
        sr -= ur * bRe[j] - ui * bIm[j]
        si -= ur * bIm[j] + ui * bRe[j]
      }
      const size = Math.abs(re[row + i]) + Math.abs(im[row + i])
      const zr = re[row + i] / size
      const zi = im[row + i] / size
      const square = (zr * zr + zi * zi) * size
      bRe[i] = (sr * zr + si * zi) / square
      bIm[i] = (si * zr - sr * zi) / square
    }
    applySimilarity(this.form, bRe)
    applySimilarity(this.form, bIm)
  }

  /** Real part of d I - h H, its upper triangle and first subdiagonal. */
  private fill(d: number, h: number): void {
    const { n, re } = this
    const source = this.form.h
    for (let i = 0; i < n; i++) {
      const row = i * n
      for (let j = i > 0 ? i - 1 : 0; j < n; j++) re[row + j] = -h * source[row + j]
      re[row + i] += d
    }
  }
}

function exchange(a: Float64Array, p: number, q: number, count: number): void {
  for (let k = 0; k < count; k++) {
    const old = a[p + k]
    a[p + k] = a[q + k]
    a[q + k] = old
  }
}
