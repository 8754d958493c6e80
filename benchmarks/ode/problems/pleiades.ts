import type { OdeTestProblem } from './types.ts'

const BODIES = 7
const N = 4 * BODIES

/**
 * The Pleiades: seven bodies of masses 1 to 7 in a plane under their gravity, with close encounters; states x, y, x', y'
 * (7 each) [Hairer, Nørsett, Wanner 1993, section II.10]. End values: Test Set for Initial Value Problem Solvers.
 */
export const pleiades: OdeTestProblem = {
  name: 'pleiades',
  stiff: false,
  problem: {
    n: N,
    f: (_t, x, dx) => {
      for (let i = 0; i < BODIES; i++) {
        dx[i] = x[14 + i]
        dx[7 + i] = x[21 + i]
        dx[14 + i] = 0
        dx[21 + i] = 0
      }
      for (let i = 0; i < BODIES; i++) {
        for (let j = i + 1; j < BODIES; j++) {
          const ex = x[j] - x[i]
          const ey = x[7 + j] - x[7 + i]
          const r2 = ex * ex + ey * ey
          const k = 1 / (r2 * Math.sqrt(r2))
          dx[14 + i] += (j + 1) * k * ex
          dx[21 + i] += (j + 1) * k * ey
          dx[14 + j] -= (i + 1) * k * ex
          dx[21 + j] -= (i + 1) * k * ey
        }
      }
    },
  },
  jacobian: (_t, x, J) => {
    for (let i = 0; i < 14; i++) J[i * N + 14 + i] = 1
    for (let i = 0; i < BODIES; i++) {
      for (let j = 0; j < BODIES; j++) {
        if (i === j) continue
        const ex = x[j] - x[i]
        const ey = x[7 + j] - x[7 + i]
        const r2 = ex * ex + ey * ey
        const k = (j + 1) / (r2 * Math.sqrt(r2))
        const h = (3 * k) / r2
        // Derivative of the acceleration of i with respect to the position of j; the position of i has the opposite
        // effect.
        addPair(J, 14 + i, i, j, k - h * ex * ex)
        addPair(J, 14 + i, 7 + i, 7 + j, -h * ex * ey)
        addPair(J, 21 + i, i, j, -h * ex * ey)
        addPair(J, 21 + i, 7 + i, 7 + j, k - h * ey * ey)
      }
    }
  },
  t0: 0,
  x0: [3, 3, -1, -3, 2, -2, 2, 3, -3, 2, 0, 0, -4, 4, 0, 0, 0, 0, 0, 1.75, -1.5, 0, 0, 0, -1.25, 1, 0, 0],
  tEnd: 3,
  reference: [
    0.3706139143970502, 3.237284092057233, -3.222559032418324, 0.659709145577531, 0.3425581707156584,
    1.562172101400631, -0.7003092922212495, -3.943437585517392, -3.27138097397255, 5.225081843456543,
    -2.59061243497747, 1.198213693392275, -0.2429682344935824, 1.09144924042898, 3.417003806314313,
    1.354584501625501, -2.590065597810775, 2.025053734714242, -1.155815100160448, -0.8072988170223021,
    0.595239635420871, -3.74124496123401, 0.377345968575063, 0.9386858869551073, 0.3667922227200571,
    -0.347404635380849, 2.344915448180937, -1.947020434263292,
  ],
}

function addPair(J: Float64Array, row: number, own: number, other: number, value: number): void {
  J[row * N + other] += value
  J[row * N + own] -= value
}
