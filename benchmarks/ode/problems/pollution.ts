import type { OdeTestProblem } from './types.ts'

/** One reaction: rate constant, the species whose product gives the rate, and net change per species, 1-based. */
type Reaction = readonly [k: number, factors: readonly number[], change: Readonly<Record<number, number>>]

// Reactions 1 to 25 of [Verwer 1994, Gauss-Seidel iteration for stiff ODEs from chemical kinetics, table 1].
const REACTIONS: readonly Reaction[] = [
  [0.35, [1], { 1: -1, 2: 1, 3: 1 }],
  [26.6, [2, 4], { 1: 1, 2: -1, 4: -1 }],
  [1.23e4, [5, 2], { 1: 1, 2: -1, 5: -1, 6: 1 }],
  [8.6e-4, [7], { 5: 2, 7: -1, 8: 1 }],
  [8.2e-4, [7], { 7: -1, 8: 1 }],
  [1.5e4, [7, 6], { 5: 1, 6: -1, 7: -1, 8: 1 }],
  [1.3e-4, [9], { 5: 1, 8: 1, 9: -1, 10: 1 }],
  [2.4e4, [9, 6], { 6: -1, 9: -1, 11: 1 }],
  [1.65e4, [11, 2], { 1: 1, 2: -1, 10: 1, 11: -1, 12: 1 }],
  [9e3, [11, 1], { 1: -1, 11: -1, 13: 1 }],
  [0.022, [13], { 1: 1, 11: 1, 13: -1 }],
  [1.2e4, [10, 2], { 1: 1, 2: -1, 10: -1, 14: 1 }],
  [1.88, [14], { 5: 1, 7: 1, 14: -1 }],
  [1.63e4, [1, 6], { 1: -1, 6: -1, 15: 1 }],
  [4.8e6, [3], { 3: -1, 4: 1 }],
  [3.5e-4, [4], { 4: -1, 16: 1 }],
  [0.0175, [4], { 3: 1, 4: -1 }],
  [1e8, [16], { 6: 2, 16: -1 }],
  [4.44e11, [16], { 3: 1, 16: -1 }],
  [1240, [17, 6], { 5: 1, 6: -1, 17: -1, 18: 1 }],
  [2.1, [19], { 2: 1, 19: -1 }],
  [5.78, [19], { 1: 1, 3: 1, 19: -1 }],
  [0.0474, [1, 4], { 1: -1, 4: -1, 19: 1 }],
  [1780, [19, 1], { 1: -1, 19: -1, 20: 1 }],
  [3.12, [20], { 1: 1, 19: 1, 20: -1 }],
]

const N = 20

function pollutionRates(_t: number, x: Float64Array, dx: Float64Array): void {
  const r1 = 0.35 * x[0]
  const r2 = 26.6 * x[1] * x[3]
  const r3 = 1.23e4 * x[4] * x[1]
  const r4 = 8.6e-4 * x[6]
  const r5 = 8.2e-4 * x[6]
  const r6 = 1.5e4 * x[6] * x[5]
  const r7 = 1.3e-4 * x[8]
  const r8 = 2.4e4 * x[8] * x[5]
  const r9 = 1.65e4 * x[10] * x[1]
  const r10 = 9e3 * x[10] * x[0]
  const r11 = 0.022 * x[12]
  const r12 = 1.2e4 * x[9] * x[1]
  const r13 = 1.88 * x[13]
  const r14 = 1.63e4 * x[0] * x[5]
  const r15 = 4.8e6 * x[2]
  const r16 = 3.5e-4 * x[3]
  const r17 = 0.0175 * x[3]
  const r18 = 1e8 * x[15]
  const r19 = 4.44e11 * x[15]
  const r20 = 1240 * x[16] * x[5]
  const r21 = 2.1 * x[18]
  const r22 = 5.78 * x[18]
  const r23 = 0.0474 * x[0] * x[3]
  const r24 = 1780 * x[18] * x[0]
  const r25 = 3.12 * x[19]
  dx[0] = -r1 - r10 - r14 - r23 - r24 + r2 + r3 + r9 + r11 + r12 + r22 + r25
  dx[1] = -r2 - r3 - r9 - r12 + r1 + r21
  dx[2] = -r15 + r1 + r17 + r19 + r22
  dx[3] = -r2 - r16 - r17 - r23 + r15
  dx[4] = -r3 + 2 * r4 + r6 + r7 + r13 + r20
  dx[5] = -r6 - r8 - r14 - r20 + r3 + 2 * r18
  dx[6] = -r4 - r5 - r6 + r13
  dx[7] = r4 + r5 + r6 + r7
  dx[8] = -r7 - r8
  dx[9] = -r12 + r7 + r9
  dx[10] = -r9 - r10 + r8 + r11
  dx[11] = r9
  dx[12] = -r11 + r10
  dx[13] = -r13 + r12
  dx[14] = r14
  dx[15] = -r18 - r19 + r16
  dx[16] = -r20
  dx[17] = r20
  dx[18] = -r21 - r22 - r24 + r23 + r25
  dx[19] = -r25 + r24
}

// One entry per (reaction, changed species, factor): J[target] += constant · x[other], or constant without another
// species.
const entries: { target: number; constant: number; other: number }[] = []
for (const [k, factors, change] of REACTIONS) {
  for (const [species, amount] of Object.entries(change)) {
    factors.forEach((factor, i) => {
      const target = (Number(species) - 1) * N + factor - 1
      entries.push({ target, constant: k * amount, other: factors.length === 2 ? factors[1 - i] - 1 : -1 })
    })
  }
}

function pollutionJacobian(_t: number, x: Float64Array, J: Float64Array): void {
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i]
    J[entry.target] += entry.other < 0 ? entry.constant : entry.constant * x[entry.other]
  }
}

/** Chemistry of an air pollution model: 25 reactions among 20 species. End values: CVODE at tolerance 1e-13. */
export const pollution: OdeTestProblem = {
  name: 'pollution',
  stiff: true,
  problem: { n: N, f: pollutionRates },
  jacobian: pollutionJacobian,
  t0: 0,
  x0: [0, 0.2, 0, 0.04, 0, 0, 0.1, 0.3, 0.01, 0, 0, 0, 0, 0, 0, 0, 0.007, 0, 0, 0],
  tEnd: 60,
  reference: [
    0.056462554800201938, 0.13424841304225926, 4.139734331097534e-9, 0.0055231402074808209,
    2.018977262303106e-7, 1.4645418634949798e-7, 0.077842491189995797, 0.32450753533958671,
    0.0074940133838837337, 1.6222931573028221e-8, 1.1358638332579809e-8, 0.0022305059757180869,
    0.00020871628827970364, 1.3969210168417711e-5, 0.0089648848568982253, 4.3528463693273143e-18,
    0.0068992196962635527, 0.00010078030373650887, 1.7721465139685697e-6, 5.6829432923094272e-5,
  ],
}
