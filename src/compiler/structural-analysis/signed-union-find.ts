/**
 * Sets of variables that are equal up to sign, or zero [Tarjan, J. ACM 22 (1975) 215: path compression, with a sign
 * on every link]. The root of a set has no meaning outside; callers identify the set by its representative.
 */
export class SignedUnionFind {
  private readonly parent: Int32Array
  /** Sign of a variable relative to its parent. */
  private readonly sign: Int8Array
  /** Representative of the set of a root, and its sign relative to the root. */
  private readonly representative: Int32Array
  private readonly representativeSign: Int8Array
  /** 1 = the set of this root is zero. */
  private readonly zero: Uint8Array
  private readonly path: number[] = []

  constructor(n: number) {
    this.parent = Int32Array.from({ length: n }, (_, v) => v)
    this.sign = new Int8Array(n).fill(1)
    this.representative = this.parent.slice()
    this.representativeSign = new Int8Array(n).fill(1)
    this.zero = new Uint8Array(n)
  }

  /** Root of the set of a variable; afterwards `getSign(v)` is the sign relative to it. */
  find(v: number): number {
    const { parent, sign, path } = this
    let root = v
    while (parent[root] !== root) {
      path.push(root)
      root = parent[root]
    }
    // Compress from the top, multiplying the signs on the way down
    let s = 1
    while (path.length > 0) {
      const w = path.pop()!
      s *= sign[w]
      sign[w] = s
      parent[w] = root
    }
    return root
  }

  /** v = sign·root, directly after `find(v)`. */
  getSign(v: number): number {
    return this.sign[v]
  }

  /** Links one root below another: child = sign·root. `keepsChild`: the representative is that of `child`. */
  link(child: number, root: number, sign: number, keepsChild: boolean): void {
    this.parent[child] = root
    this.sign[child] = sign
    if (!keepsChild) return
    this.representative[root] = this.representative[child]
    this.representativeSign[root] = sign * this.representativeSign[child]
  }

  setZero(root: number): void {
    this.zero[root] = 1
  }

  isZero(root: number): boolean {
    return this.zero[root] === 1
  }

  /** Representative of the set of a root. */
  getRepresentative(root: number): number {
    return this.representative[root]
  }

  /** representative = sign·root. */
  getRepresentativeSign(root: number): number {
    return this.representativeSign[root]
  }
}
