/** Expected results of the examples of models in one dimension, by the names of their files. */
import { simulate } from 'vario'
import { integrate } from 'vario/ode'
import { expect } from 'vitest'
import { impactTimes, simulateBall } from '../../../examples/bouncing-ball-model.ts'
import { simulateBuilding } from '../../../examples/building.ts'
import { designControl, simulateCartPole } from '../../../examples/cart-pole.ts'
import { simulateDrive } from '../../../examples/cascade-control.ts'
import { simulateHeatingPipe } from '../../../examples/district-heating.ts'
import { simulateFilter } from '../../../examples/filter.ts'
import { simulateRod } from '../../../examples/heat-rod-model.ts'
import { simulateHeatedRods } from '../../../examples/insulated-rod.ts'
import { simulateMotorDrive } from '../../../examples/motor-drive.ts'
import { simulateQuarterCar } from '../../../examples/quarter-car.ts'
import { Rectifier, simulateRectifier } from '../../../examples/rectifier.ts'
import { simulateCruise } from '../../../examples/sampled-controller.ts'
import { simulateStickSlip } from '../../../examples/stick-slip.ts'
import { notes, simulateTwoInertias, states } from '../../../examples/two-inertias.ts'
import { simulateVehicle } from '../../../examples/vehicle-bus.ts'
import { integrateInSmallSteps } from '../small-steps.ts'
import { impactTime, reboundSpeed } from './bouncing-ball.ts'
import { buildingTemperatures } from './building.ts'
import { outletTemperature, storedHeat } from './district-heating.ts'

