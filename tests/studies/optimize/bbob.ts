/**
 * The noiseless functions of BBOB [Hansen, Finck, Ros & Auger 2009, Real-parameter black-box optimization benchmarking: noiseless
 * functions definitions, INRIA RR-6829], with rotations and optima from seeds of their own. All have the minimum 0 here.
 */
import { computeNormalQuantile, RandomNumbers, STREAM } from '../../../src/studies/sampling/index.ts'

type Vector = readonly number[]
export type BbobFunction = (x: Vector) => number

/** Numbers of an instance. */
class Instance {
  private place = 0
  private readonly random: RandomNumbers

  constructor(
    readonly n: number,
    seed: number,
  ) {
    this.random = new RandomNumbers(seed, STREAM.sample)
  }

  uniform(low: number, high: number): number {
    return low + (high - low) * this.random.uniform(0, this.place++)
  }

  /** A random point, in [-4, 4]. */
  optimum(): number[] {
    return Array.from({ length: this.n }, () => this.uniform(-4, 4))
  }

  /** A random rotation, by Gram and Schmidt. */
  rotation(): number[][] {
    const rows: number[][] = []
    for (let i = 0; i < this.n; i++) {
      const row = Array.from({ length: this.n }, () => computeNormalQuantile(this.uniform(0, 1)))
      for (const other of rows) {
        const part = dot(row, other)
        for (let j = 0; j < this.n; j++) row[j] -= part * other[j]
      }
      const length = Math.sqrt(dot(row, row))
      rows.push(row.map((value) => value / length))
    }
    return rows
  }
}

const dot = (a: Vector, b: Vector): number => a.reduce((sum, value, i) => sum + value * b[i], 0)
const times = (rows: readonly Vector[], x: Vector): number[] => rows.map((row) => dot(row, x))
const minus = (a: Vector, b: Vector): number[] => a.map((value, i) => value - b[i])
const sumOf = (x: Vector, f: (value: number, i: number) => number): number =>
  x.reduce((sum, value, i) => sum + f(value, i), 0)
const part = (i: number, n: number): number => (n > 1 ? i / (n - 1) : 0)
/** Λ^α. */
const lambda = (alpha: number, x: Vector): number[] =>
  x.map((value, i) => value * alpha ** (0.5 * part(i, x.length)))
/** T_asy^β. */
const asymmetric = (beta: number, x: Vector): number[] =>
  x.map((value, i) => (value > 0 ? value ** (1 + beta * part(i, x.length) * Math.sqrt(value)) : value))
/** T_osz. */
const oscillate = (x: number): number => {
  if (x === 0) return 0
  const hat = Math.log(Math.abs(x))
  const [c1, c2] = x > 0 ? [10, 7.9] : [5.5, 3.1]
  return Math.sign(x) * Math.exp(hat + 0.049 * (Math.sin(c1 * hat) + Math.sin(c2 * hat)))
}
const penalty = (x: Vector): number => sumOf(x, (value) => Math.max(0, Math.abs(value) - 5) ** 2)
const rastrigin = (z: Vector): number =>
  10 * (z.length - sumOf(z, (value) => Math.cos(2 * Math.PI * value))) + dot(z, z)
const rosenbrock = (z: Vector): number =>
  sumOf(z.slice(1), (next, i) => 100 * (z[i] ** 2 - next) ** 2 + (z[i] - 1) ** 2)

