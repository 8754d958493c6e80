import type { PixelPath } from './decimate.ts'

/** Bit of a braille character for the dot in column (0, 1) and row (0 … 3). */
const DOTS = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
]
const BRAILLE = 0x2800

/** A grid of characters: each is 2 × 4 dots (braille), or one dot with the symbol of its curve. */
export class TextCanvas {
  /** Dots in horizontal and vertical direction. */
  readonly nx: number
  readonly ny: number
  readonly #columns: number
  readonly #isBraille: boolean
  /** Braille bits, or 1 for a symbol (rows × columns). */
  readonly #bits: Uint8Array
  /** Number of the curve that was drawn last, or -1 (rows × columns). */
  readonly #curves: Int32Array

  constructor(columns: number, rows: number, isBraille: boolean) {
    this.#columns = columns
    this.#isBraille = isBraille
    this.nx = isBraille ? 2 * columns : columns
    this.ny = isBraille ? 4 * rows : rows
    this.#bits = new Uint8Array(rows * columns)
    this.#curves = new Int32Array(rows * columns).fill(-1)
  }

  /** Connects points, in dots: x0, y0, x1, y1, … */
  drawPath(path: PixelPath, curve: number): void {
    if (path.length === 2) this.#set(path[0], path[1], curve)
    for (let i = 2; i < path.length; i += 2) {
      const dx = path[i] - path[i - 2]
      const dy = path[i + 1] - path[i - 1]
      const n = Math.max(1, Math.ceil(Math.max(Math.abs(dx), Math.abs(dy))))
      for (let k = 0; k <= n; k++) this.#set(path[i - 2] + (dx * k) / n, path[i - 1] + (dy * k) / n, curve)
    }
  }

  /** Separate points, in dots. */
  drawPoints(points: PixelPath, curve: number): void {
    for (let i = 0; i < points.length; i += 2) this.#set(points[i], points[i + 1], curve)
  }

  /** The characters of a row, with the number of their curve, or -1. */
  row(row: number, sign: (curve: number) => string): { text: string; curve: number }[] {
    return Array.from({ length: this.#columns }, (_, column) => {
      const cell = row * this.#columns + column
      const bits = this.#bits[cell]
      const curve = this.#curves[cell]
      if (bits === 0) return { text: ' ', curve: -1 }
      return { text: this.#isBraille ? String.fromCharCode(BRAILLE + bits) : sign(curve), curve }
    })
  }

  #set(x: number, y: number, curve: number): void {
    const ix = Math.round(x)
    const iy = Math.round(y)
    if (!(ix >= 0 && ix < this.nx && iy >= 0 && iy < this.ny)) return
    const cell = this.#isBraille ? (iy >> 2) * this.#columns + (ix >> 1) : iy * this.#columns + ix
    this.#bits[cell] |= this.#isBraille ? DOTS[ix & 1][iy & 3] : 1
    this.#curves[cell] = curve
  }
}
