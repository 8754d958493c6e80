/**
 * Random numbers by position: Philox-4×32 with 10 rounds [Salmon, Moraes, Dror, Shaw 2011, section 4]. The number of a
 * position depends on seed, stream, run and dimension alone, so that a run has the same numbers on every machine and in
 * every order.
 */
const M0 = 0xd2511f53
const M1 = 0xcd9e8d57
const W0 = 0x9e3779b9
const W1 = 0xbb67ae85
const ROUNDS = 10
const TWO_32 = 2 ** 32

/** The four 32-bit words of a counter, encrypted in place with a key of two words. */
export function encryptCounter(counter: Uint32Array, key0: number, key1: number): void {
  let [c0, c1, c2, c3] = counter
  let k0 = key0
  let k1 = key1
  for (let round = 0; round < ROUNDS; round++) {
    const high0 = multiplyHigh(M0, c0)
    const low0 = Math.imul(M0, c0)
    const high1 = multiplyHigh(M1, c2)
    const low1 = Math.imul(M1, c2)
    c0 = (high1 ^ c1 ^ k0) >>> 0
    c1 = low1 >>> 0
    c2 = (high0 ^ c3 ^ k1) >>> 0
    c3 = low0 >>> 0
    k0 = (k0 + W0) >>> 0
    k1 = (k1 + W1) >>> 0
  }
  counter[0] = c0
  counter[1] = c1
  counter[2] = c2
  counter[3] = c3
}

/** Upper 32 bits of the product of two 32-bit integers. */
function multiplyHigh(a: number, b: number): number {
  const aLow = a & 0xffff
  const aHigh = a >>> 16
  const bLow = b & 0xffff
  const bHigh = b >>> 16
  const middle = aHigh * bLow + ((aLow * bLow) >>> 16)
  return (
    aHigh * bHigh + Math.floor((aLow * bHigh + (middle & 0xffff)) / 0x10000) + Math.floor(middle / 0x10000)
  )
}

/** Uses of random numbers, which have nothing in common. */
export const STREAM = { sample: 0, permutation: 1, scramble: 2, search: 3, resample: 4 } as const
/** One of the uses. */
export type Stream = (typeof STREAM)[keyof typeof STREAM]

/** Random numbers of one seed and one use. */
export class RandomNumbers {
  private readonly counter = new Uint32Array(4)

  /** @param seed an integer >= 0 */
  constructor(
    private readonly seed: number,
    private readonly stream: Stream,
  ) {}

  /** A number in (0, 1) with 52 bits: never 0 or 1, so that quantiles are finite. */
  uniform(run: number, dimension: number): number {
    this.encrypt(run, dimension)
    const { counter } = this
    return ((counter[0] >>> 6) * 67108864 + (counter[1] >>> 6) + 0.5) / 4503599627370496
  }

  /** An integer of 32 bits. */
  word(run: number, dimension: number): number {
    this.encrypt(run, dimension)
    return this.counter[0]
  }

  private encrypt(run: number, dimension: number): void {
    const { counter, seed } = this
    counter[0] = run % TWO_32
    counter[1] = Math.floor(run / TWO_32)
    counter[2] = dimension
    counter[3] = this.stream
    encryptCounter(counter, seed % TWO_32, Math.floor(seed / TWO_32))
  }
}
