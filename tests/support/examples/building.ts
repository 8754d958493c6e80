/** The rooms of the building as differential equations, with events of the heating. */
import { integrate } from 'vario/ode'

/** Temperatures of n rooms after a day [K]. */
export function buildingTemperatures(n: number, isVentilated: boolean): number[] {
  let power = 0
  let since = 0
  const f = (t: number, T: Float64Array, dT: Float64Array): void => {
    const outside = 275 + 6 * Math.cos((2 * Math.PI * t) / 86_400)
    for (let i = 0; i < n; i++) {
      let flow = 40 * (outside - T[i])
      if (i > 0) flow += 60 * (T[i - 1] - T[i])
      if (i < n - 1) flow += 60 * (T[i + 1] - T[i])
      if (i === 0) flow += power
      if (i === n - 1 && isVentilated) flow += 50 * (290 - T[i])
      dT[i] = flow / 5e5
    }
  }
  const g = (t: number, T: Float64Array, z: Float64Array): void => {
    z[0] = power === 0 ? T[0] - 292 : 294 - T[0]
    z[1] = power === 3000 ? since + 1800 - t : 1
  }
  const T0 = Float64Array.from({ length: n }, (_, i) => 293 - i)
  const run = integrate(
    { n, f, roots: { n: 2, g, direction: [-1, -1] } },
    {
      ...{ method: 'dop853', t0: 0, x0: T0, tEnd: 86_400, rtol: 1e-10, atol: 1e-8 },
      onEvent: ({ t, which }) => {
        const isLimit = Array.from(which as Iterable<number>)[0] === 0
        if (isLimit) [power, since] = [power === 0 ? 3000 : 0, t]
        else power = 1500
      },
    },
  )
  return [...run.x]
}