export const MODEL_EXAMPLES: Record<string, () => unknown> = {
  'filter.ts': () => {
    const result = simulateFilter()
    // R C = 1 s; the tolerance is 1e-6.
    for (const t of [0, 0.5, 1, 3, 6]) {
      expect(Math.abs(result.at('C.v', t) - 10 * (1 - Math.exp(-t)))).toBeLessThan(1e-3)
    }
    expect(Math.abs(result.final('C.v') - 10 * (1 - Math.exp(-6)))).toBeLessThan(1e-5)
    expect(result.at('R.i', 0)).toBe(20)
    // The voltages of the loop sum up to zero for all currents.
    const [resistor, capacitor, source] = ['R.v', 'C.v', 'V.v'].map((name) => result.values(name))
    resistor.forEach((v, k) => {
      expect(Math.abs(v + capacitor[k] - source[k])).toBeLessThan(1e-14)
    })
  },

  'district-heating.ts': () => {
    const result = simulateHeatingPipe()
    const out = result.values('out')
    result.time.forEach((t, i) => {
      // at fronts and turns, the values before and after them
      const [before, after] = [outletTemperature(t - 1), outletTemperature(t + 1)]
      if (Math.abs(after - before) > 0.1 || t === 0) return
      // 1e-7 of a displacement of 20 lengths is 0.01 s in the pipe, in which 80 K lose 1e-5 K
      expect(Math.abs(out[i] - outletTemperature(t))).toBeLessThan(1e-3)
    })
    // cells cut some fronts: one cell of 4000 with 60 K is 1e-4 of what is stored
    const end = result.time.at(-1)!
    expect(Math.abs(result.final('stored') / storedHeat(end, 4000) - 1)).toBeLessThan(1e-3)
  },

  'building.ts': () => {
    // the same rooms as one function, with the heating as a variable of the program
    for (const { n, isVentilated } of [
      { n: 4, isVentilated: false },
      { n: 6, isVentilated: true },
    ]) {
      const result = simulateBuilding({ n, isVentilated })
      const last = buildingTemperatures(n, isVentilated)
      // 1e-7 of 290 K is 3e-5 K; events shift by seconds, in which 3 kW change a room by some 1e-3 K
      last.forEach((T, i) => {
        expect(Math.abs(result.final(`room[${i + 1}].T`) - T)).toBeLessThan(2e-3)
      })
      expect(Math.abs(result.final('mean') - last.reduce((a, b) => a + b) / n)).toBeLessThan(1e-3)
      expect(result.has('ventilation.G')).toBe(isVentilated)
    }
  },

  'quarter-car.ts': () => {
    const result = simulateQuarterCar()
    const f = (t: number, x: Float64Array, dx: Float64Array): void => {
      const road = 0.064 * Math.exp(-(((t - 73) / 0.5) ** 2))
      const force = 20_000 * (x[2] - x[0]) + 1500 * (x[3] - x[1])
      dx[0] = x[1]
      dx[1] = force / 300
      dx[2] = x[3]
      dx[3] = (200_000 * (road - x[2]) - force) / 40
    }
    // at rest up to 65 s, where the road has e^-256 of the height of the bump; steps of 1 ms leave 1e-9 m
    const times = [70, 72, 72.6, 73, 73.2, 73.6, 74, 75, 77].map((t) => t - 65)
    const shifted = (t: number, x: Float64Array, dx: Float64Array): void => f(t + 65, x, dx)
    const expected = integrateInSmallSteps(shifted, [0, 0, 0, 0], times, () => 1e-3)
    times.forEach((t, k) => {
      // a hundred tolerances of 1e-6 of a meter: the threshold at which a look detects an inaccurate step
      expect(Math.abs(result.at('zBody', t + 65) - expected[k][0]), `t = ${t + 65}`).toBeLessThan(1e-4)
    })
    expect(Math.max(...result.values('zBody'))).toBeGreaterThan(0.064)
  },

  'motor-drive.ts': () => {
    const result = simulateMotorDrive()
    // The independent integration of the case motor-control-flat, given with eight digits.
    const verified = {
      'PI.x': 3.4878446,
      'converter.x': 106.828749,
      'inductor.i': 4.6160872,
      'motor.phi': 2.0141207,
      'motor.w': 41.980488,
      'load.phi': 0.01833243,
      'load.w': 0.37259306,
    }
    // Ten times the tolerance.
    for (const [name, value] of Object.entries(verified)) {
      expect(Math.abs(result.final(name) / value - 1), name).toBeLessThan(1e-5)
    }
  },

  'bouncing-ball-model.ts': () => {
    const result = simulateBall()
    const times = impactTimes(result)
    expect(times).toHaveLength(18)
    times.forEach((t, i) => {
      // The crossing is that of h = -1e-10 m, a hundredth of the tolerance, below which the speed is at least 0.01 m/s.
      expect(Math.abs(t - impactTime(i + 1)), `impact ${i + 1}`).toBeLessThan(1e-7)
    })
    expect(result.at('v', times[0], 'left')).toBeCloseTo(-reboundSpeed(0), 8)
    expect(result.at('v', times[0], 'right')).toBeCloseTo(reboundSpeed(1), 8)
    expect(result.final('h')).toBe(0)
    expect(result.final('v')).toBe(0)
  },

  'stick-slip.ts': () => {
    const found: number[] = []
    const result = simulateStickSlip((line) => {
      const event = /^at t = (\S+) s vRel > 0 (slides along|leaves) its limit/.exec(line)
      if (event) found.push(Number(event[1]))
    })
    // Second route: phases by hand. Sliding by the solver alone, with the friction of that direction; together with the belt until
    // the spring has the force F0 = 10 N, at x = 0.1 m.
    const expected: number[] = []
    let [t, x, v] = [0, 0, 0]
    while (expected.length < found.length) {
      const run = integrate(
        {
          n: 2,
          f: (_, y, dy) => {
            dy[0] = y[1]
            dy[1] = 10 / (1 + (0.1 - y[1]) / 0.5) - 100 * y[0]
          },
          roots: {
            n: 1,
            g: (_, y, z) => {
              z[0] = y[1] - 0.1
            },
            direction: [1],
          },
        },
        { method: 'dop853', t0: t, x0: [x, v], tEnd: 10, rtol: 1e-11, atol: 1e-11, onEvent: () => 'stop' },
      )
      expected.push(run.t, run.t + (0.1 - run.x[0]) / 0.1)
      ;[t, x, v] = [expected[expected.length - 1], 0.1, 0.1]
    }
    expect(found.length).toBe(11)
    found.forEach((time, k) => {
      // errors of 1e-8 in x and v become 1e-7 in the times at which slow motions meet their limits, and add up
      expect(Math.abs(time - expected[k]), `event ${k + 1}`).toBeLessThan(5e-7)
    })
    // while block and belt move together, friction is what the spring needs
    expect(result.at('v', 2)).toBeCloseTo(0.1, 9)
    expect(result.at('F', 2)).toBeCloseTo(100 * result.at('x', 2), 6)
  },

  'rectifier.ts': () => {
    // The published result is that of a source with 3.14 in place of π; run with a tolerance of 1e-6.
    const published = simulate(Rectifier({ V: { f: (50 * 3.14) / Math.PI } }), { stopTime: 0.1 })
    expect(Math.abs(published.final('C.v') / 183.9899542497182 - 1)).toBeLessThan(1e-5)

    const result = simulateRectifier()
    expect(Math.abs(result.final('C.v') / simulateRectifier(1e-10).final('C.v') - 1)).toBeLessThan(1e-6)
    // Opposite diodes conduct together, never both pairs.
    const closed = ['D1', 'D2', 'D3', 'D4'].map((name) => result.booleans(`${name}.closed`))
    expect(closed[0]).toEqual(closed[3])
    expect(closed[1]).toEqual(closed[2])
    expect(closed[0].some((isClosed, k) => isClosed && closed[1][k])).toBe(false)
    // Ten half waves, each with a pulse.
    const pulses = closed[0].filter((isClosed, k) => k > 0 && isClosed !== closed[0][k - 1]).length
    expect(pulses).toBe(10)
  },

  'sampled-controller.ts': () => {
    const result = simulateCruise()
    // Between ticks the force is constant: the speed approaches force/d as exp(-d t/m).
    const [m, d, Ts, k, Ti, vSet] = [1000, 50, 0.02, 2000, 5, 100 / 3.6]
    const decay = Math.exp((-d * Ts) / m)
    let v = 20
    let integral = 0
    for (let tick = 0; tick < 500; tick++) {
      expect(Math.abs(result.at('v', tick * Ts) - v), `tick ${tick}`).toBeLessThan(1e-6)
      integral += (Ts / Ti) * (vSet - v)
      const force = k * (vSet - v + integral)
      expect(Math.abs(result.at('force', (tick + 0.5) * Ts) - force)).toBeLessThan(1e-2)
      v = force / d + (v - force / d) * decay
    }
    expect(Math.abs(result.final('v') - v)).toBeLessThan(1e-6)
  },

  'vehicle-bus.ts': () => {
    const result = simulateVehicle()
    // 12 V behind 0.1 Ohm, and 4 Ohm; nothing flows into components that do not use the pins
    expect(result.final('engine.control.v')).toBeCloseTo((12 * 4) / 4.1, 9)
    expect(result.final('driver.bus.supply.i')).toBe(0)
    // m v' = T/r - d v, tau T' = k (e + x/5) - T, x' = e = vSet - c v; classical Runge-Kutta with 1 ms
    const radii = [0.3, 0.303, 0.297, 0.306]
    const c = radii.reduce((sum, r) => sum + 0.3 / r / 4, 0)
    const slope = ([v, torque, x]: readonly number[], vSet: number): number[] => {
      const e = vSet - c * v
      return [(torque / 0.3 - 40 * v) / 1000, (300 * (e + x / 5) - torque) / 0.3, e]
    }
    let y = [20, 0, 0]
    const h = 1e-3
    for (let n = 0; n < 30_000; n++) {
      if (n % 500 === 0) {
        // the tolerance 1e-9 of values of 25 and 1500, accumulated in a stable loop
        expect(Math.abs(result.at('body.v', n * h) - y[0]), `t = ${n * h}`).toBeLessThan(1e-6)
        expect(Math.abs(result.at('bus.speed', n * h) - c * y[0]), `t = ${n * h}`).toBeLessThan(1e-6)
        expect(Math.abs(result.at('engine.bus.engine.torque', n * h) - y[1]), `t = ${n * h}`).toBeLessThan(
          1e-4,
        )
      }
      const vSet = n < 5000 ? 20 : 25
      const shifted = (k: readonly number[], part: number): number[] =>
        y.map((value, i) => value + part * h * k[i])
      const k1 = slope(y, vSet)
      const k2 = slope(shifted(k1, 0.5), vSet)
      const k3 = slope(shifted(k2, 0.5), vSet)
      const k4 = slope(shifted(k3, 1), vSet)
      y = y.map((value, i) => value + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]))
    }
  },

  'cascade-control.ts': () => {
    const result = simulateDrive()
    // Between ticks voltage and load are constant: i and w follow exp(A h), here by its series.
    const [R, L, km, J, h] = [0.5, 2e-3, 0.1, 2e-4, 1e-3]
    const slope = ([i, w]: readonly number[], v: number, load: number): [number, number] => [
      (v - R * i - km * w) / L,
      (km * i - load) / J,
    ]
    const advance = (start: readonly number[], v: number, load: number): number[] => {
      const end = [...start]
      let term = slope(start, v, load).map((value) => h * value)
      for (let n = 2; n < 30; n++) {
        end[0] += term[0]
        end[1] += term[1]
        term = slope(term, 0, 0).map((value) => (h / n) * value)
      }
      return end
    }
    let motor = [0, 0]
    let [filtered, speedSum, currentSum, iSet, v] = [0, 0, 0, 0, 0]
    for (let tick = 0; tick < 400; tick++) {
      const t = tick / 1000
      const [i, w] = motor
      // the error of the solver, 1e-9 of the values, accumulated in a stable loop
      expect(Math.abs(result.at('motor.w', t) - w), `tick ${tick}`).toBeLessThan(2e-6)
      expect(Math.abs(result.at('motor.i', t) - i), `tick ${tick}`).toBeLessThan(2e-6)
      // implicit Euler of Tf*der(x) = w - x, from the second tick on
      if (tick > 0) filtered = (filtered + (h / 2e-3) * w) / (1 + h / 2e-3)
      if (tick % 4 === 0) {
        const e = 100 - filtered
        speedSum += (4e-3 / 0.1) * e
        iSet = 0.08 * (e + speedSum)
      }
      const e = iSet - i
      currentSum += (h / 4e-3) * e
      v = 0.6 * (e + currentSum)
      expect(Math.abs(result.at('motor.v', t + 0.5 * h) - v), `tick ${tick}`).toBeLessThan(1e-5)
      expect(Math.abs(result.at('speed.y', t + 0.5 * h) - iSet), `tick ${tick}`).toBeLessThan(1e-6)
      motor = advance(motor, v, tick < 200 ? 0 : 0.3)
    }
    expect(Math.abs(result.final('motor.w') - motor[1])).toBeLessThan(2e-6)
  },

  'two-inertias.ts': () => {
    const result = simulateTwoInertias()
    expect([...states].sort()).toEqual(['phi2', 'w2'])
    expect(notes.join()).toContain('phi1 = ratio*phi2')
    // Constant acceleration for a second, coasting, braking: the events are located exactly.
    const acceleration = 105 / (170 + 105 ** 2 * 0.0025)
    expect(Math.abs(result.final('phi2') - (0.5 + 2 * acceleration))).toBeLessThan(1e-12)
    expect(Math.abs(result.final('w2'))).toBeLessThan(1e-12)
    expect(result.at('tau2', 0.5)).toBeCloseTo(170 * acceleration, 10)
    expect(result.final('phi1')).toBeCloseTo(105 * result.final('phi2'), 10)
  },

  'cart-pole.ts': () => {
    const { plant, K, poles, controller } = designControl()
    const [M, m, l, g] = [1, 0.2, 0.5, 9.81]
    // textbook: der(v) = (F - m g phi)/M, der(w) = ((M + m) g phi - F)/(M l)
    const order = ['slide.s', 'slide.v', 'hinge.phi', 'hinge.w'].map((name) => plant.states.indexOf(name))
    const exact = [
      [0, 1, 0, 0],
      [0, 0, (-m * g) / M, 0],
      [0, 0, 0, 1],
      [0, 0, ((M + m) * g) / (M * l), 0],
    ]
    exact.forEach((row, i) => {
      row.forEach((value, j) => {
        expect(plant.A[order[i]][order[j]]).toBeCloseTo(value, 12)
      })
      expect(plant.B[order[i]][0]).toBeCloseTo([0, 1 / M, 0, -1 / (M * l)][i], 12)
    })
    expect(K[0]).toHaveLength(4)
    expect(poles.every(({ re }) => re < -1)).toBe(true)
    // an independent simulation of the nonlinear plant and the controller, in small steps
    const result = simulateCartPole()
    const f = (_t: number, x: Float64Array, dx: Float64Array): void => {
      const [, v, phi, w] = x
      const estimate = x.subarray(4)
      const force = controller.C[0].reduce((sum, c, k) => sum + c * estimate[k], 0)
      const det = M + m * Math.sin(phi) ** 2
      const pull = force + m * l * Math.sin(phi) * w * w
      dx[0] = v
      dx[1] = (pull - m * g * Math.sin(phi) * Math.cos(phi)) / det
      dx[2] = w
      dx[3] = ((M + m) * g * Math.sin(phi) - pull * Math.cos(phi)) / (l * det)
      for (let i = 0; i < 4; i++) {
        dx[4 + i] = controller.B[i][0] * x[0] + controller.B[i][1] * phi
        for (let j = 0; j < 4; j++) dx[4 + i] += controller.A[i][j] * estimate[j]
      }
    }
    const [x] = integrateInSmallSteps(f, [0, 0, 0.3, 0, 0, 0, 0, 0], [2], () => 1e-3)
    // accuracy of a run with the tolerance 1e-6
    expect(Math.abs(result.at('plant.s', 2) - x[0])).toBeLessThan(1e-5)
    expect(Math.abs(result.at('plant.phi', 2) - x[2])).toBeLessThan(1e-5)
    expect(Math.abs(result.final('plant.phi'))).toBeLessThan(1e-4)
  },

  'heat-rod-model.ts': () => {
    // Steady state: linear between the ends, in the middles of the elements.
    for (const n of [1, 5, 30]) {
      const profile = simulateRod(n, 2e6).finalVector('T')
      expect(profile).toHaveLength(n)
      profile.forEach((T, i) => {
        expect(Math.abs(T - (100 - (80 * (i + 0.5)) / n))).toBeLessThan(1e-3)
      })
    }
    // Early, the influence of the other end is negligible: 20 + 80 erfc(x/√(4 a t)), here at x = 10.5 cm after 900 s,
    // with an error of O(dx²).
    const a = 50 / (7800 * 480)
    const exact = 20 + 80 * erfc(0.105 / Math.sqrt(4 * a * 900))
    const [coarse, fine] = [100, 300].map(
      (n) => simulateRod(n, 900).finalVector('T')[Math.round(0.105 * n - 0.5)] - exact,
    )
    expect(Math.abs(fine)).toBeLessThan(0.01)
    expect(coarse / fine).toBeGreaterThan(8.5)
    expect(coarse / fine).toBeLessThan(9.5)
  },

  'insulated-rod.ts': () => {
    const { asEquations, withMemory, refined } = simulateHeatedRods()
    const T = withMemory.finalVector('rod.T')
    // Ten times the tolerance: the same differential equations, written in two ways.
    asEquations.finalVector('rod.T').forEach((value, i) => {
      expect(Math.abs(T[i] / value - 1)).toBeLessThan(1e-7)
    })
    // 16 elements after the division at 3e4 s, the last one close to the last of 8.
    expect(refined.finalVector('rod.T')).toHaveLength(16)
    expect(Math.abs(refined.finalVector('rod.T')[15] - T[7])).toBeLessThan(0.02)
  },
}

/** Complementary error function for z > 0 by its integral, Simpson's rule. */
function erfc(z: number): number {
  const n = 1000
  const h = 8 / n
  let sum = 0
  for (let k = 0; k <= n; k++) {
    sum += (k === 0 || k === n ? 1 : k % 2 === 1 ? 4 : 2) * Math.exp(-((z + k * h) ** 2))
  }
  return (2 / Math.sqrt(Math.PI)) * sum * (h / 3)
}
