/** Jacobi's elliptic functions sn, cn, dn by descending arithmetic-geometric means [Abramowitz, Stegun 1964, 16.4]. */
export function jacobi(u: number, m: number): { sn: number; cn: number; dn: number } {
  const a = [1]
  const c = [Math.sqrt(m)]
  let b = Math.sqrt(1 - m)
  while (c[c.length - 1] > 1e-17 && a.length < 12) {
    const last = a[a.length - 1]
    a.push((last + b) / 2)
    c.push((last - b) / 2)
    b = Math.sqrt(last * b)
  }
  const n = a.length - 1
  let phi = 2 ** n * a[n] * u
  for (let k = n; k > 0; k--) phi = (phi + Math.asin((c[k] / a[k]) * Math.sin(phi))) / 2
  const sn = Math.sin(phi)
  return { sn, cn: Math.cos(phi), dn: Math.sqrt(1 - m * sn * sn) }
}

/** Complete elliptic integral of the first kind K(m), m = k². */
export function completeK(m: number): number {
  let a = 1
  let b = Math.sqrt(1 - m)
  for (let k = 0; k < 12; k++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)]
  return Math.PI / (2 * a)
}