/** Function k (1 … 24) in n dimensions. */
export function createBbob(k: number, n: number, seed: number): BbobFunction {
  const instance = new Instance(n, 1000 * k + seed)
  const opt = instance.optimum()
  const [R, Q] = [instance.rotation(), instance.rotation()]
  const shift = (x: Vector): number[] => minus(x, opt)
  switch (k) {
    case 1:
      return (x) => sumOf(shift(x), (z) => z * z)
    case 2:
      return (x) => sumOf(shift(x).map(oscillate), (z, i) => 10 ** (6 * part(i, n)) * z * z)
    case 3:
      return (x) => rastrigin(lambda(10, asymmetric(0.2, shift(x).map(oscillate))))
    case 4:
      return (x) => {
        const s = (z: number, i: number): number => (i % 2 === 0 && z > 0 ? 10 : 1) * 10 ** (0.5 * part(i, n))
        const z = shift(x).map(oscillate)
        return rastrigin(z.map((value, i) => s(value, i) * value)) + 100 * penalty(x)
      }
    case 5: {
      const sign = opt.map(Math.sign)
      return (x) =>
        sumOf(x, (value, i) => {
          const s = sign[i] * 10 ** part(i, n)
          const z = value * sign[i] * 5 < 25 ? value : 5 * sign[i]
          return 5 * Math.abs(s) - s * z
        })
    }
    case 6:
      return (x) => {
        const z = times(Q, lambda(10, times(R, shift(x))))
        return oscillate(sumOf(z, (value, i) => ((value * opt[i] > 0 ? 100 : 1) * value) ** 2)) ** 0.9
      }
    case 7:
      return (x) => {
        const hat = lambda(10, times(R, shift(x)))
        const tilde = hat.map((value) =>
          Math.abs(value) > 0.5 ? Math.floor(0.5 + value) : Math.floor(0.5 + 10 * value) / 10,
        )
        const z = times(Q, tilde)
        return (
          0.1 *
            Math.max(
              Math.abs(hat[0]) / 1e4,
              sumOf(z, (v, i) => 10 ** (2 * part(i, n)) * v * v),
            ) +
          penalty(x)
        )
      }
    case 8: {
      const c = Math.max(1, Math.sqrt(n) / 8)
      return (x) =>
        rosenbrock(
          minus(
            x,
            opt.map((v) => 0.75 * v),
          ).map((value) => c * value + 1),
        )
    }
    case 9: {
      const c = Math.max(1, Math.sqrt(n) / 8)
      return (x) => rosenbrock(times(R, x).map((value) => c * value + 0.5))
    }
    case 10:
      return (x) => sumOf(times(R, shift(x)).map(oscillate), (z, i) => 10 ** (6 * part(i, n)) * z * z)
    case 11:
      return (x) => sumOf(times(R, shift(x)).map(oscillate), (z, i) => (i === 0 ? 1e6 : 1) * z * z)
    case 12:
      return (x) =>
        sumOf(times(R, asymmetric(0.5, times(R, shift(x)))), (z, i) => (i === 0 ? 1 : 1e6) * z * z)
    case 13:
      return (x) => {
        const z = times(Q, lambda(10, times(R, shift(x))))
        return z[0] ** 2 + 100 * Math.sqrt(sumOf(z.slice(1), (value) => value * value))
      }
    case 14:
      return (x) => Math.sqrt(sumOf(times(R, shift(x)), (z, i) => Math.abs(z) ** (2 + 4 * part(i, n))))
    case 15:
      return (x) =>
        rastrigin(times(R, lambda(10, times(Q, asymmetric(0.2, times(R, shift(x)).map(oscillate))))))
    case 16: {
      const f0 = sumOf(
        Array.from({ length: 12 }, (_, j) => j),
        (j) => 0.5 ** j * Math.cos(Math.PI * 3 ** j),
      )
      return (x) => {
        const z = times(R, lambda(0.01, times(Q, times(R, shift(x)).map(oscillate))))
        const mean =
          sumOf(z, (value) => {
            let sum = 0
            for (let j = 0; j < 12; j++) sum += 0.5 ** j * Math.cos(2 * Math.PI * 3 ** j * (value + 0.5))
            return sum
          }) / n
        return 10 * (mean - f0) ** 3 + (10 / n) * penalty(x)
      }
    }
    case 17:
    case 18:
      return (x) => {
        const z = lambda(k === 17 ? 10 : 1000, times(Q, asymmetric(0.5, times(R, shift(x)))))
        const s = z.slice(1).map((next, i) => Math.hypot(z[i], next))
        const mean = sumOf(s, (v) => Math.sqrt(v) + Math.sqrt(v) * Math.sin(50 * v ** 0.2) ** 2) / (n - 1)
        return mean ** 2 + 10 * penalty(x)
      }
    case 19: {
      const c = Math.max(1, Math.sqrt(n) / 8)
      return (x) => {
        const z = times(R, x).map((value) => c * value + 0.5)
        const mean =
          sumOf(z.slice(1), (next, i) => {
            const s = 100 * (z[i] ** 2 - next) ** 2 + (z[i] - 1) ** 2
            return s / 4000 - Math.cos(s)
          }) /
          (n - 1)
        return 10 * mean + 10
      }
    }
    case 20: {
      const sign = opt.map(Math.sign)
      const at = sign.map((s) => (4.2096874633 / 2) * s)
      return (x) => {
        const hat = x.map((value, i) => 2 * sign[i] * value)
        const moved = hat.map((value, i) =>
          i === 0 ? value : value + 0.25 * (hat[i - 1] - 2 * Math.abs(at[i - 1])),
        )
        const z = lambda(
          10,
          minus(
            moved,
            at.map((v) => 2 * Math.abs(v)),
          ),
        ).map((value, i) => 100 * (value + 2 * Math.abs(at[i])))
        const mean = sumOf(z, (value) => value * Math.sin(Math.sqrt(Math.abs(value)))) / (100 * n)
        return -mean + 4.189828872724339 + 100 * penalty(z.map((value) => value / 100))
      }
    }
    case 21:
    case 22: {
      const count = k === 21 ? 101 : 21
      const bound = k === 21 ? 5 : 4.9
      const peaks = Array.from({ length: count }, (_, p) => ({
        at: Array.from({ length: n }, () => instance.uniform(-bound, bound) * (p === 0 ? 0.8 : 1)),
        height: p === 0 ? 10 : 1.1 + (8 * (p - 1)) / (count - 2),
        condition:
          p === 0
            ? k === 21
              ? 1000
              : 1000 ** 2
            : 1000 ** ((2 * Math.floor(instance.uniform(0, count - 1))) / (count - 2)),
      }))
      return (x) => {
        const highest = Math.max(
          ...peaks.map(({ at, height, condition }) => {
            const z = times(R, minus(x, at))
            const square = sumOf(z, (value, i) => condition ** (part(i, n) / 2 - 0.25) * value * value)
            return height * Math.exp(-square / (2 * n))
          }),
        )
        return oscillate(10 - highest) ** 2 + penalty(x)
      }
    }
    case 23:
      return (x) => {
        const z = times(Q, lambda(100, times(R, shift(x))))
        const product = z.reduce((value, each, i) => {
          let sum = 0
          for (let j = 1; j <= 32; j++) sum += Math.abs(2 ** j * each - Math.round(2 ** j * each)) / 2 ** j
          return value * (1 + (i + 1) * sum) ** (10 / n ** 1.2)
        }, 1)
        return (10 / n ** 2) * product - 10 / n ** 2 + penalty(x)
      }
    default: {
      const sign = opt.map(Math.sign)
      const mu0 = 2.5
      const s = 1 - 1 / (2 * Math.sqrt(n + 20) - 8.2)
      const mu1 = -Math.sqrt((mu0 ** 2 - 1) / s)
      return (x) => {
        const hat = x.map((value, i) => 2 * sign[i] * value)
        const z = times(
          Q,
          lambda(
            100,
            times(
              R,
              hat.map((value) => value - mu0),
            ),
          ),
        )
        const first = sumOf(hat, (value) => (value - mu0) ** 2)
        const second = n + s * sumOf(hat, (value) => (value - mu1) ** 2)
        return (
          Math.min(first, second) +
          10 * (n - sumOf(z, (value) => Math.cos(2 * Math.PI * value))) +
          1e4 * penalty(x)
        )
      }
    }
  }
}
